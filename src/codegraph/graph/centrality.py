"""How central symbols are among those that call each other: degrees, PageRank, betweenness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from codegraph.graph.view import GraphView

CALLS = (EdgeKind.CALLS, EdgeKind.INSTANTIATES)
DAMPING = 0.85
STEPS = 100
TOLERANCE = 1e-10
BUDGET = 4_000_000
"""Edges that are walked along for betweenness: a few seconds."""
_SEED = 20_010_601


class CallGraph(NamedTuple):
    """Rows of symbols with code of their own and, by position, the ends of the edges between them, each pair once."""

    rows: list[int]
    sources: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]


class Betweenness(NamedTuple):
    """A value for each position; ``sampled`` is from how many of ``sources`` shortest paths were followed."""

    values: list[float]
    sampled: int
    sources: int


def call_graph(view: GraphView, floor: str) -> CallGraph:
    """Who calls whom among the symbols of the project, calls of oneself left out.

    Args:
        view: the graph.
        floor: the least confidence of an edge.
    """
    import numpy as np

    level = np.array(view.container.array("level"))
    kinds = np.array(view.container.array("kind"))
    words = view.vocabulary["kind"]
    outside = [words.index(kind) for kind in (NodeKind.EXTERNAL, NodeKind.SECTION) if kind in words]
    inside = (level == Level.SYMBOL) & ~np.isin(kinds, outside)
    accepted = np.frombuffer(view.accept(CALLS, floor), np.uint8)
    taken = accepted[np.frombuffer(bytes(view.forward.codes), np.uint8)] == 1
    sources = np.array(view.container.array("src"), np.int64)[taken]
    targets = np.array(view.forward.ends, np.int64)[taken]
    kept = inside[sources] & inside[targets] & (sources != targets)
    pairs = np.unique(sources[kept] * view.node_count + targets[kept])
    rows = np.flatnonzero(inside)
    place = np.full(view.node_count, -1, np.int64)
    place[rows] = np.arange(len(rows))
    return CallGraph(rows.tolist(), place[pairs // view.node_count], place[pairs % view.node_count])


def page_rank(graph: CallGraph) -> list[float]:
    """The share of time that a reader spends at each position who follows calls at random, and now and then jumps.

    Page, Brin, Motwani and Winograd (1999), by power iteration; who has no calls left jumps anywhere. The sum is 1.
    """
    import numpy as np

    count = len(graph.rows)
    if not count:
        return []
    degrees = np.bincount(graph.sources, minlength=count)
    ends = degrees == 0
    rank = np.full(count, 1 / count)
    for _ in range(STEPS):
        given = np.where(ends, 0.0, rank / np.maximum(degrees, 1))
        passed = np.bincount(graph.targets, weights=given[graph.sources], minlength=count)
        new = DAMPING * (passed + rank[ends].sum() / count) + (1 - DAMPING) / count
        moved = float(np.abs(new - rank).sum())
        rank = new
        if moved < TOLERANCE:
            break
    found: list[float] = rank.tolist()
    return found


def betweenness(graph: CallGraph, budget: int = BUDGET) -> Betweenness:
    """The share of shortest paths between two others that lead through each position.

    Brandes (2001), "A faster algorithm for betweenness centrality", from every position that calls something; where
    that is too much, from as many as the budget allows, drawn with a fixed seed (Brandes and Pich, 2007).

    Args:
        graph: the graph.
        budget: edges that may be walked along.
    """
    import numpy as np

    count = len(graph.rows)
    order = np.argsort(graph.sources, kind="stable")
    bounds = np.searchsorted(graph.sources[order], np.arange(count + 1)).tolist()
    targets: list[int] = graph.targets[order].tolist()
    starts = [row for row in range(count) if bounds[row] < bounds[row + 1]]
    random.Random(_SEED).shuffle(starts)  # noqa: S311  (a sample, no secret)
    sums = [0.0] * count
    sampled = 0
    for start in starts:
        if budget <= 0:
            break
        budget -= _paths_from(start, bounds, targets, sums)
        sampled += 1
    pairs = (count - 1) * (count - 2)
    scale = (len(starts) / sampled if sampled else 0.0) / pairs if pairs > 0 else 0.0
    return Betweenness([value * scale for value in sums], sampled, len(starts))


def _paths_from(start: int, bounds: Sequence[int], targets: Sequence[int], sums: list[float]) -> int:
    """Add the dependencies of one start to ``sums``; how many edges were walked along comes back."""
    distance = {start: 0}
    paths = {start: 1.0}
    before: dict[int, list[int]] = {start: []}
    order = [start]
    walked = 0
    for node in order:
        further = distance[node] + 1
        for at in range(bounds[node], bounds[node + 1]):
            far = targets[at]
            walked += 1
            if far not in distance:
                distance[far] = further
                paths[far] = 0.0
                before[far] = []
                order.append(far)
            if distance[far] == further:
                paths[far] += paths[node]
                before[far].append(node)
    gains = dict.fromkeys(order, 0.0)
    for node in reversed(order):
        share = (1.0 + gains[node]) / paths[node]
        for one in before[node]:
            gains[one] += paths[one] * share
        if node != start:
            sums[node] += gains[node]
    return walked
