; f    f a b    "$(f a)"; a path is a program, and a colon does nothing
(command name: (command_name (word) @call) (#not-match? @call "[./]|^[:\\[]$"))

; "f" a    'f' a
(command name: (command_name (string . (string_content) @call .)))

; trap f EXIT    command f    run f
(command
  name: (command_name) @_runs
  . argument: (word) @call
  (#any-of? @_runs "trap" "command" "exec" "run" "time" "nohup")
  (#match? @call "^[A-Za-z_]"))

; $X    ${X:-1}
((simple_expansion (variable_name)) @reference (#match? @reference "^.[A-Za-z_]"))
((expansion . (variable_name)) @reference (#match? @reference "^..[A-Za-z_]"))
