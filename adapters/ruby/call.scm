; a.x = 1    a.x += 1
(assignment left: (call receiver: (_) method: (identifier) @name) @call.setter)
(operator_assignment left: (call receiver: (_) method: (identifier) @name) @call.update)

; m(1)    a.m    a&.m 1    C.new    C::m
(call method: [(identifier) (constant) (operator)] @name arguments: (_)? @arguments block: (_)? @block) @call

; a.(1)
(call !method arguments: (_) @name) @call

; super    super(1)
(super) @call

; m: a name that is no variable
(identifier) @call.name

; C as a value: f(C)    x = C    [C]    { k: C }    C[1]    when C    rescue C    C == x
(argument_list [(constant) (scope_resolution)] @reference)
(assignment right: [(constant) (scope_resolution)] @reference)
(operator_assignment right: [(constant) (scope_resolution)] @reference)
(array [(constant) (scope_resolution)] @reference)
(pair value: [(constant) (scope_resolution)] @reference)
(element_reference object: [(constant) (scope_resolution)] @reference)
(element_reference object: (_) [(constant) (scope_resolution)] @reference)
(pattern [(constant) (scope_resolution)] @reference)
(exceptions [(constant) (scope_resolution)] @reference)
(binary left: [(constant) (scope_resolution)] @reference)
(binary right: [(constant) (scope_resolution)] @reference)
(conditional [(constant) (scope_resolution)] @reference)
(body_statement [(constant) (scope_resolution)] @reference)
(block_body [(constant) (scope_resolution)] @reference)
(then [(constant) (scope_resolution)] @reference)
(else [(constant) (scope_resolution)] @reference)
(interpolation [(constant) (scope_resolution)] @reference)
(optional_parameter value: [(constant) (scope_resolution)] @reference)
(keyword_parameter value: [(constant) (scope_resolution)] @reference)
(splat_argument [(constant) (scope_resolution)] @reference)
(as_pattern value: [(constant) (scope_resolution)] @reference)
(in_clause pattern: [(constant) (scope_resolution)] @reference)
