; namespace A\B;    namespace A\B { }
(namespace_definition name: (_) @name !body) @export.unit
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace

; function f(A $a): T {}
(function_definition name: (_) @name) @definition.function

; class C {}    interface I {}    trait T {}    enum E: string { case A = 'a'; }
(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(trait_declaration name: (_) @name) @definition.trait
(enum_declaration name: (_) @name) @definition.enum
(enum_case name: (_) @name value: (_)? @value) @definition.enum_member

; new class extends B {}    fn($x) => 1    function () use ($x) {}
(anonymous_class) @definition.class
(arrow_function) @definition.lambda
(anonymous_function) @definition.lambda

; public function m() {}
(method_declaration name: (_) @name) @definition.method

; public int $p { get => 1; }
(property_declaration
  [(visibility_modifier) (static_modifier) (readonly_modifier)]* @modifier
  type: (_)? @returns
  (property_element name: (variable_name) @name)
  (property_hook_list) @body) @definition.property

; private ?T $f = null;    public static $g;    var $h;
(property_declaration
  [(visibility_modifier) (static_modifier) (readonly_modifier)]* @modifier
  type: (_)? @type
  (property_element name: (variable_name) @name default_value: (_)? @value) @definition.field)

; __construct(private T $f)
(property_promotion_parameter
  visibility: (_)? @modifier type: (_)? @type name: (variable_name) @name) @definition.parameter_field

; const C = 1;    define('C', 1);
(const_element . (name) @name . (_) @value) @definition.constant
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)) . (argument (_) @value))
  (#eq? @_define "define")) @definition.constant

; $x = f();    [$a, [$b]] = f();    list('k' => $c) = f();    $x ??= f();    $this->x = f();    $x['k'] = f();
(assignment_expression left: (_) @binding.value right: (_) @value)
(augmented_assignment_expression left: [(variable_name) (member_access_expression)] @binding.value operator: "??=" right: (_) @value)
(reference_assignment_expression left: (_) @binding.value right: (_) @value)

; foreach ($xs as $x)    foreach ($xs as $k => [$a, $b])    foreach ($xs as &$x)
(foreach_statement . (_) @value . [(variable_name) (list_literal) (by_ref)] @binding.iterate)
(foreach_statement . (_) @value . (pair (_) . [(variable_name) (list_literal) (by_ref)] @binding.iterate))
(foreach_statement (pair . (variable_name) @binding.local))

; catch (A | B $e)
(catch_clause type: (_) @value name: (_) @binding.catch)

; global $g;    static $s = 1;
(global_declaration (variable_name) @binding.global)
(static_variable_declaration name: (_) @binding.value value: (_)? @value)
