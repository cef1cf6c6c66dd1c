"""The texts of a graph: what is searched in and embedded of code, documents, packages and the repository."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from codegraph.discovery.origin import origin_of
from codegraph.documents.chunking import Chunkers
from codegraph.embed import Composition, compose_chunks
from codegraph.embed.documents import document_chunks
from codegraph.embed.packages import package_chunks
from codegraph.model import ChunkSource

if TYPE_CHECKING:
    from pathlib import Path

    from codegraph.config import Settings
    from codegraph.model import Columns


class Composer:
    """Composes the chunks of a graph: of code, of documents, of packages and the repository.

    Args:
        root: the project's folder.
        settings: those of the project.

    Raises:
        SettingsError: the settings of chunking make no sense.
    """

    def __init__(self, root: Path, settings: Settings) -> None:
        self._root = root
        embedding = settings.embedding
        self._composition = Composition(embedding.max_text_chars, embedding.path, embedding.windows)
        self._chunkers = Chunkers(settings.chunking)

    @property
    def version(self) -> str:
        """Changes whenever documents could give other chunks."""
        return self._chunkers.version

    def compose(self, nodes: Columns, source_of: Callable[[str], bytes]) -> dict[str, list[Any]]:
        """The columns of ``model.CHUNK_COLUMNS``, in order of the nodes and of their places in these.

        Raises:
            SettingsError: a plug-in that cuts documents failed.
        """
        origin = origin_of(self._root)
        limit = self._composition.max_text_chars
        code = compose_chunks(nodes, source_of, composition=self._composition)
        further = [
            *document_chunks(nodes, source_of, self._chunkers, max_text_chars=limit),
            *package_chunks(nodes, source_of, remote=origin.remote, max_text_chars=limit),
        ]
        count = len(code["node"])
        columns = {name: [*values, *(row[name] for row in further)] for name, values in code.items()}
        hashes = nodes["content_hash"]
        columns["source"] = [ChunkSource.CODE] * count + [row["source"] for row in further]
        columns["content_hash"] = [hashes[row] for row in code["node"]] + [
            row["content_hash"] for row in further
        ]
        order = sorted(range(len(columns["node"])), key=lambda i: (columns["node"][i], columns["index"][i]))
        ordered = {name: [values[i] for i in order] for name, values in columns.items()}
        return {**ordered, "commit": [origin.commit] * len(order)}
