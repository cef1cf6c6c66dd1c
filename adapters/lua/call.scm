; f()    m.f()    o:m()    f "text"    f { }    require("m").f()
(function_call name: (_) @call arguments: (_) @arguments)

; A function or table used as a value: f(a, M.b)    x = M.b    return f    { f = f }    t[i]    a or b
(arguments [(identifier) (dot_index_expression)] @reference.argument)
(assignment_statement (expression_list value: [(identifier) (dot_index_expression)] @reference))
(return_statement (expression_list [(identifier) (dot_index_expression)] @reference))
(field value: [(identifier) (dot_index_expression)] @reference)
(binary_expression [(identifier) (dot_index_expression)] @reference)
(unary_expression operand: [(identifier) (dot_index_expression)] @reference)
(parenthesized_expression [(identifier) (dot_index_expression)] @reference)
(bracket_index_expression table: [(identifier) (dot_index_expression)] @reference)
(if_statement condition: [(identifier) (dot_index_expression)] @reference)
(elseif_statement condition: [(identifier) (dot_index_expression)] @reference)
