"""Members that nobody calls by name: what a language calls by itself (``with``, operators), or a framework does.

Whoever uses the class may run them. For tests that counts: one that is not run finds nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from codegraph.graph.reach import USES, Walk, reach
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Confidence, EdgeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_ROUNDS = 1  # behind classes that are reached so lie again uncalled members, and soon everything
Ways = Mapping[int, tuple[int, int]]


def through_classes(view: GraphView, seeds: Iterable[int], came_from: Ways, walk: Walk, depth: int) -> Ways:
    """How what uses the classes of uncalled members is reached, besides what was reached already.

    Args:
        view: the graph.
        seeds: where the walk began.
        came_from: what it reached.
        walk: how to go on from the classes.
        depth: how many steps.
    """
    known: dict[int, tuple[int, int]] = dict(came_from)
    begun = set(seeds)
    fresh = [*begun, *came_from]
    for _ in range(_ROUNDS):
        classes = {
            row: way for row, way in _classes(view, sorted(fresh)) if row not in known and row not in begun
        }
        if not classes:
            break
        further = reach(view, sorted(classes), walk, depth).came_from
        fresh = [row for row in (*classes, *further) if row not in known and row not in begun]
        known = {**further, **classes, **known}
    return {row: way for row, way in known.items() if row not in came_from and row not in begun}


def _classes(view: GraphView, rows: Iterable[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    used = view.accept(USES | {EdgeKind.OVERRIDES, EdgeKind.TESTS}, Confidence.INFERRED)
    overrides = view.accept({EdgeKind.OVERRIDES}, Confidence.INFERRED)
    for row in rows:
        above = view.parent(row)
        if above < 0 or view.kind(row) not in CALLABLE_KINDS or view.kind(above) not in TYPE_KINDS:
            continue
        if view.is_test(row) or view.predecessors(row, used):
            continue
        if view.successors(row, overrides):  # callers of what it overrides in this project count
            continue
        if (edge := view.edge_from_parent(row)) >= 0:
            yield above, (row, edge)
