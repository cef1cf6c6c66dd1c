"""Edges ``tests``: from a test to what it exercises, directly, through fixtures, and through helpers among the tests.

The work is done on arrays: a test is joined with the helpers that it reaches, step by step, and then all of them with
what they use of the product. Nothing is followed through the product itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codegraph.fingerprint.fixtures import Fixtures
from codegraph.fingerprint.joins import Steps, first_of_each
from codegraph.fingerprint.mocks import Mocks
from codegraph.fingerprint.named_members import NamedMembers
from codegraph.fingerprint.testing import TEST
from codegraph.fingerprint.view import View
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Confidence, EdgeKind, Graph, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.registry import Rules
    from codegraph.text import SourceOf

DIRECT: Final = "test"
"""Rule of an edge to what the test names itself."""
GIVEN: Final = "fixture"
"""Rule of an edge through a fixture, or through what runs around the test."""
HELPED: Final = "test-helper"
"""Rule of an edge through helpers among the tests."""
NAMED: Final = "test-member"
"""Rule of an edge to a member, called on something unknown, of a class that the test names."""

MAX_AROUND = 100
"""What runs around more tests than these is an edge of its own class instead of one of each test."""

MAX_STEPS = 4
"""So many helpers may call each other between a test and what it exercises."""

_USES = frozenset({EdgeKind.CALLS, EdgeKind.INSTANTIATES, EdgeKind.REFERENCES, EdgeKind.DECORATES})
_NEVER = frozenset({NodeKind.EXTERNAL, NodeKind.NAMESPACE, NodeKind.ENDPOINT, NodeKind.STATEMENT})


def exercised(graph: Graph, rules: Rules, source_of: SourceOf) -> dict[str, list[Any]]:
    """The columns of the edges ``tests`` of a graph, ends as rows; all empty where no rule found a test.

    Args:
        graph: a graph with tags and tests marked.
        rules: say how tests replace things and which files share fixtures.
        source_of: gives the source of a file.
    """
    view = View(graph)
    sources = _sources(view)
    if not sources:
        return _columns([], view)
    shared = [
        glob for framework in rules.frameworks for files in framework.library.given.values() for glob in files
    ]
    search = _Search(view, sources, Mocks(view, rules, source_of).edges(), Fixtures(view, shared))
    return _columns(search.found(), view)


def _sources(view: View) -> dict[int, bool]:
    """The rows of all tests, and of classes that hold some; True for those that run as one."""
    nodes = view.nodes
    found = {row: True for row, tags in enumerate(nodes["tags"]) if TEST in tags}
    for row in list(found):
        if nodes["kind"][row] in TYPE_KINDS:
            found[row] = bool(view.out(row, EdgeKind.CALLS))
            continue
        owner = nodes["parent"][row]
        if owner >= 0 and nodes["kind"][owner] in TYPE_KINDS:
            found[owner] = False
    return found


class _Edge(NamedTuple):
    """One edge to be: from a test to what it exercises, by a rule, seen first in edges of the graph."""

    src: int
    dst: int
    rule: str
    edges: list[int]


class _Search:
    """Looks for what tests exercise.

    Args:
        view: the graph.
        sources: its tests.
        mocked: edges that lead to what is replaced.
        fixtures: what is given to tests.
    """

    def __init__(self, view: View, sources: Mapping[int, bool], mocked: set[int], fixtures: Fixtures) -> None:
        import numpy as np

        nodes, edges = view.nodes, view.edges
        self.view, self.fixtures, self.sources = view, fixtures, sources
        self.size = len(view.fqns)
        self.tests = np.asarray(nodes["is_test"], bool)
        self.unit = np.asarray(_units(view, sources), np.int64)
        src, dst = np.asarray(edges["src"], np.int64), np.asarray(edges["dst"], np.int64)
        uses = np.array(sorted(edge for kind in _USES for edge in view.of_kind(kind)), np.int64)
        wanted: list[int] = []
        self.possible: list[int] = []
        for edge in uses[self.tests[src[uses]]].tolist():
            if edge not in mocked and not edges["type_only"][edge]:
                possible = edges["confidence"][edge] == Confidence.POSSIBLE
                (self.possible if possible else wanted).append(edge)
        used = np.asarray(wanted, np.int64)
        symbols = np.asarray(nodes["level"]) == Level.SYMBOL
        symbols &= np.array([kind not in _NEVER for kind in nodes["kind"]], bool)
        used = used[symbols[dst[used]]]
        more_src, more_dst, more = self._of_variables(used, src, dst)
        src, dst = np.append(src[used], more_src), np.append(dst[used], more_dst)
        used = np.append(used, more)
        product = ~self.tests[dst]
        self.direct = self.unit[src] >= 0
        self.to_product = Steps.of(src[product], dst[product], used[product], self.size)
        types = np.array([kind in TYPE_KINDS for kind in nodes["kind"]], bool)
        named = np.array([edges["kind"][edge] == EdgeKind.REFERENCES for edge in used.tolist()], bool)
        inner = ~product & ((self.unit[dst] != self.unit[src]) | ~self.direct) & ~(types[dst] & named)
        self.pairs = (src, dst, used, product, inner)
        made_src, made_dst, made = self._constructors(src[inner], dst[inner], used[inner])
        self.to_helper = Steps.of(
            np.append(src[inner], made_src),
            np.append(dst[inner], made_dst),
            np.append(used[inner], made),
            self.size,
        )

    def found(self) -> Iterator[_Edge]:
        """All edges, sorted; of a test and a target the one that is nearest."""
        taken: set[int] = set()
        for found in (self._directly(), self._given(), self._helped()):
            new: dict[int, _Edge] = {}
            for edge in found:
                key = edge.src * self.size + edge.dst
                if key not in taken:
                    known = new.setdefault(key, edge)
                    if known is not edge and edge.rule == DIRECT:
                        known.edges.extend(edge.edges)
            taken.update(new)
            yield from new.values()
        for found in (self._likely(taken), self._by_name()):
            for edge in found:
                key = edge.src * self.size + edge.dst
                if key not in taken:
                    taken.add(key)
                    yield edge

    def _by_name(self) -> Iterator[_Edge]:
        """Members that tests call on something unknown, in the classes that they name or define."""
        members = NamedMembers(self.view)
        called = members.called(self.unit.tolist())
        for number in self.possible:
            unit, end = int(self.unit[self.view.edges["src"][number]]), self.view.edges["dst"][number]
            if unit >= 0:
                called.setdefault(unit, set()).add(self.view.nodes["name"][end])
        src, dst, _, _, _ = self.pairs
        kinds, parents = self.view.nodes["kind"], self.view.nodes["parent"]
        within: dict[int, list[int]] = {}
        for start, end in zip(src.tolist(), dst.tolist(), strict=True):
            within.setdefault(start, []).append(end)
        classes: dict[int, set[int]] = {unit: set() for unit in called}
        for row, unit in enumerate(self.unit.tolist()):
            if unit in classes:
                named = within.get(row, ())
                held = (end for one in named if not self._holds_code(one) for end in within.get(one, ()))
                classes[unit].update(end for end in (row, *named, *held) if kinds[end] in TYPE_KINDS)
        for unit in sorted(called):
            classes[unit].discard(unit)
            classes[unit].discard(parents[unit])
            for row in members.find(classes[unit], called[unit]):
                if not self.tests[row]:
                    yield _Edge(unit, row, NAMED, [])

    def _holds_code(self, row: int) -> bool:
        """Whether a node is more than a variable."""
        return self.view.is_callable(row) or self.view.holds_variables(row)

    def _likely(self, taken: set[int]) -> Iterator[_Edge]:
        """Of members that a call of a test may mean, those of types that the test exercises anyway."""
        nodes, edges = self.view.nodes, self.view.edges
        found: dict[int, _Edge] = {}
        for number in self.possible:
            unit, dst = int(self.unit[edges["src"][number]]), edges["dst"][number]
            key = unit * self.size + dst
            new = unit >= 0 and not nodes["is_test"][dst] and key not in taken
            if new and unit * self.size + nodes["parent"][dst] in taken:
                found.setdefault(key, _Edge(unit, dst, DIRECT, [number]))
        yield from found.values()

    def _directly(self) -> Iterator[_Edge]:
        src, dst, used, product, _ = self.pairs
        mask = self.direct & product
        units = self.unit[src[mask]].tolist()
        for unit, end, edge in zip(units, dst[mask].tolist(), used[mask].tolist(), strict=True):
            yield _Edge(unit, end, DIRECT, [edge])

    def _given(self) -> Iterator[_Edge]:
        """Through fixtures, what they are given in turn, and what helps them."""
        import numpy as np

        pairs = list(self._fixtures())
        if not pairs:
            return
        units, stations = np.asarray(pairs, np.int64).T
        yield from self._through(units, stations, np.full(len(units), -1), GIVEN)

    def _fixtures(self) -> Iterator[tuple[int, int]]:
        """Tests and what is given to them. What runs around very many tests stands for them all by its own class."""
        units = [unit for unit, runs in self.sources.items() if runs]
        around = {unit: list(self.fixtures.around(unit)) for unit in units}
        times = Counter(chain.from_iterable(around.values()))
        shared = sorted(row for row, count in times.items() if count > MAX_AROUND)
        yield from (
            (self.view.nodes["parent"][row], given) for row in shared for given in self._closed([row])
        )
        common = set(shared)
        for unit in units:
            own = (row for row in around[unit] if row not in common)
            yield from (
                (unit, row) for row in self._closed([*self.fixtures.given(unit), *own]) if row != unit
            )

    def _closed(self, rows: Iterable[int]) -> list[int]:
        """Fixtures with all those that they are given in turn."""
        found = dict.fromkeys(rows)
        queue = list(found)
        for row in queue:
            for more in self.fixtures.given(row):
                if more not in found:
                    found[more] = None
                    queue.append(more)
        return queue

    def _helped(self) -> Iterator[_Edge]:
        import numpy as np

        src, dst, used, _, inner = self.pairs
        mask = self.direct & inner
        made_src, made_dst, made = self._constructors(src[mask], dst[mask], used[mask])
        units = np.append(self.unit[src[mask]], self.unit[made_src])
        yield from self._through(units, np.append(dst[mask], made_dst), np.append(used[mask], made), HELPED)

    def _through(self, units: Ints, stations: Ints, first: Ints, rule: str) -> Iterator[_Edge]:
        """What helpers use of the product, they themselves and those that they reach in turn."""
        import numpy as np

        all_units, all_stations, all_first = units[:0], stations[:0], first[:0]
        for _ in range(MAX_STEPS):
            fresh = first_of_each(units, stations, self.size)
            units, stations, first = units[fresh], stations[fresh], first[fresh]
            known = np.isin(units * self.size + stations, all_units * self.size + all_stations)
            units, stations, first = units[~known], stations[~known], first[~known]
            if not len(units):
                break
            all_units, all_stations = np.append(all_units, units), np.append(all_stations, stations)
            all_first = np.append(all_first, first)
            at, ends, _ = self.to_helper.on(stations)
            units, stations, first = units[at], ends, first[at]
        at, ends, _ = self.to_product.on(all_stations)
        order = first_of_each(all_units[at], ends, self.size)
        for unit, end, edge in zip(
            all_units[at][order].tolist(), ends[order].tolist(), all_first[at][order].tolist(), strict=True
        ):
            yield _Edge(unit, end, rule, [edge] if edge >= 0 else [])

    def _constructors(self, src: Ints, dst: Ints, edges: Ints) -> tuple[Ints, Ints, Ints]:
        """For steps to classes of tests, steps to their constructors as well."""
        import numpy as np

        kinds = self.view.nodes["kind"]
        made: dict[int, list[int]] = {}
        found: list[tuple[int, int, int]] = []
        for start, end, edge in zip(src.tolist(), dst.tolist(), edges.tolist(), strict=True):
            if kinds[end] in TYPE_KINDS and self.view.edges["kind"][edge] == EdgeKind.INSTANTIATES:
                if end not in made:
                    children = self.view.children(end)
                    made[end] = [child for child in children if kinds[child] == NodeKind.CONSTRUCTOR]
                found += [(start, child, edge) for child in made[end]]
        rows = np.asarray(found, np.int64).reshape(-1, 3)
        return rows[:, 0], rows[:, 1], rows[:, 2]

    def _of_variables(self, used: Ints, src: Ints, dst: Ints) -> tuple[Ints, Ints, Ints]:
        """What stands in values of variables outside of functions, and in decorators, as steps from what has these."""
        import numpy as np

        levels = self.view.nodes["level"]
        found: list[tuple[int, int, int]] = []
        for edge in used.tolist():
            module = int(src[edge])
            is_module = levels[module] == Level.MODULE
            if (is_module and self.unit[module] < 0) or self.view.is_type(module):
                sites = self.view.edges["sites"][edge]
                holders = {self.view.decorated_at(module, line) for line in sites[::2]}
                if is_module:
                    holders |= {self.view.variable_at(module, line) for line in sites[::2]}
                holders -= {-1, int(dst[edge])}
                found += [(holder, int(dst[edge]), edge) for holder in sorted(holders)]
        rows = np.asarray(found, np.int64).reshape(-1, 3)
        return rows[:, 0], rows[:, 1], rows[:, 2]


def _units(view: View, sources: Mapping[int, bool]) -> list[int]:
    """The test whose code each node is, -1 for none: its own, or that of the test function that it lies in."""
    nodes = view.nodes
    parents, kinds = nodes["parent"], nodes["kind"]
    found = [-1] * len(parents)
    for row, parent in enumerate(parents):
        if row in sources:
            found[row] = row
        elif parent >= 0 and found[parent] >= 0 and kinds[found[parent]] in CALLABLE_KINDS:
            found[row] = found[parent]
    return found


def _columns(found: Iterable[_Edge], view: View) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        name: [] for name in ("src", "dst", "kind", "confidence", "rule", "sites")
    }
    nodes, sites = view.nodes, view.edges["sites"]
    for edge in found:
        columns["src"].append(edge.src)
        columns["dst"].append(edge.dst)
        columns["rule"].append(edge.rule)
        if edge.edges:
            columns["sites"].append(_merged([sites[number] for number in edge.edges]))
        else:
            columns["sites"].append([max(nodes["line"][edge.src], 1), nodes["column"][edge.src]])
    columns["kind"] = [EdgeKind.TESTS] * len(columns["src"])
    columns["confidence"] = [Confidence.INFERRED] * len(columns["src"])
    return columns


def _merged(lists: list[list[int]]) -> list[int]:
    if len(lists) == 1:
        return lists[0]
    pairs = {pair for sites in lists for pair in zip(sites[::2], sites[1::2], strict=True)}
    return [number for pair in sorted(pairs) for number in pair]
