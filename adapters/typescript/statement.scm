;; on demand: all
; x as T    x!
(as_expression) @statement.assertion
(non_null_expression) @statement.assertion
