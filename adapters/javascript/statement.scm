; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(else_clause (if_statement) @statement.else_if @branch.flat)
(if_statement) @statement.if @branch.nest
(else_clause [
  (statement_block) (expression_statement) (return_statement) (throw_statement) (for_statement)
  (for_in_statement) (while_statement) (do_statement) (switch_statement) (try_statement)]) @statement.else @branch.else
(for_statement) @statement.for @branch.nest
(for_in_statement operator: "of") @statement.for_of @branch.nest
(for_in_statement operator: "in") @statement.for_in @branch.nest
(while_statement) @statement.while @branch.nest
(do_statement) @statement.do_while @branch.nest
(catch_clause) @statement.catch @branch.nest
(switch_statement) @statement.switch @branch.switch
(switch_case) @statement.switch_case @branch.case
(ternary_expression) @branch.nest
(binary_expression operator: ["&&" "||" "??"]) @branch.operator
; Jumps to labels break the flow
(break_statement label: (_)) @branch.else
(continue_statement label: (_)) @branch.else

; What a call of the function gives: return x    yield x
(return_statement (_) @yield.return)
(yield_expression (_) @yield.generator)

;; on demand: all
; Promises and tests: Promise.all([x])    x.then(f)    Array.isArray(x)    console.assert(x)
(call_expression function: (member_expression object: (identifier) @_promise) (#eq? @_promise "Promise")) @statement.promise
(call_expression function: (member_expression property: (property_identifier) @_then)
  (#any-of? @_then "then" "catch" "finally")) @statement.promise
(call_expression function: (member_expression object: (identifier) @_array property: (property_identifier) @_is)
  (#eq? @_array "Array") (#eq? @_is "isArray")) @statement.type_guard
(expression_statement (call_expression function: (identifier) @_assert (#eq? @_assert "assert")) @statement.assertion)
(expression_statement
  (call_expression function: (member_expression property: (property_identifier) @_assert) (#eq? @_assert "assert"))
  @statement.assertion)
(binary_expression left: [(null) (undefined)] operator: ["==" "!=" "===" "!=="]) @statement.null_check
(expression_statement (update_expression) @statement.assignment)

(switch_default) @statement.switch_default

; Declarations and assignments
(variable_declarator name: [(object_pattern) (array_pattern)]) @statement.destructuring
(lexical_declaration kind: "const" (variable_declarator name: (identifier)) @statement.constant_decl)
(lexical_declaration kind: "let" (variable_declarator name: (identifier)) @statement.variable_decl)
(variable_declaration (variable_declarator name: (identifier)) @statement.variable_decl)
(assignment_expression left: [(object_pattern) (array_pattern)]) @statement.destructuring
(assignment_expression left: [(identifier) (member_expression) (subscript_expression)]) @statement.assignment
(augmented_assignment_expression) @statement.assignment
(unary_expression operator: "delete") @statement.delete

; Leaving
(return_statement) @statement.return
(throw_statement) @statement.throw
(break_statement) @statement.break
(continue_statement) @statement.continue
(try_statement) @statement.try_catch
(finally_clause) @statement.finally
(with_statement) @statement.with

; Calls that are statements
(expression_statement
  (call_expression function: (member_expression object: (call_expression))) @statement.chained_call)
(expression_statement (call_expression function: (member_expression)) @statement.method_call)
(expression_statement (call_expression function: (identifier)) @statement.function_call)
(new_expression constructor: (identifier) @_promise (#eq? @_promise "Promise")) @statement.promise
(new_expression) @statement.constructor_call
(await_expression) @statement.await
(yield_expression) @statement.yield

; Functions in passing
(arguments [(arrow_function) (function_expression) (generator_function)] @statement.callback)
(arrow_function) @statement.arrow_function
(function_expression) @statement.closure

; Checks: typeof x === "string"    x instanceof C    x == null
(binary_expression left: (unary_expression operator: "typeof")) @statement.type_guard
(binary_expression operator: "instanceof") @statement.type_guard
(binary_expression operator: ["==" "!=" "===" "!=="] right: [(null) (undefined)]) @statement.null_check

; What people say of it
(comment) @statement.comment
