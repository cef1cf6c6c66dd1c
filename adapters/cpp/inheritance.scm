; class C : public B, n::B, V<T> {}
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @extends)
