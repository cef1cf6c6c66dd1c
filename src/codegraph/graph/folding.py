"""A graph that is too large to be shown, folded: folders, modules and classes stand for what they hold.

Nothing is left out and nothing is chosen at random. All nodes hang in a tree (package, folders, module, class); it is
opened from the top, the groups with most nodes first, as long as what is then to be seen is not more than asked for. A
group that is too wide for that (a folder of a thousand files) shows its most connected members and stands for the
others itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from codegraph.graph.levels import LevelEdge
from codegraph.model import Level, NodeKind

if TYPE_CHECKING:
    from codegraph.graph.levels import LevelGraph
    from codegraph.graph.view import GraphView

Key: TypeAlias = int | str
"""A row, or the path of a folder that ends with a slash; the whole graph is ``""``."""


class Shown(NamedTuple):
    """Something in the tree: a group, or one node."""

    key: Key
    is_group: bool


class Fold(NamedTuple):
    """What is shown: a row, or a folder (then the row is -1), and the rows that it stands for (one: just itself).

    ``rest`` says that some of what the group holds is shown on its own.
    """

    row: int
    folder: str
    rows: Sequence[int]
    rest: bool


class FoldedGraph(NamedTuple):
    """Folds in order of the graph, and the edges between them by their places; edges within a fold are gone.

    ``place`` leads from each row of the graph to the fold that shows it.
    """

    folds: list[Fold]
    edges: list[LevelEdge]
    place: dict[int, int]


def fold(view: GraphView, graph: LevelGraph, max_nodes: int) -> FoldedGraph:
    """The graph with at most ``max_nodes`` nodes; where it has no more than that they are all shown."""
    tree = _Tree(view, graph)
    shown_as = tree.opened(max_nodes)
    rows_of: dict[Shown, list[int]] = defaultdict(list)
    for row in graph.nodes:
        rows_of[shown_as[row]].append(row)
    folds: list[Fold] = []
    place: dict[int, int] = {}
    for shown, rows in rows_of.items():
        place |= dict.fromkeys(rows, len(folds))
        folds.append(_fold(shown.key, rows, tree.size(shown.key)))
    return FoldedGraph(folds, _edges(graph, place), place)


def _fold(key: Key, rows: Sequence[int], size: int) -> Fold:
    if len(rows) == 1:
        return Fold(rows[0], "", rows, False)
    return (
        Fold(-1, key, rows, len(rows) < size)
        if isinstance(key, str)
        else Fold(key, "", rows, len(rows) < size)
    )


class _Tree:
    """The nodes of a graph below the groups that hold them; a node that holds others is in its own group."""

    def __init__(self, view: GraphView, graph: LevelGraph) -> None:
        self._rows = graph.nodes
        self._above: dict[Shown, Key] = {}
        self._children: dict[Key, list[Shown]] = {"": []}
        self._size: dict[Key, int] = {"": 0}
        weight: dict[int, int] = dict.fromkeys(graph.nodes, 0)
        for edge in graph.edges:
            weight[edge.src] += edge.weight
            weight[edge.dst] += edge.weight
        self._weight: dict[Shown, int] = {Shown("", True): 0}
        ways = _Ways(view, graph.level)
        inner: dict[int, Key] = {row: self._group(ways.above(row)) for row in graph.nodes}
        for row, key in inner.items():
            leaf = Shown(row, False)
            self._weight[leaf] = weight[row]
            self._hang(leaf, row if row in self._size else key, 1)
        for key in reversed(self._size):  # a group comes after those that hold it
            if key != "":
                group = Shown(key, True)
                self._size[self._above[group]] += self._size[key]
                self._weight[Shown(self._above[group], True)] += self._weight[group]

    def size(self, group: Key) -> int:
        """How many nodes there are in a group."""
        return self._size.get(group, 1)

    def _group(self, way: Sequence[Key]) -> Key:
        """The innermost group of a way, which is made with all those around it if need be."""
        above: Key = ""
        if way and way[-1] in self._size:
            return way[-1]
        for key in way:
            if key not in self._size:
                self._size[key], self._children[key] = 0, []
                self._weight[Shown(key, True)] = 0
                self._hang(Shown(key, True), above, 0)
            above = key
        return above

    def _hang(self, below: Shown, above: Key, count: int) -> None:
        self._above[below] = above
        self._children[above].append(below)
        self._size[above] += count
        if count:
            self._weight[Shown(above, True)] += self._weight[below]

    def opened(self, max_nodes: int) -> dict[int, Shown]:
        """For each row what shows it; the largest groups are opened first, and the wide ones in part."""
        shown: dict[Shown, None] = {Shown("", True): None}
        waiting: list[tuple[int, str, Key]] = [(-self._size[""], "", "")]
        wide: list[Key] = []
        while waiting:
            _, _, group = heappop(waiting)
            members = self._children[group]
            room = max_nodes - len(shown)
            if len(members) <= room + 1:
                del shown[Shown(group, True)]
            else:
                # The group keeps the others; half of the room is left for what is opened after it.
                members = self._busiest(group)[: room // 2]
                wide.append(group)
            shown |= dict.fromkeys(members)
            for member in members:
                if member.is_group:
                    heappush(waiting, (-self._size[member.key], str(member.key), member.key))
        for group in wide:
            hidden = [member for member in self._busiest(group) if member not in shown]
            # One more node stays, or the group would stand for nothing.
            shown |= dict.fromkeys(hidden[: max(0, min(max_nodes - len(shown), len(hidden) - 1))])
        return self._assign(shown)

    def _busiest(self, group: Key) -> list[Shown]:
        """The members of a group, the most connected first."""
        return sorted(self._children[group], key=lambda one: (-self._weight[one], str(one.key)))

    def _assign(self, shown: Mapping[Shown, None]) -> dict[int, Shown]:
        """Rows to the nearest above them, or themselves, that is shown."""
        nearest: dict[Shown, Shown] = {one: one for one in shown}
        found: dict[int, Shown] = {}
        for row in self._rows:
            way = [Shown(row, False)]
            while way[-1] not in nearest:
                way.append(Shown(self._above[way[-1]], True))
            found[row] = nearest[way[-1]]
            nearest |= dict.fromkeys(way, found[row])
        return found


class _Ways:
    """What holds a row, the outermost first: its package, folders, module and classes, as far as there are any."""

    def __init__(self, view: GraphView, level: Level) -> None:
        self._view = view
        self._level = level
        self._known: dict[int, tuple[Key, ...]] = {}

    def above(self, row: int) -> tuple[Key, ...]:
        """The groups that a row of the graph lies in."""
        view = self._view
        parent = view.parent(row)
        if view.kind(row) == NodeKind.EXTERNAL:
            outside = parent >= 0 and view.kind(parent) == NodeKind.EXTERNAL
            return (*self.above(parent), parent) if outside else ()
        if view.level(row) == Level.PACKAGE or parent < 0:
            return _folders_above(view.path(row).rpartition("/")[0])
        if view.level(parent) <= Level.PACKAGE:
            return (parent, *_folders_above(view.path(row).rpartition("/")[0]))
        if parent not in self._known:
            self._known[parent] = (*self.above(parent), parent)
        return self._known[parent]


@cache
def _folders_above(folder: str) -> tuple[str, ...]:
    """A folder and those above it, the outermost first, each with a slash at its end."""
    parts = folder.split("/") if folder else []
    return tuple("/".join(parts[: number + 1]) + "/" for number in range(len(parts)))


def _edges(graph: LevelGraph, place: dict[int, int]) -> list[LevelEdge]:
    sums: dict[tuple[int, int], dict[str, int]] = {}
    at_run_time: set[tuple[int, int]] = set()
    for edge in graph.edges:
        pair = place[edge.src], place[edge.dst]
        if pair[0] == pair[1] and edge.src != edge.dst:
            continue
        kinds = sums.setdefault(pair, {})
        for kind, count in edge.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
        if not edge.type_only:
            at_run_time.add(pair)
    return [
        LevelEdge(*pair, sum(kinds.values()), kinds, pair not in at_run_time)
        for pair, kinds in sorted(sums.items())
    ]
