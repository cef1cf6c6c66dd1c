; f()    a.b()    a?.b?.()    f`text`    super()    require("m")    import("m")
(call_expression function: (_) @call arguments: (_) @arguments)

; new C()    new a.B
(new_expression constructor: (_) @new arguments: (_)? @arguments)

; A function, class or module member used as a value: g(f)    x = f    return f    [f]    { k: f, f }    ...f
(arguments [(identifier) (member_expression)] @reference.argument)
(arguments (function_expression name: (_)) @reference)
(variable_declarator value: [(identifier) (member_expression)] @reference)
(assignment_expression right: [(identifier) (member_expression)] @reference)
(augmented_assignment_expression right: [(identifier) (member_expression)] @reference)
(assignment_pattern right: [(identifier) (member_expression)] @reference)
(object_assignment_pattern right: [(identifier) (member_expression)] @reference)
(return_statement [(identifier) (member_expression)] @reference)
(yield_expression [(identifier) (member_expression)] @reference)
(await_expression [(identifier) (member_expression)] @reference)
(throw_statement [(identifier) (member_expression)] @reference)
(arrow_function body: [(identifier) (member_expression)] @reference)
(array [(identifier) (member_expression)] @reference)
(object (shorthand_property_identifier) @reference)
(pair value: [(identifier) (member_expression)] @reference)
(computed_property_name [(identifier) (member_expression)] @reference)
(spread_element [(identifier) (member_expression)] @reference)
(parenthesized_expression [(identifier) (member_expression)] @reference)
(ternary_expression [(identifier) (member_expression)] @reference)
(binary_expression [(identifier) (member_expression)] @reference)
(unary_expression [(identifier) (member_expression)] @reference)
(template_substitution [(identifier) (member_expression)] @reference)
(subscript_expression [(identifier) (member_expression)] @reference)
(switch_case value: [(identifier) (member_expression)] @reference)
(for_in_statement right: [(identifier) (member_expression)] @reference)
(export_statement value: [(identifier) (member_expression)] @reference)

;; grammars: javascript
(field_definition value: [(identifier) (member_expression)] @reference)
;; grammars: javascript tsx

; Elements and what stands in them: <C/>    <a.B>...</a.B>    <p>{x}</p>
(jsx_self_closing_element name: [(identifier) (member_expression)] @reference
  (#match? @reference "^[A-Z]|\\."))
(jsx_opening_element name: [(identifier) (member_expression)] @reference
  (#match? @reference "^[A-Z]|\\."))
(jsx_expression [(identifier) (member_expression)] @reference)
;; grammars: all

; A name that is a whole statement, as in templates: x;    a.b;
(expression_statement [(identifier) (member_expression)] @reference)
