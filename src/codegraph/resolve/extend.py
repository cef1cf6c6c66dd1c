"""Adds nodes and edges to a finished graph and brings it in order again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from codegraph.model import NODE_COLUMNS, Confidence, EdgeKind, Graph, Lists, node_id
from codegraph.resolve.assemble import DEFAULTS
from codegraph.resolve.columns import int32, pick
from codegraph.resolve.targets import EDGE_KINDS

if TYPE_CHECKING:
    from codegraph.languages.facts import Ints

EDGE_CODES = {kind: code for code, kind in enumerate(EDGE_KINDS)}
CONTAINS = {"kind": EdgeKind.CONTAINS, "confidence": Confidence.CERTAIN, "rule": "contains"}
EDGE_DEFAULTS: dict[str, Any] = {"type_only": False, "dynamic": False}


def extend(graph: Graph, nodes: Sequence[dict[str, Any]], edges: Sequence[dict[str, Any]]) -> Graph:
    """A graph with further nodes and edges, in order again.

    Args:
        graph: the graph so far.
        nodes: rows with at least ``fqn``, ``name``, ``level``, ``kind`` and ``parent`` (an FQN); the other columns
            have the defaults of a node without source. Rows whose FQN is in the graph are left out.
        edges: rows with ``src`` and ``dst`` as FQNs and the other columns of an edge.
    """
    if not nodes and not edges:
        return graph
    import numpy as np

    taken = set(graph.nodes["fqn"])
    fresh = [row for fqn, row in {row["fqn"]: row for row in nodes}.items() if fqn not in taken]
    fqns = [*graph.nodes["fqn"], *(row["fqn"] for row in fresh)]
    order = np.array(sorted(range(len(fqns)), key=fqns.__getitem__), np.int64)
    place = np.empty(len(order) + 1, np.int64)
    place[order] = np.arange(len(order))
    place[-1] = -1  # of no parent
    row_of = dict(zip(fqns, place.tolist(), strict=False))
    unresolved = {**graph.unresolved, "src": int32(place[np.array(graph.unresolved["src"], np.int64)])}
    contained = [row for row in fresh if row["parent"] in row_of]
    further = [*edges, *({**CONTAINS, "src": row["parent"], "dst": row["fqn"]} for row in contained)]
    return Graph(
        _nodes(graph, fresh, order, place, row_of), _edges(graph, further, place, row_of), unresolved
    )


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
    old = graph.edges
    ends = {name: np.append(np.asarray(old[name], np.int64), columns[name]) for name in ("src", "dst")}
    given = {name: [*old[name], *columns[name]] for name in ("kind", "confidence", "rule")}
    given |= {name: [*old[name], *[False] * count] for name in ("type_only", "dynamic")}
    edges = _ordered(ends, given, old["sites"], columns["sites"])
    return Graph(graph.nodes, edges, graph.unresolved)


def _nodes(
    graph: Graph, fresh: list[dict[str, Any]], order: Ints, place: Ints, row_of: Mapping[str, int]
) -> dict[str, Sequence[Any]]:
    import numpy as np

    columns: dict[str, Sequence[Any]] = {}
    for name, kind in NODE_COLUMNS:
        old = graph.nodes[name]
        if name == "parent":
            rows = [row_of.get(row["parent"], -1) for row in fresh]
            columns[name] = int32(np.append(place[np.array(old, np.int64)], rows)[order])
            continue
        given = [node_id(row["fqn"]) if name == "id" else row.get(name, DEFAULTS.get(name)) for row in fresh]
        if kind == "int32":
            columns[name] = int32(np.append(np.array(old, np.int32), np.array(given, np.int32))[order])
        else:
            columns[name] = pick([*old, *given], order)
    return columns


def _edges(
    graph: Graph, further: Sequence[dict[str, Any]], place: Ints, row_of: Mapping[str, int]
) -> dict[str, Sequence[Any]]:
    import numpy as np

    old = graph.edges
    ends = {
        name: np.append(place[np.array(old[name], np.int64)], [row_of[edge[name]] for edge in further])
        for name in ("src", "dst")
    }
    given = {
        name: [*old[name], *(edge.get(name, EDGE_DEFAULTS.get(name)) for edge in further)]
        for name in ("kind", "confidence", "rule", "type_only", "dynamic")
    }
    return _ordered(ends, given, old["sites"], [edge.get("sites", []) for edge in further])


def _ordered(
    ends: Mapping[str, Ints],
    given: Mapping[str, Sequence[Any]],
    old: Iterable[list[int]],
    further: Iterable[list[int]],
) -> dict[str, Sequence[Any]]:
    """The columns of edges in order; sites come in two parts, one after the other."""
    import numpy as np

    kinds = np.array([EDGE_CODES[kind] for kind in given["kind"]], np.int8)
    order = np.lexsort((ends["dst"], kinds, ends["src"]))
    return {
        **{name: int32(rows[order]) for name, rows in ends.items()},
        **{name: pick(values, order) for name, values in given.items()},
        "sites": _sites(old, further, order),
    }


def _sites(old: Iterable[list[int]], further: Iterable[list[int]], order: Ints) -> Lists:
    """The old and the further sites in an order."""
    import numpy as np

    held = old if isinstance(old, Lists) else Lists.of(old)
    added = Lists.of(further)
    values = np.append(np.array(held.values, np.int32), np.array(added.values, np.int32))
    counts = np.append(np.diff(np.array(held.offsets)), np.diff(np.array(added.offsets)))
    starts = (np.cumsum(counts) - counts)[order]
    counts = counts[order]
    offsets = np.append([0], np.cumsum(counts))
    taken = np.arange(len(values)) - np.repeat(offsets[:-1] - starts, counts)
    return Lists(int32(offsets), int32(values[taken]))
