"""The search for what tests exercise.

The work is done on arrays: a test is joined with the helpers that it reaches, step by step, and then all of them with
what they use of the product. Nothing is followed through the product itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from codegraph.fingerprint.exercise_edges import NOWHERE, Gathered, Stage
from codegraph.fingerprint.given_to_tests import given_pairs
from codegraph.fingerprint.inferred import held
from codegraph.fingerprint.joins import Steps, among, first_of_each
from codegraph.fingerprint.named_members import NamedMembers
from codegraph.fingerprint.outside import first_on, heads, values
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Confidence, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    import numpy.typing as npt

    from codegraph.fingerprint.fixtures import Fixtures
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.outside import Span
    from codegraph.fingerprint.view import View

DIRECT: Final = "test"
"""Rule of an edge to what the test names itself."""
GIVEN: Final = "fixture"
"""Rule of an edge through a fixture, or through what runs around the test."""
HELPED: Final = "test-helper"
"""Rule of an edge through helpers among the tests."""
NAMED: Final = "test-member"
"""Rule of an edge to a member, called on something unknown, of a class that the test names."""

MAX_STEPS = 4
"""So many helpers may call each other between a test and what it exercises."""

_USES = (EdgeKind.CALLS, EdgeKind.INSTANTIATES, EdgeKind.REFERENCES, EdgeKind.DECORATES)
_NEVER = frozenset({NodeKind.EXTERNAL, NodeKind.NAMESPACE, NodeKind.ENDPOINT, NodeKind.STATEMENT})


class Search:
    """Looks for what tests exercise.

    Args:
        view: the graph.
        sources: its tests.
        mocked: edges that lead to what is replaced.
        fixtures: what is given to tests.
    """

    def __init__(self, view: View, sources: Mapping[int, bool], mocked: set[int], fixtures: Fixtures) -> None:
        nodes = view.nodes
        self.view, self.fixtures, self.sources = view, fixtures, sources
        self.size = len(view.fqns)
        self.sites = held(view.edges["sites"])
        self.tests = np.asarray(nodes["is_test"], bool)
        self.unit = _units(view, sources)
        self.types = view.nodes_of(TYPE_KINDS)
        self.levels = np.asarray(nodes["level"], np.int8)
        starts, ends = (view.ends(name).astype(np.int64) for name in ("src", "dst"))
        used = self._used(mocked)
        unsure = view.edges_where("confidence", {Confidence.POSSIBLE})[used]
        self.possible = (starts[used[unsure]], ends[used[unsure]], used[unsure])
        used = used[~unsure]
        symbols = (self.levels == Level.SYMBOL) & ~view.nodes_of(_NEVER)
        used = used[symbols[ends[used]]]
        more = self._of_variables(starts[used], ends[used], used)
        self.src, self.dst, self.used = _joined((starts[used], ends[used], used), more)
        self.product = ~self.tests[self.dst]
        self.direct = self.unit[self.src] >= 0
        within = (self.unit[self.dst] == self.unit[self.src]) & self.direct
        named = view.edges_where("kind", {EdgeKind.REFERENCES})[self.used]
        self.inner = ~self.product & ~within & ~(self.types[self.dst] & named)

    def found(self) -> Gathered:
        """All edges; of a test and a target the one that is nearest."""
        gathered = Gathered(self.view)
        own = self.direct & self.product
        direct = Stage(DIRECT, self.unit[self.src[own]], self.dst[own], self.used[own])
        gathered.add(direct, merge=True)
        gathered.add(self._given())
        gathered.add(self._helped())
        gathered.add(self._likely(gathered))
        gathered.add(self._by_name())
        return gathered

    # --- what there is to follow ---

    def _used(self, mocked: set[int]) -> Ints:
        """The uses in tests of what is not replaced there, in order."""
        view = self.view
        wanted = self.tests[view.ends("src")] & view.edges_where("kind", _USES)
        wanted &= ~view.edges_where("type_only", {True})
        wanted[sorted(mocked)] = False
        return np.flatnonzero(wanted)

    def _of_variables(self, src: Ints, dst: Ints, used: Ints) -> tuple[Ints, Ints, Ints]:
        """What stands in values of variables outside of functions, and in decorators, as steps from what has these."""
        modules = (self.levels[src] == Level.MODULE) & (self.unit[src] < 0)
        outer = np.flatnonzero(modules | self.types[src])
        begins = np.flatnonzero(np.diff(src[outer], prepend=-1))  # uses of one row are side by side
        found: list[tuple[int, int, int]] = []
        for begin, end in pairwise([*begins.tolist(), len(outer)]):
            uses = outer[begin:end]
            row = int(src[uses[0]])
            spans = [list(heads(self.view, row)), [] if self.types[row] else list(values(self.view, row))]
            if any(spans):
                found += self._held_by(spans, list(zip(dst[uses].tolist(), used[uses].tolist(), strict=True)))
        return _columns(found)

    def _held_by(
        self, spans: list[list[Span]], uses: list[tuple[int, int]]
    ) -> Iterator[tuple[int, int, int]]:
        """Of uses in one file or class, as end and edge, those by what has the lines on which they are."""
        sites = self.sites
        lines = {
            edge: sites.values[sites.offsets[edge] : sites.offsets[edge + 1] : 2].tolist() for _, edge in uses
        }
        holders = [first_on(part, chain.from_iterable(lines.values())) for part in spans]
        for end, edge in uses:
            rows = {on[line] for on in holders for line in lines[edge] if line in on}
            yield from ((holder, end, edge) for holder in sorted(rows - {end}))

    @cached_property
    def to_product(self) -> Steps:
        """The uses of the product, by what uses it."""
        to = self.product
        return Steps.of(self.src[to], self.dst[to], self.used[to], self.size)

    @cached_property
    def to_helper(self) -> Steps:
        """The uses of tests and helpers by others; who uses a class of theirs runs its constructors."""
        return Steps.of(*self._with_constructors(self.inner), self.size)

    def _with_constructors(self, chosen: npt.NDArray[np.bool_]) -> tuple[Ints, Ints, Ints]:
        """Some uses; after all of them, for those that make an instance, likewise uses of the constructors."""
        src, dst, used = self.src[chosen], self.dst[chosen], self.used[chosen]
        found: list[tuple[int, int, int]] = []
        made = self.types[dst] & self.view.edges_where("kind", {EdgeKind.INSTANTIATES})[used]
        for start, end, edge in zip(src[made].tolist(), dst[made].tolist(), used[made].tolist(), strict=True):
            found += [(start, child, edge) for child in self.fixtures.constructors(end)]
        return _joined((src, dst, used), _columns(found))

    # --- stages ---

    def _given(self) -> Stage:
        """Through fixtures, what they are given in turn, and what helps them."""
        units, stations = given_pairs(self.view, self.fixtures, self.sources)
        return self._through(units, stations, np.full(len(units), NOWHERE), GIVEN)

    def _helped(self) -> Stage:
        """Through helpers among the tests."""
        src, dst, used = self._with_constructors(self.direct & self.inner)
        return self._through(self.unit[src], dst, used, HELPED)

    def _through(self, units: Ints, stations: Ints, first: Ints, rule: str) -> Stage:
        """What helpers use of the product, they themselves and those that they reach in turn."""
        every = (units[:0], stations[:0], first[:0])
        for _ in range(MAX_STEPS):
            fresh = first_of_each(units, stations, self.size)
            units, stations, first = units[fresh], stations[fresh], first[fresh]
            known = among(units * self.size + stations, np.sort(every[0] * self.size + every[1]))
            units, stations, first = units[~known], stations[~known], first[~known]
            if not len(units):
                break
            every = _joined(every, (units, stations, first))
            at, ends, _ = self.to_helper.on(stations)
            units, stations, first = units[at], ends, first[at]
        at, ends, _ = self.to_product.on(every[1])
        return Stage(rule, every[0][at], ends, every[2][at])

    def _likely(self, gathered: Gathered) -> Stage:
        """Of members that a call of a test may mean, those of types that the test exercises anyway."""
        src, dst, used = self.possible
        parents = np.asarray(self.view.nodes["parent"], np.int64)
        units = self.unit[src]
        kept = (units >= 0) & ~self.tests[dst] & gathered.has(units, parents[dst])
        return Stage(DIRECT, units[kept], dst[kept], used[kept])

    def _by_name(self) -> Stage:
        """Members that tests call on something unknown, in the classes that they name or define."""
        members = NamedMembers(self.view)
        called = members.called(self.unit)
        names = self.view.nodes["name"]
        src, dst, _ = self.possible
        for unit, end in zip(self.unit[src].tolist(), dst.tolist(), strict=True):
            if unit >= 0:
                called.setdefault(unit, set()).add(names[end])
        found = [
            (unit, row)
            for unit, classes in self._named_classes(called).items()
            for row in members.find(classes, called[unit])
        ]
        rows = np.asarray(found, np.int64).reshape(-1, 2)
        rows = rows[~self.tests[rows[:, 1]]]
        return Stage(NAMED, rows[:, 0], rows[:, 1], np.full(len(rows), NOWHERE))

    def _named_classes(self, tests: Mapping[int, set[str]]) -> dict[int, set[int]]:
        """The classes that tests name or hold, also those in values of variables that they name; in order of tests."""
        chosen = np.zeros(self.size + 1, bool)  # the last entry is for nodes that are in no test
        chosen[list(tests)] = True
        rows = np.flatnonzero(chosen[self.unit])
        steps = Steps.of(self.src, self.dst, self.used, self.size)
        at, named, _ = steps.on(rows)
        units = self.unit[rows[at]]
        code = self.view.nodes_of(CALLABLE_KINDS) | self.types | (self.levels == Level.MODULE)
        further, held, _ = steps.on(named[~code[named]])
        units = np.concatenate([self.unit[rows], units, units[~code[named]][further]])
        ends = np.concatenate([rows, named, held])
        parents = np.asarray(self.view.nodes["parent"], np.int64)
        kept = self.types[ends] & (ends != units) & (ends != parents[units])
        found: dict[int, set[int]] = {unit: set() for unit in sorted(tests)}
        for unit, end in zip(units[kept].tolist(), ends[kept].tolist(), strict=True):
            found[unit].add(end)
        return found


def _columns(rows: list[tuple[int, int, int]]) -> tuple[Ints, Ints, Ints]:
    found = np.asarray(rows, np.int64).reshape(-1, 3)
    return found[:, 0], found[:, 1], found[:, 2]


def _joined(first: tuple[Ints, Ints, Ints], second: tuple[Ints, Ints, Ints]) -> tuple[Ints, Ints, Ints]:
    return (
        np.append(first[0], second[0]),
        np.append(first[1], second[1]),
        np.append(first[2], second[2]),
    )


def _units(view: View, sources: Mapping[int, bool]) -> Ints:
    """The test whose code each node is, -1 for none: its own, or that of the test function that it lies in."""
    parents = np.append(
        np.asarray(view.nodes["parent"], np.int64), -1
    )  # the last entry is for nodes without parent
    is_source = np.zeros(len(parents), bool)
    is_source[list(sources)] = True
    is_source[-1] = True
    found = np.arange(len(parents))
    open_ = np.flatnonzero(~is_source)
    while len(open_):
        found[open_] = parents[found[open_]]
        open_ = open_[~is_source[found[open_]]]
    found = found[:-1]
    runs = np.append(view.nodes_of(CALLABLE_KINDS), False)
    return np.where(is_source[:-1] | runs[found], found, -1)
