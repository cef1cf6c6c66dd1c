; The parts of a definition (parameters, result, body, type parameters, modifiers) are read as adapter.toml says.

; package a.b    package c { }    package object p { }
(package_clause name: (_) @name !body) @export.unit
(package_clause name: (_) @name body: (_) @body) @definition.namespace
(package_object name: (_) @name) @definition.namespace

; class C(val a: Int) { }    trait T { }    object O { }    enum E { case A, B(x: Int) }
(class_definition name: (_) @name class_parameters: (_) @parameters) @definition.class
(class_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(object_definition name: (_) @name) @definition.class
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_case
(full_enum_case name: (_) @name) @definition.enum_case

; new T { ... }
(instance_expression (template_body) @definition.class)

; type T = C    type T
(type_definition name: (type_identifier) @name type: (_)? @returns) @definition.type

; def this(x: Int) = ...    extension (s: String) def f(x: Int)    def f(x: Int): C = ...    def p: C = ...    def f(x: Int): C
((function_definition name: (identifier) @name) @definition.secondary (#eq? @name "this"))
(extension_definition
  parameters: (parameters) @parameters @extension
  body: (function_definition name: (_) @name (parameters)* @parameters) @definition.function)
(function_definition name: (operator_identifier) @name) @definition.operator
(function_definition name: (_) @name (parameters)+ @parameters) @definition.function
(function_definition name: (_) @name) @definition.property
(function_declaration name: (_) @name (parameters)+ @parameters) @definition.function
(function_declaration name: (_) @name) @definition.property
(given_definition name: (_) @name) @definition.variable

; Parameters of a class are its fields
(class_parameter name: (_) @name) @definition.field

; val x = f()    var x: C = f()    val x: C
(val_definition pattern: (identifier) @name) @definition.variable
(var_definition pattern: (identifier) @name) @definition.variable
(val_declaration name: (_) @name) @definition.variable
(var_declaration name: (_) @name) @definition.variable

; x => x    (x: C) => x    { case x => x }
(lambda_expression parameters: (_) @parameters) @definition.lambda

; The same in functions, and patterns: val (a, b) = f()    val Some(c) = f()
(val_definition pattern: (identifier) @binding.value type: (_)? @type value: (_) @value)
(var_definition pattern: (identifier) @binding.value type: (_)? @type value: (_) @value)
(val_definition pattern: (tuple_pattern) @binding.value value: (_) @value)
(identifiers (identifier) @binding.value)

; for { x <- xs; y = f(x) } yield y
(enumerator . (identifier) @binding.iterate "<-" . (_) @value)
(enumerator . (identifier) @binding.value "=" . (_) @value)

; case x: C =>    case C(a, b) =>    case (a, b) =>    case a :: b =>    case x =>
(typed_pattern pattern: (identifier) @binding.local type: (_) @type)
(case_class_pattern pattern: (identifier) @binding.local (#match? @binding.local "^[a-z_]"))
(case_clause pattern: (tuple_pattern (identifier) @binding.local (#match? @binding.local "^[a-z_]")))
(infix_pattern (identifier) @binding.local (#match? @binding.local "^[a-z_]"))
(capture_pattern name: (identifier) @binding.local)
(case_clause pattern: (identifier) @binding.local (#match? @binding.local "^[a-z_]"))

; x = f()    this.x = f()
(assignment_expression left: [(identifier) (field_expression)] @binding.assign right: (_) @value)

; Blocks with names of their own
(for_expression) @scope.block
(case_clause) @scope.block
(block [(val_definition) (var_definition) (function_definition) (class_definition) (object_definition) (import_declaration)]) @scope.block
(indented_block [(val_definition) (var_definition) (function_definition) (class_definition) (object_definition) (import_declaration)]) @scope.block
