; The parts of a definition (result, body, type parameters, modifiers) are read as adapter.toml says.

; class C {}    struct S {}    enum E {}    actor A {}    protocol P {}    typealias T = C
(class_declaration "class" name: (type_identifier) @name) @definition.class
(class_declaration "struct" name: (type_identifier) @name) @definition.struct
(class_declaration "enum" name: (type_identifier) @name) @definition.enum
(class_declaration "actor" name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(typealias_declaration name: (type_identifier) @name name: (_) @returns .) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

; extension C { }
(class_declaration "extension" name: (user_type) @holder body: (_) @body) @definition.extension

; func f(a: C) -> C { }    init() { }    deinit { }    subscript(i: Int) -> C { }    static func == (l: C, r: C) -> Bool { }
(function_declaration name: (simple_identifier) @name) @definition.function @parameters
(function_declaration name: [(custom_operator) "==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "!="] @name) @definition.operator @parameters
(protocol_function_declaration name: (simple_identifier) @name) @definition.method @parameters
(init_declaration "init" @name) @definition.constructor @parameters
(deinit_declaration "deinit" @name) @definition.destructor
(subscript_declaration "subscript" @name) @definition.method @parameters

; var p: C { }    var p: C { get { } set { } }    protocol P { var p: C { get } }
(property_declaration
  name: (pattern bound_identifier: (_) @name) . (type_annotation (_) @returns)?
  computed_value: (_) @body) @definition.property
(protocol_property_declaration
  name: (pattern bound_identifier: (_) @name) . (type_annotation (_) @returns)?) @definition.property

; let a = C()    let a: C = b, c = d in a file is a constant
(source_file (property_declaration
  (value_binding_pattern "let")
  name: (pattern bound_identifier: (_) @name) . (type_annotation (_) @type) . value: (_) @value) @definition.constant)
(source_file (property_declaration
  (value_binding_pattern "let")
  name: (pattern bound_identifier: (_) @name) . value: (_) @value) @definition.constant)

; var a = C()    var a: C    static let a: C = b, c = d
(property_declaration
  name: (pattern bound_identifier: (_) @name) . (type_annotation (_) @type) . value: (_) @value) @definition.variable
(property_declaration
  name: (pattern bound_identifier: (_) @name) . (type_annotation (_) @type)) @definition.variable
(property_declaration
  name: (pattern bound_identifier: (_) @name) . value: (_) @value) @definition.variable

; enum E { case a, b(C) }
(enum_entry name: (_) @name) @definition.enum_case

; { $0 }    { x in x }    { (x: C) -> C in x }
(lambda_literal
  type: (lambda_function_type (lambda_function_type_parameters) @parameters)) @definition.lambda
(lambda_literal) @definition.lambda

; The same in functions
(property_declaration
  name: (pattern bound_identifier: (_) @binding.value) . (type_annotation (_) @type)? . value: (_)? @value)

; if let x = f() { }    guard let x = f() else { }    while let x = f() { }
(if_statement (value_binding_pattern) . (simple_identifier) @binding.value . (_) @value)
(guard_statement (value_binding_pattern) . (simple_identifier) @binding.value . (_) @value (#not-eq? @binding.value "self"))
(while_statement (value_binding_pattern) . (simple_identifier) @binding.value . (_) @value)

; for x in xs { }    case .a(let x):    catch let e as E
(for_statement item: (pattern bound_identifier: (_) @binding.iterate) collection: (_) @value)
(switch_pattern (pattern (pattern bound_identifier: (_) @binding.local)))
(switch_pattern (pattern (value_binding_pattern) (pattern (simple_identifier) @binding.local)))
(catch_block error: (pattern (pattern bound_identifier: (_) @binding.local) name: (_) @type))
(catch_block error: (pattern bound_identifier: (_) @binding.local))

; let (a, b) = f()    for (a, b) in f() { }
(property_declaration name: (pattern (pattern (simple_identifier) @binding.local)))
(for_statement item: (pattern (pattern (simple_identifier) @binding.local)))

; x = f()
(assignment
  target: (directly_assignable_expression (simple_identifier) @binding.assign)
  operator: "="
  result: (_) @value)

; Blocks with names of their own
(if_statement) @scope.block
(for_statement) @scope.block
(while_statement) @scope.block
(repeat_while_statement) @scope.block
(do_statement) @scope.block
(switch_entry) @scope.block
(catch_block) @scope.block
