"""Puts the best hits into the order that a cross-encoder gives them, which reads query and source together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from codegraph.text import read_or_nothing

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Ranking
    from codegraph.text import SourceOf

MAX_BYTES = 3000


class Reranker(Protocol):
    """Says how well texts answer a query."""

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """A number from 0 to 1 for each text, in their order."""
        ...


def reranked(
    view: GraphView, ranking: Ranking, query: str, reranker: Reranker, source_of: SourceOf, top: int
) -> Ranking:
    """The ranking with its first ``top`` rows in the reranker's order, ties as they were.

    Their scores lie between that of the row behind them (0 if there is none) and the best one, as far up as the
    reranker's, so that all scores still fall.
    """
    head, tail = ranking[:top], ranking[top:]
    if not head:
        return ranking
    floor, best = (tail[0][1] if tail else 0.0), head[0][1]
    fits = reranker.scores(query, [_text(view, row, source_of) for row, _ in head])
    order = sorted(range(len(head)), key=lambda place: (-fits[place], place))
    scored = [(head[place][0], round(floor + (best - floor) * fits[place], 4)) for place in order]
    return [*scored, *tail]


def _text(view: GraphView, row: int, source_of: SourceOf) -> str:
    """What is read of a node: its name, its documentation if that stands before it, and its source."""
    source = read_or_nothing(source_of, view.path(row))
    end = min(view.end_byte(row), view.start_byte(row) + MAX_BYTES)
    code = source[view.start_byte(row) : end].decode("utf-8", "replace")
    doc = view.doc(row)
    return "\n".join(filter(None, (view.fqn(row), "" if doc and doc in code else doc, code)))
