"""One writer at a time: a lock that the system frees when its holder dies, and a note of who holds it."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import BusyError, StorageError
from codegraph.store.disk import write_whole
from codegraph.store.layout import HOLDER, LOCK

INDEX, REFRESH, TABLES = "codegraph index", "codegraph refresh", "codegraph's tables"
"""What writers call themselves in the note that others read."""
PATIENCE = 10.0
"""Seconds for which a build waits in any case for a writer whose work is short."""
_SHORT = frozenset({REFRESH, TABLES})
_GRACE = 0.25  # a lock changes hands, or somebody tries whether it is held
_POLL_SECONDS = 0.05


class Holder(NamedTuple):
    """Who holds the writer's lock: its process, on which machine, what it does, and since when."""

    pid: int
    host: str
    command: str
    started_at: float


@contextmanager
def writer_lock(
    index: Path,
    command: str,
    wait: float,
    *,
    patience: float = 0.0,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[None]:
    """Hold the writer's lock of an index for the time of the body.

    Args:
        index: the index folder.
        command: what the holder does, for the message that another writer gets.
        wait: how many seconds to wait for another writer; negative waits for ever.
        patience: how many seconds to wait in any case for one whose work is short: a refresh.
        tell: is told once who is waited for.

    Raises:
        BusyError: another writer holds the lock after that time.
        StorageError: the file system has no locks.
        OSError: the lock file can't be made.
    """
    import filelock

    lock = filelock.FileLock(index / LOCK)
    begun, told = time.monotonic(), False
    while True:
        try:
            lock.acquire(timeout=0)
            break
        except filelock.Timeout:
            waited = time.monotonic() - begun
            if waited >= _limit(holder(index), wait, patience):
                raise BusyError(_busy(index)) from None
            if waited >= _GRACE and not told:
                tell(f"waiting until {_who(index)} has ended")
                told = True
            time.sleep(_POLL_SECONDS)
        except NotImplementedError:
            raise StorageError(
                f"the file system of {index} has no locks; set index_dir to a folder on another one"
            ) from None
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


def _limit(note: Holder | None, wait: float, patience: float) -> float:
    """How many seconds to wait for a holder who left this note; none is there for the moment of a change."""
    if wait < 0:
        return float("inf")
    return max(wait, _GRACE, patience if note is not None and note.command in _SHORT else 0.0)


def _who(index: Path) -> str:
    """Who holds the lock, as far as the note tells."""
    note = holder(index)
    if note is None:
        return "another process"
    place = "" if note.host == platform.node() else f" on {note.host}"
    return f"`{note.command}` (process {note.pid}{place})"


def _busy(index: Path) -> str:
    """What to tell a second writer; the note may be missing for the instant in which a lock changes hands."""
    advice = "try again when it has ended"
    note = holder(index)
    try:
        since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(note.started_at)) if note else ""
    except (OverflowError, OSError, ValueError):
        since = ""
    if not since:
        return f"another process is writing the index at {index}; {advice}"
    return f"{_who(index)} has been writing the index at {index} since {since}; {advice}"
