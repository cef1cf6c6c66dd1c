"""What was known of each source file when a generation was built: ``files.bin``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import IndexFormatError


class FileState(NamedTuple):
    """One file as it was indexed; ``size`` and ``mtime_ns`` tell cheaply whether to look at its content."""

    path: str
    size: int
    mtime_ns: int
    content_id: str
    language: str
    status: str


def dump_files(files: Sequence[FileState]) -> bytes:
    """The states sorted by path, as MessagePack of one list a column."""
    import msgspec

    ordered = sorted(files)
    columns = list(zip(*ordered, strict=True)) if ordered else [()] * len(FileState._fields)
    return msgspec.msgpack.encode(columns)


def load_files(path: Path) -> list[FileState]:
    """The states that ``dump_files`` wrote, sorted by path.

    Raises:
        IndexFormatError: the file is missing or damaged.
    """
    import msgspec

    kind = tuple[list[str], list[int], list[int], list[str], list[str], list[str]]
    try:
        columns = msgspec.msgpack.decode(path.read_bytes(), type=kind)
        return list(map(FileState._make, zip(*columns, strict=True)))
    except (FileNotFoundError, ValueError) as error:
        raise IndexFormatError(
            f"{path} is missing or damaged; run `codegraph index` to build the index again"
        ) from error
