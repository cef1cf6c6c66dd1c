; import a.b.C;    import static a.b.C.f;
(import_declaration (scoped_identifier scope: (_) @module name: (_) @name) .) @import.named

; import a.b.*;    import static a.b.C.*;
(import_declaration (scoped_identifier) @module (asterisk)) @import.star
(import_declaration (identifier) @module (asterisk)) @import.star
