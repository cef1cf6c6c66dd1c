"""The texts of a graph: what is searched in and embedded of code, documents, packages and the repository."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from codegraph.discovery.origin import origin_of
from codegraph.documents.chunking import Chunkers
from codegraph.embed import Composition, compose_chunks
from codegraph.embed.documents import document_chunks
from codegraph.embed.packages import package_chunks
from codegraph.errors import StorageError
from codegraph.model import CHUNK_COLUMNS, ChunkSource
from codegraph.store.columns import arrow_table
from codegraph.store.differences import TEXT_NODES, text_differences
from codegraph.store.stored import StoredGraph

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from codegraph.builder.changes import Known
    from codegraph.config import Settings
    from codegraph.model import Columns
    from codegraph.store.writer import Writer
    from codegraph.text import SourceOf

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]

_OF_FILES = [str(ChunkSource.CODE), str(ChunkSource.DOCUMENT)]
"""The chunks that depend on a file and what lies in it; what is said of packages depends on much more."""


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

    def compose(self, nodes: Columns, source_of: SourceOf) -> dict[str, list[Any]]:
        """The columns of ``model.CHUNK_COLUMNS``, in order of the nodes and of their places in these.

        Raises:
            SettingsError: a plug-in that cuts documents failed.
        """
        columns = self._compose(nodes, source_of, None)
        order = sorted(range(len(columns["node"])), key=lambda i: (columns["node"][i], columns["index"][i]))
        return {name: [values[i] for i in order] for name, values in columns.items()}

    def compose_again(
        self, nodes: Columns, source_of: SourceOf, before: pa.Table, row_of: Ints, paths: AbstractSet[str]
    ) -> dict[str, pa.Array]:
        """The same as ``compose``, from the chunks of another graph: only those of some files are made.

        Args:
            before: all ``model.CHUNK_COLUMNS`` of the chunks of the other graph.
            row_of: the row in ``nodes`` of each of its rows, -1 for none.
            paths: the files whose chunks may differ.

        Raises:
            SettingsError: a plug-in that cuts documents failed.
        """
        import numpy as np
        import pyarrow as pa
        import pyarrow.compute as pc

        rows = before.column("node").to_numpy()
        in_files = pc.is_in(before.column("source").cast(pa.string()), pa.array(_OF_FILES))
        stays = pc.and_(
            in_files, pc.invert(pc.is_in(before.column("path"), pa.array(sorted(paths), pa.string())))
        )
        kept = np.flatnonzero(stays.to_numpy() & (row_of[rows] >= 0))
        made = arrow_table(self._compose(nodes, source_of, paths), CHUNK_COLUMNS)
        table = pa.concat_tables([before.take(kept).select(made.column_names).cast(made.schema), made])
        node = np.concatenate((row_of[rows[kept]], made.column("node").to_numpy()))
        order = np.lexsort((table.column("index").to_numpy(), node))
        commit = made.column("commit")[0].as_py() if made.num_rows else origin_of(self._root).commit
        columns = {name: table.column(name).take(order).combine_chunks() for name in table.column_names}
        return columns | {
            "node": pa.array(node[order]),
            "commit": pa.array([commit] * len(order), pa.string()),
        }

    def _compose(
        self, nodes: Columns, source_of: SourceOf, paths: AbstractSet[str] | None
    ) -> dict[str, list[Any]]:
        """The chunks of all files or of some, and always those of packages and the repository, in no order."""
        origin = origin_of(self._root)
        limit = self._composition.max_text_chars
        rows = None if paths is None else [row for row, path in enumerate(nodes["path"]) if path in paths]
        code = compose_chunks(nodes, source_of, composition=self._composition, rows=rows)
        further = [
            *document_chunks(nodes, source_of, self._chunkers, max_text_chars=limit, paths=paths),
            *package_chunks(nodes, source_of, remote=origin.remote, max_text_chars=limit),
        ]
        count = len(code["node"])
        columns = {name: [*values, *(row[name] for row in further)] for name, values in code.items()}
        hashes = nodes["content_hash"]
        columns["source"] = [ChunkSource.CODE] * count + [row["source"] for row in further]
        columns["content_hash"] = [hashes[row] for row in code["node"]] + [
            row["content_hash"] for row in further
        ]
        return {**columns, "commit": [origin.commit] * len(columns["node"])}


def chunks_of(
    composer: Composer,
    table: pa.Table,
    nodes: Columns,
    source_of: SourceOf,
    writer: Writer,
    known: Known | None,
    changed: AbstractSet[str],
) -> Columns:
    """The chunks of a graph; those of files that did not change are taken from the generation before.

    Args:
        table: the graph's nodes.
        nodes: the same as columns.
        writer: has the generation before.
        known: the build before, None where it does not tell the chunks of this one.
        changed: the files that differ since.
    """
    before = None
    if known is not None:
        with suppress(StorageError):  # chunks that are damaged are composed like those of a first build
            before = writer.load_chunks()
    if known is None or before is None:
        return composer.compose(nodes, source_of)
    with StoredGraph(known.generation.folder) as graph:
        old = graph.nodes(TEXT_NODES)
    rows = before.column("node").to_numpy()
    if len(rows) and not 0 <= rows.min() <= rows.max() < old.num_rows:
        return composer.compose(nodes, source_of)
    found = text_differences(old, table)
    return composer.compose_again(nodes, source_of, before, found.row_of, found.paths | changed)


def texts_of(chunks: Columns, names: Iterable[str]) -> dict[str, Sequence[Any]]:
    """Some columns of chunks as sequences of Python's own values, however they were composed."""
    import pyarrow as pa

    columns = {name: chunks[name] for name in names}
    return {name: some.to_pylist() if isinstance(some, pa.Array) else some for name, some in columns.items()}
