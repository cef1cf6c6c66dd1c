; use a::{b, c::D as E, f::*, self};    pub use super::x;
(use_declaration argument: (_) @import.tree)

; extern crate a;    extern crate a as b;
(extern_crate_declaration name: (_) @name alias: (_)? @alias) @import.crate

; mod m;    #[path = "other.rs"] mod m;
((attribute_item (attribute (identifier) @_path value: (string_literal (string_content) @module)))
  . (mod_item name: (_) @name !body) @import.child
  (#eq? @_path "path"))
(mod_item name: (_) @name !body) @import.child
