; Embedded in a struct: T    *T    p.T    T[K]
(field_declaration . "*"? . type: [(type_identifier) (qualified_type)] @extends)
(field_declaration . "*"? . type: (generic_type type: (_) @extends type_arguments: (_) @arguments))

; Embedded in an interface
(interface_type (type_elem . [(type_identifier) (qualified_type)] @extends .))
(interface_type (type_elem . (generic_type type: (_) @extends type_arguments: (_) @arguments) .))
