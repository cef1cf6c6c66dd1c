; The parts of a definition (parameters, result, body, modifiers) are read as adapter.toml says.

; package a.b;
(package_declaration (_) @name) @export.unit

; class C<T> {}    record R(int a) {}    interface I {}    enum E {}    @interface A {}
(class_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name parameters: (_) @parameters) @definition.record
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(annotation_type_declaration name: (_) @name) @definition.interface

; new C() { ... }    enum E { A { ... } }
(object_creation_expression (class_body) @definition.class)
(enum_constant body: (class_body) @definition.class)

; Members: void m() {}    C() {}    record R(int a) { R { } }    @interface A { int v(); }
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(compact_constructor_declaration name: (_) @name) @definition.constructor
(annotation_type_element_declaration name: (_) @name) @definition.method

; Fields: static final int A = 1, B = 2;    X x = new X();    interface I { int A = 1; }    enum E { A, B }    record R(int a)
(field_declaration
  (modifiers ["static" "final"] ["static" "final"])
  type: (_) @type
  declarator: (variable_declarator name: (_) @name value: (_)? @value)) @definition.constant
(field_declaration
  type: (_) @type
  declarator: (variable_declarator name: (_) @name value: (_)? @value)) @definition.field
(constant_declaration
  type: (_) @type
  declarator: (variable_declarator name: (_) @name value: (_)? @value)) @definition.constant
(enum_constant name: (_) @name) @definition.enum_constant
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name) @definition.field))
(record_declaration
  parameters: (formal_parameters
    (spread_parameter (_) @type . (variable_declarator name: (_) @name)) @definition.field))

; x -> y    (A x, B y) -> { }
(lambda_expression) @definition.lambda

; Local variables: C c = f();    var c = f();    for (C c : cs)    try (R r = f())    catch (E | F e)
(local_variable_declaration
  type: (_) @type
  declarator: (variable_declarator name: (_) @binding.value value: (_)? @value))
(enhanced_for_statement type: (type_identifier) @_type name: (_) @binding.iterate value: (_) @value (#eq? @_type "var"))
(enhanced_for_statement type: (_) @type name: (_) @binding.local (#not-eq? @type "var"))
(resource type: (_) @type name: (_) @binding.value value: (_) @value)
(catch_formal_parameter (catch_type) @type name: (_) @binding.local)

; Patterns: o instanceof C c    case C c ->    case R(C c, var d) ->
(instanceof_expression right: (_) @type name: (_) @binding.local)
(instanceof_expression pattern: (record_pattern (record_pattern_body (record_pattern_component (_) @type (identifier) @binding.local))))
(type_pattern (_) @type . (identifier) @binding.local)
(switch_label (pattern (record_pattern (record_pattern_body (record_pattern_component (_) @type (identifier) @binding.local)))))

; x = f();    this.x = f();
(assignment_expression left: [(identifier) (field_access object: (this))] @binding.assign operator: "=" right: (_) @value)

; Blocks with names of their own
(block (local_variable_declaration)) @scope.block
(block (class_declaration)) @scope.block
(block (record_declaration)) @scope.block
(block (interface_declaration)) @scope.block
(block (enum_declaration)) @scope.block
(constructor_body (local_variable_declaration)) @scope.block
(for_statement init: (local_variable_declaration)) @scope.block
(enhanced_for_statement) @scope.block
(try_with_resources_statement) @scope.block
(catch_clause) @scope.block
(if_statement condition: (parenthesized_expression (instanceof_expression name: (_)))) @scope.block
(if_statement condition: (parenthesized_expression (binary_expression operator: "&&"))) @scope.block
(switch_block_statement_group (local_variable_declaration)) @scope.block
(switch_rule (switch_label (pattern))) @scope.block
