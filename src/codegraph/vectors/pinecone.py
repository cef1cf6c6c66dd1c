"""Vectors in Pinecone, over its published HTTP interface: an index there, a namespace of it for each of ours.

The service answers reads a moment behind writes; a count or search right after an upsert may be of before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from codegraph.errors import ServiceError, VectorStoreError
from codegraph.service import JsonClient
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
    from codegraph.vectors.protocol import Matrix, Point, Vector

VERSION = "2025-04"
"""Of the interface; sent with every request, so that a newer one changes nothing here."""
_UPSERT_BATCH = 100
_UPSERT_NUMBERS = 50_000
"""Numbers of vectors in one request, about a megabyte: the service takes two."""
_DELETE_BATCH = 1000
_FETCH_BATCH = 50
_MOST = 10_000
_SECONDS = 60.0


class PineconeStore:
    """Records of an index whose metric is ``cosine`` or ``dotproduct``.

    All namespaces of an index have vectors of its length: one of another length can't be kept there.

    Args:
        host: the index's own address, as the console shows it.
        key: the API key; it goes to that host alone.

    Raises:
        SettingsError: the address makes no sense.
    """

    name = "pinecone"

    def __init__(self, host: str, key: str, client: JsonClient | None = None) -> None:
        address = host if "://" in host else f"https://{host}"
        self._client = client or JsonClient(
            address,
            key=key,
            setting="vectors.url",
            timeout=_SECONDS,
            key_header="Api-Key",
            headers={"X-Pinecone-API-Version": VERSION},
        )

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        check_namespace(namespace)
        if not points:
            return
        vectors = check_points(points, matrix)
        with self._errors():
            check_dimensions(namespace, self._stats()["dimension"], vectors.shape[1])
            size = max(1, min(_UPSERT_BATCH, _UPSERT_NUMBERS // vectors.shape[1]))
            for part in batches(len(points), size):
                rows = zip(points[part], vectors[part].tolist(), strict=True)
                records = [_record(point, vector) for point, vector in rows]
                self._client.post("/vectors/upsert", {"vectors": records, "namespace": namespace})

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        check_namespace(namespace)
        keys = [key_of(id_) for id_ in ids]
        with self._errors():
            if not keys or not self._count(
                namespace
            ):  # deleting in a namespace that is not there is an error there
                return
            for part in batches(len(keys), _DELETE_BATCH):
                self._client.post("/vectors/delete", {"ids": keys[part], "namespace": namespace})

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The nearest points, see ``VectorStore``; the service may miss some."""
        query = check_query(vector, k)
        check_namespace(namespace)
        with self._errors():
            if not self._count(namespace):
                return []
            check_dimensions(namespace, self._stats()["dimension"], len(vector))
            if query is None:
                return []
            asked = {"vector": query.tolist(), "namespace": namespace, "includeMetadata": True}
            where = _filter(conditions)
            if where:
                asked["filter"] = where

            def fetch(count: int) -> list[Found]:
                answer = self._client.post("/query", {**asked, "topK": count})
                return [
                    Found(hit["metadata"]["id"], hit["score"], hit["metadata"]["path"])
                    for hit in answer["matches"]
                ]

            return settle(fetch, k, conditions.path_condition(), _MOST)

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        import numpy as np

        check_namespace(namespace)
        keys = {key_of(id_): id_ for id_ in ids}
        order = list(keys)
        found: dict[str, Vector] = {}
        with self._errors():
            for part in batches(len(order), _FETCH_BATCH):
                query = urlencode(
                    [*(("ids", key) for key in order[part]), ("namespace", namespace)], quote_via=quote
                )
                records = self._client.get(f"/vectors/fetch?{query}")["vectors"]
                found |= {
                    keys[key]: np.array(record["values"], np.float32) for key, record in records.items()
                }
        return found

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        check_namespace(namespace)
        with self._errors():
            stats = self._stats()
            count = _count_of(stats, namespace)
            return State(count, int(stats["dimension"]) if count else 0)

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        check_namespace(namespace)
        with self._errors():
            if self._count(namespace):
                self._client.post("/vectors/delete", {"deleteAll": True, "namespace": namespace})

    def close(self) -> None:
        """Nothing stays open."""

    def _stats(self) -> Any:
        return self._client.post("/describe_index_stats", {})

    def _count(self, namespace: str) -> int:
        return _count_of(self._stats(), namespace)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except ServiceError as error:
            raise VectorStoreError(f"Pinecone: {error.message}") from error
        except (KeyError, TypeError) as error:
            raise VectorStoreError("Pinecone: the answer is not what its interface says") from error


def _count_of(stats: Mapping[str, Any], namespace: str) -> int:
    return int((stats.get("namespaces") or {}).get(namespace, {}).get("vectorCount", 0))


def _record(point: Point, vector: Sequence[float]) -> dict[str, Any]:
    return {
        "id": key_of(point.id),
        "values": vector,
        "metadata": {
            "id": point.id,
            "kind": point.kind,
            "level": point.level,
            "language": point.language,
            "path": point.path,
            "packages": list(point.packages),
            "tags": list(point.tags),
            "test": point.test,
        },
    }


def _filter(conditions: Conditions) -> dict[str, Any]:
    """The conditions but those on paths."""
    wanted: dict[str, Sequence[Any]] = {
        "kind": conditions.kinds,
        "level": conditions.levels,
        "language": conditions.languages,
        "packages": conditions.packages,
        "tags": conditions.tags,
    }
    clauses: list[dict[str, Any]] = [
        {field: {"$in": list(values)}} for field, values in wanted.items() if values
    ]
    if conditions.tests is not None:
        clauses.append({"test": {"$eq": conditions.tests}})
    return {"$and": clauses} if clauses else {}
