; package a.b
(package_header (identifier) @name) @export.unit

; class C<T>(val a: A)    interface I    enum class E    object O    companion object    annotation class A
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name (primary_constructor)? @parameters) @definition.enum
(class_declaration (type_identifier) @name (primary_constructor)? @parameters) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object "companion" @name) @definition.class
(object_literal (class_body) @definition.class)
(enum_entry (class_body) @definition.class)

; typealias T = A<B>
(type_alias (type_identifier) @name (_) @returns .) @definition.type

; fun f(a: A): B {}    fun T.f() {}    constructor(a: A) : this(a)
(function_declaration
  receiver: (receiver_type (_) @receiver_type)
  (simple_identifier) @name) @definition.function
(function_declaration (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor

; val a: A get() = b    val T.a get() = b
(property_declaration
  receiver: (receiver_type (_) @receiver_type)
  (variable_declaration (simple_identifier) @name (_)? @returns)
  (getter (function_body)? @body)) @definition.property
(property_declaration
  (variable_declaration (simple_identifier) @name (_)? @returns)
  (getter (function_body) @body)) @definition.property

; const val A = 1    val a: A = b    var a = b    val a by lazy { b }    class C(val a: A)    enum class E { A }
(property_declaration
  (modifiers (property_modifier) @_const)
  (variable_declaration (simple_identifier) @name (_)? @type)
  "=" . (_) @value
  (#eq? @_const "const")) @definition.constant
(property_declaration
  (variable_declaration (simple_identifier) @name (_)? @type)
  "=" . (_) @value) @definition.variable
(property_declaration
  (variable_declaration (simple_identifier) @name (_)? @type)
  (property_delegate (_) @value)) @definition.variable
(property_declaration (variable_declaration (simple_identifier) @name (_)? @type)) @definition.variable
(class_parameter (binding_pattern_kind) (simple_identifier) @name . (_) @type) @definition.field
(enum_entry (simple_identifier) @name) @definition.enum_constant

; { x -> y }    { it }    fun(x: X): Y { }    (A) -> B as a type
(lambda_literal (lambda_parameters)? @parameters) @definition.lambda
(anonymous_function) @definition.lambda
(function_type
  receiver: (receiver_type (_) @receiver_type)
  (function_type_parameters) @parameters
  (_) @returns .) @definition.lambda
(function_type (function_type_parameters) @parameters (_) @returns .) @definition.lambda

; Local variables: val a: A = b    val (a, b) = c    for (a in b)    catch (e: E)    when (val a = b)
(property_declaration
  (variable_declaration (simple_identifier) @binding.value (_)? @type)
  "=" . (_) @value)
(property_declaration
  (variable_declaration (simple_identifier) @binding.value (_)? @type)
  (property_delegate (_) @value))
(property_declaration (variable_declaration (simple_identifier) @binding.value . (_) @type))
(property_declaration (multi_variable_declaration) @binding.value "=" . (_) @value)
(for_statement (variable_declaration (simple_identifier) @binding.iterate) "in" . (_) @value)
(for_statement (multi_variable_declaration) @binding.iterate "in" . (_) @value)
(catch_block (simple_identifier) @binding.local . (_) @type)
(when_subject (variable_declaration (simple_identifier) @binding.value) (_) @value .)

; a = b
(assignment (directly_assignable_expression . (simple_identifier) @binding.assign .) (_) @value .)

; Blocks with names of their own
(control_structure_body (statements (property_declaration))) @scope.block
(for_statement) @scope.block
(catch_block) @scope.block
(when_expression (when_subject (variable_declaration))) @scope.block
