"""The indexes of ``graph.bin`` over nodes: by name, by path, by parent, and what lies around each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from codegraph.model import Level, NodeKind
from codegraph.store.encode import Named, ints, offsets
from codegraph.store.names import name_keys

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from codegraph.store.strings import StringTableWriter

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]

MAX_DEPTH = 1000


def node_indexes(nodes: pa.Table, names: StringTableWriter) -> Named:
    """The sections ``key_*``, ``file_*``, ``child_*``, ``module`` and ``package``.

    Raises:
        ValueError: parents form a cycle.
    """
    import numpy as np

    level, parent = nodes.column("level").to_numpy(), nodes.column("parent").to_numpy()
    start = nodes.column("start_byte").to_numpy()
    yield "module", ints(_nearest(nodes, Level.MODULE))
    yield "package", ints(_nearest(nodes, Level.PACKAGE))

    keys, key_of_entry, key_rows = name_keys(nodes)
    yield "key", ints(names.add_unique(keys))
    yield "key_offsets", offsets(key_of_entry, len(keys))
    yield "key_rows", ints(key_rows)

    paths, path_of_row = _sorted_values(nodes.column("path").combine_chunks())
    by_path = np.lexsort((start, level, path_of_row))
    by_path = by_path[~_external(nodes)[by_path]]
    yield "file", ints(names.add_unique(paths))
    yield "file_offsets", offsets(path_of_row[by_path], len(paths))
    yield "file_rows", ints(by_path)

    by_parent = np.lexsort((start, parent))
    by_parent = by_parent[np.searchsorted(parent[by_parent], 0) :]
    yield "child_offsets", offsets(parent[by_parent], nodes.num_rows)
    yield "child_rows", ints(by_parent)


def _sorted_values(column: pa.Array) -> tuple[pa.Array, Ints]:
    """The distinct strings in order, and the place of each row's string among them."""
    import numpy as np
    import pyarrow.compute as pc

    encoded = column.dictionary_encode()
    order = pc.sort_indices(encoded.dictionary)
    place = np.empty(len(order), dtype=np.int32)
    place[order.to_numpy()] = np.arange(len(order), dtype=np.int32)
    return encoded.dictionary.take(order), place[encoded.indices.to_numpy(zero_copy_only=False)]


def _nearest(nodes: pa.Table, wanted: Level) -> Ints:
    """For each row the nearest row of level ``wanted`` on its way up, itself included, or -1.

    Externals lie in no package or module, so the topmost external above them stands for both.
    """
    import numpy as np

    level, parent = nodes.column("level").to_numpy(), nodes.column("parent").to_numpy()
    external = _external(nodes)
    found = np.arange(len(level), dtype=np.int32)
    for _ in range(MAX_DEPTH):
        climbs = (external[found] | (level[found] > wanted)) & (parent[found] >= 0)
        if not climbs.any():
            return np.where((level[found] == wanted) | external[found], found, -1).astype(np.int32)
        found = np.where(climbs, parent[found], found)
    raise ValueError(f"parents form a cycle, or nodes nest deeper than {MAX_DEPTH}")


def _external(nodes: pa.Table) -> npt.NDArray[np.bool_]:
    import pyarrow.compute as pc

    external: npt.NDArray[np.bool_] = pc.equal(nodes.column("kind"), NodeKind.EXTERNAL.value).to_numpy()
    return external.astype(bool)
