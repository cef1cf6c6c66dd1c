"""Ranking by vectors: exact, each node once, filtered before it is cut."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.errors import IndexFormatError
from codegraph.search import dense
from codegraph.search.dense import VectorIndex, open_vectors
from codegraph.search.ranking import Question, Ranking
from codegraph.store.vectors_file import write_vectors_file

NODES = 30


def stored(path: Path, nodes: list[int], seed: int = 0) -> np.ndarray:
    # Few distinct values, so that ties are common.
    matrix = np.random.default_rng(seed).integers(-1, 2, (len(nodes), 4)).astype(np.float16)
    write_vectors_file(path, nodes, matrix)
    return matrix


def by_hand(nodes: list[int], matrix: np.ndarray, query: np.ndarray, question: Question) -> Ranking:
    best: dict[int, float] = {}
    for row, vector in zip(nodes, matrix.tolist(), strict=True):
        score = sum(a * b for a, b in zip(vector, query.tolist(), strict=True))
        best[row] = max(score, best.get(row, -1e9))
    ranked = sorted(best.items(), key=lambda hit: (-hit[1], hit[0]))
    return [hit for hit in ranked if hit[0] < NODES and question.accept(hit[0])][: question.depth]


@given(
    nodes=st.lists(st.integers(0, NODES + 2), max_size=60),
    depth=st.integers(1, 12),
    seed=st.integers(0, 1000),
    modulus=st.integers(1, 4),
)
def test_the_ranking_is_that_of_all_products(
    tmp_path_factory: pytest.TempPathFactory, nodes: list[int], depth: int, seed: int, modulus: int
) -> None:
    path = tmp_path_factory.mktemp("d") / "vectors.bin"
    matrix = stored(path, nodes, seed)
    query = np.array([1, -1, 2, 0.5], np.float16)
    question = Question("", lambda row: row % modulus == 0, depth)
    assert VectorIndex(path).rank(query, question, NODES) == by_hand(nodes, matrix, query, question)


def test_many_vectors_are_multiplied_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = stored(tmp_path / "vectors.bin", list(range(NODES)))
    query = np.array([1, 2, 3, 4], np.float16)
    question = Question("", lambda row: True, 10)
    monkeypatch.setattr(dense, "_KEEP_ROWS", 0)
    monkeypatch.setattr(dense, "_BLOCK_ROWS", 7)
    expected = by_hand(list(range(NODES)), matrix, query, question)
    assert VectorIndex(tmp_path / "vectors.bin").rank(query, question, NODES) == expected


def test_vectors_of_another_length_are_another_models(tmp_path: Path) -> None:
    stored(tmp_path / "vectors.bin", [1, 2])
    with pytest.raises(IndexFormatError, match="another model"):
        VectorIndex(tmp_path / "vectors.bin").rank(
            np.zeros(5, np.float16), Question("", lambda row: True, 3), NODES
        )


def test_a_file_is_opened_again_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "vectors.bin"
    stored(path, [1, 2])
    first = open_vectors(path)
    assert open_vectors(path) is first
    path.unlink()
    stored(path, [1, 2, 3])
    assert len(open_vectors(path)) == 3
