"""Counts, in whole columns, how often each package refers to what lies outside of it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.model import EXTERNAL_ROOT, SEPARATOR, Coded, Confidence, EdgeKind, Graph, Level, Lists

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Ints: TypeAlias = npt.NDArray[np.integer[Any]]
    Bools: TypeAlias = npt.NDArray[np.bool_]

_HEAD = EXTERNAL_ROOT + SEPARATOR
_DOUBLINGS = 7
"""Parents lie at most 2 ** 7 steps above."""


USES = frozenset(
    {
        EdgeKind.IMPORTS,
        EdgeKind.CALLS,
        EdgeKind.INSTANTIATES,
        EdgeKind.EXTENDS,
        EdgeKind.IMPLEMENTS,
        EdgeKind.REFERENCES,
        EdgeKind.DECORATES,
    }
)
"""The kinds of edges that stand in the source as such; others are concluded."""


class Place(NamedTuple):
    """A line of a file, and where in the line."""

    path: str
    line: int
    column: int


class Use(NamedTuple):
    """How a package uses something from outside of it."""

    uses: int = 0
    """References and imports."""
    in_tests: int = 0
    """Those of them in test code."""
    edges: tuple[int, ...] = ()
    """The numbers of some edges of theirs, those of imports first."""

    def __add__(self, other: object) -> Use:
        if not isinstance(other, Use):
            return NotImplemented
        edges = (*self.edges, *other.edges)[:MAX_EDGES]
        return Use(self.uses + other.uses, self.in_tests + other.in_tests, edges)


MAX_EDGES = 20


class Usage(NamedTuple):
    """What all packages of a graph use, by the row of the package."""

    external: dict[int, dict[str, Use]]
    """By the FQN of the external."""
    internal: dict[int, dict[int, Use]]
    """By the row of the other package."""


def usage(graph: Graph) -> Usage:
    """Count the uses of a graph; edges that are only ``possible`` don't count."""
    import numpy as np

    fqns = graph.nodes["fqn"]
    first, last = bisect_left(fqns, _HEAD), bisect_left(fqns, _HEAD[:-1] + ";")
    packages = _packages(graph)
    tests = np.array(graph.nodes["is_test"], bool)
    src, dst = np.array(graph.edges["src"], np.int64), np.array(graph.edges["dst"], np.int64)
    outside = (dst >= first) & (dst < last)
    counts = _site_counts(graph.edges["sites"])
    far = np.where(outside, dst, packages[dst])
    # a package contains what is in it, externals contain externals, and neither is a use
    kept = np.flatnonzero((packages[src] >= 0) & (far >= 0) & (far != packages[src]))
    sure = _are_sure(graph, kept)
    kept = kept[sure]
    external: dict[int, dict[str, Use]] = defaultdict(dict)
    internal: dict[int, dict[int, Use]] = defaultdict(dict)
    later = ~Coded.of(graph.edges["kind"]).where(EdgeKind.IMPORTS)[kept]
    for (package, target), edges, uses, in_tests in _groups(
        packages[src[kept]], far[kept], later, counts[kept], tests[src[kept]]
    ):
        use = Use(uses, in_tests, tuple(kept[edges].tolist()))
        if first <= target < last:
            external[package][fqns[target]] = use
        else:
            internal[package][target] = use
    return Usage(dict(external), dict(internal))


def _packages(graph: Graph) -> Ints:
    """For each row the package that it lies in, itself included; -1 for none."""
    import numpy as np

    parents = np.array(graph.nodes["parent"], np.int64)
    levels = np.array(graph.nodes["level"], np.int64)
    own = np.arange(len(parents))
    above = np.where((levels == int(Level.PACKAGE)) | (parents < 0), own, parents)
    for _ in range(_DOUBLINGS):
        above = above[above]
    return np.where(levels[above] == int(Level.PACKAGE), above, -1)


def _site_counts(sites: object) -> Ints:
    import numpy as np

    held = sites if isinstance(sites, Lists) else Lists.of(sites)  # type: ignore[arg-type]
    return np.maximum(np.diff(np.array(held.offsets, np.int64)) // 2, 1)


def _are_sure(graph: Graph, edges: Ints) -> Bools:
    """Which of the edges are uses that are more than possible."""
    import numpy as np

    kinds, confidences = Coded.of(graph.edges["kind"]), Coded.of(graph.edges["confidence"])
    used = np.logical_or.reduce([kinds.where(kind) for kind in USES])
    sure: Bools = (used & ~confidences.where(Confidence.POSSIBLE))[edges]
    return sure


def _groups(
    packages: Ints, targets: Ints, later: Bools, counts: Ints, tests: Bools
) -> Iterable[tuple[tuple[int, int], Ints, int, int]]:
    """Per pair of package and target: some of its edges, ``later`` ones last, its uses, and those in tests."""
    import numpy as np

    if not len(packages):
        return
    order = np.lexsort((later, targets, packages))
    packages, targets, counts, tests = packages[order], targets[order], counts[order], tests[order]
    starts = np.flatnonzero(np.append(True, (np.diff(packages) != 0) | (np.diff(targets) != 0)))
    uses = np.add.reduceat(counts, starts)
    in_tests = np.add.reduceat(np.where(tests, counts, 0), starts)
    ends = np.append(starts[1:], len(order))
    for number, start in enumerate(starts.tolist()):
        pair = (int(packages[start]), int(targets[start]))
        yield pair, order[start : ends[number]][:MAX_EDGES], int(uses[number]), int(in_tests[number])


def places(graph: Graph, use: Use) -> list[Place]:
    """Where some edges of a use stand: those of imports first, then by path and position."""
    edges, paths = graph.edges, graph.nodes["path"]
    found: list[tuple[bool, Place]] = []
    for edge in use.edges:
        line, column = [*edges["sites"][edge], 0, 0][:2]
        place = Place(paths[edges["src"][edge]], line, column)
        found.append((edges["kind"][edge] != EdgeKind.IMPORTS, place))
    return [place for _, place in sorted(found)]


def by_key(uses: Mapping[str, Use], scheme: str, key: Callable[[Sequence[str]], str]) -> dict[str, Use]:
    """The uses of one kind of externals by what they are imported as.

    Args:
        uses: by FQN.
        scheme: what comes after ``ext::``.
        key: gives what code imports from the segments that follow.
    """
    head = f"{_HEAD}{scheme}{SEPARATOR}"
    found: dict[str, Use] = {}
    for fqn in sorted(uses):
        if fqn.startswith(head):
            name = key(fqn.removeprefix(head).split(SEPARATOR))
            found[name] = found.get(name, Use()) + uses[fqn]
    return found
