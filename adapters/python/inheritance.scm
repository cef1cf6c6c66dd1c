; class C(B)    class C(m.B)    class C(B[int])    class C(make())
(class_definition superclasses: (argument_list [(identifier) (attribute) (call)] @extends))
(class_definition superclasses: (argument_list (subscript value: (_) @extends) @arguments))
