; f()    a.f()    a?.f { }    C()    f { }    this(a)    super(a)
(call_expression . (simple_identifier) @name) @call
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @name .) .)) @call
(constructor_delegation_call ["this" "super"] @name) @call

; a f b
(infix_expression . (_) . (simple_identifier) @name . (_) .) @call

; ::f    C::m
(callable_reference (simple_identifier) @name .) @call

; A property, object or class used as a value
(value_argument [(simple_identifier) (navigation_expression)] @reference .)
(property_declaration "=" . [(simple_identifier) (navigation_expression)] @reference)
(function_body [(simple_identifier) (navigation_expression)] @reference)
(assignment (directly_assignable_expression (simple_identifier) @reference))
(assignment [(simple_identifier) (navigation_expression)] @reference .)
(jump_expression [(simple_identifier) (navigation_expression)] @reference)
(statements [(simple_identifier) (navigation_expression)] @reference)
(navigation_expression . (simple_identifier) @reference)
(indexing_expression . [(simple_identifier) (navigation_expression)] @reference)
(indexing_suffix [(simple_identifier) (navigation_expression)] @reference)
(interpolated_expression [(simple_identifier) (navigation_expression)] @reference)
(interpolated_identifier) @reference
(equality_expression [(simple_identifier) (navigation_expression)] @reference)
(comparison_expression [(simple_identifier) (navigation_expression)] @reference)
(additive_expression [(simple_identifier) (navigation_expression)] @reference)
(conjunction_expression [(simple_identifier) (navigation_expression)] @reference)
(disjunction_expression [(simple_identifier) (navigation_expression)] @reference)
(elvis_expression [(simple_identifier) (navigation_expression)] @reference)
(prefix_expression [(simple_identifier) (navigation_expression)] @reference)
(if_expression condition: [(simple_identifier) (navigation_expression)] @reference)
(control_structure_body [(simple_identifier) (navigation_expression)] @reference)
(when_condition [(simple_identifier) (navigation_expression)] @reference)
(when_subject [(simple_identifier) (navigation_expression)] @reference)
(for_statement "in" . [(simple_identifier) (navigation_expression)] @reference)
(as_expression . [(simple_identifier) (navigation_expression)] @reference)
(check_expression . [(simple_identifier) (navigation_expression)] @reference)

; Types, wherever they stand
(user_type) @type_reference
(callable_reference . (type_identifier) @type_reference)
