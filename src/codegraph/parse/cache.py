"""Facts of files that need not be parsed again: one append-only pack of checked records.

::

    pack     = magic, record*
    record   = key (20 bytes content id, 8 bytes variant), length, CRC of the facts, CRC of this head, facts

The records describe themselves, so there is no index that could disagree with them: opening reads their
heads, about a microsecond each. A process that dies while it appends leaves half a record at the end, which
the next one cuts off; from a damaged head on nothing is believed. Facts are checked when they are read.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import stat
import struct
import zlib
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from codegraph.errors import StorageError, write_advice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from codegraph.languages.adapter import Adapter

PACK = "facts.pack"
MAGIC = b"codegraph facts pack 1\n"
_HEAD = struct.Struct("<28sIII")
_BODY = struct.Struct("<28sII")
Places = dict[str, tuple[int, int, int]]  # key -> offset, length and checksum of its facts
_SMALL = 1 << 20  # a pack below this size is never worth compacting


def content_id(data: bytes) -> str:
    """The id of a text: 40 hex digits, the same that git gives a blob of these bytes."""
    digest = hashlib.sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


def variant(adapter: Adapter, grammar: str, versions: list[str], *, statements: bool) -> str:
    """All that decides facts besides the text, in 16 hex digits."""
    from codegraph.languages.facts import FACTS_VERSION
    from codegraph.version import __version__

    parts = [__version__, str(FACTS_VERSION), adapter.fingerprint, grammar, str(statements), *versions]
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


class FactsCache:
    """The cache in a folder; open it with ``FactsCache.open``, use it as a context manager.

    Attributes:
        dropped: bytes of damaged, foreign or half-written records that were thrown away.
    """

    def __init__(self, path: Path, file: IO[bytes], places: Places, end: int) -> None:
        self.path = path
        self.dropped = 0
        self._file = file
        self._places = places
        self._end = end
        self._used: set[str] = set()

    @classmethod
    def open(cls, folder: Path, name: str = PACK, *, empty: bool = False) -> FactsCache:
        """Open the cache in ``folder``, both made if they are not there; one process at a time may do this.

        Args:
            folder: where its file lies.
            name: of the file.
            empty: whether what is kept so far is thrown away.

        Raises:
            StorageError: the folder can't be written.
        """
        with _storage_errors(folder):
            if folder.is_symlink():
                folder.unlink()  # what a link of a hostile project leads to is not ours to write
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            if empty or not _is_plain(path):
                _write_empty(path)
            places, end, size = _scan(path)
            if end == 0:
                _write_empty(path)
            file = path.open("r+b")
            file.truncate(end or len(MAGIC))
            cache = cls(path, file, places, end or len(MAGIC))
            cache.dropped = size - end
        return cache

    def get(self, content: str, variant: str) -> bytes | None:
        """The facts of a text, None when they are not here or are damaged."""
        return self.get_all([(content, variant)])[0]

    def get_all(self, wanted: Iterable[tuple[str, str]]) -> list[bytes | None]:
        """The same for many texts at once, given as content and variant."""
        found: list[bytes | None] = []
        with _storage_errors(self.path):
            self._file.flush()
            read = _reader(self._file)
            for content, variant in wanted:
                key = content + variant
                place = self._places.get(key)
                facts = read(place[1], place[0]) if place is not None else None
                if place is not None and facts is not None and zlib.crc32(facts) != place[2]:
                    del self._places[key]
                    self.dropped += place[1]
                    facts = None
                if facts is not None:
                    self._used.add(key)
                found.append(facts)
        return found

    def put(self, content: str, variant: str, facts: bytes) -> None:
        """Keep the facts of a text.

        Raises:
            StorageError: the disk is full or can't be written.
        """
        key = content + variant
        self._used.add(key)
        if key in self._places:
            return
        checksum = zlib.crc32(facts)
        head = _head(key, len(facts), checksum)
        with _storage_errors(self.path):
            self._file.seek(self._end)
            self._file.write(head)
            self._file.write(facts)
        self._places[key] = (self._end + len(head), len(facts), checksum)
        self._end += len(head) + len(facts)

    def content_ids(self, variant: str) -> frozenset[str]:
        """The ids of the texts whose facts are here in one variant."""
        return frozenset(key[: -len(variant)] for key in self._places if key.endswith(variant))

    def forget(self, content: str, variant: str) -> None:
        """Drop facts that turned out to be no good."""
        place = self._places.pop(content + variant, None)
        if place is not None:
            self.dropped += place[1]

    def close(self, *, compact: bool = True) -> None:
        """Write what is pending; when most of the pack was of no use since it was opened, keep only the rest.

        Args:
            compact: whether what was not asked for may go: only after a run that asked for all it needed.
        """
        if self._file.closed:
            return
        live = sum(_HEAD.size + self._places[key][1] for key in self._used if key in self._places)
        with _storage_errors(self.path), self._file:  # closing writes what is pending, too
            self._file.flush()
            if not compact or self._end < _SMALL or live * 2 >= self._end:
                return
            with _replacement(self.path) as target:
                for key in sorted(self._used & self._places.keys()):
                    offset, length, checksum = self._places[key]
                    self._file.seek(offset)
                    target.write(_head(key, length, checksum))
                    target.write(self._file.read(length))
            self._file.close()
            _partial(self.path).replace(self.path)

    def __enter__(self) -> FactsCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
            return
        with suppress(StorageError):  # what ended the body is told already, maybe this very disk
            self.close(compact=False)


def _reader(file: IO[bytes]) -> Callable[[int, int], bytes]:
    """A function that gives so many bytes of a file from a place on."""
    if hasattr(os, "pread"):
        return partial(os.pread, file.fileno())

    def read(length: int, offset: int) -> bytes:
        file.seek(offset)
        return file.read(length)

    return read


def damaged_bytes(path: Path) -> int:
    """How many bytes of a pack are not as they were written.

    Raises:
        OSError: it can't be read.
    """
    places, end, size = _scan(path)
    with path.open("rb") as file:
        bad = [place for place in places.values() if not _is_sound(file, place)]
    return size - end + sum(length for _, length, _ in bad)


def mend(path: Path) -> None:
    """Leave only what is sound in a pack; the facts that go are found again by parsing.

    Raises:
        StorageError: it can't be written.
    """
    with _storage_errors(path):
        places, _, _ = _scan(path)
        with path.open("rb") as file, _replacement(path) as target:
            for key, place in places.items():
                if _is_sound(file, place):
                    target.write(_head(key, *place[1:]))
                    file.seek(place[0])
                    target.write(file.read(place[1]))
        _partial(path).replace(path)


def _is_sound(file: IO[bytes], place: tuple[int, int, int]) -> bool:
    offset, length, checksum = place
    file.seek(offset)
    return zlib.crc32(file.read(length)) == checksum


def _head(key: str, length: int, checksum: int) -> bytes:
    body = _BODY.pack(bytes.fromhex(key), length, checksum)
    return body + struct.pack("<I", zlib.crc32(body))


def _scan(path: Path) -> tuple[Places, int, int]:
    """Where each key's facts lie (offset, length, checksum), where the sound part ends, the file's size."""
    places: Places = {}
    size = path.stat().st_size
    if size < len(MAGIC):
        return places, 0, size
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as pack:
        if pack[: len(MAGIC)] != MAGIC:
            return places, 0, size
        at = len(MAGIC)
        while at + _HEAD.size <= size:
            key, length, checksum, own = _HEAD.unpack_from(pack, at)
            begin = at + _HEAD.size
            if begin + length > size or zlib.crc32(pack[at : at + _BODY.size]) != own:
                break
            places[key.hex()] = (begin, length, checksum)
            at = begin + length
    return places, at, size


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _partial(path: Path) -> Path:
    return path.with_name(f".{path.name}.partial")


@contextmanager
def _replacement(path: Path) -> Iterator[IO[bytes]]:
    """A new pack beside the old one, on the disk when the body is done; nothing is left of it on an error."""
    partial = _partial(path)
    partial.unlink(missing_ok=True)
    try:
        with partial.open("xb") as file:  # "x" follows no link that lies in wait under that name
            file.write(MAGIC)
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise


def _write_empty(path: Path) -> None:
    with _replacement(path):
        pass
    _partial(path).replace(path)


@contextmanager
def _storage_errors(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"the cache can't be written at {error.filename or place}: {error.strerror or error}; "
            f"{write_advice(error.errno)}"
        ) from error
