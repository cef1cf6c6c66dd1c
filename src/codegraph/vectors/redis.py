"""Vectors in Redis with its query engine, through redisvl: a search index over hashes for each namespace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

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
    from redis import Redis
    from redisvl.index import SearchIndex

    from codegraph.vectors.protocol import Matrix, Point, Vector

HNSW, EXACT = "hnsw", "exact"
_ALGORITHMS = {HNSW: "hnsw", EXACT: "flat"}
_TAGS = ("kind", "level", "language", "packages", "tags", "test")
_SEPARATOR = "|"
_BATCH = 500
_MOST = 10_000
_MOST_EF = 1000
_LEAST_EF = 200
"""Nodes that a search keeps in sight at least: in a small namespace that is all of them, equal ones included."""


class RedisStore:
    """Hashes ``<prefix>:<namespace>:p:<key>`` under an index of inner products.

    Values that are filtered by are kept as digests: the query language then has nothing in them to misread.

    Args:
        client: a ``redis.Redis`` that doesn't decode responses; it is closed with the store.
        prefix: begins the names of keys and indexes.
        index: ``hnsw`` or ``exact``.

    Raises:
        ValueError: there is no such index.
    """

    name = "redis"

    def __init__(self, client: Redis, *, prefix: str = "codegraph", index: str = HNSW) -> None:
        if index not in _ALGORITHMS:
            raise ValueError(f"there is no index {index!r}; known are {', '.join(_ALGORITHMS)}")
        self._client, self._prefix, self._index = client, prefix, index

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        base = self._base(namespace)
        if not points:
            return
        vectors = check_points(points, matrix)
        with self._errors():
            there = self._dimensions(base)
            check_dimensions(namespace, there, vectors.shape[1])
            index = self._search_index(base, vectors.shape[1])
            if not there:
                index.create(overwrite=True, drop=True)
                self._client.set(f"{base}:dimensions", vectors.shape[1])
            for part in batches(len(points), _BATCH):
                rows = zip(points[part], vectors[part], strict=True)
                index.load([_fields(point, vector) for point, vector in rows], id_field="key")

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        keys = [f"{self._base(namespace)}:p:{key_of(id_)}" for id_ in ids]
        with self._errors():
            for part in batches(len(keys), _BATCH):
                self._client.delete(*keys[part])

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The nearest points, see ``VectorStore``; with ``hnsw`` some may be missed."""
        query = check_query(vector, k)
        base = self._base(namespace)
        with self._errors():
            there = self._dimensions(base)
            check_dimensions(namespace, there, len(vector))
            if query is None or not there:
                return []
            index, asked = self._search_index(base, there), query.tobytes()
            where, every = _where(conditions), bool(conditions.paths)

            def fetch(count: int) -> list[Found]:
                rows = index.query(self._query(asked, where, count, every))
                return [Found(row["name"], 1 - float(row["vector_distance"]), row["path"]) for row in rows]

            return settle(fetch, k, conditions.path_condition(), _MOST)

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        import numpy as np

        base, wanted = self._base(namespace), list(ids)
        found: dict[str, Vector] = {}
        with self._errors():
            for part in batches(len(wanted), _BATCH):
                pipeline = self._client.pipeline(transaction=False)
                for id_ in wanted[part]:
                    pipeline.hget(f"{base}:p:{key_of(id_)}", "vector")
                answers = zip(wanted[part], pipeline.execute(), strict=True)
                found |= {id_: np.frombuffer(data, np.float32) for id_, data in answers if data}
        return found

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        base = self._base(namespace)
        with self._errors():
            dimensions = self._dimensions(base)
            if not dimensions:
                return State(0, 0)
            return State(int(self._search_index(base, dimensions).info()["num_docs"]), dimensions)

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        base = self._base(namespace)
        with self._errors():
            dimensions = self._dimensions(base)
            if dimensions:
                self._search_index(base, dimensions).delete(drop=True)
                self._client.delete(f"{base}:dimensions")

    def close(self) -> None:
        """Close the client."""
        self._client.close()

    def _query(self, asked: bytes, where: Any, count: int, every: bool) -> Any:
        """The ``count`` nearest; ``every`` compares all that meet the conditions, as a walk may not reach all."""
        from redisvl.query import VectorQuery

        width: dict[str, Any] = {}
        if every:
            where, width["hybrid_policy"] = where or _any(), "ADHOC_BF"
        elif self._index == HNSW:
            width["ef_runtime"] = max(_LEAST_EF, min(2 * count, _MOST_EF))
        return VectorQuery(
            asked,
            "vector",
            return_fields=["name", "path"],
            filter_expression=where,
            num_results=count,
            **width,
        )

    def _search_index(self, base: str, dimensions: int) -> SearchIndex:
        from redisvl.index import SearchIndex

        vector = {
            "dims": dimensions,
            "algorithm": _ALGORITHMS[self._index],
            "distance_metric": "ip",
            "datatype": "float32",
        }
        tag = {"separator": _SEPARATOR, "case_sensitive": True}
        fields: list[dict[str, Any]] = [{"name": name, "type": "tag", "attrs": tag} for name in _TAGS]
        schema = {
            "index": {"name": base, "prefix": f"{base}:p", "storage_type": "hash"},
            "fields": [*fields, {"name": "vector", "type": "vector", "attrs": vector}],
        }
        index: SearchIndex = SearchIndex.from_dict(schema, redis_client=self._client)
        return index

    def _dimensions(self, base: str) -> int:
        return int(self._client.get(f"{base}:dimensions") or 0)

    def _base(self, namespace: str) -> str:
        return f"{self._prefix}:{check_namespace(namespace)}"

    @contextmanager
    def _errors(self) -> Iterator[None]:
        from redis import RedisError
        from redisvl.exceptions import RedisVLError

        try:
            yield
        except (RedisError, RedisVLError) as error:
            raise VectorStoreError(f"Redis: {str(error).partition(chr(10))[0]}") from error


def connect(url: str, *, index: str = HNSW) -> RedisStore:
    """A store at a ``redis://``, ``rediss://`` or ``unix://`` address.

    Raises:
        MissingPartError: the client is not installed.
    """
    try:
        import redisvl  # noqa: F401
        from redis import Redis
    except ImportError as error:
        raise MissingPartError("the store redis needs redisvl: pip install 'codegraph[redis]'") from error
    return RedisStore(Redis.from_url(url), index=index)


def _fields(point: Point, vector: Vector) -> dict[str, Any]:
    return {
        "key": key_of(point.id),
        "name": point.id,
        "path": point.path,
        "kind": key_of(point.kind),
        "level": str(point.level),
        "language": key_of(point.language),
        "packages": _SEPARATOR.join(map(key_of, point.packages)),
        "tags": _SEPARATOR.join(map(key_of, point.tags)),
        "test": str(int(point.test)),
        "vector": vector.tobytes(),
    }


def _any() -> Any:
    from redisvl.query.filter import Tag

    return Tag("test") == ["0", "1"]


def _where(conditions: Conditions) -> Any:
    """The conditions but those on paths, as redisvl's filter; None for none."""
    from redisvl.query.filter import Tag

    wanted: dict[str, Sequence[str]] = {
        "kind": [key_of(kind) for kind in conditions.kinds],
        "level": [str(level) for level in conditions.levels],
        "language": [key_of(language) for language in conditions.languages],
        "packages": [key_of(package) for package in conditions.packages],
        "tags": [key_of(tag) for tag in conditions.tags],
        "test": [] if conditions.tests is None else [str(int(conditions.tests))],
    }
    where: Any = None
    for field, values in wanted.items():
        if values:
            part = Tag(field) == list(values)
            where = part if where is None else where & part
    return where
