; f()    a.b()    C()    f()()
(call function: (_) @call)

; A function or class used as a value: g(f)    g(key=f)    x = f    return f    [f]    {"k": f}    f if c else g
(call function: (_) @callee arguments: (argument_list [(identifier) (attribute)] @reference.argument))
(call function: (_) @callee arguments: (argument_list
  (keyword_argument name: (identifier) @keyword value: [(identifier) (attribute)] @reference.argument)))
(class_definition superclasses: (argument_list
  (keyword_argument value: [(identifier) (attribute)] @reference)))
(assignment right: [(identifier) (attribute)] @reference)
(return_statement [(identifier) (attribute)] @reference)
(yield [(identifier) (attribute)] @reference)
(list [(identifier) (attribute)] @reference)
(tuple [(identifier) (attribute)] @reference)
(set [(identifier) (attribute)] @reference)
(pair value: [(identifier) (attribute)] @reference)
(expression_list [(identifier) (attribute)] @reference)
(default_parameter value: [(identifier) (attribute)] @reference)
(typed_default_parameter value: [(identifier) (attribute)] @reference)
(conditional_expression [(identifier) (attribute)] @reference)
(boolean_operator [(identifier) (attribute)] @reference)
(comparison_operator [(identifier) (attribute)] @reference)
(raise_statement . [(identifier) (attribute)] @reference)
(except_clause value: [(identifier) (attribute)] @reference)
(except_clause value: (as_pattern . [(identifier) (attribute)] @reference))

; Types in annotations: x: T    x: a.T    x: List[T]    -> "T"
(type [(identifier) (attribute) (string)] @type_reference)
(type (generic_type . (identifier) @type_reference))
(type (subscript value: [(identifier) (attribute)] @type_reference))
(type (subscript subscript: [(identifier) (attribute)] @type_reference))
(type (binary_operator [(identifier) (attribute)] @type_reference))
