; The parts of a definition (parameters, result, body) are read by the fields that adapter.toml names.

; fn f() {}    pub(crate) async fn f() {}    const unsafe fn f() {}
(function_item (visibility_modifier)? @modifier (function_modifiers _+ @modifier)? name: (_) @name) @definition.function

; trait T { fn f(&self); }    extern "C" { fn f(); }
(function_signature_item (visibility_modifier)? @modifier (function_modifiers _+ @modifier)? name: (_) @name) @definition.function

; struct S;    struct S { a: A }    struct S(A, B);    union U { a: A }
(struct_item (visibility_modifier)? @modifier name: (_) @name) @definition.struct
(union_item (visibility_modifier)? @modifier name: (_) @name) @definition.struct
(field_declaration (visibility_modifier)? @modifier name: (_) @name) @definition.field

; enum E { A, B(X), C { x: X } }
(enum_item (visibility_modifier)? @modifier name: (_) @name) @definition.enum
(enum_variant (visibility_modifier)? @modifier name: (_) @name) @definition.variant

; trait T: B {}    unsafe trait T {}    trait A = B;
(trait_item (visibility_modifier)? @modifier "unsafe"? @modifier name: (_) @name) @definition.trait

; mod m { ... }
(mod_item (visibility_modifier)? @modifier name: (_) @name body: (_) @body) @definition.namespace

; type A<T> = B<T>;    trait T { type Item: Bound; }
(type_item (visibility_modifier)? @modifier name: (_) @name type: (_) @returns) @definition.type
(associated_type name: (_) @name bounds: (_) @returns) @definition.type
(associated_type name: (_) @name !bounds) @definition.type

; const A: T = v;    static A: T = v;
(const_item (visibility_modifier)? @modifier name: (_) @name) @definition.constant
(static_item (visibility_modifier)? @modifier name: (_) @name) @definition.variable

; macro_rules! m { ... }
(macro_definition name: (_) @name) @definition.macro

; impl T { ... }    impl Trait for T { ... }    impl<T> Trait for Box<T> { ... }
(impl_item type: (_) @holder body: (_) @body) @definition.extension

; |a| a.f()    move |a: A| -> B { ... }
(closure_expression) @definition.lambda

; Fn(A) -> B as a type: what calls of such a value give
(function_type return_type: (_) @returns) @definition.lambda

; Blocks have names of their own, and so has what a condition, a loop or an arm binds.
(block) @scope.block
(if_expression condition: [(let_condition) (let_chain)]) @scope.block
(while_expression condition: [(let_condition) (let_chain)]) @scope.block
(for_expression) @scope.block
(match_arm) @scope.block

; let x = v;    let x: T = v;    let Some(x) = v else { return };
(let_declaration) @scope.after
(let_declaration pattern: (_) @binding.after) @declaration

; if let Some(x) = v {}    while let Some(x) = v {}    for x in v {}
(let_condition pattern: (_) @binding.inner value: (_) @value)
(for_expression pattern: (_) @binding.iterate value: (_) @value)

; match v { Some(x) => ..., E::A(x) | E::B(x) if c => ..., }
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern . (_) @binding.inner))))

; where T: A + B    where Self: Sized
(where_predicate left: (type_identifier) @binding.bound bounds: (_) @type)

; xs.push(x)    map.insert(k, x)
((call_expression
  function: (field_expression value: (identifier) @binding.push field: (field_identifier) @_push)
  arguments: (arguments (_) @value .))
  (#any-of? @_push "push" "push_back" "push_front" "insert"))
