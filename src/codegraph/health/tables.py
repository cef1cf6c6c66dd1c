"""Checks of LanceDB's tables against the generation's own files: the graph, the texts, the vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import IndexFormatError, StorageError
from codegraph.health.finding import Cure, Finding, bad, good, note
from codegraph.health.generation import short
from codegraph.model import CHUNK_COLUMNS
from codegraph.store.columns import GraphTables, lance_rows
from codegraph.store.digest import table_digest
from codegraph.store.lance import LanceDatabase
from codegraph.store.layout import GRAPH_TABLES, LANCE, VECTORS_FILE, Generation
from codegraph.store.vectors import VectorTable
from codegraph.store.vectors_file import VectorsFile, read_vectors_file

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa


def check_tables(index_dir: Path, generation: Generation, graph: GraphTables) -> Iterator[Finding]:
    """Whether the tables of the graph hold what its files hold; those that are left for later are no fault."""
    versions = generation.manifest["tables"]
    written = [name for name in GRAPH_TABLES if versions.get(name) is not None]
    if not written:
        yield note("tables of the graph", "not written yet: they are made when somebody asks for them")
        return
    rows = lance_rows(graph)
    faults = []
    for name in written:
        table, why = _read(index_dir, name, versions[name])
        if table is None:
            faults.append(f"{name}: {why}")
        elif table.num_rows != rows[name].num_rows:
            faults.append(f"{name} has {table.num_rows:,} rows, the graph {rows[name].num_rows:,}")
        elif table.column_names != rows[name].column_names or table_digest(table) != table_digest(rows[name]):
            faults.append(f"{name} holds something else than the graph")
    if faults:
        yield bad("tables of the graph", "; ".join(faults), Cure.TABLES)
    else:
        yield good("tables of the graph", f"{', '.join(written)} hold what the graph holds")


def check_chunks(
    index_dir: Path, generation: Generation, nodes: int
) -> tuple[list[Finding], pa.Table | None]:
    """The texts, if they are as they were written; None without texts, and where they are damaged."""
    version = generation.manifest["tables"].get("chunks")
    if version is None:
        return [note("texts", "none are composed; `codegraph index` without --no-embeddings does it")], None
    table, why = _read(index_dir, "chunks", version)
    if table is None:
        return [bad("texts", f"the table chunks: {why}", Cure.CHUNKS)], None
    if set(table.column_names) != {column.name for column in CHUNK_COLUMNS}:
        return [bad("texts", "the table chunks has other columns", Cure.CHUNKS)], None
    if table_digest(table) != generation.manifest.get("digests", {}).get("chunks"):
        return [bad("texts", "the table chunks is not as it was written", Cure.CHUNKS)], None
    rows = table.column("node").to_numpy()
    if len(rows) and not 0 <= rows.min() <= rows.max() < nodes:
        return [bad("texts", "the table chunks names nodes that there are not", Cure.CHUNKS)], None
    return [good("texts", f"{table.num_rows:,} texts, as they were written")], table


class Compared(NamedTuple):
    """The vectors of a generation's file beside those of the tables: of which texts they differ.

    Args:
        unlike: of each text whether its two vectors differ.
        missing: of each text whether only the file has its vector, or nobody can tell which one that is.
        wild: of each vector of the file whether it holds numbers that are none.
    """

    unlike: npt.NDArray[np.bool_]
    missing: npt.NDArray[np.bool_]
    wild: npt.NDArray[np.bool_]

    @property
    def is_same(self) -> bool:
        """Whether both are the same, and finite."""
        return not (self.unlike.any() or self.missing.any() or self.wild.any())


def check_vectors(index_dir: Path, generation: Generation, chunks: pa.Table) -> Iterator[Finding]:
    """Whether the vectors of the file are those of the texts, and finite."""
    embeddings = generation.manifest["embeddings"]
    if not embeddings:
        yield note("vectors", "nothing is embedded; `codegraph index` without --no-embeddings does it")
        return
    if embeddings["chunks"] != chunks.num_rows:
        message = f"the manifest counts {embeddings['chunks']:,} texts, there are {chunks.num_rows:,}"
        yield bad("vectors", message, Cure.VECTORS)
        return
    try:
        file = read_vectors_file(generation.folder / VECTORS_FILE)
    except (IndexFormatError, OSError):
        return  # which was told already
    try:
        found = compare(index_dir, embeddings["model"], file, chunks)
    except (StorageError, IndexFormatError, ValueError) as error:
        yield bad("vectors", f"the tables of vectors can't be read: {short(error)}", Cure.VECTORS)
        return
    wild, unlike, missing = (int(part.sum()) for part in (found.wild, found.unlike, found.missing))
    if wild:
        yield bad("vectors", f"{wild:,} vectors hold numbers that are none", Cure.VECTORS)
    elif not found.is_same:
        message = f"{unlike:,} differ from those of their texts, {missing:,} of the file are in no table"
        yield bad("vectors", message, Cure.VECTORS)
    elif len(file.nodes) < chunks.num_rows:
        lacking = chunks.num_rows - len(file.nodes)
        yield note("vectors", f"{lacking:,} texts have none yet", "`codegraph index` goes on with it")
    else:
        yield good("vectors", f"each of {chunks.num_rows:,} texts has its own, all numbers finite")


def compare(index_dir: Path, model: str, file: VectorsFile, chunks: pa.Table) -> Compared:
    """The vectors of a file against those that the tables have for the texts of its nodes.

    Raises:
        StorageError: a table is damaged.
    """
    import numpy as np

    tables = VectorTable(LanceDatabase(index_dir / LANCE))
    texts = chunks.column("dense_text_hash").combine_chunks()
    positions, matrix = tables.gather(model, texts, drop=False)
    rows, count = chunks.column("node").to_numpy(), chunks.num_rows
    wild = not_finite(file.matrix)
    unlike, missing = np.zeros(count, bool), np.ones(count, bool)
    if matrix.shape[1:] != file.matrix.shape[1:] and len(matrix):
        return Compared(unlike, missing, wild)
    if len(file.nodes) == count:  # a row for each text, in order
        inside = positions
    elif len(file.nodes) == len(positions):  # a row for each text that has a vector
        inside = np.arange(len(positions))
        missing[:] = False
    else:
        return Compared(unlike, missing, wild)
    missing[positions] = False
    bits = np.asarray(file.matrix).view(np.uint16)[inside]
    same = (matrix.view(np.uint16) == bits).all(axis=1) & (rows[positions] == file.nodes[inside])
    unlike[positions[~same]] = True
    return Compared(unlike, missing, wild)


def not_finite(matrix: npt.NDArray[np.float16]) -> npt.NDArray[np.bool_]:
    """Of each vector whether it holds numbers that are none."""
    import numpy as np

    return np.asarray(~np.isfinite(matrix).all(axis=1))


def _read(index_dir: Path, name: str, version: int) -> tuple[pa.Table | None, str]:
    """All rows of a table, or None and why not."""
    try:
        database = LanceDatabase(index_dir / LANCE)
        table = database.open(name, version)
        if table is None:
            return None, f"version {version} is missing or damaged"
        with database.errors():
            return table.to_arrow(), ""
    except StorageError as error:
        return None, short(error)
