"""Widens a ranking along the graph: what the best hits call, use or extend, and what does that with them."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from itertools import islice
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


def widened(view: GraphView, scores: Mapping[int, float], hops: int, accept: Accept) -> dict[int, float]:
    """What lies up to ``hops`` edges away from the first ``SEEDS`` of ``scores``, in either direction.

    A row gets the score of the seed times 0.7 for each step on the best way to it. Edges that only may be
    (``possible``) are not followed; rows that are not accepted, and what lies outside of the index, are passed through.

    Args:
        scores: rows with their scores, best first.

    Returns:
        Rows that are no seeds, with their scores.
    """
    seeds = dict(islice(scores.items(), SEEDS))
    accepted = view.accept(_KINDS, Confidence.INFERRED)
    best: dict[int, float] = {}
    queue = [(-score, 0, row) for row, score in seeds.items()]
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
    return {
        row: score for row, score in best.items() if row not in seeds and _is_here(view, row) and accept(row)
    }


def _is_here(view: GraphView, row: int) -> bool:
    return view.kind(row) != NodeKind.EXTERNAL
