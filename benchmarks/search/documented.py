"""Finds the definitions of a file with their documentation, apart from the product, and blanks that out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.search.grammars import FUNCTION_VALUES, GRAMMARS, Grammar

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_NAME = re.compile(r"\w+")
_TYPE_PARAMETERS = re.compile(r"[<\[].*", re.DOTALL)
_EMPTY_BODY = b"..."


class Span(NamedTuple):
    """Bytes of a file."""

    start: int
    end: int


class Definition(NamedTuple):
    """A function or type; ``symbol`` is its name behind that of what it is a member of."""

    symbol: str
    line: int
    is_callable: bool
    docs: tuple[Span, ...]


class _Lines(NamedTuple):
    """Doc comments and attributes by the line on which they end, with the line on which they begin."""

    comments: dict[int, tuple[int, Span]]
    attributes: dict[int, int]


def definitions(source: bytes, language: str, suffix: str) -> list[Definition]:
    """All functions and types of a file in the order of the source."""
    grammar = GRAMMARS[language]
    root = _parser(grammar.suffixes[suffix]).parse(source).root_node
    lines = _lines(root, source, grammar)
    return [
        Definition(
            ".".join((*scope[-1:], name)),
            node.start_point[0] + 1,
            node.type not in grammar.types,
            tuple(_docs(node, grammar, lines)),
        )
        for node, scope, name in _named(root, grammar)
    ]


def blanked(source: bytes, found: list[Definition], language: str) -> bytes:
    """The source with blanks in the place of all documentation: every line and offset stays.

    A documentation string leaves ``...`` behind, which may be all that the body has.
    """
    text = bytearray(source)
    for span in (span for one in found for span in one.docs):
        text[span.start : span.end] = bytes(
            b if b in b"\r\n" else 0x20 for b in source[span.start : span.end]
        )
        if not GRAMMARS[language].marks:
            text[span.start : span.start + len(_EMPTY_BODY)] = _EMPTY_BODY
    return bytes(text)


@cache
def _parser(name: str) -> Parser:
    from tree_sitter_language_pack import get_parser

    grammar: Any = name
    return get_parser(grammar)


def _named(root: Node, grammar: Grammar) -> Iterator[tuple[Node, tuple[str, ...], str]]:
    """Definitions with the names around them and their own."""
    fields = dict(grammar.scopes)
    stack: list[tuple[Node, tuple[str, ...]]] = [(root, ())]
    while stack:
        node, scope = stack.pop()
        inner = scope
        if _is_definition(node, grammar):
            name = _text(node.child_by_field_name("name"))
            if name:
                own = _receiver(node) or scope
                yield node, own, name
                inner = (*own, name)
        elif node.type in fields:
            inner = (*scope, _TYPE_PARAMETERS.sub("", _text(node.child_by_field_name(fields[node.type]))))
        stack.extend((child, inner) for child in reversed(node.named_children))


def _is_definition(node: Node, grammar: Grammar) -> bool:
    if node.type in grammar.callables or node.type in grammar.types:
        return True
    value = node.child_by_field_name("value") if node.type in grammar.assigned else None
    return value is not None and value.type in FUNCTION_VALUES


def _receiver(node: Node) -> tuple[str, ...]:
    """The type that a method of Go belongs to."""
    receiver = node.child_by_field_name("receiver")
    names = _NAME.findall(_TYPE_PARAMETERS.sub("", _text(receiver))) if receiver is not None else []
    return tuple(names[-1:])


def _lines(root: Node, source: bytes, grammar: Grammar) -> _Lines:
    lines = _Lines({}, {})
    stack = [root]
    while stack:
        node = stack.pop()
        begin, end = node.start_point[0], node.end_point[0] - (node.end_point[1] == 0)
        if node.type in grammar.attributes:
            lines.attributes[end] = begin
        elif "comment" in node.type and _is_doc(node, source, grammar):
            lines.comments[max(begin, end)] = (begin, Span(node.start_byte, node.end_byte))
        else:
            stack.extend(node.named_children)
    return lines


def _is_doc(node: Node, source: bytes, grammar: Grammar) -> bool:
    """Whether a comment is documentation: it has the marks, and nothing stands before it on its line."""
    line_start = source.rfind(b"\n", 0, node.start_byte) + 1
    marks = tuple(mark.encode() for mark in grammar.marks)
    return (
        bool(marks)
        and source.startswith(marks, node.start_byte)
        and not source[line_start : node.start_byte].strip()
    )


def _docs(node: Node, grammar: Grammar, lines: _Lines) -> Iterator[Span]:
    if not grammar.marks:
        yield from _docstring(node)
        return
    while node.parent is not None and node.parent.type in grammar.wrappers:
        node = node.parent
    above, spans = node.start_point[0] - 1, []
    while above in lines.attributes or above in lines.comments:
        if above in lines.attributes:
            above = lines.attributes[above] - 1
            continue
        begin, span = lines.comments[above]
        spans.append(span)
        above = -1 if grammar.one else begin - 1
    yield from reversed(spans)


def _docstring(node: Node) -> Iterator[Span]:
    body = node.child_by_field_name("body")
    first = next((child for child in body.named_children if child.type != "comment"), None) if body else None
    if first is not None and first.type == "expression_statement":
        first = first.named_children[0]
    if first is not None and first.type == "string":
        yield Span(first.start_byte, first.end_byte)


def _text(node: Node | None) -> str:
    return node.text.decode("utf-8", "replace") if node is not None and node.text is not None else ""
