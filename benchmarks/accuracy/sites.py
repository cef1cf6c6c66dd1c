"""Call sites of a source file by the language's grammar alone, so that calls which an index misses are seen too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter_language_pack import get_parser

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

Position = tuple[int, int]


class Calls(NamedTuple):
    """How a grammar writes calls.

    ``nodes`` gives for each kind of call the field of its callee; "" is the first named child, "*" the keyword
    (``new``, ``base``, ``this``, ``super``) of a call that names nobody.
    """

    grammar: str
    endings: tuple[str, ...]
    nodes: dict[str, str]


LANGUAGES = {
    "c": Calls("c", (".c", ".h"), {"call_expression": "function"}),
    "cpp": Calls(
        "cpp",
        (".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp"),
        {"call_expression": "function", "new_expression": "type"},
    ),
    "csharp": Calls(
        "csharp",
        (".cs",),
        {
            "invocation_expression": "function",
            "object_creation_expression": "type",
            "implicit_object_creation_expression": "*",
            "constructor_initializer": "*",
        },
    ),
    "go": Calls("go", (".go",), {"call_expression": "function"}),
    "java": Calls(
        "java",
        (".java",),
        {
            "method_invocation": "name",
            "object_creation_expression": "type",
            "explicit_constructor_invocation": "constructor",
        },
    ),
    "javascript": Calls(
        "javascript",
        (".js", ".mjs", ".cjs"),
        {"call_expression": "function", "new_expression": "constructor"},
    ),
    "kotlin": Calls("kotlin", (".kt",), {"call_expression": "", "constructor_delegation_call": "*"}),
    "php": Calls(
        "php",
        (".php",),
        {
            "function_call_expression": "function",
            "member_call_expression": "name",
            "nullsafe_member_call_expression": "name",
            "scoped_call_expression": "name",
            "object_creation_expression": "",
        },
    ),
    "python": Calls("python", (".py",), {"call": "function"}),
    "ruby": Calls("ruby", (".rb",), {"call": "method"}),
    "rust": Calls("rust", (".rs",), {"call_expression": "function"}),
    "scala": Calls("scala", (".scala",), {"call_expression": "function", "instance_expression": ""}),
    "typescript": Calls(
        "typescript", (".ts",), {"call_expression": "function", "new_expression": "constructor"}
    ),
}
KEYWORDS = frozenset({"new", "base", "this", "super"})
_NAMES = frozenset(
    {
        "constant",
        "field_identifier",
        "identifier",
        "name",
        "private_property_identifier",
        "property_identifier",
        "simple_identifier",
        "super",
        "this",
        "type_identifier",
    }
)
_FIELDS = ("name", "property", "attribute", "field", "method", "function")
_LAST = frozenset(
    {
        "conditional_access_expression",
        "navigation_expression",
        "navigation_suffix",
        "qualified_name",
        "scoped_type_identifier",
        "user_type",
        "variable_name",
    }
)
_FIRST = frozenset(
    {
        "generic_name",
        "generic_type",
    }
)
_UNNAMED = ("call", "call_expression", "invocation_expression", "lambda")


class Site(NamedTuple):
    """A call: line (from 1) and column (bytes, from 0) of the callee's name, and where its expression begins."""

    line: int
    column: int
    callee: str
    start: Position


def call_sites(language: str, source: bytes) -> list[Site]:
    """All calls in a source text, by position; calls of what has no name (``f(x)(y)``) are left out.

    In Ruby a plain name counts as a call where the definition around it never binds it.
    """
    calls = LANGUAGES[language]
    root = _parser(calls.grammar).parse(source).root_node
    found = {_site(name, start) for name, start in _calls(root, calls)}
    if language == "ruby":
        found.update(_site(name, name) for name in _plain_calls(root))
    return sorted(found)


@cache
def _parser(grammar: str) -> Parser:
    return get_parser(grammar)  # type: ignore[arg-type]


def _site(name: Node, start: Node) -> Site:
    row, column = name.start_point
    text = (name.text or b"").decode("utf-8", "replace")
    return Site(row + 1, column, text, (start.start_point[0] + 1, start.start_point[1]))


def _calls(root: Node, calls: Calls) -> Iterator[tuple[Node, Node]]:
    """The names that are called, each with the node where its expression begins."""
    todo = [(root, False)]
    while todo:
        node, assigned = todo.pop()
        field = calls.nodes.get(node.type)
        if field is not None and not assigned and (name := _callee(node, field)) is not None:
            yield name, node
        left = node.child_by_field_name("left")
        todo.extend((child, child == left) for child in node.named_children)


def _callee(node: Node, field: str) -> Node | None:
    if field == "*":
        return next((child for child in node.children if child.type in KEYWORDS), None)
    callee = node.child_by_field_name(field) if field else next(iter(node.named_children), None)
    return _name(callee)


def _name(node: Node | None) -> Node | None:
    """The last name of a callee; None for what is not called by a name."""
    while node is not None and (node.named_child_count or node.type not in _NAMES):
        field = next((part for key in _FIELDS if (part := node.child_by_field_name(key)) is not None), None)
        if node.type in _LAST:
            node = node.named_children[-1] if node.named_children else None
        elif node.type in _FIRST:
            node = node.named_children[0]
        elif node.type.endswith(_UNNAMED):
            return None
        else:
            node = field
    return node


# --- plain names in Ruby ---------------------------------------------------------------------------------

_SCOPES = frozenset(
    {
        "class",
        "method",
        "module",
        "program",
        "singleton_method",
    }
)
_BINDING = frozenset(
    {
        "array_pattern",
        "as_pattern",
        "block_parameter",
        "block_parameters",
        "destructured_left_assignment",
        "destructured_parameter",
        "exception_variable",
        "find_pattern",
        "hash_pattern",
        "hash_splat_parameter",
        "in_clause",
        "keyword_parameter",
        "keyword_pattern",
        "lambda_parameters",
        "left_assignment_list",
        "match_pattern",
        "method_parameters",
        "optional_parameter",
        "rest_assignment",
        "splat_parameter",
        "test_pattern",
    }
)
_NO_VALUES = frozenset(
    {
        "alias",
        "undef",
    }
)


def _plain_calls(root: Node) -> Iterator[Node]:
    """Names that stand alone and that no parameter and no assignment of the same definition binds; ``super``."""
    todo = [root]
    while todo:
        scope = todo.pop()
        bound, used = set(), []
        inside = list(_inside(scope))
        while inside:
            node, around, field = inside.pop()
            if node.type in _SCOPES:
                todo.append(node)
                continue
            if node.type == "super" and field != "method":
                yield node
            elif node.type == "identifier":
                if around.type in _BINDING or field in ("left", "pattern", "alias"):
                    bound.add(node.text)
                elif field not in ("method", "name") and around.type not in _NO_VALUES:
                    used.append(node)
            inside.extend(_inside(node))
        yield from (node for node in used if node.text not in bound)


def _inside(node: Node) -> Iterator[tuple[Node, Node, str | None]]:
    for number, child in enumerate(node.named_children):
        yield child, node, node.field_name_for_named_child(number)
