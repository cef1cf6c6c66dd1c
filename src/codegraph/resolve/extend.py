"""Adds nodes and edges to a finished graph and brings it in order again."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from codegraph.model import EDGE_COLUMNS, NODE_COLUMNS, Confidence, EdgeKind, Graph, node_id
from codegraph.resolve.assemble import DEFAULTS

EDGE_ORDER = ("src", "kind", "dst", "confidence", "rule", "type_only", "dynamic", "sites")


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
    old = graph.nodes["fqn"]
    taken = set(old)
    fresh = [row for fqn, row in {row["fqn"]: row for row in nodes}.items() if fqn not in taken]
    fqns = [*old, *(row["fqn"] for row in fresh)]
    order = sorted(range(len(fqns)), key=fqns.__getitem__)
    place = [0] * len(order)
    for row, number in enumerate(order):
        place[number] = row
    row_of = {fqn: place[number] for number, fqn in enumerate(fqns)}
    unresolved = {**graph.unresolved, "src": [place[number] for number in graph.unresolved["src"]]}
    return Graph(
        _nodes(graph, fresh, order, place, row_of), _edges(graph, fresh, edges, place, row_of), unresolved
    )


def _nodes(
    graph: Graph, fresh: list[dict[str, Any]], order: list[int], place: list[int], row_of: dict[str, int]
) -> dict[str, Sequence[Any]]:
    columns: dict[str, Sequence[Any]] = {}
    for column in NODE_COLUMNS:
        name = column.name
        items: list[Any]
        if name == "parent":
            items = [place[parent] if parent >= 0 else -1 for parent in graph.nodes[name]]
            items += [row_of.get(row["parent"], -1) for row in fresh]
        elif name == "id":
            items = [*graph.nodes[name], *(node_id(row["fqn"]) for row in fresh)]
        else:
            items = [*graph.nodes[name], *(row.get(name, DEFAULTS.get(name)) for row in fresh)]
        picked = [items[number] for number in order]
        columns[name] = array("i", picked) if column.type == "int32" else picked
    return columns


def _edges(
    graph: Graph,
    fresh: list[dict[str, Any]],
    edges: Sequence[dict[str, Any]],
    place: list[int],
    row_of: dict[str, int],
) -> dict[str, Sequence[Any]]:
    old = {
        **graph.edges,
        "src": [place[i] for i in graph.edges["src"]],
        "dst": [place[i] for i in graph.edges["dst"]],
    }
    rows: list[tuple[Any, ...]] = list(zip(*(old[name] for name in EDGE_ORDER), strict=True))
    for edge in edges:
        row = {"type_only": False, "dynamic": False, "sites": [], **edge}
        row |= {"src": row_of[edge["src"]], "dst": row_of[edge["dst"]]}
        rows.append(tuple(row[name] for name in EDGE_ORDER))
    rows.extend(
        (
            row_of[row["parent"]],
            EdgeKind.CONTAINS,
            row_of[row["fqn"]],
            Confidence.CERTAIN,
            "contains",
            False,
            False,
            [],
        )
        for row in fresh
        if row["parent"] in row_of
    )
    rows.sort(key=lambda row: row[:3])
    table = dict(zip(EDGE_ORDER, zip(*rows, strict=True), strict=True))
    return {
        column.name: array("i", table[column.name]) if column.type == "int32" else list(table[column.name])
        for column in EDGE_COLUMNS
    }
