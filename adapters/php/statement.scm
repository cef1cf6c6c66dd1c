; Branches: each adds a path through its function
(if_statement condition: (_) @condition) @statement.if @branch.nest
(else_if_clause condition: (_) @condition) @statement.else_if @branch.flat
(else_clause) @statement.else @branch.else
(for_statement) @statement.for @branch.nest
(foreach_statement) @statement.for_of @branch.nest
(while_statement condition: (_) @condition) @statement.while @branch.nest
(do_statement condition: (_) @condition) @statement.do_while @branch.nest
(catch_clause) @statement.catch @branch.nest
(switch_statement condition: (_) @condition) @statement.switch @branch.switch
(case_statement) @statement.switch_case @branch.case
(match_expression condition: (_) @condition) @statement.switch @branch.switch
(match_conditional_expression) @statement.switch_case @branch.case
(conditional_expression) @branch.nest
(binary_expression operator: ["&&" "||" "and" "or" "??"]) @branch.operator
; Jumps to labels break the flow
(goto_statement) @branch.else

; What a call of the function gives: return $x    yield $x
(return_statement (_) @yield.return)
(yield_expression (array_element_initializer (_) @yield.generator .))

;; on demand: all
; Tests by functions: is_null($x)    is_string($x)
(function_call_expression function: (name) @_null (#any-of? @_null "is_null" "isset" "empty")) @statement.null_check
(function_call_expression function: (name) @_is
  (#any-of? @_is "is_string" "is_int" "is_array" "is_a" "is_callable" "is_object" "is_numeric" "is_bool" "is_float")) @statement.type_guard
(binary_expression left: (null) operator: ["==" "!=" "===" "!=="]) @statement.null_check
(expression_statement (update_expression) @statement.assignment)
(goto_statement) @statement.break
(match_condition_list (array_creation_expression)) @statement.pattern

(default_statement) @statement.switch_default
(match_default_expression) @statement.switch_default

; Leaving
(return_statement) @statement.return
(throw_expression) @statement.throw
(break_statement) @statement.break
(continue_statement) @statement.continue
(exit_statement) @statement.return
(try_statement) @statement.try_catch
(finally_clause) @statement.finally

; Declarations and assignments
(assignment_expression left: (list_literal)) @statement.destructuring
(assignment_expression left: (variable_name)) @statement.variable_decl
(assignment_expression left: [(member_access_expression) (scoped_property_access_expression) (subscript_expression)]) @statement.assignment
(augmented_assignment_expression) @statement.assignment
(reference_assignment_expression) @statement.assignment
(static_variable_declaration) @statement.variable_decl
(program (const_declaration) @statement.constant_decl)
(unset_statement) @statement.delete

; Calls that are statements
(expression_statement (member_call_expression object: (member_call_expression)) @statement.chained_call)
(expression_statement [(member_call_expression) (nullsafe_member_call_expression) (scoped_call_expression)] @statement.method_call)
(expression_statement (function_call_expression function: (name) @_assert (#eq? @_assert "assert")) @statement.assertion)
(expression_statement (function_call_expression) @statement.function_call)
(object_creation_expression) @statement.constructor_call
(yield_expression) @statement.yield

; Functions in passing
(argument [(arrow_function) (anonymous_function)] @statement.callback)
(arrow_function) @statement.arrow_function
(anonymous_function) @statement.closure

; Checks: $x instanceof T    $x === null
(binary_expression operator: "instanceof") @statement.type_guard
(binary_expression operator: ["==" "!=" "===" "!=="] right: (null)) @statement.null_check

; What people say of it
(comment) @statement.comment
