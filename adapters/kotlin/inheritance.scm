; class C : B(), I<T>, J by j
(class_declaration (delegation_specifier (constructor_invocation . (user_type) @extends)))
(class_declaration (delegation_specifier . (user_type) @implements))
(class_declaration (delegation_specifier (explicit_delegation . (user_type) @implements)))

; object O : B(), I    companion object : B(), I
(object_declaration (delegation_specifier (constructor_invocation . (user_type) @extends)))
(object_declaration (delegation_specifier . (user_type) @implements))
(companion_object (delegation_specifier (constructor_invocation . (user_type) @extends)))
(companion_object (delegation_specifier . (user_type) @implements))

; object : B(), I { }
(object_literal (delegation_specifier (constructor_invocation . (user_type) @extends)) (class_body) @body)
(object_literal (delegation_specifier . (user_type) @implements) (class_body) @body)
