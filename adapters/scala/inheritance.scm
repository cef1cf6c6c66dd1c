; class C extends B(x) with T[A]    object O extends T    enum E extends T    new T[A] { }
(class_definition extend: (extends_clause [(type_identifier) (stable_type_identifier)] @implements))
(class_definition extend: (extends_clause (generic_type type: (_) @implements type_arguments: (_)) @arguments))
(object_definition extend: (extends_clause [(type_identifier) (stable_type_identifier)] @implements))
(object_definition extend: (extends_clause (generic_type type: (_) @implements type_arguments: (_)) @arguments))
(enum_definition extend: (extends_clause [(type_identifier) (stable_type_identifier)] @implements))
(instance_expression . (type_identifier) @implements (template_body) @body)
(instance_expression . (generic_type type: (_) @implements type_arguments: (_)) @arguments (template_body) @body)

; trait T extends U with V
(trait_definition extend: (extends_clause [(type_identifier) (stable_type_identifier)] @extends))
(trait_definition extend: (extends_clause (generic_type type: (_) @extends type_arguments: (_)) @arguments))
