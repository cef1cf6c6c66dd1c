"""The writer's lock between real processes."""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import pytest

from codegraph.errors import BusyError, StorageError
from codegraph.store import Store
from codegraph.store.lock import holder, is_locked

HOLD = """
import sys
from pathlib import Path
from codegraph.store import Store
with Store(Path(sys.argv[1])).writer(sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_writer(index: Path, name: str = "codegraph index") -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLD, str(index), name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_second_writer_is_told_who_writes_since_when_and_what_to_do(tmp_path: Path) -> None:
    with (
        another_writer(tmp_path) as other,
        pytest.raises(BusyError) as raised,
        Store(tmp_path).writer("index"),
    ):
        pass
    message = str(raised.value)
    assert f"`codegraph index` (process {other.pid})" in message
    assert "since 20" in message
    assert "try again when it has ended" in message


def test_a_killed_writer_blocks_nobody(tmp_path: Path) -> None:
    with another_writer(tmp_path) as other:
        other.send_signal(signal.SIGKILL)
        other.wait()
        assert (tmp_path / "writer.json").exists()
        with Store(tmp_path).writer("index") as writer:
            assert writer.current is None


@pytest.mark.parametrize("pid", [os.getpid(), 1, 2**22 + 1], ids=["lives", "reused", "dead"])
@pytest.mark.parametrize("host", [platform.node(), "elsewhere"], ids=["here", "elsewhere"])
@pytest.mark.parametrize("started_at", [0, 4e9], ids=["long-ago", "in-the-future"])
def test_a_note_without_a_lock_blocks_nobody(tmp_path: Path, pid: int, host: str, started_at: float) -> None:
    note = {"pid": pid, "host": host, "command": "codegraph index", "started_at": started_at}
    with Store(tmp_path).writer("index"):
        pass
    (tmp_path / "writer.json").write_text(json.dumps(note))
    assert not is_locked(tmp_path)
    with Store(tmp_path).writer("index"):
        assert holder(tmp_path) != note
    assert holder(tmp_path) is None


def test_a_writer_on_another_machine_is_named_with_it(tmp_path: Path) -> None:
    with another_writer(tmp_path) as other:
        note = json.loads((tmp_path / "writer.json").read_bytes()) | {"host": "elsewhere"}
        (tmp_path / "writer.json").write_text(json.dumps(note))
        with (
            pytest.raises(BusyError, match=rf"\(process {other.pid} on elsewhere\)"),
            Store(tmp_path).writer("x"),
        ):
            pass


@pytest.mark.parametrize("moment", ["1e400", "-1e18", '"soon"', "null"])
def test_a_clock_that_jumps_leaves_the_message_clear(tmp_path: Path, moment: str) -> None:
    with another_writer(tmp_path):
        (tmp_path / "writer.json").write_text(
            f'{{"pid": 1, "host": "", "command": "x", "started_at": {moment}}}'
        )
        with pytest.raises(BusyError, match="is writing the index"), Store(tmp_path).writer("index"):
            pass


def test_whether_the_lock_is_held_is_told(tmp_path: Path) -> None:
    assert not is_locked(tmp_path)
    with another_writer(tmp_path) as other:
        assert is_locked(tmp_path)
        found = holder(tmp_path)
        assert found is not None
        assert (found.pid, found.host, found.command) == (other.pid, platform.node(), "codegraph index")
        other.kill()
        other.wait()
        assert not is_locked(tmp_path)
        assert holder(tmp_path) == found
    with Store(tmp_path).writer("index"):
        pass
    assert holder(tmp_path) is None


def test_a_writer_may_wait_for_another(tmp_path: Path) -> None:
    with another_writer(tmp_path) as other:
        assert other.stdin is not None
        other.stdin.close()
        with Store(tmp_path).writer("index", wait=60):
            pass


def test_a_damaged_note_still_gives_a_clear_message(tmp_path: Path) -> None:
    with another_writer(tmp_path):
        (tmp_path / "writer.json").write_text("{")
        with pytest.raises(BusyError, match="another process is writing"), Store(tmp_path).writer("index"):
            pass


def test_a_refresh_is_waited_for_and_named(tmp_path: Path) -> None:
    told: list[str] = []
    with another_writer(tmp_path, "codegraph refresh") as other:
        assert other.stdin is not None

        def end(who: str) -> None:
            told.append(who)
            other.communicate("")

        with Store(tmp_path).writer("codegraph index", patience=60, tell=end):
            pass
    assert told == [f"waiting until `codegraph refresh` (process {other.pid}) has ended"]


def test_a_build_is_waited_for_only_if_that_is_asked_for(tmp_path: Path) -> None:
    told: list[str] = []
    with (
        another_writer(tmp_path),
        pytest.raises(BusyError, match="try again when it has ended"),
        Store(tmp_path).writer("codegraph index", patience=600, tell=told.append),
    ):
        pass
    assert told == []


def test_who_only_tries_whether_the_lock_is_held_is_no_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "writer.json").write_text(
        '{"pid": 1, "host": "", "command": "codegraph index", "started_at": 0}'
    )
    tries: list[float] = []
    acquire = filelock.FileLock.acquire

    def sometimes(lock: filelock.FileLock, **options: Any) -> Any:
        tries.append(0)
        if len(tries) < 3:
            raise filelock.Timeout("lock")
        return acquire(lock, **options)

    monkeypatch.setattr(filelock.FileLock, "acquire", sometimes)
    with Store(tmp_path).writer("index"):
        assert len(tries) == 3


def test_a_file_system_without_locks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise NotImplementedError

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    with pytest.raises(StorageError, match="has no locks; set index_dir"), Store(tmp_path).writer("index"):
        pass
