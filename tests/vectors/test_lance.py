"""LanceDB: an index is built by itself once a scan would take too long."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from codegraph.vectors import Conditions, Match, Point
from codegraph.vectors.lance import LanceStore
from tests.vectors.samples import clustered, nearest, points, recall

ROWS = 4000
QUESTIONS = clustered(40, seed=8)


def test_up_to_the_limit_every_vector_is_compared(tmp_path: Path) -> None:
    matrix = clustered(600)
    store = LanceStore(tmp_path, exact_rows=600)
    store.upsert("space", points(600), matrix)
    assert not store.has_index("space")
    for question in QUESTIONS[:10]:
        found = [match.id for match in store.search("space", question, 10)]
        assert found == [match.id for match in nearest(matrix, question, 10)]


def test_above_the_limit_an_index_answers_nearly_as_well_as_a_scan(tmp_path: Path) -> None:
    matrix = clustered(ROWS)
    store = LanceStore(tmp_path, exact_rows=1000)
    store.upsert("space", points(ROWS), matrix)
    assert store.has_index("space")
    assert recall(store, "space", matrix, QUESTIONS) >= 0.95


def test_scores_from_the_index_are_those_of_the_vectors_themselves(tmp_path: Path) -> None:
    matrix = clustered(ROWS)
    store = LanceStore(tmp_path, exact_rows=1000)
    store.upsert("space", points(ROWS), matrix)
    best = nearest(matrix, matrix[17], 1)[0]
    assert store.search("space", matrix[17], 1)[0].id == best.id
    assert abs(store.search("space", matrix[17], 1)[0].score - best.score) < 1e-3


def test_conditions_hold_with_an_index_too(tmp_path: Path) -> None:
    matrix = clustered(ROWS)
    store = LanceStore(tmp_path, exact_rows=1000)
    store.upsert("space", points(ROWS), matrix)
    found = store.search("space", QUESTIONS[0], 20, Conditions(kinds=("class",)))
    assert len(found) == 20
    assert all(int(match.id) % 10 == 0 for match in found)


def test_what_comes_after_the_index_is_found_as_well(tmp_path: Path) -> None:
    store = LanceStore(tmp_path, exact_rows=1000)
    store.upsert("space", points(ROWS), clustered(ROWS))
    new = -clustered(1, seed=99)
    store.upsert("space", [Point(id="new")], new)
    assert (
        store.search("space", new[0], 1) == [Match("new", 1.0)]
        or store.search("space", new[0], 1)[0].id == "new"
    )
    store.delete("space", ["new"])
    assert store.search("space", new[0], 1)[0].id != "new"


def test_many_new_rows_are_taken_into_the_index(tmp_path: Path) -> None:
    matrix = clustered(ROWS)
    store = LanceStore(tmp_path, exact_rows=1000)
    store.upsert("space", points(ROWS)[:2000], matrix[:2000])
    for start in range(2000, ROWS, 500):
        store.upsert("space", points(ROWS)[start : start + 500], matrix[start : start + 500])
    assert store.unindexed("space") == 0
    assert recall(store, "space", matrix, QUESTIONS) >= 0.9


def test_another_process_finds_what_is_there(tmp_path: Path) -> None:
    LanceStore(tmp_path).upsert("space", [Point(id="a")], np.eye(4, dtype=np.float32)[:1])
    assert LanceStore(tmp_path).search("space", np.eye(4, dtype=np.float32)[0], 1) == [Match("a", 1.0)]
