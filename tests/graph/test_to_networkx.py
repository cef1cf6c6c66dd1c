"""The graph as networkx has it."""

from __future__ import annotations

from pathlib import Path

from codegraph.graph.to_networkx import to_networkx
from tests.graphs import make_graph, publish

GRAPH = make_graph(
    """
    module m @m.py
    function m::f @m.py:1-3 tag:task loc=3
    function m::g @m.py:5
    m::f calls m::g inferred rule:local 2:4 3:8
    m::f references m::g possible 2:9
    """
)


def test_nodes_and_edges_carry_what_is_known_of_them(tmp_path: Path) -> None:
    with publish(tmp_path, GRAPH) as view:
        graph = to_networkx(view)
    assert sorted(graph) == ["m", "m::f", "m::g"]
    assert (
        graph.nodes["m::f"] | {"tags": ["task"], "loc": 3, "path": "m.py", "line": 1} == graph.nodes["m::f"]
    )
    assert sorted(key for *_, key in graph.edges(keys=True)) == ["calls", "references"]
    assert graph.edges["m::f", "m::g", "calls"] == {
        "kind": "calls",
        "confidence": "inferred",
        "rule": "local",
        "type_only": False,
        "dynamic": False,
        "sites": [(2, 4), (3, 8)],
    }


def test_a_part_of_the_graph_has_the_edges_within_it(tmp_path: Path) -> None:
    with publish(tmp_path, GRAPH) as view:
        assert list(to_networkx(view, [0, 1]).edges) == []
        assert list(to_networkx(view, [1, 2], floor="inferred").edges) == [("m::f", "m::g", "calls")]
