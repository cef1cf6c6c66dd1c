"""What two indexes of the same files differ in, row for row."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.config import load_settings
from codegraph.graph.view import GraphView
from codegraph.model import NODE_COLUMNS
from codegraph.store import Store
from codegraph.store.files import load_files
from codegraph.store.layout import FILES_FILE, LEXICAL_FILE, current_generation
from codegraph.store.lexical import COLUMN_WEIGHTS, TABLE, document_rows
from codegraph.store.stored import read_tables
from codegraph.tools.codebase_search import CodebaseSearchRequest
from codegraph.tools.codebase_search import run as search
from codegraph.tools.index import Index

if TYPE_CHECKING:
    import pyarrow as pa

    from codegraph.builder import BuildReport

LANCE_TABLES = ("nodes", "edges", "unresolved", "chunks")
REPORTED = ("files", "skipped", "nodes", "edges", "unresolved", "references", "accuracy", "partial")
MOST_ROWS = 12


class _Opened:
    """An index, with its tables read once: from the files that look-ups read, and on demand from LanceDB."""

    def __init__(self, index: Path, root: Path, *, lance: bool) -> None:
        self.folder = index
        self.root = root
        self.generation = current_generation(index)
        whole = read_tables(self.generation.folder)._asdict()
        self.fqns: list[str] = whole["nodes"].column("fqn").to_pylist()
        self.tables = {name: _plain(table) for name, table in whole.items()}
        if lance:
            names = [name for name in LANCE_TABLES if name in self.generation.manifest["tables"]]
            self.tables |= {
                f"LanceDB's {name}": _plain(Store(index).table(name).to_arrow()) for name in names
            }


def differences(old: Path, new: Path, root: Path, queries: Iterable[str], *, lance: bool = True) -> list[str]:
    """What the index at ``old`` has otherwise than the one at ``new``: a line each, the rows themselves."""
    before, after = (_Opened(index, root, lance=lance) for index in (old, new))
    parts = _tables(before, after), _sidecars(old, new), _words(before, after), _states(before, after)
    return list(chain(*parts, _answers(before, after, queries)))


def report_differences(old: BuildReport, new: BuildReport) -> list[str]:
    """What two builds tell otherwise of the same files."""
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in REPORTED)
    return [f"report.{name}: {before} is to be {after}" for name, before, after in pairs if before != after]


def _tables(old: _Opened, new: _Opened) -> Iterator[str]:
    for name in sorted(old.tables.keys() | new.tables.keys()):
        before, after = old.tables.get(name), new.tables.get(name)
        if before is None or after is None:
            yield f"{name}: the table {'is missing' if before is None else 'should not be there'}"
        elif not before.equals(after):
            yield from _rows_apart(name, _named(before, old.fqns), _named(after, new.fqns))


def _plain(table: pa.Table) -> pa.Table:
    """A table with plain strings; without the commit, which is the one of the last change to the graph."""
    import pyarrow as pa

    table = table.drop_columns([name for name in ("commit",) if name in table.column_names])
    plain = [
        pa.field(field.name, field.type.value_type if pa.types.is_dictionary(field.type) else field.type)
        for field in table.schema
    ]
    return table.cast(pa.schema(plain)).combine_chunks()


def _named(table: pa.Table, fqns: list[str]) -> list[dict[str, Any]]:
    """The rows with FQNs in the place of row numbers, so that one more node does not change them all."""
    rows: list[dict[str, Any]] = table.to_pylist()
    for row in rows:
        for column in ("src", "dst", "parent", "node"):
            if column in row:
                row[column] = fqns[row[column]] if row[column] >= 0 else None
    return rows


def _rows_apart(name: str, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
    before, after = Counter(map(repr, old)), Counter(map(repr, new))
    apart = [f"{name}: is there and should not be: {row}" for row in sorted((before - after).elements())]
    apart += [f"{name}: is missing: {row}" for row in sorted((after - before).elements())]
    yield from apart[:MOST_ROWS] or [f"{name}: the rows are in another order"]


def _sidecars(old: Path, new: Path) -> Iterator[str]:
    with GraphView.open(old) as before, GraphView.open(new) as after:
        if before.container.path.read_bytes() == after.container.path.read_bytes():
            return
        yield from _rows_apart("graph.bin", list(_view_rows(before)), list(_view_rows(after)))
        yield from _rows_apart("graph.bin edges", list(_view_edges(before)), list(_view_edges(after)))


def _view_rows(view: GraphView) -> Iterator[dict[str, Any]]:
    names = [column.name for column in NODE_COLUMNS if column.name != "attributes"]
    for row in range(view.node_count):
        found = {name: getattr(view, name)(row) for name in names}
        found["parent"] = view.fqn(found["parent"]) if found["parent"] >= 0 else None
        for name in ("module", "package"):
            found[name] = view.fqn(at) if (at := getattr(view, name)(row)) >= 0 else None
        found["children"] = [view.fqn(child) for child in view.children(row)]
        found["named"] = [view.fqn(other) for other in view.rows_named(view.name(row))]
        yield found


def _view_edges(view: GraphView) -> Iterator[dict[str, Any]]:
    """Each end of each edge, as a traversal from that end gives it."""
    for row in range(view.node_count):
        for way, adjacency in (("out", view.forward), ("in", view.backward)):
            for at in range(adjacency.offsets[row], adjacency.offsets[row + 1]):
                yield {
                    "of": view.fqn(row),
                    "way": way,
                    "code": adjacency.codes[at],
                    "end": view.fqn(adjacency.ends[at]),
                }


def _words(old: _Opened, new: _Opened) -> Iterator[str]:
    before, after = _terms(old), _terms(new)
    if before != after:
        yield from _rows_apart(
            "words", [{"term": term} for term in before], [{"term": term} for term in after]
        )


def _terms(index: _Opened) -> list[tuple[Any, ...]]:
    fqns, place = index.fqns, index.generation.folder / LEXICAL_FILE
    with closing(sqlite3.connect(f"file:{place}?mode=ro", uri=True)) as database:
        database.execute(f"CREATE VIRTUAL TABLE temp.every USING fts5vocab('main', '{TABLE}', 'instance')")
        found = database.execute("SELECT doc, col, term, offset FROM temp.every").fetchall()
        rows = document_rows(database) or range(len(fqns))
    assert {column for _, column, _, _ in found} <= COLUMN_WEIGHTS.keys()
    return sorted((fqns[rows[doc]], column, term, offset) for doc, column, term, offset in found)


def _states(old: _Opened, new: _Opened) -> Iterator[str]:
    before, after = (
        [state._asdict() for state in load_files(index.generation.folder / FILES_FILE)]
        for index in (old, new)
    )
    if before != after:
        yield from _rows_apart("files", before, after)


def _answers(old: _Opened, new: _Opened, queries: Iterable[str]) -> Iterator[str]:
    settings, _ = load_settings(old.root, {})
    indexes = [Index(index.root, settings, index.folder) for index in (old, new)]
    try:
        for query in queries:
            request = CodebaseSearchRequest(query=query, mode="lexical", include_signature=True)
            # a cursor names the generation that it is good for
            before, after = (msgspec.structs.replace(search(index, request), cursor="") for index in indexes)
            if before != after:
                yield f"search {query!r}: {before} is to be {after}"
    finally:
        for index in indexes:
            index.close()
