"""Dependencies that go in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from codegraph.graph.levels import LevelEdge, LevelGraph

Targets = Mapping[int, Sequence[int]]
Weights = Mapping[int, Mapping[int, int]]


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


def breaking_of_each(graph: LevelGraph, found: Sequence[Cycle]) -> list[list[LevelEdge]]:
    """For each cycle of a graph its ``breaking_edges``; the graph is walked through once, however many there are."""
    ring = {row: number for number, cycle in enumerate(found) for row in cycle.members}
    inside: list[list[LevelEdge]] = [[] for _ in found]
    for edge in graph.edges:
        number = ring.get(edge.src)
        if number is not None and ring.get(edge.dst) == number:
            inside[number].append(edge)
    return [
        breaking_edges(graph._replace(edges=edges), cycle.members)
        for edges, cycle in zip(inside, found, strict=True)
    ]


def breaking_edges(graph: LevelGraph, members: Sequence[int]) -> list[LevelEdge]:
    """Edges without which the rows of a cycle no longer depend on each other in a circle: few, and weak ones.

    The smallest such set is hard to find; this one is found greedily (Eades, Lin and Smyth, 1993, "A fast and effective
    heuristic for the feedback arc set problem", with the places of references as weights), and no edge of it can be
    spared. Edges for types alone make no cycle and are not among them.

    Args:
        graph: the graph that the cycle is in.
        members: the ``members`` of a ``Cycle``.
    """
    inside = set(members)
    edges = [
        edge
        for edge in graph.edges
        if edge.src in inside and edge.dst in inside and edge.src != edge.dst and not edge.type_only
    ]
    place = {row: at for at, row in enumerate(_greedy_order(sorted(inside), edges))}
    back = [edge for edge in edges if place[edge.src] > place[edge.dst]]
    kept: dict[int, list[int]] = {row: [] for row in inside}
    for edge in edges:
        if place[edge.src] < place[edge.dst]:
            kept[edge.src].append(edge.dst)
    needed = []
    for edge in sorted(back, key=lambda edge: (-edge.weight, edge.src, edge.dst)):
        if _leads_to(kept, edge.dst, edge.src):
            needed.append(edge)
        else:
            kept[edge.src].append(edge.dst)
    return sorted(needed, key=lambda edge: (edge.src, edge.dst))


def _greedy_order(rows: Sequence[int], edges: Sequence[LevelEdge]) -> list[int]:
    """An order in which few references lead backwards: sinks last, sources first, else who gives most, takes least."""
    outgoing: dict[int, dict[int, int]] = {row: {} for row in rows}
    incoming: dict[int, dict[int, int]] = {row: {} for row in rows}
    for edge in edges:
        outgoing[edge.src][edge.dst] = outgoing[edge.src].get(edge.dst, 0) + edge.weight
        incoming[edge.dst][edge.src] = incoming[edge.dst].get(edge.src, 0) + edge.weight
    balance = {row: sum(outgoing[row].values()) - sum(incoming[row].values()) for row in rows}
    heap = [_priority(row, outgoing, incoming, balance) for row in rows]
    heapify(heap)
    first: list[int] = []
    last: list[int] = []
    left = set(rows)
    while left:
        entry = heappop(heap)
        row = entry[-1]
        if row not in left or entry != _priority(row, outgoing, incoming, balance):
            continue
        (last if not outgoing[row] else first).append(row)
        left.discard(row)
        touched = sorted({*outgoing[row], *incoming[row]})
        for far, weight in outgoing[row].items():
            balance[far] += weight
            del incoming[far][row]
        for far, weight in incoming[row].items():
            balance[far] -= weight
            del outgoing[far][row]
        for far in touched:
            heappush(heap, _priority(far, outgoing, incoming, balance))
    return [*first, *reversed(last)]


def _priority(
    row: int, outgoing: Weights, incoming: Weights, balance: Mapping[int, int]
) -> tuple[int, int, int]:
    rank = 0 if not outgoing[row] else 1 if not incoming[row] else 2
    return rank, -balance[row], row


def _leads_to(targets: Targets, start: int, goal: int) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        if node == goal:
            return True
        for far in targets[node]:
            if far not in seen:
                seen.add(far)
                waiting.append(far)
    return False


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
