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
    answer = graph(shop, scope="module", max_nodes=2, fold=False)
    assert [node.name for node in answer.nodes] == ["cart.py", "money.py"]
    assert (answer.total, answer.total_edges, answer.limit, answer.truncated) == (5, 4, 2, True)


def test_what_is_too_large_is_folded_into_folders_with_counts(shop: Index) -> None:
    answer = graph(shop, scope="module", max_nodes=2)
    assert [(node.fqn, node.kind, node.path, node.folded) for node in answer.nodes] == [
        ("shop::shop/", "folder", "shop/", 4),
        ("shop::tests/test_cart", "module", "tests/test_cart.py", 0),
    ]
    assert edges(answer) == [("shop::tests/test_cart", "shop::shop/", "imports", 1)]
    assert (answer.total, answer.total_edges, answer.limit, answer.folded, answer.truncated) == (
        5,
        4,
        2,
        4,
        True,
    )
    assert '[["shop/ (4 inside)"]]' in answer.to_mermaid()
    for name in ("shop/", "shop::shop/"):
        assert len(graph(shop, scope="module", root_fqn=name).nodes) == 4


def test_a_wide_group_shows_its_most_connected_members_and_stands_for_the_others(tmp_path: Path) -> None:
    spec = ["package p @", *(f"module p::lib/m{n} @lib/m{n}.py" for n in range(30))]
    spec += [f"p::lib/m{n} imports p::lib/m7" for n in range(30) if n != 7]
    publish(tmp_path, make_graph("\n".join(spec))).close()
    index = Index.open(tmp_path)
    answer = graph(index, scope="module", max_nodes=12)
    assert len(answer.nodes) <= 12
    assert ("p::lib/m7", 0) in [(node.fqn, node.folded) for node in answer.nodes]
    assert sum(node.folded or 1 for node in answer.nodes) == 30
    assert sum(edge.count for edge in answer.edges) == 29
    assert "others)" in answer.to_mermaid()
    index.close()


def test_classes_stand_for_their_members_and_modules_for_symbols(shop: Index) -> None:
    whole = graph(shop, scope="symbol", edge_kinds=["all"], max_nodes=100)
    answer = graph(shop, scope="symbol", edge_kinds=["all"], max_nodes=len(whole.nodes) - 4)
    assert whole.folded == 0
    assert answer.folded > 0
    assert {node.kind for node in answer.nodes if node.folded} <= {"class", "module", "folder"}
    assert sum(node.folded or 1 for node in answer.nodes) == whole.total
    assert len({node.fqn for node in answer.nodes}) == len(answer.nodes)


@pytest.mark.parametrize("limit", range(1, 16))
def test_folding_keeps_within_the_limit_and_loses_no_node(shop: Index, limit: int) -> None:
    answer = graph(shop, scope="symbol", edge_kinds=["all"], include_external=True, max_nodes=limit)
    assert len(answer.nodes) <= max(limit, 1)
    assert sum(node.folded or 1 for node in answer.nodes) == answer.total
    ends = {end for edge in answer.edges for end in (edge.from_, edge.to)}
    assert ends <= {node.fqn for node in answer.nodes}


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
    answer = graph(index, scope="module")
    assert all(edge.in_cycle for edge in answer.edges)
    (breaking,) = answer.cycles[0].breaking
    assert [(edge.from_, edge.to) for edge in answer.edges if edge.breaks_cycle] == [
        (breaking.from_, breaking.to)
    ]
    assert "without one edge, which is thick, there would be none" in answer.to_mermaid()
    assert "stroke-width:4px" in answer.to_mermaid()
    assert answer.to_dot().count("penwidth=3") == 1
    assert "linkStyle 0" in answer.to_mermaid()
    assert "1 cycle, in red" in answer.to_mermaid()
    assert "1 cycle, in red" in answer.to_dot()
    assert answer.to_dot().count("#c0392b") == 3
    publish(tmp_path, make_graph(spec.format("type_only")), number=2).close()
    answer = graph(index, scope="module")
    assert answer.cycles == []
    assert '-.->|"imports"|' in answer.to_mermaid()
    index.close()


def test_a_level_that_is_no_graph_is_refused(shop: Index) -> None:
    with pytest.raises(UsageError, match="packages, modules or symbols"):
        graph(shop, scope="L0_Monorepo")


@pytest.mark.parametrize("max_nodes", [0, -3])
def test_a_graph_of_no_nodes_is_refused(shop: Index, max_nodes: int) -> None:
    with pytest.raises(UsageError, match="max_nodes"):
        run(shop, DependencyGraphRequest(max_nodes=max_nodes))
