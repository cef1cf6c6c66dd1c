"""The embed phase of a build: chunks, then vectors for those that have none, a step at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from codegraph.embed import (
    EmbedProgress,
    embed_missing,
    estimated_tokens,
    texts_without_vector,
)
from codegraph.embed.order import CHUNK_COLUMNS, NODE_COLUMNS
from codegraph.memory import give_memory_back
from codegraph.text import SourceOf, read_or_nothing

if TYPE_CHECKING:
    from codegraph.builder.report import Meter
    from codegraph.embed import EmbeddingProvider, Waiting
    from codegraph.embed.provider import Vectors
    from codegraph.model import Columns
    from codegraph.store.writer import Writer

PUBLISH_EVERY = 16
"""Steps between two publications of the vectors so far, each of which writes all of them to one file; at first they
come after 1, 2, 4 and 8 steps, so that search by meaning has something soon."""


__all__ = ["CHUNK_COLUMNS", "NODE_COLUMNS", "embed"]


def embed(
    writer: Writer,
    provider: EmbeddingProvider,
    nodes: Columns,
    chunks: Columns,
    meter: Meter,
    source_of: SourceOf,
) -> int:
    """Embed the texts of chunks that have no vector, and publish the vectors as they come; how many texts there were.

    An interruption loses the current step at most; the next build goes on from there.

    Args:
        nodes: at least the columns of ``NODE_COLUMNS``, which decide what comes first.
        chunks: at least the columns of ``CHUNK_COLUMNS``.

    Raises:
        MissingPartError: the model is missing or damaged.
        ServiceError: the server that embeds fails.
    """
    known = writer.known_vectors(provider.fingerprint)
    texts = texts_without_vector(nodes, chunks, known, lambda path: read_or_nothing(source_of, path))
    steps = published = 0

    def commit(hashes: list[str], vectors: Vectors) -> None:
        nonlocal steps, published
        writer.add_vectors(provider.fingerprint, hashes, vectors)
        steps += 1
        if steps % PUBLISH_EVERY == 0 or (steps < PUBLISH_EVERY and steps.bit_count() == 1):
            writer.publish_embeddings(provider.fingerprint)
            published = steps
        give_memory_back()

    with meter.phase("embed", len(texts)):
        told = 0

        def progress(state: EmbedProgress) -> None:
            nonlocal told
            meter.progress.advance("embed", state.done - told)
            told = state.done

        if note := _cost(writer, provider, texts):
            meter.progress.advance("embed", 0, note)
        try:
            embed_missing(provider, texts, commit, progress)
        finally:
            if steps > published or _has_news(writer, provider):
                writer.publish_embeddings(provider.fingerprint)
    return len(texts)


def _cost(writer: Writer, provider: EmbeddingProvider, texts: Mapping[str, Waiting]) -> str:
    """What embedding these texts means, before it begins; "" where they are few and were to be expected."""
    before = _embeddings(writer).get("model", provider.fingerprint)
    if not texts or (before == provider.fingerprint and len(texts) <= provider.step_size):
        return ""
    tokens = estimated_tokens(texts.values())
    seconds = provider.estimate_seconds(tokens)
    time = "" if seconds is None else f", {_about(seconds)}"
    why = (
        ""
        if before == provider.fingerprint
        else "; the vectors that are there are of another model or other settings"
    )
    return f"{len(texts):,} texts to embed with {provider.name}: about {tokens:,} tokens{time}{why}"


def _about(seconds: float) -> str:
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"about {minutes} min" if minutes < 90 else f"about {round(minutes / 60)} h"


def _embeddings(writer: Writer) -> dict[str, Any]:
    """What the manifest says of the vectors of the current generation."""
    manifest = writer.current.manifest if writer.current else {}
    return manifest.get("embeddings") or {}


def _has_news(writer: Writer, provider: EmbeddingProvider) -> bool:
    """Whether the generation lacks vectors that are there already, from an earlier build."""
    embeddings = _embeddings(writer)
    other = embeddings.get("model") != provider.fingerprint
    return other or embeddings.get("vectors", 0) < embeddings.get("chunks", 1)
