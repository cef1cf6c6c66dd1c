; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(if_statement alternative: (if_statement) @statement.else_if @branch.flat)
(if_statement condition: (_) @condition) @statement.if @branch.nest
(if_statement alternative: (block) @statement.else @branch.else)
(for_statement (range_clause)) @statement.for_of @branch.nest
(for_statement (for_clause)) @statement.for @branch.nest
(for_statement . body: (block)) @statement.while @branch.nest
(for_statement
  . [(binary_expression) (call_expression) (identifier) (index_expression) (parenthesized_expression)
     (selector_expression) (unary_expression)]
  . body: (block)) @statement.while @branch.nest
(expression_switch_statement) @statement.switch @branch.switch
(type_switch_statement) @statement.switch @branch.switch
(select_statement) @statement.switch @branch.switch
(expression_case) @statement.switch_case @branch.case
(type_case) @statement.switch_case @branch.case
(communication_case) @statement.switch_case @branch.case
(binary_expression operator: ["&&" "||"]) @branch.operator
; Jumps to labels break the flow
(break_statement (label_name)) @branch.else
(continue_statement (label_name)) @branch.else
(goto_statement) @branch.else

;; on demand: all
; Values, endings, and tests: T{1}    new(T)    errors.As(err, &x)
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)]) @statement.constructor_call
(call_expression function: (identifier) @_new (#any-of? @_new "new" "make")) @statement.constructor_call
(goto_statement) @statement.break
(fallthrough_statement) @statement.continue
(call_expression function: (identifier) @_recover (#eq? @_recover "recover")) @statement.catch

(default_case) @statement.switch_default

; Declarations and assignments
(short_var_declaration left: (expression_list . (_) . ",")) @statement.destructuring
(short_var_declaration) @statement.variable_decl
(statement_list (var_declaration) @statement.variable_decl)
(statement_list (const_declaration) @statement.constant_decl)
(assignment_statement left: (expression_list . (_) . ",")) @statement.destructuring
(assignment_statement) @statement.assignment
[(inc_statement) (dec_statement)] @statement.assignment
(send_statement) @statement.assignment

; Leaving
(return_statement) @statement.return
(break_statement) @statement.break
(continue_statement) @statement.continue
(expression_statement
  (call_expression function: (identifier) @_panic (#eq? @_panic "panic"))) @statement.throw
(expression_statement
  (call_expression function: (identifier) @_delete (#eq? @_delete "delete"))) @statement.delete
(defer_statement) @statement.finally

; Calls that are statements
(expression_statement
  (call_expression function: (selector_expression operand: (call_expression)))) @statement.chained_call
(expression_statement (call_expression function: (selector_expression))) @statement.method_call
(expression_statement (call_expression function: (identifier))) @statement.function_call
(go_statement) @statement.function_call

; Functions in passing
(argument_list (func_literal) @statement.callback)
(func_literal) @statement.closure

; Checks: x.(T)    switch x.(type)    x == nil
(type_assertion_expression) @statement.type_guard
(binary_expression operator: ["==" "!="] right: (nil)) @statement.null_check

; What people say of it
(comment) @statement.comment
