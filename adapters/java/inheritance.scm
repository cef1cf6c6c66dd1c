; class C extends B    class C extends B<T>
(superclass [(type_identifier) (scoped_type_identifier)] @extends)
(superclass (generic_type . (_) @extends (type_arguments)) @arguments)

; class C implements I, J<T>    record R() implements I    enum E implements I
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @implements))
(super_interfaces (type_list (generic_type . (_) @implements (type_arguments)) @arguments))

; interface I extends J, K<T>
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @extends))
(extends_interfaces (type_list (generic_type . (_) @extends (type_arguments)) @arguments))

; new B() { ... }    new B<T>() { ... }
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @extends (class_body) @body)
(object_creation_expression type: (generic_type . (_) @extends (type_arguments)) @arguments (class_body) @body)
