"""The tokens of a file as its grammar sees them, without comments, documentation and layout."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.parse.extract import tree_and_docs

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.extract import Grammar

Token = tuple[str, str, int]
"""Type, text, and how deep it lies in the tree, which tells in languages whose blocks are a matter of layout."""


class Shape(NamedTuple):
    """The tokens of a file by position, and where the bodies of what has one begin.

    ``bodies`` has start and body start of each node with a body, by where the node ends; ``statements`` the ranges of
    the nodes right below the root.
    """

    starts: list[int]
    tokens: list[Token]
    bodies: dict[int, list[tuple[int, int]]]
    statements: list[tuple[int, int]]

    def between(self, start: int, end: int, without: Iterable[tuple[int, int]] = ()) -> list[Token]:
        """The tokens that begin in a range of bytes, but for those in ranges ``without``.

        Their depths count from the least of them.
        """
        found: list[Token] = []
        at = start
        for hole, hole_end in sorted(without):
            if hole >= at:
                found += self._slice(at, min(hole, end))
            at = max(at, hole_end)
        found += self._slice(at, end)
        base = min((depth for _, _, depth in found), default=0)
        return [(kind, text, depth - base) for kind, text, depth in found]

    def _slice(self, start: int, end: int) -> list[Token]:
        first = bisect_left(self.starts, start)
        return self.tokens[first : bisect_left(self.starts, end, first)] if start < end else []

    def statement_at(self, byte: int) -> tuple[int, int]:
        """The range of the statement right below the root that holds a byte; an empty one where there is none."""
        place = bisect_right(self.statements, byte, key=lambda span: span[0]) - 1
        return self.statements[place] if place >= 0 and byte < self.statements[place][1] else (byte, byte)

    def body_of(self, start: int, end: int) -> int:
        """Where the body begins of what lies in a range of bytes; its end where none is known."""
        bodies = [(at, body) for at, body in self.bodies.get(end, ()) if at >= start]
        return min(bodies)[1] if bodies else end


def shape_of(source: bytes, grammar: Grammar) -> Shape:
    """The shape of a text that the parse phase has read before, so that it is known not to hang."""
    text, root, docs = tree_and_docs(source, grammar)
    hidden = {node.byte_range for node in docs}
    shape = Shape([], [], {}, [child.byte_range for child in root.children])
    for node, depth in _visible(root, hidden):
        if node.child_count:
            body = node.child_by_field_name("body")
            if body is not None:
                shape.bodies.setdefault(node.end_byte, []).append((node.start_byte, body.start_byte))
        elif node.end_byte > node.start_byte:
            shape.starts.append(node.start_byte)
            words = text[node.start_byte : node.end_byte].decode("utf-8", "replace").replace("\r\n", "\n")
            shape.tokens.append((node.type, words, depth))
    return shape


def _is_layout(node: Node) -> bool:
    """Whether a node that may stand anywhere is a comment or the like; the text of a heredoc is one of these too."""
    return node.is_extra and ("comment" in node.type or not node.child_count)


def _visible(root: Node, hidden: set[tuple[int, int]]) -> Iterator[tuple[Node, int]]:
    """All nodes but comments and documentation, in order, with their depth."""
    cursor = root.walk()
    depth, entering = 0, True
    while True:
        node = cursor.node
        if entering and node is not None and not _is_layout(node) and node.byte_range not in hidden:
            yield node, depth
            if cursor.goto_first_child():
                depth += 1
                continue
        if cursor.goto_next_sibling():
            entering = True
        elif cursor.goto_parent():
            depth, entering = depth - 1, False
        else:
            return
