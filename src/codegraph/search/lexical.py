"""Ranks by words: SQLite's BM25 over ``lexical.sqlite``, then by how well names and places are covered."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from codegraph.errors import BUILD_AGAIN, IndexFormatError
from codegraph.model import TYPE_KINDS
from codegraph.search.kinds import WORDS, weighed
from codegraph.search.query import match_expression
from codegraph.store.layout import LEXICAL_FORMAT
from codegraph.store.lexical import COLUMN_WEIGHTS, TABLE, document_rows
from codegraph.store.sqlite_file import open_to_read
from codegraph.text import Tokenizer, query_terms

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Question, Ranking

POOL = 200
"""How many of BM25's best are looked at again."""

NAME_COVERAGE = 0.4
QUERY_COVERAGE = 0.8


def rank_by_words(database: Path, view: GraphView, question: Question) -> Ranking:
    """Rows and scores of the accepted nodes that share terms with the question; scores are above 0.

    BM25 adds a document's columns up, so a short name that the query covers whole counts too little: its
    score grows by the share of the name's words that are in the query, and by the share of the query's words
    that are in name, place and signature. Measured over nine projects that is worth 0.06 MRR, see docs/search.md.

    Raises:
        IndexFormatError: the full-text index is missing, damaged or of another version.
    """
    matches = match_expression(question.text)
    if not matches:
        return []
    depth = max(question.depth, POOL)
    try:
        with closing(open_lexical(database)) as connection:
            row_of = document_rows(connection)
            found = _take(
                connection.execute(_SELECT, (matches, _WEIGHTS)), row_of, view.node_count, question, depth
            )
    except sqlite3.Error as error:
        _damaged(database, str(error))
    coverage = _Coverage(view, question.text)
    return weighed(view, question, [(row, score * coverage.of(row)) for row, score in found], WORDS)


def open_lexical(database: Path) -> sqlite3.Connection:
    """The full-text index, opened for reading; nothing in it can run code or change a file.

    Raises:
        IndexFormatError: it is missing.
        sqlite3.Error: it is damaged or of another version.
    """
    if not database.is_file():
        _damaged(database, "it is missing")
    return open_to_read(database, LEXICAL_FORMAT)


def is_name_term(database: Path, term: str) -> bool:
    """Whether the name of something in the index holds a term.

    Raises:
        IndexFormatError: the full-text index is missing, damaged or of another version.
    """
    statement = f"SELECT 1 FROM {TABLE} WHERE {TABLE} MATCH ? LIMIT 1"  # noqa: S608
    try:
        with closing(open_lexical(database)) as connection:
            return connection.execute(statement, (f'name : "{term}"',)).fetchone() is not None
    except sqlite3.Error as error:
        _damaged(database, str(error))


def rarity(database: Path, terms: Iterable[str], nodes: int) -> dict[str, float]:
    """The logarithm of how few of ``nodes`` nodes have each term.

    Raises:
        IndexFormatError: the full-text index is missing, damaged or of another version.
    """
    statement = f"SELECT count(*) FROM {TABLE} WHERE {TABLE} MATCH ?"  # noqa: S608
    try:
        with closing(open_lexical(database)) as connection:
            having = {term: connection.execute(statement, (f'"{term}"',)).fetchone()[0] for term in terms}
    except sqlite3.Error as error:
        _damaged(database, str(error))
    return {term: math.log(1 + nodes / (1 + count)) for term, count in having.items()}


_WEIGHTS = f"bm25({', '.join(map(str, COLUMN_WEIGHTS.values()))})"
_SELECT = f"SELECT rowid, -rank FROM {TABLE} WHERE {TABLE} MATCH ? AND rank MATCH ? ORDER BY rank, rowid"  # noqa: S608


def _take(
    documents: sqlite3.Cursor, row_of: memoryview | None, node_count: int, question: Question, depth: int
) -> Ranking:
    """The first accepted rows; those of one score in order of rows, whatever the numbers of their documents."""
    taken: Ranking = []
    for score, tied in groupby(documents, key=itemgetter(1)):
        numbers = [number for number, _ in tied]
        if row_of is not None:
            numbers = sorted(row_of[number] for number in numbers if 0 <= number < len(row_of))
        for row in numbers:
            if 0 <= row < node_count and question.accept(row):
                taken.append((row, score))
                if len(taken) == depth:
                    return taken
    return taken


class _Coverage:
    """How far the query and a node's name and place cover each other, as a factor of at least 1."""

    def __init__(self, view: GraphView, query: str) -> None:
        self._view = view
        self._tokenizer = tokenizer()
        self._wanted = frozenset(query_terms(query))

    def of(self, row: int) -> float:
        """The factor of one node."""
        view, wanted = self._view, self._wanted
        name = self._tokenizer.name(view.name(row)).split()
        parent = view.parent(row)
        scope = view.name(parent) if parent >= 0 and view.kind(parent) in TYPE_KINDS else ""
        place = self._tokenizer.name(f"{scope} {view.path(row)} {view.signature(row)}").split()
        in_query = sum(term in wanted for term in name) / max(len(name), 1)
        in_node = len(wanted.intersection(name, ()) | wanted.intersection(name + place)) / len(wanted)
        return (1 + NAME_COVERAGE * in_query) * (1 + QUERY_COVERAGE * in_node)


@cache
def tokenizer() -> Tokenizer:
    """One for all searches of a process: what it has worked out for one serves the next."""
    return Tokenizer()


def _damaged(database: Path, what: str) -> NoReturn:
    raise IndexFormatError(f"{database} can't be used: {what}; {BUILD_AGAIN}")
