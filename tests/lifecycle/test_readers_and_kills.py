"""An index beside its readers, its killers and its updates: the benchmarks of the life cycle, a few times each."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.lifecycle import kills, readers, sizes

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and locks on folders")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@posix
@pytest.mark.slow
def test_readers_beside_updates_see_no_error_and_one_generation_an_answer(home: Path) -> None:
    seen = readers.run(home, 5)
    assert seen.errors == []
    assert seen.mixed == []
    assert seen.answers > 10
    assert seen.generations > 1


@posix
@pytest.mark.slow
def test_a_dozen_builds_killed_at_random_leave_an_index_that_answers_and_goes_on(home: Path) -> None:
    killed = kills.run(home, 12, seed=7, parts=5)
    assert killed.corrupt == []
    assert killed.lost == []
    assert killed.kills + killed.ended == 12


@posix
@pytest.mark.slow
def test_an_index_stays_under_twice_a_fresh_one_through_many_small_updates(home: Path) -> None:
    grown = sizes.run(home, 20, parts=10)
    assert grown.ratio < 2, grown.parts
