"""Widens a ranking along the graph: what the best hits call, use or extend, and what does that with them."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from codegraph.model import Confidence, EdgeKind, NodeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.search.filters import Accept

SEEDS: Final = 4
"""So many of the best hits are started from."""
DECAY: Final = 0.7
"""What a step leaves of a score."""

_KINDS = frozenset(EdgeKind) - {EdgeKind.CONTAINS, EdgeKind.IMPORTS}


def widened(
    view: GraphView, scores: Mapping[int, float], seeds: list[int], hops: int, accept: Accept
) -> dict[int, float]:
    """What lies up to ``hops`` edges away from the best of ``seeds``, in either direction.

    A row gets the score of the seed times 0.7 for each step on the best way to it. Edges that only may be
    (``possible``) are not followed; rows that are not accepted, and what lies outside of the index, are passed through.

    Args:
        scores: the score of each seed.
        seeds: rows, best first; ``SEEDS`` of them are taken.

    Returns:
        Rows that are no seeds, with their scores.
    """
    accepted = view.accept(_KINDS, Confidence.INFERRED)
    best: dict[int, float] = {}
    queue = [(-scores[row], 0, row) for row in seeds[:SEEDS]]
    heapq.heapify(queue)
    while queue:
        score, steps, row = heapq.heappop(queue)
        if row in best:
            continue
        best[row] = -score
        if steps < hops:
            for far in (*view.successors(row, accepted), *view.predecessors(row, accepted)):
                if far not in best:
                    heapq.heappush(queue, (score * DECAY, steps + 1, far))
    starts = set(seeds[:SEEDS])
    return {
        row: score for row, score in best.items() if row not in starts and _is_here(view, row) and accept(row)
    }


def _is_here(view: GraphView, row: int) -> bool:
    return view.kind(row) != NodeKind.EXTERNAL
