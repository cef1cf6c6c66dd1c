"""Checks of what lies beside the generations: caches, notes, and what killed runs left behind."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codegraph.builder.documents import SHEETS_FILE
from codegraph.builder.kept_files import LINKS, RULES, TESTS
from codegraph.builder.listed import FILE as INVENTORY_FILE
from codegraph.builder.resolving import FILE as RESOLUTION_FILE
from codegraph.errors import IndexFormatError
from codegraph.freshness.memory import Memory
from codegraph.health.finding import Cure, Finding, bad, good, note
from codegraph.parse.cache import PACK, damaged_bytes, mend
from codegraph.sealing import opened
from codegraph.store.container import Container
from codegraph.store.generation import is_partial
from codegraph.store.layout import (
    CACHE,
    GENERATIONS,
    OWN_NAMES,
    REFRESH,
    SUMMARIES,
    TREE,
    TRIGRAMS,
)
from codegraph.store.tree import load_tree
from codegraph.store.trigrams import entries

if TYPE_CHECKING:
    from codegraph.health.finding import Subject

_DAMAGES = frozenset(
    {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
)
"""What SQLite says of a file that is no such database: not that somebody holds it, or has to write first."""


def check_caches(subject: Subject) -> Iterator[Finding]:
    """Whether all that is kept to save time can be read."""
    for place, title, fault_of in _caches(subject.index_dir):
        if not place.exists() and not place.is_symlink():
            continue
        try:
            fault = "it is no file" if place.is_symlink() or not place.is_file() else fault_of(place)
        except OSError as error:
            fault = f"it can't be read: {error.strerror}"
        if fault:
            yield bad(title, f"{place}: {fault}", Cure.CACHE)
        else:
            yield good(title, f"{place.name}, {place.stat().st_size / 1e6:.1f} MB, can be read")


def drop_damaged(subject: Subject) -> list[str]:
    """Throw away what of the caches is damaged; what was done, a line each.

    Raises:
        StorageError, OSError: a file can't be written or removed.
    """
    done = []
    for place, title, fault_of in _caches(subject.index_dir):
        if not place.exists() and not place.is_symlink():
            continue
        plain = place.is_file() and not place.is_symlink()
        if plain and not fault_of(place):
            continue
        if plain and place.suffix == ".pack":
            mend(place)
            done.append(f"{title}: left what is whole in {place.name}")
        elif plain or place.is_symlink():
            place.unlink()
            place.with_name(f"{place.name}-journal").unlink(
                missing_ok=True
            )  # must not meet the next one of that name
            done.append(f"{title}: removed {place.name}")
        else:
            from codegraph.store.generation import remove

            remove(place)
            done.append(f"{title}: removed the folder {place.name}")
    return done


def _caches(index_dir: Path) -> Iterator[tuple[Path, str, Callable[[Path], str]]]:
    cache = index_dir / CACHE
    yield cache / PACK, "cache of facts", _pack_fault
    yield cache / SHEETS_FILE, "cache of documents", _pack_fault
    yield cache / RESOLUTION_FILE, "cache of the resolution", _sealed_fault
    yield cache / RULES, "cache of the rules", _sealed_fault
    yield cache / TESTS, "cache of the tests", _sealed_fault
    yield cache / INVENTORY_FILE, "cache of the list of files", _sealed_fault
    yield cache / LINKS, "cache of the links of documents", _sealed_fault
    yield index_dir / TREE, "note of what lies around", _tree_fault
    yield index_dir / TRIGRAMS, "trigrams", _trigrams_fault
    yield index_dir / REFRESH, "note of the last refresh", _refresh_fault
    yield index_dir / SUMMARIES, "summaries", _summaries_fault


def _pack_fault(path: Path) -> str:
    lost = damaged_bytes(path)
    return f"{lost:,} bytes are not as they were written" if lost else ""


def _sealed_fault(path: Path) -> str:
    try:
        opened(path.read_bytes())
    except ValueError as error:
        return str(error)
    return ""


def _tree_fault(path: Path) -> str:
    return "" if load_tree(path.parent) is not None else "it makes no sense"


def _refresh_fault(path: Path) -> str:
    try:
        msgspec.json.decode(path.read_bytes(), type=Memory)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "it makes no sense"
    return ""


def _trigrams_fault(path: Path) -> str:
    try:
        with closing(Container(path)) as container:
            container.verify()
            for _ in entries(container):
                pass
    except (IndexFormatError, UnicodeDecodeError):
        return "it is not as it was written"
    return ""


def _summaries_fault(path: Path) -> str:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            database.execute("SELECT key, text, cut FROM replies LIMIT 1").fetchone()
    except sqlite3.Error as error:
        # What another process holds, or was killed over, SQLite puts right when it is opened to be written.
        return str(error) if error.sqlite_errorcode & 0xFF in _DAMAGES else ""
    return "" if found == "ok" else str(found)


def leftovers(subject: Subject, current: int | None) -> list[Path]:
    """What killed runs left: half-written files and folders, and generations that nobody points to."""
    index_dir = subject.index_dir
    found = []
    for folder in (index_dir, index_dir / CACHE, index_dir / GENERATIONS, *_generations(index_dir)):
        if folder.is_dir() and not folder.is_symlink():
            found += [entry for entry in sorted(folder.iterdir()) if is_partial(entry.name)]
    old = [place for place in _generations(index_dir) if place.name != str(current)]
    return [*found, *(old if current is not None else ())]


def check_leftovers(subject: Subject, current: int | None) -> Iterator[Finding]:
    """What is there beside what belongs there."""
    found = leftovers(subject, current)
    if found:
        names = ", ".join(str(path.relative_to(subject.index_dir)) for path in found[:3])
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        message = f"{names}{more}: left by a run that was killed, or still read or written by somebody"
        yield note(
            "leftovers",
            message,
            "the next `codegraph index` or `codegraph doctor --repair` clears them away",
            Cure.LITTER,
        )
    strangers = sorted(entry.name for entry in subject.index_dir.iterdir() if not _is_own(entry.name))
    if strangers:
        yield note("leftovers", f"not codegraph's: {', '.join(strangers[:5])}")
    if not found and not strangers:
        yield good("leftovers", "none")


def _is_own(name: str) -> bool:
    return name in OWN_NAMES or is_partial(name)


def _generations(index_dir: Path) -> list[Path]:
    place = index_dir / GENERATIONS
    if not place.is_dir() or place.is_symlink():
        return []
    return sorted(entry for entry in place.iterdir() if entry.name.isdigit())
