"""Publishes generations: the one object that changes an index, used under the writer's lock."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.errors import IndexFormatError, NotIndexedError, StorageError
from codegraph.model import CHUNK_COLUMNS, SCHEMA_VERSION, Columns, Graph
from codegraph.store import history
from codegraph.store.columns import GraphTables, arrow_table, graph_tables, lance_rows
from codegraph.store.digest import table_digest
from codegraph.store.disk import replace, storage_errors, sync_file, write_whole
from codegraph.store.files import dump_files
from codegraph.store.generation import (
    clear_leftovers,
    make_current,
    next_number,
    place_generation,
    usable_generation,
    write_files,
    write_marker,
)
from codegraph.store.lance import LanceDatabase
from codegraph.store.layout import (
    CACHE,
    FILES_FILE,
    GRAPH_FILE,
    GRAPH_TABLES,
    LANCE,
    MANIFEST_FILE,
    SUMMARY_FILE,
    TRIGRAMS,
    VECTORS_FILE,
    Generation,
    current_generation,
    sealed_json,
)
from codegraph.store.stored import read_tables
from codegraph.store.trigrams import update_trigrams
from codegraph.store.vectors import VectorTable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from codegraph.store.files import FileState

WHOLE_TABLES = (*GRAPH_TABLES, "chunks")
"""Written anew by each build; readers check out the version that their generation names."""
FRAGMENTS_BEFORE_COMPACTION = 16
CHUNK_NAMES = tuple(column.name for column in CHUNK_COLUMNS)


class Writer:
    """Changes an index; comes from ``Store.writer``, which holds the lock meanwhile.

    ``current`` is the generation to build upon, None when there is none or it can't be used: then the
    builder builds everything, and what lies there now is replaced once the new generation is whole.

    All methods raise StorageError when the disk is full or the folder can't be written. A generation is
    published whole or not at all, also when the process is killed.
    """

    def __init__(self, index: Path, command: str, checked: Generation | None = None) -> None:
        self.index = index
        self.command = command
        unchanged = checked is not None and _is_current(index, checked)
        self.current = checked if unchanged else usable_generation(index)
        self._database = LanceDatabase(index / LANCE)
        self._vectors = VectorTable(self._database)
        self._model: str | None = None
        self._changed = False

    @property
    def cache(self) -> Path:
        """The folder for facts that a later build may use again; it may not be there yet."""
        return self.index / CACHE

    def publish(
        self,
        graph: Graph | GraphTables,
        *,
        files: Sequence[FileState],
        summary: Mapping[str, Any],
        lexical: Callable[[Path], object] | None = None,
        fingerprints: Mapping[str, str] | None = None,
        chunks: Columns | None = None,
        model: str | None = None,
        tables_later: bool = False,
    ) -> Generation:
        """Publish ``graph`` as the next generation, which readers get from now on.

        Args:
            graph: the whole graph; rows refer to each other by row number. A caller that made its tables
                itself (``graph_tables``) may let go of the columns, which are several times as large.
            files: the state of each source file, for the next build to compare with.
            summary: what readers may want to tell of this build; JSON.
            lexical: writes the full-text index into the generation's folder.
            fingerprints: what the graph depends on beside the sources (adapters, settings), by name.
            chunks: the chunks of this graph, if they are made already, see ``put_chunks``.
            model: fingerprint of the model whose vectors of these chunks, as far as they are known, become
                part of the generation at once.
            tables_later: leave LanceDB's tables of the graph to who first wants them (``Store.table``): they are made
                of the generation's own files, which hold the same, and a small update need not wait for that.

        Raises:
            ValueError: the tables break the model's rules.
        """
        tables = graph_tables(graph) if isinstance(graph, Graph) else graph
        pieces = None if chunks is None else arrow_table(chunks, CHUNK_COLUMNS)
        versions: dict[str, int | None] = dict.fromkeys(GRAPH_TABLES)
        manifest = self._new_manifest(versions, fingerprints or {})
        manifest["counts"] = {name: table.num_rows for name, table in zip(GRAPH_TABLES, tables, strict=True)}

        def fill(folder: Path) -> None:
            # LanceDB and the disk need a core of their own and no lock of Python's.
            with ThreadPoolExecutor(3) as beside:
                digest = beside.submit(lambda: 0 if pieces is None else table_digest(pieces))
                lance = beside.submit(self._write_lance, None if tables_later else tables, pieces)
                if tables_later:  # then they are what else there is to do beside
                    others = beside.submit(write_files, folder, tables, files, summary)
                else:
                    write_files(folder, tables, files, summary)
                    others = beside.submit(sync_file, folder / GRAPH_FILE)
                if lexical is not None:
                    lexical(folder)
                versions.update(lance.result())
                others.result()
            manifest["digests"] = {} if pieces is None else {"chunks": digest.result()}
            if pieces is not None and model is not None:
                manifest["embeddings"] = self._write_vectors(folder / VECTORS_FILE, pieces, model)

        with storage_errors(self.index):
            generation = place_generation(self.index, manifest, fill)
            if not tables_later:
                history.record(self._database, manifest, "graph")
            write_marker(self.index)
            make_current(self.index, generation.number)
        self.current, self._changed = generation, True
        return generation

    def write_tables(self) -> None:
        """Write LanceDB's tables of the current generation's graph, if that was left for later.

        Raises:
            IndexFormatError: its files are damaged.
        """
        current = self._require_current()
        if any(current.manifest["tables"].get(name) is None for name in GRAPH_TABLES):
            versions = self._write_lance(read_tables(current.folder), None)
            self._amend("tables", {"tables": current.manifest["tables"] | versions})

    def rewrite_tables(self) -> None:
        """Write LanceDB's tables of the current generation's graph again, from its own files.

        Raises:
            IndexFormatError: these are damaged.
        """
        current = self._require_current()
        tables = read_tables(current.folder)
        for name in GRAPH_TABLES:
            self._database.drop(name)
        self._amend("tables", {"tables": current.manifest["tables"] | self._write_lance(tables, None)})

    def drop_vectors(self) -> None:
        """Forget all vectors that the tables hold; the generation keeps those of its file."""
        for name in self._vectors.tables:
            self._database.drop(name)

    def drop_table(self, name: str) -> None:
        """Forget a table with all its versions, damaged or not."""
        self._database.drop(name)

    def drop_tables(self) -> None:
        """Forget all tables: a build that follows writes them again."""
        for name in self._database.names(""):
            self._database.drop(name)

    def update_files(self, files: Sequence[FileState], summary: Mapping[str, Any]) -> None:
        """Note the states of the files anew, where their times changed and their contents did not.

        The states come first: a summary that is older than they are makes the next build look at more files
        than it must, never at fewer.
        """
        folder = self._require_current().folder
        with storage_errors(self.index):
            write_whole(folder / FILES_FILE, dump_files(files))
            write_whole(folder / SUMMARY_FILE, sealed_json(summary))

    def update_trigrams(self, files: Mapping[str, str], size: int, source_of: Callable[[str], bytes]) -> int:
        """Bring the trigram index up to date; how many contents were new (see ``trigrams.update_trigrams``).

        Args:
            files: the id of each content in use, with the path of a file that has it.
            size: bytes of all sources together.
        """
        return update_trigrams(self.index / TRIGRAMS, files, size, source_of)

    def put_chunks(self, chunks: Columns) -> None:
        """Store the chunks of the current generation; their ``node`` is a row of its graph."""
        rows, current = arrow_table(chunks, CHUNK_COLUMNS), self._require_current().manifest
        version = self._database.write("chunks", rows)
        digests = current.get("digests", {}) | {"chunks": table_digest(rows)}
        self._amend("chunks", {"tables": current["tables"] | {"chunks": version}, "digests": digests})

    def load_chunks(self, columns: Sequence[str] = CHUNK_NAMES) -> pa.Table | None:
        """Columns of the current generation's chunks; None when it has no chunks yet."""
        version = self.current.manifest["tables"].get("chunks") if self.current else None
        table = None if version is None else self._database.open("chunks", version)
        if table is None:
            return None
        with self._database.errors():
            return table.search().select(list(columns)).to_arrow()

    def vectors_of(
        self, chunks: pa.Table, fingerprint: str
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float16]]:
        """The places of those chunks that have a vector of a model, and the vectors."""
        return self._vectors.gather(fingerprint, chunks.column("dense_text_hash").combine_chunks())

    def known_vectors(self, fingerprint: str) -> set[str]:
        """The hashes of all texts that have a vector of this model, from whatever build."""
        self._model = fingerprint
        return self._vectors.known(fingerprint)

    def add_vectors(self, fingerprint: str, hashes: Sequence[str], matrix: npt.NDArray[np.float16]) -> None:
        """Keep vectors (float16, a row for each hash) for good; a killed build finds them again.

        Raises:
            ValueError: the shapes don't agree.
        """
        self._model = fingerprint
        self._vectors.add(fingerprint, hashes, matrix)

    def publish_embeddings(self, fingerprint: str | None = None) -> int:
        """Give the current generation the vectors of its chunks that are known by now; return how many.

        May be called again and again while embedding goes on. ``fingerprint`` names the model, the one used
        last when None.

        Raises:
            ValueError: no model is named and none was used.
        """
        current, model = self._require_current(), fingerprint or self._model
        if model is None:
            raise ValueError("publish_embeddings needs a model's fingerprint")
        chunks = self.load_chunks(("node", "dense_text_hash"))
        if chunks is None:
            return 0
        partial = current.folder / f".{VECTORS_FILE}.partial"
        with storage_errors(self.index):
            partial.unlink(missing_ok=True)
            try:
                embeddings = self._write_vectors(partial, chunks, model)
                sync_file(partial)
                replace(partial, current.folder / VECTORS_FILE)
            except BaseException:
                with suppress(OSError):
                    partial.unlink(missing_ok=True)
                raise
        versions = current.manifest["tables"] | self._vectors.versions()
        self._amend("embeddings", {"tables": versions, "embeddings": embeddings})
        return int(embeddings["vectors"])

    def tidy(self) -> None:
        """Remove what readers no longer need: generations that nobody reads, versions, spare vectors.

        Runs by itself when a writer that changed something is closed, after its commit.
        """
        current = self._require_current()
        previous = current.manifest["previous"]
        oldest = _versions(current) | current.manifest.get("previous_tables", {})
        with storage_errors(self.index):
            clear_leftovers(self.index, current.number, previous)
        if not self._database.written:
            return
        if self._model is not None and (chunks := self.load_chunks(["dense_text_hash"])) is not None:
            self._vectors.prune(self._model, chunks.column("dense_text_hash").combine_chunks())
        history.trim(self._database)
        for name in WHOLE_TABLES:
            if name in self._database.written:
                self._database.tidy(name, oldest.get(name))
        # Appended to: whatever was ever true in these stays so, and readers take the newest version.
        for name in (*self._vectors.tables, history.TABLE):
            self._database.tidy(name, fragments=FRAGMENTS_BEFORE_COMPACTION)

    def close(self) -> None:
        """Tidy up if anything was published; a failure there only leaves litter for the next writer."""
        if self._changed:
            with suppress(StorageError):
                self.tidy()

    def give_up(self) -> None:
        """Leave no generation behind that nobody needs, after an error: the disk may be full."""
        if self._changed and self.current is not None:
            with suppress(StorageError), storage_errors(self.index):
                clear_leftovers(self.index, self.current.number, self.current.manifest["previous"])

    def _write_lance(self, tables: GraphTables | None, chunks: pa.Table | None) -> dict[str, int]:
        """Write the tables that are given; return their versions."""
        rows = {} if tables is None else lance_rows(tables)
        if chunks is not None:
            rows["chunks"] = chunks
        return {name: self._database.write(name, table) for name, table in rows.items()}

    def _write_vectors(self, path: Path, chunks: pa.Table, model: str) -> dict[str, Any]:
        """Write the vectors of ``chunks`` that are known to a file; return what the manifest says of them."""
        from codegraph.store.vectors_file import write_vectors_file

        positions, matrix = self._vectors.gather(model, chunks.column("dense_text_hash").combine_chunks())
        rows = chunks.column("node").combine_chunks().to_numpy()[positions]
        write_vectors_file(path, rows, matrix)
        return {"model": model, "chunks": chunks.num_rows, "vectors": len(positions)}

    def _new_manifest(
        self, versions: dict[str, int | None], fingerprints: Mapping[str, str]
    ) -> dict[str, Any]:
        return {
            "generation": next_number(self.index),
            "previous": self.current.number if self.current else None,
            "previous_tables": _versions(self.current) if self.current else {},
            "schema_version": SCHEMA_VERSION,
            "created_at": time.time(),
            "command": self.command,
            "fingerprints": dict(fingerprints),
            "tables": versions,
            "embeddings": None,
        }

    def _amend(self, step: str, changes: dict[str, Any]) -> None:
        """Change the manifest of the current generation, and note the step."""
        current = self._require_current()
        manifest = current.manifest | changes
        with storage_errors(self.index):
            history.record(self._database, manifest, step)
            write_whole(current.folder / MANIFEST_FILE, sealed_json(manifest))
        self.current, self._changed = current._replace(manifest=manifest), True

    def _require_current(self) -> Generation:
        if self.current is None:
            raise NotIndexedError(f"nothing is published in {self.index} yet; run `codegraph index` first")
        return self.current


def _is_current(index: Path, generation: Generation) -> bool:
    """Whether a generation still is the current one, and as it was."""
    try:
        return current_generation(index) == generation
    except (NotIndexedError, IndexFormatError, StorageError):
        return False


def _versions(generation: Generation) -> dict[str, int]:
    """The versions of those tables of a generation that are written."""
    versions = generation.manifest["tables"]
    return {name: version for name, version in versions.items() if version is not None}
