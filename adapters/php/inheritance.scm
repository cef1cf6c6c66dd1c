; class C extends B    interface I extends J, K
(class_declaration (base_clause (_) @extends))
(interface_declaration (base_clause (_) @extends))
(anonymous_class (base_clause (_) @extends))

; class C implements I, J    enum E implements I
(class_interface_clause (_) @implements)

; use T, U;
(use_declaration [(name) (qualified_name) (relative_name)] @extends.mixin)
