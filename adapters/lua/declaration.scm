; The parts of a definition (parameters, body, modifiers) are read as adapter.toml says.

; function f() end    local function f() end
(function_declaration name: (identifier) @name) @definition.function

; function M.f() end    function M.a.f() end    function C:m() end
(function_declaration name: (dot_index_expression table: (_) @holder field: (_) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @holder method: (_) @name)) @definition.method

; M.f = function() end    M.T = {}
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @holder field: (_) @name))
  (expression_list . value: (function_definition) @value)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @holder field: (_) @name))
  (expression_list . value: (table_constructor) @value)) @definition.object

; local f = function() end    f = function() end
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition) @value))) @definition.function
(chunk (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition) @value)) @definition.function)
(block (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition) @value)) @definition.assigned)

; A table that is its own index is a class: local C = {} C.__index = C
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list . value: (table_constructor) @value))) @definition.class
  . (assignment_statement
    (variable_list . name: (dot_index_expression table: (identifier) @_class field: (identifier) @_index)))
  (#eq? @name @_class) (#eq? @_index "__index"))

; So is one that takes what it lacks from another: local D = setmetatable({}, { __index = B })
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_call
      name: (identifier) @_setmetatable
      arguments: (arguments
        . (table_constructor) @value
        . (table_constructor (field name: (identifier) @_index))))))
  (#eq? @_setmetatable "setmetatable") (#eq? @_index "__index")) @definition.class

; So is what a library makes of a class: local C = class("C", B)    local C = B:extend()    local C = B:subclass("C")
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_call name: (identifier) @_class) @value))
  (#any-of? @_class "class" "Class" "newclass" "new_class")) @definition.class
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_call name: (method_index_expression method: (identifier) @_extend)) @value))
  (#any-of? @_extend "extend" "extends" "subclass" "derive")) @definition.class

; local M = {}    M = {}
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (table_constructor) @value))) @definition.object
(chunk (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (table_constructor) @value)) @definition.object)

; return { f = f }    f({ a = function() end })
(return_statement (expression_list (table_constructor) @definition.object))
(table_constructor (field name: (_) value: (function_definition))) @definition.literal

; { f = function() end }
(field name: (identifier) @name value: (function_definition) @value) @definition.method

; function() end
(function_definition) @definition.function

; local x = 1    local x    C = 1
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name . attribute: (_)? .) (expression_list . value: (_) @value))) @definition.variable
(variable_declaration (variable_list . name: (identifier) @name .)) @definition.variable
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value)) @definition.variable)

; The same in functions, and several at once: local a, b = f(), g()    local a, b
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @binding.value . attribute: (_)? .) (expression_list . value: (_) @value)))
(variable_declaration
  (assignment_statement (variable_list name: (_) name: (_)) @binding.value (expression_list) @value))
(variable_declaration (variable_list name: (identifier) @binding.value))

; x = f()    self.x = f()    self.x, self.y = f(), g()
(assignment_statement
  (variable_list . name: [(identifier) (dot_index_expression table: (identifier))] @binding.assign .)
  (expression_list . value: (_) @value))
(assignment_statement (variable_list name: (_) name: (_)) @binding.assign (expression_list) @value)

; for i = 1, n do end    for k, v in pairs(t) do end
(for_numeric_clause name: (identifier) @binding.local)
(for_generic_clause (variable_list name: (identifier) @binding.local))

; Blocks with names of their own
(for_statement) @scope.block
(do_statement) @scope.block
(repeat_statement) @scope.block
(while_statement body: (block) @scope.block)
(if_statement consequence: (block) @scope.block)
(elseif_statement consequence: (block) @scope.block)
(else_statement body: (block) @scope.block)

; return { f = f, g = m.g }
(chunk (return_statement (expression_list
  (table_constructor (field name: (identifier) @name value: (_) @value) @export.name))))

; return M
(chunk (return_statement (expression_list . (_) @value)) @export.whole)
