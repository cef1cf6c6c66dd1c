"""Chunks of files: what cuts them, and which of these cuts which file."""

from codegraph.documents.chunking.protocol import Chunk, FileChunker, Window
from codegraph.documents.chunking.rules import Chunkers

__all__ = ["Chunk", "Chunkers", "FileChunker", "Window"]
