; Branches: each adds a path through its function
(if_statement) @statement.if @branch.nest
(elseif_statement) @statement.else_if @branch.flat
(else_statement) @statement.else @branch.else
(for_statement clause: (for_numeric_clause)) @statement.for @branch.nest
(for_statement clause: (for_generic_clause)) @statement.for_in @branch.nest
(while_statement) @statement.while @branch.nest
(repeat_statement) @statement.do_while @branch.nest
(binary_expression ["and" "or"]) @branch.operator

; What a call of the function gives: return x
(return_statement (expression_list . (_) @yield.return))

;; on demand: all
; Types, threads and objects: type(x) == "table"    coroutine.wrap(f)    setmetatable({}, C)    C.new()
(function_call name: (identifier) @_type (#any-of? @_type "type" "rawequal")) @statement.type_guard
(function_call name: (dot_index_expression table: (identifier) @_co field: (identifier) @_yield)
  (#eq? @_co "coroutine") (#eq? @_yield "yield")) @statement.yield
(function_call name: (identifier) @_set (#eq? @_set "setmetatable")) @statement.constructor_call
(function_call name: [(dot_index_expression field: (identifier) @_new) (method_index_expression method: (identifier) @_new)]
  (#eq? @_new "new")) @statement.constructor_call
(goto_statement) @statement.break
(variable_declaration (assignment_statement (variable_list attribute: (attribute)))) @statement.constant_decl
(assignment_statement (variable_list name: (_) name: (_))) @statement.destructuring

; Declarations and assignments
(variable_declaration (assignment_statement (variable_list name: (_) name: (_)))) @statement.destructuring
(variable_declaration) @statement.variable_decl
(assignment_statement) @statement.assignment

; Leaving
(return_statement) @statement.return
(break_statement) @statement.break

; Calls that are statements
(function_call name: (identifier) @_error (#eq? @_error "error")) @statement.throw
(function_call name: (identifier) @_assert (#eq? @_assert "assert")) @statement.assertion
(function_call name: (identifier) @_pcall (#any-of? @_pcall "pcall" "xpcall")) @statement.try_catch
(block (function_call name: (method_index_expression table: (function_call))) @statement.chained_call)
(block (function_call name: [(method_index_expression) (dot_index_expression)]) @statement.method_call)
(block (function_call name: (identifier)) @statement.function_call)
(chunk (function_call name: (_)) @statement.function_call)

; Functions in passing
(arguments (function_definition) @statement.callback)
(function_definition) @statement.closure

; x == nil
(binary_expression (nil)) @statement.null_check

; What people say of it
(comment) @statement.comment
