"""Adds to cognitive complexity what only the whole graph tells: that functions call themselves in a circle."""

from __future__ import annotations

from array import array

from codegraph.graph.cycles import components
from codegraph.model import Coded, Confidence, EdgeKind, Graph


def with_recursion(graph: Graph) -> Graph:
    """The graph with one more for the cognitive complexity of every callable in a circle of calls, direct or not.

    That is how Campbell (2018), "Cognitive Complexity", counts recursion. Calls that are only possible do not count.
    """
    import numpy as np

    edges = graph.edges
    kinds, confidences = Coded.of(edges["kind"]), Coded.of(edges["confidence"])
    calls = np.flatnonzero(kinds.where(EdgeKind.CALLS) & ~confidences.where(Confidence.POSSIBLE))
    sources, targets = (np.array(edges[end], np.int64)[calls] for end in ("src", "dst"))
    itself = sources[sources == targets]
    sources, targets = sources[sources != targets], targets[sources != targets]
    while len(sources):  # what nothing leads to, or what leads to nothing, is in no circle
        kept = np.isin(sources, targets) & np.isin(targets, sources)
        if kept.all():
            break
        sources, targets = sources[kept], targets[kept]
    ends: dict[int, list[int]] = {row: [] for row in sources.tolist()}
    for source, target in zip(sources.tolist(), targets.tolist(), strict=True):
        ends[source].append(target)
    rows = {*itself.tolist(), *(row for members in components(ends) for row in members)}
    if not rows:
        return graph
    cognitive = array("i", graph.nodes["cognitive"])
    for row in rows:
        if graph.nodes["cyclomatic"][row]:
            cognitive[row] += 1
    return graph._replace(nodes={**graph.nodes, "cognitive": cognitive})
