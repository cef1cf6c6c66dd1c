; class C: B, P    struct S: P    enum E: P    extension C: P
(class_declaration (inheritance_specifier inherits_from: (user_type . (type_identifier) .) @implements))
(class_declaration
  (inheritance_specifier inherits_from: (user_type . (type_identifier) @implements . (type_arguments) .) @arguments))

; protocol P: Q
(protocol_declaration (inheritance_specifier inherits_from: (user_type) @extends))
