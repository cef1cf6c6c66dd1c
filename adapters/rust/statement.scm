; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(else_clause (if_expression) @statement.else_if @branch.flat)
(if_expression) @statement.if @branch.nest
(else_clause (block)) @statement.else @branch.else
(let_declaration alternative: (block)) @statement.null_check @branch.nest
(for_expression) @statement.for_in @branch.nest
(while_expression) @statement.while @branch.nest
(loop_expression) @statement.while @branch.nest
(match_expression) @statement.switch @branch.switch
(match_arm pattern: (match_pattern . (_))) @statement.switch_case @branch.case
(match_pattern condition: (_) @branch.case)
(binary_expression operator: ["&&" "||"]) @branch.operator
(let_chain) @branch.operator
; Jumps to labels break the flow
(break_expression (label)) @branch.else
(continue_expression (label)) @branch.else

; What a call of the function gives: return x
(return_expression (_) @yield.return)

;; on demand: all
(let_declaration alternative: (block)) @statement.null_check
(match_arm pattern: (match_pattern . (_))) @statement.switch_case

; Tests, tasks, values: if let Some(x) = y    spawn(f)    x.is_none()    T::new()
(call_expression function: [(identifier) @_task (scoped_identifier name: (identifier) @_task)]
  (#any-of? @_task "spawn" "spawn_blocking" "spawn_local" "join_all" "block_on" "join_" "select_")) @statement.promise
(call_expression function: (field_expression field: (field_identifier) @_none)
  (#any-of? @_none "is_none" "is_some")) @statement.null_check
(call_expression function: (field_expression field: (field_identifier) @_kind)
  (#any-of? @_kind "is_ok" "is_err" "downcast_ref" "downcast_mut" "downcast")) @statement.type_guard
(call_expression function: (scoped_identifier name: (identifier) @_new) (#any-of? @_new "new" "default")) @statement.constructor_call
(match_pattern [(tuple_struct_pattern) (struct_pattern) (tuple_pattern) (or_pattern) (range_pattern) (slice_pattern) (captured_pattern) (ref_pattern) (reference_pattern)]) @statement.pattern

(match_arm) @statement.switch_default
(try_expression) @statement.try_catch

; Declarations and assignments
(let_declaration pattern: [(tuple_pattern) (tuple_struct_pattern) (struct_pattern) (slice_pattern)]) @statement.destructuring
(let_declaration) @statement.variable_decl
(const_item) @statement.constant_decl
(static_item) @statement.constant_decl
(let_condition) @statement.pattern
(assignment_expression left: (tuple_expression)) @statement.destructuring
(assignment_expression) @statement.assignment
(compound_assignment_expr) @statement.assignment

; Leaving
(return_expression) @statement.return
(break_expression) @statement.break
(continue_expression) @statement.continue
(yield_expression) @statement.yield

; Checks and endings by macros, and calls that are statements: assert!(x);    panic!("...");    f();
; Macros are read as calls, with an underscore for their mark.
(expression_statement
  (call_expression
    function: (identifier) @_assert
    (#any-of? @_assert
      "assert_" "assert_eq_" "assert_ne_" "debug_assert_" "debug_assert_eq_" "debug_assert_ne_"))) @statement.assertion
(expression_statement
  (call_expression
    function: (identifier) @_panic
    (#any-of? @_panic "panic_" "todo_" "unimplemented_" "unreachable_"))) @statement.throw
(expression_statement (call_expression function: (field_expression value: (call_expression)))) @statement.chained_call
(expression_statement (call_expression function: (field_expression))) @statement.method_call
(expression_statement (call_expression function: [(identifier) (scoped_identifier) (generic_function)])) @statement.function_call
(struct_expression) @statement.constructor_call
(await_expression) @statement.await

; Functions in passing
(arguments (closure_expression) @statement.callback)
[(closure_expression) (async_block)] @statement.closure

; What people say of it
[(line_comment) (block_comment)] @statement.comment
