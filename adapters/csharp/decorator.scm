; [A]    [A(1), N.B]    [return: C]
(attribute_list (attribute name: [(identifier) (qualified_name)] @decorator))
(attribute_list (attribute name: (generic_name) @decorator))

; void M([A] int x)    [assembly: A]
(parameter (attribute_list (attribute name: (_) @decorator.parameter)))
(global_attribute (attribute name: [(identifier) (qualified_name)] @type_reference))
