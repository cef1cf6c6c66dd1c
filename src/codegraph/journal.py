"""A journal of finished steps: whoever does a piece of work again under the same key gets what was found before.

The file grows at its end only. A line is one finished step: sixteen hex digits of the SHA-256 of what follows them,
a space, and JSON with ``key``, ``step``, ``request`` (what was asked for, as a digest) and ``result``. A line is on
the disk before its result is handed out. A process that dies while it writes leaves a torn last line, which
counts as not written; damage before the last line is an error.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from codegraph.errors import BusyError, StorageError, UsageError

_DIGITS = 16
LOCK_SECONDS = 600.0


class _Record(NamedTuple):
    request: str
    result: Any


class Steps:
    """The steps of one piece of work, while the journal is held; comes from ``journaled``."""

    def __init__(
        self, path: Path, file: IO[bytes], records: dict[tuple[str, str], _Record], key: str, request: str
    ) -> None:
        self._path, self._file, self._records = path, file, records
        self._key, self._request = key, request

    def do(self, step: str, work: Callable[[], Any]) -> Any:
        """The result of a step: from the journal if it was finished before, else from ``work``, then kept.

        ``work`` must return what JSON can hold; when it raises, nothing is kept.
        """
        known = self._records.get((self._key, step))
        if known is not None:
            return known.result
        line = _line({"key": self._key, "step": step, "request": self._request, "result": work()})
        with _file_errors(self._path):
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        # as it will be read again: JSON knows no tuples
        result = json.loads(line[_DIGITS + 1 :])["result"]
        self._records[self._key, step] = _Record(self._request, result)
        return result


@contextmanager
def journaled(path: Path, key: str, request: object, *, wait: float = LOCK_SECONDS) -> Iterator[Steps]:
    """Hold a journal for the time of the body, in which the steps of one piece of work are done or replayed.

    Others who use the journal wait meanwhile, so that no step is done twice.

    Args:
        path: the file; it is made when it is not there.
        key: names the piece of work.
        request: all that the results depend on; JSON.
        wait: how many seconds to wait for another process.

    Raises:
        UsageError: the key is empty, or was used for another request.
        BusyError: another process holds the journal after that time.
        StorageError: the journal is damaged, or can't be read or written.
    """
    if not key:
        raise UsageError("a journal needs a key for what is done")
    digest = hashlib.sha256(_json(request)).hexdigest()
    with ExitStack() as held:
        with _file_errors(path):
            held.enter_context(_lock(path, wait))
            file = held.enter_context(_open(path))
            records = _read(path, file)
        for (other, _), record in records.items():
            if other == key and record.request != digest:
                raise UsageError(f'the key "{key}" was used for another request in {path}; take a new one')
        yield Steps(path, file, records, key, digest)


@contextmanager
def _lock(path: Path, wait: float) -> Iterator[None]:
    import filelock

    lock = filelock.FileLock(path.with_name(f"{path.name}.lock"))
    try:
        lock.acquire(timeout=wait)
    except filelock.Timeout:
        raise BusyError(f"another process holds the journal {path}; try again when it has ended") from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(f"the journal {path} can't be used: {error.strerror or error}") from error


def _open(path: Path) -> IO[bytes]:
    if path.exists():
        return path.open("rb+")
    file = path.open("xb+")
    if os.name != "nt":  # the name itself has to be on the disk
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    return file


def _read(path: Path, file: IO[bytes]) -> dict[tuple[str, str], _Record]:
    """All finished steps; the file is cut and left after the last whole line."""
    records: dict[tuple[str, str], _Record] = {}
    end = 0
    lines = file.readlines()
    for number, line in enumerate(lines, 1):
        if not _is_whole(line):
            if number < len(lines):
                raise StorageError(f"the journal {path} is damaged in line {number}; move it away")
            break
        entry = json.loads(line[_DIGITS + 1 :])
        records[entry["key"], entry["step"]] = _Record(entry["request"], entry["result"])
        end += len(line)
    file.seek(end)
    file.truncate()
    return records


def _is_whole(line: bytes) -> bool:
    digest, _, text = line.rstrip(b"\n").partition(b" ")
    return line.endswith(b"\n") and digest == _digest(text)


def _line(entry: dict[str, Any]) -> bytes:
    text = _json(entry)
    return b"%s %s\n" % (_digest(text), text)


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:_DIGITS].encode()


def _json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=True).encode()
