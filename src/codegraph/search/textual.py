"""Searches the texts of the indexed files for a regular expression or for a phrase as it is written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import UsageError
from codegraph.model import INDEXED, Level, NodeKind
from codegraph.search.hits import hit_of
from codegraph.search.literals import required_literals
from codegraph.search.result import SearchResult
from codegraph.store.files import load_files
from codegraph.store.layout import FILES_FILE, TRIGRAMS
from codegraph.store.trigrams import narrowed
from codegraph.text import SourceOf, read_or_nothing

if TYPE_CHECKING:
    import regex

    from codegraph.graph.view import GraphView
    from codegraph.search.filters import Accept

SECONDS: Final = 20.0
"""How long an expression may take for one file: most never take a hundredth of it, some never end."""
MAX_LINE: Final = 300


TEXT, REGEX = "text", "regex"


class Line(NamedTuple):
    """A line with a match: the innermost definition around it, and where it begins (from 1)."""

    row: int
    path: str
    line: int
    column: int
    text: str


def search_text(
    view: GraphView,
    index_dir: Path,
    pattern: str,
    *,
    k: int,
    accept: Accept,
    source_of: SourceOf,
    ignore_case: bool = False,
) -> SearchResult:
    """The lines on which a regular expression matches, by path and line, each a hit of the definition around it.

    A hit's ``line`` is the line of the match and its ``snippet`` that line. Raises as ``matching_lines``.
    """
    lines = list(matching_lines(view, index_dir, pattern, accept, source_of, ignore_case=ignore_case))
    return SearchResult(
        query=pattern,
        hits=[hit_of(view, line.row, 1.0, TEXT, line.text, line=line.line) for line in lines[:k]],
        total=len(lines),
        truncated=len(lines) > k,
        mode=REGEX,
        named=False,
        embedded_share=0.0,
        notes=[],
    )


def compiled(pattern: str, *, ignore_case: bool = False) -> regex.Pattern[str]:
    """A regular expression, ready to be tried on whole files: ``^`` and ``$`` stand for ends of lines.

    Raises:
        UsageError: it is no regular expression.
    """
    import regex

    flags = regex.MULTILINE | (regex.IGNORECASE if ignore_case else 0)
    try:
        return regex.compile(pattern, flags)
    except (regex.error, ValueError, OverflowError, RecursionError) as error:
        raise UsageError(f"{pattern!r} is no regular expression: {error}") from error


def phrase_pattern(phrase: str) -> str:
    """An expression for words that follow each other in any case, also on the next line."""
    import regex

    return r"(?i)" + r"\s+".join(map(regex.escape, phrase.split()))


def matching_lines(
    view: GraphView,
    index_dir: Path,
    pattern: str,
    accept: Accept,
    source_of: SourceOf,
    *,
    ignore_case: bool = False,
) -> Iterator[Line]:
    """The lines on which a match begins and whose definition is accepted, by path and line.

    Files are read as they are now. Those that the trigram index knows to lack what every match holds are not read.

    Raises:
        UsageError: it is no regular expression, or it takes too long.
        IndexFormatError: the list of files is missing or damaged.
    """
    expression = compiled(pattern, ignore_case=ignore_case)
    literals = required_literals(pattern)
    known = narrowed(index_dir / TRIGRAMS, literals)
    for state in load_files(view.folder / FILES_FILE):
        if state.status != INDEXED or (known is not None and not known.may_hold(state.content_id)):
            continue
        text = read_or_nothing(source_of, state.path).decode("utf-8", "replace")
        yield from _in_file(view, state.path, text, expression, accept)


def _in_file(
    view: GraphView, path: str, text: str, expression: regex.Pattern[str], accept: Accept
) -> Iterator[Line]:
    places = _matches(expression, text, path)
    first = next(places, None)
    if first is None:
        return
    begins = [0, *(newline.end() for newline in re.finditer("\n", text))]
    around = _Definitions(view, path)
    last = 0
    for place in chain((first,), places):
        number = bisect_right(begins, place)
        if number == last:
            continue
        last = number
        row = around.innermost(number)
        if row is not None and accept(row):
            begin = begins[number - 1]
            line = text[begin : begins[number] - 1] if number < len(begins) else text[begin:]
            yield Line(row, path, number, place - begin + 1, line.rstrip()[:MAX_LINE])


def _matches(expression: regex.Pattern[str], text: str, path: str) -> Iterator[int]:
    """Where matches begin; one that is empty is none, as it would be everywhere."""
    try:
        for match in expression.finditer(text, timeout=SECONDS):
            if match.end() > match.start():
                yield match.start()
    except TimeoutError:
        raise UsageError(
            f"the expression takes more than {SECONDS:.0f} s on {path}; make it simpler"
        ) from None


class _Definitions:
    """The definitions of one file."""

    def __init__(self, view: GraphView, path: str) -> None:
        rows = [
            row
            for row in view.rows_at(path)
            if Level.MODULE <= view.level(row) <= Level.SYMBOL and view.kind(row) != NodeKind.ENDPOINT
        ]
        self._view = view
        self._module = next((row for row in rows if view.level(row) == Level.MODULE), None)
        self._spans: Sequence[tuple[int, int, int]] = [
            (view.start_line(row), view.end_line(row), row) for row in rows if row != self._module
        ]

    def innermost(self, line: int) -> int | None:
        """The smallest definition around a line, the module if there is none; None in a file without nodes."""
        around = [(end - start, row) for start, end, row in self._spans if start <= line <= end]
        return min(around)[1] if around else self._module
