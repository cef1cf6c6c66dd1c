"""Which texts hold a few letters in a row: SQLite's trigram index over the contents of files.

It narrows down which files a regular expression is tried on, and no answer depends on it: a content that it does
not know is simply looked at. So it is brought up to date after a generation is published, for contents that
are new, and lies beside the generations. Where all sources together are small, there is none: reading them takes
no longer than asking it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from codegraph.errors import StorageError
from codegraph.store.disk import replace, storage_errors
from codegraph.store.sqlite_file import HASH_SIZE, WRITING, open_to_read

WORTH_IT: Final = 16_000_000
"""Bytes of sources below which there is no index: they are read and searched in a tenth of a second."""
LETTERS: Final = 3
_FORMAT = 1
_SPARE = 2.0
"""So many times the contents in use may be known before the index is made anew without the others."""

_TABLES = f"""
PRAGMA user_version = {_FORMAT};
CREATE TABLE content (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE trigrams USING fts5(text, content='', tokenize='trigram', detail=none, columnsize=0);
INSERT INTO trigrams(trigrams, rank) VALUES ('hashsize', {HASH_SIZE});
"""  # noqa: S608 (numbers of ours)


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
    known = _known(target)
    if len(known) > _SPARE * len(contents):
        known = set()
    missing = {key: path for key, path in contents.items() if key not in known}
    if not missing:
        return 0
    partial = target.with_name(f".{target.name}.partial")
    with storage_errors(target.parent):
        partial.unlink(missing_ok=True)
        if known:
            shutil.copyfile(target, partial)
    try:
        _write(partial, missing, source_of, new=not known)
    except sqlite3.Error as error:
        raise StorageError(
            f"{partial} can't be written ({error}); check the free space and permissions there"
        ) from error
    with storage_errors(target.parent):
        replace(partial, target)
    return len(missing)


def _write(
    partial: Path, missing: Mapping[str, str], source_of: Callable[[str], bytes], *, new: bool
) -> None:
    with closing(sqlite3.connect(partial, isolation_level=None)) as database:
        database.executescript(WRITING + (_TABLES if new else ""))
        first = database.execute("SELECT coalesce(max(number), 0) + 1 FROM content").fetchone()[0]
        database.execute("BEGIN")
        for number, (key, text) in enumerate(_texts(missing, source_of), first):
            database.execute("INSERT INTO content VALUES (?, ?)", (number, key))
            database.execute("INSERT INTO trigrams(rowid, text) VALUES (?, ?)", (number, text))
        database.execute("COMMIT")


def _texts(contents: Mapping[str, str], source_of: Callable[[str], bytes]) -> Iterator[tuple[str, str]]:
    for key, path in contents.items():
        with suppress(OSError, ValueError):
            yield key, source_of(path).decode("utf-8", "replace")


def _known(target: Path) -> set[str]:
    with suppress(sqlite3.Error), closing(open_to_read(target, _FORMAT)) as database:
        return {key for (key,) in database.execute("SELECT id FROM content")}
    return set()


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
    pieces = {text[i : i + LETTERS] for text in texts for i in range(len(text) - LETTERS + 1)}
    if not pieces:
        return None
    expression = " AND ".join('"' + piece.replace('"', '""') + '"' for piece in sorted(pieces))
    statement = "SELECT id FROM content JOIN trigrams ON number = trigrams.rowid WHERE trigrams MATCH ?"
    with suppress(sqlite3.Error), closing(open_to_read(target, _FORMAT)) as database:
        holding = frozenset(key for (key,) in database.execute(statement, (expression,)))
        return Trigrams(frozenset(key for (key,) in database.execute("SELECT id FROM content")), holding)
    return None
