"""Code that is like a symbol: the nearest vectors to its own, or the same words while there are none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import IndexFormatError
from codegraph.search.engine import DENSE, LEXICAL, VECTOR
from codegraph.search.filters import Filters
from codegraph.search.hits import hit_of
from codegraph.search.kinds import MEANING, weighed
from codegraph.search.lexical import rank_by_words
from codegraph.search.meaning import embedded_share
from codegraph.search.ranking import Question
from codegraph.search.result import SearchResult
from codegraph.search.snippet import Snippets
from codegraph.store.layout import LEXICAL_FILE, VECTORS_FILE
from codegraph.text import first_sentence

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Ranking
    from codegraph.text import SourceOf

_SPARE = 50
"""Hits beyond those asked for: what is weighed by its kind may change places."""


def search_like(
    view: GraphView,
    generation_dir: Path,
    row: int,
    *,
    k: int = 10,
    filters: Filters | None = None,
    min_score: float = 0.0,
    source_of: SourceOf | None = None,
) -> SearchResult:
    """The symbols whose code is most like that of ``row``, best first, with their cosines as scores.

    Left out are the symbol itself, what is in it and what it is in. While it has no vector, symbols are found
    that share the words of its name, signature and first sentence, and a note says so.

    Raises:
        IndexFormatError: the full-text index is missing or damaged.
    """
    accept = (filters or Filters()).accept(view)
    family = _family(view, row)
    question = Question(_words(view, row), lambda other: other not in family and accept(other), k + _SPARE)
    ranking = _by_vectors(view, generation_dir, row, question)
    mode, notes = VECTOR, []
    if ranking is None:
        mode = LEXICAL
        notes.append("compared by words only: the symbol has no vector yet; `codegraph index` makes it")
        ranking = _scaled(rank_by_words(generation_dir / LEXICAL_FILE, view, question))
    origin = DENSE if mode == VECTOR else LEXICAL
    near = [(other, round(score, 4)) for other, score in ranking if score >= min_score]
    near.sort(key=lambda hit: (-hit[1], hit[0]))
    snippets = Snippets(view, source_of)
    return SearchResult(
        query=view.fqn(row),
        hits=[hit_of(view, other, score, origin, snippets.of(other)) for other, score in near[:k]],
        total=len(near),
        truncated=len(near) > k,
        mode=mode,
        named=True,
        embedded_share=embedded_share(view),
        notes=notes,
    )


def _by_vectors(view: GraphView, generation_dir: Path, row: int, question: Question) -> Ranking | None:
    """The ranking by the best of a symbol's vectors; None when it has none."""
    from codegraph.search.dense import open_vectors

    try:
        index = open_vectors(generation_dir / VECTORS_FILE)
    except (FileNotFoundError, IndexFormatError):
        return None
    best: dict[int, float] = {}
    for vector in index.vectors_of(row):
        for other, score in index.rank(vector, question, view.node_count):
            best[other] = max(score, best.get(other, -1.0))
    return weighed(view, question, list(best.items()), MEANING) if best else None


def _family(view: GraphView, row: int) -> set[int]:
    family = {row, *view.descendants(row)}
    above = view.parent(row)
    while above >= 0 and above not in family:
        family.add(above)
        above = view.parent(above)
    return family


def _words(view: GraphView, row: int) -> str:
    return f"{view.name(row)} {view.signature(row)} {first_sentence(view.doc(row))}"


def _scaled(ranking: Ranking) -> Ranking:
    best = max((score for _, score in ranking), default=1.0)
    return [(row, score / best) for row, score in ranking]
