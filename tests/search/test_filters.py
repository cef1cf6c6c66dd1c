"""Filters: which nodes may be found."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.globs import path_matcher
from codegraph.search.filters import Filters
from tests.graphs import make_graph, publish

GRAPH = make_graph(
    """
    monorepo //                        @
    package  shop                      @
    module   shop::api                 @api.py
    function shop::api::get            @api.py:1   tag:flask tag:http-get
    statement shop::api::get::1        @api.py:2
    package  @shop/web                 @web            parent=5
    module   @shop/web::cart.ts        @web/src/cart.ts
    class    @shop/web::cart.ts::Cart  @web/src/cart.ts:1
    function @shop/web::cart.ts::check @web/src/cart.ts:9 test
    """
)


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        (Filters(), ["//", "@shop/web", "cart.ts", "Cart", "check", "shop", "api.py", "get"]),
        (Filters(kinds=["Class", "package"]), ["@shop/web", "Cart", "shop"]),
        (Filters(levels=[2]), ["cart.ts", "api.py"]),
        (Filters(languages=["TypeScript"]), ["cart.ts", "Cart", "check"]),
        (Filters(packages=["@shop/web"]), ["@shop/web", "cart.ts", "Cart", "check"]),
        (Filters(packages=["web"]), ["@shop/web", "cart.ts", "Cart", "check"]),
        (Filters(packages=["nowhere"]), []),
        (Filters(paths=["web"]), ["@shop/web", "cart.ts", "Cart", "check"]),
        (Filters(paths=["web/**/*.ts"], tests=False), ["cart.ts", "Cart"]),
        (Filters(tests=True), ["check"]),
        (Filters(tags=["HTTP-get", "service"]), ["get"]),
        (Filters(tags=["http"]), []),
        (Filters(levels=[4]), []),
    ],
)
def test_all_conditions_must_hold(tmp_path: Path, filters: Filters, names: list[str]) -> None:
    with publish(tmp_path, GRAPH) as view:
        accept = filters.accept(view)
        assert [view.name(row) for row in range(view.node_count) if accept(row)] == names


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("src", "src/a.py", True),
        ("src/", "src/a/b.py", True),
        ("./src", "src/a.py", True),
        ("src\\a", "src/a/b.py", True),
        ("src", "srcs/a.py", False),
        ("src/a.py", "src/a.py", True),
        (".", "anything.py", True),
        ("*.py", "a.py", True),
        ("*.py", "src/a.py", False),
        ("**/*.py", "src/x/a.py", True),
        ("**/*.py", "a.py", True),
        ("src/**", "src/x/a.py", True),
        ("src/?.py", "src/a.py", True),
        ("src/?.py", "src/ab.py", False),
        ("src/[ab].py", "src/b.py", True),
        ("src/[!ab].py", "src/b.py", False),
        ("src/[!ab].py", "src/c.py", True),
        ("a+b(*).py", "a+b(1).py", True),
        ("[", "[", True),
        ("[]", "[]", True),
        ("[z-a].py", "z.py", False),
    ],
)
def test_paths_are_files_folders_or_globs(pattern: str, path: str, fits: bool) -> None:
    assert path_matcher([pattern])(path) is fits
