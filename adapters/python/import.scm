; import a.b    import a.b as c
(import_statement name: (dotted_name) @module) @import.module
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias)) @import.module

; from m import n    from m import n as k    from . import n
(import_from_statement module_name: (_) @module name: (dotted_name) @name) @import.named
(import_from_statement module_name: (_) @module
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @import.named

; from m import *
(import_from_statement module_name: (_) @module (wildcard_import)) @import.star
