"""Writes the two files that look-ups and traversals read: ``graph.bin`` and ``unresolved.bin``.

``graph.bin`` holds, beside every column of nodes and edges:

- ``names``: short strings, the FQNs first and in row order, so that a row is the number of its FQN;
- ``texts``: the strings of ``LONG`` columns;
- ``key_*``: case-folded names (see ``name_keys``) in order, each with the rows that it may stand for;
- ``file_*``: the paths in order, each with its rows, coarse ones first, then by position;
- ``child_*``: the rows under each row, by position in the file;
- ``module``, ``package``: the nearest module and package of each row, -1 for none;
- ``out_*`` and ``in_*``: edges by source and by destination, with the far end and a byte that packs kind
  and confidence side by side, since that is all a traversal looks at.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.model import NODE_COLUMNS, UNRESOLVED_COLUMNS, Confidence, EdgeKind
from codegraph.store.container import write_container
from codegraph.store.encode import Named, TableEncoder, ints, list_offsets, offsets
from codegraph.store.node_index import node_indexes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

EDGE_KINDS = tuple(EdgeKind)
CONFIDENCES = tuple(Confidence)
"""An edge's code is its kind's place in the one, times their number, plus its confidence's in the other."""


def write_graph(path: Path, nodes: pa.Table, edges: pa.Table) -> None:
    """Write ``graph.bin`` from tables that ``graph_tables`` has checked.

    Raises:
        ValueError: parents form a cycle, or an edge has a kind or confidence that the model does not know.
        OSError: the file can't be written.
    """
    encoder = TableEncoder()

    def sections() -> Named:
        yield from encoder.columns(nodes, NODE_COLUMNS)
        yield from node_indexes(nodes, encoder.names)
        yield from _edges(edges, nodes.num_rows, encoder)
        yield from encoder.finish(nodes=nodes.num_rows, edges=edges.num_rows)

    write_container(path, sections())


def write_unresolved(path: Path, unresolved: pa.Table) -> None:
    """Write ``unresolved.bin`` from a table that ``graph_tables`` has checked."""
    encoder = TableEncoder()

    def sections() -> Named:
        yield from encoder.columns(unresolved, UNRESOLVED_COLUMNS)
        yield from encoder.finish(unresolved=unresolved.num_rows)

    write_container(path, sections())


def _edges(edges: pa.Table, node_count: int, encoder: TableEncoder) -> Named:
    import numpy as np

    src, dst = edges.column("src").to_numpy(), edges.column("dst").to_numpy()
    kind = _model_codes(edges.column("kind").combine_chunks(), EDGE_KINDS)
    confidence = _model_codes(edges.column("confidence").combine_chunks(), CONFIDENCES)
    code = (kind * len(CONFIDENCES) + confidence).astype(np.uint8)
    yield "out_offsets", offsets(src, node_count)
    yield "out_code", ints(code)
    yield "out_end", ints(dst)
    yield "src", ints(src)

    by_dst = np.argsort(dst, kind="stable")
    yield "in_offsets", offsets(dst, node_count)
    yield "in_code", ints(code[by_dst])
    yield "in_end", ints(src[by_dst])
    yield "in_edge", ints(by_dst)

    yield "rule", encoder.words("rule", edges.column("rule").combine_chunks())
    flags = edges.column("type_only").to_numpy() + 2 * edges.column("dynamic").to_numpy().astype(np.uint8)
    yield "flags", ints(flags)
    sites = edges.column("sites").combine_chunks()
    yield "site_offsets", list_offsets(sites)
    yield "sites", ints(sites.flatten().to_numpy())


def _model_codes(column: pa.DictionaryArray, words: tuple[str, ...]) -> npt.NDArray[np.integer[Any]]:
    """Each row's place in ``words``."""
    import numpy as np

    known = {word: place for place, word in enumerate(words)}
    try:
        places = np.array([known[word] for word in column.dictionary.to_pylist()], dtype=np.int32)
    except KeyError as error:
        raise ValueError(f"an edge has {error}, which the model does not know") from None
    indices = column.indices.to_numpy(zero_copy_only=False)
    return places[indices] if len(places) else np.zeros(0, dtype=np.int32)
