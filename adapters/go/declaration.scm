; package p
(package_clause (package_identifier) @name) @export.unit

; func f(a A) B {}
(function_declaration name: (identifier) @name) @definition.function

; func (r T) m() {}    func (r *T) m() {}    func (r *T[K]) m() {}
(method_declaration
  receiver: (parameter_list (parameter_declaration
    name: (identifier)? @receiver
    type: [
      (type_identifier) @holder
      (pointer_type (type_identifier) @holder)
      (generic_type type: (type_identifier) @holder type_arguments: (_) @type_parameters)
      (pointer_type (generic_type type: (type_identifier) @holder type_arguments: (_) @type_parameters))]))
  name: (field_identifier) @name) @definition.method

; Results with names: func f() (r R, err error) {}
(function_declaration
  result: (parameter_list (parameter_declaration name: (identifier) @binding.local type: (_) @type)))
(method_declaration
  result: (parameter_list (parameter_declaration name: (identifier) @binding.local type: (_) @type)))
(func_literal
  result: (parameter_list (parameter_declaration name: (identifier) @binding.local type: (_) @type)))

; type T struct { ... }    type I interface { ... }    type D func()    type A = B
(type_spec
  name: (_) @name
  type_parameters: (_)? @type_parameters
  type: (struct_type (field_declaration_list) @body) @value) @definition.struct
(type_spec
  name: (_) @name
  type_parameters: (_)? @type_parameters
  type: (interface_type "{" @body) @value) @definition.interface
(type_spec name: (_) @name type_parameters: (_)? @type_parameters type: (_) @returns @distinct) @definition.type
(type_alias name: (_) @name type_parameters: (_)? @type_parameters type: (_) @returns) @definition.type

; Types without a name: struct { a A }    interface { m() }    func(a A) B
(struct_type) @definition.object_type
(interface_type) @definition.object_type
(function_type) @definition.lambda

; Fields: a A    a, b A
(field_declaration . name: (field_identifier) @name . type: (_) @type) @definition.field
(field_declaration . name: (field_identifier) @name @definition.field . "," type: (_) @type)
(field_declaration . name: (field_identifier) . "," name: (field_identifier) @name @definition.field type: (_) @type)

; Embedded ones have the name of their type: T    *T    p.T    T[K]
(field_declaration . type: [
  (type_identifier) @name
  (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])] @type) @definition.field
(field_declaration . "*" . type: [
  (type_identifier) @name
  (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])] @type) @definition.field

; Methods of interfaces
(method_elem name: (field_identifier) @name) @definition.method

; func(a A) {} as a value
(func_literal) @definition.lambda

; Variables and constants of a package: var v V = f()    var v = f()    const c = 1    const ( a = iota; b )
(source_file (var_declaration (var_spec . name: (identifier) @name . type: (_)) @definition.variable))
(source_file (var_declaration (var_spec
  . name: (identifier) @name . "=" . value: (expression_list . (_) @value .)) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec . name: (identifier) @name . type: (_)) @definition.variable)))
(source_file (var_declaration (var_spec_list (var_spec
  . name: (identifier) @name . "=" . value: (expression_list . (_) @value .)) @definition.variable)))
(source_file (const_declaration (const_spec
  . name: (identifier) @name . type: (_)? @type . "=" . value: (expression_list . (_) @value .)) @definition.constant))
(source_file (const_declaration (const_spec . name: (identifier) @name .) @definition.constant))

; Those of functions, and several at once: var a, b V    var v = f()    const c = 1
(var_spec . name: (identifier) @binding.value . type: (_) @type)
(var_spec . name: (identifier) @binding.value . "=" . value: (expression_list . (_) @value .))
(var_spec . name: (identifier) @binding.value . "," type: (_)? @type)
(var_spec . name: (identifier) . "," name: (identifier) @binding.value type: (_)? @type)
(const_spec . name: (identifier) @binding.constant)
(const_spec . name: (identifier) . "," name: (identifier) @binding.constant)

; a := f()    a, b := f()    a, b := f(), g()
(short_var_declaration
  left: (expression_list . (identifier) @binding.value .)
  right: (expression_list . (_) @value .))
(short_var_declaration
  left: (expression_list . (_) . ",") @binding.value
  right: (expression_list . [(call_expression) (type_conversion_expression)] @value .))
(short_var_declaration
  left: (expression_list . (_) . ",") @binding.value
  right: (expression_list . (_) . ",") @value)

; v, ok := m[k]    v, ok := x.(T)    v, ok := <-c
(short_var_declaration
  left: (expression_list . (identifier) @binding.value . ",")
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] @value .))
(short_var_declaration
  left: (expression_list . (_) . "," . (identifier) @binding.value)
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] .))
(receive_statement left: (expression_list . (identifier) @binding.value) right: (_) @value)
(receive_statement left: (expression_list . (_) . "," . (identifier) @binding.value))

; for k, v := range m {}
(range_clause left: (expression_list . (identifier) @binding.iterate) right: (_) @value)
(range_clause left: (expression_list . (_) . "," . (identifier) @binding.item) right: (_) @value)

; switch v := x.(type) { case T: }
(type_switch_statement alias: (expression_list (identifier) @binding.value) value: (_) @value)
(type_switch_statement
  alias: (expression_list (identifier) @binding.value)
  (type_case "case" . type: (_) @type . ":") @into)

; Blocks with names of their own
(if_statement initializer: (short_var_declaration)) @scope.block
(if_statement consequence: (block (statement_list
  [(short_var_declaration) (var_declaration) (const_declaration) (type_declaration)])) @scope.block)
(if_statement alternative: (block (statement_list
  [(short_var_declaration) (var_declaration) (const_declaration) (type_declaration)])) @scope.block)
(for_statement [(range_clause left: (_)) (for_clause initializer: (short_var_declaration))]) @scope.block
(for_statement body: (block (statement_list
  [(short_var_declaration) (var_declaration) (const_declaration) (type_declaration)])) @scope.block)
(expression_switch_statement initializer: (short_var_declaration)) @scope.block
(type_switch_statement [initializer: (short_var_declaration) alias: (_)]) @scope.block
(type_case) @scope.block
(expression_case (statement_list
  [(short_var_declaration) (var_declaration) (const_declaration) (type_declaration)])) @scope.block
(default_case (statement_list
  [(short_var_declaration) (var_declaration) (const_declaration) (type_declaration)])) @scope.block
(communication_case) @scope.block
(statement_list (block (statement_list
  [(short_var_declaration) (var_declaration) (const_declaration) (type_declaration)])) @scope.block)
