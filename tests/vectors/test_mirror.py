"""A store that is kept the same as an index: what changed is sent, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codegraph.errors import VectorStoreError
from codegraph.vectors import Point, State
from codegraph.vectors.memory import MemoryStore
from codegraph.vectors.mirror import Mirrored, Target, mirror, mirrored_revision

AXES = np.eye(8, dtype=np.float16)
TARGET = Target("memory", "here", "space")


class Watched(MemoryStore):
    """Notes what is asked of it, and breaks down after a number of calls."""

    def __init__(self) -> None:
        super().__init__()
        self.put: list[str] = []
        self.taken: list[str] = []
        self.calls_left = 1000

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Any) -> None:
        self._count()
        self.put += [point.id for point in points]
        super().upsert(namespace, points, matrix)

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        self._count()
        gone = list(ids)
        self.taken += gone
        super().delete(namespace, gone)

    def _count(self) -> None:
        self.calls_left -= 1
        if self.calls_left < 0:
            raise VectorStoreError("gone")


@pytest.fixture
def store() -> Watched:
    return Watched()


def send(
    store: Watched, folder: Path, names: str, target: Target = TARGET, kind: str = "function", texts: str = ""
) -> Mirrored:
    """Mirror a point for each letter; its vector goes by the letter."""
    store.put, store.taken = [], []
    points = [Point(id=name, kind=kind) for name in names]
    matrix = AXES[[ord(name) - ord("a") for name in names]]
    return mirror(store, target, folder, points, list(texts or names), matrix, f"r-{names}")


def held(store: Watched, target: Target = TARGET) -> set[str]:
    return set(store.fetch(target.namespace, "abcdefgh"))


def test_everything_is_sent_at_first_and_nothing_twice(store: Watched, tmp_path: Path) -> None:
    assert send(store, tmp_path, "abc") == Mirrored(3, 0)
    assert send(store, tmp_path, "abc") == Mirrored(0, 0)
    assert store.put == store.taken == []
    assert held(store) == {"a", "b", "c"}


def test_what_changed_is_sent_and_what_is_gone_is_deleted(store: Watched, tmp_path: Path) -> None:
    send(store, tmp_path, "abc")
    assert send(store, tmp_path, "bcd") == Mirrored(1, 1)
    assert (store.put, store.taken) == (["d"], ["a"])
    assert held(store) == {"b", "c", "d"}


def test_a_new_text_or_kind_is_a_change(store: Watched, tmp_path: Path) -> None:
    send(store, tmp_path, "abc")
    send(store, tmp_path, "abc", texts="aXc")
    assert store.put == ["b"]
    send(store, tmp_path, "abc", texts="aXc", kind="class")
    assert store.put == ["a", "b", "c"]


def test_an_index_without_vectors_empties_the_store(store: Watched, tmp_path: Path) -> None:
    send(store, tmp_path, "abc")
    assert send(store, tmp_path, "") == Mirrored(0, 3)
    assert held(store) == set()


@pytest.mark.parametrize("calls", [0, 1])
def test_a_run_that_broke_off_is_made_good(store: Watched, tmp_path: Path, calls: int) -> None:
    send(store, tmp_path, "abc")
    store.calls_left = calls
    with pytest.raises(VectorStoreError):
        send(store, tmp_path, "bcd")
    assert mirrored_revision(tmp_path, TARGET) == ""
    store.calls_left = 1000
    send(store, tmp_path, "bef")
    assert held(store) == {"b", "e", "f"}
    assert mirrored_revision(tmp_path, TARGET) == "r-bef"


def test_a_store_that_lost_its_points_gets_all_again(store: Watched, tmp_path: Path) -> None:
    send(store, tmp_path, "abc")
    store.drop("space")
    assert send(store, tmp_path, "abc") == Mirrored(3, 0)


def test_without_the_notes_all_is_sent_and_nothing_old_stays(store: Watched, tmp_path: Path) -> None:
    send(store, tmp_path, "abc")
    (tmp_path / "sent.json").write_text("{broken")
    assert send(store, tmp_path, "bc") == Mirrored(2, 0)
    assert held(store) == {"b", "c"}


def test_the_points_of_another_model_are_dropped(store: Watched, tmp_path: Path) -> None:
    send(store, tmp_path, "abc")
    other = Target("memory", "here", "other")
    send(store, tmp_path, "ab", other)
    assert store.state("space") == State(0, 0)
    assert held(store, other) == {"a", "b"}


def test_a_state_holds_for_one_target(store: Watched, tmp_path: Path) -> None:
    send(store, tmp_path, "abc")
    assert mirrored_revision(tmp_path, TARGET) == "r-abc"
    assert mirrored_revision(tmp_path, Target("memory", "there", "space")) == ""
    (tmp_path / "state.json").write_bytes(b"\xff")
    assert mirrored_revision(tmp_path, TARGET) == ""


def test_an_id_that_databases_refuse_is_left_out(store: Watched, tmp_path: Path) -> None:
    points = [Point(id="a"), Point(id="b\0")]
    assert mirror(store, TARGET, tmp_path, points, ["1", "2"], AXES[:2], "r") == Mirrored(1, 0)
    assert mirror(store, TARGET, tmp_path, points, ["1", "2"], AXES[:2], "r") == Mirrored(0, 0)
