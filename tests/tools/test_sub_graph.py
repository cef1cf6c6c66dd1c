"""``sub_graph`` on the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.errors import NotFoundError, UsageError
from codegraph.tools.sub_graph import SubGraph, SubGraphRequest, run

if TYPE_CHECKING:
    from codegraph.tools.index import Index


def around(shop: Index, *seeds: str, **options) -> SubGraph:
    return run(shop, SubGraphRequest(seeds=seeds, **options))


def names(answer: SubGraph) -> list[tuple[int, str]]:
    return [(node.depth, node.name) for node in answer.nodes]


def test_what_a_symbol_calls_comes_by_distance(shop: Index) -> None:
    answer = around(shop, "shop.web.run", depth=2)
    assert names(answer) == [(0, "run"), (1, "checkout"), (2, "Cart"), (2, "total")]
    assert [node.is_seed for node in answer.nodes] == [True, False, False, False]
    assert {(edge.from_.split("::")[-1], edge.kind, edge.to.split("::")[-1]) for edge in answer.edges} == {
        ("run", "calls", "checkout"),
        ("checkout", "instantiates", "Cart"),
        ("checkout", "calls", "total"),
    }
    assert (answer.total, answer.truncated, answer.exhausted) == (4, False, False)


def test_it_goes_backward_and_both_ways(shop: Index) -> None:
    back = around(shop, "Cart.total", direction="Backward", depth=1)
    assert {name for depth, name in names(back) if depth} == {"add", "checkout", "test_total"}
    both = around(shop, "Cart.total", direction="both", depth=1)
    assert {name for _, name in names(both)} >= {"add", "checkout", "Price", "total"}


def test_edge_kinds_are_read_as_they_were_always_written(shop: Index) -> None:
    answer = around(shop, "shop/web.py", edge_kinds=["Imports"])
    assert [node.name for node in answer.nodes] == ["web.py", "cart.py", "money.py", "util.py"]
    assert {edge.kind for edge in answer.edges} == {"imports"}


def test_the_pages_of_nodes_and_edges_are_the_whole(shop: Index) -> None:
    whole = around(shop, "shop.web.run", depth=4)
    first = around(shop, "shop.web.run", depth=4, max_nodes=3)
    assert first.mermaid_flowchart
    nodes, edges, answer = list(first.nodes), list(first.edges), first
    while answer.cursor:
        answer = around(shop, "shop.web.run", depth=4, max_nodes=3, cursor=answer.cursor)
        assert answer.mermaid_flowchart is None
        nodes += answer.nodes
        edges += answer.edges
    assert first.truncated
    assert not answer.truncated
    assert nodes == whole.nodes
    assert sorted((e.from_, e.to, e.kind) for e in edges) == sorted(
        (e.from_, e.to, e.kind) for e in whole.edges
    )


def test_pictures_hold_the_nodes_and_edges(shop: Index) -> None:
    answer = around(shop, "shop.web.run", depth=1, include_dot=True)
    assert answer.mermaid_flowchart
    assert answer.mermaid_flowchart.count("-->") == len(answer.edges)
    assert answer.dot
    assert answer.dot.count("->") == len(answer.edges)
    bare = around(shop, "shop.web.run", include_mermaid=False)
    assert (bare.mermaid_flowchart, bare.dot) == (None, None)


def test_possible_edges_are_counted_or_followed(shop: Index) -> None:
    assert around(shop, "shop.util.run").possible == 1
    assert "run" in {
        name for depth, name in names(around(shop, "shop.util.run", include_possible=True)) if depth
    }


def test_seeds_are_needed_and_must_be_known(shop: Index) -> None:
    with pytest.raises(UsageError, match="at least one"):
        around(shop)
    with pytest.raises(NotFoundError):
        around(shop, "nothing_of_the_kind")
    with pytest.raises(UsageError, match="direction"):
        around(shop, "Cart", direction="sideways")
