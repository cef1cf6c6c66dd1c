; @deprecated("x") class C    @tailrec def f()    @volatile var x
(class_definition (annotation name: (_) @decorator))
(trait_definition (annotation name: (_) @decorator))
(object_definition (annotation name: (_) @decorator))
(function_definition (annotation name: (_) @decorator))
(val_definition (annotation name: (_) @decorator))
(var_definition (annotation name: (_) @decorator))
