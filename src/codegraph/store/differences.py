"""What words and texts owe to a graph, compared with another graph: by whole columns, no row alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.model import EdgeKind, Level, NodeKind
from codegraph.store.lexical_terms import MAX_CALLERS, MEMBER_KINDS, NODE_COLUMNS

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]
    Bools: TypeAlias = npt.NDArray[np.bool_]

NODES = ("id", *NODE_COLUMNS)
EDGES = ("src", "dst", "kind")
"""The columns that are compared for the full-text index."""
TEXT_NODES = (
    "id", "level", "kind", "language", "name", "path", "line", "start_line", "end_line", "start_byte", "end_byte",
    "parent", "signature", "doc", "decorators", "content_hash",
)  # fmt: skip
"""The columns that are compared for the texts that are embedded."""


class Side(NamedTuple):
    """One of the two graphs: ``NODES``, and of each row its callers and the beginning of its first member."""

    nodes: pa.Table
    callers: Ints
    """Rows of the first ``MAX_CALLERS`` callers of each row, -1 where there are no more."""
    first_member: Ints
    """Where in the file the first callable or type inside each row begins, -1 for none."""


class Differences(NamedTuple):
    """How an old graph became a new one."""

    row_of: Ints
    """The new row of each old one, -1 for those that are gone."""
    paths: set[str]
    """The files with a node that may have another document or text, or that has none any more."""


def side(nodes: pa.Table, edges: pa.Table) -> Side:
    """A graph made ready to be compared; its tables have at least ``NODES`` and ``EDGES``."""
    import numpy as np
    import pyarrow.compute as pc

    calls = pc.equal(edges.column("kind"), str(EdgeKind.CALLS)).to_numpy().astype(bool)
    src, dst = edges.column("src").to_numpy()[calls], edges.column("dst").to_numpy()[calls]
    callers = _first_callers(src, dst, nodes.num_rows)
    kinds = nodes.column("kind").combine_chunks()
    is_member = np.array([word in MEMBER_KINDS for word in kinds.dictionary.to_pylist()] or [False])
    parents, starts = nodes.column("parent").to_numpy(), nodes.column("start_byte").to_numpy()
    members = np.flatnonzero(is_member[kinds.indices.to_numpy(zero_copy_only=False)] & (parents >= 0))
    none = np.iinfo(np.int32).max
    first_member = np.full(nodes.num_rows, none, np.int32)
    np.minimum.at(first_member, parents[members], starts[members])
    first_member[first_member == none] = -1
    return Side(nodes.select(NODES), callers, first_member)


def differences(old: Side, new: Side) -> Differences:
    """Which rows of ``new`` were rows of ``old``, and in which files are those whose documents may differ.

    Sources are not compared: where a file has other bytes, its documents may differ whatever its nodes say.
    """
    import numpy as np

    row_of = _places(old.nodes.column("id").to_numpy(), new.nodes.column("id").to_numpy())
    before = np.flatnonzero(row_of >= 0)
    after = row_of[before]
    differs = _differing(old, new, before, after, row_of)
    added = np.ones(new.nodes.num_rows, bool)
    added[after] = False
    gone = row_of < 0
    paths = {
        *_paths(old.nodes, np.concatenate((np.flatnonzero(gone), before[differs]))),
        *_paths(new.nodes, np.concatenate((np.flatnonzero(added), after[differs]))),
    }
    return Differences(row_of, paths)


def text_differences(old: pa.Table, new: pa.Table) -> Differences:
    """The same for the texts of code and documents; both tables have at least ``TEXT_NODES``.

    A text also names what lies around a symbol and what lies right inside of it. Packages and the repository are
    left out: what is said of them depends on much more.
    """
    import numpy as np

    row_of = _places(old.column("id").to_numpy(), new.column("id").to_numpy())
    before = np.flatnonzero(row_of >= 0)
    after = row_of[before]
    parents = old.column("parent").to_numpy()[before], new.column("parent").to_numpy()[after]
    differs = np.where(parents[0] >= 0, row_of[parents[0]], -1) != parents[1]
    for name in TEXT_NODES:
        if name not in ("id", "parent"):
            differs |= _unequal(old.column(name), before, new.column(name), after)
    marks = [np.ones(table.num_rows, bool) for table in (old, new)]
    for mark, rows in zip(marks, (before, after), strict=True):
        mark[rows] = differs
    paths: set[str] = set()
    for table, mark in zip((old, new), marks, strict=True):
        of_files = mark & (table.column("level").to_numpy() >= int(Level.MODULE))
        paths.update(_paths(table, np.flatnonzero(_with_relatives(table, of_files))))
    return Differences(row_of, paths)


def _with_relatives(nodes: pa.Table, mark: Bools) -> Bools:
    """The marked rows, their parents, and all symbols below them."""
    import numpy as np

    parents, symbol = nodes.column("parent").to_numpy(), nodes.column("level").to_numpy() >= int(Level.SYMBOL)
    found = mark.copy()
    above = parents[mark]
    found[above[above >= 0]] = True
    below = mark
    while below.any():
        below = np.where(parents >= 0, below[parents], False) & symbol & ~found
        found |= below
    return found


def _differing(old: Side, new: Side, before: Ints, after: Ints, row_of: Ints) -> Bools:
    """Which of the rows that are in both graphs may have another document, as a flag for each."""
    import numpy as np

    names = _codes(old.nodes.column("name"), new.nodes.column("name"))
    kinds = _codes(old.nodes.column("kind"), new.nodes.column("kind"))
    place = (names[0][before] != names[1][after]) | (kinds[0][before] != kinds[1][after])
    differs = place.copy()
    for name in ("level", "start_byte", "end_byte"):
        differs |= old.nodes.column(name).to_numpy()[before] != new.nodes.column(name).to_numpy()[after]
    for name in ("doc", "signature", "path"):
        differs |= _unequal(old.nodes.column(name), before, new.nodes.column(name), after)
    differs |= old.first_member[before] != new.first_member[after]
    old_parents, new_parents = (table.column("parent").to_numpy() for table in (old.nodes, new.nodes))
    parents = new_parents[after]
    differs |= np.where(old_parents[before] >= 0, row_of[old_parents[before]], -1) != parents
    renamed = np.zeros(new.nodes.num_rows, bool)
    renamed[after[place]] = True
    differs |= (parents >= 0) & renamed[parents]
    callers = (_named(names[0], old.callers)[before], _named(names[1], new.callers)[after])
    changed: Bools = differs | (callers[0] != callers[1]).any(axis=1)
    return changed


def _first_callers(src: Ints, dst: Ints, count: int) -> Ints:
    """For each row the first different rows that call it; ``src`` is in order."""
    import numpy as np

    order = np.argsort(dst, kind="stable")
    src, dst = src[order], dst[order]
    fresh = np.ones(len(src), bool)
    fresh[1:] = (src[1:] != src[:-1]) | (dst[1:] != dst[:-1])
    src, dst = src[fresh], dst[fresh]
    begins = np.searchsorted(dst, np.arange(count))
    rank = np.arange(len(dst)) - begins[dst]
    early = rank < MAX_CALLERS
    callers = np.full((count, MAX_CALLERS), -1, np.int32)
    callers[dst[early], rank[early]] = src[early]
    return callers


def _places(old: Ints, new: Ints) -> Ints:
    """Where in ``new`` each number of ``old`` is, -1 where it is not; no number comes twice."""
    import numpy as np

    if not len(new):
        return np.full(len(old), -1, np.int32)
    if np.array_equal(old, new):
        return np.arange(len(old), dtype=np.int32)
    order = np.argsort(new)
    found = order[np.minimum(np.searchsorted(new, old, sorter=order), len(new) - 1)]
    return np.where(new[found] == old, found, -1).astype(np.int32)


def _codes(old: pa.ChunkedArray, new: pa.ChunkedArray) -> tuple[Ints, Ints]:
    """Numbers for the words of two columns, equal where the words are."""
    import pyarrow as pa

    words = pa.concat_arrays([_plain(old), _plain(new)]).dictionary_encode()
    codes = words.indices.to_numpy(zero_copy_only=False)
    return codes[: len(old)], codes[len(old) :]


def _named(names: Ints, rows: Ints) -> Ints:
    """The name of each of ``rows`` by its number, -1 for no row."""
    import numpy as np

    return np.where(rows >= 0, names[rows], -1) if len(names) else rows


def _unequal(old: pa.ChunkedArray, before: Ints, new: pa.ChunkedArray, after: Ints) -> Bools:
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_integer(old.type):
        return np.asarray(old.to_numpy()[before] != new.to_numpy()[after], bool)
    columns = _plain(old), _plain(new)
    if len(before) < len(old) or len(after) < len(new) or not np.array_equal(before, after):
        columns = columns[0].take(before), columns[1].take(after)
    different = pc.not_equal(*columns)
    return np.asarray(different.to_numpy(zero_copy_only=False), bool)


def _plain(column: pa.ChunkedArray) -> pa.Array:
    """A column of strings, of words or of lists of strings as one of strings."""
    import pyarrow as pa
    import pyarrow.compute as pc

    plain = column.combine_chunks()
    return pc.binary_join(plain, "\0") if pa.types.is_list(plain.type) else plain.cast(pa.string())


def _paths(nodes: pa.Table, rows: Ints) -> list[str]:
    """The files of those of ``rows`` that have documents."""
    import pyarrow as pa
    import pyarrow.compute as pc

    some = nodes.select(("level", "kind", "path")).take(pa.array(rows))
    kept = pc.and_(
        pc.less_equal(some.column("level"), int(Level.SYMBOL)),
        pc.not_equal(some.column("kind"), str(NodeKind.EXTERNAL)),
    )
    paths: list[str] = some.column("path").filter(kept).unique().to_pylist()
    return paths
