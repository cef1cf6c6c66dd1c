"""Readies a source for its grammar: blanks what the grammar has no place for, so that all else stays where it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from codegraph.parse.attributes import attribute_words
from codegraph.parse.conditionals import DIRECTIVE, alternatives, conditions, cut_branches

if TYPE_CHECKING:
    from codegraph.parse.reading import Reading

MUTE = re.compile(
    rb"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)|//[^\n]*+"
    rb"|\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'",
    re.DOTALL,
)
OF_LINES = re.compile(rb"[^\r\n]")
Span = tuple[int, int]


def prepared(source: bytes, reading: Reading) -> tuple[bytes, list[Span]]:
    """A source of equal length that the grammar can read, and the places of what is only an alternative in it."""
    others: list[Span] = []
    if reading.spec.preprocessor is not None:
        source, others = _preprocessed(source, reading)
    for word, pattern, fill in reading.blanks:
        if word in source:
            source = _filled(source, [match.span(1) for match in pattern.finditer(source)], fill)
    return source, others


def _preprocessed(source: bytes, reading: Reading) -> tuple[bytes, list[Span]]:
    text = MUTE.sub(_mute, source)
    others: list[Span] = []
    if b"#" in text:
        groups = conditions(text)
        others = alternatives(text, groups, reading.rare)
        cut = cut_branches(text, groups)
        source, text = _filled(source, cut), _filled(text, cut)
        text = DIRECTIVE.sub(_mute, text)
    return _filled(source, attribute_words(text)), others


def without_conditions(source: bytes) -> Iterator[bytes]:
    """A source of equal length without the conditions that cut through statements, then without any.

    Of several branches the first one counts.
    """
    text = MUTE.sub(_mute, source)
    groups = conditions(text)
    if groups:
        yield _filled(source, cut_branches(text, groups))
        lines = [(directive.start, directive.end) for group in groups for directive in group]
        others = [(one.end, next_.start) for group in groups for one, next_ in pairwise(group[1:])]
        yield _filled(source, [*lines, *others])


def _mute(match: re.Match[bytes]) -> bytes:
    """A comment or directive as blanks, a literal as blanks between its quotes."""
    found = match[0]
    quote = found[:1] if found[0] in b"\"'" else b" "
    inner = found[1:-1]
    return quote + (b" " * len(inner) if b"\n" not in inner else OF_LINES.sub(b" ", inner)) + quote


def _filled(source: bytes, spans: Iterable[Span], fill: bytes = b" ") -> bytes:
    """A source with another character in some places; lines stay as they are."""
    text: bytearray | None = None
    for start, end in spans:
        text = bytearray(source) if text is None else text
        text[start:end] = OF_LINES.sub(fill if len(fill) == 1 else b" ", text[start:end])
        if len(fill) == 2 and end - start > 1:
            text[start : start + 1], text[end - 1 : end] = fill[:1], fill[1:]
    return source if text is None else bytes(text)
