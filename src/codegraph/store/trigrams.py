"""Which contents may hold a few letters in a row: of each content a set of bits, one for each of its trigrams.

It narrows down which files a regular expression is tried on, and no answer depends on it: a content that it does
not know is simply looked at. So it is brought up to date after a generation is published, for contents that
are new, and lies beside the generations. Where all sources together are small, there is none: reading them takes
no longer than asking it. A bit may stand for several trigrams: a seventh of the contents that lack one seem to have
it, and of those that lack five hardly any (Bloom, Space/time trade-offs in hash coding, 1970, with one hash).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.errors import IndexFormatError
from codegraph.store.container import Container, Section, write_container
from codegraph.store.disk import replace, storage_errors

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WORTH_IT: Final = 16_000_000
"""Bytes of sources below which there is no index: they are read and searched in a tenth of a second."""
LETTERS: Final = 3
_SPARE = 2.0
"""So many times the contents in use may be known before the index is made anew without the others."""
_HASH_BITS = 16
_FACTOR = 2654435761  # 2**32 divided by the golden ratio (Knuth, volume 3, 6.4): spreads neighbours
_BITS_EACH = 8  # at least, for each trigram of a content
_FEWEST_BITS = 3  # of a set, as a power of two: a byte
_DOTTED, _DOTLESS = "\u0130", "\u0131"  # matched by an i in any case, though no fold says so


def update_trigrams(
    target: Path, contents: Mapping[str, str], size: int, source_of: Callable[[str], bytes]
) -> int:
    """Take in the contents that the index at ``target`` does not know; how many there were.

    The file is replaced as a whole, so that readers keep what they opened. It is removed when ``size`` has
    fallen below ``WORTH_IT``.

    Args:
        contents: the id of each content in use, with the path of a file that has it.
        size: bytes of all sources together.
        source_of: gives the text of a file as UTF-8; one that can't be read is left out.

    Raises:
        StorageError: the index can't be written.
    """
    if size < WORTH_IT:
        with storage_errors(target.parent):
            target.unlink(missing_ok=True)
        return 0
    known = _load(target)
    if len(known) > _SPARE * len(contents):
        known = {}
    missing = {key: path for key, path in contents.items() if key not in known}
    if not missing:
        return 0
    for key, path in missing.items():
        with suppress(OSError, ValueError):
            known[key] = _bits(source_of(path))
    partial = target.with_name(f".{target.name}.partial")
    with storage_errors(target.parent):
        partial.unlink(missing_ok=True)
        write_container(partial, _sections(known))
        replace(partial, target)
    return len(missing)


def _sections(known: Mapping[str, bytes]) -> Iterator[tuple[str, Section]]:
    from array import array

    yield "ids", Section("B", "\n".join(known).encode())
    yield "widths", Section("i", array("i", [len(bits) for bits in known.values()]).tobytes())
    yield "bits", Section("B", b"".join(known.values()))


def _load(target: Path) -> dict[str, bytes]:
    """The bits of each known content by its id; nothing where there is no index or it is damaged."""
    with suppress(OSError, IndexFormatError), closing(Container(target)) as container:
        return {key: bytes(bits) for key, bits in entries(container)}
    return {}


def entries(container: Container) -> Iterator[tuple[str, memoryview]]:
    """The id and the bits of each content, which live until the container is closed."""
    ids, widths, bits = (container.array(name) for name in ("ids", "widths", "bits"))
    names = bytes(ids).decode().split("\n") if len(widths) else []
    if len(names) != len(widths) or sum(widths) != len(bits):
        container.damaged("its parts don't fit together")
    start = 0
    for name, width in zip(names, widths, strict=True):
        yield name, bits[start : start + width]
        start += width


def _folded(text: bytes) -> bytes:
    """A text in which letters that are the same but for their case are the same."""
    if text.isascii():
        return text.lower()
    return text.decode("utf-8", "replace").replace(_DOTTED, "i").replace(_DOTLESS, "i").casefold().encode()


def _bits(text: bytes) -> bytes:
    """The set of the trigrams of a text: 2 ** n bits, of which that of the first n bits of a hash is set."""
    import numpy as np

    letters = np.frombuffer(_folded(text), np.uint8).astype(np.uint32)
    found = np.zeros(1 << _HASH_BITS, bool)
    if len(letters) >= LETTERS:
        found[_hashes(letters)] = True
    places = np.flatnonzero(found)
    wanted = len(places) * _BITS_EACH
    power = min(max((wanted - 1).bit_length(), _FEWEST_BITS), _HASH_BITS) if wanted else _FEWEST_BITS
    bits = np.zeros(1 << power, bool)
    bits[places >> (_HASH_BITS - power)] = True
    return np.packbits(bits, bitorder="little").tobytes()


def _hashes(letters: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """A number of ``_HASH_BITS`` bits for each three letters in a row."""
    codes = letters[2:].copy()
    codes |= letters[1:-1] << 8
    codes |= letters[:-2] << 16
    codes *= _FACTOR  # of the product the lower 32 bits
    codes >>= 32 - _HASH_BITS
    return codes


def _hash(piece: bytes) -> int:
    """The same for one trigram."""
    code = piece[0] << 16 | piece[1] << 8 | piece[2]
    return (code * _FACTOR & 0xFFFFFFFF) >> 32 - _HASH_BITS


class Trigrams:
    """What an index knows: which contents there are in it, and which may hold some texts."""

    def __init__(self, known: frozenset[str], holding: frozenset[str]) -> None:
        self._known = known
        self._holding = holding

    def may_hold(self, content: str) -> bool:
        """Whether a content may hold the texts that were asked for: it does, or the index does not know it."""
        return content in self._holding or content not in self._known


def narrowed(target: Path, texts: Iterable[str]) -> Trigrams | None:
    """What the index at ``target`` says about contents that hold all of ``texts``, in whatever case.

    None where there is no index, it is damaged, or no text has ``LETTERS`` letters: then all must be looked at.
    """
    folded = [_folded(text.encode()) for text in texts]
    hashes = {_hash(text[i : i + LETTERS]) for text in folded for i in range(len(text) - LETTERS + 1)}
    if not hashes:
        return None
    wanted = sorted(hashes)
    known, holding = [], []
    with suppress(OSError, IndexFormatError), closing(Container(target)) as container:
        for name, bits in entries(container):
            known.append(name)
            shift = _HASH_BITS - (len(bits) * 8).bit_length() + 1
            if all(bits[(one >> shift) >> 3] >> ((one >> shift) & 7) & 1 for one in wanted):
                holding.append(name)
        return Trigrams(frozenset(known), frozenset(holding))
    return None
