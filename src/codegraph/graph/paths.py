"""How control gets from one place to another: the shortest path, or all simple ones, hop by hop."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.reach import FLOW, ROUTES, Direction, Walk, plan_walk, reach
from codegraph.model import Confidence

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

MAX_EXPANSIONS = 200_000
MAX_FRONTIER = 20
_OPPOSITE: dict[Direction, Direction] = {"forward": "backward", "backward": "forward"}


class Hop(NamedTuple):
    """One step of a path by the edge with that number; ``across`` when it goes from a base to an override."""

    src: int
    dst: int
    edge: int
    across: bool


class Trace(NamedTuple):
    """The answer: paths as lists of hops, the shortest first, and what was found if there is none.

    ``frontier`` holds the rows at which the search stood when it ended, ``depth`` steps from the start (at
    most twenty); ``reached`` counts all rows that it came to. It is ``exhausted`` when no greater depth would
    lead further, and ``truncated`` when there are more paths than were asked for.
    """

    paths: list[list[Hop]]
    truncated: bool
    reached: int
    depth: int
    frontier: list[int]
    exhausted: bool


def trace(
    view: GraphView,
    source: int,
    target: int | None = None,
    *,
    direction: Direction = "forward",
    max_depth: int = 4,
    kinds: Collection[str] | None = None,
    floor: str = Confidence.INFERRED,
    all_paths: bool = False,
    max_paths: int = 20,
) -> Trace:
    """Paths from ``source`` to ``target``, or to wherever they lead when there is no target.

    Args:
        view: the graph.
        source: a row; a class, file or package counts with everything in it.
        target: likewise, or None.
        direction: ``forward`` follows calls, ``backward`` goes from the called to the callers; hops then run
            from the called to its caller, too.
        max_depth: how many hops at most.
        kinds: which edges to follow; None for calls, instantiations and routes.
        floor: the least confidence of an edge.
        all_paths: all simple paths instead of one of the shortest; without a target always all.
        max_paths: how many paths at most.
    """
    walk = plan_walk(view, direction, FLOW | ROUTES if kinds is None else kinds, floor=floor)
    search = _Search(view, walk, [source, *view.descendants(source)], max_depth)
    if target is None:
        paths, truncated = search.take(search.outward(), max_paths)
    else:
        ends = {target, *view.descendants(target)} - set(search.starts)
        paths, truncated = search.take(search.between(ends), max_paths if all_paths else 1)
        truncated = truncated and all_paths
    found = reach(view, search.starts, walk, max_depth)
    last = found.levels[-1] if found.levels else []
    return Trace(
        paths,
        truncated,
        len(found.came_from),
        len(found.levels),
        last[:MAX_FRONTIER],
        found.exhausted,
    )


class _Search:
    """Enumerates simple paths depth first; gives up after ``MAX_EXPANSIONS`` steps."""

    def __init__(self, view: GraphView, walk: Walk, starts: list[int], max_depth: int) -> None:
        self.view = view
        self.walk = walk
        self.starts = starts
        self.max_depth = max_depth
        self._expansions = 0

    def take(self, paths: Iterator[list[Hop]], count: int) -> tuple[list[list[Hop]], bool]:
        """The first ``count`` paths, and whether there are more, or may be."""
        taken = list(islice(paths, count))
        more = next(paths, None) is not None
        return taken, more or self._expansions >= MAX_EXPANSIONS

    def between(self, ends: set[int]) -> Iterator[list[Hop]]:
        """Paths from a start to one of ``ends``, by length."""
        left = self._distances(ends)
        for length in range(1, self.max_depth + 1):
            for start in self.starts:
                if left.get(start, length + 1) <= length:
                    yield from self._walk(start, length, left)

    def outward(self) -> Iterator[list[Hop]]:
        """Paths from a start that can't be prolonged within the depth."""
        for start in self.starts:
            yield from self._walk(start, self.max_depth, None)

    def _walk(self, start: int, length: int, left: dict[int, int] | None) -> Iterator[list[Hop]]:
        """Paths from ``start``: of exactly ``length`` hops to where ``left`` is 0, or as long as they get."""
        path: list[Hop] = []
        closed = set(self.starts)
        waiting = [self._onward(start, length, left, closed)]
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                if path:
                    closed.discard(path.pop().dst)
                continue
            path.append(waiting[-1].pop())
            closed.add(path[-1].dst)
            rest = length - len(path)
            onward = self._onward(path[-1].dst, rest, left, closed)
            if not rest or (left is None and not onward):
                yield list(path)
            waiting.append(onward)

    def _onward(self, row: int, rest: int, left: dict[int, int] | None, closed: set[int]) -> list[Hop]:
        """The hops from ``row`` that may lead to an end in exactly ``rest`` hops, the last one first."""
        if not rest or self._expansions >= MAX_EXPANSIONS:
            return []
        self._expansions += 1
        hops = [hop for hop in hops_from(self.view, row, self.walk) if hop.dst not in closed]
        if left is not None:
            # An end is only ever the last row of a path, so it must not come up earlier.
            hops = [
                hop for hop in hops if left.get(hop.dst, rest) < rest and (left[hop.dst] > 0) == (rest > 1)
            ]
        return hops[::-1]

    def _distances(self, ends: Iterable[int]) -> dict[int, int]:
        """How many hops each row is away from the nearest of ``ends``, up to the greatest depth."""
        back = self.walk._replace(direction=_OPPOSITE[self.walk.direction])
        left = dict.fromkeys(ends, 0)
        frontier = sorted(left)
        for distance in range(1, self.max_depth + 1):
            entered = []
            for row in frontier:
                for hop in hops_from(self.view, row, back):
                    if hop.dst not in left:
                        left[hop.dst] = distance
                        entered.append(hop.dst)
            frontier = entered
        return left


def hops_from(view: GraphView, row: int, walk: Walk) -> list[Hop]:
    """The hops of a walk from ``row``, one to each row that they lead to."""
    along, across = view.forward, view.backward
    if walk.direction == "backward":
        along, across = across, along
    hops: dict[int, Hop] = {}
    for side, table, is_across in ((along, walk.along, False), (across, walk.across, True)):
        for place in range(side.offsets[row], side.offsets[row + 1]):
            far = side.ends[place]
            if table[side.codes[place]] == 1 and far != row:
                hops.setdefault(far, Hop(row, far, side.edges[place], is_across))
    return list(hops.values())
