(for_range_loop) @statement.for_of @branch.nest
(catch_clause) @statement.catch @branch.nest
(try_statement) @statement.try_catch
(else_clause [(try_statement) (throw_statement) (for_range_loop)]) @statement.else @branch.else
(declaration declarator: (init_declarator declarator: (structured_binding_declarator))) @statement.destructuring
(throw_statement) @statement.throw
(delete_expression) @statement.delete
(new_expression) @statement.constructor_call
(co_return_statement) @statement.return
(co_await_expression) @statement.await
(co_yield_statement) @statement.yield
(argument_list (lambda_expression) @statement.callback)
(lambda_expression) @statement.closure
(expression_statement (call_expression function: (qualified_identifier))) @statement.function_call
(binary_expression operator: ["and" "or"]) @branch.operator
