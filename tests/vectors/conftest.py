"""Every store that can run here, empty, for the contract."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from codegraph.vectors import VectorStore
from tests.vectors.pinecone_server import KEY, PineconeServer, pinecone_imitation
from tests.vectors.servers import postgres_server, redis_server

_NUMBERS = itertools.count()

Opener = Callable[[pytest.FixtureRequest, Path], VectorStore]


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with redis_server() as url:
        yield url


@pytest.fixture(scope="session")
def qdrant_client() -> Iterator[Any]:
    from qdrant_client import QdrantClient

    client = QdrantClient(":memory:")
    yield client
    client.close()


@pytest.fixture
def pinecone_server() -> Iterator[PineconeServer]:
    with pinecone_imitation(dimension=16) as server:
        yield server


def _memory(_request: pytest.FixtureRequest, _folder: Path) -> VectorStore:
    from codegraph.vectors.memory import MemoryStore

    return MemoryStore()


def _lance(_request: pytest.FixtureRequest, folder: Path) -> VectorStore:
    from codegraph.vectors.lance import LanceStore

    return LanceStore(folder / "lance")


def _sqlite(_request: pytest.FixtureRequest, folder: Path) -> VectorStore:
    from codegraph.vectors.sqlite import SqliteStore

    return SqliteStore(folder / "vectors.db")


def _postgres(index: str) -> Opener:
    def opener(request: pytest.FixtureRequest, _folder: Path) -> VectorStore:
        from codegraph.vectors.postgres import connect

        return connect(request.getfixturevalue("postgres_url"), index=index)

    return opener


def _redis(index: str) -> Opener:
    def opener(request: pytest.FixtureRequest, _folder: Path) -> VectorStore:
        from codegraph.vectors.redis import connect

        return connect(request.getfixturevalue("redis_url"), index=index)

    return opener


def _qdrant(request: pytest.FixtureRequest, _folder: Path) -> VectorStore:
    from codegraph.vectors.qdrant import QdrantStore

    return QdrantStore(request.getfixturevalue("qdrant_client"))


def _pinecone(request: pytest.FixtureRequest, _folder: Path) -> VectorStore:
    from codegraph.vectors.pinecone import PineconeStore

    return PineconeStore(request.getfixturevalue("pinecone_server").url, KEY)


def _graph_rag(_request: pytest.FixtureRequest, _folder: Path) -> VectorStore:
    from codegraph.vectors.graph_rag import GraphRag
    from codegraph.vectors.memory import MemoryStore

    return GraphRag(MemoryStore(), seeds=0)  # what it adds to the matches has tests of its own


STORES: dict[str, Opener] = {
    "memory": _memory,
    "lancedb": _lance,
    "sqlite": _sqlite,
    "postgres-hnsw": _postgres("hnsw"),
    "postgres-ivfflat": _postgres("ivfflat"),
    "postgres-exact": _postgres("exact"),
    "redis-hnsw": _redis("hnsw"),
    "redis-exact": _redis("exact"),
    "qdrant": _qdrant,
    "pinecone": _pinecone,
    "graph-rag": _graph_rag,
}


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorStore]:
    opened = STORES[request.param](request, tmp_path)
    yield opened
    if request.param != "qdrant":  # its client goes on to the next test
        opened.close()


@pytest.fixture
def namespace() -> str:
    return f"space-{next(_NUMBERS)}"
