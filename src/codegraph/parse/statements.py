"""Finds the statements of a file: what the query of its adapter matches, each once, in order of place."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, cast

from codegraph.errors import AdapterError
from codegraph.languages.query import compile_statements, load_language
from codegraph.languages.statements import RETURNS, TEXT_LIMIT, RawStatement
from codegraph.model import STATEMENT_KINDS
from codegraph.parse.reading import Reading

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Parser, Query

    from codegraph.languages.adapter import Adapter
    from codegraph.parse.sweep import Captures

HEADED = frozenset(
    {
        "if", "else_if", "switch", "switch_case", "for", "for_of", "for_in", "while", "do_while", "catch", "with",
    }
)  # fmt: skip
"""Kinds with a condition, or with something else that is evaluated before the body."""
BODIES = frozenset({"body", "consequence"})
BODY_TYPES = frozenset({"control_structure_body", "statements", "block"})
STOPS = frozenset({":", "=>", "->", "then", "do", "{", "else"})
CLOSERS = re.compile(rb"(?:[\s;})\],]++|\b(?:end|fi|done|esac)\b)*+")
SPACE = re.compile(r"\s+")
WORD = re.compile(r"^(?:case|when|if|while|until|for|foreach|rescue|except|catch|with)\b\s*")
_SOURCE_LIMIT = 8 * TEXT_LIMIT


class Finder(NamedTuple):
    """The compiled query of statements: for each pattern its capture and kind, None where it finds none."""

    query: Query
    patterns: list[tuple[str, str] | None]


class StatementGrammar(NamedTuple):
    """All that finding the statements of a file takes when it is asked for."""

    reading: Reading
    parser: Parser
    finder: Finder


class TooSlow(Exception):  # noqa: N818  (what happened, not an error of ours)
    """A file took longer than it may."""


class LimitedParser:
    """A parser that gives up after some seconds.

    Args:
        parser: the parser.
        seconds: how long one text may take.
    """

    def __init__(self, parser: Parser, seconds: float) -> None:
        self._parser = parser
        self._seconds = seconds

    def parse(self, source: bytes) -> object:
        """The tree of a text.

        Raises:
            TooSlow: it took too long.
        """
        late = deadline(self._seconds)
        try:
            tree = self._parser.parse(
                lambda at, _: source[at : at + _CHUNK],
                encoding="utf8",
                progress_callback=lambda at, _: late(at),
            )
        except ValueError as error:
            self._parser.reset()
            raise TooSlow from error
        return tree


_CHUNK = 1 << 16


def deadline(seconds: float) -> Callable[[int], bool]:
    """What tells tree-sitter to stop after some seconds."""
    end = time.monotonic() + seconds
    return lambda _: time.monotonic() > end


def load_finder(adapter: Adapter, language: Language, grammar: str) -> Finder:
    """Compile an adapter's query of statements.

    Raises:
        AdapterError: it does not compile, or names a kind of statement that there is not.
    """
    compiled = compile_statements(adapter, language, grammar)
    patterns: list[tuple[str, str] | None] = []
    for index, plan in enumerate(compiled.plans):
        if plan.role == "statement" and plan.kind not in STATEMENT_KINDS:
            raise AdapterError(f"adapter {adapter.spec.name}: there is no kind of statement {plan.kind!r}")
        patterns.append((plan.capture, plan.kind) if plan.role == "statement" else None)
        if plan.role != "statement":
            compiled.query.disable_pattern(index)
    return Finder(compiled.query, patterns)


def load_statement_grammar(adapter: Adapter, grammar: str, seconds: float) -> StatementGrammar:
    """What finds the statements in files of one grammar, and gives up on a file after some seconds.

    Raises:
        AdapterError: the grammar is unknown or a query does not compile.
    """
    from tree_sitter import Parser

    language = load_language(adapter, grammar)
    parser = cast("Parser", LimitedParser(Parser(language), seconds))
    return StatementGrammar(Reading(adapter.spec), parser, load_finder(adapter, language, grammar))


def find_statements(source: bytes, root: Node, finder: Finder) -> list[RawStatement]:
    """The statements of a file, sorted by start and, where that is the same, longest first.

    Where several patterns match one node, the first of them says what it is; an ``else`` may be another statement too.

    Args:
        source: the text.
        root: its tree.
        finder: what ``load_finder`` gave.
    """
    from tree_sitter import QueryCursor

    hits: list[tuple[int, int, bool, int, Node, Captures]] = []
    for index, captures in QueryCursor(finder.query).matches(root):
        pattern = finder.patterns[index]
        if pattern is not None:
            node = captures[pattern[0]][0]
            start, end = node.byte_range
            hits.append((start, -end, pattern[1] != "else", index, node, captures))
    hits.sort(key=lambda hit: hit[:4])
    rows: list[RawStatement] = []
    comments: dict[int, int] = {}
    last: tuple[int, int, bool] | None = None
    for *place, index, node, captures in hits:
        key = (place[0], place[1], bool(place[2]))
        pattern = finder.patterns[index]
        if key == last or pattern is None or not place[1] + place[0]:
            continue
        last = key
        if pattern[1] == "comment":
            comments[place[0]] = -place[1]
        rows.append(_row(source, pattern[1], node, captures))
    return [
        row._replace(following=_following(source, row.end, comments)) if row.kind in RETURNS else row
        for row in rows
    ]


def _row(source: bytes, kind: str, node: Node, captures: Captures) -> RawStatement:
    (first, column), (last, end_column) = node.start_point, node.end_point
    start, end = node.byte_range
    header, condition = (0, 0), ""
    if kind in HEADED:
        header = _header(node, kind)
        shown = captures["condition"][0].byte_range if "condition" in captures else header
        condition = _condition(_text(source, *shown))
    return RawStatement(
        kind, first + 1, column, last + 1, end_column, start, end, 0, _text(source, start, end), condition,
        header, node.type,
    )  # fmt: skip


def _header(node: Node, kind: str) -> tuple[int, int]:
    """Where the part of a compound statement stands that is evaluated before its body, or, in ``do``, after it."""
    children = node.children
    begin, end = node.start_byte, node.end_byte
    body = next((at for at in range(len(children)) if _is_body(node, children[at], at)), len(children))
    word = next((at for at, child in enumerate(children) if _is_word(child)), -1)
    if kind == "do_while" or (body < word):
        words = [at for at in range(len(children)) if at > body and _is_word(children[at])]
        return (children[words[0]].end_byte, end) if words else (end, end)
    if 0 <= word < body:
        begin = children[word].end_byte
    for at in range(max(word + 1, 0), len(children)):
        if at >= body or children[at].type in STOPS:
            return min(begin, children[at].start_byte), children[at].start_byte
    return begin, end


def _is_body(node: Node, child: Node, at: int) -> bool:
    return child.type in BODY_TYPES or node.field_name_for_child(at) in BODIES


def _is_word(child: Node) -> bool:
    kind = child.type
    return (not child.is_named and kind.isalpha()) or kind.endswith("_keyword")


def _condition(text: str) -> str:
    text = WORD.sub("", text, count=1).rstrip(";: ")
    while text.startswith("(") and _closes(text) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def _closes(text: str) -> int:
    """Where the bracket closes that a text begins with."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return at
    return -1


def _text(source: bytes, start: int, end: int) -> str:
    piece = source[start : min(end, start + _SOURCE_LIMIT)].decode("utf-8", "replace")
    return SPACE.sub(" ", piece).strip()[:TEXT_LIMIT]


def _following(source: bytes, end: int, comments: dict[int, int]) -> int:
    """Where the next code stands behind a place, comments and what only closes left out."""
    while True:
        match = CLOSERS.match(source, end)
        at = match.end() if match is not None else end
        if at not in comments:
            return at
        end = comments[at]
