"""Where the variables of a function are read and written, for questions about the flow of values in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.query import queries_for

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query

    from codegraph.languages.adapter import Adapter
    from codegraph.parse.reading import Reading

NOT_WRITTEN = frozenset({"push", "member", "global", "nonlocal", "bound", "type_parameter"})
"""Ways of binding that give a plain name no value."""
NO_PARAMETERS = frozenset({"type", "value", "default", "default_value"})
UPDATED = re.compile(
    rb"[(\s]*(\$?[^\W\d][\w$]*)\s*(?:[-+*/%&|^<>?~.]{1,3}=(?!=)|\+\+|--)|[(\s]*(?:\+\+|--)\s*(\$?[^\W\d][\w$]*)"
)
FURTHER = re.compile(rb"\s*(?:\.|\[|->|::|\()")
BODIES = ("function_body", "block", "body_statement", "compound_statement", "statement_block")


class Use(NamedTuple):
    """A name in the source: where it begins, and whether it is read, written or both."""

    start: int
    line: int
    column: int
    name: str
    reads: bool
    writes: bool


def binding_query(adapter: Adapter, language: Language, grammar: str) -> Query:
    """What finds the names that a function binds: the query of declarations."""
    from tree_sitter import Query

    return Query(language, queries_for(adapter, grammar)["declaration"])


def written(query: Query, root: Node, source: bytes, reading: Reading, start: int, end: int) -> set[int]:
    """Where names begin that get a value in a range of bytes."""
    from tree_sitter import QueryCursor

    cursor = QueryCursor(query)
    cursor.set_byte_range(start, end)
    found: set[int] = set()
    for capture, nodes in cursor.captures(root).items():
        role, _, how = capture.partition(".")
        if role != "binding" or how in NOT_WRITTEN:
            continue
        for node in nodes:
            found.update(
                leaf.start_byte
                for leaf, _ in _names(node, reading)
                if not FURTHER.match(source, leaf.end_byte)
            )
    return found


def uses_in(
    root: Node, source: bytes, reading: Reading, start: int, end: int, written_at: set[int]
) -> list[Use]:
    """All names in a range of bytes in order; those behind a dot and those of keyword arguments are left out."""
    found = []
    for leaf, parent in _names_between(root, reading, start, end):
        begin, stop = leaf.byte_range
        if source[max(begin - 2, 0) : begin].endswith(reading.joints) or _is_keyword(leaf, parent, reading):
            continue
        (row, column), name = leaf.start_point, source[begin:stop].decode("utf-8", "replace")
        given = reading.spec.flow.inline and parent is not None and parent.type.endswith("parameters")
        writes = begin in written_at or given
        found.append(Use(begin, row + 1, column, name, not writes, writes))
    return found


def updated(source: bytes, start: int, end: int) -> int:
    """Where the name begins that a statement reads and writes (``x += 1``, ``x++``); -1 where it does none."""
    match = UPDATED.match(source, start, end)
    if match is None:
        return -1
    return match.start(1) if match[1] is not None else match.start(2)


def parameters_of(root: Node, source: bytes, reading: Reading, start: int, end: int) -> tuple[list[Use], int]:
    """The names in the head of a definition that may be parameters, and where its body begins."""
    node = root.descendant_for_byte_range(start, max(end - 1, start))
    body = _body(node, start, end) if node is not None else None
    stop = body.start_byte if body is not None else end
    found = []
    for leaf, parent in _names_between(root, reading, start, stop):
        if parent is not None and _field_of(parent, leaf) not in NO_PARAMETERS and parent.type != "type":
            (row, column), (begin, last) = leaf.start_point, leaf.byte_range
            found.append(
                Use(begin, row + 1, column, source[begin:last].decode("utf-8", "replace"), False, True)
            )
    return found, stop


def _body(node: Node, start: int, end: int) -> Node | None:
    """The body of the definition in a range of bytes: the nearest one below its node."""
    waiting, looked = [node], 0
    while waiting and looked < _LOOKED_AT:
        one = waiting.pop(0)
        looked += 1
        if one.start_byte >= start and one.end_byte <= end:
            body = one.child_by_field_name("body")
            if body is not None:
                return body
            if one.type in BODIES and one.start_byte > start:
                return one
        waiting += one.named_children
    return None


_LOOKED_AT = 200


def _is_keyword(leaf: Node, parent: Node | None, reading: Reading) -> bool:
    return (
        parent is not None
        and parent.type in reading.spec.keyword_arguments
        and parent.start_byte == leaf.start_byte
        and parent.end_byte > leaf.end_byte
    )


def _field_of(parent: Node, leaf: Node) -> str:
    for at in range(min(parent.child_count, _LOOKED_AT)):
        child = parent.child(at)
        if child is not None and child.id == leaf.id:
            return parent.field_name_for_child(at) or ""
    return ""


def _names(node: Node, reading: Reading) -> Iterator[tuple[Node, Node | None]]:
    return _names_between(node, reading, node.start_byte, node.end_byte)


def _names_between(root: Node, reading: Reading, start: int, end: int) -> Iterator[tuple[Node, Node | None]]:
    """The plain names in a range of bytes in order, each with the node around it."""
    waiting: list[tuple[Node, Node | None]] = [(root, None)]
    while waiting:
        node, parent = waiting.pop()
        if node.end_byte <= start or node.start_byte >= end:
            continue
        if node.type in reading.name_types and node.start_byte >= start and node.end_byte <= end:
            yield node, parent
        elif node.child_count:
            waiting += [(child, node) for child in reversed(node.children)]
