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

; What a call of the function gives: return x    yield x    lambda: x
(return_statement (_) @yield.return)
(yield (_) @yield.generator)
