; class C : B, I, N.J, K<T>    interface I : J    struct S : I    record R(int A) : B(A)
; Which bases are classes is known once they are found.
(class_declaration (base_list [(identifier) (qualified_name) (generic_name)] @implements))
(struct_declaration (base_list [(identifier) (qualified_name) (generic_name)] @implements))
(record_declaration (base_list [(identifier) (qualified_name) (generic_name)] @implements))
(interface_declaration (base_list [(identifier) (qualified_name) (generic_name)] @extends))
(record_declaration (base_list (primary_constructor_base_type type: (_) @extends)))
