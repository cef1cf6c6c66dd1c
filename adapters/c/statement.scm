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
(case_statement "default") @statement.switch_default
(conditional_expression) @branch.nest
(binary_expression operator: ["&&" "||"]) @branch.operator

; Declarations and assignments
(compound_statement (declaration (type_qualifier "const") declarator: (init_declarator declarator: (identifier))) @statement.constant_decl)
(compound_statement (declaration) @statement.variable_decl)
(expression_statement (assignment_expression)) @statement.assignment

; Leaving: a return in a condition is an early one
(if_statement consequence: (return_statement) @statement.early_return)
(if_statement consequence: (compound_statement (return_statement) @statement.early_return))
(return_statement) @statement.return
(break_statement) @statement.break
(continue_statement) @statement.continue

; Calls that are statements
(expression_statement (call_expression function: (field_expression argument: (call_expression)))) @statement.chained_call
(expression_statement (call_expression function: (field_expression))) @statement.method_call
(expression_statement (call_expression function: (identifier))) @statement.function_call

; Checks: p == NULL    assert(p)
(binary_expression operator: ["==" "!="] right: (null)) @statement.null_check
(expression_statement (call_expression function: (identifier) @_assert (#any-of? @_assert "assert" "static_assert" "ASSERT"))) @statement.assertion
