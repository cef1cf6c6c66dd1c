;; grammars: javascript
; import d from "m"    import { a, b as c, default as e } from "m"    import * as n from "m"    import "m"
(import_statement (import_clause (identifier) @alias) source: (string) @module) @import.default
(import_statement
  (import_clause (named_imports (import_specifier name: _ @name alias: (_)? @alias)))
  source: (string) @module) @import.named
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module) @import.namespace
(import_statement . "import" . source: (string) @module) @import.bare

; export { a, b as c, default as d } from "m"    export { a, b as c }    export * from "m"    export * as n from "m"
(export_statement
  (export_clause (export_specifier name: _ @name alias: _? @alias)) source: (string) @module) @export.from
(export_statement (export_clause (export_specifier name: _ @name alias: _? @alias)) !source) @export.name
(export_statement "*" source: (string) @module) @export.star
(export_statement (namespace_export (_) @name) source: (string) @module) @export.namespace
;; grammars: all
