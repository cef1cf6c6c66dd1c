; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(if_expression alternative: (if_expression) @statement.else_if @branch.flat)
(if_expression) @statement.if @branch.nest
(if_expression alternative: [(block) (call_expression) (identifier) (field_expression)] @statement.else @branch.else)
(for_expression) @statement.for_of @branch.nest
(while_expression) @statement.while @branch.nest
(do_while_expression) @statement.do_while @branch.nest
(match_expression) @statement.switch @branch.switch
(case_clause pattern: (wildcard)) @statement.switch_default
(case_clause) @statement.switch_case @branch.case
(infix_expression operator: (operator_identifier) @_logic (#any-of? @_logic "&&" "||")) @branch.operator

; Declarations and assignments
(block (val_definition pattern: (tuple_pattern)) @statement.destructuring)
(block (val_definition) @statement.constant_decl)
(block (var_definition) @statement.variable_decl)
(assignment_expression) @statement.assignment

; Leaving
(if_expression consequence: (return_expression) @statement.early_return)
(return_expression) @statement.return
(throw_expression) @statement.throw
(try_expression) @statement.try_catch
(catch_clause) @statement.catch @branch.nest
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

; What a call of the function gives
(function_definition body: (_) @yield.return)
(lambda_expression (_) (_) @yield.return .)
(return_expression (_) @yield.return)
