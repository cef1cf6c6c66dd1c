; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(if_statement alternative: (if_statement) @statement.else_if @branch.flat)
(if_statement) @statement.if @branch.nest
(if_statement alternative: [
  (block) (expression_statement) (return_statement) (throw_statement) (for_statement) (enhanced_for_statement)
  (while_statement) (do_statement) (switch_expression) (try_statement)] @statement.else @branch.else)
(for_statement) @statement.for @branch.nest
(enhanced_for_statement) @statement.for_of @branch.nest
(while_statement) @statement.while @branch.nest
(do_statement) @statement.do_while @branch.nest
(catch_clause) @statement.catch @branch.nest
(switch_expression) @statement.switch @branch.switch
(switch_block_statement_group (switch_label . "case")) @statement.switch_case @branch.case
(switch_rule (switch_label . "case")) @statement.switch_case @branch.case
(ternary_expression) @branch.nest
(binary_expression operator: ["&&" "||"]) @branch.operator
; Jumps to labels break the flow
(break_statement (identifier)) @branch.else
(continue_statement (identifier)) @branch.else

; What a call of the function gives: return x
(return_statement (_) @yield.return)

;; on demand: all
; What comes later, and code without a name: CompletableFuture.supplyAsync(f)    new Runnable() { ... }
(method_invocation object: (identifier) @_future (#any-of? @_future "CompletableFuture" "Futures")) @statement.promise
(method_invocation name: (identifier) @_future
  (#any-of? @_future "supplyAsync" "runAsync" "thenApply" "thenCompose" "thenAccept" "thenRun" "whenComplete")) @statement.promise
(binary_expression left: (null_literal) operator: ["==" "!="]) @statement.null_check
(method_invocation object: (identifier) @_objects name: (identifier) @_null
  (#eq? @_objects "Objects") (#any-of? @_null "isNull" "nonNull" "requireNonNull")) @statement.null_check
(expression_statement (update_expression) @statement.assignment)
(synchronized_statement) @statement.with
(method_reference) @statement.closure
(record_pattern) @statement.destructuring
(object_creation_expression (class_body)) @statement.closure

(switch_block_statement_group (switch_label . "default")) @statement.switch_default
(switch_rule (switch_label . "default")) @statement.switch_default

; Declarations and assignments
(local_variable_declaration (modifiers "final")) @statement.constant_decl
(local_variable_declaration) @statement.variable_decl
(assignment_expression) @statement.assignment

; Leaving
(return_statement) @statement.return
(throw_statement) @statement.throw
(break_statement) @statement.break
(continue_statement) @statement.continue
(yield_statement) @statement.yield
(try_statement) @statement.try_catch
(try_with_resources_statement) @statement.try_catch
(finally_clause) @statement.finally
(assert_statement) @statement.assertion

; Calls that are statements
(expression_statement (method_invocation object: (method_invocation)) @statement.chained_call)
(expression_statement (method_invocation object: (_)) @statement.method_call)
(expression_statement (method_invocation) @statement.function_call)
(explicit_constructor_invocation) @statement.constructor_call
(object_creation_expression) @statement.constructor_call

; Functions in passing
(argument_list [(lambda_expression) (method_reference)] @statement.callback)
(lambda_expression) @statement.arrow_function

; Checks: x instanceof C    x == null    case R(var a) ->
(instanceof_expression) @statement.type_guard
(binary_expression operator: ["==" "!="] right: (null_literal)) @statement.null_check
(switch_label (pattern) @statement.pattern)

; What people say of it
[(line_comment) (block_comment)] @statement.comment
