"""What was known of each source file when a generation was built: ``files.bin``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import BUILD_AGAIN, IndexFormatError
from codegraph.sealing import opened, sealed


class FileState(NamedTuple):
    """One file as it was indexed; size, times and inode tell cheaply whether to look at its content.

    ``ctime_ns`` is when the system last noted a change of the file, of its content, name or rights: programs set
    ``mtime_ns`` as they like, but not this. An ``inode`` or ``ctime_ns`` of 0 is not known, and tells nothing.
    """

    path: str
    size: int
    mtime_ns: int
    content_id: str
    language: str
    status: str
    inode: int = 0
    ctime_ns: int = 0

    def looks_like(self, size: int, mtime_ns: int, inode: int, ctime_ns: int) -> bool:
        """Whether a file with these figures is taken for the one that was indexed."""
        return (
            size == self.size
            and mtime_ns == self.mtime_ns
            and (inode == self.inode or not inode or not self.inode)
            and (ctime_ns == self.ctime_ns or not ctime_ns or not self.ctime_ns)
        )


class _Columns(NamedTuple):
    path: list[str]
    size: list[int]
    mtime_ns: list[int]
    content_id: list[str]
    language: list[str]
    status: list[str]
    inode: list[int] | None = None
    ctime_ns: list[int] | None = None
    """An index that was made before the last two were noted lacks them."""


def dump_files(files: Sequence[FileState]) -> bytes:
    """The states sorted by path, as MessagePack of one list a column, after the CRC-32 of that."""
    import msgspec

    ordered = sorted(files)
    columns = list(zip(*ordered, strict=True)) if ordered else [()] * len(FileState._fields)
    body = msgspec.msgpack.encode(columns)
    return sealed(body)


def load_files(path: Path) -> list[FileState]:
    """The states that ``dump_files`` wrote, sorted by path.

    Raises:
        IndexFormatError: the file is missing or damaged.
    """
    import msgspec

    try:
        columns = msgspec.msgpack.decode(opened(path.read_bytes()), type=_Columns)
        unknown = [0] * len(columns.path)
        noted = [unknown if column is None else column for column in columns]
        return list(map(FileState._make, zip(*noted, strict=True)))
    except (FileNotFoundError, ValueError) as error:
        raise IndexFormatError(f"{path} is missing or damaged; {BUILD_AGAIN}") from error
