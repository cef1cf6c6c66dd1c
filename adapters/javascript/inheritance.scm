;; grammars: javascript
; class C extends B {}    class C extends m.B {}    class C extends mixin(B) {}    const C = class extends B {}
(class_declaration (class_heritage (_) @extends))
(class (class_heritage (_) @extends))
;; grammars: all

; util.inherits(C, B)    inherits(C, B)
(call_expression
  function: [(identifier) @_inherits (member_expression property: (_) @_inherits)]
  arguments: (arguments . (identifier) @holder . [(identifier) (member_expression)] @extends)
  (#eq? @_inherits "inherits"))

; C.prototype = Object.create(B.prototype)    C.prototype = new B()
(assignment_expression
  left: (member_expression property: (_) @_prototype) @holder
  right: (call_expression
    function: (member_expression property: (_) @_create)
    arguments: (arguments . (member_expression property: (_) @_of) @extends))
  (#eq? @_prototype "prototype") (#eq? @_create "create") (#eq? @_of "prototype"))
(assignment_expression
  left: (member_expression property: (_) @_prototype) @holder
  right: (new_expression constructor: [(identifier) (member_expression)] @extends)
  (#eq? @_prototype "prototype"))

; Object.setPrototypeOf(C.prototype, B.prototype)
(call_expression
  function: (member_expression property: (_) @_set)
  arguments: (arguments
    . (member_expression property: (_) @_prototype) @holder
    . (member_expression property: (_) @_of) @extends)
  (#eq? @_set "setPrototypeOf") (#eq? @_prototype "prototype") (#eq? @_of "prototype"))
