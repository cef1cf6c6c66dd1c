; f()    a.f()    f[A]()    a.f[A]()    super.f()
(call_expression function: (identifier) @name) @call
(call_expression function: (field_expression field: (_) @name)) @call
(call_expression function: (generic_function function: (identifier) @name)) @call
(call_expression function: (generic_function function: (field_expression field: (_) @name))) @call

; a f b    a ++ b
(infix_expression operator: (identifier) @name (#not-match? @name "^(eq|ne)$")) @call
(infix_expression
  operator: (operator_identifier) @name
  (#not-match? @name "^([-+*/%&|<>=!]|&&|[|][|]|[=!<>]=|::|->|[-+*/]=)$")) @call

; new C()    new C[A]()
(instance_expression . (type_identifier) @name) @new
(instance_expression . (stable_type_identifier (type_identifier) @name .)) @new
(instance_expression . (generic_type type: (type_identifier) @name)) @new

; A value, or a function without parameters: f(a, O.x)    val x = a.b    a.b.c    a + b
(arguments [(identifier) (field_expression)] @reference)
(val_definition value: [(identifier) (field_expression)] @reference)
(var_definition value: [(identifier) (field_expression)] @reference)
(function_definition body: [(identifier) (field_expression)] @reference)
(assignment_expression [(identifier) (field_expression)] @reference)
(infix_expression left: [(identifier) (field_expression)] @reference)
(infix_expression right: [(identifier) (field_expression)] @reference)
(field_expression value: [(identifier) (field_expression)] @reference (#not-eq? @reference "super"))
(generic_function function: [(identifier) (field_expression)] @reference)
(block [(identifier) (field_expression)] @reference)
(indented_block [(identifier) (field_expression)] @reference)
(template_body [(identifier) (field_expression)] @reference)
(if_expression [(identifier) (field_expression)] @reference)
(parenthesized_expression [(identifier) (field_expression)] @reference)
(case_clause body: [(identifier) (field_expression)] @reference)
(lambda_expression (_) [(identifier) (field_expression)] @reference .)
(match_expression value: [(identifier) (field_expression)] @reference)
(enumerator [(identifier) (field_expression)] @reference .)
(for_expression body: [(identifier) (field_expression)] @reference)
(return_expression [(identifier) (field_expression)] @reference)
(tuple_expression [(identifier) (field_expression)] @reference)
(interpolation [(identifier) (field_expression)] @reference)
(postfix_expression . (identifier) @reference)
(prefix_expression (identifier) @reference)

; Types, wherever they stand
(type_identifier) @type_reference
