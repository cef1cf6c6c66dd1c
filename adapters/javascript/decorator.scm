; @d class C {}    @d export class C {}    const C = @d class {}
(class_declaration decorator: (decorator (_) @decorator))
(export_statement decorator: (decorator (_) @decorator))
(class decorator: (decorator (_) @decorator))

;; grammars: javascript
; @d m() {}    @d x = 1
(method_definition decorator: (decorator (_) @decorator))
(field_definition decorator: (decorator (_) @decorator))
;; grammars: all
