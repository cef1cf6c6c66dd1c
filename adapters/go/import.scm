; import "m"    import n "m"    import . "m"    import _ "m"
(import_spec !name path: (_) @module) @import.module
(import_spec name: (package_identifier) @alias path: (_) @module) @import.namespace
(import_spec name: (dot) path: (_) @module) @import.star
(import_spec name: (blank_identifier) path: (_) @module) @import.bare
