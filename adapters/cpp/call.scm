; new T(a)    new T    T{a}    T v(a);    T v{a};    T v;    C() : base(a), field(b) {}
(new_expression type: (_) @new arguments: (_)? @arguments)
(compound_literal_expression type: (_) @new value: (_) @arguments)
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @new
  declarator: (init_declarator value: [(argument_list) (initializer_list)] @arguments))
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @new declarator: (identifier))
(compound_statement (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @new
  declarator: (function_declarator declarator: (identifier)
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) !declarator)) @arguments)))
(field_initializer . [(field_identifier) (qualified_identifier) (template_method)] @new [(argument_list) (initializer_list)] @arguments)

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
