"""Phase 5: composes a text for every symbol worth finding and turns texts into vectors, each text once."""

from codegraph.embed.compose import compose_chunks
from codegraph.embed.provider import EmbeddingProvider, open_provider
from codegraph.embed.run import EmbedProgress, EmbedReport, embed_missing, texts_without_vector

__all__ = [
    "EmbedProgress",
    "EmbedReport",
    "EmbeddingProvider",
    "compose_chunks",
    "embed_missing",
    "open_provider",
    "texts_without_vector",
]
