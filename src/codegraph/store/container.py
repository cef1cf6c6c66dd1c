"""One file of named, typed arrays that the standard library reads through ``mmap``, with bounds checked.

Layout, little-endian: a header (magic, version, number of sections, size of the file, CRC-32 of these numbers
and the table), a table with room for ``MAX_SECTIONS`` entries (name, type code of ``array``, CRC-32, offset,
length in bytes), then the sections, each at a multiple of eight. A section's checksum is compared when it is
first used, so opening costs microseconds and a look-up pays only for what it reads.
"""

from __future__ import annotations

import json
import mmap
import struct
import sys
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from codegraph.errors import BUILD_AGAIN, IndexFormatError

MAGIC = b"cgarrays"
VERSION = 1
MAX_SECTIONS = 128
TYPE_CODES = frozenset("bBhHiIqQ")

_HEADER = struct.Struct("<8sIIQI4x")
_ENTRY = struct.Struct("<32scxxxIQQ")
_ALIGNMENT = 8
_FIRST_SECTION = _HEADER.size + MAX_SECTIONS * _ENTRY.size


class Section(NamedTuple):
    """What a file holds under a name: an ``array`` type code and the raw bytes of its items."""

    code: str
    data: bytes | bytearray | memoryview


def write_container(path: Path, sections: Iterable[tuple[str, Section]]) -> None:
    """Write named sections to a new file at ``path``, one after the other as they come.

    The caller syncs and renames.

    Raises:
        OSError: the file can't be written.
    """
    entries: list[bytes] = []
    with path.open("xb") as file:
        file.write(bytes(_FIRST_SECTION))
        for name, section in sections:
            view, offset = memoryview(section.data).cast("B"), file.tell()
            file.write(view)
            file.write(bytes(-len(view) % _ALIGNMENT))
            entries.append(
                _ENTRY.pack(name.encode(), section.code.encode(), zlib.crc32(view), offset, len(view))
            )
        table, size = b"".join(entries), file.tell()
        file.seek(0)
        file.write(_HEADER.pack(MAGIC, VERSION, len(entries), size, _checksum(table, len(entries), size)))
        file.write(table)


class Container:
    """An open file of arrays; the views that it hands out live until ``close``.

    Raises:
        IndexFormatError: the file is truncated, damaged, or of another version.
        OSError: it can't be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            try:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                self.damaged("it is empty")
        self._bytes = memoryview(self._map)
        self._views: dict[str, memoryview] = {}
        try:
            self._entries = self._read_table()
        except IndexFormatError:
            self.close()
            raise

    def close(self) -> None:
        """Release the mapping; views handed out before can't be used any more."""
        for view in self._views.values():
            view.release()
        self._views.clear()
        self._bytes.release()
        # A slice that is still in use keeps the mapping; it goes with the slice then.
        with suppress(BufferError):
            self._map.close()

    def damaged(self, what: str) -> NoReturn:
        """Raise the error for a file that isn't as it was written."""
        raise IndexFormatError(f"{self.path} can't be used: {what}; {BUILD_AGAIN}")

    def array(self, name: str) -> memoryview:
        """The items of a section as a typed view.

        Raises:
            IndexFormatError: there is no such section, or its bytes are not those that were written.
        """
        view = self._views.get(name)
        if view is None:
            view = self._views[name] = self._open_section(name)
        return view

    def json(self, name: str) -> Any:
        """The JSON document that a section holds."""
        try:
            return json.loads(bytes(self.array(name)))
        except ValueError:
            self.damaged(f"section {name} holds no JSON")

    def verify(self) -> None:
        """Check every section now instead of when it is used.

        Raises:
            IndexFormatError: a section is damaged.
        """
        for name in self._entries:
            self.array(name)

    def differing(self, other: Container) -> list[str]:
        """The names of sections that only one of two files has, or whose items differ.

        Raises:
            IndexFormatError: a section is damaged.
        """
        names = sorted(self._entries.keys() | other._entries.keys())
        both = self._entries.keys() & other._entries.keys()
        return [name for name in names if name not in both or self.array(name) != other.array(name)]

    def _open_section(self, name: str) -> memoryview:
        entry = self._entries.get(name)
        if entry is None:
            self.damaged(f"section {name} is missing")
        code, checksum, offset, length = entry
        with self._bytes[offset : offset + length] as part:
            if zlib.crc32(part) != checksum:
                self.damaged(f"section {name} is damaged")
            view: memoryview = part.cast(code)  # type: ignore[call-overload]  # one of TYPE_CODES
            return view

    def _read_table(self) -> dict[str, tuple[str, int, int, int]]:
        size = len(self._bytes)
        if size < _HEADER.size:
            self.damaged("it is cut short")
        magic, version, count, stated, checksum = _HEADER.unpack_from(self._bytes)
        if magic != MAGIC:
            self.damaged("it is not a file of codegraph's arrays")
        if version != VERSION or sys.byteorder != "little":
            self.damaged("it was written by another version of codegraph or on another kind of machine")
        if stated != size or count > MAX_SECTIONS or size < _FIRST_SECTION:
            self.damaged("it is cut short")
        table = bytes(self._bytes[_HEADER.size : _HEADER.size + _ENTRY.size * count])
        if checksum != _checksum(table, count, size):
            self.damaged("its table is damaged")
        entries = {}
        for raw, code, section_checksum, offset, length in _ENTRY.iter_unpack(table):
            name, kind = raw.rstrip(b"\0").decode("ascii", "replace"), code.decode("latin-1")
            if (
                kind not in TYPE_CODES
                or offset < _FIRST_SECTION
                or offset + length > size
                or length % _width(kind)
            ):
                self.damaged(f"section {name} reaches beyond it")
            entries[name] = (kind, section_checksum, offset, length)
        return entries


def _checksum(table: bytes, count: int, size: int) -> int:
    return zlib.crc32(table, zlib.crc32(struct.pack("<IQ", count, size)))


def _width(code: str) -> int:
    return struct.calcsize("<" + code)
