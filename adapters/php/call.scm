; f()    A\f()    $f()    ($this->f)()
(function_call_expression function: (_) @call)

; $a->m()    $a?->m()    A::m()    self::m()    parent::m()    $a->$m()
(member_call_expression name: (_) @name arguments: (_) @arguments) @call
(nullsafe_member_call_expression name: (_) @name arguments: (_) @arguments) @call
(scoped_call_expression name: (_) @name arguments: (_) @arguments) @call

; new C()    new \A\C    new static    new $c
(object_creation_expression . [(name) (qualified_name) (relative_name) (variable_name)] @new)

; A constant or a class: A::C    A::class    E::Case
(class_constant_access_expression) @reference

; Constants: f(C)    x = C    return C    [C]    C . 'x'    $c ? C : D    'k' => C
(argument [(name) (qualified_name)] @reference .)
(assignment_expression right: [(name) (qualified_name)] @reference)
(return_statement [(name) (qualified_name)] @reference)
(array_element_initializer [(name) (qualified_name)] @reference)
(binary_expression left: [(name) (qualified_name)] @reference)
(binary_expression right: [(name) (qualified_name)] @reference)
(conditional_expression [(name) (qualified_name)] @reference)
(const_element (name) [(name) (qualified_name)] @reference)
(simple_parameter default_value: [(name) (qualified_name)] @reference)
(property_element default_value: [(name) (qualified_name)] @reference)
(parenthesized_expression [(name) (qualified_name)] @reference)

; Fields of the object and of classes, read: f($this->x)    return self::$x
(argument [(member_access_expression object: (variable_name) @_this) (scoped_property_access_expression)] @reference .
  (#eq? @_this "$this"))
(assignment_expression right: [(member_access_expression object: (variable_name) @_this) (scoped_property_access_expression)] @reference
  (#eq? @_this "$this"))
(return_statement [(member_access_expression object: (variable_name) @_this) (scoped_property_access_expression)] @reference
  (#eq? @_this "$this"))
(array_element_initializer [(member_access_expression object: (variable_name) @_this) (scoped_property_access_expression)] @reference
  (#eq? @_this "$this"))
(binary_expression [(member_access_expression object: (variable_name) @_this) (scoped_property_access_expression)] @reference
  (#eq? @_this "$this"))

; Types: T $x    ?T $x    A|B $x    function f(): T    catch (E $e)    $x instanceof T
(named_type (_) @type_reference)
