"""Writes ``lexical.sqlite``: the full-text index over names, docs, places and code of one generation.

Text goes in as the terms of ``codegraph.text``, so SQLite's own tokenizer only cuts at blanks. The table is
contentless: it maps terms to node rows and holds no text.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from codegraph.errors import StorageError
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Columns, EdgeKind, Level, NodeKind
from codegraph.store.layout import LEXICAL_FORMAT
from codegraph.store.names import without_extension
from codegraph.store.sqlite_file import HASH_SIZE, WRITING
from codegraph.text import SourceOf, Tokenizer, code_words, read_or_nothing

TABLE = "terms"
COLUMN_WEIGHTS = {"name": 4.5, "doc": 5.0, "place": 2.25, "signature": 1.5, "callers": 1.5, "body": 1.5}
"""What a term counts in each column, as measured with documentation sentences of ten projects, see docs/search.md.

FTS5 has k1 = 1.2 built in; weights that are all larger by half are as good as k1 = 0.8, which measured better.
``place`` is the file's path and the type or namespace around a symbol; ``callers`` are the names of what calls it,
tests among them, which tell what it is good for; a body begins with the signature once more."""

NODE_COLUMNS = ("level", "kind", "name", "doc", "path", "parent", "signature", "start_byte", "end_byte")
"""What is read of the nodes."""

MAX_BODY_BYTES = 2000
MAX_HEADER_BYTES = 600
MAX_DOC_CHARS = 2000
MAX_CALLERS = 10
_SCOPE_KINDS = TYPE_KINDS | {NodeKind.NAMESPACE}
# Looked up in their classes for every row, members of enumerations cost more than the tokenizer.
_SYMBOL, _MODULE, _EXTERNAL = int(Level.SYMBOL), int(Level.MODULE), str(NodeKind.EXTERNAL)
_CALLS = str(EdgeKind.CALLS)

Callers = Mapping[int, Sequence[int]]
"""Rows of callables with the rows of what calls them."""


def callers_of(edges: Columns) -> Callers:
    """Who calls what: for each row the first few rows that have an edge of a call to it."""
    callers: dict[int, list[int]] = {}
    for source, target, kind in zip(edges["src"], edges["dst"], edges["kind"], strict=True):
        if kind == _CALLS:
            known = callers.setdefault(target, [])
            if len(known) < MAX_CALLERS and source not in known:
                known.append(source)
    return callers


def write_lexical(
    target: Path, nodes: Columns, source_of: SourceOf, callers: Callers = MappingProxyType({})
) -> None:
    """Write the full-text index of ``nodes`` (``NODE_COLUMNS``) to the new file ``target``, by row.

    External nodes and statements are left out. A file that can't be read any more is still found by what
    its nodes say. The file is derived from the graph and never updated, so it is written without a journal.

    Raises:
        StorageError: the file can't be written.
    """
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as database:
            database.executescript(WRITING)
            database.execute(f"PRAGMA user_version = {LEXICAL_FORMAT}")
            database.execute(
                f"CREATE VIRTUAL TABLE {TABLE} USING fts5({', '.join(COLUMN_WEIGHTS)}, "
                "content='', tokenize='ascii', detail=full)"
            )
            database.execute(f"INSERT INTO {TABLE}({TABLE}, rank) VALUES ('hashsize', {HASH_SIZE})")  # noqa: S608
            database.execute("BEGIN")
            database.executemany(
                f"INSERT INTO {TABLE}(rowid, {', '.join(COLUMN_WEIGHTS)}) VALUES (?{', ?' * len(COLUMN_WEIGHTS)})",  # noqa: S608
                _documents(nodes, source_of, callers),
            )
            database.execute("COMMIT")
    except sqlite3.Error as error:
        raise StorageError(
            f"{target} can't be written ({error}); check the free space and permissions there"
        ) from error


def _documents(nodes: Columns, source_of: SourceOf, callers: Callers) -> Iterator[tuple[int | str, ...]]:
    """A row and its terms for each column, in the order of rows: FTS5 is quick only when row ids rise."""
    tokenizer = Tokenizer()
    rows = [
        row
        for row, (level, kind) in enumerate(zip(nodes["level"], nodes["kind"], strict=True))
        if level <= _SYMBOL and kind != _EXTERNAL
    ]
    name_terms = cache(tokenizer.name)  # methods, fields and parents have few distinct names
    return zip(
        rows,
        _names(nodes, rows, name_terms),
        _docs(nodes, rows, tokenizer),
        _places(nodes, rows, name_terms),
        _signatures(nodes, rows, tokenizer),
        _callers(nodes, rows, name_terms, callers),
        _bodies(nodes, rows, tokenizer, source_of),
        strict=True,
    )


def _names(nodes: Columns, rows: list[int], terms: Callable[[str], str]) -> Iterator[str]:
    """Terms of what each node is called; of a module its file's name without extension."""
    names, levels = nodes["name"], nodes["level"]
    for row in rows:
        yield terms(without_extension(names[row]) if levels[row] == _MODULE else names[row])


def _docs(nodes: Columns, rows: list[int], tokenizer: Tokenizer) -> Iterator[str]:
    """Terms of the beginning of each node's documentation."""
    docs = nodes["doc"]
    for row in rows:
        doc = docs[row]
        yield tokenizer.prose(doc[:MAX_DOC_CHARS]) if doc else ""


def _places(nodes: Columns, rows: list[int], terms: Callable[[str], str]) -> Iterator[str]:
    """Terms of where each node stands: the file's path without extension, and the type around it."""
    parents, kinds, names, paths = nodes["parent"], nodes["kind"], nodes["name"], nodes["path"]
    last: tuple[str, int] | None = None
    place = ""
    for row in rows:
        path, parent = here = paths[row], parents[row]
        if here != last:  # siblings lie together
            last = here
            folder, slash, file = path.rpartition("/")
            place = terms(f"{folder}{slash}{without_extension(file)}")
            if parent >= 0 and kinds[parent] in _SCOPE_KINDS:
                place = f"{place} {terms(names[parent])}"
        yield place


def _signatures(nodes: Columns, rows: list[int], tokenizer: Tokenizer) -> Iterator[str]:
    """Terms of each node's signature."""
    signatures = nodes["signature"]
    for row in rows:
        signature = signatures[row]
        yield tokenizer.prose(signature) if signature else ""


def _callers(nodes: Columns, rows: list[int], terms: Callable[[str], str], callers: Callers) -> Iterator[str]:
    """Terms of what the callers of each node are called."""
    names, levels = nodes["name"], nodes["level"]
    for row in rows:
        calling = callers.get(row, ())
        yield " ".join([terms(names[caller]) for caller in calling if levels[caller] == _SYMBOL])


def _bodies(nodes: Columns, rows: list[int], tokenizer: Tokenizer, source_of: SourceOf) -> Iterator[str]:
    """Terms of each definition's code: its beginning, of a type only what stands before the members."""
    levels, kinds, paths = nodes["level"], nodes["kind"], nodes["path"]
    begins, ends, first_member = nodes["start_byte"], nodes["end_byte"], _first_members(nodes)
    last, words = "", b""
    for row in rows:
        if levels[row] != _SYMBOL:
            yield ""
            continue
        path = paths[row]
        if path != last:  # rows of a file lie together, because its module's FQN begins theirs
            last, words = path, code_words(read_or_nothing(source_of, path))
        begin: int = begins[row]
        end = min(ends[row], begin + MAX_BODY_BYTES)
        if kinds[row] in _SCOPE_KINDS:
            end = min(end, first_member.get(row, end), begin + MAX_HEADER_BYTES)
        yield tokenizer.code(words[begin:end])


def _first_members(nodes: Columns) -> dict[int, int]:
    """Where in the file the first callable or type inside each node begins."""
    first: dict[int, int] = {}
    members: frozenset[Any] = CALLABLE_KINDS | TYPE_KINDS
    starts: Sequence[int] = nodes["start_byte"]
    for row, (kind, parent) in enumerate(zip(nodes["kind"], nodes["parent"], strict=True)):
        if kind in members and starts[row] < first.get(parent, starts[row] + 1):
            first[parent] = starts[row]
    return first
