"""Writes ``lexical.sqlite``: the full-text index over names, docs, places and code of one generation.

Text goes in as the terms of ``codegraph.text``, so SQLite's own tokenizer only cuts at blanks. The table is
contentless: it maps terms to node rows and holds no text.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import Any

from codegraph.errors import StorageError
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Columns, Level, NodeKind
from codegraph.text import SourceOf, Tokenizer, code_words, read_or_nothing

LEXICAL_FORMAT = 1
"""Number of the table's layout and of the tokenizer's rules, kept as SQLite's ``user_version``."""

TABLE = "terms"
COLUMN_WEIGHTS = {"name": 3.0, "doc": 2.0, "place": 1.5, "body": 0.7}
"""What a term counts in each column, as measured with documentation sentences of four projects in Python,
TypeScript, Go and Rust. ``place`` is the file's path and the type or namespace around a symbol. There is no
column for the signature: a body begins with it."""

_MEMORY = 32 << 20  # what FTS5 collects before it writes a segment; fewer segments are smaller and quicker
MAX_BODY_BYTES = 2000
MAX_HEADER_BYTES = 600
MAX_DOC_CHARS = 2000
_SCOPE_KINDS = TYPE_KINDS | {NodeKind.NAMESPACE}
# Looked up in their classes for every row, members of enumerations cost more than the tokenizer.
_SYMBOL, _MODULE, _EXTERNAL = int(Level.SYMBOL), int(Level.MODULE), str(NodeKind.EXTERNAL)

_PRAGMAS = """
PRAGMA page_size = 8192;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -65536;
"""


def write_lexical(target: Path, nodes: Columns, source_of: SourceOf) -> None:
    """Write the full-text index of ``nodes`` to the new file ``target``; a row's id is its node's row.

    External nodes and statements are left out. A file that can't be read any more is still found by what
    its nodes say. The file is derived from the graph and never updated, so it is written without a journal.

    Raises:
        StorageError: the file can't be written.
    """
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as database:
            database.executescript(_PRAGMAS)
            database.execute(f"PRAGMA user_version = {LEXICAL_FORMAT}")
            database.execute(
                f"CREATE VIRTUAL TABLE {TABLE} USING fts5({', '.join(COLUMN_WEIGHTS)}, "
                "content='', tokenize='ascii', detail=full)"
            )
            database.execute(f"INSERT INTO {TABLE}({TABLE}, rank) VALUES ('hashsize', {_MEMORY})")  # noqa: S608
            database.execute("BEGIN")
            database.executemany(
                f"INSERT INTO {TABLE}(rowid, {', '.join(COLUMN_WEIGHTS)}) VALUES (?, ?, ?, ?, ?)",  # noqa: S608
                _documents(nodes, source_of),
            )
            database.execute("COMMIT")
    except sqlite3.Error as error:
        raise StorageError(
            f"{target} can't be written ({error}); check the free space and permissions there"
        ) from error


def _documents(nodes: Columns, source_of: SourceOf) -> Iterator[tuple[int, str, str, str, str]]:
    """One row of terms a node, in the order of rows: FTS5 is quick only when row ids rise."""
    tokenizer = Tokenizer()
    place, body = _Places(nodes, tokenizer).of, _Bodies(nodes, tokenizer, source_of).of
    columns = zip(nodes["level"], nodes["kind"], nodes["name"], nodes["doc"], strict=True)
    for row, (level, kind, name, doc) in enumerate(columns):
        if level > _SYMBOL or kind == _EXTERNAL:
            continue
        yield (
            row,
            tokenizer.name(PurePosixPath(name).stem if level == _MODULE else name),
            tokenizer.prose(doc[:MAX_DOC_CHARS]) if doc else "",
            place(row),
            body(row) if level == _SYMBOL else "",
        )


class _Places:
    """Terms of where a node stands: the file's path without extension, and the type around it."""

    def __init__(self, nodes: Columns, tokenizer: Tokenizer) -> None:
        self._parents, self._kinds = nodes["parent"], nodes["kind"]
        self._names, self._paths = nodes["name"], nodes["path"]
        self._tokenizer = tokenizer
        self._path_terms: dict[str, str] = {}
        self._scope_terms: dict[int, str] = {}

    def of(self, row: int) -> str:
        path, parent = self._paths[row], self._parents[row]
        terms = self._path_terms.get(path)
        if terms is None:
            bare = str(PurePosixPath(path).with_suffix("")) if path else ""
            terms = self._path_terms[path] = self._tokenizer.name(bare)
        scope = self._scope_terms.get(parent)
        if scope is None:
            is_scope = parent >= 0 and self._kinds[parent] in _SCOPE_KINDS
            scope = self._tokenizer.name(self._names[parent]) if is_scope else ""
            self._scope_terms[parent] = scope
        return f"{terms} {scope}" if scope else terms


class _Bodies:
    """Terms of a definition's code: its beginning, of a type only what stands before the members."""

    def __init__(self, nodes: Columns, tokenizer: Tokenizer, source_of: SourceOf) -> None:
        self._paths, self._kinds = nodes["path"], nodes["kind"]
        self._begins, self._ends = nodes["start_byte"], nodes["end_byte"]
        self._tokenizer = tokenizer
        self._source_of = source_of
        self._path = ""
        self._words = b""
        self._first_member = _first_members(nodes)

    def of(self, row: int) -> str:
        path = self._paths[row]
        if path != self._path:
            # Rows of a file lie together, because its module's FQN begins theirs.
            self._path, self._words = path, code_words(read_or_nothing(self._source_of, path))
        begin: int = self._begins[row]
        end: int = min(self._ends[row], begin + MAX_BODY_BYTES)
        if self._kinds[row] in _SCOPE_KINDS:
            end = min(end, self._first_member.get(row, end), begin + MAX_HEADER_BYTES)
        return self._tokenizer.code(self._words[begin:end])


def _first_members(nodes: Columns) -> dict[int, int]:
    """Where in the file the first callable or type inside each node begins."""
    first: dict[int, int] = {}
    members: frozenset[Any] = CALLABLE_KINDS | TYPE_KINDS
    starts: Sequence[int] = nodes["start_byte"]
    for row, (kind, parent) in enumerate(zip(nodes["kind"], nodes["parent"], strict=True)):
        if kind in members and starts[row] < first.get(parent, starts[row] + 1):
            first[parent] = starts[row]
    return first
