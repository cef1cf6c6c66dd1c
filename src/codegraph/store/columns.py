"""From the builder's columns to Arrow tables, checked against the model and without a loop over rows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.model import (
    EDGE_COLUMNS,
    NODE_COLUMNS,
    UNRESOLVED_COLUMNS,
    Coded,
    Column,
    Columns,
    Graph,
    Lists,
    arrow_schema,
)

if TYPE_CHECKING:
    import pyarrow as pa


class GraphTables(NamedTuple):
    """A graph as Arrow tables with the model's columns, checked."""

    nodes: pa.Table
    edges: pa.Table
    unresolved: pa.Table


def graph_tables(graph: Graph) -> GraphTables:
    """The nodes, edges and unresolved references of ``graph`` as Arrow tables in its own row order.

    Raises:
        ValueError: a column is missing or of the wrong length or type, nodes are not sorted by FQN, or an
            edge or unresolved reference is out of order or names a row that does not exist.
    """
    nodes = arrow_table(graph.nodes, NODE_COLUMNS)
    edges = arrow_table(graph.edges, EDGE_COLUMNS)
    unresolved = arrow_table(graph.unresolved, UNRESOLVED_COLUMNS)
    tables = GraphTables(nodes, edges, unresolved)
    check_graph(tables)
    return tables


def check_graph(tables: GraphTables) -> None:
    """Make sure that nodes are sorted by unique FQNs, and that all rows that are named exist.

    Raises:
        ValueError: they are not.
    """
    nodes, edges, unresolved = tables
    _check_nodes(nodes)
    _check_rows(edges, "src", nodes.num_rows, in_order=True)
    _check_rows(edges, "dst", nodes.num_rows)
    _check_rows(unresolved, "src", nodes.num_rows, in_order=True)


def arrow_table(columns: Columns, schema: Sequence[Column]) -> pa.Table:
    """``columns`` as an Arrow table with exactly the columns of ``schema``.

    A column may be a list, a tuple, ``Coded``, ``Lists``, an ``array``, a numpy array or an Arrow array.

    Raises:
        ValueError: a column is missing or unknown, or does not fit its type or the others' length.
    """
    import pyarrow as pa

    expected, given = [column.name for column in schema], set(columns)
    if given != set(expected):
        wrong = ", ".join(sorted(given.symmetric_difference(expected)))
        raise ValueError(f"columns missing or unknown: {wrong}")
    fields = arrow_schema(schema)
    try:
        arrays = [_arrow_array(columns[field.name], field.type) for field in fields]
        return pa.Table.from_arrays(arrays, schema=fields)
    except (pa.ArrowException, OverflowError, TypeError) as error:
        raise ValueError(f"columns {expected} don't fit the schema: {error}") from error


def lance_rows(tables: GraphTables) -> dict[str, pa.Table]:
    """What LanceDB keeps of a graph: a 64-bit ``<name>_id`` beside each column of rows of edges and references."""
    ids = tables.nodes.column("id").combine_chunks()
    return {
        "nodes": tables.nodes,
        "edges": _with_ids(tables.edges, ids, ("src", "dst")),
        "unresolved": _with_ids(tables.unresolved, ids, ("src",)),
    }


def _with_ids(table: pa.Table, ids: pa.Array, columns: Iterable[str]) -> pa.Table:
    for name in columns:
        position = table.schema.get_field_index(name)
        table = table.add_column(position, f"{name}_id", ids.take(table.column(name).combine_chunks()))
    return table


def _arrow_array(values: Any, kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    if isinstance(values, Lists):
        offsets, numbers = (_arrow_array(part, pa.int32()) for part in (values.offsets, values.values))
        return pa.ListArray.from_arrays(offsets, numbers, type=kind)
    if isinstance(values, Coded):
        return _decoded(values, kind)
    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks()
    if isinstance(values, pa.Array):
        return values if values.type == kind else values.cast(kind)
    if isinstance(values, array) or (pa.types.is_boolean(kind) and not isinstance(values, list)):
        import numpy as np

        # Arrow would make a Python object of each number of an ``array``; numpy's memory it takes as it is.
        values = np.asarray(values, dtype=bool if pa.types.is_boolean(kind) else None)
    return pa.array(values, type=kind)


def _decoded(column: Coded, kind: pa.DataType) -> pa.Array:
    """A coded column of flags or words; of these only those that are used, in the order in which they come."""
    import numpy as np
    import pyarrow as pa

    codes, words = column.codes, list(column.values)
    if pa.types.is_boolean(kind):
        return pa.array(np.array(words or [False], bool)[codes])
    counts = np.bincount(codes, minlength=len(words))
    used = np.flatnonzero(counts)
    used = used[np.argsort([np.argmax(codes == code) for code in used.tolist()])] if len(used) > 1 else used
    place = np.zeros(max(len(words), 1), np.int64)
    place[used] = np.arange(len(used))
    indices = pa.array(place[codes]).cast(kind.index_type)
    return pa.DictionaryArray.from_arrays(
        indices, pa.array([str(words[code]) for code in used.tolist()], kind.value_type)
    )


def _check_nodes(nodes: pa.Table) -> None:
    import pyarrow.compute as pc

    fqns = nodes.column("fqn").combine_chunks()
    if len(fqns) > 1 and not pc.all(pc.less(fqns[:-1], fqns[1:])).as_py():
        raise ValueError("nodes are not sorted by unique FQNs")
    parents = nodes.column("parent")
    if len(fqns) and not -1 <= pc.min(parents).as_py() <= pc.max(parents).as_py() < len(fqns):
        raise ValueError("a node's parent is no row of the nodes")


def _check_rows(table: pa.Table, name: str, count: int, *, in_order: bool = False) -> None:
    import numpy as np

    rows = table.column(name).to_numpy()
    wrong = np.flatnonzero((rows < 0) | (rows >= count))
    if len(wrong):
        first = table.slice(int(wrong[0]), 1).to_pylist()[0]
        raise ValueError(f"{name} names a row that is no node in {len(wrong)} rows, first in {first}")
    if in_order and (rows[1:] < rows[:-1]).any():
        raise ValueError(f"rows are not sorted by {name}")
