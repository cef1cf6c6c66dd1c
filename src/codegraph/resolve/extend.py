"""Adds nodes and edges to a finished graph and brings it in order again."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from codegraph.model import NODE_COLUMNS, Coded, Columns, Confidence, EdgeKind, Graph, Lists, narrow, node_id
from codegraph.resolve.assemble import DEFAULTS
from codegraph.resolve.columns import int32
from codegraph.resolve.targets import EDGE_KINDS

if TYPE_CHECKING:
    from codegraph.languages.facts import Ints

EDGE_CODES = {kind: code for code, kind in enumerate(EDGE_KINDS)}
CONTAINS = {"kind": EdgeKind.CONTAINS, "confidence": Confidence.CERTAIN, "rule": "contains"}
EDGE_DEFAULTS: dict[str, Any] = {"type_only": False, "dynamic": False}
EDGE_GIVEN = ("src", "dst", "kind", "confidence", "rule", "type_only", "dynamic")


def extend(graph: Graph, nodes: Sequence[dict[str, Any]], edges: Sequence[dict[str, Any]]) -> Graph:
    """A graph with further nodes and edges, in order again.

    Args:
        graph: the graph so far.
        nodes: rows with at least ``fqn``, ``name``, ``level``, ``kind`` and ``parent`` (an FQN); the other columns
            have the defaults of a node without source. Rows whose FQN is in the graph are left out.
        edges: rows with ``src`` and ``dst`` as FQNs and the other columns of an edge.
    """
    names = [name for name, _ in NODE_COLUMNS if name != "id"]
    found = {name: [row.get(name, DEFAULTS.get(name)) for row in nodes] for name in names}
    columns = {name: [edge.get(name, EDGE_DEFAULTS.get(name)) for edge in edges] for name in EDGE_GIVEN}
    return extend_columns(graph, found, {**columns, "sites": [edge.get("sites", []) for edge in edges]})


def extend_columns(
    graph: Graph, nodes: Mapping[str, Sequence[Any]], edges: Mapping[str, Sequence[Any]]
) -> Graph:
    """As ``extend``, where the further nodes and edges are columns; one that is left out has its default."""
    if not nodes.get("fqn") and not edges.get("src"):
        return graph
    import numpy as np

    known = graph.nodes["fqn"]
    taken, at = _fresh(known, nodes.get("fqn", ()))
    # Each old row moves on by the number of new ones before it; the last entry stands for no parent.
    moved = np.append(np.arange(len(known)) + np.searchsorted(at, np.arange(len(known)), side="right"), -1)
    columns = _nodes(graph, nodes, taken, at)
    row_of = dict(zip(columns["fqn"], range(len(columns["fqn"])), strict=True))
    parents = [nodes["parent"][number] for number in taken]
    columns["parent"] = _inserted(
        int32(moved[np.array(graph.nodes["parent"], np.int64)]),
        [row_of.get(parent, -1) for parent in parents],
        at,
    )
    inside = [(parent, nodes["fqn"][n]) for parent, n in zip(parents, taken, strict=True) if parent in row_of]
    further = _with_contained(edges, inside)
    unresolved = {**graph.unresolved, "src": int32(moved[np.array(graph.unresolved["src"], np.int64)])}
    return Graph(columns, _edges(graph, further, moved, row_of), unresolved)


def _fresh(known: Sequence[str], fqns: Sequence[str]) -> tuple[list[int], list[int]]:
    """The numbers of those FQNs that are not known, in their order, and the places that they go to."""
    taken, at = [], []
    place = 0
    for fqn, number in sorted({fqn: number for number, fqn in enumerate(fqns)}.items()):
        place = bisect_left(known, fqn, place)
        if place == len(known) or known[place] != fqn:
            taken.append(number)
            at.append(place)
    return taken, at


def _with_contained(
    edges: Mapping[str, Sequence[Any]], contained: Sequence[tuple[str, str]]
) -> dict[str, Sequence[Any]]:
    """The columns of edges with those from parents to what they contain."""
    given, added = len(edges.get("src", ())), len(contained)
    ends = {"src": [src for src, _ in contained], "dst": [dst for _, dst in contained]}
    found: dict[str, Sequence[Any]] = {}
    for name in (*EDGE_GIVEN, "sites"):
        nothing: Any = [] if name == "sites" else EDGE_DEFAULTS.get(name)
        old = edges.get(name) or [nothing] * given
        found[name] = [*old, *ends.get(name, [CONTAINS.get(name, nothing)] * added)]
    return found


def with_edges(graph: Graph, columns: Mapping[str, Sequence[Any]]) -> Graph:
    """A graph with further edges, in order again.

    Args:
        graph: the graph so far.
        columns: those of the edges, ends as rows; ``type_only`` and ``dynamic`` are False for all.
    """
    import numpy as np

    count = len(columns["src"])
    if not count:
        return graph
    ends = {name: np.asarray(graph.edges[name], np.int64) for name in ("src", "dst")}
    no = Coded(np.zeros(count, np.uint8), (False,))
    further = {**columns, "type_only": no, "dynamic": no}
    return Graph(graph.nodes, _ordered(ends, graph.edges, further), graph.unresolved)


def _nodes(
    graph: Graph, nodes: Mapping[str, Sequence[Any]], taken: Sequence[int], at: Sequence[int]
) -> dict[str, Sequence[Any]]:
    """The columns of the nodes, all but that of their parents."""
    columns: dict[str, Sequence[Any]] = {}
    for name, _ in NODE_COLUMNS:
        if name == "parent":
            columns[name] = ()
            continue
        if name == "id":
            given: list[Any] = [node_id(nodes["fqn"][number]) for number in taken]
        elif name in nodes:
            given = [nodes[name][number] for number in taken]
        else:
            given = [DEFAULTS.get(name)] * len(taken)
        columns[name] = _inserted(graph.nodes[name], given, at)
    return columns


def _edges(
    graph: Graph, further: Mapping[str, Sequence[Any]], moved: Ints, row_of: Mapping[str, int]
) -> dict[str, Sequence[Any]]:
    import numpy as np

    ends = {name: moved[np.array(graph.edges[name], np.int64)] for name in ("src", "dst")}
    rows = {name: [row_of[fqn] for fqn in further[name]] for name in ("src", "dst")}
    return _ordered(ends, graph.edges, {**further, **rows})


def _ordered(
    ends: Mapping[str, Ints], old: Columns, further: Mapping[str, Sequence[Any]]
) -> dict[str, Sequence[Any]]:
    """The columns of edges in order: those that are so already, whose ends may have moved, with further ones."""
    import numpy as np

    new = {name: np.array(further[name], np.int64) for name in ("src", "dst")}
    old_kinds, new_kinds = (_kinds(Coded.of(columns["kind"])) for columns in (old, further))
    size = 1 + max((int(rows.max(initial=0)) for rows in (ends["dst"], new["dst"])), default=0)
    keys = (ends["src"] * len(EDGE_KINDS) + old_kinds) * size + ends["dst"]
    wanted = (new["src"] * len(EDGE_KINDS) + new_kinds) * size + new["dst"]
    order = np.argsort(wanted, kind="stable")
    at = np.searchsorted(keys, wanted[order], side="right")
    whole = np.insert(np.arange(len(keys)), at, len(keys) + order)
    columns: dict[str, Sequence[Any]] = {
        name: int32(np.concatenate((ends[name], new[name]))[whole]) for name in ("src", "dst")
    }
    for name in ("kind", "confidence", "rule", "type_only", "dynamic"):
        columns[name] = _joined(Coded.of(old[name]), Coded.of(further[name]), whole)
    return {**columns, "sites": _sites(old["sites"], further["sites"], order, at)}


def _kinds(column: Coded) -> Ints:
    """The place of each kind of edge in ``EDGE_KINDS``."""
    import numpy as np

    places = np.array([EDGE_CODES[kind] for kind in column.values] or [0], np.int64)
    found: Ints = places[column.codes]
    return found


def _joined(old: Coded, further: Coded, order: Ints) -> Coded:
    """The rows of two columns in an order."""
    import numpy as np

    numbers = {value: number for number, value in enumerate(old.values)}
    place = [numbers.setdefault(value, len(numbers)) for value in further.values] or [0]
    codes = np.concatenate((old.codes, np.array(place)[further.codes]))
    return Coded(narrow(codes, len(numbers))[order], list(numbers))


def _inserted(old: Sequence[Any], further: Sequence[Any], at: Sequence[int]) -> Sequence[Any]:
    """A column with further values, each before the old one at its place; places are in order."""
    if isinstance(old, array):
        import numpy as np

        return int32(np.insert(np.array(old), at, further))
    found: list[Any] = []
    last = 0
    for place, value in zip(at, further, strict=True):
        if place > last:
            found += old[last:place]
            last = place
        found.append(value)
    found += old[last:]
    return found


def _sites(old: Sequence[list[int]], further: Sequence[list[int]], order: Ints, at: Ints) -> Lists:
    """The old sites with the further ones in their order, each before the old one at its place."""
    import numpy as np

    held, added = (lists if isinstance(lists, Lists) else Lists.of(lists) for lists in (old, further))
    offsets, starts = np.array(held.offsets), np.array(added.offsets)
    counts = np.diff(starts)[order]
    ends = np.cumsum(counts)
    taken = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts[order] - (ends - counts), counts)
    values = np.insert(np.array(held.values), np.repeat(offsets[at], counts), np.array(added.values)[taken])
    lengths = np.insert(np.diff(offsets), at, counts)
    return Lists(int32(np.append([0], np.cumsum(lengths))), int32(values))
