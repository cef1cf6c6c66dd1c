"""Dependencies that go in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from codegraph.graph.levels import LevelGraph

Targets = Mapping[int, Sequence[int]]


class Cycle(NamedTuple):
    """Rows that all depend on each other, and one of the shortest ways around.

    ``rows`` begins at its smallest row; from its last row an edge leads back to the first.
    """

    rows: list[int]
    members: list[int]


def cycles(graph: LevelGraph, *, ignore_type_only: bool = True) -> list[Cycle]:
    """One cycle for each set of nodes that depend on each other, the largest sets first.

    Edges that exist for a type checker alone make no cycle at run time; ``ignore_type_only=False`` counts
    them. Edges from a node to itself count never.
    """
    targets: dict[int, list[int]] = {row: [] for row in graph.nodes}
    for edge in graph.edges:
        if edge.src != edge.dst and not (ignore_type_only and edge.type_only):
            targets[edge.src].append(edge.dst)
    found = [Cycle(shortest_cycle(targets, members), members) for members in components(targets)]
    return sorted(found, key=lambda cycle: (-len(cycle.members), cycle.members))


def components(targets: Targets) -> list[list[int]]:
    """The strongly connected components of two nodes or more, each sorted (Tarjan, without recursion)."""
    search = _Tarjan(targets)
    for root in targets:
        search.visit(root)
    return search.found


def shortest_cycle(targets: Targets, members: Sequence[int]) -> list[int]:
    """One of the shortest cycles within a strongly connected component, from its smallest row on."""
    inside = set(members)
    best: list[int] = []
    for start in sorted(members):
        shorter = _way_around(targets, start, inside, len(best) or len(members) + 1)
        best = shorter or best
        if len(best) == 2:
            break
        # The shortest cycle through this row is known, so later ones need not pass through it.
        inside.discard(start)
    return best


class _Tarjan:
    """The state of Tarjan's search: when each node was entered, and the oldest node that it leads back to."""

    def __init__(self, targets: Targets) -> None:
        self.found: list[list[int]] = []
        self._targets = targets
        self._order: dict[int, int] = {}
        self._low: dict[int, int] = {}
        self._stack: list[int] = []
        self._on_stack: set[int] = set()

    def visit(self, root: int) -> None:
        """Find the components of all that ``root`` leads to and that was not visited yet."""
        path = [] if root in self._order else [self._enter(root)]
        while path:
            node, rest = path[-1]
            far = next(rest, None)
            if far is None:
                path.pop()
                if path:
                    self._lower(path[-1][0], self._low[node])
                if self._low[node] == self._order[node]:
                    self._leave(node)
            elif far not in self._order:
                path.append(self._enter(far))
            elif far in self._on_stack:
                self._lower(node, self._order[far])

    def _enter(self, node: int) -> tuple[int, Iterator[int]]:
        self._order[node] = self._low[node] = len(self._order)
        self._stack.append(node)
        self._on_stack.add(node)
        return node, iter(self._targets[node])

    def _lower(self, node: int, order: int) -> None:
        self._low[node] = min(self._low[node], order)

    def _leave(self, node: int) -> None:
        """Take the component whose first node this is off the stack."""
        begin = len(self._stack) - 1
        while self._stack[begin] != node:
            begin -= 1
        members = self._stack[begin:]
        del self._stack[begin:]
        self._on_stack.difference_update(members)
        if len(members) > 1:
            self.found.append(sorted(members))


def _way_around(targets: Targets, start: int, inside: set[int], limit: int) -> list[int]:
    """A shortest cycle through ``start`` of fewer than ``limit`` rows ``inside``, or nothing."""
    came_from = {start: -1}
    frontier = [start]
    for _ in range(1, limit):
        entered = []
        for node in frontier:
            for far in targets[node]:
                if far == start:
                    return _back(came_from, node)
                if far in inside and far not in came_from:
                    came_from[far] = node
                    entered.append(far)
        frontier = entered
    return []


def _back(came_from: Mapping[int, int], node: int) -> list[int]:
    way = []
    while node >= 0:
        way.append(node)
        node = came_from[node]
    return way[::-1]
