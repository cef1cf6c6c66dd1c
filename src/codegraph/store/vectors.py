"""The table of vectors: content-addressed by text and model, so that a text is embedded once, ever."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from codegraph.model import EMBEDDING_DIMENSIONS, VECTOR_COLUMNS, Column, arrow_schema
from codegraph.store.lance import LanceDatabase, TableDamagedError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Matrix = npt.NDArray[np.float16]

TABLE = "vectors"
BATCH_ROWS = 8192
MIN_ROWS = 8192
"""Fewer vectors than this (6 MB) are never pruned."""
SPARE = 2.0
SPARE_AFTER_PRUNING = 1.5


class VectorTable:
    """Vectors by the hash of their text and the fingerprint of the model that made them."""

    def __init__(self, database: LanceDatabase) -> None:
        self._database = database

    @property
    def version(self) -> int | None:
        """The table's newest version, None while there is no table."""
        table = self._database.open(TABLE)
        return None if table is None else int(table.version)

    def known(self, model: str) -> set[str]:
        """The hashes of all texts that have a vector of this model; none when the table is damaged."""
        try:
            return {
                text for texts, *_ in self._batches(model, ["dense_text_hash"]) for text in texts.to_pylist()
            }
        except TableDamagedError:
            self._database.drop(TABLE)
            return set()

    def add(self, model: str, hashes: Sequence[str], matrix: Matrix) -> None:
        """Append vectors: one row of ``matrix`` (float16, n by 384) for each hash.

        Raises:
            ValueError: the shapes don't agree.
            StorageError: they can't be written.
        """
        import numpy as np
        import pyarrow as pa

        if matrix.shape != (len(hashes), EMBEDDING_DIMENSIONS):
            raise ValueError(
                f"{len(hashes)} texts need as many rows of {EMBEDDING_DIMENSIONS}, got {matrix.shape}"
            )
        flat = np.ascontiguousarray(matrix, dtype=np.float16).reshape(-1)
        vectors = pa.FixedSizeListArray.from_arrays(pa.array(flat), EMBEDDING_DIMENSIONS)
        columns = [pa.array(hashes, pa.string()), pa.array([model] * len(hashes), pa.string()), vectors]
        self._database.append(TABLE, pa.table(columns, schema=_schema()))

    def gather(self, model: str, hashes: pa.Array) -> tuple[npt.NDArray[np.int64], Matrix]:
        """The vectors of those of ``hashes`` that have one: their positions in order, and one row each.

        A damaged table has none; it is dropped, so that the texts are embedded again.
        """
        import numpy as np
        import pyarrow.compute as pc

        texts = hashes.dictionary_encode()
        matrix = np.empty((len(texts.dictionary), EMBEDDING_DIMENSIONS), dtype=np.float16)
        found = np.zeros(len(matrix), dtype=bool)
        try:
            for text, vector in self._batches(model, ["dense_text_hash", "vector"]):
                places = pc.index_in(text, texts.dictionary).to_numpy(zero_copy_only=False)
                wanted = ~np.isnan(places)
                rows = places[wanted].astype(np.int64)
                matrix[rows] = vector.flatten().to_numpy().reshape(-1, EMBEDDING_DIMENSIONS)[wanted]
                found[rows] = True
        except TableDamagedError:
            self._database.drop(TABLE)
            found[:] = False
        place = texts.indices.to_numpy(zero_copy_only=False)
        positions = np.flatnonzero(found[place])
        return positions, matrix[place[positions]]

    def prune(self, model: str, live: pa.Array) -> None:
        """Drop the oldest vectors that no text needs once there are more than twice as many as needed.

        What is spared makes a change of branch and back cheap. ``live`` holds the hashes in use.
        """
        rows = [
            (name, text)
            for names, texts in self._batches(None, ["model", "dense_text_hash"])
            for name, text in zip(names.to_pylist(), texts.to_pylist(), strict=True)
        ]
        needed = set(live.to_pylist())
        if len(rows) <= max(SPARE * len(needed), MIN_ROWS):
            return
        dead = [(name, text) for name, text in rows if name != model or text not in needed]
        excess = len(rows) - max(int(SPARE_AFTER_PRUNING * len(needed)), MIN_ROWS)
        self._delete(dead[:excess])

    def _delete(self, rows: list[tuple[str, str]]) -> None:
        table = self._database.open(TABLE)
        if table is None:
            return
        by_model: dict[str, list[str]] = {}
        for model, text in rows:
            by_model.setdefault(model, []).append(text)
        with self._database.errors():
            for model, texts in by_model.items():
                for begin in range(0, len(texts), BATCH_ROWS):
                    some = ", ".join(map(_quoted, texts[begin : begin + BATCH_ROWS]))
                    table.delete(f"model = {_quoted(model)} AND dense_text_hash IN ({some})")

    def _batches(self, model: str | None, columns: list[str]) -> Iterator[list[pa.Array]]:
        """The columns of all rows, oldest first, or of those of one model."""
        table = self._database.open(TABLE)
        if table is None or not table.schema.equals(_schema()):
            return
        query = table.search().select(columns)
        if model is not None:
            query = query.where(f"model = {_quoted(model)}")
        with self._database.errors():
            for batch in query.to_batches(BATCH_ROWS):
                yield [batch.column(name) for name in columns]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _schema() -> pa.Schema:
    hash_column, vector_column = VECTOR_COLUMNS
    return arrow_schema((hash_column, Column("model", "string"), vector_column))
