; import a.b.*    import a.b.C as D    import a.b.C
(import_header (identifier) @module (wildcard_import)) @import.star
(import_header (identifier) @module (import_alias (type_identifier) @alias)) @import.member
(import_header (identifier (simple_identifier) @name .) @module) @import.member
