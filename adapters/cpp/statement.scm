(for_range_loop) @statement.for_of @branch.nest
(catch_clause) @statement.catch @branch.nest
(else_clause [(try_statement) (throw_statement) (for_range_loop)]) @statement.else @branch.else
(binary_expression operator: ["and" "or"]) @branch.operator

;; on demand: all
; Promises, casts that test, types that make: std::async(f)    dynamic_cast<T*>(x)    T x{1};
(call_expression function: (qualified_identifier scope: (_) @_std name: (identifier) @_async)
  (#eq? @_std "std") (#eq? @_async "async")) @statement.promise
(call_expression function: (template_function name: (identifier) @_cast (#eq? @_cast "dynamic_cast"))) @statement.type_guard
(declaration declarator: (init_declarator value: [(argument_list) (initializer_list)])) @statement.constructor_call
(static_assert_declaration) @statement.assertion
(for_range_loop declarator: [(structured_binding_declarator) (reference_declarator (structured_binding_declarator))] @statement.destructuring)

(try_statement) @statement.try_catch
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
