"""State is content, whatever clocks say: edits that keep all figures, times of other years, clocks set back."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import codegraph
from codegraph.store.lance import _age_before
from codegraph.store.layout import INDEX_DIR, read_current
from codegraph.store.lock import is_locked, writer_lock

from .conftest import LONG_AGO, git, here, make, put

if TYPE_CHECKING:
    from codegraph.api import Codegraph

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not note changes")
YEAR = 365 * 24 * 3600
EDITED = "def prize():\n    return 1\n"


def rewrite(path: Path, text: str) -> None:
    """Write other text of the same length into a file in place, and leave it its inode and its time."""
    before = path.stat()
    with path.open("r+") as file:
        file.write(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (
        before.st_size,
        before.st_mtime_ns,
        before.st_ino,
    )


def same_as_anew(root: Path, place: Path) -> bool:
    """Whether an index holds what one that is built anew of the same files holds."""
    tables = []
    for full in (False, True):
        with codegraph.index(root, embeddings=False, full=full) as graph:
            graph.export_jsonl(place / str(full))
        tables.append([path.read_bytes() for path in sorted((place / str(full)).iterdir())])
    return tables[0] == tables[1]


@posix
def test_an_edit_that_keeps_size_time_and_inode_shows_in_the_next_answer(
    root: Path, graph: Codegraph
) -> None:
    rewrite(root / "shop/money.py", EDITED)
    assert graph.symbol("prize").refreshed_files == 1


@posix
def test_an_edit_that_keeps_size_time_and_inode_is_indexed(root: Path) -> None:
    rewrite(root / "shop/money.py", EDITED)
    assert codegraph.index(root, embeddings=False).indexed.report.files_parsed == 1


@posix
def test_settings_that_are_edited_so_count(root: Path) -> None:
    put(root, "codegraph.toml", 'exclude = ["cart.py"]\n')
    os.utime(root / "codegraph.toml", ns=(LONG_AGO, LONG_AGO))
    codegraph.index(root, embeddings=False).close()
    rewrite(root / "codegraph.toml", 'exclude = ["mart.py"]\n')
    assert here(codegraph.open(root)).symbol("total").path == "shop/cart.py"


@posix
@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.chmod(0o600),
        lambda path: (path.parents[2] / "twin").hardlink_to(path),
        lambda path: path.rename(path.with_suffix(".tmp")).rename(path),
        lambda path: path.touch(),
        lambda path: os.utime(path, ns=(LONG_AGO, LONG_AGO * 2)),
    ],
    ids=["rights", "link", "renamed", "touched", "future"],
)
def test_what_is_no_edit_makes_no_generation_and_is_noted(root: Path, change: Callable[[Path], None]) -> None:
    change(root / "shop/money.py")
    graph = here(codegraph.open(root))
    assert (graph.symbol("price").stale, read_current(root / INDEX_DIR)) == (False, 1)
    report = codegraph.index(root, embeddings=False).indexed.report
    assert (report.changed, report.files_parsed, report.generation) == (False, 0, 1)
    assert "parse" in report.seconds, "its content was looked at"
    put(root, "shop/cart.py", "def total():\n    return 5\n")
    assert codegraph.index(root, embeddings=False).indexed.report.files_parsed == 1


def test_a_clock_that_jumps_between_builds_loses_no_edit(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, now_ns = time.time, time.time_ns
    for number, years in enumerate((1, -1, 0, -30)):
        monkeypatch.setattr("time.time", lambda years=years: now() + years * YEAR)
        monkeypatch.setattr("time.time_ns", lambda years=years: now_ns() + years * YEAR * 10**9)
        path = root / "shop/money.py"
        put(
            root,
            "shop/money.py",
            f"def price():\n    return {number + 3}\n\n\ndef vat_{number}():\n    pass\n",
        )
        then = int((now() + years * YEAR) * 10**9)
        os.utime(path, ns=(max(then, 0), max(then, 0)))
        graph = here(codegraph.open(root))
        assert graph.symbol(f"vat_{number}").refreshed_files == 1
        assert graph.symbol(f"vat_{number}").refreshed_files == 0
        graph.close()
        assert same_as_anew(root, tmp_path / str(number))


def test_a_clock_that_is_set_back_holds_up_no_look_and_no_lock(
    root: Path, graph: Codegraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert graph.symbol("price").stale is False
    now, now_ns = time.time, time.time_ns
    with writer_lock(root / INDEX_DIR, "codegraph index", 0):
        monkeypatch.setattr("time.time", lambda: now() - YEAR)
        monkeypatch.setattr("time.time_ns", lambda: now_ns() - YEAR * 10**9)
        graph.refresher.patience = 0.1
        put(root, "shop/money.py", "def price():\n    return 2\n")
        assert "has been writing" in graph.symbol("price").last_error
    assert not is_locked(root / INDEX_DIR)
    graph.refresher.patience = 60
    assert graph.symbol("price").refreshed_files == 1


def test_versions_that_readers_need_stay_when_the_clock_was_set_back() -> None:
    def age_at(*hours: int, keep: int) -> timedelta:
        return _age_before([(n, start + timedelta(hours=h)) for n, h in enumerate(hours, 1)], keep)

    now = datetime.now(UTC)
    start = now - timedelta(hours=10)
    for hours in ((0, 1, 2), (1, 0, 2), (5, 4, 3, 2), (0, 20, 1), (20, 21, 0)):
        for keep in range(1, len(hours) + 1):
            border = datetime.now(UTC) - age_at(*hours, keep=keep)
            kept = [start + timedelta(hours=h) for n, h in enumerate(hours, 1) if n >= keep]
            assert all(made > border for made in kept[:-1]), (hours, keep)
    assert now - age_at(0, 1, 2, keep=3) > start + timedelta(hours=1)


def test_a_branch_is_switched_in_the_same_second_with_times_kept(tmp_path: Path) -> None:
    place = make(tmp_path / "shop")
    git(place, "init", "-q", "-b", "main")
    git(place, "add", "-A")
    git(place, "commit", "-qm", "start")
    git(place, "switch", "-qc", "other")
    put(place, "shop/money.py", EDITED)
    git(place, "commit", "-qam", "other")
    git(place, "switch", "-q", "main")
    codegraph.index(place, embeddings=False).close()
    for branch, name in (("other", "prize"), ("main", "price")) * 2:
        git(place, "switch", "-q", branch)
        os.utime(place / "shop/money.py", ns=(LONG_AGO, LONG_AGO))
        assert here(codegraph.open(place)).symbol(name).path == "shop/money.py"


def test_threads_see_an_edit_however_often_the_clock_jumps(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = here(codegraph.open(root))
    jumps = iter(range(10**6))
    now = time.time
    monkeypatch.setattr("time.time", lambda: now() + (-1) ** next(jumps) * YEAR)
    put(root, "shop/money.py", "def price():\n    return 2\n\n\ndef vat():\n    return 3\n")
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(graph.symbol("vat").name)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["vat", "vat"]
