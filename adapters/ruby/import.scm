; require "a"    load "a.rb"    autoload :C, "a"
((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @module))) @import.bare
  (#any-of? @_require "require" "load"))
((call method: (identifier) @_autoload arguments: (argument_list . (_) . (string (string_content) @module))) @import.bare
  (#eq? @_autoload "autoload"))

; require_relative "a"
((call !receiver method: (identifier) @relative arguments: (argument_list . (string (string_content) @module))) @import.bare
  (#eq? @relative "require_relative"))
