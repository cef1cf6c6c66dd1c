"""``codebase_map`` on the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.errors import UsageError
from codegraph.tools.codebase_map import CodebaseMapRequest, run

if TYPE_CHECKING:
    from codegraph.tools.index import Index


def test_packages_come_with_everything_below_them(shop: Index) -> None:
    answer = run(shop, CodebaseMapRequest())
    (package,) = answer.entries
    assert (package.fqn, package.modules, package.symbols, package.children_count) == ("shop", 5, 13, 5)
    totals = answer.totals
    assert (totals.node, totals.package, totals.module, totals.symbol, totals.loc) == (20, 1, 5, 13, 56)
    assert answer.languages == {"python": 5}
    assert (answer.total, answer.truncated, answer.scope) == (1, False, None)


def test_entries_are_cut_after_they_were_filtered(shop: Index) -> None:
    answer = run(shop, CodebaseMapRequest(level="L2_Module", root_fqn="shop/", max_entries=2))
    assert [entry.fqn for entry in answer.entries] == ["shop::shop/cart", "shop::shop/money"]
    assert (answer.total, answer.limit, answer.truncated) == (4, 2, True)


def test_metrics_are_there_on_demand(shop: Index) -> None:
    plain = run(shop, CodebaseMapRequest(level="symbol", root_fqn="Cart.add")).entries[0]
    assert (plain.loc, plain.cyclomatic) == (None, None)
    full = run(shop, CodebaseMapRequest(level="symbol", root_fqn="Cart.add", include_metrics=True)).entries[0]
    assert (full.loc, full.cyclomatic) == (4, 1)
    package = run(shop, CodebaseMapRequest(include_metrics=True)).entries[0]
    assert package.loc == 56


def test_a_scope_may_be_a_class(shop: Index) -> None:
    answer = run(shop, CodebaseMapRequest(level=3, root_fqn="Price"))
    assert answer.scope is not None
    assert answer.scope.fqn == "shop::shop/money::Price"
    assert [entry.name for entry in answer.entries] == ["Price", "__init__", "plus"]


def test_folders_count_what_lies_below_them(shop: Index) -> None:
    answer = run(shop, CodebaseMapRequest(folder_depth=1))
    assert [(f.path, f.depth, f.modules, f.symbols, f.loc) for f in answer.folders] == [
        ("", 0, 5, 13, 56),
        ("shop", 1, 4, 12, 51),
        ("tests", 1, 1, 1, 5),
    ]


def test_an_unknown_level_is_refused(shop: Index) -> None:
    with pytest.raises(UsageError):
        run(shop, CodebaseMapRequest(level="floor"))
