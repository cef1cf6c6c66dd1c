"""Phrases in a query, as ``"connection refused" retry``: what is found must hold them as they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.search.textual import matching_lines, phrase_pattern
from codegraph.text import STOP_WORDS, query_terms

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.search.filters import Accept
    from codegraph.text import SourceOf

_PHRASE = re.compile(r'"([^"]*[^"\s][^"]*)"')


def split_phrases(query: str) -> tuple[str, list[str]]:
    """The query without its quotes, and the phrases in it.

    What stands in quotes is a phrase where it makes up half of the query or more, stop words aside. A sentence that
    puts a word or two in quotes describes all the same: ``Creates the "HAVING" part of a query``.

    >>> split_phrases('"connection refused" retry')
    ('connection refused retry', ['connection refused'])
    """
    text, phrases = _PHRASE.sub(r"\1", query), _PHRASE.findall(query)
    quoted = sum(len(query_terms(phrase)) for phrase in phrases)
    others = _PHRASE.sub(" ", query).split()
    telling = sum(word.lower() not in STOP_WORDS for word in others)
    return text, phrases if quoted >= telling else []


def holding(
    view: GraphView, index_dir: Path, phrases: list[str], accept: Accept, source_of: SourceOf
) -> list[int]:
    """The accepted rows whose source holds all phrases, in order of rows.

    Words may be in another case and a line may end between them. What is around definitions that hold all phrases
    counts only where it holds one of them itself.

    Raises:
        IndexFormatError: the list of files is missing or damaged.
    """
    inside: set[int] = set()
    common: set[int] | None = None
    for phrase in phrases:
        lines = matching_lines(view, index_dir, phrase_pattern(phrase), lambda _: True, source_of)
        rows = {line.row for line in lines}
        inside |= rows
        closure = {above for row in rows for above in _upwards(view, row)}
        common = closure if common is None else common & closure
    rows = common or set()
    around = {view.parent(row) for row in rows}
    return sorted(row for row in rows if (row in inside or row not in around) and accept(row))


def _upwards(view: GraphView, row: int) -> list[int]:
    """A definition and those around it, up to the module."""
    module, rows = view.module(row), [row]
    while rows[-1] != module and view.parent(rows[-1]) >= 0:
        rows.append(view.parent(rows[-1]))
    return rows
