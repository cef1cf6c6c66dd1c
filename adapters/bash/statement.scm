; Branches: each adds a path through its function
(if_statement) @statement.if @branch.nest
(elif_clause) @statement.else_if @branch.flat
(else_clause) @statement.else @branch.else
(for_statement) @statement.for_in @branch.nest
(c_style_for_statement) @statement.for @branch.nest
(while_statement) @statement.while @branch.nest
(case_statement) @statement.switch @branch.switch
(case_item) @statement.switch_case @branch.case
(list ["&&" "||"]) @branch.operator
(ternary_expression) @branch.nest

;; on demand: all
; Jobs that are waited for, checks, names that get a line's words: wait    [[ $x =~ y ]]    read -r a b
(command name: (command_name) @_wait (#eq? @_wait "wait")) @statement.await
(command name: (command_name) @_read (#any-of? @_read "read" "mapfile" "readarray" "getopts")) @statement.destructuring
(command name: (command_name) @_let (#eq? @_let "let")) @statement.assignment
(test_command (binary_expression operator: "=~")) @statement.pattern
(command name: (command_name) @_test argument: (word) @_empty (#eq? @_test "test") (#any-of? @_empty "-n" "-z")) @statement.null_check
(command name: (command_name) @_type (#any-of? @_type "type" "hash")) @statement.type_guard

(case_item value: (extglob_pattern) @_any (#eq? @_any "*")) @statement.switch_default

; Declarations and assignments
(declaration_command "readonly") @statement.constant_decl
(declaration_command) @statement.variable_decl
(variable_assignment) @statement.assignment

; Leaving
(command name: (command_name) @_return (#eq? @_return "return")) @statement.return
(command name: (command_name) @_exit (#eq? @_exit "exit")) @statement.throw
(command name: (command_name) @_break (#eq? @_break "break")) @statement.break
(command name: (command_name) @_continue (#eq? @_continue "continue")) @statement.continue
(command name: (command_name) @_trap (#eq? @_trap "trap")) @statement.catch
(unset_command) @statement.delete

; Checks: [ -n "$x" ]    [[ -z $x ]]
(test_command (unary_expression operator: (test_operator) @_empty) (#any-of? @_empty "-n" "-z")) @statement.null_check

; Calls
(command) @statement.function_call

; What people say of it
(comment) @statement.comment
