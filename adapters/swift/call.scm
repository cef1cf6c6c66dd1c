; f()    C()    a.f()    f { }    a.f { }    Box<C>()
(call_expression . (simple_identifier) @name (call_suffix (value_arguments "("))) @call
(call_expression . (simple_identifier) @name (call_suffix . (lambda_literal))) @call
(call_expression
  . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @name))
  (call_suffix (value_arguments "("))) @call
(call_expression
  . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @name))
  (call_suffix . (lambda_literal))) @call
(constructor_expression constructed_type: (user_type (type_identifier) @name)) @new

; A value: f(a, C.x)    x = a.b    return a    a == b    a ?? b    c ? a : b
(value_argument value: [(simple_identifier) (navigation_expression)] @reference (#not-match? @reference "[.]self$"))
(property_declaration value: [(simple_identifier) (navigation_expression)] @reference)
(assignment target: (directly_assignable_expression [(simple_identifier) (navigation_expression)] @reference))
(assignment result: [(simple_identifier) (navigation_expression)] @reference)
(control_transfer_statement result: [(simple_identifier) (navigation_expression)] @reference)
(equality_expression [(simple_identifier) (navigation_expression)] @reference)
(comparison_expression [(simple_identifier) (navigation_expression)] @reference)
(conjunction_expression [(simple_identifier) (navigation_expression)] @reference)
(disjunction_expression [(simple_identifier) (navigation_expression)] @reference)
(additive_expression [(simple_identifier) (navigation_expression)] @reference)
(multiplicative_expression [(simple_identifier) (navigation_expression)] @reference)
(nil_coalescing_expression [(simple_identifier) (navigation_expression)] @reference)
(ternary_expression [(simple_identifier) (navigation_expression)] @reference)
(prefix_expression operation: (bang) target: [(simple_identifier) (navigation_expression)] @reference)
(array_literal [(simple_identifier) (navigation_expression)] @reference)
(statements [(simple_identifier) (navigation_expression)] @reference)
(for_statement collection: [(simple_identifier) (navigation_expression)] @reference)
(switch_statement expr: [(simple_identifier) (navigation_expression)] @reference)
(interpolated_expression value: [(simple_identifier) (navigation_expression)] @reference)
(call_expression . [(simple_identifier) (navigation_expression)] @reference (call_suffix (value_arguments "[")))
(navigation_expression target: [(simple_identifier) (navigation_expression)] @reference)

; Types, wherever they stand
(user_type) @type_reference
