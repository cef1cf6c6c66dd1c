"""What lies within a number of steps of some rows: the walk under impact and paths.

Calls name the method that the language's rules give, often one of a base class or an interface. So the walk
also goes *across* ``overrides`` edges, against its own direction: whoever calls a base's method may reach the
method that overrides it. A row that was entered across is a bridge: from there the walk goes on to callers
(or callees), not to the other methods that override the same base.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from codegraph.model import Confidence, EdgeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

Direction = Literal["backward", "forward"]

USES = frozenset(
    {
        EdgeKind.CALLS,
        EdgeKind.INSTANTIATES,
        EdgeKind.REFERENCES,
        EdgeKind.EXTENDS,
        EdgeKind.IMPLEMENTS,
        EdgeKind.DECORATES,
    }
)
"""How one symbol depends on another."""
FLOW = frozenset({EdgeKind.CALLS, EdgeKind.INSTANTIATES})
"""How control passes from one symbol to another."""
ROUTES = frozenset({EdgeKind.HANDLES, EdgeKind.REQUESTS})
"""How control passes from a client's request to the code that answers it."""
DEPENDS = USES | ROUTES | {EdgeKind.OVERRIDES, EdgeKind.TESTS}
"""How what is affected by a change hangs together with it, imports apart."""

_UNSEEN, _BRIDGE, _SEEN = 0, 1, 2
_BELOW = 2  # what ``GraphView.accept`` says of an edge below the floor


class Walk(NamedTuple):
    """Which edges a walk follows, as tables of ``GraphView.accept``."""

    direction: Direction
    along: bytes
    along_from_bridge: bytes
    across: bytes


class Reached(NamedTuple):
    """What a walk found, without the rows it began at.

    ``levels[n]`` holds the rows that are ``n + 1`` steps away, in order; ``came_from`` from which row and by
    which edge (its number) each was first reached; ``below`` the rows that only edges below the floor lead
    to. When the walk is ``exhausted``, a longer one would find no more.
    """

    levels: list[list[int]]
    came_from: dict[int, tuple[int, int]]
    below: set[int]
    exhausted: bool


def plan_walk(
    view: GraphView,
    direction: Direction,
    kinds: Collection[str],
    *,
    floor: str = Confidence.INFERRED,
    bridges: bool = True,
) -> Walk:
    """A walk over edges of ``kinds`` with at least the confidence ``floor``.

    With ``bridges`` it goes across ``overrides`` edges as well.
    """
    chosen = set(kinds)
    crossing = {EdgeKind.OVERRIDES} if bridges else set()
    return Walk(
        direction,
        view.accept(chosen, floor),
        view.accept(chosen - {EdgeKind.OVERRIDES}, floor),
        view.accept(crossing, floor),
    )


def reach(view: GraphView, seeds: Iterable[int], walk: Walk, depth: int) -> Reached:
    """Everything within ``depth`` steps of ``seeds``."""
    search = _Search(view, walk)
    frontier = sorted(set(seeds))
    for row in frontier:
        search.state[row] = _SEEN
    levels: list[list[int]] = []
    while frontier and len(levels) < depth:
        known = len(search.came_from)
        frontier = search.expand(frontier)
        levels.append(sorted(islice(search.came_from, known, None)))
    below = {row for row in search.below if search.state[row] == _UNSEEN}
    return Reached([level for level in levels if level], search.came_from, below, not frontier)


class _Search:
    """The state of a walk: one byte a row, and how each row was first reached."""

    def __init__(self, view: GraphView, walk: Walk) -> None:
        backward = walk.direction == "backward"
        self.along = view.backward if backward else view.forward
        self.across = view.forward if backward else view.backward
        self.walk = walk
        self.crosses = 1 in walk.across
        self.state = bytearray(view.node_count)
        self.came_from: dict[int, tuple[int, int]] = {}
        self.below: set[int] = set()

    def expand(self, frontier: list[int]) -> list[int]:
        """One step further from all rows of ``frontier``; returns the rows entered."""
        offsets, codes, ends, edges = self.along
        state, came_from, entered = self.state, self.came_from, list[int]()
        for row in frontier:
            begin, end = offsets[row], offsets[row + 1]
            table = self.walk.along if state[row] == _SEEN else self.walk.along_from_bridge
            for place in range(begin, end):
                if verdict := table[codes[place]]:
                    far = ends[place]
                    if verdict == _BELOW:
                        self.below.add(far)
                    elif state[far] != _SEEN:
                        if state[far] == _UNSEEN:
                            came_from[far] = row, edges[place]
                        state[far] = _SEEN
                        entered.append(far)
            if self.crosses:
                self._cross(row, entered)
        return entered

    def _cross(self, row: int, entered: list[int]) -> None:
        offsets, codes, ends, edges = self.across
        table, state = self.walk.across, self.state
        for place in range(offsets[row], offsets[row + 1]):
            if table[codes[place]] == 1 and state[ends[place]] == _UNSEEN:
                far = ends[place]
                state[far] = _BRIDGE
                self.came_from[far] = row, edges[place]
                entered.append(far)
