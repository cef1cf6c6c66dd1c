; class C : B, I, N.J, K<T>    interface I : J    struct S : I    record R(int A) : B(A)
; Which of them is a class is known when all files are: only the name tells here.
(class_declaration (base_list [(identifier) (qualified_name) (generic_name)] @extends))
(struct_declaration (base_list [(identifier) (qualified_name) (generic_name)] @implements))
(record_declaration (base_list [(identifier) (qualified_name) (generic_name)] @extends))
(interface_declaration (base_list [(identifier) (qualified_name) (generic_name)] @extends))
(record_declaration (base_list (primary_constructor_base_type type: (_) @extends)))
