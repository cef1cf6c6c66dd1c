; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(if_statement alternative: (if_statement) @statement.else_if @branch.flat)
(if_statement) @statement.if @branch.nest
(if_statement alternative: [
  (block) (expression_statement) (return_statement) (throw_statement) (for_statement) (foreach_statement)
  (while_statement) (do_statement) (switch_statement) (try_statement) (using_statement)
  ] @statement.else @branch.else)
(for_statement) @statement.for @branch.nest
(foreach_statement) @statement.for_of @branch.nest
(while_statement) @statement.while @branch.nest
(do_statement) @statement.do_while @branch.nest
(catch_clause) @statement.catch @branch.nest
(switch_statement) @statement.switch @branch.switch
(switch_section "case") @statement.switch_case @branch.case
(switch_expression) @statement.switch @branch.switch
(switch_expression_arm) @statement.switch_case @branch.case
(conditional_expression) @branch.nest
(binary_expression operator: ["&&" "||" "??"]) @branch.operator
; Jumps to labels break the flow
(goto_statement) @branch.else

; What a call of the function gives
(return_statement (_) @yield.return)
(yield_statement (_) @yield.generator)

;; on demand: all
; What comes later, and what is checked: Task.WhenAll(x)    Debug.Assert(x)
(invocation_expression function: (member_access_expression expression: (identifier) @_task)
  (#any-of? @_task "Task" "ValueTask")) @statement.promise
(expression_statement
  (invocation_expression function: (member_access_expression expression: (identifier) @_debug name: (identifier) @_assert))
  @statement.assertion (#any-of? @_debug "Debug" "Trace" "Assert") (#match? @_assert "^(Assert|That|True|False|Equal|NotNull)$"))
(expression_statement [(prefix_unary_expression) (postfix_unary_expression)] @statement.assignment)
(binary_expression left: (null_literal) operator: ["==" "!="]) @statement.null_check
(goto_statement) @statement.break
(fixed_statement) @statement.with
(checked_statement) @statement.with

(switch_section "default") @statement.switch_default

; Declarations and assignments
(local_declaration_statement (modifier "const")) @statement.constant_decl
(variable_declarator . (tuple_pattern)) @statement.destructuring
(assignment_expression left: (tuple_expression)) @statement.destructuring
(local_declaration_statement) @statement.variable_decl
(assignment_expression) @statement.assignment

; Leaving
(return_statement) @statement.return
(throw_statement) @statement.throw
(throw_expression) @statement.throw
(break_statement) @statement.break
(continue_statement) @statement.continue
(yield_statement) @statement.yield
(try_statement) @statement.try_catch
(finally_clause) @statement.finally
(using_statement) @statement.with
(lock_statement) @statement.with

; Calls that are statements
(expression_statement
  (invocation_expression function: (member_access_expression expression: (invocation_expression)))) @statement.chained_call
(expression_statement (invocation_expression function: [(identifier) (generic_name)])) @statement.function_call
(expression_statement (invocation_expression)) @statement.method_call
(object_creation_expression) @statement.constructor_call
(implicit_object_creation_expression) @statement.constructor_call
(await_expression) @statement.await

; Functions in passing
(argument (lambda_expression) @statement.callback)
(argument (anonymous_method_expression) @statement.callback)
(lambda_expression) @statement.arrow_function
(anonymous_method_expression) @statement.closure

; Checks: x is T    x is T y    (T)x    x as T    x!    x == null    x is null    x ?? y
(cast_expression) @statement.assertion
(as_expression) @statement.assertion
(is_pattern_expression pattern: (declaration_pattern)) @statement.type_guard
(is_pattern_expression pattern: (constant_pattern (null_literal))) @statement.null_check
(is_pattern_expression pattern: (negated_pattern (constant_pattern (null_literal)))) @statement.null_check
(binary_expression operator: ["==" "!="] right: (null_literal)) @statement.null_check
(is_pattern_expression) @statement.pattern

; What people say of it
(comment) @statement.comment
