; namespace N;    namespace A.B { }
(file_scoped_namespace_declaration name: (_) @name) @export.unit
(namespace_declaration name: (_) @name) @definition.namespace

; class C<T>(P p) : B { }    struct S { }    interface I<T> { }    enum E { A }    record R(int A);    record struct R { }
(class_declaration name: (_) @name (parameter_list)? @parameters) @definition.class
(struct_declaration name: (_) @name (parameter_list)? @parameters) @definition.struct
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(record_declaration name: (_) @name (parameter_list)? @parameters) @definition.record
(enum_member_declaration name: (_) @name) @definition.enum_member

; delegate R D<T>(P p): a type, and what calling a value of it gives
(delegate_declaration type: (_) @value name: (_) @name) @definition.delegate
(delegate_declaration type: (_) @returns parameters: (_) @parameters @definition.call_signature)

; record R(int A): a property for each
(record_declaration (parameter_list (parameter type: (_) @returns name: (_) @name) @definition.property))

; static C() { }    C(P p) : base(p) { }    ~C() { }
(constructor_declaration (modifier "static") name: (_) @name) @definition.static_constructor
(constructor_declaration name: (_) @name) @definition.constructor
(destructor_declaration name: (_) @name) @definition.destructor

; R I.M() { }    static R M(this T t) { }    R M<T>(P p) { }    R local(P p) { }
(method_declaration (explicit_interface_specifier) name: (_) @name) @definition.explicit_method
(method_declaration
  name: (_) @name parameters: (parameter_list . (parameter (modifier) @extension))
  (#eq? @extension "this")) @definition.method
(method_declaration name: (_) @name) @definition.method
(local_function_statement name: (_) @name) @definition.local_function

; static R operator +(R a, R b) => a;    static implicit operator R(S s) => null;
(operator_declaration operator: _ @name) @definition.operator
(conversion_operator_declaration type: (_) @name) @definition.operator

; T I.P { get; }    T P { get; set; } = v    T P => v    T this[int i] { get { } }    event T E { add { } remove { } }
(property_declaration (explicit_interface_specifier) name: (_) @name) @definition.explicit_property
(property_declaration name: (_) @name) @definition.property
(indexer_declaration "this" @name) @definition.property
(event_declaration (explicit_interface_specifier) name: (_) @name) @definition.explicit_property
(event_declaration name: (_) @name) @definition.property

; const T C = v;    T f = v, g;    event T E;
(field_declaration
  (variable_declaration type: (_) @type (variable_declarator name: (_) @name (_)? @value) @definition.field)) @declaration
(event_field_declaration
  (variable_declaration type: (_) @type (variable_declarator name: (_) @name) @definition.field)) @declaration

; x => y    (T x) => { }    delegate (T x) { }
(lambda_expression) @definition.lambda
(anonymous_method_expression (block) @body) @definition.lambda

; where T : B, I
(type_parameter_constraints_clause (identifier) @binding.bound (type_parameter_constraint type: (_) @type))

; T x = v;    var x = v;    var (x, y) = v;    (T x, var y) = v
(local_declaration_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @binding.value . (_)? @value)))
(for_statement initializer:
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @binding.value . (_)? @value)))
(using_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @binding.value . (_)? @value)))
(fixed_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @binding.local)))
(variable_declarator . (tuple_pattern) @binding.value . (_) @value)
(assignment_expression left: (tuple_expression
  (argument (declaration_expression type: (_) @type name: (_) @binding.local))))

; f(out var x)
(invocation_expression arguments: (argument_list
  (argument (declaration_expression type: (implicit_type) name: (_) @binding.asked)) @element)) @value

; f(out T x)    x is T y    case T y:    T { P: 1 } y    catch (T e)
(argument (declaration_expression
  type: [(identifier) (qualified_name) (generic_name) (alias_qualified_name) (predefined_type) (nullable_type) (array_type)] @type
  name: (_) @binding.value))
(declaration_pattern type: (_) @type name: (_) @binding.value)
(recursive_pattern type: (_) @type name: (_) @binding.value)
(catch_declaration type: (_) @type name: (_) @binding.catch)

; foreach (T x in xs)    foreach (var (k, v) in xs)    from x in xs    join y in ys    let z = v
(foreach_statement type: (_) @type left: (_) @binding.iterate right: (_) @value)
(foreach_statement left: (tuple_pattern) @binding.iterate right: (_) @value)
(from_clause name: (_) @binding.iterate . (_) @value)
(join_clause . (identifier) @binding.iterate . (_) @value)
(let_clause . (_) @binding.value . (_) @value)

; Scopes of names: blocks, loops, sections of a switch, queries
(block (block) @scope.block)
(block (local_declaration_statement)) @scope.block
(for_statement) @scope.block
(foreach_statement) @scope.block
(using_statement) @scope.block
(catch_clause) @scope.block
(switch_section) @scope.block
(switch_expression_arm) @scope.block
(query_expression) @scope.block
(accessor_declaration) @scope.block
