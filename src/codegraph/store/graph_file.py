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

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.model import (
    NODE_COLUMNS,
    UNRESOLVED_COLUMNS,
    Column,
    Confidence,
    EdgeKind,
    Level,
    NodeKind,
)
from codegraph.store.container import Section, write_container
from codegraph.store.names import name_keys
from codegraph.store.strings import NAMES, TEXTS, StringTableWriter

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Ints = npt.NDArray[np.integer[Any]]

META = "meta"
LONG = frozenset({"signature", "doc", "content_hash", "attributes"})
"""String columns that no look-up compares; they go to the table of texts."""
MAX_DEPTH = 1000
EDGE_KINDS = tuple(EdgeKind)
CONFIDENCES = tuple(Confidence)
_CODES = {"int8": "b", "int32": "i", "int64": "q"}


def write_graph(path: Path, nodes: pa.Table, edges: pa.Table) -> None:
    """Write ``graph.bin`` from tables that ``graph_tables`` has checked.

    Raises:
        ValueError: an edge has a kind or a confidence that the model does not know.
        OSError: the file can't be written.
    """
    names, texts = StringTableWriter(NAMES), StringTableWriter(TEXTS)
    vocabulary: dict[str, list[str]] = {}
    sections = _columns(nodes, NODE_COLUMNS, names, texts, vocabulary)
    sections |= _node_indexes(nodes, names)
    sections |= _edge_sections(edges, nodes.num_rows, vocabulary)
    meta = {"nodes": nodes.num_rows, "edges": edges.num_rows, "vocabulary": vocabulary}
    write_container(path, {META: _json(meta)} | sections | names.sections() | texts.sections())


def write_unresolved(path: Path, unresolved: pa.Table) -> None:
    """Write ``unresolved.bin`` from a table that ``graph_tables`` has checked."""
    names, texts = StringTableWriter(NAMES), StringTableWriter(TEXTS)
    vocabulary: dict[str, list[str]] = {}
    sections = _columns(unresolved, UNRESOLVED_COLUMNS, names, texts, vocabulary)
    meta = {"unresolved": unresolved.num_rows, "vocabulary": vocabulary}
    write_container(path, {META: _json(meta)} | sections | names.sections() | texts.sections())


def _columns(
    table: pa.Table,
    schema: tuple[Column, ...],
    names: StringTableWriter,
    texts: StringTableWriter,
    vocabulary: dict[str, list[str]],
) -> dict[str, Section]:
    """One section a column; text as string numbers, lists as offsets and values."""
    import numpy as np

    sections: dict[str, Section] = {}
    for name, kind in schema:
        column = table.column(name).combine_chunks()
        if name == "fqn":
            names.add_unique(column)
        elif kind == "string":
            sections[name] = _section("i", (texts if name in LONG else names).add(column))
        elif kind == "dictionary":
            vocabulary[name] = column.dictionary.to_pylist()
            sections[name] = _codes(column.indices.to_numpy(zero_copy_only=False), len(vocabulary[name]))
        elif kind == "bool":
            sections[name] = _section("B", column.to_numpy(zero_copy_only=False).astype(np.uint8))
        elif kind.startswith("list"):
            values = column.flatten()
            numbers = names.add(values) if kind == "list<string>" else values.to_numpy()
            sections[f"{name}_offsets"] = _section("I", _list_offsets(column))
            sections[name] = _section("i", numbers)
        else:
            sections[name] = _section(_CODES[kind], column.to_numpy())
    return sections


def _node_indexes(nodes: pa.Table, names: StringTableWriter) -> dict[str, Section]:
    import numpy as np
    import pyarrow as pa

    level = nodes.column("level").to_numpy()
    parent = nodes.column("parent").to_numpy()
    start = nodes.column("start_byte").to_numpy()
    keys, key_of_entry, key_rows = name_keys(nodes)
    paths, path_of_row = _sorted_values(nodes.column("path").combine_chunks())
    by_path = np.lexsort((start, level, path_of_row))
    by_path = by_path[~_external(nodes)[by_path]]
    by_parent = np.lexsort((start, parent))
    by_parent = by_parent[np.searchsorted(parent[by_parent], 0) :]
    return {
        "key": _section("i", names.add_unique(pa.array(keys, pa.string()))),
        "key_offsets": _offsets(key_of_entry, len(keys)),
        "key_rows": _section("i", key_rows),
        "file": _section("i", names.add_unique(paths)),
        "file_offsets": _offsets(path_of_row[by_path], len(paths)),
        "file_rows": _section("i", by_path),
        "child_offsets": _offsets(parent[by_parent], nodes.num_rows),
        "child_rows": _section("i", by_parent),
        "module": _section("i", _nearest(nodes, Level.MODULE)),
        "package": _section("i", _nearest(nodes, Level.PACKAGE)),
    }


def _edge_sections(edges: pa.Table, count: int, vocabulary: dict[str, list[str]]) -> dict[str, Section]:
    import numpy as np

    src, dst = edges.column("src").to_numpy(), edges.column("dst").to_numpy()
    kind = _model_codes(edges.column("kind").combine_chunks(), EDGE_KINDS)
    confidence = _model_codes(edges.column("confidence").combine_chunks(), CONFIDENCES)
    code = (kind * len(CONFIDENCES) + confidence).astype(np.uint8)
    by_dst = np.argsort(dst, kind="stable")
    sites = edges.column("sites").combine_chunks()
    rule = edges.column("rule").combine_chunks()
    vocabulary["rule"] = rule.dictionary.to_pylist()
    flags = edges.column("type_only").to_numpy() + 2 * edges.column("dynamic").to_numpy().astype(np.uint8)
    return {
        "out_offsets": _offsets(src, count),
        "out_code": _section("B", code),
        "out_end": _section("i", dst),
        "src": _section("i", src),
        "in_offsets": _offsets(dst, count),
        "in_code": _section("B", code[by_dst]),
        "in_end": _section("i", src[by_dst]),
        "in_edge": _section("i", by_dst),
        "rule": _codes(rule.indices.to_numpy(zero_copy_only=False), len(vocabulary["rule"])),
        "flags": _section("B", flags),
        "site_offsets": _section("I", _list_offsets(sites)),
        "sites": _section("i", sites.flatten().to_numpy()),
    }


def _model_codes(column: pa.DictionaryArray, words: tuple[str, ...]) -> Ints:
    """Each row's place in ``words``."""
    import numpy as np

    known = {word: place for place, word in enumerate(words)}
    try:
        places = np.array([known[word] for word in column.dictionary.to_pylist()], dtype=np.int32)
    except KeyError as error:
        raise ValueError(f"an edge has {error}, which the model does not know") from None
    indices = column.indices.to_numpy(zero_copy_only=False)
    return places[indices] if len(places) else np.zeros(0, dtype=np.int32)


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

    Raises:
        ValueError: parents form a cycle.
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


def _offsets(sorted_rows: Ints, count: int) -> Section:
    """Where each of ``count`` groups begins among rows that are sorted by group, and where the last ends."""
    import numpy as np

    counts = (
        np.bincount(sorted_rows, minlength=count) if len(sorted_rows) else np.zeros(count, dtype=np.int64)
    )
    return _section("I", np.concatenate(([0], np.cumsum(counts))))


def _list_offsets(column: pa.ListArray) -> Ints:
    import numpy as np

    if not len(column):
        return np.zeros(1, dtype=np.uint32)
    offsets: npt.NDArray[np.int32] = column.offsets.to_numpy()
    from_zero: Ints = offsets - offsets[0]
    return from_zero


def _codes(indices: Ints, words: int) -> Section:
    return _section("B" if words <= 256 else "H", indices)


def _section(code: str, values: Ints) -> Section:
    import numpy as np

    return Section(code, np.ascontiguousarray(values, dtype=np.dtype(code)).data)


def _json(value: Any) -> Section:
    return Section("B", json.dumps(value, sort_keys=True).encode())
