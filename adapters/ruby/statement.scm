; Branches: each adds a path through its function
(if condition: (_) @condition) @statement.if @branch.nest
(unless condition: (_) @condition) @statement.if @branch.nest
(elsif condition: (_) @condition) @statement.else_if @branch.flat
(if_modifier condition: (_) @condition) @statement.if @branch.nest
(unless_modifier condition: (_) @condition) @statement.if @branch.nest
(if alternative: (else) @statement.else @branch.else)
(elsif alternative: (else) @statement.else @branch.else)
(unless alternative: (else) @statement.else @branch.else)
(while condition: (_) @condition) @statement.while @branch.nest
(until condition: (_) @condition) @statement.while @branch.nest
(while_modifier condition: (_) @condition) @statement.while @branch.nest
(until_modifier condition: (_) @condition) @statement.while @branch.nest
(for) @statement.for_of @branch.nest
(case value: (_)? @condition) @statement.switch @branch.switch
(case_match value: (_) @condition) @statement.switch @branch.switch
(when) @statement.switch_case @branch.case
(in_clause) @statement.switch_case @branch.case
(rescue) @statement.catch @branch.nest
(rescue_modifier) @statement.catch @branch.nest
(conditional) @branch.nest
(binary operator: ["&&" "||" "and" "or"]) @branch.operator

; What a call of the method gives: its last expression    return x
(method body: (body_statement (_) @yield.return .))
(method body: (body_statement (_) @yield.return . [(rescue) (ensure)]))
(singleton_method body: (body_statement (_) @yield.return .))
(singleton_method body: (body_statement (_) @yield.return . [(rescue) (ensure)]))
(method "=" body: (_) @yield.return)
(singleton_method "=" body: (_) @yield.return)
(return (argument_list . (_) @yield.return .))

; What it hands to its block: yield x    block.call(x)
(yield (argument_list) @handed) @yield.block
((call receiver: (identifier) @_block method: (identifier) @_call arguments: (argument_list) @handed) @yield.block
  (#any-of? @_block "block" "blk" "callback") (#eq? @_call "call"))

;; on demand: all
(while_modifier body: (begin)) @statement.do_while
(until_modifier body: (begin)) @statement.do_while

; Tests and patterns: in {name: String => n}    -> (x) { }    x == nil    Thread.new { }
(in_clause pattern: [(array_pattern) (hash_pattern) (find_pattern) (as_pattern) (alternative_pattern)] @statement.pattern)
(binary operator: ["==" "!="] right: (nil)) @statement.null_check
(call receiver: (constant) @_thread block: [(block) (do_block)] (#any-of? @_thread "Thread" "Fiber" "Ractor" "Concurrent")) @statement.promise
((call !receiver method: (identifier) @_lambda block: (_)) @statement.closure (#any-of? @_lambda "lambda" "proc"))

(case (else) @statement.switch_default)

; Leaving
(return) @statement.return
((call !receiver method: (identifier) @_raise) @statement.throw (#any-of? @_raise "raise" "fail"))
(break) @statement.break
(next) @statement.continue
(redo) @statement.continue
(retry) @statement.continue
(begin) @statement.try_catch
(ensure) @statement.finally

; Declarations and assignments
(assignment left: (left_assignment_list)) @statement.destructuring
(assignment left: (constant)) @statement.constant_decl
(assignment left: (identifier)) @statement.variable_decl
(assignment left: [(instance_variable) (class_variable) (global_variable) (call) (element_reference)]) @statement.assignment
(operator_assignment) @statement.assignment
(undef) @statement.delete

; Calls that are statements
(body_statement (call receiver: (call receiver: (_))) @statement.chained_call)
(body_statement (call receiver: (_)) @statement.method_call)
(body_statement (call !receiver) @statement.function_call)
(program (call receiver: (_)) @statement.method_call)
(program (call !receiver) @statement.function_call)
(block_body (call receiver: (_)) @statement.method_call)
(block_body (call !receiver) @statement.function_call)
(then (call receiver: (_)) @statement.method_call)
(then (call !receiver) @statement.function_call)
((call receiver: (_) method: (identifier) @_new) @statement.constructor_call (#eq? @_new "new"))
(yield) @statement.yield

; Functions in passing
(call block: [(block) (do_block)] @statement.callback)
(lambda) @statement.closure

; Checks: x.is_a?(C)    x.nil?
((call method: (identifier) @_is) @statement.type_guard (#any-of? @_is "is_a?" "kind_of?" "instance_of?" "respond_to?"))
((call method: (identifier) @_nil) @statement.null_check (#eq? @_nil "nil?"))

; What people say of it
(comment) @statement.comment
