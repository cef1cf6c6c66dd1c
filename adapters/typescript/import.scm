; import d from "m"    import type D from "m"    import { a, b as c, type T } from "m"    import type { T } from "m"
(import_statement "type"? @type_only (import_clause (identifier) @alias) source: (string) @module) @import.default
(import_statement
  "type"? @type_only
  (import_clause (named_imports (import_specifier "type"? @type_only name: _ @name alias: (_)? @alias)))
  source: (string) @module) @import.named
(import_statement
  "type"? @type_only
  (import_clause (namespace_import (identifier) @alias))
  source: (string) @module) @import.namespace
(import_statement . "import" . source: (string) @module) @import.bare

; import m = require("m")
(import_statement "type"? @type_only (import_require_clause (identifier) @alias source: (string) @module)) @import.module

; export { a, b as c } from "m"    export type { T } from "m"    export { a, type T }    export * from "m"    export * as n from "m"
(export_statement
  "type"? @type_only
  (export_clause (export_specifier "type"? @type_only name: _ @name alias: _? @alias))
  source: (string) @module) @export.from
(export_statement
  (export_clause (export_specifier name: _ @name alias: _? @alias)) !source) @export.name
; The grammar takes the word in "export type * from" for an error.
(export_statement (ERROR)? @type_only "*" source: (string) @module) @export.star
(export_statement (ERROR)? @type_only (namespace_export (_) @name) source: (string) @module) @export.namespace
