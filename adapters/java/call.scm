; f()    a.b()    a.b().c()    super.m()    this(a)    super(a)    a.super(b)
(method_invocation object: (_)? @object name: (_) @name arguments: (_) @arguments) @call
(explicit_constructor_invocation constructor: (_) @name) @call

; new C()    new C<>() { }    outer.new C()    enum E { A(1) }
(object_creation_expression type: (_) @name) @new
(enum_constant name: (_) @name) @new

; C::m    this::m    C::new
(method_reference "::" . (identifier) @name) @call
(method_reference "new" @name) @new

; A field or class used as a value: f(a, C.X)    x = C.X    return a    a == b    a[i]    c ? a : b
(argument_list [(identifier) (field_access)] @reference)
(variable_declarator value: [(identifier) (field_access)] @reference)
(assignment_expression left: [(identifier) (field_access)] @reference)
(assignment_expression right: [(identifier) (field_access)] @reference)
(return_statement [(identifier) (field_access)] @reference)
(ternary_expression [(identifier) (field_access)] @reference)
(binary_expression [(identifier) (field_access)] @reference)
(unary_expression operand: [(identifier) (field_access)] @reference)
(update_expression [(identifier) (field_access)] @reference)
(parenthesized_expression [(identifier) (field_access)] @reference)
(cast_expression value: [(identifier) (field_access)] @reference)
(array_access [(identifier) (field_access)] @reference)
(array_initializer [(identifier) (field_access)] @reference)
(enhanced_for_statement value: [(identifier) (field_access)] @reference)
(lambda_expression body: [(identifier) (field_access)] @reference)
(instanceof_expression left: [(identifier) (field_access)] @reference)
(switch_label [(identifier) (field_access)] @reference)
(element_value_pair value: [(identifier) (field_access)] @reference)
(annotation_argument_list [(identifier) (field_access)] @reference)
(element_value_array_initializer [(identifier) (field_access)] @reference)
(throw_statement [(identifier) (field_access)] @reference)
(yield_statement [(identifier) (field_access)] @reference)

; A class before a dot: C.m()    C.X.m()
(method_invocation object: [(identifier) (field_access)] @reference)
(class_literal (_) @type_reference)

; Types, wherever they stand: C x    C f()    C[]    A<C>    ? extends C    (C) x    throws C    x instanceof C
(field_declaration type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(constant_declaration type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(local_variable_declaration type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(method_declaration type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(annotation_type_element_declaration type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(formal_parameter type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(spread_parameter [(type_identifier) (scoped_type_identifier)] @type_reference)
(enhanced_for_statement type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(resource type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(catch_type [(type_identifier) (scoped_type_identifier)] @type_reference)
(generic_type . [(type_identifier) (scoped_type_identifier)] @type_reference)
(type_arguments [(type_identifier) (scoped_type_identifier)] @type_reference)
(wildcard [(type_identifier) (scoped_type_identifier)] @type_reference)
(type_bound [(type_identifier) (scoped_type_identifier)] @type_reference)
(array_type element: [(type_identifier) (scoped_type_identifier)] @type_reference)
(array_creation_expression type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(cast_expression type: [(type_identifier) (scoped_type_identifier)] @type_reference)
(instanceof_expression right: [(type_identifier) (scoped_type_identifier)] @type_reference)
(type_pattern [(type_identifier) (scoped_type_identifier)] @type_reference)
(record_pattern_component [(type_identifier) (scoped_type_identifier)] @type_reference)
(record_pattern . (identifier) @type_reference)
(throws [(type_identifier) (scoped_type_identifier)] @type_reference)
(permits (type_list [(type_identifier) (scoped_type_identifier)] @type_reference))
