"""Vectors in memory: for tests, for notebooks, and as the model of what every other store has to answer."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from codegraph.vectors.checks import check_dimensions, check_namespace, check_points, check_query
from codegraph.vectors.nearest import as_score, in_order
from codegraph.vectors.protocol import EVERYTHING, Conditions, Match, State

if TYPE_CHECKING:
    from codegraph.vectors.protocol import Matrix, Point, Vector


class MemoryStore:
    """All vectors of a namespace are compared with the question; gone with the process."""

    name = "memory"

    def __init__(self) -> None:
        self._spaces: dict[str, _Space] = {}
        self._lock = threading.Lock()

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        check_namespace(namespace)
        if not points:
            return
        vectors = check_points(points, matrix)
        with self._lock:
            space = self._spaces.get(namespace) or _Space(vectors.shape[1])
            check_dimensions(namespace, space.dimensions, vectors.shape[1])
            space.put(points, vectors)
            self._spaces[namespace] = space

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        with self._lock:
            if space := self._spaces.get(check_namespace(namespace)):
                space.remove(ids)

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The nearest points, see ``VectorStore``."""
        query = check_query(vector, k)
        with self._lock:
            space = self._spaces.get(check_namespace(namespace))
            if space is None:
                return []
            check_dimensions(namespace, space.dimensions, len(vector))
            return [] if query is None else space.search(query, k, conditions)

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        with self._lock:
            space = self._spaces.get(check_namespace(namespace))
            vectors = space.vectors if space else {}
            return {id_: vectors[id_] for id_ in ids if id_ in vectors}

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        with self._lock:
            space = self._spaces.get(check_namespace(namespace))
            return State(len(space.points), space.dimensions) if space else State(0, 0)

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        with self._lock:
            self._spaces.pop(check_namespace(namespace), None)

    def close(self) -> None:
        """Nothing is open."""


class _Space:
    """The points of one namespace."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self.points: dict[str, Point] = {}
        self.vectors: dict[str, Vector] = {}
        self._matrix: Matrix | None = None

    def put(self, points: Sequence[Point], vectors: Matrix) -> None:
        for point, vector in zip(points, vectors, strict=True):
            self.points[point.id] = point
            self.vectors[point.id] = vector.copy()
        self._matrix = None

    def remove(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self.points.pop(id_, None)
            self.vectors.pop(id_, None)
        self._matrix = None

    def search(self, query: Vector, k: int, conditions: Conditions) -> list[Match]:
        import numpy as np

        if not self.points:
            return []
        if self._matrix is None:
            self._matrix = np.stack([self.vectors[id_] for id_ in self.points])
        scores = self._matrix @ query
        accept = conditions.accept()
        pairs = zip(self.points.values(), scores.tolist(), strict=True)
        return in_order(Match(point.id, as_score(score)) for point, score in pairs if accept(point))[:k]
