; @d abstract class C {}    @d m() {}    @d x: X
(abstract_class_declaration decorator: (decorator (_) @decorator))
(class_body (decorator (_) @decorator))
(public_field_definition decorator: (decorator (_) @decorator))

; f(@d x: X)    constructor(@d private x: X)
(required_parameter decorator: (decorator (_) @decorator.parameter))
(optional_parameter decorator: (decorator (_) @decorator.parameter))
