"""Vectors in PostgreSQL with pgvector: a table of half-precision vectors for each namespace."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, LiteralString, Protocol

from codegraph.errors import MissingPartError, VectorStoreError
from codegraph.vectors.checks import (
    batches,
    check_dimensions,
    check_namespace,
    check_points,
    check_query,
    key_of,
)
from codegraph.vectors.nearest import Found, settle
from codegraph.vectors.protocol import EVERYTHING, Conditions, Match, State

if TYPE_CHECKING:
    import psycopg
    from psycopg import sql

    from codegraph.vectors.protocol import Matrix, Point, Vector

HNSW, IVFFLAT, EXACT = "hnsw", "ivfflat", "exact"
INDEXES = (HNSW, IVFFLAT, EXACT)
IVFFLAT_ROWS = 1000
"""IVFFlat takes its lists from what is there when it is built; with fewer rows than this a scan is as fast."""
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}")
_PREFIX = re.compile(r"[a-z_][a-z0-9_]{0,9}")
_LEAST_EF, _MOST_EF = 200, 1000
"""Nodes that a search in HNSW keeps in sight: layers are drawn at random, and with 40 one in twenty was missed."""
_LOCK = 0x636F6465
"""Held while a table or an index is made: IF NOT EXISTS alone fails when two connections do it at once."""
_COLUMNS = ("key", "id", "kind", "level", "language", "path", "packages", "tags", "test", "embedding")
_BATCH = 500


class Pool(Protocol):
    """What hands out connections of psycopg 3, such as ``psycopg_pool.ConnectionPool``.

    Leaving a connection's context must commit, or roll back after an exception.
    """

    def connection(self) -> AbstractContextManager[psycopg.Connection[Any]]:
        """A connection for the body of a ``with``."""
        ...


class PostgresStore:
    """A table ``<prefix>_<namespace>`` for each namespace, with an index of the given kind.

    Args:
        pool: hands out connections; it is closed with the store if it has a ``close``.
        schema: where the tables lie; it is made if it is not there.
        prefix: begins the names of the tables.
        index: ``hnsw``, ``ivfflat`` or ``exact`` (no index: every row is compared).

    Raises:
        ValueError: a name can't be one, or there is no such index.
    """

    name = "postgres"

    def __init__(
        self, pool: Pool, *, schema: str = "public", prefix: str = "codegraph", index: str = HNSW
    ) -> None:
        if not _IDENTIFIER.fullmatch(schema):
            raise ValueError(f"{schema!r} can't be the name of a schema")
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(f"{prefix!r} can't begin the name of a table")
        if index not in INDEXES:
            raise ValueError(f"there is no index {index!r}; known are {', '.join(INDEXES)}")
        self._pool, self._schema, self._prefix, self._index = pool, schema, prefix, index

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        table = self._table(namespace)
        if not points:
            return
        vectors = check_points(points, matrix)
        with self._cursor() as cursor:
            there = self._dimensions(cursor, namespace)
            check_dimensions(namespace, there, vectors.shape[1])
            if not there:
                self._make_table(cursor, namespace, vectors.shape[1])
            statement = _sql(
                "INSERT INTO {table} ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) "
                "ON CONFLICT (key) DO UPDATE SET {updates}",
                table=table,
                columns=_names(_COLUMNS),
                updates=_updates(_COLUMNS[1:]),
            )
            for part in batches(len(points), _BATCH):
                rows = zip(points[part], vectors[part].tolist(), strict=True)
                cursor.executemany(statement, [_row(point, vector) for point, vector in rows])
            if self._index == IVFFLAT:
                self._keep_lists(cursor, namespace)

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        table = self._table(namespace)
        with self._cursor() as cursor:
            if self._dimensions(cursor, namespace):
                cursor.execute(_sql("DELETE FROM {table} WHERE key = ANY(%s)", table=table), [_keys(ids)])

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The nearest points, see ``VectorStore``; with an index some may be missed."""
        query = check_query(vector, k)
        table = self._table(namespace)
        where, values = _where(conditions)
        with self._cursor() as cursor:
            there = self._dimensions(cursor, namespace)
            check_dimensions(namespace, there, len(vector))
            if query is None or not there:
                return []
            asked = _literal(query.tolist())
            statement = _sql(
                "SELECT id, -(embedding <#> %s::{type}) AS score, path FROM {table} {where} "
                "ORDER BY embedding <#> %s::{type} LIMIT %s",
                type=_type(there),
                table=table,
                where=where,
            )

            def fetch(count: int) -> list[Found]:
                self._prepare(cursor, namespace, count)
                rows = cursor.execute(statement, [asked, *values, asked, count])
                return [Found(*row) for row in rows]

            return settle(fetch, k, conditions.path_condition(), 2**31)

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        import numpy as np

        table = self._table(namespace)
        with self._cursor() as cursor:
            if not self._dimensions(cursor, namespace):
                return {}
            statement = _sql("SELECT id, embedding::float4[] FROM {table} WHERE key = ANY(%s)", table=table)
            rows = cursor.execute(statement, [_keys(ids)])
            return {id_: np.array(vector, np.float32) for id_, vector in rows}

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        table = self._table(namespace)
        with self._cursor() as cursor:
            dimensions = self._dimensions(cursor, namespace)
            if not dimensions:
                return State(0, 0)
            row = cursor.execute(_sql("SELECT count(*) FROM {table}", table=table)).fetchone()
            return State(int(row[0]) if row else 0, dimensions)

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        table = self._table(namespace)
        with self._cursor() as cursor:
            cursor.execute(_sql("DROP TABLE IF EXISTS {table}", table=table))

    def close(self) -> None:
        """Close the pool, if it can be closed."""
        close = getattr(self._pool, "close", None)
        if close is not None:
            close()

    # --- tables and indexes ---

    def _make_table(self, cursor: psycopg.Cursor[Any], namespace: str, dimensions: int) -> None:
        table = self._table(namespace)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
        cursor.execute(_sql("CREATE SCHEMA IF NOT EXISTS {schema}", schema=_name(self._schema)))
        # an FQN may be longer than what a b-tree takes, its digest (the key) never is
        cursor.execute(
            _sql(
                "CREATE TABLE IF NOT EXISTS {table} (key text PRIMARY KEY, id text NOT NULL, kind text NOT NULL, "
                "level smallint NOT NULL, language text NOT NULL, path text NOT NULL, packages text[] NOT NULL, "
                "tags text[] NOT NULL, test boolean NOT NULL, embedding {type} NOT NULL)",
                table=table,
                type=_type(dimensions),
            )
        )
        if self._index == HNSW:
            cursor.execute(
                _sql(
                    "CREATE INDEX IF NOT EXISTS {index} ON {table} USING hnsw (embedding halfvec_ip_ops)",
                    index=_name(f"{self._prefix}_{namespace}_h"),
                    table=table,
                )
            )

    def _keep_lists(self, cursor: psycopg.Cursor[Any], namespace: str) -> None:
        """Build the IVFFlat index when there is enough to cluster, and anew when there is four times as much."""
        table, index = self._table(namespace), f"{self._prefix}_{namespace}_i"
        count = self._count(cursor, table)
        lists = count // IVFFLAT_ROWS
        if not lists:
            return
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        made = self._lists(cursor, namespace)
        if made and lists < 4 * made:
            return
        cursor.execute(
            _sql("DROP INDEX IF EXISTS {schema}.{index}", schema=_name(self._schema), index=_name(index))
        )
        cursor.execute(
            _sql(
                "CREATE INDEX {index} ON {table} USING ivfflat (embedding halfvec_ip_ops) WITH (lists = {lists})",
                index=_name(index),
                table=table,
                lists=_number(lists),
            )
        )

    def _lists(self, cursor: psycopg.Cursor[Any], namespace: str) -> int:
        """How many lists the namespace's IVFFlat index has, 0 without one."""
        row = cursor.execute(
            "SELECT split_part(unnest(c.reloptions), '=', 2) FROM pg_class AS c JOIN pg_namespace AS n "
            "ON n.oid = c.relnamespace WHERE n.nspname = %s AND c.relname = %s AND c.relkind = 'i'",
            [self._schema, f"{self._prefix}_{namespace}_i"],
        ).fetchone()
        return int(row[0]) if row else 0

    def _prepare(self, cursor: psycopg.Cursor[Any], namespace: str, count: int) -> None:
        """Let an approximate index look far enough for ``count`` rows, and further where conditions take some away."""
        if self._index == HNSW:
            cursor.execute("SELECT set_config('hnsw.iterative_scan', 'strict_order', true)")
            width = str(max(_LEAST_EF, min(2 * count, _MOST_EF)))
            cursor.execute("SELECT set_config('hnsw.ef_search', %s, true)", [width])
        elif self._index == IVFFLAT:
            cursor.execute("SELECT set_config('ivfflat.iterative_scan', 'relaxed_order', true)")
            probes = str(max(4, self._lists(cursor, namespace) // 8))
            cursor.execute("SELECT set_config('ivfflat.probes', %s, true)", [probes])

    # --- small things ---

    def _table(self, namespace: str) -> sql.Composable:
        from psycopg import sql

        return sql.Identifier(self._schema, f"{self._prefix}_{check_namespace(namespace)}")

    def _dimensions(self, cursor: psycopg.Cursor[Any], namespace: str) -> int:
        row = cursor.execute(
            "SELECT a.atttypmod FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid "
            "JOIN pg_namespace AS n ON n.oid = c.relnamespace "
            "WHERE n.nspname = %s AND c.relname = %s AND a.attname = 'embedding'",
            [self._schema, f"{self._prefix}_{namespace}"],
        ).fetchone()
        return int(row[0]) if row else 0

    def _count(self, cursor: psycopg.Cursor[Any], table: sql.Composable) -> int:
        row = cursor.execute(_sql("SELECT count(*) FROM {table}", table=table)).fetchone()
        return int(row[0]) if row else 0

    @contextmanager
    def _cursor(self) -> Iterator[psycopg.Cursor[Any]]:
        import psycopg

        try:
            with self._pool.connection() as connection, connection.cursor() as cursor:
                yield cursor
        except psycopg.Error as error:
            raise VectorStoreError(f"PostgreSQL: {_first_line(error)}") from error


def connect(url: str, **options: Any) -> PostgresStore:
    """A store with a pool of its own; ``url`` is libpq's, whose PG* variables count too.

    Raises:
        MissingPartError: the driver is not installed.
    """
    try:
        from psycopg_pool import ConnectionPool
    except ImportError as error:
        raise MissingPartError(
            "the store postgres needs psycopg: pip install 'codegraph[postgres]'"
        ) from error
    pool = ConnectionPool(url, min_size=0, max_size=4, open=True, timeout=30)
    return PostgresStore(pool, **options)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _sql(text: LiteralString, **parts: sql.Composable) -> sql.Composed:
    from psycopg import sql

    return sql.SQL(text).format(**parts)


def _name(text: str) -> sql.Composable:
    from psycopg import sql

    return sql.Identifier(text)


def _names(columns: Sequence[str]) -> sql.Composable:
    from psycopg import sql

    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _updates(columns: Sequence[str]) -> sql.Composable:
    from psycopg import sql

    return sql.SQL(", ").join(_sql("{c} = EXCLUDED.{c}", c=sql.Identifier(column)) for column in columns)


def _number(value: int) -> sql.Composable:
    from psycopg import sql

    return sql.Literal(value)


def _type(dimensions: int) -> sql.Composable:
    return _sql("halfvec({n})", n=_number(dimensions))


def _row(point: Point, vector: Sequence[float]) -> tuple[Any, ...]:
    return (
        key_of(point.id),
        point.id,
        point.kind,
        point.level,
        point.language,
        point.path,
        list(point.packages),
        list(point.tags),
        point.test,
        _literal(vector),
    )


def _keys(ids: Iterable[str]) -> list[str]:
    return [key_of(id_) for id_ in ids]


def _literal(vector: Sequence[float]) -> str:
    return "[" + ",".join(map(repr, vector)) + "]"


def _where(conditions: Conditions) -> tuple[sql.Composable, list[Any]]:
    """The conditions but those on paths, as SQL with its values."""
    from psycopg import sql

    wanted: tuple[tuple[LiteralString, Sequence[Any]], ...] = (
        ("kind = ANY(%s)", conditions.kinds),
        ("level = ANY(%s)", conditions.levels),
        ("language = ANY(%s)", conditions.languages),
        ("packages && %s", conditions.packages),
        ("tags && %s", conditions.tags),
        ("test = ANY(%s)", () if conditions.tests is None else (conditions.tests,)),
    )
    clauses = [sql.SQL(clause) for clause, values in wanted if values]
    values = [list(values) for _, values in wanted if values]
    return (_sql("WHERE {all}", all=sql.SQL(" AND ").join(clauses)) if clauses else sql.SQL("")), values
