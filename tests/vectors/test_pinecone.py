"""Pinecone: what goes over the wire, against an imitation of its published interface."""

from __future__ import annotations

import numpy as np
import pytest

from codegraph.errors import SettingsError, VectorStoreError
from codegraph.vectors import Point, State
from codegraph.vectors.pinecone import PineconeStore
from tests.vectors.pinecone_server import KEY, PineconeServer, pinecone_imitation
from tests.vectors.samples import clustered, nearest, points


def test_key_and_version_are_sent_as_published(pinecone_server: PineconeServer) -> None:
    PineconeStore(pinecone_server.url, KEY).state("space")
    path, headers = pinecone_server.requests[0]
    assert path == "/describe_index_stats"
    assert headers["api-key"] == KEY
    assert headers["x-pinecone-api-version"] == "2025-04"
    assert "authorization" not in headers


def test_a_wrong_key_is_an_error_that_does_not_show_it(pinecone_server: PineconeServer) -> None:
    with pytest.raises(VectorStoreError, match="401") as caught:
        PineconeStore(pinecone_server.url, "my-secret").state("space")
    assert "my-secret" not in str(caught.value)


def test_many_long_vectors_are_sent_in_requests_that_are_taken() -> None:
    with pinecone_imitation(dimension=1536) as server:
        store = PineconeStore(server.url, KEY)
        matrix = clustered(250, dimensions=1536)
        store.upsert("space", points(250), matrix)
        assert store.state("space") == State(250, 1536)
        found = [match.id for match in store.search("space", matrix[3], 5)]
        assert found == [match.id for match in nearest(matrix, matrix[3], 5)]
        assert len(store.fetch("space", [point.id for point in points(250)])) == 250
        store.delete("space", [point.id for point in points(249)])
        assert store.state("space").points == 1


def test_an_index_of_another_length_is_told(pinecone_server: PineconeServer) -> None:
    store = PineconeStore(pinecone_server.url, KEY)
    with pytest.raises(ValueError, match="numbers"):
        store.upsert("space", [Point(id="a")], np.array([[0.6, 0.8]], np.float32))


def test_an_answer_of_another_shape_is_an_error(
    pinecone_server: PineconeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pinecone_server, "stats", lambda _: {"something": "else"})
    with pytest.raises(VectorStoreError, match="not what its interface says"):
        PineconeStore(pinecone_server.url, KEY).upsert("space", [Point(id="a")], np.eye(16)[:1])


def test_a_key_is_not_sent_in_the_open() -> None:
    with pytest.raises(SettingsError, match="unencrypted"):
        PineconeStore("http://index.example", KEY)
