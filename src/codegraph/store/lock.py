"""One writer at a time: a lock that the system frees when its holder dies, and a note of who holds it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from codegraph.errors import BusyError
from codegraph.store.disk import write_whole
from codegraph.store.layout import HOLDER, LOCK

_POLL_SECONDS = 0.05


@contextmanager
def writer_lock(index: Path, command: str, wait: float) -> Iterator[None]:
    """Hold the writer's lock of an index for the time of the body.

    Args:
        index: the index folder.
        command: what the holder does, for the message that another writer gets.
        wait: how many seconds to wait for another writer; negative waits for ever.

    Raises:
        BusyError: another writer holds the lock after that time.
        OSError: the lock file can't be made.
    """
    import filelock

    lock = filelock.FileLock(index / LOCK)
    try:
        lock.acquire(timeout=wait, poll_interval=_POLL_SECONDS)
    except filelock.Timeout:
        raise BusyError(_busy(index)) from None
    try:
        note = {"pid": os.getpid(), "command": command, "started_at": time.time()}
        write_whole(index / HOLDER, json.dumps(note).encode())
        yield
    finally:
        (index / HOLDER).unlink(missing_ok=True)
        lock.release()


def _busy(index: Path) -> str:
    """What to tell a second writer; the note may be missing for the instant in which a lock changes hands."""
    advice = "try again when it has ended"
    try:
        note = json.loads((index / HOLDER).read_bytes())
        since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(note["started_at"]))
        pid, command = int(note["pid"]), str(note["command"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"another process is writing the index at {index}; {advice}"
    return f"`{command}` (process {pid}) has been writing the index at {index} since {since}; {advice}"
