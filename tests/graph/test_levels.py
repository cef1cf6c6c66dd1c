"""Packages, modules and symbols with their edges added up, and the circles among them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.graph.cycles import components, cycles, shortest_cycle
from codegraph.graph.levels import LevelGraph, cut, level_graph
from codegraph.graph.lookup import find
from codegraph.model import Confidence, Graph, Level
from tests.graphs import make_graph, publish
from tests.strategies import graphs

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

GRAPH = make_graph(
    """
    package   app                @
    package   lib                @lib
    module    app::a             @a.py
    function  app::a::f          @a.py:1
    function  app::a::g          @a.py:5
    module    app::b             @b.py
    class     app::b::B          @b.py:1-9
    method    app::b::B::m       @b.py:2
    module    app::alone         @alone.py
    module    lib::c             @lib/c.py
    function  lib::c::h          @lib/c.py:1
    statement lib::c::h::s1      @lib/c.py:2
    external  ext::pypi::requests
    external  ext::pypi::requests::get
    app::a::f contains app::a::g
    app::a::f calls app::b::B::m                2:4 3:4
    app::a::g references app::b::B              6:4
    app::a::f calls app::a::g                   2:8
    app::a imports app::b                       1:0
    app::b imports app::a           type_only   1:0
    app::b::B::m calls lib::c::h                3:4
    app::b::B::m calls lib::c::h::s1  possible  4:4
    lib::c::h calls ext::pypi::requests::get    2:4
    lib::c::h::s1 calls app::a::f               2:9
    app::a::g calls app::a::g                   7:4
    """
)


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphView]:
    with publish(tmp_path_factory.mktemp("levels"), GRAPH) as opened:
        yield opened


def edges(view: GraphView, graph: LevelGraph) -> list[tuple[str, str, int, dict[str, int], bool]]:
    return [(view.fqn(e.src), view.fqn(e.dst), e.weight, e.kinds, e.type_only) for e in graph.edges]


def nodes(view: GraphView, graph: LevelGraph) -> list[str]:
    return [view.fqn(row) for row in graph.nodes]


def test_modules_have_the_references_of_what_they_hold(view: GraphView) -> None:
    graph = level_graph(view, Level.MODULE)
    assert nodes(view, graph) == ["app::a", "app::alone", "app::b", "lib::c"]
    assert edges(view, graph) == [
        ("app::a", "app::b", 4, {"imports": 1, "calls": 2, "references": 1}, False),
        ("app::b", "app::a", 1, {"imports": 1}, True),
        ("app::b", "lib::c", 1, {"calls": 1}, False),
        ("lib::c", "app::a", 1, {"calls": 1}, False),
    ]


def test_packages_have_the_references_of_their_modules(view: GraphView) -> None:
    assert edges(view, level_graph(view, Level.PACKAGE)) == [
        ("app", "lib", 1, {"calls": 1}, False),
        ("lib", "app", 1, {"calls": 1}, False),
    ]


def test_symbols_keep_their_own_edges_and_speak_for_their_statements(view: GraphView) -> None:
    found = edges(view, level_graph(view, Level.SYMBOL, include_isolated=False))
    assert ("lib::c::h", "app::a::f", 1, {"calls": 1}, False) in found
    assert ("app::a::g", "app::a::g", 1, {"calls": 1}, False) in found
    assert ("app::a", "app::b", 1, {"imports": 1}, False) in found


def test_externals_are_shown_when_asked_for(view: GraphView) -> None:
    found = edges(view, level_graph(view, Level.PACKAGE, include_external=True))
    assert ("lib", "ext::pypi::requests", 1, {"calls": 1}, False) in found
    found = edges(view, level_graph(view, Level.SYMBOL, include_external=True))
    assert ("lib::c::h", "ext::pypi::requests::get", 1, {"calls": 1}, False) in found


def test_a_scope_keeps_what_lies_in_it(view: GraphView) -> None:
    graph = level_graph(view, Level.MODULE, scope=[find(view, "app")])
    assert nodes(view, graph) == ["app::a", "app::alone", "app::b"]
    assert [(src, dst) for src, dst, *_ in edges(view, graph)] == [("app::a", "app::b"), ("app::b", "app::a")]


def test_kinds_and_floor_choose_edges(view: GraphView) -> None:
    imports = edges(view, level_graph(view, Level.MODULE, kinds={"imports"}))
    assert [(src, dst) for src, dst, *_ in imports] == [("app::a", "app::b"), ("app::b", "app::a")]
    doubtful = edges(view, level_graph(view, Level.MODULE, floor=Confidence.POSSIBLE))
    assert ("app::b", "lib::c", 2, {"calls": 2}, False) in doubtful


def test_a_cut_keeps_the_most_connected_and_says_so(view: GraphView) -> None:
    whole = level_graph(view, Level.MODULE)
    assert cut(whole, 10) == whole
    small = cut(whole, 2)
    assert nodes(view, small) == ["app::a", "app::b"]
    assert (len(small.edges), small.total_nodes, small.total_edges, small.truncated) == (2, 4, 4, True)
    thin = cut(whole, 10, 1)
    assert [edge[:3] for edge in edges(view, thin)] == [("app::a", "app::b", 4)]
    assert thin.truncated


def test_cycles_leave_out_what_only_a_type_checker_sees(view: GraphView) -> None:
    graph = level_graph(view, Level.MODULE)
    (found,) = cycles(graph)
    assert [view.fqn(row) for row in found.rows] == ["app::a", "app::b", "lib::c"]
    (found,) = cycles(graph, ignore_type_only=False)
    assert [view.fqn(row) for row in found.rows] == ["app::a", "app::b"]
    assert [view.fqn(row) for row in found.members] == ["app::a", "app::b", "lib::c"]


def test_a_symbol_that_calls_itself_is_no_cycle(view: GraphView) -> None:
    rows = {row for cycle in cycles(level_graph(view, Level.SYMBOL)) for row in cycle.members}
    assert find(view, "a.g") not in rows


TARGETS = st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 9), max_size=4, unique=True))


@given(TARGETS)
def test_components_agree_with_networkx(drawn: dict[int, list[int]]) -> None:
    import networkx as nx

    targets = {row: [far for far in drawn.get(row, []) if far != row] for row in range(10)}
    plain = nx.DiGraph((src, dst) for src, far in targets.items() for dst in far)
    expected = sorted(sorted(part) for part in nx.strongly_connected_components(plain) if len(part) > 1)
    found = components(targets)
    assert sorted(found) == expected
    for members in found:
        way = shortest_cycle(targets, members)
        assert all(after in targets[before] for before, after in zip(way, [*way[1:], way[0]], strict=True))
        assert len(way) == min(len(cycle) for cycle in nx.simple_cycles(plain.subgraph(members)))


def test_a_very_long_cycle_needs_no_recursion() -> None:
    targets = {row: [(row + 1) % 50_000] for row in range(50_000)}
    assert components(targets) == [list(range(50_000))]


@settings(max_examples=60, deadline=None)
@given(graphs(), st.sampled_from([Level.PACKAGE, Level.MODULE, Level.SYMBOL]))
def test_no_reference_is_lost_or_counted_twice(graph: Graph, level: Level) -> None:
    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        found = level_graph(view, level, floor=Confidence.POSSIBLE, include_external=True)
        places = {Level.PACKAGE: view.package, Level.MODULE: view.module}
        stands_for = places.get(level, lambda row: row)
        expected = 0
        for edge in view.iter_edges():
            ends = {stands_for(edge.src), stands_for(edge.dst)}
            if edge.kind != "contains" and -1 not in ends and (level == Level.SYMBOL or len(ends) == 2):
                expected += max(1, len(edge.sites))
        assert sum(edge.weight for edge in found.edges) == expected
        assert all(edge.weight == sum(edge.kinds.values()) for edge in found.edges)
        assert {row for edge in found.edges for row in (edge.src, edge.dst)} <= set(found.nodes)
