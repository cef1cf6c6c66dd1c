; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(if_statement (else) . (if_statement) @statement.else_if @branch.flat)
(if_statement) @statement.if @branch.nest
(if_statement (else) @statement.else @branch.else . (statements))
(guard_statement) @statement.if @branch.nest
(for_statement) @statement.for_in @branch.nest
(while_statement) @statement.while @branch.nest
(repeat_while_statement) @statement.do_while @branch.nest
(catch_block) @statement.catch @branch.nest
(switch_statement) @statement.switch @branch.switch
(switch_entry (switch_pattern)) @statement.switch_case @branch.case
(ternary_expression) @branch.nest
(conjunction_expression) @branch.operator
(disjunction_expression) @branch.operator
(nil_coalescing_expression) @statement.null_check @branch.operator

; What a call of the function gives: return x    { x }
(control_transfer_statement "return" result: (_) @yield.return)
(function_body (statements . (_) @yield.return .))
(computed_property (statements . (_) @yield.return .))
(computed_getter (statements . (_) @yield.return .))
(lambda_literal (statements . (_) @yield.return .))

;; on demand: all
; Tasks, tests and checks: Task { }    x as? C    assert(x)    x == nil    defer { }
(call_expression . (simple_identifier) @_task (#any-of? @_task "Task" "withTaskGroup" "withCheckedContinuation")) @statement.promise
(statements (call_expression . (simple_identifier) @_assert) @statement.assertion
  (#any-of? @_assert "assert" "precondition" "assertionFailure" "preconditionFailure"))
(statements (call_expression . (simple_identifier) @_fatal) @statement.throw (#eq? @_fatal "fatalError"))
(statements (call_expression . (simple_identifier) @_defer) @statement.finally (#eq? @_defer "defer"))
(call_expression . (simple_identifier) @_class (#match? @_class "^[A-Z]")) @statement.constructor_call
(as_expression) @statement.assertion
(equality_expression rhs: "nil") @statement.null_check

(switch_entry (default_keyword)) @statement.switch_default

; Declarations and assignments
(property_declaration name: (pattern (pattern))) @statement.destructuring
(property_declaration (value_binding_pattern "let")) @statement.constant_decl
(property_declaration) @statement.variable_decl
(assignment) @statement.assignment

; Leaving
(control_transfer_statement (throw_keyword)) @statement.throw
(control_transfer_statement "return") @statement.return
(control_transfer_statement "break") @statement.break
(control_transfer_statement "continue") @statement.continue
(do_statement) @statement.try_catch
(await_expression) @statement.await

; Calls that are statements
(statements (call_expression (navigation_expression target: (call_expression))) @statement.chained_call)
(statements (call_expression . (navigation_expression)) @statement.method_call)
(statements (call_expression . (simple_identifier)) @statement.function_call)
(constructor_expression) @statement.constructor_call

; Functions in passing
(call_suffix (lambda_literal) @statement.callback)
(lambda_literal) @statement.closure

; Checks: x is C    case .a(let x)
(check_expression) @statement.type_guard
(switch_pattern (pattern (value_binding_pattern))) @statement.pattern

; What people say of it
[(comment) (multiline_comment)] @statement.comment
