"""Reads columns of ``graph.bin`` and ``unresolved.bin`` back into Arrow tables, as ``graph_tables`` made them.

An index may come with a repository that nobody trusts, so strings and numbers are checked before Arrow or numpy
look where they lead.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING, Any

from codegraph.model import EDGE_COLUMNS, NODE_COLUMNS, UNRESOLVED_COLUMNS, arrow_schema
from codegraph.store.columns import GraphTables
from codegraph.store.container import Container
from codegraph.store.encode import LONG, META
from codegraph.store.graph_file import CONFIDENCES, EDGE_KINDS
from codegraph.store.layout import GRAPH_FILE, UNRESOLVED_FILE
from codegraph.store.strings import NAMES, TEXTS

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]

ALL_NODE_COLUMNS = tuple(column.name for column in NODE_COLUMNS)
ALL_EDGE_COLUMNS = tuple(column.name for column in EDGE_COLUMNS)
ALL_UNRESOLVED_COLUMNS = tuple(column.name for column in UNRESOLVED_COLUMNS)


def read_tables(folder: Path) -> GraphTables:
    """The tables of the generation in ``folder``, whole.

    Raises:
        IndexFormatError: a file is damaged.
        OSError: it can't be read.
    """
    with StoredGraph(folder) as graph:
        nodes, edges = graph.nodes(ALL_NODE_COLUMNS), graph.edges(ALL_EDGE_COLUMNS)
    with closing(Container(folder / UNRESOLVED_FILE)) as container:
        unresolved = _Reader(container).table(UNRESOLVED_COLUMNS, ALL_UNRESOLVED_COLUMNS, "unresolved")
    return GraphTables(nodes, edges, unresolved)


class StoredGraph:
    """The nodes and edges of a generation; what it gives stays good when it is closed.

    Raises:
        IndexFormatError: the file is damaged.
        OSError: it can't be read.
    """

    def __init__(self, folder: Path) -> None:
        self._container = Container(folder / GRAPH_FILE)
        self._reader = _Reader(self._container)

    def __enter__(self) -> StoredGraph:
        return self

    def __exit__(self, *error: object) -> None:
        self._container.close()

    def nodes(self, names: Iterable[str]) -> pa.Table:
        """Some of ``model.NODE_COLUMNS``."""
        return self._reader.table(NODE_COLUMNS, names, "nodes")

    def edges(self, names: Iterable[str]) -> pa.Table:
        """Some of ``model.EDGE_COLUMNS``."""
        return self._reader.table(EDGE_COLUMNS, names, "edges")


class _Reader:
    """Columns of one file."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._meta = container.json(META)
        self._strings: dict[str, pa.Array] = {}

    def table(self, schema: Any, names: Iterable[str], counted: str) -> pa.Table:
        """The columns ``names`` of ``schema``; the file states under ``counted`` how many rows there are."""
        import pyarrow as pa

        wanted = set(names)
        fields = [field for field in arrow_schema(schema) if field.name in wanted]
        try:
            arrays = [self._column(field, counted) for field in fields]
            return pa.Table.from_arrays(arrays, schema=pa.schema(fields))
        except (pa.ArrowException, KeyError, ValueError, TypeError, IndexError) as error:
            self._container.damaged(f"its columns make no sense ({error})")

    def _column(self, field: pa.Field, counted: str) -> pa.Array:
        import pyarrow as pa

        name, kind = field.name, field.type
        if pa.types.is_list(kind):
            return self._lists(name, kind)
        if counted == "edges" and name in ("kind", "confidence"):
            return self._edge_words(name, kind)
        if name in ("type_only", "dynamic"):
            return pa.array((self._numbers("flags") & (1 if name == "type_only" else 2)) > 0)
        if name == "fqn":
            return self._table(NAMES)[: self._meta[counted]]
        if pa.types.is_string(kind):
            return self._table(TEXTS if name in LONG else NAMES).take(pa.array(self._numbers(name)))
        if pa.types.is_dictionary(kind):
            return self._words(self._numbers(name), self._meta["vocabulary"][name], kind)
        return pa.array(self._numbers("out_end" if name == "dst" else name)).cast(kind)

    def _lists(self, name: str, kind: pa.DataType) -> pa.Array:
        import numpy as np
        import pyarrow as pa

        of_sites = name == "sites"
        offsets = self._numbers("site_offsets" if of_sites else f"{name}_offsets").astype(np.int32)
        values = pa.array(self._numbers(name))
        values = values.cast(pa.int32()) if of_sites else self._table(NAMES).take(values)
        if (np.diff(offsets) < 0).any() or offsets[0] < 0 or offsets[-1] > len(values):
            raise ValueError(f"lists of {name} reach beyond it")
        return pa.ListArray.from_arrays(offsets, values, type=kind)

    def _edge_words(self, name: str, kind: pa.DataType) -> pa.Array:
        codes = self._numbers("out_code")
        words = EDGE_KINDS if name == "kind" else CONFIDENCES
        numbers = codes // len(CONFIDENCES) if name == "kind" else codes % len(CONFIDENCES)
        return self._words(numbers, [str(word) for word in words], kind)

    def _words(self, numbers: Ints, words: list[str], kind: pa.DataType) -> pa.Array:
        import pyarrow as pa

        indices = pa.array(numbers).cast(kind.index_type)
        return pa.DictionaryArray.from_arrays(indices, pa.array(words, pa.string()), safe=True)

    def _numbers(self, name: str) -> Ints:
        import numpy as np

        return np.array(self._container.array(name))

    def _table(self, name: str) -> pa.Array:
        """All strings of one of the two tables by number."""
        import numpy as np
        import pyarrow as pa

        known = self._strings.get(name)
        if known is None:
            offsets = self._numbers(f"{name}_offsets").astype(np.int32)
            buffers = [None, pa.py_buffer(offsets), pa.py_buffer(bytes(self._container.array(name)))]
            known = pa.StringArray.from_buffers(len(offsets) - 1, buffers[1], buffers[2])
            known.validate(full=True)
            self._strings[name] = known
        return known
