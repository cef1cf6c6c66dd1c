;; grammars: javascript
; class C extends B {}    class C extends m.B {}    class C extends mixin(B) {}    const C = class extends B {}
(class_declaration (class_heritage (_) @extends))
(class (class_heritage (_) @extends))
;; grammars: all
