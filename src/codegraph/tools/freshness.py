"""Whether files are still what they were when they were indexed, as answers tell it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from codegraph.store.files import FileState, load_files
from codegraph.store.layout import FILES_FILE

if TYPE_CHECKING:
    from codegraph.freshness.look import Look
    from codegraph.freshness.marks import Marks
    from codegraph.tools.answers import Answer, SymbolAnswer
    from codegraph.tools.index import Index

SHOWN = 20
"""So many paths of changed files an answer shows."""
LEAST_LOOK = 1.0
"""A look may always take so many seconds, which suffices for a hundred thousand files."""


class Freshness(msgspec.Struct, kw_only=True):
    """How far an index is behind the files, see ``Answer``; ``dirty_paths`` are all that are known."""

    refreshed_files: int = 0
    stale: bool = False
    dirty_paths: list[str] = []
    last_error: str = ""


def tell(freshness: Freshness, answer: Answer | SymbolAnswer, shown: int = SHOWN) -> None:
    """Say it in an answer, which may know by itself of more that is behind."""
    answer.refreshed_files = freshness.refreshed_files
    answer.stale = answer.stale or freshness.stale
    answer.dirty_count = len(freshness.dirty_paths)
    answer.dirty_paths = freshness.dirty_paths[:shown]
    answer.last_error = freshness.last_error


def words(freshness: Freshness) -> str:
    """What people are told of an index that is behind its files; "" where it is not."""
    if not freshness.stale:
        return f"warning: {freshness.last_error}" if freshness.last_error else ""
    count = len(freshness.dirty_paths)
    files = "what it was made of" if not count else "1 file" if count == 1 else f"{count:,} files"
    why = f" ({freshness.last_error})" if freshness.last_error else "; run `codegraph index`"
    return f"the index is behind {files}{why}"


def known_files(index: Index) -> list[FileState]:
    """The files as they were indexed, sorted by path."""
    return load_files(index.view.folder / FILES_FILE)


def has_changed(index: Index, known: FileState) -> bool:
    """Whether a file has other contents now or is gone; it is read only if its size, times or inode differ."""
    from codegraph.freshness.look import is_other
    from codegraph.store.tree import figures_of

    if known.looks_like(*figures_of(index.root, known.path)):
        return False
    return is_other(known, index.source_of)


def look_at(index: Index, marks: Marks, deadline: float) -> Look:
    """Look which files of an index changed.

    Raises:
        NotIndexedError, IndexFormatError: there is no index, or it can't be read.
    """
    from codegraph.freshness.look import Known, look
    from codegraph.store.tree import load_tree

    known = Known(index.root, known_files(index), load_tree(index.index_dir))
    return look(known, marks, index.source_of, deadline)


def without_refresh(index: Index, seconds: float) -> Freshness:
    """How far an index is behind the files, nothing being done about it.

    Args:
        index: the index.
        seconds: what a look may take.
    """
    from codegraph.freshness.marks import read_marks
    from codegraph.store.tree import load_tree

    found = look_at(index, read_marks(index.index_dir), time.monotonic() + max(seconds, LEAST_LOOK))
    if found.around and load_tree(index.index_dir) is None:
        found = found._replace(
            around=False
        )  # nobody noted what lay around, so nothing is known to have changed
    return as_found(index, found)


def as_found(index: Index, found: Look) -> Freshness:
    """What a look found, as an answer tells it; where it can't tell of new files, they are listed."""
    dirty, error = list(found.changed), ""
    if not found.complete:
        error = f"not all files were looked at within {found.seconds:.1f} s"
    stale = bool(dirty)
    if found.around:
        fresh, others = news(index)
        dirty = sorted({*dirty, *fresh})
        stale = bool(dirty) or others
    return Freshness(stale=stale, dirty_paths=dirty, last_error=error)


def news(index: Index) -> tuple[list[str], bool]:
    """The files that are new since the index was built, and whether packages, settings or adapters are other ones.

    Raises:
        SettingsError, AdapterError: the project's own files can't be used.
    """
    from codegraph.builder.changes import ADAPTER, surroundings
    from codegraph.discovery import discover
    from codegraph.languages.registry import load_registry
    from codegraph.tools.lasting_options import choose

    settings = choose(index.root, index.overrides).settings
    registry = load_registry(index.root)
    inventory = discover(index.root, settings, registry.table)
    known = {state.path for state in known_files(index)}
    fresh = [file.path for file in (*inventory.files, *inventory.documents) if file.path not in known]
    then = index.view.manifest["fingerprints"]
    now = surroundings(inventory, settings, registry, "")
    names = ("packages", "modules", "adapters", "settings", *(n for n in now if n.startswith(ADAPTER)))
    return sorted(fresh), any(name in then and then[name] != now[name] for name in names)
