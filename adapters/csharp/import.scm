; using A.B;    using static A.C;    global using A.B;    using X = A.B.C;    using X = C;
(using_directive name: (_) @alias (qualified_name qualifier: (_) @module name: (identifier) @name)) @import.named
(using_directive name: (_) @alias (qualified_name
  qualifier: (_) @module name: (generic_name . (identifier) @name))) @import.named
(using_directive name: (_) @alias (identifier) @module) @import.namespace
(using_directive "global"? @global !name (qualified_name) @module) @import.star
(using_directive "global"? @global !name (identifier) @module) @import.star
