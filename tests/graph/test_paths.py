"""Paths from one place to another, compared with networkx where it knows the answer."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.graph import paths
from codegraph.graph.lookup import find
from codegraph.graph.paths import Trace, trace
from codegraph.model import Confidence, Graph
from tests.graphs import make_graph, publish
from tests.strategies import graphs

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

MAZE = make_graph(
    """
    module    m                @m.py
    function  m::start         @m.py:1
    function  m::left          @m.py:2
    function  m::right         @m.py:3
    function  m::middle        @m.py:4
    function  m::end           @m.py:5
    function  m::alone         @m.py:6
    class     m::Base          @m.py:10-12
    method    m::Base::run     @m.py:11
    class     m::Child         @m.py:20-22
    method    m::Child::run    @m.py:21
    m::start calls m::left     1:4
    m::start calls m::right    1:8
    m::left calls m::middle    2:4 2:9
    m::middle calls m::end     4:4
    m::right calls m::end      3:4
    m::end calls m::start      5:4
    m::start calls m::Base::run 1:12
    m::Child::run overrides m::Base::run
    m::Child::run instantiates m::alone 21:4
    """
)


@pytest.fixture(scope="module")
def maze(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphView]:
    with publish(tmp_path_factory.mktemp("maze"), MAZE) as view:
        yield view


def ask(view: GraphView, source: str, target: str | None = None, **options: Any) -> Trace:
    return trace(view, find(view, source), None if target is None else find(view, target), **options)


def words(view: GraphView, found: Trace) -> list[str]:
    return [" ".join([view.name(path[0].src), *(view.name(hop.dst) for hop in path)]) for path in found.paths]


def test_the_shortest_path_is_found(maze: GraphView) -> None:
    found = ask(maze, "start", "end")
    assert words(maze, found) == ["start right end"]
    assert not found.truncated


def test_all_simple_paths_come_shortest_first(maze: GraphView) -> None:
    assert words(maze, ask(maze, "start", "end", all_paths=True)) == [
        "start right end",
        "start left middle end",
    ]


def test_each_hop_has_its_call_sites(maze: GraphView) -> None:
    (path,) = ask(maze, "left", "end").paths
    assert [maze.sites(hop.edge) for hop in path] == [((2, 4), (2, 9)), ((4, 4),)]


def test_a_call_of_a_base_method_may_go_on_in_an_override(maze: GraphView) -> None:
    (path,) = ask(maze, "start", "alone").paths
    assert [(maze.fqn(hop.dst), hop.across) for hop in path] == [
        ("m::Base::run", False),
        ("m::Child::run", True),
        ("m::alone", False),
    ]


def test_backward_goes_from_the_called_to_the_callers(maze: GraphView) -> None:
    assert words(maze, ask(maze, "alone", "start", direction="backward")) == ["alone run run start"]


def test_without_a_target_all_ways_out_are_listed(maze: GraphView) -> None:
    found = ask(maze, "left", max_depth=9)
    assert words(maze, found) == ["left middle end start run run alone", "left middle end start right"]


def test_a_class_or_file_stands_for_everything_in_it(maze: GraphView) -> None:
    assert words(maze, ask(maze, "m.Child", "alone")) == ["run alone"]
    assert ask(maze, "m.py", "alone").paths == []  # a part of the file itself


def test_no_path_tells_how_far_the_search_came(maze: GraphView) -> None:
    found = ask(maze, "alone", "start")
    assert (found.paths, found.reached, found.depth, found.frontier, found.exhausted) == ([], 0, 0, [], True)
    found = ask(maze, "left", "alone", max_depth=3)
    assert found.paths == []
    assert [maze.name(row) for row in found.frontier] == ["start"]
    assert (found.reached, found.depth, found.exhausted) == (3, 3, False)


def test_a_cap_says_that_there_are_more(maze: GraphView) -> None:
    found = ask(maze, "start", "end", all_paths=True, max_paths=1)
    assert words(maze, found) == ["start right end"]
    assert found.truncated


def test_a_search_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "MAX_EXPANSIONS", 1000)
    functions = [f"function m::f{number:02} @m.py:{number}" for number in range(20)]
    calls = [f"m::f{one:02} calls m::f{other:02}" for one in range(19) for other in range(19) if one != other]
    with publish(tmp_path, make_graph("\n".join([*functions, *calls]))) as view:
        found = ask(view, "f00", "f01", all_paths=True, max_depth=18, max_paths=10**9)
        assert found.truncated
        assert words(view, found)[0] == "f00 f01"
        assert ask(view, "f00", "f19", all_paths=True, max_depth=18).paths == []


@settings(max_examples=80, deadline=None)
@given(graphs(max_edges=20), st.data())
def test_paths_agree_with_networkx(graph: Graph, data: st.DataObject) -> None:
    import networkx as nx

    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        kinds = {"calls", "references", "extends"}
        plain = nx.DiGraph((edge.src, edge.dst) for edge in view.iter_edges(kinds, Confidence.POSSIBLE))
        leaves = [row for row in plain if not view.children(row)]
        if len(leaves) < 2:
            return
        source, target = data.draw(st.lists(st.sampled_from(leaves), min_size=2, max_size=2, unique=True))
        options: dict[str, Any] = {"kinds": kinds, "floor": Confidence.POSSIBLE, "max_depth": 5}
        plain.remove_edges_from(list(nx.selfloop_edges(plain)))
        expected = {tuple(path) for path in nx.all_simple_paths(plain, source, target, cutoff=5)}
        found = trace(view, source, target, all_paths=True, max_paths=10_000, **options)
        rows = [(path[0].src, *(hop.dst for hop in path)) for path in found.paths]
        # Hops across overrides are ours alone.
        rows = [
            row for row, path in zip(rows, found.paths, strict=True) if not any(hop.across for hop in path)
        ]
        assert sorted(rows) == sorted(expected)
        assert [len(row) for row in rows] == sorted(len(row) for row in rows)
        shortest = trace(view, source, target, **options)
        assert len(shortest.paths) == min(1, len(found.paths))
        assert not found.paths or len(shortest.paths[0]) == len(found.paths[0])
