"""Merges a ranking by words and one by meaning into scores between 0 and 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.search.ranking import Ranking

SCALED = 100
"""A ranking's scores are scaled over its best hundred, or as many as are asked for."""

DENSE_SHARE = 0.7
DENSE_SHARE_OF_NAMES = 0.5
RRF_K = 60


def scale_by_words(ranking: Ranking, depth: int = SCALED) -> dict[int, float]:
    """Scores of a lexical ranking in 0..1; a short one goes down to 0, the score of sharing no word."""
    return _scale(ranking[:depth], ranking[depth - 1][1] if len(ranking) >= depth else 0.0)


def scale_by_meaning(ranking: Ranking, depth: int = SCALED) -> dict[int, float]:
    """Scores of a dense ranking in 0..1 over its own span: cosines have no zero that means anything."""
    best = ranking[:depth]
    return _scale(best, best[-1][1] if best else 0.0)


def _scale(ranking: Ranking, floor: float) -> dict[int, float]:
    if not ranking:
        return {}
    span = ranking[0][1] - floor
    if span <= 0:
        return dict.fromkeys((row for row, _ in ranking), 1.0)
    return {row: (score - floor) / span for row, score in ranking}


def convex(lexical: Ranking, dense: Ranking, dense_share: float, depth: int = SCALED) -> dict[int, float]:
    """The weighted mean of both scaled scores: the best fusion that was measured, with 0.7 for meaning."""
    words, meaning = scale_by_words(lexical, depth), scale_by_meaning(dense, depth)
    return {
        row: dense_share * meaning.get(row, 0.0) + (1 - dense_share) * words.get(row, 0.0)
        for row in words | meaning
    }


def reciprocal_rank(lexical: Ranking, dense: Ranking, k: int = RRF_K) -> dict[int, float]:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), scaled so that first in both gives 1."""
    scores: dict[int, float] = {}
    for ranking in (lexical, dense):
        for rank, (row, _) in enumerate(ranking, 1):
            scores[row] = scores.get(row, 0.0) + (k + 1) / (k + rank) / 2
    return scores


def best_first(scores: Iterable[tuple[int, float]]) -> Ranking:
    """By falling score, ties by row: rows are in the order of FQNs."""
    rounded = ((row, round(score, 4)) for row, score in scores)
    return sorted(rounded, key=lambda hit: (-hit[1], hit[0]))
