"""Hits by name: what a query is the name of, exactly or but for its spelling, a letter, or its end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.lookup import candidates
from codegraph.graph.respelled import nearby
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, NodeKind
from codegraph.search.lexical import is_name_term
from codegraph.text import query_terms

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Question

RESPELLED, MISSPELLED, BEGUN = 0.99, 0.98, 0.97
"""Scores of names that the query is in another spelling, but for one letter, or begins."""

_DEFINITIONS = CALLABLE_KINDS | TYPE_KINDS


class Named(NamedTuple):
    """Hits by name, best first: rows with their scores, and which of them bear the query as it stands."""

    scores: dict[int, float]
    exact: frozenset[int]


def by_name(view: GraphView, database: Path, question: Question, root: Path | None) -> Named:
    """The nodes that a query names, code before tests and externals; those that it nearly names if there are none.

    Names with other separators or in another case always count; they stand before an external one. One letter is
    only taken for wrong, and a beginning only for one, where the query is no word that the names of the index hold.

    Raises:
        IndexFormatError: the full-text index is missing, damaged or of another version.
    """
    exact = _scored(view, question, candidates(view, question.text, root), 1.0)
    if any(view.kind(row) != NodeKind.EXTERNAL for row in exact):
        return Named(exact, frozenset(exact))
    found = nearby(view, question.text)
    respelled = _scored(view, question, found.respelled, RESPELLED)
    if respelled or exact:
        behind = dict.fromkeys(exact, MISSPELLED if respelled else 1.0)
        return Named(respelled | behind, frozenset(exact))
    if not (found.misspelled or found.begun) or _is_word_of_names(database, question.text):
        return Named({}, frozenset())
    if misspelled := _scored(view, question, found.misspelled, MISSPELLED):
        return Named(misspelled, frozenset())
    begun = _scored(view, question, found.begun, BEGUN)
    shortest = min((len(view.name(row)) for row in begun), default=0)
    # The more of a name is there, the likelier it is meant.
    shares = {row: score * shortest / max(len(view.name(row)), 1) for row, score in begun.items()}
    return Named(dict(sorted(shares.items(), key=lambda hit: -hit[1])), frozenset())


def _scored(view: GraphView, question: Question, rows: Iterable[int], score: float) -> dict[int, float]:
    """The accepted rows with one score, what can be called or made and is most used first."""
    ordered = sorted(
        (row for row in rows if question.accept(row)),
        key=lambda row: (
            view.kind(row) == NodeKind.EXTERNAL,
            view.is_test(row),
            view.kind(row) not in _DEFINITIONS,
            -view.fan_in(row),
            row,
        ),
    )
    return dict.fromkeys(ordered, score)


def _is_word_of_names(database: Path, text: str) -> bool:
    """Whether a query is one plain word that some name in the index holds."""
    terms = query_terms(text)
    return len(terms) == 1 and is_name_term(database, terms[0])
