"""What ``import codegraph`` offers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import codegraph
from codegraph.errors import NotIndexedError, UsageError

from ..tools.shop import make_shop


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture
def shop(tmp_path: Path):
    with codegraph.open(make_shop(tmp_path)) as graph:
        yield graph


def test_every_public_name_is_there() -> None:
    for name in codegraph.__all__:
        assert getattr(codegraph, name) is not None
    assert set(codegraph.__all__) <= set(dir(codegraph))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = codegraph.nothing


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, codegraph; print([m for m in sys.modules if m.startswith('codegraph.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['codegraph.version']"


def test_an_index_is_opened_by_its_root_or_from_within(shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop.root / "shop")
    with codegraph.open() as graph:
        assert graph.root == shop.root
    with pytest.raises(NotIndexedError):
        codegraph.open(shop.root / "shop")


def test_an_opened_project_has_not_been_indexed(shop) -> None:
    with pytest.raises(UsageError, match="opened, not indexed"):
        _ = shop.indexed


def test_every_question_has_a_method(shop) -> None:
    assert [caller.name for caller in shop.impact("Cart.total").callers] == ["add", "checkout", "test_total"]
    assert shop.symbol("Cart").totals["members"] == 2
    assert shop.source("checkout").source.startswith("def checkout(request):")
    assert [hit.name for hit in shop.search("checkout", mode="lexical").hits][:1] == ["checkout"]
    assert shop.trace("checkout", "Price").paths[0].length == 2
    assert shop.map(level="module").total == 5
    assert shop.status().roots[0].node_count == 22
    assert shop.graph(level="module").to_mermaid().startswith("flowchart LR\n")
    assert shop.graph(level="module").to_dot().startswith("digraph codegraph {\n")


def test_the_graph_goes_to_networkx(shop) -> None:
    graph = shop.to_networkx()
    assert graph.number_of_nodes() == 22
    assert graph.has_edge("shop::shop/cart::Cart::add", "shop::shop/cart::Cart::total", key="calls")


def test_the_export_says_how_much_it_wrote(shop, tmp_path: Path) -> None:
    answer = shop.export_jsonl(tmp_path / "out")
    assert answer.counts == {"nodes": 22, "edges": 20, "unresolved": 1}
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "edges.jsonl",
        "nodes.jsonl",
        "unresolved.jsonl",
    ]


def test_limits_come_from_the_settings_given(shop) -> None:
    with codegraph.open(shop.root, limits={"max_depth": 1}) as graph:
        assert graph.impact("Cart.total", max_depth=5).max_depth == 1
