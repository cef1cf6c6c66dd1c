"""Makes the full-text index of a generation out of the one before it: only documents of changed files are looked at.

The file is copied. Documents that are gone or changed are taken out by their terms, which lie beside the index, and
put in anew. A document keeps its number, whatever the rows of its node: a table tells the row of each number. So
FTS5 counts the same documents with the same lengths as in an index that was made at once, and gives the same scores.
"""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, count
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import IndexFormatError, StorageError
from codegraph.store.differences import EDGES, NODES, Side, differences, side
from codegraph.store.disk import storage_errors
from codegraph.store.layout import LEXICAL_FILE, LEXICAL_FORMAT
from codegraph.store.lexical import (
    COLUMN_WEIGHTS,
    INSERT,
    KEEP,
    PAGES,
    ROWS,
    TABLE,
    document_rows,
    packed,
    write_lexical,
    writing,
)
from codegraph.store.lexical_terms import Terms, documents
from codegraph.store.sqlite_file import open_to_read
from codegraph.store.stored import StoredGraph

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import Any, TypeAlias

    import numpy as np
    import numpy.typing as npt

    from codegraph.model import Columns
    from codegraph.store.columns import GraphTables
    from codegraph.text import SourceOf

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]

MOST_FILES = 0.25
"""The share of all files beyond which an index is made anew: taking a document out costs as much as putting it in."""
MOST_PAGES = 1.5
"""So many times the pages that it had at first a file may have before it is made anew."""
MAX_PIECE = 64 << 20
_DELETE = (
    f"INSERT INTO {TABLE}({TABLE}, rowid, {', '.join(COLUMN_WEIGHTS)}) "  # noqa: S608
    f"VALUES ('delete', ?{', ?' * len(COLUMN_WEIGHTS)})"
)


class Patched(NamedTuple):
    """What was done to an index: how many documents were taken out of it and put into it."""

    removed: int
    added: int


class _UnusableError(Exception):
    """The index before can't be built upon."""


def bring_up_to_date(
    folder: Path,
    previous: Path | None,
    tables: GraphTables,
    nodes: Columns,
    changed: Iterable[str],
    source_of: SourceOf,
) -> Patched | None:
    """Write the full-text index of a graph into the new generation in ``folder``.

    What is found in it, in which order and with which scores, does not depend on whether there was one before.

    Args:
        previous: the folder of the generation before, None to make the index at once.
        tables: the graph.
        nodes: ``NODE_COLUMNS`` of its nodes.
        changed: the files whose contents differ, those that are gone or new among them.
        source_of: gives the source of a file.

    Returns:
        What was done; None where it was made at once, because too much changed or the other is not fit for it.

    Raises:
        StorageError: the file can't be written.
    """
    target, new = folder / LEXICAL_FILE, side(tables.nodes, tables.edges)
    if previous is not None:
        try:
            return _patch_copy(previous, target, new, nodes, set(changed), source_of)
        except (_UnusableError, IndexFormatError, StorageError, FileNotFoundError):
            # A full disk is met again, and told, when the index is made at once.
            target.unlink(missing_ok=True)
    write_lexical(target, nodes, source_of, _callers(new, list(range(len(nodes["level"])))))
    return None


def _patch_copy(
    previous: Path, target: Path, new: Side, nodes: Columns, changed: set[str], source_of: SourceOf
) -> Patched:
    _check_fit(previous / LEXICAL_FILE)
    with StoredGraph(previous) as graph:
        found = differences(side(graph.nodes(NODES), graph.edges(EDGES)), new)
    paths = found.paths | changed
    if len(paths) > MOST_FILES * len(set(nodes["path"])):
        raise _UnusableError
    with storage_errors(target.parent):
        shutil.copyfile(previous / LEXICAL_FILE, target)
    rows = [row for row, path in enumerate(nodes["path"]) if path in paths]
    wanted = documents(nodes, rows, source_of, _callers(new, rows), _first_members(new, rows))
    return _patch(target, found.row_of, paths, dict(wanted), nodes["path"])


def _check_fit(path: Path) -> None:
    """Make sure that an index can be patched: that it is of this version, and not much larger than at first."""
    try:
        with closing(open_to_read(path, LEXICAL_FORMAT)) as database:
            first = database.execute("SELECT value FROM state WHERE name = ?", (PAGES,)).fetchone()
            pages = database.execute("PRAGMA page_count").fetchone()[0]
    except sqlite3.Error:
        raise _UnusableError from None
    if first is None or not isinstance(first[0], int) or pages > MOST_PAGES * first[0]:
        raise _UnusableError


def _callers(new: Side, rows: list[int]) -> dict[int, list[int]]:
    calling = new.callers[rows].tolist()
    return {
        row: [caller for caller in some if caller >= 0]
        for row, some in zip(rows, calling, strict=True)
        if some[0] >= 0
    }


def _first_members(new: Side, rows: list[int]) -> dict[int, int]:
    begins = new.first_member[rows].tolist()
    return {row: begin for row, begin in zip(rows, begins, strict=True) if begin >= 0}


def _patch(
    target: Path, row_of: Ints, paths: set[str], wanted: Mapping[int, Terms], path_of: Sequence[str]
) -> Patched:
    """Bring the copied file up to date: ``wanted`` are the documents of the new rows in ``paths``."""
    import numpy as np

    with writing(target) as database:
        rows = _rows(database, row_of)
        kept = _kept(database, paths, len(rows))
        numbers = {int(rows[number]): number for number in kept}
        rows[list(kept)] = -1
        taken = {numbers[row] for row in wanted if row in numbers}
        free = (number for number in chain(np.flatnonzero(rows < 0).tolist(), count(len(rows))))
        unused = (number for number in free if number not in taken)
        number_of = {row: numbers[row] if row in numbers else next(unused) for row in wanted}
        more = max(number_of.values(), default=-1) + 1 - len(rows)
        rows = np.concatenate((rows, np.full(max(more, 0), -1, rows.dtype)))
        rows[list(number_of.values())] = list(number_of)
        database.execute("BEGIN")
        patched = _exchange(database, kept, {number_of[row]: terms for row, terms in wanted.items()})
        _keep(database, paths, [(path_of[row], number_of[row], terms) for row, terms in wanted.items()])
        database.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (ROWS, rows.astype("<i4").tobytes()))
        database.execute("COMMIT")
    return patched


def _rows(database: sqlite3.Connection, row_of: Ints) -> Ints:
    """The new row of each document's number, -1 for those that are gone or free."""
    import numpy as np

    known = document_rows(database)
    if known is None:
        return row_of.copy()
    old = np.array(known)
    if len(old) and not -1 <= old.min() <= old.max() < len(row_of):
        raise _UnusableError
    return np.where(old >= 0, row_of[old], -1).astype(np.int32)


def _kept(database: sqlite3.Connection, paths: set[str], count: int) -> dict[int, Terms]:
    """The documents of some files as they were put in, by their numbers."""
    kept: dict[int, Terms] = {}
    for path in paths:
        for (piece,) in database.execute("SELECT documents FROM kept WHERE path = ?", (path,)):
            kept.update(_unpacked(piece))
    if any(not 0 <= number < count for number in kept):
        raise _UnusableError
    return kept


def _unpacked(piece: bytes) -> Iterator[tuple[int, Terms]]:
    try:
        text = zlib.decompressobj().decompress(piece, MAX_PIECE).decode()
        for line in text.split("\n"):
            number, *terms = line.split("\t")
            name, doc, place, signature, callers, body = terms
            yield int(number), (name, doc, place, signature, callers, body)
    except (zlib.error, ValueError, TypeError):
        raise _UnusableError from None


def _exchange(database: sqlite3.Connection, old: Mapping[int, Terms], new: Mapping[int, Terms]) -> Patched:
    """Take out the documents ``old`` and put in ``new``, but for those that are the same, in order of numbers."""
    removed = added = 0
    for number in sorted(old.keys() | new.keys()):
        before, after = old.get(number), new.get(number)
        if before == after:
            continue
        if before is not None:
            database.execute(_DELETE, (number, *before))
            removed += 1
        if after is not None:
            database.execute(INSERT, (number, *after))
            added += 1
    return Patched(removed, added)


def _keep(database: sqlite3.Connection, paths: set[str], entries: list[tuple[str, int, Terms]]) -> None:
    """Note what is in the index of those files from now on."""
    database.executemany("DELETE FROM kept WHERE path = ?", [(path,) for path in sorted(paths)])
    by_path: dict[str, list[tuple[int, Terms]]] = {}
    for path, number, terms in entries:
        by_path.setdefault(path, []).append((number, terms))
    database.executemany(KEEP, [(path, packed(some)) for path, some in sorted(by_path.items())])
