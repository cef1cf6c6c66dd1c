; Functions and classes: def f(a) -> T: ...    async def f(): ...    class C(B): ...
(function_definition
  "async"? @modifier
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (type)? @returns
  body: (block) @body) @definition.function

(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class

; A lambda has parameters and a result, but no node: key=lambda row: row.name
(lambda parameters: (lambda_parameters)? @parameters body: (_) @result) @definition.lambda

; type Alias = int
(type_alias_statement
  left: (type (identifier) @name)
  right: (type) @returns) @definition.type

; x = f()    x: T = f()    x: T    self.x = f()    a, b = f()
(assignment left: (_) @binding.value type: (type)? @type right: (_)? @value)

; x += 1 binds nothing new, (n := f()) does
(named_expression name: (identifier) @binding.value value: (_) @value)

; for x in xs: ...    [x for x in xs]
(for_statement left: (_) @binding.iterate right: (_) @value)
(for_in_clause left: (_) @binding.iterate right: (_) @value)

; with open(p) as f: ...
(with_item value: (as_pattern . (_) @value alias: (as_pattern_target (_) @binding.enter)))

; except E as e: ...
(except_clause value: (as_pattern . (_) @value alias: (as_pattern_target (_) @binding.catch)))

; case E() as e: ...
(case_pattern (as_pattern (case_pattern (class_pattern . (_) @value)) (identifier) @binding.catch))

; global x    nonlocal x
(global_statement (identifier) @binding.global)
(nonlocal_statement (identifier) @binding.nonlocal)

; Comprehensions have a scope of their own
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.block

; __all__ = ["a", "b"]    __all__ += [...]
(assignment left: (identifier) @_all right: [(list (string (string_content) @name)) (tuple (string (string_content) @name))]
  (#eq? @_all "__all__")) @export.listed
(augmented_assignment left: (identifier) @_all right: [(list (string (string_content) @name)) (tuple (string (string_content) @name))]
  (#eq? @_all "__all__")) @export.listed

; Cells, of scripts as of notebooks: # %% Load the data
(module (comment) @name @definition.section (#match? @name "^# %% ."))

; T = TypeVar("T", bound=B)
(assignment
  left: (identifier) @binding.bound
  right: (call arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (_) @type)))
  (#eq? @_bound "bound"))
