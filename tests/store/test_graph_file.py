"""``graph.bin`` and ``unresolved.bin`` say exactly what the tables say."""

from __future__ import annotations

import random
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.errors import IndexFormatError
from codegraph.graph.view import GraphView
from codegraph.model import NODE_COLUMNS, Graph, Level, NodeKind
from codegraph.store.layout import GRAPH_FILE, UNRESOLVED_FILE
from tests.graphs import graph_of, make_graph, node, publish
from tests.strategies import graphs

SMALL = make_graph(
    """
    package  shop                  @
    module   shop::cart            @cart.py                     loc=20
    class    shop::cart::Cart      @cart.py:3-20   exported tag:service tag:web modifier:final
    method   shop::cart::Cart::add @cart.py:5-9    doc="Put it in." decorator:cached
    method   shop::cart::Cart::sum @cart.py:11-12  test
    external ext::pypi::requests
    external ext::pypi::requests::get
    shop::cart::Cart::add calls ext::pypi::requests::get inferred rule:import dynamic 7:4 8:8
    shop::cart::Cart::sum calls shop::cart::Cart::add possible 12:4
    shop::cart imports ext::pypi::requests type_only 1:0
    shop::cart::Cart::add ?calls self.log 9:4 dynamic candidate:shop::log
    """
)


def node_values(view: GraphView, row: int) -> dict[str, Any]:
    """All columns of a node as the tables have them."""
    values = {name: getattr(view, name)(row) for name, _ in NODE_COLUMNS if name != "attributes"}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def expected_nodes(graph: Graph) -> list[dict[str, Any]]:
    names = [name for name, _ in NODE_COLUMNS if name != "attributes"]
    return [dict(zip(names, row, strict=True)) for row in zip(*(graph.nodes[n] for n in names), strict=True)]


def expected_edges(graph: Graph) -> list[tuple[Any, ...]]:
    columns = (*graph.edges.values(),)
    rows = zip(*columns, strict=True)
    return [(*row[:-1], tuple(zip(row[-1][::2], row[-1][1::2], strict=True))) for row in rows]


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_every_node_edge_and_reference_comes_back_as_it_was(graph: Graph) -> None:
    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        assert [node_values(view, row) for row in range(view.node_count)] == expected_nodes(graph)
        edges = expected_edges(graph)
        assert [tuple(edge) for edge in view.iter_edges()] == edges
        references = [(*reference[:-1], list(reference[-1])) for reference in view.iter_unresolved()]
        assert references == list(zip(*graph.unresolved.values(), strict=True))


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_indexes_agree_with_the_columns(graph: Graph) -> None:
    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        rows = range(view.node_count)
        edges = list(view.iter_edges())
        for row in rows:
            assert view.row_of(view.fqn(row)) == row
            assert row in view.rows_named(view.name(row))
            assert sorted(view.children(row)) == [child for child in rows if view.parent(child) == row]
            assert list(view.out_edges(row)) == [edge for edge in edges if edge.src == row]
            assert sorted(view.in_edges(row)) == sorted(edge for edge in edges if edge.dst == row)
            assert view.unresolved_of(row) == [ref for ref in view.iter_unresolved() if ref.src == row]
        for path in view.paths():
            expected = [row for row in rows if view.path(row) == path and view.kind(row) != NodeKind.EXTERNAL]
            assert sorted(view.rows_at(path)) == expected


def test_missing_names_have_no_row(tmp_path: Path) -> None:
    with publish(tmp_path, SMALL) as view:
        for name in ("", "a", "shop::cart::Cart::zzz", "zzz", "\ud800"):
            assert view.row_of(name) is None
            assert view.rows_named(name) == []
            assert name == "" or view.rows_at(name) == []


def test_rows_know_their_module_and_package(tmp_path: Path) -> None:
    with publish(tmp_path, SMALL) as view:
        add, get = view.row_of("shop::cart::Cart::add"), view.row_of("ext::pypi::requests::get")
        assert add is not None
        assert get is not None
        assert view.fqn(view.module(add)) == "shop::cart"
        assert view.fqn(view.package(add)) == "shop"
        assert view.fqn(view.module(get)) == view.fqn(view.package(get)) == "ext::pypi::requests"
        assert view.module(view.package(add)) == -1
        assert [view.fqn(row) for row in view.rows(Level.MODULE)] == ["shop::cart"]


def test_members_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    graph = make_graph(
        """
        module m @m.py
        class  m::C @m.py:1-9
        method m::C::z @m.py:2-3
        method m::C::a @m.py:5-6
        """
    )
    with publish(tmp_path, graph) as view:
        assert [view.name(row) for row in view.descendants(0)] == ["C", "z", "a"]
        assert [view.name(row) for row in view.rows_at("m.py")] == ["m.py", "C", "z", "a"]
        assert [view.name(row) for row in view.ancestors(2)] == ["C", "m.py"]


def test_files_below_a_folder_are_found_by_whole_folder_names(tmp_path: Path) -> None:
    graph = make_graph(
        "module p::a/x @a/x.py\nmodule p::a/b/y @a/b/y.py\nmodule p::ab/z @ab/z.py\nmodule p::a.b @a.b"
    )
    with publish(tmp_path, graph) as view:
        assert [view.path(row) for row in view.rows_under("a")] == ["a/b/y.py", "a/x.py"]
        assert [view.path(row) for row in view.rows_under("a/b")] == ["a/b/y.py"]
        assert len(view.rows_under("")) == 4
        assert view.rows_under("zz") == []


def test_an_empty_graph_can_be_asked_anything(tmp_path: Path) -> None:
    with publish(tmp_path, graph_of([])) as view:
        assert (view.node_count, view.edge_count, view.unresolved_count) == (0, 0, 0)
        assert view.row_of("x") is None
        assert view.rows_under("") == view.rows_named("x") == list(view.iter_edges()) == []


def test_attributes_are_an_object_and_empty_for_most(tmp_path: Path) -> None:
    route = node("m::f", attributes='{"http_method": "GET", "route": "/users"}')
    with publish(tmp_path, graph_of([node("m", "module", ["@m.py"]), route])) as view:
        assert view.attributes(0) == {}
        assert view.attributes(1) == {"http_method": "GET", "route": "/users"}


@pytest.mark.parametrize(
    ("nodes", "edges", "complaint"),
    [
        ({"fqn": ["b", "a"]}, {}, "not sorted"),
        ({"fqn": ["a", "a"]}, {}, "not sorted"),
        ({"parent": [-1, 2]}, {}, "parent is no row"),
        ({"parent": [1, 0], "level": [3, 3]}, {}, "cycle"),
        ({"line": [1]}, {}, "don't fit"),
        ({}, {"dst": [7, 0]}, "dst names a row that is no node in 1 rows, first in .*'dst': 7"),
        ({}, {"src": [1, 0]}, "not sorted by src"),
        ({}, {"kind": ["calls", "cuddles"]}, "cuddles"),
    ],
)
def test_tables_that_break_the_rules_are_refused(
    tmp_path: Path, nodes: dict[str, Any], edges: dict[str, Any], complaint: str
) -> None:
    good = make_graph("module a @a.py\nfunction b @b.py:1\na calls b\nb calls a")
    broken = Graph({**good.nodes, **nodes}, {**good.edges, **edges}, good.unresolved)
    with pytest.raises(ValueError, match=complaint):
        publish(tmp_path, broken)


def test_a_missing_or_unknown_column_is_refused(tmp_path: Path) -> None:
    nodes = dict(SMALL.nodes)
    nodes["extra"] = nodes.pop("doc")
    with pytest.raises(ValueError, match="doc, extra"):
        publish(tmp_path, Graph(nodes, SMALL.edges, SMALL.unresolved))


def read_everything(view: GraphView) -> list[Any]:
    nodes = [node_values(view, row) for row in range(view.node_count)]
    return [nodes, list(view.iter_edges()), list(view.iter_unresolved()), view.keys(), view.paths()]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_file_is_an_error_and_never_a_crash(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with publish(Path(folder), SMALL) as view:
            place, whole = view.folder, read_everything(view)
        path = place / data.draw(st.sampled_from([GRAPH_FILE, UNRESOLVED_FILE]))
        content = bytearray(path.read_bytes())
        spot = data.draw(st.integers(0, len(content) - 1))
        if data.draw(st.booleans()):
            content[spot] ^= data.draw(st.integers(1, 255))
        else:
            del content[spot:]
        path.write_bytes(content)
        with suppress(IndexFormatError), GraphView.open(Path(folder, ".codegraph/index")) as view:
            assert read_everything(view) == whole


def test_the_bytes_do_not_depend_on_how_columns_are_held(tmp_path: Path) -> None:
    import numpy as np
    import pyarrow as pa

    nodes = dict(SMALL.nodes)
    nodes["line"] = np.array(nodes["line"], dtype=np.int64)
    nodes["exported"] = np.array(nodes["exported"])
    nodes["kind"] = pa.chunked_array([nodes["kind"][:3], nodes["kind"][3:]])
    nodes["name"] = tuple(nodes["name"])
    with publish(tmp_path / "a", SMALL) as one, publish(tmp_path / "b", SMALL._replace(nodes=nodes)) as other:
        assert (one.folder / GRAPH_FILE).read_bytes() == (other.folder / GRAPH_FILE).read_bytes()


def test_a_large_random_graph_comes_back(tmp_path: Path) -> None:
    chance = random.Random(7)
    rows = [node(f"m::f{number:05}", words=[f"@m.py:{number}"]) for number in range(3000)]
    edges = {(chance.randrange(3000), chance.randrange(3000)) for _ in range(9000)}
    graph = graph_of(rows)
    ordered = sorted(edges)
    columns = {
        "src": [src for src, _ in ordered],
        "dst": [dst for _, dst in ordered],
        "kind": ["calls"] * len(ordered),
        "confidence": ["certain"] * len(ordered),
        "rule": ["local"] * len(ordered),
        "type_only": [False] * len(ordered),
        "dynamic": [False] * len(ordered),
        "sites": [[src, dst] for src, dst in ordered],
    }
    with publish(tmp_path, graph._replace(edges=columns)) as view:
        assert [(edge.src, edge.dst) for edge in view.iter_edges()] == ordered
        everything = view.accept()
        for row in range(0, 3000, 17):
            assert view.successors(row, everything) == [dst for src, dst in ordered if src == row]
            assert view.predecessors(row, everything) == [src for src, dst in ordered if dst == row]
