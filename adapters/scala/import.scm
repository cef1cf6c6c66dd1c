; import a.b.C
(import_declaration . path: (_) @module ("." path: (_) @module)* "." path: (_) @name .) @import.named

; import a.b.{C, D => E, F as G}
(import_declaration . path: (_) @module ("." path: (_) @module)* (namespace_selectors (identifier) @name) .) @import.named
(import_declaration . path: (_) @module ("." path: (_) @module)*
  (namespace_selectors (arrow_renamed_identifier name: (_) @name alias: (identifier) @alias)) .) @import.named
(import_declaration . path: (_) @module ("." path: (_) @module)*
  (namespace_selectors (as_renamed_identifier name: (_) @name alias: (identifier) @alias)) .) @import.named

; import a.b._    import a.b.*    import a.{b, _}
(import_declaration . path: (_) @module ("." path: (_) @module)* (namespace_wildcard) .) @import.star
(import_declaration . path: (_) @module ("." path: (_) @module)* (namespace_selectors (namespace_wildcard)) .) @import.star
