"""Opening an index and finding what a name or a scope means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.errors import AmbiguousError, NotFoundError, NotIndexedError, UsageError
from codegraph.tools.index import Index, find_root

from ..graphs import make_graph, publish
from .shop import make_shop

if TYPE_CHECKING:
    from pathlib import Path


def test_the_nearest_folder_upwards_with_an_index_is_the_root(tmp_path: Path) -> None:
    make_shop(tmp_path)
    assert find_root(tmp_path / "shop", {}) == tmp_path
    assert find_root(tmp_path, {}) == tmp_path


def test_a_folder_that_other_tools_call_codegraph_is_no_index(tmp_path: Path) -> None:
    (tmp_path / ".codegraph").mkdir()
    (tmp_path / ".codegraph" / "codegraph.db").write_bytes(b"SQLite format 3\0")
    with pytest.raises(NotIndexedError, match="run `codegraph index`"):
        find_root(tmp_path, {})


def test_a_moved_index_is_found_through_the_settings(tmp_path: Path) -> None:
    make_shop(tmp_path)
    (tmp_path / ".codegraph" / "index").rename(tmp_path / "graph")
    (tmp_path / ".codegraph").rmdir()
    (tmp_path / "codegraph.toml").write_text('index_dir = "graph"\n')
    assert find_root(tmp_path / "shop", {}) == tmp_path
    assert Index.open(tmp_path).view.node_count == 22


def test_a_root_that_is_not_there_or_is_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        Index.open(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="is a file"):
        Index.open(tmp_path / "file")


def test_a_project_without_an_index_says_so_when_it_is_asked(tmp_path: Path) -> None:
    with pytest.raises(NotIndexedError):
        _ = Index.open(tmp_path).view


def test_a_newer_generation_is_seen_by_the_next_question(shop: Index) -> None:
    assert shop.view.generation == 1
    publish(shop.root, make_graph("package p @"), number=2).close()
    assert shop.view.generation == 2
    assert shop.view.node_count == 1


@pytest.mark.parametrize(
    "name",
    [
        "shop::shop/cart::Cart::total",
        "Cart.total",
        "shop.cart.Cart.total",
        "shop/cart.py::Cart::total",
        "shop/cart.py:16",
        "shop\\cart.py:20",
        "./shop/../shop/cart.py:17",
    ],
)
def test_a_symbol_may_be_named_in_many_ways(shop: Index, name: str) -> None:
    assert shop.view.fqn(shop.row(name)) == "shop::shop/cart::Cart::total"


def test_a_path_may_be_absolute(shop: Index) -> None:
    assert shop.view.fqn(shop.row(f"{shop.root}/shop/cart.py")) == "shop::shop/cart"


def test_a_name_of_several_symbols_is_never_guessed(shop: Index) -> None:
    with pytest.raises(AmbiguousError) as error:
        shop.row("run")
    assert error.value.candidates == ("shop::shop/util::run", "shop::shop/web::run")


def test_an_unknown_name_comes_with_suggestions(shop: Index) -> None:
    with pytest.raises(NotFoundError) as error:
        shop.row("chekout")
    assert error.value.suggestions[0] == "shop::shop/web::checkout"


def test_a_scope_is_a_node_with_all_below_it_or_a_folder(shop: Index) -> None:
    def fqns(name: str) -> list[str]:
        return [shop.view.fqn(row) for row in shop.scope(name).rows]

    assert fqns("Price") == [
        "shop::shop/money::Price",
        "shop::shop/money::Price::__init__",
        "shop::shop/money::Price::plus",
    ]
    assert fqns("tests/") == ["shop::tests/test_cart", "shop::tests/test_cart::test_total"]
    assert len(fqns("")) == 22
    with pytest.raises(NotFoundError):
        shop.scope("nowhere/")


def test_symbols_that_are_called_as_a_package_is_are_told(tmp_path: Path) -> None:
    graph = make_graph(
        """
        package  Web                  @
        module   Web::web/app         @web/app.py
        class    Web::web/app::Web    @web/app.py:4-9
        external ext::pypi::other
        external ext::pypi::other::Web
        """
    )
    with publish(tmp_path, graph):
        index = Index.open(tmp_path)
        assert index.namesakes("Web", index.row("Web")) == ["Web::web/app::Web"]
        assert index.namesakes("app::Web", index.row("app::Web")) == []  # that is what was asked for
        assert index.namesakes("web/app.py", index.row("web/app.py")) == []
        index.close()
