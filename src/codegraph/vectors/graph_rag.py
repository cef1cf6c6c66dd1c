"""A store that wraps another one, and finds more by going from what is near to what is near to that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from codegraph.vectors.nearest import as_score, in_order
from codegraph.vectors.protocol import EVERYTHING, Conditions, Match, State

if TYPE_CHECKING:
    from codegraph.vectors.protocol import Matrix, Point, Vector, VectorStore

NEIGHBOURS = 16
"""Similarity edges that are followed from one point: those to its nearest ones."""


class GraphRag:
    """The matches of a store, expanded over similarity edges.

    Two points have an edge when their cosine is at least ``threshold``. From the best ``seeds`` matches, edges are
    followed ``hops`` far; a point reached has the score of the seed times ``decay`` for each hop. The best score
    of each point is kept, ties go by id.

    Args:
        inner: the store that keeps the points.

    Raises:
        ValueError: a number makes no sense.
    """

    def __init__(
        self,
        inner: VectorStore,
        *,
        threshold: float = 0.75,
        hops: int = 1,
        decay: float = 0.7,
        seeds: int = 4,
        neighbours: int = NEIGHBOURS,
    ) -> None:
        if not (-1 <= threshold <= 1 and 0 <= decay <= 1 and hops >= 0 and seeds >= 0 and neighbours >= 1):
            raise ValueError("threshold lies in -1..1, decay in 0..1; hops, seeds, neighbours are counts")
        self._inner = inner
        self._threshold, self._hops, self._decay = threshold, hops, decay
        self._seeds, self._neighbours = seeds, neighbours

    @property
    def name(self) -> str:
        """The wrapped store's name."""
        return self._inner.name

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        self._inner.upsert(namespace, points, matrix)

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        self._inner.delete(namespace, ids)

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The ``k`` best of the nearest points and their neighbours, which meet the conditions too."""
        near = self._inner.search(namespace, vector, max(k, self._seeds), conditions)
        best = {match.id: match.score for match in near}
        for seed in (match for match in near[: self._seeds] if match.score > 0):
            self._spread(namespace, seed, conditions, best)
        return in_order(Match(id_, score) for id_, score in best.items())[:k]

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        return self._inner.fetch(namespace, ids)

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        return self._inner.state(namespace)

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        self._inner.drop(namespace)

    def close(self) -> None:
        """Close the wrapped store."""
        self._inner.close()

    def _spread(self, namespace: str, seed: Match, conditions: Conditions, best: dict[str, float]) -> None:
        """Raise the scores of what lies around a seed, each point at its fewest hops."""
        reached, edge = {seed.id}, [seed.id]
        score = seed.score
        for _ in range(self._hops):
            score *= self._decay
            vectors = self._inner.fetch(namespace, edge)
            found = {
                match.id
                for id_ in edge
                if id_ in vectors
                for match in self._inner.search(namespace, vectors[id_], self._neighbours, conditions)
                if match.score >= self._threshold
            }
            edge = sorted(found - reached)
            reached.update(edge)
            for id_ in edge:
                best[id_] = max(best.get(id_, -1.0), as_score(score))
