; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(if_expression alternative: (if_expression) @statement.else_if @branch.flat)
(if_expression) @statement.if @branch.nest
(if_expression alternative: [(block) (call_expression) (identifier) (field_expression)] @statement.else @branch.else)
(for_expression) @statement.for_of @branch.nest
(while_expression) @statement.while @branch.nest
(do_while_expression) @statement.do_while @branch.nest
(match_expression) @statement.switch @branch.switch
(case_clause) @statement.switch_case @branch.case
(infix_expression operator: (operator_identifier) @_logic (#any-of? @_logic "&&" "||")) @branch.operator
(catch_clause) @statement.catch @branch.nest

; What a call of the function gives
(function_definition body: (_) @yield.return)
(lambda_expression (_) (_) @yield.return .)
(return_expression (_) @yield.return)

;; on demand: all
; x += 1
(infix_expression operator: (operator_identifier) @_op (#match? @_op "^[-+*/%&|^]=$")) @statement.assignment

; What comes later, what is made, what is checked: Future { }    C(x)    require(x)
(call_expression function: [(identifier) @_task (field_expression value: (identifier) @_task)]
  (#any-of? @_task "Future" "Promise" "Await")) @statement.promise
(block (call_expression function: (identifier) @_assert) @statement.assertion (#any-of? @_assert "assert" "require" "assume"))
(call_expression function: (identifier) @_class (#match? @_class "^[A-Z]")) @statement.constructor_call
(generic_function function: (field_expression field: (identifier) @_is) (#any-of? @_is "isInstanceOf" "asInstanceOf")) @statement.type_guard
[(tuple_pattern) (infix_pattern) (alternative_pattern) (capture_pattern)] @statement.pattern
(arguments (case_block) @statement.callback)
(call_expression arguments: (case_block) @statement.callback)
(call_expression arguments: (block) @statement.closure)

(case_clause pattern: (wildcard)) @statement.switch_default

; Declarations and assignments
(block (val_definition pattern: (tuple_pattern)) @statement.destructuring)
(block (val_definition) @statement.constant_decl)
(block (var_definition) @statement.variable_decl)
(assignment_expression) @statement.assignment

; Leaving
(return_expression) @statement.return
(throw_expression) @statement.throw
(try_expression) @statement.try_catch
(finally_clause) @statement.finally

; Calls that are statements
(block (call_expression function: (field_expression value: (call_expression))) @statement.chained_call)
(block (call_expression function: (field_expression)) @statement.method_call)
(block (call_expression function: (identifier)) @statement.function_call)
(instance_expression) @statement.constructor_call

; Functions in passing
(arguments (lambda_expression) @statement.callback)
(lambda_expression) @statement.arrow_function

; Checks: case x: C    x == null
(typed_pattern) @statement.type_guard
(case_class_pattern) @statement.pattern
(infix_expression (null_literal)) @statement.null_check

; What people say of it
[(comment) (block_comment)] @statement.comment
