"""Writes ``lexical.sqlite``: the full-text index over names, docs, places and code of one generation.

Text goes in as the terms of ``codegraph.text``, so SQLite's own tokenizer only cuts at blanks. The table is
contentless: it maps terms to numbers of documents and holds no text. What went in is kept beside it, compressed,
a piece for the nodes of each file: to take a document out of a contentless table, its terms are needed
(``lexical_patch``). Where the index was made at once, a document's number is its node's row; after a patch the
state ``rows`` tells the row of each number.
"""

from __future__ import annotations

import errno
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from codegraph.errors import StorageError, write_advice
from codegraph.store.layout import LEXICAL_FORMAT
from codegraph.store.lexical_terms import (
    NODE_COLUMNS,
    Callers,
    Terms,
    documents,
    first_members,
)
from codegraph.store.sqlite_file import HASH_SIZE, WRITING

if TYPE_CHECKING:
    from codegraph.model import Columns
    from codegraph.text import SourceOf

__all__ = [
    "COLUMN_WEIGHTS",
    "NODE_COLUMNS",
    "TABLE",
    "Callers",
    "document_rows",
    "write_lexical",
]

TABLE = "terms"
COLUMN_WEIGHTS = {"name": 4.5, "doc": 5.0, "place": 2.25, "signature": 1.5, "callers": 1.5, "body": 1.5}
"""What a term counts in each column, as measured with documentation sentences of ten projects, see docs/search.md.

FTS5 has k1 = 1.2 built in; weights that are all larger by half are as good as k1 = 0.8, which measured better.
``place`` is the file's path and the type or namespace around a symbol; ``callers`` are the names of what calls it,
tests among them, which tell what it is good for; a body begins with the signature once more."""

ROWS: Final = "rows"
"""The state that holds the row of each document's number, as 32-bit integers, -1 for a number without one."""
PAGES: Final = "pages"
"""The state that holds how many pages the file had when it was made at once."""
INSERT: Final = (
    f"INSERT INTO {TABLE}(rowid, {', '.join(COLUMN_WEIGHTS)}) VALUES (?{', ?' * len(COLUMN_WEIGHTS)})"  # noqa: S608
)
KEEP: Final = "INSERT INTO kept VALUES (?, ?)"
_SCHEMA = f"""
CREATE VIRTUAL TABLE {TABLE} USING fts5({", ".join(COLUMN_WEIGHTS)}, content='', tokenize='ascii', detail=full);
INSERT INTO {TABLE}({TABLE}, rank) VALUES ('hashsize', {HASH_SIZE});
CREATE TABLE kept(path TEXT, documents BLOB);
CREATE TABLE state(name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
PRAGMA user_version = {LEXICAL_FORMAT};
"""  # noqa: S608
_COMPRESSION = 1


def write_lexical(
    target: Path, nodes: Columns, source_of: SourceOf, callers: Callers = MappingProxyType({})
) -> None:
    """Write the full-text index of ``nodes`` (``NODE_COLUMNS``) to the new file ``target``.

    External nodes and statements are left out. A file that can't be read any more is still found by what
    its nodes say. Nobody sees the file before it is whole, so it is written without a journal.

    Raises:
        StorageError: the file can't be written.
    """
    rows = list(range(len(nodes["level"])))
    found = documents(nodes, rows, source_of, callers, first_members(nodes))
    kept: list[tuple[str, bytes]] = []
    with writing(target) as database:
        database.executescript(_SCHEMA)
        database.execute("BEGIN")
        database.executemany(INSERT, _keeping(found, nodes["path"].__getitem__, kept))
        database.executemany(KEEP, kept)
        database.execute("CREATE INDEX kept_path ON kept(path)")
        database.execute("COMMIT")  # which writes the full-text index
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        database.execute("INSERT INTO state VALUES (?, ?)", (PAGES, pages))


def document_rows(database: sqlite3.Connection) -> memoryview | None:
    """The row of each document's number, -1 for a number without a document; None where the number is the row.

    Raises:
        sqlite3.Error: the file is damaged.
    """
    state = database.execute("SELECT value FROM state WHERE name = ?", (ROWS,)).fetchone()
    if state is None:
        return None
    try:
        return memoryview(state[0]).cast("i")
    except TypeError:
        raise sqlite3.DatabaseError("its rows make no sense") from None


@contextmanager
def writing(target: Path) -> Iterator[sqlite3.Connection]:
    """The file at ``target``, open to be written by nobody else; it is whole once the body has ended.

    Raises:
        StorageError: it can't be written.
    """
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as database:
            database.executescript(WRITING)
            yield database
    except sqlite3.Error as error:
        full = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
        advice = write_advice(errno.ENOSPC) if full else "check the free space and permissions there"
        raise StorageError(f"{target} can't be written ({error}); {advice}") from error


def packed(entries: Iterable[tuple[int, Terms]]) -> bytes:
    """Documents with their numbers as they are kept; terms hold neither tabs nor line ends."""
    lines = ("\t".join((str(number), *terms)) for number, terms in entries)
    return zlib.compress("\n".join(lines).encode(), _COMPRESSION)


def _keeping(
    found: Iterable[tuple[int, Terms]], path_of: Callable[[int], str], kept: list[tuple[str, bytes]]
) -> Iterator[tuple[int | str, ...]]:
    """Each document as SQLite takes it; meanwhile those of each file are packed, as rows of ``kept``.

    Rows of a file lie together, but for a few, so that a file may have several pieces.
    """
    for path, entries in groupby(found, lambda entry: path_of(entry[0])):
        together = list(entries)
        kept.append((path, packed(together)))
        for number, terms in together:
            yield (number, *terms)
