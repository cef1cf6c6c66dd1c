; Branches: each adds a path through its function
(if_statement condition: (_) @condition) @statement.if @branch.nest
(elif_clause condition: (_) @condition) @statement.else_if @branch.flat
(else_clause) @statement.else @branch.else
(for_statement) @statement.for_of @branch.nest
(while_statement condition: (_) @condition) @statement.while @branch.nest
(except_clause) @statement.catch @branch.nest
(case_clause) @statement.switch_case @branch.case
(case_clause guard: (if_clause) @branch.case)
(match_statement subject: (_) @condition) @statement.switch @branch.switch
(conditional_expression) @branch.nest
(boolean_operator) @branch.operator
(for_in_clause) @branch.case
(list_comprehension (if_clause) @branch.case)
(set_comprehension (if_clause) @branch.case)
(dictionary_comprehension (if_clause) @branch.case)
(generator_expression (if_clause) @branch.case)

; What a call of the function gives: return x    yield x    lambda: x
(return_statement (_) @yield.return)
(yield (_) @yield.generator)

;; on demand: all
; What is left of a match: case _
(case_clause (case_pattern) @_any (#eq? @_any "_")) @statement.switch_default

; Tests and what they make: isinstance(x, C)    x is None    {"key": value}    C(x)
(call function: (identifier) @_guard (#any-of? @_guard "isinstance" "issubclass" "callable" "hasattr")) @statement.type_guard
(comparison_operator operators: ["is" "is not" "==" "!="] (none)) @statement.null_check
(case_pattern [(class_pattern) (dict_pattern) (list_pattern) (tuple_pattern) (union_pattern) (as_pattern) (splat_pattern)]) @statement.pattern
(_ (call function: (attribute object: (identifier) @_module attribute: (identifier) @_made)) @statement.promise
  (#eq? @_module "asyncio") (#any-of? @_made "gather" "create_task" "ensure_future" "wait" "wait_for" "as_completed" "run"))
(argument_list (lambda) @statement.callback)
(argument_list (keyword_argument value: (lambda) @statement.callback))
(module (call function: (attribute object: (call))) @statement.chained_call)
(block (call function: (attribute object: (call))) @statement.chained_call)
(call function: (identifier) @_class (#match? @_class "^[A-Z][A-Za-z0-9]*[a-z]")) @statement.constructor_call
(assignment left: (identifier) @_constant (#match? @_constant "^[A-Z][A-Z0-9_]+$")) @statement.constant_decl
(named_expression) @statement.assignment

; Other statements
(try_statement) @statement.try_catch
(finally_clause) @statement.finally
(with_statement) @statement.with
(return_statement) @statement.return
(raise_statement) @statement.throw
(break_statement) @statement.break
(continue_statement) @statement.continue
(assert_statement) @statement.assertion
(delete_statement) @statement.delete
(assignment left: (identifier)) @statement.variable_decl
(assignment left: [(attribute) (subscript)]) @statement.assignment
(assignment left: [(pattern_list) (tuple_pattern) (list_pattern)]) @statement.destructuring
(augmented_assignment) @statement.assignment
(module (call function: (identifier))  @statement.function_call)
(block (call function: (identifier))  @statement.function_call)
(module (call function: (attribute))  @statement.method_call)
(block (call function: (attribute))  @statement.method_call)
(await) @statement.await
(yield) @statement.yield
(lambda) @statement.closure

; What people say of it
(comment) @statement.comment
