"""What a resolved graph is as a table, what is left behind, and how it takes in more."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from codegraph.model import EDGE_COLUMNS, NODE_COLUMNS, Graph, Lists
from codegraph.resolve import extend
from tests.projects import graph_of, resolution_of, write

SHOP = {
    "base.py": "class Base:\n    def save(self): ...\n",
    "shop.py": (
        "import json\nfrom base import Base\n\n\nclass Shop(Base):\n    def save(self):\n        super().save()\n"
        "        json.dumps(self)\n        self.save(); self.save()\n\n\nShop().save()\n"
    ),
}
LISTS = st.lists(st.lists(st.integers(0, 2**31 - 1)))


def test_nothing_of_the_resolver_waits_for_the_garbage_collector(tmp_path: Path) -> None:
    write(tmp_path, SHOP)
    gc.collect()
    gc.disable()
    try:
        before = _resolver_objects()
        resolution = resolution_of(tmp_path)
        left = _resolver_objects() - before
    finally:
        gc.enable()
    assert resolution.accuracy
    assert not left


def test_a_project_without_files_is_a_repository_with_its_package(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, {})
    assert graph.nodes["kind"] == ["monorepo", "package"]
    assert list(graph.edges["kind"]) == ["contains"]
    assert len(graph.unresolved["src"]) == 0


def test_each_site_of_an_edge_is_there_once_and_in_order(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, SHOP)
    names = graph.nodes["name"]
    sites = {
        (names[src], kind, names[dst]): list(places)
        for src, dst, kind, places in zip(
            graph.edges["src"], graph.edges["dst"], graph.edges["kind"], graph.edges["sites"], strict=True
        )
    }
    assert sites["save", "overrides", "save"] == []
    assert sites["shop.py", "imports", "json"] == [1, 7]
    recursive = [
        places for (src, kind, dst), places in sites.items() if (src, kind, dst) == ("save", "calls", "save")
    ]
    assert [9, 13, 9, 26] in recursive


def test_further_nodes_and_edges_take_their_places(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, SHOP)
    fqns = graph.nodes["fqn"]
    shop = next(fqn for fqn in fqns if fqn.endswith("::Shop"))
    module = shop.removesuffix("::Shop")
    node = {"fqn": f"{module}::GET /", "name": "GET /", "level": 3, "kind": "endpoint", "parent": module}
    edge = {"src": node["fqn"], "dst": shop, "kind": "handles", "confidence": "certain", "rule": "route"}
    more = extend(graph, [node, node, {**node, "fqn": shop}], [{**edge, "sites": [5, 7]}])
    assert more.nodes["fqn"] == sorted([*fqns, node["fqn"]])
    assert list(more.nodes) == [column.name for column in NODE_COLUMNS]
    assert list(more.edges) == [column.name for column in EDGE_COLUMNS]
    ends = list(zip(more.edges["src"], more.edges["kind"], more.edges["dst"], strict=True))
    assert ends == sorted(ends)
    assert _named(graph) < _named(more)
    assert _named(more) - _named(graph) == {
        (module, "contains", node["fqn"], ()),
        (node["fqn"], "handles", shop, (5, 7)),
    }


def _resolver_objects() -> Counter[str]:
    kinds = Counter(str(type(thing).__module__) for thing in gc.get_objects())
    return Counter({kind: count for kind, count in kinds.items() if kind.startswith("codegraph.resolve.")})


def _named(graph: Graph) -> set[tuple[str, str, str, tuple[int, ...]]]:
    nodes, edges, _ = graph
    fqns = nodes["fqn"]
    return {
        (fqns[src], str(kind), fqns[dst], tuple(sites))
        for src, kind, dst, sites in zip(
            edges["src"], edges["kind"], edges["dst"], edges["sites"], strict=True
        )
    }


@given(LISTS)
def test_lists_in_two_arrays_are_the_lists(lists: list[list[int]]) -> None:
    held = Lists.of(lists)
    assert list(held) == lists
    assert [held[row] for row in range(len(held))] == lists
    assert [held[row] for row in range(-len(held), 0)] == lists
    assert held[1:] == lists[1:]


def test_every_call_of_a_long_chain_is_found_where_its_name_stands(tmp_path: Path) -> None:
    head = ["class Table:", "    def row(self, text) -> 'Table': ...", "", "def f():", "    return (Table()"]
    rows = [f"        .row('the text of row {number}, long enough')" for number in range(120)]
    graph = graph_of(tmp_path, {"a.py": "\n".join([*head, *rows, "    )"]) + "\n"})
    fqns = graph.nodes["fqn"]
    row = next(number for number, fqn in enumerate(fqns) if fqn.endswith("::Table::row"))
    sites = [
        site
        for dst, kind, found in zip(*(graph.edges[key] for key in ("dst", "kind", "sites")), strict=True)
        if dst == row and kind == "calls"
        for site in zip(found[::2], found[1::2], strict=True)
    ]
    assert sites == [(number + 6, 9) for number in range(120)]


def test_what_is_called_with_type_arguments_behind_await_is_no_value_that_is_awaited(tmp_path: Path) -> None:
    code = "async function f<T>(): Promise<T> {}\nasync function g() { await f<string>(); await f; }\n"
    graph = graph_of(tmp_path, {"a.ts": code})
    edges, names = graph.edges, graph.nodes["name"]
    places = {
        kind: list(at)
        for kind, dst, at in zip(edges["kind"], edges["dst"], edges["sites"], strict=True)
        if names[dst] == "f" and kind != "contains"
    }
    assert places == {"calls": [2, 27], "references": [2, 46]}
