"""Search over what the real store publishes: graph, full-text index, chunks and vectors in steps."""

from pathlib import Path
from typing import Any

import numpy as np

from codegraph.embed import EmbeddingProvider, compose_chunks, embed_missing, texts_without_vector
from codegraph.graph.view import GraphView
from codegraph.model import EDGE_COLUMNS, UNRESOLVED_COLUMNS, Graph, empty_columns
from codegraph.search import SearchResult, search
from codegraph.store import Store
from codegraph.store.layout import LEXICAL_FILE
from codegraph.store.lexical import write_lexical
from tests.search.sample import shop_nodes, source_of


def ask(index: Path, provider: EmbeddingProvider) -> SearchResult:
    with GraphView.open(index) as view:
        return search(view, view.folder, "store a password so that it cannot be read back", provider=provider)


def test_a_published_graph_answers_by_words_at_once_and_by_meaning_as_steps_arrive(
    tmp_path: Path, provider: EmbeddingProvider
) -> None:
    index = tmp_path / "index"
    nodes = shop_nodes()
    graph = Graph(nodes, empty_columns(EDGE_COLUMNS), empty_columns(UNRESOLVED_COLUMNS))
    chunks = compose_chunks(nodes, source_of)
    shares = []
    with Store(index).writer("test") as writer:
        writer.publish(
            graph,
            files=[],
            summary={},
            lexical=lambda folder: write_lexical(folder / LEXICAL_FILE, nodes, source_of),
        )
        assert ask(index, provider).mode == "lexical"
        unknown = [""] * len(chunks["id"])
        writer.put_chunks({**chunks, "source": unknown, "content_hash": unknown, "commit": unknown})

        def commit(hashes: list[str], matrix: np.ndarray[Any, Any]) -> None:
            writer.add_vectors(provider.fingerprint, hashes, matrix)
            writer.publish_embeddings(provider.fingerprint)
            shares.append(ask(index, provider).embedded_share)

        known = writer.known_vectors(provider.fingerprint)
        embed_missing(provider, texts_without_vector(nodes, chunks, known), commit, step_size=6)
        assert not texts_without_vector(nodes, chunks, writer.known_vectors(provider.fingerprint))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    result = ask(index, provider)
    assert result.hits[0].name == "make_digest"
    assert not result.notes
