"""Disks that are full: one clear line and exit code 9, the old index answers, and with room the next build goes on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from benchmarks.lifecycle import disks
from codegraph.cli import main
from codegraph.errors import StorageError
from codegraph.parse.cache import FactsCache
from codegraph.store import Store
from tests.graphs import make_graph

TEXT, VARIANT = "0" * 40, "1" * 16
own_disks = pytest.mark.skipif(
    sys.platform != "linux" or not disks.is_possible(), reason="needs a file system of its own in a namespace"
)


@own_disks
@pytest.mark.slow
@pytest.mark.parametrize("embeddings", [False, True], ids=["graph", "vectors"])
def test_builds_that_find_the_disk_full_keep_the_old_index_and_the_next_ones_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embeddings: bool
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    full = disks.run(tmp_path, 2 if embeddings else 4, parts=2, embeddings=embeddings)
    assert full.wrong == []
    assert full.failed > 1
    assert full.published == 0 or embeddings


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_facts_that_can_not_be_written_are_told_as_a_full_disk_at_the_end_too(tmp_path: Path) -> None:
    cache = FactsCache.open(tmp_path)
    cache.put(TEXT, VARIANT, b"facts")
    with Path("/dev/full").open("wb") as full:
        os.dup2(full.fileno(), cache._file.fileno())
        with pytest.raises(StorageError, match="No space left on device; free some disk space"):
            cache.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_error_is_not_hidden_by_the_one_that_comes_of_it(tmp_path: Path) -> None:
    cache = FactsCache.open(tmp_path)
    cache.put(TEXT, VARIANT, b"facts")
    with Path("/dev/full").open("wb") as full:
        os.dup2(full.fileno(), cache._file.fileno())
    with pytest.raises(RuntimeError, match="the first"), cache:
        raise RuntimeError("the first")


def test_tables_that_were_begun_and_not_finished_are_made_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("nodes", "edges", "generations"):
        (tmp_path / "lance" / f"{name}.lance" / "data").mkdir(parents=True)
    with Store(tmp_path).writer("index") as writer:
        writer.publish(make_graph("module a @a.py"), files=[], summary={})
    assert Store(tmp_path).table("nodes").count_rows() == 1
    assert capfd.readouterr() == ("", "")


def test_without_room_for_temporary_files_it_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_text("def a():\n    return 1\n")
    nowhere = tmp_path / "nowhere"
    with monkeypatch.context() as patched:
        patched.setattr("tempfile.tempdir", str(nowhere))
        assert main(["index", str(tmp_path), "--no-embeddings", "--quiet"]) == 9
    told = capsys.readouterr().err
    assert told.startswith(f"error: temporary files can't be written at {nowhere}/codegraph-")
    assert told.endswith("free some space there or let TMPDIR name another folder\n")
    assert told.count("\n") == 1
