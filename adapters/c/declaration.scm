; The parts of a definition (parameters, result, body, type, value) are read by the fields that adapter.toml names.

; int f(void) {}    char *f(int a) {}    char **f(void) {}    int (f)(void) {}
(function_definition declarator: [
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters)
  (function_declarator declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @parameters)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: (identifier) @name parameters: (_) @parameters)))]) @definition.function

; int f(int a);    char *f(void);    extern char **f(void);    char *f(int), **g(void);
(declaration declarator: [
  (function_declarator declarator: (identifier) @name @declared parameters: (_) @parameters)
  (function_declarator declarator: (parenthesized_declarator (identifier) @name @declared) parameters: (_) @parameters)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name @declared parameters: (_) @parameters))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: (identifier) @name @declared parameters: (_) @parameters)))]) @definition.function

; struct s { int a; };    union u { int a; };    enum e { A };
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum

; typedef struct { int a; } s;    typedef enum { A } e;
(type_definition type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)]
  declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum

; typedef struct s s_t, *s_p;    typedef int ints[4];    (typedef struct s s; names the same thing once more)
(type_definition type: (_ name: (type_identifier) @_tag) @returns declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)]
  (#not-eq? @name @_tag)) @definition.type
(type_definition type: [(type_identifier) (primitive_type) (sized_type_specifier)] @returns declarator: [
  (type_identifier) @name
  (primitive_type) @name
  (pointer_declarator declarator: (type_identifier) @name)
  (array_declarator declarator: (type_identifier) @name)]) @definition.type

; typedef int (*f_t)(int);    typedef int f_t(int);    typedef char *(*f_t)(void);
(type_definition declarator: [
  (function_declarator declarator: [
    (type_identifier) @name
    (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))]) @returns
  (pointer_declarator declarator: (function_declarator declarator: [
    (type_identifier) @name
    (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))]) @returns)]) @definition.type

; enum { A, B = 2 }: such names are seen around the enum as well
(enumerator name: (identifier) @name) @definition.enumerator

; int a;    char *b, c[3];    void (*d)(int);    unsigned e : 3;
(field_declaration type: (_) @type . declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
  (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
  (array_declarator declarator: (field_identifier) @name)
  (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))]) @definition.field
(field_declaration type: (_) @type "," . declarator: [
  (field_identifier) @name @definition.field
  (pointer_declarator declarator: (field_identifier) @name) @definition.field
  (array_declarator declarator: (field_identifier) @name) @definition.field])
(field_declaration declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)) @type)
  (pointer_declarator declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)) @type))
  ]) @definition.field

; const int c = 3;    static const char *names[] = { "a" };
(declaration (type_qualifier "const") type: (_) @type declarator: (init_declarator declarator: [
  (identifier) @name
  (array_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))] value: (_) @value)) @definition.constant

; int v = 3;    struct s *v = 0, w;    static struct cmd table[] = { { f } };
(declaration type: (_) @type . declarator: (init_declarator declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
  (array_declarator declarator: (identifier) @name)
  (array_declarator declarator: (array_declarator declarator: (identifier) @name))] value: (_) @value)) @definition.variable
(declaration type: (_) @type "," . declarator: (init_declarator declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)] value: (_) @value) @definition.variable)

; extern int v;    extern struct s *v;
(declaration (storage_class_specifier "extern" @declared) type: (_) @type declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))]) @definition.variable

; int v;    struct s *v, w;    char v[3];
(declaration type: (_) @type . declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
  (array_declarator declarator: (identifier) @name)
  (array_declarator declarator: (array_declarator declarator: (identifier) @name))]) @definition.variable
(declaration type: (_) @type "," . declarator: [
  (identifier) @name @definition.variable
  (pointer_declarator declarator: (identifier) @name) @definition.variable
  (array_declarator declarator: (identifier) @name) @definition.variable])

; void (*hook)(int);    static int (*hook)(void) = f;    char *(*hook)(void);
(declaration declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)) @type)
  (pointer_declarator declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)) @type))]) @definition.variable
(declaration declarator: (init_declarator
  declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)) @type)
  value: (_) @value)) @definition.variable

; #define N 3    #define CALL(f) f()
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name parameters: (_) @parameters value: (_)? @text) @definition.macro

; Variables of functions: int v = f();    struct s *v = f();    for (int i = 0;;) {}
(declaration type: (_) @type declarator: (init_declarator declarator: [
  (identifier) @binding.value
  (pointer_declarator declarator: (identifier) @binding.value)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding.value))
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding.value))
  (array_declarator declarator: (identifier) @binding.value)] value: (_) @value))

; int v;    struct s *v, w;    struct s *v[3];
(declaration type: (_) @type declarator: [
  (identifier) @binding.value
  (pointer_declarator declarator: (identifier) @binding.value)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding.value))
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding.value))
  (array_declarator declarator: (identifier) @binding.value)
  (array_declarator declarator: (array_declarator declarator: (identifier) @binding.value))])

; void (*f)(int);    int (*f)(void) = g;
(declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value))))
(declaration declarator: (init_declarator
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value)))
  value: (_) @value))

; v = f()
(assignment_expression left: (identifier) @binding.assign operator: "=" right: (_) @value)

; Blocks that declare something: if (c) { int v; }    for (int i = 0;;) {}    switch (c) { case 1: int v; }
(if_statement consequence: (compound_statement (declaration)) @scope.block)
(else_clause (compound_statement (declaration)) @scope.block)
(for_statement initializer: (declaration)) @scope.block
(for_statement body: (compound_statement (declaration)) @scope.block)
(while_statement body: (compound_statement (declaration)) @scope.block)
(do_statement body: (compound_statement (declaration)) @scope.block)
(switch_statement body: (compound_statement (case_statement (declaration))) @scope.block)
(case_statement (compound_statement (declaration)) @scope.block)
(labeled_statement (compound_statement (declaration)) @scope.block)
(compound_statement (compound_statement (declaration)) @scope.block)
