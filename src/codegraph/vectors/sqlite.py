"""Vectors in one SQLite file: the extension sqlite-vec compares them, SQL judges the conditions."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.errors import MissingPartError, VectorStoreError
from codegraph.vectors.checks import batches, check_dimensions, check_namespace, check_points, check_query
from codegraph.vectors.nearest import Found, settle
from codegraph.vectors.protocol import EVERYTHING, Conditions, Match, State

if TYPE_CHECKING:
    from codegraph.vectors.protocol import Matrix, Point, Vector

_TABLES = """
CREATE TABLE IF NOT EXISTS namespaces (name TEXT PRIMARY KEY, dimensions INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS points (
    namespace TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, level INTEGER NOT NULL,
    language TEXT NOT NULL, path TEXT NOT NULL, packages TEXT NOT NULL, tags TEXT NOT NULL,
    test INTEGER NOT NULL, vector BLOB NOT NULL, UNIQUE (namespace, id)
);
"""
_PUT = "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_NEAREST = """
SELECT id, 1 - vec_distance_cosine(vector, ?) AS score, path FROM points
WHERE namespace = ? {conditions} ORDER BY score DESC, id LIMIT ?
"""
_ONE_OF = "AND {} IN (SELECT value FROM json_each(?))"
_HAS_ONE_OF = (
    "AND EXISTS (SELECT 1 FROM json_each({}) AS has, json_each(?) AS wanted WHERE has.value = wanted.value)"
)
_NO_LIMIT = 2**31
_BATCH = 500


class SqliteStore:
    """Points in a file, or in memory for ``:memory:``; every vector is compared, so answers are exact.

    Raises:
        MissingPartError: sqlite-vec is not installed, or no SQLite here can load it.
    """

    name = "sqlite"

    def __init__(self, place: Path | str) -> None:
        self._lock = threading.Lock()
        module = _loading_sqlite()
        self._error: type[Exception] = module.Error
        self._database = _connect(module, str(place))
        with self._errors():
            self._database.executescript(_TABLES)

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        check_namespace(namespace)
        if not points:
            return
        vectors = check_points(points, matrix)
        with self._transaction() as cursor:
            check_dimensions(namespace, _dimensions(cursor, namespace), vectors.shape[1])
            cursor.execute("INSERT OR IGNORE INTO namespaces VALUES (?, ?)", (namespace, vectors.shape[1]))
            rows = zip(points, vectors, strict=True)
            cursor.executemany(_PUT, (_row(namespace, point, vector) for point, vector in rows))

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        check_namespace(namespace)
        with self._transaction() as cursor:
            cursor.executemany(
                "DELETE FROM points WHERE namespace = ? AND id = ?", [(namespace, id_) for id_ in ids]
            )

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The nearest points, see ``VectorStore``."""
        query = check_query(vector, k)
        check_namespace(namespace)
        where, values = _where(conditions)
        statement = _NEAREST.format(conditions=where)

        def fetch(count: int) -> list[Found]:
            rows = cursor.execute(statement, (packed, namespace, *values, count))
            return [Found(*row) for row in rows]

        with self._transaction() as cursor:
            check_dimensions(namespace, _dimensions(cursor, namespace), len(vector))
            if query is None:
                return []
            packed = query.tobytes()
            return settle(fetch, k, conditions.path_condition(), _NO_LIMIT)

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        import numpy as np

        check_namespace(namespace)
        wanted = list(ids)
        found: dict[str, Vector] = {}
        with self._transaction() as cursor:
            for part in batches(len(wanted), _BATCH):
                some = wanted[part]
                marks = ", ".join("?" * len(some))
                statement = f"SELECT id, vector FROM points WHERE namespace = ? AND id IN ({marks})"  # noqa: S608
                rows = cursor.execute(statement, (namespace, *some))
                found |= {id_: np.frombuffer(blob, np.float32) for id_, blob in rows}
        return found

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        check_namespace(namespace)
        with self._transaction() as cursor:
            rows = cursor.execute("SELECT count(*) FROM points WHERE namespace = ?", (namespace,))
            return State(int(rows.fetchone()[0]), _dimensions(cursor, namespace))

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        check_namespace(namespace)
        with self._transaction() as cursor:
            cursor.execute("DELETE FROM points WHERE namespace = ?", (namespace,))
            cursor.execute("DELETE FROM namespaces WHERE name = ?", (namespace,))

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        with self._lock, self._errors(), self._database:
            yield self._database.cursor()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            raise VectorStoreError(f"SQLite: {error}") from error


def _connect(module: Any, place: str) -> sqlite3.Connection:
    try:
        import sqlite_vec
    except ImportError as error:
        raise MissingPartError(
            "the store sqlite needs sqlite-vec: pip install 'codegraph[sqlite-vec]'"
        ) from error
    try:
        database: sqlite3.Connection = module.connect(place, check_same_thread=False, timeout=30)
        database.enable_load_extension(True)
        sqlite_vec.load(database)
        database.enable_load_extension(False)
    except module.Error as error:
        raise VectorStoreError(f"{place} can't be opened: {error}") from error
    return database


def _loading_sqlite() -> Any:
    """A module like ``sqlite3`` that can load extensions, which some builds of Python leave out."""
    if hasattr(sqlite3.Connection, "enable_load_extension"):
        return sqlite3
    try:
        import pysqlite3
    except ImportError as error:
        raise MissingPartError(
            "this Python's sqlite3 can't load extensions; pip install pysqlite3-binary"
        ) from error
    return pysqlite3


def _dimensions(cursor: Any, namespace: str) -> int:
    row = cursor.execute("SELECT dimensions FROM namespaces WHERE name = ?", (namespace,)).fetchone()
    return int(row[0]) if row else 0


def _row(namespace: str, point: Point, vector: Vector) -> tuple[Any, ...]:
    return (
        namespace,
        point.id,
        point.kind,
        point.level,
        point.language,
        point.path,
        json.dumps(point.packages),
        json.dumps(point.tags),
        point.test,
        vector.tobytes(),
    )


def _where(conditions: Conditions) -> tuple[str, list[Any]]:
    """The conditions but those on paths, as SQL with its values."""
    clauses: list[str] = []
    values: list[Any] = []
    fields: tuple[tuple[str, Sequence[Any]], ...] = (
        (_ONE_OF.format("kind"), conditions.kinds),
        (_ONE_OF.format("level"), conditions.levels),
        (_ONE_OF.format("language"), conditions.languages),
        (_HAS_ONE_OF.format("packages"), conditions.packages),
        (_HAS_ONE_OF.format("tags"), conditions.tags),
        (_ONE_OF.format("test"), () if conditions.tests is None else (int(conditions.tests),)),
    )
    for clause, wanted in fields:
        if wanted:
            clauses.append(clause)
            values.append(json.dumps(wanted))
    return " ".join(clauses), values
