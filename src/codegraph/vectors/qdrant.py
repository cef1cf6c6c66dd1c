"""Vectors in Qdrant: a collection for each namespace, on a server or in a folder of the client's own."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID

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
    from qdrant_client import QdrantClient, models

    from codegraph.vectors.protocol import Matrix, Point, Vector

_BATCH = 256
_MOST = 100_000
_KEYWORDS = ("kind", "language", "packages", "tags")
_WAIT = 60


class QdrantStore:
    """Collections ``<prefix>-<namespace>`` of dot products, with the fields of a point as payload.

    Args:
        client: a ``qdrant_client.QdrantClient``; it is closed with the store.
        prefix: begins the names of the collections.
    """

    name = "qdrant"

    def __init__(self, client: QdrantClient, *, prefix: str = "codegraph") -> None:
        self._client, self._prefix = client, prefix

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        from qdrant_client import models

        collection = self._collection(namespace)
        if not points:
            return
        vectors = check_points(points, matrix)
        with self._errors():
            there = self._dimensions(collection)
            check_dimensions(namespace, there, vectors.shape[1])
            if not there:
                self._make(collection, vectors.shape[1])
            for part in batches(len(points), _BATCH):
                rows = zip(points[part], vectors[part].tolist(), strict=True)
                self._client.upsert(
                    collection,
                    [
                        models.PointStruct(id=_uuid(point.id), vector=vector, payload=_payload(point))
                        for point, vector in rows
                    ],
                    wait=True,
                )

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        from qdrant_client import models

        collection, gone = self._collection(namespace), [_uuid(id_) for id_ in ids]
        with self._errors():
            if gone and self._client.collection_exists(collection):
                for part in batches(len(gone), _BATCH):
                    selector = models.PointIdsList(points=list(gone[part]))
                    self._client.delete(collection, selector, wait=True)

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The nearest points, see ``VectorStore``; a server's index may miss some."""
        query = check_query(vector, k)
        collection = self._collection(namespace)
        where = _filter(conditions)
        with self._errors():
            there = self._dimensions(collection)
            check_dimensions(namespace, there, len(vector))
            if query is None or not there:
                return []

            def fetch(count: int) -> list[Found]:
                answer = self._client.query_points(
                    collection,
                    query=query.tolist(),
                    query_filter=where,
                    limit=count,
                    with_payload=["id", "path"],
                )
                return [Found(_text(hit, "id"), hit.score, _text(hit, "path")) for hit in answer.points]

            return settle(fetch, k, conditions.path_condition(), _MOST)

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        import numpy as np

        collection, wanted = self._collection(namespace), list(ids)
        found: dict[str, Vector] = {}
        with self._errors():
            if not self._client.collection_exists(collection):
                return found
            for part in batches(len(wanted), _BATCH):
                keys = [_uuid(id_) for id_ in wanted[part]]
                for record in self._client.retrieve(collection, keys, with_payload=["id"], with_vectors=True):
                    found[_text(record, "id")] = np.array(record.vector, np.float32)
        return found

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        collection = self._collection(namespace)
        with self._errors():
            dimensions = self._dimensions(collection)
            count = self._client.count(collection, exact=True).count if dimensions else 0
            return State(count, dimensions)

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        collection = self._collection(namespace)
        with self._errors():
            if self._client.collection_exists(collection):
                self._client.delete_collection(collection)

    def close(self) -> None:
        """Close the client."""
        self._client.close()

    def _make(self, collection: str, dimensions: int) -> None:
        from qdrant_client import models

        size = models.VectorParams(size=dimensions, distance=models.Distance.DOT)
        self._client.create_collection(collection, vectors_config=size, timeout=_WAIT)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # the client's own folder has no use for indexes
            for field in _KEYWORDS:
                schema = models.PayloadSchemaType.KEYWORD
                self._client.create_payload_index(collection, field, schema, wait=True)

    def _dimensions(self, collection: str) -> int:
        if not self._client.collection_exists(collection):
            return 0
        size: Any = self._client.get_collection(collection).config.params.vectors
        return int(size.size)

    def _collection(self, namespace: str) -> str:
        return f"{self._prefix}-{check_namespace(namespace)}"

    @contextmanager
    def _errors(self) -> Iterator[None]:
        from httpx import HTTPError
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException

        try:
            yield
        except (ApiException, QdrantException, HTTPError) as error:
            raise VectorStoreError(f"Qdrant: {str(error).partition(chr(10))[0]}") from error


def connect(url: str, api_key: str | None = None) -> QdrantStore:
    """A store at a server's ``http(s)://`` address, or in the folder that ``url`` names.

    Raises:
        MissingPartError: the client is not installed.
    """
    try:
        from qdrant_client import QdrantClient
    except ImportError as error:
        raise MissingPartError(
            "the store qdrant needs its client: pip install 'codegraph[qdrant]'"
        ) from error
    if url.startswith(("http://", "https://")):
        return QdrantStore(QdrantClient(url=url, api_key=api_key, timeout=_WAIT, check_compatibility=False))
    return QdrantStore(QdrantClient(path=url))


def _uuid(text: str) -> str:
    return str(UUID(key_of(text)))


def _text(record: Any, field: str) -> str:
    return str(record.payload[field])


def _payload(point: Point) -> dict[str, Any]:
    return {
        "id": point.id,
        "kind": point.kind,
        "level": point.level,
        "language": point.language,
        "path": point.path,
        "packages": list(point.packages),
        "tags": list(point.tags),
        "test": point.test,
    }


def _filter(conditions: Conditions) -> models.Filter | None:
    """The conditions but those on paths."""
    from qdrant_client import models

    wanted: dict[str, Sequence[Any]] = {
        "kind": conditions.kinds,
        "level": conditions.levels,
        "language": conditions.languages,
        "packages": conditions.packages,
        "tags": conditions.tags,
    }
    must: list[Any] = [
        models.FieldCondition(key=field, match=models.MatchAny(any=list(values)))
        for field, values in wanted.items()
        if values
    ]
    if conditions.tests is not None:
        must.append(models.FieldCondition(key="test", match=models.MatchValue(value=conditions.tests)))
    return models.Filter(must=must) if must else None
