"""``dependency_graph`` on the shop, and on cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.errors import UsageError
from codegraph.tools.dependency_graph import DependencyGraph, DependencyGraphRequest, run
from codegraph.tools.index import Index

from ..graphs import make_graph, publish

if TYPE_CHECKING:
    from pathlib import Path


def graph(index: Index, **options) -> DependencyGraph:
    return run(index, DependencyGraphRequest(**options))


def edges(answer: DependencyGraph) -> list[tuple[str, str, str, int]]:
    return [(edge.from_, edge.to, edge.kind, edge.count) for edge in answer.edges]


def test_modules_are_linked_by_their_imports(shop: Index) -> None:
    answer = graph(shop, scope="L2_Module")
    assert [node.name for node in answer.nodes] == [
        "cart.py",
        "money.py",
        "util.py",
        "web.py",
        "test_cart.py",
    ]
    assert edges(answer) == [
        ("shop::shop/cart", "shop::shop/money", "imports", 1),
        ("shop::shop/cart", "shop::shop/util", "imports", 1),
        ("shop::shop/web", "shop::shop/cart", "imports", 1),
        ("shop::tests/test_cart", "shop::shop/cart", "imports", 1),
    ]
    assert (answer.metrics.node_count, answer.metrics.edge_count, answer.metrics.avg_fan_out) == (5, 4, 0.8)


def test_symbols_are_linked_by_their_calls(shop: Index) -> None:
    answer = graph(shop, scope="symbol", root_fqn="shop/web.py")
    assert edges(answer) == [("shop::shop/web::run", "shop::shop/web::checkout", "calls", 1)]
    assert all(node.is_seed for node in answer.nodes)


def test_edge_kinds_may_be_mixed(shop: Index) -> None:
    answer = graph(shop, scope="module", edge_kinds=["calls", "imports"])
    assert ("shop::shop/web", "shop::shop/cart", "calls", 1) in edges(answer)
    assert ("shop::shop/web", "shop::shop/cart", "instantiates", 1) in edges(answer)
    assert ("shop::shop/web", "shop::shop/cart", "imports", 1) in edges(answer)
    assert answer.possible == 1


def test_externals_are_there_on_demand(shop: Index) -> None:
    assert edges(graph(shop)) == []
    assert edges(graph(shop, include_external=True)) == [("shop", "ext::pypi::requests", "imports", 1)]
    within = graph(shop, scope="module", root_fqn="shop/util.py", include_external=True)
    assert edges(within) == [("shop::shop/util", "ext::pypi::requests", "imports", 1)]


def test_the_most_connected_nodes_stay(shop: Index) -> None:
    answer = graph(shop, scope="module", max_nodes=2)
    assert [node.name for node in answer.nodes] == ["cart.py", "money.py"]
    assert (answer.total, answer.total_edges, answer.limit, answer.truncated) == (5, 4, 2, True)


def test_pictures_hold_exactly_the_nodes_and_edges_of_the_answer(shop: Index) -> None:
    answer = graph(shop, scope="module", include_dot=True)
    assert answer.mermaid_flowchart is not None
    assert answer.mermaid_flowchart == answer.to_mermaid()
    assert answer.mermaid_flowchart.count('["') == len(answer.nodes)
    assert answer.mermaid_flowchart.count("-->") == len(answer.edges)
    assert answer.dot is not None
    assert answer.dot.count("label=") == len(answer.nodes) + len(answer.edges)
    assert graph(shop, include_mermaid=False).mermaid_flowchart is None


def test_cycles_are_listed_and_imports_for_types_make_none(tmp_path: Path) -> None:
    spec = """
    package p @
    module p::a @a.py
    module p::b @b.py
    module p::c @c.py
    p::a imports p::b
    p::b imports p::c
    p::c imports p::a {}
    """
    publish(tmp_path, make_graph(spec.format(""))).close()
    index = Index.open(tmp_path)
    (cycle,) = graph(index, scope="module").cycles
    assert cycle.members == ["p::a", "p::b", "p::c"]
    assert cycle.way == ["p::a", "p::b", "p::c"]
    publish(tmp_path, make_graph(spec.format("type_only")), number=2).close()
    answer = graph(index, scope="module")
    assert answer.cycles == []
    assert '-.->|"imports"|' in answer.to_mermaid()
    index.close()


def test_a_level_that_is_no_graph_is_refused(shop: Index) -> None:
    with pytest.raises(UsageError, match="packages, modules or symbols"):
        graph(shop, scope="L0_Monorepo")
