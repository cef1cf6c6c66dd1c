"""The last step of a build where the settings name a store of vectors: it gets what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph.view import GraphView
from codegraph.vectors import Point
from codegraph.vectors.mirror import mirror
from codegraph.vectors.outside import revision

if TYPE_CHECKING:
    from codegraph.builder.report import Meter
    from codegraph.store.writer import Writer
    from codegraph.vectors.outside import Outside


def mirror_vectors(outside: Outside, writer: Writer, meter: Meter) -> None:
    """Bring the store up to the current generation, if it is not there yet.

    Raises:
        SettingsError, MissingPartError: the store can't be opened.
        VectorStoreError: it can't be reached or refuses; the index is published all the same.
    """
    generation = writer.current
    if generation is None or not outside.lacks(generation):
        return
    embeddings = generation.manifest["embeddings"]
    chunks = writer.load_chunks(("id", "node", "dense_text_hash"))
    if chunks is None:
        return
    places, matrix = writer.vectors_of(chunks, embeddings["model"])
    chunks = chunks.take(places)
    with meter.phase("mirror", len(places)), GraphView.open(writer.index) as view:
        about = _Describer(view)
        ids, nodes = chunks.column("id").to_pylist(), chunks.column("node").to_pylist()
        points = [about.point(id_, row) for id_, row in zip(ids, nodes, strict=True)]
        told = 0

        def advance(count: int) -> None:
            nonlocal told
            told += count
            meter.progress.advance("mirror", count)

        mirror(
            outside.store,
            outside.target(embeddings["model"]),
            outside.folder,
            points,
            chunks.column("dense_text_hash").to_pylist(),
            matrix,
            revision(generation.number, embeddings),
            advance,
        )
        meter.progress.advance("mirror", len(places) - told)  # what was there already


class _Describer:
    """Says of nodes what filters ask for."""

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._packages: dict[int, tuple[str, ...]] = {-1: ()}

    def point(self, id_: str, row: int) -> Point:
        view = self._view
        return Point(
            id=id_,
            kind=view.kind(row),
            level=int(view.level(row)),
            language=view.language(row),
            path=view.path(row),
            packages=self._names(view.package(row)),
            tags=tuple(view.tags(row)),
            test=view.is_test(row),
        )

    def _names(self, package: int) -> tuple[str, ...]:
        """Name, FQN and folder of a package and of those above it."""
        view = self._view
        chain: list[int] = []
        while package not in self._packages and package not in chain:
            chain.append(package)
            above = view.parent(package)
            package = view.package(above) if above >= 0 else -1
        names = self._packages.get(package, ())
        for inner in reversed(chain):
            names = tuple(dict.fromkeys((view.name(inner), view.fqn(inner), view.path(inner), *names)))
            self._packages[inner] = names
        return names
