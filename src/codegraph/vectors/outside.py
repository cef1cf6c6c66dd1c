"""Where the vectors of an index are searched when that is not its own file, and whether they are up to date there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.store.layout import MIRROR
from codegraph.vectors.mirror import Target, mirrored_revision, place_digest
from codegraph.vectors.opening import OWN_STORE, namespace_of, open_store

if TYPE_CHECKING:
    from codegraph.config.settings import Vectors
    from codegraph.store.layout import Generation
    from codegraph.vectors.protocol import VectorStore


class Outside:
    """The store that the settings name, for one project; opened when it is first needed.

    Args:
        settings: its address.
        index_dir: the project's index.
        root: the project's folder.
    """

    def __init__(self, settings: Vectors, index_dir: Path, root: Path) -> None:
        self.settings, self.root = settings, root
        self.folder = index_dir / MIRROR
        self._store: VectorStore | None = None

    @property
    def store(self) -> VectorStore:
        """The opened store.

        Raises:
            SettingsError, MissingPartError, VectorStoreError: it can't be opened.
        """
        if self._store is None:
            self._store = open_store(self.settings, self.folder)
        return self._store

    def target(self, model: str) -> Target:
        """Where the vectors of a model lie."""
        namespace = namespace_of(self.settings, self.root, self.root.name, model)
        place = place_digest(self.settings.url, self.settings.schema, self.settings.index)
        return Target(self.settings.store, place, namespace)

    def is_wanted(self, embeddings: Mapping[str, Any]) -> bool:
        """Whether searches should go there: to another store always, to LanceDB when there are too many to compare."""
        vectors = int(embeddings.get("vectors", 0))
        return bool(vectors) and (
            self.settings.store != OWN_STORE or self.settings.expand or vectors > self.settings.exact_rows
        )

    def is_current(self, generation: int, embeddings: Mapping[str, Any]) -> bool:
        """Whether the store holds the vectors of just this state of the index."""
        model = str(embeddings.get("model"))
        return mirrored_revision(self.folder, self.target(model)) == revision(generation, embeddings)

    def lacks(self, generation: Generation) -> bool:
        """Whether a build has something to send."""
        embeddings = generation.manifest.get("embeddings") or {}
        return self.is_wanted(embeddings) and not self.is_current(generation.number, embeddings)

    def close(self) -> None:
        """Close the store, if it was opened."""
        if self._store is not None:
            self._store.close()
            self._store = None


def revision(generation: int, embeddings: Mapping[str, Any]) -> str:
    """What names a state of the vectors of an index."""
    return f"{generation}:{embeddings.get('vectors', 0)}:{embeddings.get('model')}"
