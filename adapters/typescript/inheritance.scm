; class C extends B {}    class C extends B<T> {}    class C extends mixin(B) {}
(extends_clause value: (_) @extends type_arguments: (_)? @arguments)

; class C implements I, N.J<T> {}
(implements_clause [(type_identifier) (nested_type_identifier)] @implements)
(implements_clause (generic_type name: (_) @implements type_arguments: (_) @arguments))

; interface I extends J, K<T> {}
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @extends)
(extends_type_clause type: (generic_type name: (_) @extends type_arguments: (_) @arguments))
