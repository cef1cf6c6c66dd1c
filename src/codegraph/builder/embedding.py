"""The embed phase of a build: chunks, then vectors for those that have none, a step at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from codegraph.embed import EmbedProgress, compose_chunks, embed_missing, texts_without_vector

if TYPE_CHECKING:
    from codegraph.builder.report import Meter
    from codegraph.embed import EmbeddingProvider
    from codegraph.embed.provider import Vectors
    from codegraph.model import Columns
    from codegraph.store.writer import Writer

PUBLISH_EVERY = 4
"""Steps between two publications of the vectors so far; each writes all of them to one file."""

NODE_COLUMNS = ("is_test", "exported", "fan_in")
CHUNK_COLUMNS = ("node", "dense_text", "dense_text_hash")


def compose(nodes: Columns, source_of: Callable[[str], bytes], max_text_chars: int) -> dict[str, list[Any]]:
    """The chunks of a graph."""
    return compose_chunks(nodes, source_of, max_text_chars=max_text_chars)


def embed(
    writer: Writer,
    provider: EmbeddingProvider,
    nodes: Columns,
    chunks: Columns,
    meter: Meter,
) -> None:
    """Embed the texts of chunks that have no vector, and publish the vectors as they come.

    An interruption loses the current step at most; the next build goes on from there.

    Args:
        nodes: at least the columns of ``NODE_COLUMNS``, which decide what comes first.
        chunks: at least the columns of ``CHUNK_COLUMNS``.

    Raises:
        MissingPartError: the model is missing or damaged.
    """
    known = writer.known_vectors(provider.fingerprint)
    texts = texts_without_vector(nodes, chunks, known)
    steps = 0

    def commit(hashes: list[str], vectors: Vectors) -> None:
        nonlocal steps
        writer.add_vectors(provider.fingerprint, hashes, vectors)
        steps += 1
        if steps % PUBLISH_EVERY == 0:
            writer.publish_embeddings(provider.fingerprint)

    with meter.phase("embed", len(texts)):
        told = 0

        def progress(state: EmbedProgress) -> None:
            nonlocal told
            meter.progress.advance("embed", state.done - told)
            told = state.done

        try:
            embed_missing(provider, texts, commit, progress)
        finally:
            if steps or _has_news(writer, provider):
                writer.publish_embeddings(provider.fingerprint)


def _has_news(writer: Writer, provider: EmbeddingProvider) -> bool:
    """Whether the generation lacks vectors that are there already, from an earlier build."""
    manifest = writer.current.manifest if writer.current else {}
    embeddings = manifest.get("embeddings") or {}
    return embeddings.get("model") != provider.fingerprint or embeddings.get("vectors", 0) < embeddings.get(
        "chunks", 1
    )
