"""What a change may touch: worked examples, and laws that hold for any graph."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.graph.impact import Impact, impact
from codegraph.graph.lookup import find
from codegraph.model import Confidence, EdgeKind, Graph
from tests.graphs import make_graph, publish
from tests.strategies import graphs

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

SHOP = make_graph(
    """
    package   app                        @
    package   lib                        @lib
    module    lib::store                 @lib/store.py
    class     lib::store::Store          @lib/store.py:1-20
    method    lib::store::Store::save    @lib/store.py:2-5
    method    lib::store::Store::load    @lib/store.py:6-9
    class     lib::store::FileStore      @lib/store.py:30-50
    method    lib::store::FileStore::save @lib/store.py:31-35
    method    lib::store::FileStore::_write @lib/store.py:36-40
    class     lib::store::NullStore      @lib/store.py:60-70
    method    lib::store::NullStore::save @lib/store.py:61-62
    module    app::orders                @orders.py
    function  app::orders::place         @orders.py:1-9
    function  app::orders::cancel        @orders.py:11-19
    endpoint  "app::orders::POST /orders" @orders.py:1
    module    app::client                @client.py
    function  app::client::buy           @client.py:1-3
    module    app::tests                 @test_orders.py      test
    function  app::tests::test_place     @test_orders.py:1-9  test
    external  ext::pypi::requests
    external  ext::pypi::requests::get

    lib::store contains lib::store::Store
    lib::store::FileStore extends lib::store::Store
    lib::store::FileStore::save overrides lib::store::Store::save
    lib::store::NullStore::save overrides lib::store::Store::save
    lib::store::FileStore::save calls lib::store::FileStore::_write     32:8
    app::orders::place calls lib::store::Store::save                    2:4 3:4
    app::orders::place references lib::store::Store                     1:12
    app::orders::cancel calls lib::store::Store::load                   12:4
    app::orders::cancel calls lib::store::Store::save   possible        13:4
    app::tests::test_place calls app::orders::place                     2:4
    "app::orders::POST /orders" handles app::orders::place
    app::client::buy requests "app::orders::POST /orders"               2:4
    app::orders imports lib::store                                      1:0
    app::tests imports app::orders                                      1:0
    app::client::buy calls ext::pypi::requests::get                     3:4
    """
)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphView]:
    with publish(tmp_path_factory.mktemp("shop"), SHOP) as view:
        yield view


def ask(view: GraphView, target: str, **options: Any) -> Impact:
    return impact(view, find(view, target), **options)


def names(view: GraphView, found: Impact) -> list[tuple[int, str]]:
    return [(hit.depth, view.fqn(hit.row).rpartition("::")[2]) for hit in found.hits]


def test_dependents_are_found_level_by_level(shop: GraphView) -> None:
    found = ask(shop, "Store.load")
    assert names(shop, found) == [(1, "cancel")]
    found = ask(shop, "orders.place")
    assert names(shop, found) == [(1, "POST /orders"), (1, "test_place"), (2, "buy")]
    assert found.by_depth == {1: 2, 2: 1}
    assert found.exhausted


def test_callers_of_the_base_method_may_reach_the_one_that_overrides_it(shop: GraphView) -> None:
    found = ask(shop, "FileStore._write", depth=9)
    assert names(shop, found) == [
        (1, "save"),
        (2, "save"),
        (3, "place"),
        (4, "POST /orders"),
        (4, "test_place"),
        (5, "buy"),
    ]
    assert [shop.fqn(hit.row) for hit in found.hits[:2]] == [
        "lib::store::FileStore::save",
        "lib::store::Store::save",
    ]


def test_other_overrides_of_the_same_base_are_not_touched(shop: GraphView) -> None:
    rows = {hit.row for hit in ask(shop, "FileStore.save", depth=9).hits}
    assert find(shop, "NullStore.save") not in rows
    assert find(shop, "orders.place") in rows


def test_without_bridges_only_the_static_targets_count(shop: GraphView) -> None:
    assert names(shop, ask(shop, "FileStore._write", depth=9, bridges=False)) == [(1, "save")]


def test_a_changed_base_method_touches_its_overrides(shop: GraphView) -> None:
    found = ask(shop, "Store.save", depth=1)
    assert [shop.fqn(hit.row) for hit in found.hits] == [
        "app::orders::place",
        "lib::store::FileStore::save",
        "lib::store::NullStore::save",
    ]


def test_a_class_counts_with_its_members(shop: GraphView) -> None:
    found = ask(shop, "store.Store", depth=1)
    assert [shop.fqn(row) for row in found.targets] == [
        "lib::store::Store",
        "lib::store::Store::load",
        "lib::store::Store::save",
    ]
    assert [shop.name(hit.row) for hit in found.hits] == ["cancel", "place", "FileStore", "save", "save"]


def test_a_file_counts_with_everything_in_it_and_by_its_imports(shop: GraphView) -> None:
    found = ask(shop, "lib/store.py")
    assert names(shop, found) == [
        (1, "orders"),
        (1, "cancel"),
        (1, "place"),
        (2, "POST /orders"),
        (2, "tests"),
        (2, "test_place"),
        (3, "buy"),
    ]
    assert ask(shop, "lib").hits == found.hits


def test_an_external_package_counts_with_its_symbols(shop: GraphView) -> None:
    assert names(shop, ask(shop, "ext::pypi::requests")) == [(1, "buy")]


def test_forward_finds_what_the_target_builds_on(shop: GraphView) -> None:
    found = ask(shop, "client.buy", direction="forward", depth=9)
    assert names(shop, found) == [
        (1, "POST /orders"),
        (1, "get"),
        (2, "place"),
        (3, "Store"),
        (3, "save"),
        (4, "save"),
        (4, "save"),
        (5, "_write"),
    ]


def test_what_only_doubtful_edges_lead_to_is_left_out_and_counted(shop: GraphView) -> None:
    found = ask(shop, "Store.save", depth=1)
    assert find(shop, "orders.cancel") not in {hit.row for hit in found.hits}
    assert found.below_floor == 1
    everything = ask(shop, "Store.save", depth=1, floor=Confidence.POSSIBLE)
    assert find(shop, "orders.cancel") in {hit.row for hit in everything.hits}
    assert everything.below_floor == 0


def test_hits_are_grouped_by_package_and_file(shop: GraphView) -> None:
    found = ask(shop, "lib/store.py")
    assert {shop.fqn(row): count for row, count in found.by_package.items()} == {"app": 7}
    assert found.by_path == {"orders.py": 4, "test_orders.py": 2, "client.py": 1}
    assert found.in_tests == 2


def test_the_top_are_those_with_the_most_references(shop: GraphView) -> None:
    found = ask(shop, "store.Store", depth=1)
    assert [(shop.name(row), count) for row, count in found.top[:2]] == [("place", 3), ("cancel", 1)]
    forward = ask(shop, "orders.place", depth=1, direction="forward")
    assert [(shop.name(row), count) for row, count in forward.top] == [("save", 2), ("Store", 1)]


def test_endpoints_and_tests_are_found_beyond_the_depth_of_the_list(shop: GraphView) -> None:
    found = ask(shop, "FileStore._write", depth=2, far=4)
    assert names(shop, found) == [(1, "save"), (2, "save")]
    for arrivals, name in ((found.endpoints, "POST /orders"), (found.tests, "test_place")):
        assert [(hit.depth, shop.name(hit.row)) for hit in arrivals.hits] == [(4, name)]
        assert arrivals.depth == 4
    near = ask(shop, "FileStore._write", depth=2, far=3)
    assert (near.endpoints.hits, near.tests.hits, near.exhausted) == ([], [], False)


def test_of_a_test_and_the_file_around_it_the_test_counts(shop: GraphView) -> None:
    found = ask(shop, "orders.py")
    assert find(shop, "app::tests") in {hit.row for hit in found.hits}
    assert [shop.name(hit.row) for hit in found.tests.hits] == ["test_place"]


def test_what_is_left_out_is_no_test_that_reaches_the_target(shop: GraphView) -> None:
    found = ask(shop, "orders.place", where=lambda row: not shop.is_test(row))
    assert (found.tests.hits, [shop.name(hit.row) for hit in found.endpoints.hits]) == ([], ["POST /orders"])


def test_a_tests_edge_leads_from_what_is_tested_to_the_test(tmp_path: Path) -> None:
    view = publish(
        tmp_path,
        make_graph(
            """
            package  app           @
            module   app::a        @a.py
            function app::a::f     @a.py:1
            module   app::t        @t.py    test
            function app::t::test_f @t.py:1 test
            app::t::test_f tests app::a::f
            """
        ),
    )
    assert [view.name(hit.row) for hit in ask(view, "app::a::f").tests.hits] == ["test_f"]


def test_a_limit_cuts_the_list_but_not_the_counts(shop: GraphView) -> None:
    whole, cut = ask(shop, "lib/store.py"), ask(shop, "lib/store.py", max_nodes=2)
    assert cut.hits == whole.hits[:2]
    assert (cut.total, cut.truncated, cut.by_depth) == (7, True, whole.by_depth)
    assert not whole.truncated


def test_a_filter_comes_before_the_limit_and_does_not_stop_the_walk(shop: GraphView) -> None:
    def is_function(row: int) -> bool:
        return shop.kind(row) == "function"

    found = ask(shop, "lib/store.py", where=is_function, max_nodes=3)
    assert [shop.name(hit.row) for hit in found.hits] == ["cancel", "place", "test_place"]
    assert (found.total, found.truncated) == (4, True)


def test_a_depth_that_does_not_suffice_says_so(shop: GraphView) -> None:
    assert not ask(shop, "orders.place", depth=1).exhausted
    assert ask(shop, "orders.place", depth=0).hits == []


def test_chosen_kinds_replace_the_usual_ones(shop: GraphView) -> None:
    assert names(shop, ask(shop, "store.Store", kinds={EdgeKind.EXTENDS})) == [(1, "FileStore")]


def test_each_hit_names_the_edge_by_which_it_was_reached(shop: GraphView) -> None:
    for hit in ask(shop, "FileStore._write", depth=9).hits:
        edge = shop.edge(hit.edge)
        assert {edge.src, edge.dst} == {hit.row, hit.via}


def test_recursion_does_not_make_the_target_its_own_caller(tmp_path: Path) -> None:
    graph = make_graph(
        """
        function m::f @m.py:1
        function m::g @m.py:2
        m::f calls m::f
        m::f calls m::g
        m::g calls m::f
        """
    )
    with publish(tmp_path, graph) as view:
        assert names(view, ask(view, "m.f")) == [(1, "g")]


@settings(max_examples=80, deadline=None)
@given(graphs(), st.data())
def test_impact_grows_with_depth_and_with_a_lower_floor(graph: Graph, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        target = data.draw(st.integers(0, view.node_count - 1))
        direction = data.draw(st.sampled_from(["backward", "forward"]))
        found: dict[tuple[int, str], dict[int, int]] = {}
        for depth in range(5):
            for floor in Confidence:
                answer = impact(view, target, depth=depth, floor=floor, direction=direction)
                found[depth, floor] = {hit.row: hit.depth for hit in answer.hits}
                assert answer.total == len(answer.hits) == sum(answer.by_depth.values())
                assert not set(found[depth, floor]) & set(answer.targets)
                if depth:
                    shorter = found[depth - 1, floor]
                    assert shorter == {row: at for row, at in found[depth, floor].items() if at < depth}
        for depth in range(5):
            assert (
                found[depth, "certain"].keys()
                <= found[depth, "inferred"].keys()
                <= found[depth, "possible"].keys()
            )


@settings(max_examples=60, deadline=None)
@given(graphs(), st.data())
def test_without_bridges_impact_is_plain_reachability(graph: Graph, data: st.DataObject) -> None:
    import networkx as nx

    with tempfile.TemporaryDirectory() as folder, publish(Path(folder), graph) as view:
        plain = nx.DiGraph()
        plain.add_nodes_from(range(view.node_count))
        plain.add_edges_from((edge.dst, edge.src) for edge in view.iter_edges({"calls"}, Confidence.INFERRED))
        target = data.draw(st.integers(0, view.node_count - 1))
        answer = impact(view, target, depth=99, kinds={"calls"}, bridges=False)
        expected = set().union(*(nx.descendants(plain, row) for row in answer.targets)) - set(answer.targets)
        assert {hit.row for hit in answer.hits} == expected
