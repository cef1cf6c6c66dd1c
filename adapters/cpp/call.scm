; f()    s.f()    s->f()    n::f()    f<T>()    (*f)()    f()()
(call_expression function: [
  (identifier) @name
  (field_expression field: (_) @name)
  (qualified_identifier name: (_) @name)]) @call
((call_expression function: (template_function name: (_) @name)) @call
  (#not-any-of? @name "static_cast" "dynamic_cast" "const_cast" "reinterpret_cast"))
(call_expression function: [(parenthesized_expression) (call_expression) (lambda_expression) (subscript_expression)] @name) @call

; new T(a)    new T    T{a}    T v(a);    T v{a};    T v;    C() : base(a), field(b) {}
(new_expression type: (_) @name) @new
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)] @name value: (_) @arguments) @new
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name
  declarator: (init_declarator value: [(argument_list) (initializer_list)] @arguments)) @new
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name declarator: (identifier)) @new
(compound_statement (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name
  declarator: (function_declarator declarator: (identifier)
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) !declarator)) @arguments)) @new)
(field_initializer . [(field_identifier) (qualified_identifier) (template_method)] @name [(argument_list) (initializer_list)] @arguments) @new

; n::f as a value: g(n::f)    &C::m    v = n::f    return n::f
(argument_list (qualified_identifier) @reference.argument)
(argument_list (pointer_expression argument: (qualified_identifier) @reference.argument))
(initializer_list (qualified_identifier) @reference)
(init_declarator value: (qualified_identifier) @reference)
(assignment_expression right: (qualified_identifier) @reference)
(pointer_expression argument: (qualified_identifier) @reference)
(return_statement (qualified_identifier) @reference)
(conditional_expression (qualified_identifier) @reference)
(binary_expression (qualified_identifier) @reference)
(case_statement value: (qualified_identifier) @reference)
(field_declaration default_value: [(identifier) (qualified_identifier)] @reference)
(optional_parameter_declaration default_value: [(identifier) (qualified_identifier)] @reference)

; n::T v    V<T> v    (n::T)v    f<n::T>()
(declaration type: [(qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
(field_declaration type: [(qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
(parameter_declaration type: [(qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
(optional_parameter_declaration type: [
  (type_identifier) @type_reference (qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
(function_definition type: [(qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
(type_descriptor type: [(qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
(type_definition type: [(qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
(for_range_loop type: [
  (type_identifier) @type_reference (qualified_identifier) @type_reference (template_type name: (_) @type_reference)])
