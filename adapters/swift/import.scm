; import M    @testable import M
(import_declaration (identifier . (simple_identifier) .) @module) @import.star

; import class M.C
(import_declaration
  ["class" "struct" "enum" "protocol" "func" "typealias" "var" "let"]
  (identifier . (simple_identifier) @module . (simple_identifier) @name)) @import.named
