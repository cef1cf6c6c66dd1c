; use A\B;    use A\B as C;    use function A\f;    use const A\C;
(namespace_use_declaration
  !body (namespace_use_clause
    (qualified_name prefix: (namespace_name) @module (name) @name) alias: (name)? @alias)) @import.named

; use A;    use \A as B;
(namespace_use_declaration !body (namespace_use_clause . (name) @name alias: (name)? @alias)) @import.named
(namespace_use_declaration
  !body (namespace_use_clause (qualified_name . "\\" . (name) @name) alias: (name)? @alias)) @import.named

; use A\{B, C as D};    use A\{B\C};    use function A\{f, g};
(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause . (name) @name alias: (name)? @alias))) @import.named
(namespace_use_declaration
  (namespace_name) @base
  body: (namespace_use_group (namespace_use_clause
    (qualified_name prefix: (namespace_name) @module (name) @name) alias: (name)? @alias))) @import.named

; require 'a.php';    include_once('a.php');
[
  (include_expression [(string (string_content) @module) (parenthesized_expression (string (string_content) @module))])
  (include_once_expression [(string (string_content) @module) (parenthesized_expression (string (string_content) @module))])
  (require_expression [(string (string_content) @module) (parenthesized_expression (string (string_content) @module))])
  (require_once_expression [(string (string_content) @module) (parenthesized_expression (string (string_content) @module))])
] @import.bare

; require __DIR__ . '/a.php';    include_once(__DIR__ . '/a.php');
([
  (include_expression [
    (binary_expression left: (name) @_dir right: (string (string_content) @module))
    (parenthesized_expression (binary_expression left: (name) @_dir right: (string (string_content) @module)))])
  (include_once_expression [
    (binary_expression left: (name) @_dir right: (string (string_content) @module))
    (parenthesized_expression (binary_expression left: (name) @_dir right: (string (string_content) @module)))])
  (require_expression [
    (binary_expression left: (name) @_dir right: (string (string_content) @module))
    (parenthesized_expression (binary_expression left: (name) @_dir right: (string (string_content) @module)))])
  (require_once_expression [
    (binary_expression left: (name) @_dir right: (string (string_content) @module))
    (parenthesized_expression (binary_expression left: (name) @_dir right: (string (string_content) @module)))])
] @import.bare (#eq? @_dir "__DIR__"))
