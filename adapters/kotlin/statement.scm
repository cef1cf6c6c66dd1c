; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(if_expression alternative: (control_structure_body . (if_expression) @statement.else_if @branch.flat .))
(if_expression) @statement.if @branch.nest
(if_expression alternative: (control_structure_body) @statement.else @branch.else)
(for_statement) @statement.for_of @branch.nest
(while_statement) @statement.while @branch.nest
(do_while_statement) @statement.do_while @branch.nest
(catch_block) @statement.catch @branch.nest
(when_expression) @statement.switch @branch.switch
(when_entry . (when_condition)) @statement.switch_case @branch.case
(when_entry . "else") @statement.switch_default
(conjunction_expression) @branch.operator
(disjunction_expression) @branch.operator
(elvis_expression) @branch.operator

; Declarations and assignments
(property_declaration (multi_variable_declaration)) @statement.destructuring
(property_declaration (binding_pattern_kind "val") (variable_declaration)) @statement.constant_decl
(property_declaration (binding_pattern_kind "var") (variable_declaration)) @statement.variable_decl
(assignment) @statement.assignment

; Leaving
(if_expression consequence: (control_structure_body . (jump_expression "return") @statement.early_return))
(if_expression consequence: (control_structure_body (statements (jump_expression "return") @statement.early_return)))
(jump_expression "return") @statement.return
(jump_expression "throw") @statement.throw
(jump_expression "break") @statement.break
(jump_expression "continue") @statement.continue
(try_expression) @statement.try_catch
(finally_block) @statement.finally

; Calls that are statements
(statements (call_expression . (navigation_expression . (call_expression))) @statement.chained_call)
(statements (call_expression . (navigation_expression)) @statement.method_call)
(statements (call_expression . (simple_identifier)) @statement.function_call)

; Functions in passing
(call_suffix (annotated_lambda (lambda_literal)) @statement.callback)
(lambda_literal) @statement.arrow_function
(anonymous_function) @statement.closure

; Checks: x is C    x as C    x == null
(check_expression) @statement.type_guard
(as_expression) @statement.assertion
(equality_expression (null_literal)) @statement.null_check

; What a call of the function gives: return x    = x    { x }
(jump_expression "return" (_) @yield.return)
(function_body "=" . (_) @yield.return)
(lambda_literal (statements (_) @yield.return .))
