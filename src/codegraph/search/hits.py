"""Makes hits of rows: what is told of a node that was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.search.result import Hit
from codegraph.text import collapse, first_sentence

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

MAX_SUMMARY_CHARS = 200


def hit_of(
    view: GraphView, row: int, score: float, origin: str, snippet: str, *, line: int | None = None
) -> Hit:
    """The hit for one row; ``line`` is where it was found, where it is declared when None."""
    return Hit(
        fqn=view.fqn(row),
        name=view.name(row),
        kind=view.kind(row),
        level=view.level(row),
        language=view.language(row),
        path=view.path(row),
        line=view.line(row) if line is None else line,
        start_line=view.start_line(row),
        end_line=view.end_line(row),
        score=score,
        match_origin=origin,
        signature=view.signature(row),
        summary=collapse(first_sentence(view.doc(row)), MAX_SUMMARY_CHARS),
        snippet=snippet,
        tags=tuple(view.tags(row)),
    )
