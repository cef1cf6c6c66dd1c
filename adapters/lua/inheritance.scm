; setmetatable(D, { __index = B })
(function_call
  name: (identifier) @_setmetatable
  arguments: (arguments
    . (identifier) @holder
    . (table_constructor (field name: (identifier) @_index value: [(identifier) (dot_index_expression)] @extends)))
  (#eq? @_setmetatable "setmetatable") (#eq? @_index "__index"))

; setmetatable(D, B)
(function_call
  name: (identifier) @_setmetatable
  arguments: (arguments . (identifier) @holder . [(identifier) (dot_index_expression)] @extends .)
  (#eq? @_setmetatable "setmetatable"))

; local D = setmetatable({}, { __index = B })
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @holder)
    (expression_list . value: (function_call
      name: (identifier) @_setmetatable
      arguments: (arguments
        . (table_constructor)
        . (table_constructor (field name: (identifier) @_index value: [(identifier) (dot_index_expression)] @extends))))))
  (#eq? @_setmetatable "setmetatable") (#eq? @_index "__index"))

; D.__index = B
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @holder field: (identifier) @_index))
  (expression_list . value: [(identifier) (dot_index_expression)] @extends)
  (#eq? @_index "__index") (#not-eq? @holder @extends))

; local C = class("C", B)    local C = class(B)
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @holder)
    (expression_list . value: (function_call
      name: (identifier) @_class
      arguments: (arguments [(identifier) (dot_index_expression)] @extends .))))
  (#any-of? @_class "class" "Class" "newclass" "new_class"))

; local C = B:extend()    local C = B:subclass("C")
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @holder)
    (expression_list . value: (function_call
      name: (method_index_expression
        table: [(identifier) (dot_index_expression)] @extends
        method: (identifier) @_extend))))
  (#any-of? @_extend "extend" "extends" "subclass" "derive"))
