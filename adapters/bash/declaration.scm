; f() { }    function f { }    f() ( )
(function_definition name: (_) @name) @definition.function

; LIMIT=10    readonly LIMIT=10    declare -r LIMIT=10    export X=1    local a=1 b
(program (variable_assignment name: (variable_name) @binding.value value: (_)? @value))
(program (if_statement (variable_assignment name: (variable_name) @binding.value value: (_)? @value)))
(program (list (variable_assignment name: (variable_name) @binding.value value: (_)? @value)))
(declaration_command (variable_assignment name: (variable_name) @binding.value value: (_)? @value))
(declaration_command "local" (variable_name) @binding.value)

; x=1 in a function is the x around
(variable_assignment name: (variable_name) @binding.assign value: (_) @value)

; for x in a b; do    read x
(for_statement variable: (variable_name) @binding.local)
(c_style_for_statement initializer: (variable_assignment name: (variable_name) @binding.local))
(command
  name: (command_name) @_read
  argument: (word) @binding.local
  (#eq? @_read "read") (#match? @binding.local "^[A-Za-z_]+$"))
