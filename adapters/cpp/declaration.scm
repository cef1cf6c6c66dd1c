; template <class T> ...: of the definition that follows
(template_declaration parameters: (_) @type_parameters) @scope.generic

; public:    private:    protected:
(access_specifier) @section.words

; namespace n {}    namespace a::b {}    namespace {}
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(namespace_definition !name body: (_) @body) @definition.namespace

; class C {};    class C<int> {};    class C::D {};    struct S<int> {};
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (_) @name) body: (_)) @definition.class
(class_specifier name: (qualified_identifier scope: (_) @holder name: (type_identifier) @name) body: (_)) @definition.class
(struct_specifier name: (template_type name: (_) @name) body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier scope: (_) @holder name: (type_identifier) @name) body: (_)) @definition.struct

; using T = U;    typedef n::U T;    typedef V<U> T;
(alias_declaration name: (_) @name type: (_) @returns) @definition.type
(type_definition type: [(qualified_identifier) (template_type)] @returns declarator: [
  (type_identifier) @name
  (pointer_declarator declarator: (type_identifier) @name)]) @definition.type
(concept_definition name: (_) @name) @definition.type

; C() {}    ~C() {}    C();    explicit C(int);    ~C();    C() = default;
(function_definition !type declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))
  @definition.constructor
(declaration !type declarator: (function_declarator
  declarator: (identifier) @name @declared parameters: (_) @parameters)) @definition.constructor
(function_definition declarator: (function_declarator
  declarator: (destructor_name) @name parameters: (_) @parameters)) @definition.destructor
(_ declarator: (function_declarator
  declarator: (destructor_name) @name @declared parameters: (_) @parameters)) @definition.destructor

; int m() {}    T &operator=(const T &o) {}    operator bool() const {}
(function_definition declarator: [
  (function_declarator declarator: (field_identifier) @name parameters: (_) @parameters)
  (reference_declarator (function_declarator declarator: [(field_identifier) (identifier)] @name parameters: (_) @parameters))
  (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name parameters: (_) @parameters))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: (field_identifier) @name parameters: (_) @parameters)))]) @definition.function
(function_definition declarator: [
  (function_declarator declarator: (operator_name) @name parameters: (_) @parameters)
  (reference_declarator (function_declarator declarator: (operator_name) @name parameters: (_) @parameters))
  (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name parameters: (_) @parameters))])
  @definition.operator
(function_definition declarator: (operator_cast type: (_) declarator: (_ parameters: (_) @parameters)) @name) @definition.operator

; int m();    virtual void m() = 0;    static T &m();    bool operator==(const T &o) const;
(_ declarator: [
  (function_declarator declarator: (field_identifier) @name @declared parameters: (_) @parameters)
  (reference_declarator (function_declarator
    declarator: [(field_identifier) (identifier)] @name @declared parameters: (_) @parameters))
  (pointer_declarator declarator: (function_declarator
    declarator: (field_identifier) @name @declared parameters: (_) @parameters))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: (field_identifier) @name @declared parameters: (_) @parameters)))]) @definition.function
(_ declarator: [
  (function_declarator declarator: (operator_name) @name @declared parameters: (_) @parameters)
  (reference_declarator (function_declarator declarator: (operator_name) @name @declared parameters: (_) @parameters))
  (pointer_declarator declarator: (function_declarator
    declarator: (operator_name) @name @declared parameters: (_) @parameters))]) @definition.operator
(declaration declarator: (operator_cast type: (_) declarator: (_ parameters: (_) @parameters)) @name @declared) @definition.operator

; void C::m() {}    int n::C::m() {}    C::C() {}    C::~C() {}    C &C::operator=(const C &o) {}
(function_definition !type declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @holder name: (identifier) @name) parameters: (_) @parameters))
  @definition.constructor
(function_definition !type declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
    scope: (_) @holder name: (identifier) @name)) parameters: (_) @parameters)) @definition.constructor
(function_definition declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @holder name: (destructor_name) @name) parameters: (_) @parameters))
  @definition.destructor
(function_definition declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
    scope: (_) @holder name: (destructor_name) @name)) parameters: (_) @parameters)) @definition.destructor
(function_definition declarator: [
  (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (identifier) @name) parameters: (_) @parameters)
  (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
      scope: (_) @holder name: (identifier) @name)) parameters: (_) @parameters)
  (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
      scope: (_) @holder name: (qualified_identifier scope: (_) @holder name: (identifier) @name)))
    parameters: (_) @parameters)
  (reference_declarator (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (identifier) @name) parameters: (_) @parameters))
  (reference_declarator (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
      scope: (_) @holder name: (identifier) @name)) parameters: (_) @parameters))
  (pointer_declarator declarator: (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (identifier) @name) parameters: (_) @parameters))
  (pointer_declarator declarator: (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
      scope: (_) @holder name: (identifier) @name)) parameters: (_) @parameters))]) @definition.function
(function_definition declarator: [
  (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (operator_name) @name) parameters: (_) @parameters)
  (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
      scope: (_) @holder name: (operator_name) @name)) parameters: (_) @parameters)
  (reference_declarator (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (operator_name) @name) parameters: (_) @parameters))
  (reference_declarator (function_declarator
    declarator: (qualified_identifier scope: (_) @holder name: (qualified_identifier
      scope: (_) @holder name: (operator_name) @name)) parameters: (_) @parameters))]) @definition.operator

; T &r;    const T &r = v;
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @name)) @definition.field
(declaration type: (_) @type declarator: (init_declarator
  declarator: (reference_declarator (identifier) @name) value: (_) @value)) @definition.variable

; auto f = [](int a) { return a; };    f([] {})
(lambda_expression declarator: (_ parameters: (_) @parameters)) @definition.lambda
(lambda_expression) @definition.lambda

; T v(a, b);    T v{a};    T &v = f();    auto [a, b] = f();
(compound_statement (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (function_declarator declarator: (identifier) @binding.value
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) !declarator)))))
(declaration type: (_) @type declarator: (init_declarator
  declarator: (reference_declarator (identifier) @binding.value) value: (_) @value))
(declaration type: (_) @type declarator: (init_declarator
  declarator: (structured_binding_declarator) @binding.value value: (_) @value))

; if (T *v = f()) {}    while (auto v = f()) {}
(condition_clause value: (declaration type: (_) @type declarator: [
  (identifier) @binding.value
  (pointer_declarator declarator: (identifier) @binding.value)
  (reference_declarator (identifier) @binding.value)] value: (_) @value))

; for (const T &v : vs) {}    for (auto v : vs) {}    catch (const T &e) {}
(for_range_loop type: (placeholder_type_specifier) declarator: [
  (identifier) @binding.iterate
  (pointer_declarator declarator: (identifier) @binding.iterate)
  (reference_declarator (identifier) @binding.iterate)
  (structured_binding_declarator) @binding.iterate
  (reference_declarator (structured_binding_declarator) @binding.iterate)] right: (_) @value)
(for_range_loop type: [(type_identifier) (qualified_identifier) (template_type)] @type declarator: [
  (identifier) @binding.local
  (pointer_declarator declarator: (identifier) @binding.local)
  (reference_declarator (identifier) @binding.local)])
(catch_clause parameters: (parameter_list (parameter_declaration type: (_) @type declarator: [
  (identifier) @binding.local
  (reference_declarator (identifier) @binding.local)])))

(for_range_loop) @scope.block
(try_statement body: (compound_statement (declaration)) @scope.block)
(catch_clause) @scope.block
