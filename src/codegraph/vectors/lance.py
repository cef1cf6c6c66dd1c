"""Vectors in LanceDB: compared one by one while there are few, through an IVF_PQ index beyond."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.store.lance import LanceDatabase
from codegraph.vectors.checks import batches, check_dimensions, check_namespace, check_points, check_query
from codegraph.vectors.nearest import Found, settle
from codegraph.vectors.protocol import EVERYTHING, Conditions, Match, State

if TYPE_CHECKING:
    import pyarrow as pa
    from lancedb.table import Table

    from codegraph.vectors.protocol import Matrix, Point, Vector

EXACT_ROWS = 200_000
"""Up to so many rows of a namespace are all compared."""
REFINE = 10
"""Of ten times as many rows as asked for, found by their compressed vectors, the real ones are compared."""
NUMBERS_A_BYTE = 4
"""So many numbers of a vector share a byte of the index, as far as they divide it."""
TRAINING_ROUNDS, TRAINING_SAMPLE = 25, 64
"""A half and a quarter of LanceDB's own, so an eighth of the work: the real vectors refine what is found anyway."""
ROWS_A_PARTITION = 4096
PROBED_SHARE = 8
"""One in so many partitions is looked into."""
STALE_SHARE = 0.1
"""Once so many rows are not in the index, which are compared one by one, they are taken into it."""
_FRAGMENTS = 16
"""Files of a table after which it is compacted, and its older versions are removed."""
_MOST = 100_000
_BATCH = 500


class LanceStore:
    """A table for each namespace in a folder; vectors are kept as float16.

    Args:
        folder: where the tables lie; it is made when it is not there.
        exact_rows: above so many rows an IVF_PQ index is built and used.
    """

    name = "lancedb"

    def __init__(self, folder: Path, *, exact_rows: int = EXACT_ROWS) -> None:
        self._database = LanceDatabase(folder)
        self._exact_rows = exact_rows

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points, see ``VectorStore``."""
        name = check_namespace(namespace)
        if not points:
            return
        vectors = check_points(points, matrix)
        rows = _table(points, vectors)
        table = self._database.open(name)
        if table is None:
            self._database.write(name, rows)
        else:
            check_dimensions(namespace, _dimensions(table), vectors.shape[1])
            with self._database.errors():
                table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all().execute(rows)
        self._keep_index(name)
        self._database.tidy(name, fragments=_FRAGMENTS)

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away, see ``VectorStore``."""
        table, gone = self._database.open(check_namespace(namespace)), list(ids)
        if table is None:
            return
        with self._database.errors():
            for part in batches(len(gone), _BATCH):
                table.delete(f"id IN ({_list(gone[part])})")
        self._database.tidy(namespace, fragments=_FRAGMENTS)

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The nearest points, see ``VectorStore``; above ``exact_rows`` some may be missed."""
        query = check_query(vector, k)
        table = self._database.open(check_namespace(namespace))
        if table is None:
            return []
        check_dimensions(namespace, _dimensions(table), len(vector))
        if query is None:
            return []
        where = _where(conditions)
        with self._database.errors():
            index = _index_of(table)
            partitions = _partitions(table.count_rows()) if index else 0

            def fetch(count: int) -> list[Found]:
                search: Any = table.search(query, vector_column_name="vector")
                search = search.distance_type("dot")
                if where:
                    search = search.where(where, prefilter=True)
                if index:
                    search = search.nprobes(max(8, partitions // PROBED_SHARE)).refine_factor(REFINE)
                found = search.select(["id", "path", "_distance"]).limit(count).to_arrow()
                columns = (found.column(name).to_pylist() for name in ("id", "_distance", "path"))
                rows = zip(*columns, strict=True)
                return [Found(id_, 1 - distance, path) for id_, distance, path in rows]

            return settle(fetch, k, conditions.path_condition(), _MOST)

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of points, see ``VectorStore``."""
        import numpy as np

        table, wanted = self._database.open(check_namespace(namespace)), list(ids)
        found: dict[str, Vector] = {}
        if table is None:
            return found
        with self._database.errors():
            for part in batches(len(wanted), _BATCH):
                query = table.search().where(f"id IN ({_list(wanted[part])})").select(["id", "vector"])
                rows = query.to_arrow()
                pairs = zip(rows.column("id").to_pylist(), rows.column("vector").to_pylist(), strict=True)
                found |= {id_: np.array(vector, np.float32) for id_, vector in pairs}
        return found

    def state(self, namespace: str) -> State:
        """What a namespace holds, see ``VectorStore``."""
        table = self._database.open(check_namespace(namespace))
        if table is None:
            return State(0, 0)
        with self._database.errors():
            return State(int(table.count_rows()), _dimensions(table))

    def drop(self, namespace: str) -> None:
        """Take a namespace away, see ``VectorStore``."""
        self._database.drop(check_namespace(namespace))

    def close(self) -> None:
        """Nothing stays open."""

    def has_index(self, namespace: str) -> bool:
        """Whether a search goes through an index."""
        table = self._database.open(check_namespace(namespace))
        return table is not None and _index_of(table) is not None

    def unindexed(self, namespace: str) -> int:
        """How many rows are compared one by one."""
        table = self._database.open(check_namespace(namespace))
        if table is None:
            return 0
        index = _index_of(table)
        state = table.index_stats(index) if index else None
        return int(state.num_unindexed_rows if state else table.count_rows())

    def _keep_index(self, name: str) -> None:
        """Build the index of a table that has grown over the limit; later take into it what came since."""
        table = self._database.open(name)
        if table is None:
            return
        with self._database.errors():
            rows, index = table.count_rows(), _index_of(table)
            if rows <= self._exact_rows:
                return
            if index is None:
                dimensions = _dimensions(table)
                from lancedb.index import IvfPq

                table.create_index(
                    "vector",
                    config=IvfPq(
                        distance_type="dot",
                        num_partitions=_partitions(rows),
                        num_sub_vectors=_bytes(dimensions),
                        max_iterations=TRAINING_ROUNDS,
                        sample_rate=TRAINING_SAMPLE,
                    ),
                )
                return
            if self.unindexed(name) > STALE_SHARE * rows:
                table.optimize()


def _partitions(rows: int) -> int:
    return max(1, rows // ROWS_A_PARTITION)


def _bytes(dimensions: int) -> int:
    """The largest number of equal pieces of a vector, of ``NUMBERS_A_BYTE`` numbers or more each."""
    return next(n for n in range(max(1, dimensions // NUMBERS_A_BYTE), 0, -1) if dimensions % n == 0)


def _index_of(table: Table) -> str | None:
    return next((index.name for index in table.list_indices() if index.columns == ["vector"]), None)


def _dimensions(table: Table) -> int:
    return int(table.schema.field("vector").type.list_size)


def _table(points: Sequence[Point], vectors: Matrix) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    dimensions = vectors.shape[1]
    flat = pa.array(vectors.astype(np.float16).reshape(-1))
    strings = pa.list_(pa.string())
    columns: dict[str, Any] = {
        "id": pa.array([point.id for point in points], pa.string()),
        "kind": pa.array([point.kind for point in points], pa.string()),
        "level": pa.array([point.level for point in points], pa.int32()),
        "language": pa.array([point.language for point in points], pa.string()),
        "path": pa.array([point.path for point in points], pa.string()),
        "packages": pa.array([list(point.packages) for point in points], strings),
        "tags": pa.array([list(point.tags) for point in points], strings),
        "test": pa.array([point.test for point in points], pa.bool_()),
        "vector": pa.FixedSizeListArray.from_arrays(flat, dimensions),
    }
    return pa.table(columns)


def _where(conditions: Conditions) -> str:
    """The conditions but those on paths, as DataFusion's SQL; "" for none."""
    clauses = []
    if conditions.kinds:
        clauses.append(f"kind IN ({_list(conditions.kinds)})")
    if conditions.levels:
        clauses.append(f"level IN ({', '.join(str(int(level)) for level in conditions.levels)})")
    if conditions.languages:
        clauses.append(f"language IN ({_list(conditions.languages)})")
    if conditions.packages:
        clauses.append(f"array_has_any(packages, make_array({_list(conditions.packages)}))")
    if conditions.tags:
        clauses.append(f"array_has_any(tags, make_array({_list(conditions.tags)}))")
    if conditions.tests is not None:
        clauses.append("test" if conditions.tests else "NOT test")
    return " AND ".join(clauses)


def _list(texts: Sequence[str]) -> str:
    return ", ".join("'" + text.replace("'", "''") + "'" for text in texts)
