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
(conjunction_expression) @branch.operator
(disjunction_expression) @branch.operator
(elvis_expression) @branch.operator

; What a call of the function gives: return x    = x    { x }
(jump_expression "return" (_) @yield.return)
(function_body "=" . (_) @yield.return)
(lambda_literal (statements (_) @yield.return .))

;; on demand: all
; What comes later, what is made, what is checked: async { }    C(x)    require(x)    x?.let { }
(call_expression . (simple_identifier) @_task (#any-of? @_task "async" "launch" "runBlocking" "withContext")) @statement.promise
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @_task))
  (#any-of? @_task "await" "awaitAll" "join" "joinAll")) @statement.await
(statements (call_expression . (simple_identifier) @_assert) @statement.assertion
  (#any-of? @_assert "assert" "require" "check" "requireNotNull" "checkNotNull" "error"))
(call_expression . (simple_identifier) @_class (#match? @_class "^[A-Z]")) @statement.constructor_call
(call_expression . (simple_identifier) @_yield (#any-of? @_yield "yield" "yieldAll")) @statement.yield
(elvis_expression) @statement.null_check
(postfix_expression "!!") @statement.null_check
(when_condition (type_test)) @statement.pattern
(when_condition (range_test)) @statement.pattern
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @_use))
  (#any-of? @_use "use" "withLock")) @statement.with
(statements (postfix_expression ["++" "--"]) @statement.assignment)

(when_entry . "else") @statement.switch_default

; Declarations and assignments
(property_declaration (multi_variable_declaration)) @statement.destructuring
(property_declaration (binding_pattern_kind "val") (variable_declaration)) @statement.constant_decl
(property_declaration (binding_pattern_kind "var") (variable_declaration)) @statement.variable_decl
(assignment) @statement.assignment

; Leaving
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

; What people say of it
[(line_comment) (multiline_comment)] @statement.comment
