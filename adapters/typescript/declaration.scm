; abstract class C {}    interface I {}    enum E { A, B = 1 }
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (_) @name @definition.enum_member)
(enum_assignment name: (_) @name) @definition.enum_member

; type T = { a: A }    type T = A | B
(type_alias_declaration name: (_) @name value: (object_type) @value) @definition.type
(type_alias_declaration name: (_) @name value: (_) @returns) @definition.type
(object_type) @definition.object_type

; (a: A) => B as a type: what calls of such a value give
(function_type) @definition.lambda
(constructor_type type: (_) @returns) @definition.lambda

; { (a: A): B }    { new (a: A): B }: what calling and instantiating a value of such a type gives
(call_signature) @definition.call_signature
(construct_signature type: (_) @returns) @definition.construct_signature

; namespace N {}    module N {}    declare module "m" {}
(internal_module name: (_) @name) @definition.namespace
(module name: [(identifier) (nested_identifier)] @name) @definition.namespace
(module name: (string) @name) @definition.ambient_module

; declare function f(): void    function f(a: A): void; function f(a: B): void; function f(a) {}
(function_signature name: (_) @name @overload) @definition.function

; Members: abstract m(): void    m(a: A): void; m(a) {}    interface I { m(): void; p: P }
(abstract_method_signature name: (_) @name) @definition.method
(method_signature name: (_) @name @overload) @definition.method
(property_signature name: (_) @name) @definition.field

; Fields: f = () => 1    private x: X = y
(public_field_definition
  name: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)] @value) @definition.method
(public_field_definition name: (_) @name) @definition.field

; constructor(private readonly a: A, public b?: B)
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.parameter_field
(required_parameter "readonly" pattern: (identifier) @name) @definition.parameter_field
(optional_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.parameter_field
(optional_parameter "readonly" pattern: (identifier) @name) @definition.parameter_field

; Type parameters inside of types: { [K in keyof T]: V }    T extends (infer U)[] ? U : never
(mapped_type_clause name: (type_identifier) @binding.type_parameter)
(infer_type . (type_identifier) @binding.type_parameter)

; import N = A.B
(import_alias (identifier) @binding.local (nested_identifier) @value)

; export abstract class C {}    export interface I {}    export type T = A    export enum E {}    export namespace N {}
(export_statement "default"? @default
  declaration: [
    (abstract_class_declaration name: (_) @name)
    (interface_declaration name: (_) @name)
    (type_alias_declaration name: (_) @name)
    (enum_declaration name: (_) @name)
    (function_signature name: (_) @name)
    (internal_module name: (identifier) @name)
    (module name: (identifier) @name)
    (import_alias . (identifier) @name)]) @export.name

; export declare const c: C    export declare function f(): void    export declare class C {}
(export_statement declaration: (ambient_declaration (_ (variable_declarator name: (identifier) @name)))) @export.name
(export_statement
  declaration: (ambient_declaration [
    (function_signature name: (_) @name)
    (class_declaration name: (_) @name)
    (abstract_class_declaration name: (_) @name)
    (interface_declaration name: (_) @name)
    (type_alias_declaration name: (_) @name)
    (enum_declaration name: (_) @name)
    (internal_module name: (identifier) @name)
    (module name: (identifier) @name)])) @export.name

; export = f
(export_statement "=" (_) @value) @export.whole
