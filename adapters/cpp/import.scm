; using namespace n;    using n::f;    using a::b::f;    namespace x = a::b;
(using_declaration "namespace" (_) @module @quiet) @import.star
(using_declaration . "using" . (qualified_identifier scope: (_) @module @quiet name: [(identifier) (type_identifier)] @name)) @import.named
(using_declaration . "using" . (qualified_identifier scope: (_) @module @quiet
  name: (qualified_identifier scope: (_) @module name: [(identifier) (type_identifier)] @name))) @import.named
(namespace_alias_definition name: (_) @alias (_) @module @quiet .) @import.namespace
