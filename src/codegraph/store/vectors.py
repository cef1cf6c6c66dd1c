"""The tables of vectors: content-addressed by text and model, so that a text is embedded once, ever.

Vectors of one length share a table, since a column of Arrow holds vectors of one length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from codegraph.model import VECTOR_COLUMNS, arrow_schema
from codegraph.store.lance import LanceDatabase, TableDamagedError

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Matrix: TypeAlias = npt.NDArray[np.float16]

TABLE = "vectors"
"""The table of vectors of the bundled model's length; others are called ``vectors_<length>``."""

BUNDLED_DIMENSIONS = 384
BATCH_ROWS = 2048
"""Read at once: 1.5 MB of vectors, which the reader holds some three times."""
MIN_ROWS = 8192
"""Fewer vectors than this (6 MB) are never pruned."""
SPARE = 2.0
SPARE_AFTER_PRUNING = 1.5


def table_name(dimensions: int) -> str:
    """The table of vectors of this length."""
    return TABLE if dimensions == BUNDLED_DIMENSIONS else f"{TABLE}_{dimensions}"


def is_vectors(name: str) -> bool:
    """Whether a table is one of vectors."""
    return _length(name) > 0


class VectorTable:
    """Vectors by the hash of their text and the fingerprint of the model that made them."""

    def __init__(self, database: LanceDatabase) -> None:
        self._database = database
        self._moved: set[str] = set()

    @property
    def tables(self) -> dict[str, int]:
        """The tables that there are, and how long the vectors in each are."""
        lengths = {name: _length(name) for name in self._database.names(TABLE)}
        return {name: length for name, length in lengths.items() if length}

    def versions(self) -> dict[str, int]:
        """The newest version of each table, by its name."""
        found = ((name, self._database.open(name)) for name in self.tables)
        return {name: int(table.version) for name, table in found if table is not None}

    def known(self, model: str) -> set[str]:
        """The hashes of all texts that have a vector of this model; none when the table is damaged."""
        found: set[str] = set()
        for name in self.tables:
            try:
                for texts, *_ in self._batches(name, model, ["dense_text_hash"]):
                    found.update(texts.to_pylist())
            except TableDamagedError:
                self._database.drop(name)
                return set()
        return found

    def add(self, model: str, hashes: Sequence[str], matrix: Matrix) -> None:
        """Append vectors: one row of ``matrix`` (float16, n by d) for each hash.

        A model has vectors of one length: should it have had others, they go, and their texts are embedded again.

        Raises:
            ValueError: the shapes don't agree.
            StorageError: they can't be written.
        """
        import numpy as np
        import pyarrow as pa

        if matrix.ndim != 2 or len(matrix) != len(hashes) or not matrix.shape[1]:
            raise ValueError(f"{len(hashes)} texts need as many vectors, got {matrix.shape}")
        dimensions = matrix.shape[1]
        self._leave_others(model, table_name(dimensions))
        flat = np.ascontiguousarray(matrix, dtype=np.float16).reshape(-1)
        vectors = pa.FixedSizeListArray.from_arrays(pa.array(flat), dimensions)
        columns = [pa.array(hashes, pa.string()), pa.array([model] * len(hashes), pa.string()), vectors]
        self._database.append(
            table_name(dimensions), pa.table(columns, schema=arrow_schema(VECTOR_COLUMNS, dimensions))
        )

    def gather(
        self, model: str, hashes: pa.Array, *, drop: bool = True
    ) -> tuple[npt.NDArray[np.int64], Matrix]:
        """The vectors of those of ``hashes`` that have one: their positions in order, and one row each.

        A damaged table has none; it is dropped, so that the texts are embedded again.

        Args:
            model: the fingerprint of the model.
            hashes: those of the texts.
            drop: False raises what a damaged table raises, and leaves it.

        Raises:
            TableDamagedError: a table is damaged, and is to be left.
        """
        import numpy as np

        texts = hashes.dictionary_encode()
        place = texts.indices.to_numpy(zero_copy_only=False)
        for name, dimensions in self.tables.items():
            matrix = np.empty((len(texts.dictionary), dimensions), dtype=np.float16)
            try:
                found = self._fill(matrix, name, model, texts.dictionary)
            except TableDamagedError:
                if not drop:
                    raise
                self._database.drop(name)
                continue
            if found.any():
                positions = np.flatnonzero(found[place])
                rows = place[positions]
                if np.array_equal(rows, np.arange(len(matrix))):  # a copy would be the same once more
                    return positions, matrix
                return positions, matrix[rows]
        return np.empty(0, np.int64), np.empty((0, BUNDLED_DIMENSIONS), np.float16)

    def _fill(self, matrix: Matrix, name: str, model: str, wanted: pa.Array) -> npt.NDArray[np.bool_]:
        """Put the vectors of the texts that a table has into the matrix; which rows have one then."""
        import numpy as np
        import pyarrow.compute as pc

        found = np.zeros(len(matrix), dtype=bool)
        for text, vector in self._batches(name, model, ["dense_text_hash", "vector"]):
            places = pc.index_in(text, wanted).to_numpy(zero_copy_only=False)
            known = ~np.isnan(places)
            rows = places[known].astype(np.int64)
            matrix[rows] = vector.flatten().to_numpy().reshape(-1, matrix.shape[1])[known]
            found[rows] = True
        return found

    def _leave_others(self, model: str, name: str) -> None:
        if model in self._moved:
            return
        self._moved.add(model)
        for other in self.tables:
            table = self._database.open(other)
            if other != name and table is not None:
                with self._database.errors():
                    table.delete(f"model = {_quoted(model)}")

    def prune(self, model: str, live: pa.Array) -> None:
        """Drop the oldest vectors that no text needs once there are more than twice as many as needed.

        What is spared makes a change of branch and back cheap. ``live`` holds the hashes in use.
        """
        rows = [
            (name, owner, text)
            for name in self.tables
            for owners, texts in self._batches(name, None, ["model", "dense_text_hash"])
            for owner, text in zip(owners.to_pylist(), texts.to_pylist(), strict=True)
        ]
        needed = set(live.to_pylist())
        if len(rows) <= max(SPARE * len(needed), MIN_ROWS):
            return
        dead = [row for row in rows if row[1] != model or row[2] not in needed]
        excess = len(rows) - max(int(SPARE_AFTER_PRUNING * len(needed)), MIN_ROWS)
        self._delete(dead[:excess])

    def _delete(self, rows: list[tuple[str, str, str]]) -> None:
        groups: dict[tuple[str, str], list[str]] = {}
        for name, model, text in rows:
            groups.setdefault((name, model), []).append(text)
        for (name, model), texts in groups.items():
            table = self._database.open(name)
            if table is None:
                continue
            with self._database.errors():
                for begin in range(0, len(texts), BATCH_ROWS):
                    some = ", ".join(map(_quoted, texts[begin : begin + BATCH_ROWS]))
                    table.delete(f"model = {_quoted(model)} AND dense_text_hash IN ({some})")

    def _batches(self, name: str, model: str | None, columns: list[str]) -> Iterator[list[pa.Array]]:
        """The columns of all rows of a table, oldest first, or of those of one model."""
        table = self._database.open(name)
        if table is None or not table.schema.equals(arrow_schema(VECTOR_COLUMNS, _length(name))):
            return
        query = table.search().select(columns)
        if model is not None:
            query = query.where(f"model = {_quoted(model)}")
        with self._database.errors():
            for batch in query.to_batches(BATCH_ROWS):
                yield [batch.column(name) for name in columns]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _length(name: str) -> int:
    """How long the vectors in a table are, by its name; 0 when it is no table of vectors."""
    if name == TABLE:
        return BUNDLED_DIMENSIONS
    length = name.removeprefix(f"{TABLE}_")
    return int(length) if length.isdecimal() and table_name(int(length)) == name else 0
