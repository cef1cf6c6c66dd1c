"""Phase 5: composes a text for every symbol worth finding and turns texts into vectors, each text once."""

from codegraph.embed.compose import TEXT_VERSION, Composition, compose_chunks
from codegraph.embed.order import Waiting, texts_without_vector
from codegraph.embed.provider import EmbeddingProvider, open_provider
from codegraph.embed.run import EmbedProgress, EmbedReport, embed_missing, estimated_tokens

__all__ = [
    "TEXT_VERSION",
    "Composition",
    "EmbedProgress",
    "EmbedReport",
    "EmbeddingProvider",
    "Waiting",
    "compose_chunks",
    "embed_missing",
    "estimated_tokens",
    "open_provider",
    "texts_without_vector",
]
