"""Marks: one append each, bounded, and none that came later is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.errors import NotIndexedError, UsageError
from codegraph.freshness.marks import NONE, add_marks, clear_marks, read_marks
from codegraph.freshness.memory import Memory, forget, recall, remember
from codegraph.store.layout import MARKER


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    place = tmp_path.resolve() / "index"
    place.mkdir()
    (place / MARKER).touch()
    return place


def test_marks_come_back_whatever_is_in_a_name(index_dir: Path) -> None:
    names = ["a.py", "with\nnewline.py", 'with"quote.py', "ünïcödé/é.py"]
    add_marks(index_dir, index_dir.parent, names)
    marks = read_marks(index_dir)
    assert marks.paths == set(names)
    assert marks.has("a.py")
    assert not marks.has("b.py")


def test_marks_that_came_later_stay(index_dir: Path) -> None:
    add_marks(index_dir, index_dir.parent, ["a.py"])
    seen = read_marks(index_dir)
    add_marks(index_dir, index_dir.parent, ["b.py"])
    clear_marks(index_dir, seen)
    assert read_marks(index_dir).paths == {"b.py"}
    clear_marks(index_dir, read_marks(index_dir))
    assert read_marks(index_dir) == NONE
    assert [path.name for path in index_dir.iterdir()] == [MARKER]


def test_too_many_marks_become_one_that_stands_for_all(
    index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codegraph.freshness.marks.MOST_BYTES", 40)
    for number in range(10):
        add_marks(index_dir, index_dir.parent, [f"file{number}.py"])
    marks = read_marks(index_dir)
    assert marks.all_files
    assert marks.has("any.py")
    assert marks.size < 60


def test_a_damaged_mark_marks_everything(index_dir: Path) -> None:
    (index_dir / "marks").write_bytes(b'"a.py"\n"b')
    assert read_marks(index_dir).all_files


def test_a_name_that_is_no_text_is_refused_in_words(index_dir: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"n\\udcff\.py is no name in UTF-8"):
        add_marks(index_dir, tmp_path.resolve(), ["a.py", "n\udcff.py"])
    assert read_marks(index_dir) == NONE


def test_nothing_is_marked_without_an_index(tmp_path: Path) -> None:
    with pytest.raises(NotIndexedError):
        add_marks(tmp_path / "index", tmp_path.resolve(), ["a.py"])
    assert not (tmp_path / "index").exists()


def test_a_refresh_that_was_given_up_is_tried_again_later_each_time() -> None:
    pauses = []
    for vain in range(1, 8):
        memory = Memory(seconds=5.0, gave_up=True, vain=vain, at=1000.0)
        pauses.append(next(s for s in range(10_000) if not memory.pauses(1000.0 + s)))
    assert pauses == [25, 50, 100, 200, 400, 600, 600]
    assert not Memory(seconds=5.0, gave_up=True, vain=1, at=1000.0).pauses(900.0)  # a clock was set back
    assert not Memory(seconds=50.0, at=1000.0).pauses(1000.0)


def test_what_a_refresh_took_is_kept_and_loses_weight(index_dir: Path) -> None:
    assert recall(index_dir) == Memory()
    remember(index_dir, Memory(seconds=8.0, files=1, at=1000.0))
    memory = recall(index_dir)
    assert memory.estimate(1, 1000.0) == 8.0
    assert memory.estimate(50, 900.0) == 8.0
    assert memory.estimate(500, 1000.0) == 80.0
    assert memory.estimate(1, 1600.0) == 4.0
    remember(index_dir, Memory(seconds=80.0, files=500, at=1000.0))
    assert recall(index_dir).estimate(1, 1000.0) == 8.0
    forget(index_dir)
    assert recall(index_dir) == Memory()
    remember(index_dir, Memory(version="another", seconds=8.0))
    assert recall(index_dir) == Memory()
