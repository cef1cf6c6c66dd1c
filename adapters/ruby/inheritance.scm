; class C < B    C = Class.new(B)
(class superclass: (superclass (_) @extends))
((assignment
  left: (constant)
  right: (call receiver: (constant) @_made method: (identifier) @_new arguments: (argument_list . [(constant) (scope_resolution)] @extends)))
  (#eq? @_made "Class") (#eq? @_new "new"))

; include M    prepend M    extend M    extend self
((call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution)] @extends.mixin))
  (#eq? @_mix "include"))
((call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution)] @extends.before))
  (#eq? @_mix "prepend"))
((call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution) (self)] @extends.class))
  (#eq? @_mix "extend"))
