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

import pytest

from codegraph.errors import BusyError
from codegraph.store import Store
from codegraph.store.lock import holder, is_locked

HOLD = """
import sys
from pathlib import Path
from codegraph.store import Store
with Store(Path(sys.argv[1])).writer("codegraph index"):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_writer(index: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLD, str(index)]
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


def test_a_note_of_a_process_that_lives_on_without_the_lock_blocks_nobody(tmp_path: Path) -> None:
    (tmp_path / "writer.json").write_text(f'{{"pid": {os.getpid()}, "command": "x", "started_at": 0}}')
    with Store(tmp_path).writer("index"):
        pass


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
