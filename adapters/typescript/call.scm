; Values under a type: f as T    f!    <T>f    f satisfies T
(as_expression . [(identifier) (member_expression)] @reference)
(satisfies_expression . [(identifier) (member_expression)] @reference)
(non_null_expression [(identifier) (member_expression)] @reference)
(public_field_definition value: [(identifier) (member_expression)] @reference)
(required_parameter value: [(identifier) (member_expression)] @reference)
(enum_assignment value: [(identifier) (member_expression)] @reference)
;; grammars: typescript
(type_assertion [(identifier) (member_expression)] @reference)
;; grammars: all

; Modules in types: typeof import("m")    x: import("m").T    type T = import("m").T
(type_query (call_expression function: (import) @call arguments: (_) @arguments)) @type_only
(type_query (member_expression object: (call_expression function: (import) @call arguments: (_) @arguments))) @type_only
(type_annotation (member_expression object: (call_expression function: (import) @call arguments: (_) @arguments))) @type_only
(type_alias_declaration value: (member_expression object: (call_expression function: (import) @call arguments: (_) @arguments))) @type_only

; Types, wherever they stand: x: T    T[]    A<T>    A | B    typeof x    keyof T    T["k"]    x is T    x as T
(type_annotation [(type_identifier) (nested_type_identifier)] @type_reference)
(type_arguments [(type_identifier) (nested_type_identifier)] @type_reference)
(generic_type name: [(type_identifier) (nested_type_identifier)] @type_reference)
(union_type [(type_identifier) (nested_type_identifier)] @type_reference)
(intersection_type [(type_identifier) (nested_type_identifier)] @type_reference)
(array_type [(type_identifier) (nested_type_identifier)] @type_reference)
(tuple_type [(type_identifier) (nested_type_identifier)] @type_reference)
(readonly_type [(type_identifier) (nested_type_identifier)] @type_reference)
(optional_type [(type_identifier) (nested_type_identifier)] @type_reference)
(rest_type [(type_identifier) (nested_type_identifier)] @type_reference)
(parenthesized_type [(type_identifier) (nested_type_identifier)] @type_reference)
(lookup_type [(type_identifier) (nested_type_identifier)] @type_reference)
(index_type_query [(type_identifier) (nested_type_identifier)] @type_reference)
(type_query [(identifier) (member_expression)] @type_reference)
(conditional_type [(type_identifier) (nested_type_identifier)] @type_reference)
(function_type return_type: [(type_identifier) (nested_type_identifier)] @type_reference)
(constructor_type type: [(type_identifier) (nested_type_identifier)] @type_reference)
(mapped_type_clause type: [(type_identifier) (nested_type_identifier)] @type_reference)
(opting_type_annotation [(type_identifier) (nested_type_identifier)] @type_reference)
(omitting_type_annotation [(type_identifier) (nested_type_identifier)] @type_reference)
(template_type [(type_identifier) (nested_type_identifier)] @type_reference)
(constraint [(type_identifier) (nested_type_identifier)] @type_reference)
(default_type [(type_identifier) (nested_type_identifier)] @type_reference)
(type_alias_declaration value: [(type_identifier) (nested_type_identifier)] @type_reference)
(type_predicate type: [(type_identifier) (nested_type_identifier)] @type_reference)
(as_expression [(type_identifier) (nested_type_identifier)] @type_reference)
(satisfies_expression [(type_identifier) (nested_type_identifier)] @type_reference)
