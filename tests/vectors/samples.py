"""Vectors that lie in clusters, as those of texts do, and what a scan finds among them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codegraph.vectors import Match, Point, VectorStore
from codegraph.vectors.nearest import as_score, in_order

Vectors = NDArray[np.float32]


def clustered(count: int, dimensions: int = 32, clusters: int = 40, seed: int = 3) -> Vectors:
    """Vectors of length 1 around random centres, as float16 would have them."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(clusters, dimensions))
    vectors = centres[random.integers(clusters, size=count)] + 0.6 * random.normal(size=(count, dimensions))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors.astype(np.float16).astype(np.float32)


def points(count: int) -> list[Point]:
    """Points whose ids are their numbers; every tenth is a class."""
    return [Point(id=f"{i:06}", kind="function" if i % 10 else "class") for i in range(count)]


def nearest(matrix: Vectors, question: Vectors, k: int) -> list[Match]:
    """The answer of a scan."""
    scores = matrix @ question
    return in_order(Match(f"{i:06}", as_score(score)) for i, score in enumerate(scores))[:k]


def recall(store: VectorStore, namespace: str, matrix: Vectors, questions: Vectors, k: int = 10) -> float:
    """The share of the ``k`` really nearest that a store finds."""
    hits = 0
    for question in questions:
        wanted = {match.id for match in nearest(matrix, question, k)}
        hits += len(wanted & {match.id for match in store.search(namespace, question, k)})
    return hits / (k * len(questions))
