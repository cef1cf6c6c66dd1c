; Branches: each adds a path through its function. An if that hangs on an else comes first, so that it counts as such.
(else_clause (if_statement) @statement.else_if @branch.flat)
(if_statement) @statement.if @branch.nest
(else_clause [
  (compound_statement) (expression_statement) (return_statement) (for_statement) (while_statement) (do_statement)
  (switch_statement) (goto_statement) (break_statement) (continue_statement)]) @statement.else @branch.else
(for_statement) @statement.for @branch.nest
(while_statement) @statement.while @branch.nest
(do_statement) @statement.do_while @branch.nest
(switch_statement) @statement.switch @branch.switch
(case_statement "case") @statement.switch_case @branch.case
(conditional_expression) @branch.nest
(binary_expression operator: ["&&" "||"]) @branch.operator
; Jumps to labels break the flow
(goto_statement) @branch.else

;; on demand: all
; x++    *p += 1    goto end    !p
(expression_statement (update_expression)) @statement.assignment
(goto_statement) @statement.break
(compound_literal_expression) @statement.constructor_call
(expression_statement (call_expression function: (identifier) @_assert (#any-of? @_assert "assert" "static_assert" "_Static_assert"))) @statement.assertion
(expression_statement (call_expression function: (identifier) @_exit (#any-of? @_exit "exit" "abort" "_exit" "longjmp"))) @statement.throw
(expression_statement (call_expression function: (identifier) @_free (#any-of? @_free "free" "kfree"))) @statement.delete

(case_statement "default") @statement.switch_default

; Declarations and assignments
(compound_statement (declaration (type_qualifier "const") declarator: (init_declarator declarator: (identifier))) @statement.constant_decl)
(compound_statement (declaration) @statement.variable_decl)
(expression_statement (assignment_expression)) @statement.assignment

; Leaving
(return_statement) @statement.return
(break_statement) @statement.break
(continue_statement) @statement.continue

; Calls that are statements
(expression_statement (call_expression function: (field_expression argument: (call_expression)))) @statement.chained_call
(expression_statement (call_expression function: (field_expression))) @statement.method_call
(expression_statement (call_expression function: (identifier))) @statement.function_call

; Checks: p == NULL    assert(p)
(binary_expression operator: ["==" "!="] right: (null)) @statement.null_check

; What people say of it
(comment) @statement.comment
