"""What the pool and its workers say to each other: frames of a length and msgpack, over two pipes."""

from __future__ import annotations

import struct
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from codegraph.languages.adapter import Adapter

Reader = Callable[[Path, str], bytes]
"""Gives a file's text as UTF-8: (root, path). OSError and ValueError say why there is none."""

Check = Callable[[bytes], str | None]
"""Why a text is not worth parsing, or None."""

_LENGTH = struct.Struct("<I")


class Status(IntEnum):
    """What became of a file."""

    PARSED = 0
    CACHED = 1  # its facts were in the cache
    SKIPPED = 2  # not worth parsing
    FAILED = 3
    NO_ADAPTER = 4  # its adapter's queries do not compile


class Task(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A file to read and parse; ``fresh`` when its facts in the cache are known to be no good."""

    index: int
    path: str
    language: str
    grammar: str
    fresh: bool = False


class Result(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """What a worker found: 40 hex digits of content id or "", the facts of a parsed file, else a reason."""

    index: int
    status: int
    content_id: str
    facts: bytes
    reason: str


class Setup(NamedTuple):
    """What every worker needs to know once.

    Args:
        adapters: by language.
        known: for each (language, grammar) the content ids of texts whose facts need not be made again.
        patience: seconds after which a worker whose parent is gone gives up on a file.
    """

    root: Path
    adapters: dict[str, Adapter]
    reader: Reader
    check: Check
    statements: bool
    known: dict[tuple[str, str], frozenset[str]]
    patience: float


class Batch(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """Some results; ``last`` when the worker waits for more to do."""

    results: list[Result]
    last: bool


tasks_decoder = msgspec.msgpack.Decoder(list[Task])
batch_decoder = msgspec.msgpack.Decoder(Batch)
encode = msgspec.msgpack.Encoder().encode


def write_frame(pipe: IO[bytes], data: bytes) -> None:
    """Send one message.

    Raises:
        OSError: nobody reads the other end any more.
    """
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """The next message; None when the other end is closed, in the middle of a message or before."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    return data if len(data) == length else None
