"""One writer at a time: a lock that the system frees when its holder dies, and a note of who holds it."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import BusyError
from codegraph.store.disk import write_whole
from codegraph.store.layout import HOLDER, LOCK

_POLL_SECONDS = 0.05


class Holder(NamedTuple):
    """Who holds the writer's lock: its process, on which machine, what it does, and since when."""

    pid: int
    host: str
    command: str
    started_at: float


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
        note = Holder(os.getpid(), platform.node(), command, time.time())._asdict()
        write_whole(index / HOLDER, json.dumps(note).encode())
        yield
    finally:
        with suppress(OSError):  # who died says nothing of the lock, which the system frees
            (index / HOLDER).unlink(missing_ok=True)
        lock.release()


def holder(index: Path) -> Holder | None:
    """Who wrote last that it holds the lock, whether it still does or died; None when there is no sound note."""
    try:
        note = json.loads((index / HOLDER).read_bytes())
        return Holder(int(note["pid"]), str(note["host"]), str(note["command"]), float(note["started_at"]))
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None


def is_locked(index: Path) -> bool:
    """Whether a writer holds the lock now. Ask only where a note says so: for a moment it takes the lock itself.

    Raises:
        OSError: the lock file can't be opened for writing.
    """
    import filelock

    if not (index / LOCK).exists():
        return False
    lock = filelock.FileLock(index / LOCK)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        return True
    lock.release()
    return False


def _busy(index: Path) -> str:
    """What to tell a second writer; the note may be missing for the instant in which a lock changes hands."""
    advice = "try again when it has ended"
    note = holder(index)
    try:
        since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(note.started_at)) if note else ""
    except (OverflowError, OSError, ValueError):
        since = ""
    if note is None or not since:
        return f"another process is writing the index at {index}; {advice}"
    place = "" if note.host == platform.node() else f" on {note.host}"
    return f"`{note.command}` (process {note.pid}{place}) has been writing the index at {index} since {since}; {advice}"
