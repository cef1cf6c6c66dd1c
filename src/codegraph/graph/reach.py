"""What lies within a number of steps of some rows: the walk under impact and paths.

Calls name the method that the language's rules give, often one of a base class or an interface. So the walk
also goes *across* ``overrides`` edges, against its own direction: whoever calls a base's method may reach the
method that overrides it. A row that was entered across is a bridge: from there the walk goes on to callers
(or callees), not to the other methods that override the same base.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
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

_UNSEEN, _BRIDGE, _SEEN = 0, 1, 2


class Step(NamedTuple):
    """How a row was first reached: after how many steps, from which row, by which edge (its number)."""

    depth: int
    via: int
    edge: int


class Walk(NamedTuple):
    """Which edges a walk follows, as tables of ``GraphView.accept``."""

    direction: Direction
    along: bytes
    along_from_bridge: bytes
    across: bytes


class Reached(NamedTuple):
    """The rows that a walk found, nearest first, without those it began at.

    ``below`` holds the rows that only edges below the floor led to, ``exhausted`` says that a longer walk
    would find no more.
    """

    steps: dict[int, Step]
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
    along, across = view.backward, view.forward
    if walk.direction == "forward":
        along, across = across, along
    state = bytearray(view.node_count)
    frontier = sorted(set(seeds))
    for row in frontier:
        state[row] = _SEEN
    steps: dict[int, Step] = {}
    below: set[int] = set()
    distance = 0
    crosses = 1 in walk.across
    while frontier and distance < depth:
        distance += 1
        entered: list[int] = []
        for row in frontier:
            table = walk.along if state[row] == _SEEN else walk.along_from_bridge
            begin, end = along.offsets[row], along.offsets[row + 1]
            for place, code in enumerate(along.codes[begin:end], begin):
                verdict = table[code]
                if verdict == 1:
                    far = along.ends[place]
                    if state[far] != _SEEN:
                        if state[far] == _UNSEEN:
                            steps[far] = Step(distance, row, along.edges[place])
                        state[far] = _SEEN
                        entered.append(far)
                elif verdict:
                    below.add(along.ends[place])
            if crosses:
                for place in range(across.offsets[row], across.offsets[row + 1]):
                    if walk.across[across.codes[place]] == 1 and state[across.ends[place]] == _UNSEEN:
                        far = across.ends[place]
                        state[far] = _BRIDGE
                        steps[far] = Step(distance, row, across.edges[place])
                        entered.append(far)
        frontier = entered
    return Reached(steps, {row for row in below if state[row] == _UNSEEN}, not frontier)
