; local m = require("a.b")    local m = require "a.b"
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @alias)
    (expression_list . value: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @module) .))))
  (#eq? @_require "require")) @import.module

; m = require("a.b")
(assignment_statement
  (variable_list . name: (identifier) @alias)
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @module) .)))
  (#eq? @_require "require")) @import.module

; local f = require("a.b").f
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @alias)
    (expression_list . value: (dot_index_expression
      table: (function_call
        name: (identifier) @_require
        arguments: (arguments . (string content: (string_content) @module) .))
      field: (identifier) @name)))
  (#eq? @_require "require")) @import.named

; dofile("lib/a.lua")    loadfile("a.lua")
(function_call
  name: (identifier) @_load
  arguments: (arguments . (string content: (string_content) @module))
  (#any-of? @_load "dofile" "loadfile")) @import.bare
