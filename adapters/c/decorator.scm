; [[nodiscard]] int f(void);
(attribute_declaration (attribute) @decorator)
