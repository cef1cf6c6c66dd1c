; The parts of a definition (parameters, result, body) are read by the fields that adapter.toml names.

; function f() {}    async function f() {}    function* g() {}
(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function

; class C {}
(class_declaration name: (_) @name) @definition.class

; module.exports = function f() {}    module.exports = class C {}
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [(function_expression name: (_) @name) (generator_function name: (_) @name)] @value
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (class name: (_) @name) @value
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.class

; exports.f = () => 1    module.exports.f = function () {}    C.prototype.m = function () {}    this.f = () => 1
(assignment_expression
  left: (member_expression object: (_) @holder property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @value) @definition.function
(assignment_expression
  left: (member_expression object: (_) @holder property: (_) @name)
  right: (class) @value) @definition.class

; C.prototype = { m() {}, n: function () {} }    Object.assign(C.prototype, { m() {} })
(assignment_expression
  left: (member_expression property: (_) @_prototype) @holder
  right: (object [
    (method_definition name: (_) @name) @definition.function
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @value) @definition.function])
  (#eq? @_prototype "prototype"))
(call_expression
  function: (member_expression property: (_) @_assign)
  arguments: (arguments . (member_expression property: (_) @_prototype) @holder
    (object [
      (method_definition name: (_) @name) @definition.function
      (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @value) @definition.function]))
  (#eq? @_assign "assign") (#eq? @_prototype "prototype"))

; The same in parentheses: const f = (() => 1)    exports.f = (function () {})    { k: (() => 1) }
(assignment_expression
  left: (member_expression object: (_) @holder property: (_) @name)
  right: (parenthesized_expression [(arrow_function) (function_expression) (generator_function)] @value)) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (parenthesized_expression [(arrow_function) (function_expression) (generator_function)] @value)) @definition.function
(pair
  key: (_) @name
  value: (parenthesized_expression [(arrow_function) (function_expression) (generator_function)] @value)) @definition.method

; const f = () => 1    let f = function () {}    const C = class {}
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function) (function_expression) (generator_function)
    (parenthesized_expression . [(arrow_function) (function_expression)] .)] @value) @definition.function
(variable_declarator name: (identifier) @name value: (class) @value) @definition.class

; export default () => 1    export default function () {}    export default class {}    export default { m() {} }
(export_statement "default" @name
  value: [(arrow_function) (function_expression) (generator_function)] @value) @definition.function
(export_statement "default" @name value: (class) @value) @definition.class
(export_statement "default" @name value: (object) @value) @definition.object

; const o = { a: 1 }    var app = module.exports = {}    var app = exports = module.exports = {}
(variable_declarator name: (identifier) @name value: (object) @value) @definition.object
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression right: (object) @value)) @definition.object
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression right: (assignment_expression right: (object) @value))) @definition.object

; Objects without a name, but given back or kept: return { m() {} }    () => ({ m() {} })    o.p = { m() {} }
(return_statement (object) @definition.object)
(arrow_function body: (parenthesized_expression (object) @definition.object))
(assignment_expression right: (object) @definition.object)

; Objects in passing have a scope if they hold functions: f({ m() {} })    f({ m: () => 1 })
(object (method_definition)) @definition.literal
(object (pair value: [(arrow_function) (function_expression) (generator_function)])) @definition.literal

; Members of classes and objects: m() {}    get p() {}    { m: () => 1 }
(method_definition name: (_) @name) @definition.method
(pair
  key: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)] @value) @definition.method

;; grammars: typescript tsx
; const o = { a: 1 } as const    const o = { a: 1 } satisfies T    export default { m() {} } as T
(variable_declarator
  name: (identifier) @name
  value: [(as_expression . (object) @value) (satisfies_expression . (object) @value)]) @definition.object
(export_statement "default" @name
  value: [(as_expression . (object) @value) (satisfies_expression . (object) @value)]) @definition.object

;; grammars: javascript
; Fields: f = () => 1    x = 1    static y
(field_definition
  property: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)] @value) @definition.method
(field_definition property: (_) @name) @definition.field
;; grammars: all

; Functions and classes in passing: f(() => 1)    f(function g() {})    f(function () {})    return class C {}
(arrow_function) @definition.lambda
(function_expression name: (_) @name) @definition.function
(function_expression) @definition.function
(generator_function name: (_) @name) @definition.function
(generator_function) @definition.function
(class name: (_) @name) @definition.class
(class) @definition.class

; Variables of a module: const C = 1    let v = 2    var w = 3
(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)
(lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
(variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)

; Those of functions, and patterns: const { a, b: [c] } = f()
(lexical_declaration kind: "const" (variable_declarator name: (_) @binding.constant) @declaration)
(lexical_declaration kind: "let" (variable_declarator name: (_) @binding.value) @declaration)
(variable_declaration (variable_declarator name: (_) @binding.hoisted) @declaration)

; this[kQueue] = f()
(assignment_expression
  left: (subscript_expression object: (this) index: [(identifier) (member_expression)]) @binding.assign
  right: (_) @value)

; x = f()    this.x = f()    ({ a, b } = f())    x ??= f()
(assignment_expression
  left: [(identifier) (object_pattern) (array_pattern) (member_expression object: (this))] @binding.assign
  right: (_) @value)
(augmented_assignment_expression
  left: [(identifier) (member_expression object: (this))] @binding.assign
  operator: ["??=" "||=" "&&="]
  right: (_) @value)

; for (const x of xs) {}    for (const k in o) {}    catch (e) {}
(for_in_statement kind: _ left: (_) @binding.iterate operator: "of" right: (_) @value)
(for_in_statement kind: _ left: (_) @binding.local operator: "in")
(catch_clause parameter: (_) @binding.local)

; Blocks that declare something: if (c) { const x = 1 }    for (let i = 0; ;) {}    switch (v) { case 1: let y }
(if_statement consequence: (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(else_clause (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(for_statement initializer: (lexical_declaration)) @scope.block
(for_statement body: (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(for_in_statement) @scope.block
(while_statement body: (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(do_statement body: (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(try_statement body: (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(catch_clause) @scope.block
(finally_clause body: (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(switch_body (_ [(lexical_declaration) (class_declaration) (function_declaration)])) @scope.block
(class_static_block) @scope.block
(program (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)
(statement_block (statement_block [(lexical_declaration) (class_declaration) (function_declaration)]) @scope.block)

; export function f() {}    export class C {}    export const c = 1, { d, e: f, g = 1, ...h } = o, [i] = p
(export_statement "default"? @default
  declaration: [
    (function_declaration name: (_) @name)
    (generator_function_declaration name: (_) @name)
    (class_declaration name: (_) @name)]) @export.name
(export_statement declaration: (_ (variable_declarator name: (identifier) @name))) @export.name
(export_statement
  declaration: (_ (variable_declarator
    name: (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
      (object_assignment_pattern left: (_) @name)
      (rest_pattern (identifier) @name)])))) @export.name
(export_statement declaration: (_ (variable_declarator name: (array_pattern (identifier) @name)))) @export.name

; export default f
(export_statement "default" value: (_) @value) @export.default

; exports.f = ...    module.exports.f = ...    module.exports = ...
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (_) @name)
  right: (_) @value (#eq? @_exports "exports")) @export.name
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (_) @name)
  right: (_) @value (#eq? @_module "module") (#eq? @_exports "exports")) @export.name
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (_) @value (#eq? @_module "module") (#eq? @_exports "exports")) @export.whole

; module.exports = { a, b: c, m() {}, ...d }
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object [
    (shorthand_property_identifier) @name @export.name
    (pair key: (_) @name value: (_) @value) @export.name
    (method_definition name: (_) @name) @value @export.name])
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (spread_element (_) @value) @export.spread)
  (#eq? @_module "module") (#eq? @_exports "exports"))

; Object.assign(module.exports, { a, b: c, m() {} })    Object.assign(exports, require("m"))
(call_expression
  function: (member_expression object: (identifier) @_object property: (_) @_assign)
  arguments: (arguments
    . [(identifier) @_exports (member_expression object: (identifier) @_module property: (_) @_exports)]
    (object [
      (shorthand_property_identifier) @name @export.name
      (pair key: (_) @name value: (_) @value) @export.name
      (method_definition name: (_) @name) @value @export.name]))
  (#eq? @_object "Object") (#eq? @_assign "assign") (#eq? @_exports "exports"))
(call_expression
  function: (member_expression object: (identifier) @_object property: (_) @_assign)
  arguments: (arguments
    . [(identifier) @_exports (member_expression object: (identifier) @_module property: (_) @_exports)]
    [(identifier) (call_expression) (member_expression)] @value @export.spread)
  (#eq? @_object "Object") (#eq? @_assign "assign") (#eq? @_exports "exports"))

; Object.defineProperty(exports, "f", { value: f })    ... { get: function () { return m.f } }    ... { get: () => m.f }
(call_expression
  function: (member_expression object: (identifier) @_object property: (_) @_define)
  arguments: (arguments
    . [(identifier) @_exports (member_expression object: (identifier) @_module property: (_) @_exports)]
    . (string) @name
    . (object (pair key: (_) @_value value: (_) @value))) @export.name
  (#eq? @_object "Object") (#eq? @_define "defineProperty") (#eq? @_exports "exports") (#eq? @_value "value"))
(call_expression
  function: (member_expression object: (identifier) @_object property: (_) @_define)
  arguments: (arguments
    . [(identifier) @_exports (member_expression object: (identifier) @_module property: (_) @_exports)]
    . (string) @name
    . (object [
      (pair key: (_) @_get value: [
        (function_expression body: (statement_block (return_statement (_) @value)))
        (arrow_function body: (statement_block (return_statement (_) @value)))
        (arrow_function body: [(identifier) (member_expression) (call_expression)] @value)])
      (method_definition name: (_) @_get body: (statement_block (return_statement (_) @value)))])) @export.name
  (#eq? @_object "Object") (#eq? @_define "defineProperty") (#eq? @_exports "exports") (#eq? @_get "get"))
