; A string that opens a module, class or function
(module . (comment)* . (string) @doc.inside)
(class_definition body: (block . (string) @doc.inside))
(function_definition body: (block . (string) @doc.inside))
