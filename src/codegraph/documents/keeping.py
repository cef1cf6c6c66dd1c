"""Sheets as bytes that a build keeps, and back: whatever stands there, what comes back is whole or nothing."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b

import msgspec

from codegraph.documents.reading import MARKDOWN, NOTEBOOK
from codegraph.documents.sheet import HOW, MENTION, PLACE, Sheet
from codegraph.version import __version__

SHEET_VERSION = 1
"""Part of the key of every sheet: raise it when documents are read in another way."""
_PARSED_BY_LIBRARY = frozenset({MARKDOWN, NOTEBOOK})
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Sheet)


@cache
def variant(language: str) -> str:
    """All that decides the sheet of a document besides its bytes, in 16 hex digits.

    Args:
        language: the format by which the document is read.
    """
    from importlib.metadata import version

    parts = [__version__, str(SHEET_VERSION), language]
    if language in _PARSED_BY_LIBRARY:
        parts.append(version("markdown-it-py"))
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def pack(sheet: Sheet) -> bytes:
    """A sheet as bytes."""
    return _encoder.encode(sheet)


def unpack(data: bytes) -> Sheet | None:
    """The sheet of such bytes, None where they are not what ``pack`` gives."""
    try:
        sheet = _decoder.decode(data)
    except msgspec.DecodeError:
        return None
    return sheet if _is_sound(sheet) else None


def _is_sound(sheet: Sheet) -> bool:
    """Whether columns that belong together are of one length, and all numbers of rows are in range."""
    sections, names = len(sheet.titles), len(sheet.names)
    by_section = (sheet.tails, sheet.signatures, sheet.docs, sheet.hashes, sheet.slugs)
    by_name = (sheet.hows, sheet.words, sheet.files)
    if {sections, *map(len, by_section)} != {sections} or {names, *map(len, by_name)} != {names}:
        return False
    if len(sheet.places) != 4 * PLACE * sections or len(sheet.mentions) % (4 * MENTION):
        return False
    parents = memoryview(sheet.places).cast("i")[::PLACE].tolist()
    if not all(-1 <= parent < number for number, parent in enumerate(parents)):
        return False
    if max(sheet.hows, default=0) >= len(HOW):
        return False
    numbers = memoryview(sheet.mentions).cast("i")
    parts, named = (numbers[at::MENTION].tolist() for at in range(2))
    return (not parts) or (
        min(parts) >= 0 and max(parts) <= sections and min(named) >= 0 and max(named) < names
    )
