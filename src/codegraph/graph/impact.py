"""What a change of a symbol, file or package may touch, and what it builds on itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.arrivals import reached_endpoints, reached_tests
from codegraph.graph.implicit import through_classes
from codegraph.graph.loading import classes_around, loading, tests_of
from codegraph.graph.reach import DEPENDS, Direction, Reached, Walk, plan_walk, reach
from codegraph.model import Confidence, EdgeKind, Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

TOP = 10


class Hit(NamedTuple):
    """One node that is touched: how far away, and from which row and by which edge it was reached."""

    row: int
    depth: int
    via: int
    edge: int


class Arrivals(NamedTuple):
    """Hits of one sort: all of them, by depth and then by FQN, within ``depth`` steps; see ``steps_of``."""

    hits: list[Hit]
    depth: int
    came_from: Mapping[int, tuple[int, int]]


class Impact(NamedTuple):
    """The answer: counts are of all hits, ``hits`` the first ``max_nodes`` by depth and then by FQN."""

    targets: list[int]
    """The rows that were asked for, with everything in them."""
    direction: Direction
    hits: list[Hit]
    total: int
    truncated: bool
    by_depth: dict[int, int]
    by_package: dict[int, int]
    """Hits by package row (-1: in none), most hits first."""
    by_path: dict[str, int]
    """Hits by file ("" for externals), most hits first."""
    top: list[tuple[int, int]]
    """The ten direct hits with the most references to (forward: from) the target, and how many."""
    in_tests: int
    """How many hits are in tests."""
    endpoints: Arrivals
    """The endpoints that are touched, but for those that tests declare for themselves."""
    tests: Arrivals
    """The tests that are touched, without fixtures and helpers; of a test and what holds it only the test."""
    below_floor: int
    """How many further nodes only edges below the confidence floor lead to."""
    exhausted: bool
    """Whether a greater depth would find no more."""
    came_from: Mapping[int, tuple[int, int]]
    """From which row and by which edge each hit was first reached, see ``steps_of``."""


def impact(
    view: GraphView,
    target: int | Sequence[int],
    *,
    direction: Direction = "backward",
    depth: int = 3,
    kinds: Collection[str] | None = None,
    floor: str = Confidence.INFERRED,
    bridges: bool = True,
    max_nodes: int = 500,
    where: Callable[[int], bool] | None = None,
    far: int = 0,
    parts: bool = True,
    hidden: bool = False,
) -> Impact:
    """Who depends on ``target`` (backward), or what it depends on (forward), within ``depth`` steps.

    Args:
        view: the graph.
        target: a row or several; a class, file or package counts with everything in it, but for ``parts``.
        direction: ``backward`` for dependents, ``forward`` for dependencies.
        depth: how many steps at most.
        kinds: which edges to follow; None for uses, routes, tests and overrides, and imports of files and packages.
        floor: the least confidence of an edge.
        bridges: whether callers of an overridden method count as callers of the one that overrides it.
        max_nodes: how many hits to return at most; counts are of all.
        where: which rows count as hits; the others are passed through but neither counted nor returned.
        far: how many steps endpoints and tests may be away, if that is more than ``depth``: both lie at the
            ends of long ways, and whoever asks for them wants them all.
        parts: False to take the rows of ``target`` as they are, without what is in them.
        hidden: whether tests count that run it unseen: as their file is imported, or since they use its class.
    """
    asked = [target] if isinstance(target, int) else list(target)
    whole = chain.from_iterable(map(view.descendants, asked)) if parts else ()
    targets = sorted({*asked, *whole})
    walk = plan_walk(view, direction, _kinds(view, asked, kinds), floor=floor, bridges=bridges)
    found = reach(view, targets, walk, depth)
    levels = _filtered(found, where)
    rows = list(chain.from_iterable(levels))
    beyond = found if found.exhausted or far <= depth else reach(view, targets, walk, far)
    endpoints, tests = _arrivals(view, beyond, _filtered(beyond, where), max(depth, far))
    if hidden and direction == "backward":
        tests = _with_hidden(view, beyond, targets, walk, tests, where)
    return Impact(
        targets,
        direction,
        list(islice(_hits(found, levels), max_nodes)),
        len(rows),
        len(rows) > max_nodes,
        {depth: len(level) for depth, level in enumerate(levels, 1) if level},
        dict(Counter(map(view.package, rows)).most_common()),
        view.count_paths(rows),
        _top(view, targets, walk, set(levels[0]) if levels else set()),
        sum(map(view.is_test, rows)),
        endpoints,
        tests,
        len(found.below),
        found.exhausted,
        found.came_from,
    )


def numbers_of(
    view: GraphView, seeds: Sequence[int], *, kinds: Collection[str], floor: str, far: int
) -> tuple[int, int]:
    """How many nodes depend on some rows directly, and how many tests reach them within ``far`` steps."""
    walk = plan_walk(view, "backward", kinds, floor=floor)
    found = reach(view, seeds, walk, far)
    _, tests = _arrivals(view, found, found.levels, far)
    tests = _with_hidden(view, found, list(seeds), walk, tests, None)
    return len(found.levels[0]) if found.levels else 0, len(tests.hits)


def steps_of(row: int, came_from: Mapping[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """The way from a hit to what was asked for: the rows that it passes and the edges that lead to them."""
    found = []
    while row in came_from:
        row, edge = came_from[row]
        found.append((row, edge))
    return found


def _filtered(found: Reached, where: Callable[[int], bool] | None) -> list[list[int]]:
    return [[row for row in level if where(row)] for level in found.levels] if where else found.levels


def _hits(found: Reached, levels: list[list[int]]) -> Iterator[Hit]:
    for depth, level in enumerate(levels, 1):
        for row in level:
            yield Hit(row, depth, *found.came_from[row])


def _arrivals(
    view: GraphView, found: Reached, levels: list[list[int]], depth: int
) -> tuple[Arrivals, Arrivals]:
    """The endpoints and the tests among what was reached."""
    hits = list(_hits(found, levels))
    rows = [hit.row for hit in hits]
    endpoints, tests = reached_endpoints(view, rows), reached_tests(view, rows)
    return (
        Arrivals([hit for hit in hits if hit.row in endpoints], depth, found.came_from),
        Arrivals([hit for hit in hits if hit.row in tests], depth, found.came_from),
    )


def _with_hidden(
    view: GraphView,
    found: Reached,
    targets: list[int],
    walk: Walk,
    tests: Arrivals,
    where: Callable[[int], bool] | None,
) -> Arrivals:
    """The tests that are reached, and those that run it unseen: by an import, or because they use its class."""
    ways = loading(view, found, targets, tests.depth)
    behind = through_classes(view, targets, found.came_from, walk, tests.depth)
    more = tests_of(view, ways) | {row: behind[row] for row in reached_tests(view, behind)}
    begun = set(targets)
    around = {row: way for row, way in classes_around(view, more).items() if row not in begun}
    came_from = {**around, **more, **ways, **behind, **found.came_from}
    known = {hit.row for hit in tests.hits} | begun
    hits = [
        Hit(row, len(steps_of(row, came_from)), *more[row])
        for row in sorted(more)
        if row not in known and (where is None or where(row))
    ]
    if not hits:
        return tests
    outer = {above for hit in hits for above in view.ancestors(hit.row)}
    kept = [hit for hit in (*tests.hits, *hits) if hit.row not in outer]
    return Arrivals(sorted(kept, key=lambda hit: (hit.depth, hit.row)), tests.depth, came_from)


def _kinds(view: GraphView, asked: list[int], kinds: Collection[str] | None) -> Collection[str]:
    if kinds is not None:
        return kinds
    coarse = any(view.level(row) <= Level.MODULE for row in asked)
    return DEPENDS | ({EdgeKind.IMPORTS} if coarse else set())


def _top(view: GraphView, targets: list[int], walk: Walk, direct: set[int]) -> list[tuple[int, int]]:
    """The direct hits with the most references, counted over all edges between them and the targets."""
    along = view.backward if walk.direction == "backward" else view.forward
    offsets = view.container.array("site_offsets")
    counts: Counter[int] = Counter()
    for row in targets:
        for place in range(along.offsets[row], along.offsets[row + 1]):
            if walk.along[along.codes[place]] == 1 and along.ends[place] in direct:
                edge = along.edges[place]
                counts[along.ends[place]] += max(1, (offsets[edge + 1] - offsets[edge]) // 2)
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:TOP]
