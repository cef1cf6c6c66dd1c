"""``symbol_detail`` on the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.errors import UsageError
from codegraph.tools.symbol_detail import SymbolDetailRequest, run

if TYPE_CHECKING:
    from codegraph.tools.index import Index


def fqns(entries) -> list[str]:
    return [entry.fqn for entry in entries]


def test_without_expansions_the_card_alone_comes_back(shop: Index) -> None:
    detail = run(shop, SymbolDetailRequest(fqn="Cart.total"))
    assert (detail.kind, detail.level, detail.path, detail.line) == ("method", 3, "shop/cart.py", 16)
    assert (detail.start_line, detail.end_line) == (15, 21)
    assert detail.signature == "def total(self)"
    assert detail.doc_comment == "Sum up. Taxes are not in it."
    assert detail.summary_short == "Sum up."
    assert (detail.visibility, detail.exported, detail.tags) == ("public", True, ("priced",))
    assert (detail.members, detail.top_callers, detail.body, detail.totals) == ([], [], {}, {})


def test_callers_and_callees_come_with_kind_confidence_and_sites(shop: Index) -> None:
    detail = run(shop, SymbolDetailRequest(fqn="Cart.total", expand=["Callers", "Callees"]))
    assert fqns(detail.top_callers) == [
        "shop::shop/cart::Cart::add",
        "shop::shop/web::checkout",
        "shop::tests/test_cart::test_total",
    ]
    checkout = detail.top_callers[1]
    assert (checkout.edge_kind, checkout.confidence, checkout.rule) == ("calls", "inferred", "type")
    assert [(site.path, site.line, site.column) for site in checkout.sites] == [("shop/web.py", 5, 11)]
    assert fqns(detail.top_callees) == ["shop::shop/money::Price"]
    assert detail.totals == {"top_callers": 3, "top_callees": 1}


def test_inheritance_is_told_both_ways(shop: Index) -> None:
    cart = run(shop, SymbolDetailRequest(fqn="Cart", expand=["inheritance"]))
    assert fqns(cart.subclasses) == ["shop::shop/cart::GiftCart"]
    gift = run(shop, SymbolDetailRequest(fqn="GiftCart", expand=["Inheritance"]))
    assert fqns(gift.extends) == ["shop::shop/cart::Cart"]
    total = run(shop, SymbolDetailRequest(fqn="GiftCart.total", expand=["inheritance"]))
    assert fqns(total.overrides) == ["shop::shop/cart::Cart::total"]


def test_all_expands_everything(shop: Index) -> None:
    detail = run(shop, SymbolDetailRequest(fqn="Cart.add", expand=["All"]))
    assert fqns(detail.parent_chain) == ["shop::shop/cart::Cart", "shop::shop/cart", "shop", "//"]
    assert [(o.text, o.reason, o.site.line) for o in detail.unresolved] == [("log", "missing", 13)]
    assert run(shop, SymbolDetailRequest(fqn="Cart.total", expand=["All"])).decorators == ("traced",)
    assert fqns(run(shop, SymbolDetailRequest(fqn="shop.util", expand=["PublicExports"])).public_exports) == [
        "shop::shop/util::traced",
        "shop::shop/util::run",
    ]


def test_lists_are_cut_and_say_so(shop: Index) -> None:
    request = SymbolDetailRequest(fqn="Cart", expand=["members", "callers"], max_children=1, max_relations=1)
    detail = run(shop, request)
    assert (len(detail.members), len(detail.top_callers)) == (1, 1)
    assert detail.totals == {"members": 2, "top_callers": 2}
    assert detail.truncated


def test_possible_edges_are_counted_and_shown_on_demand(shop: Index) -> None:
    hidden = run(shop, SymbolDetailRequest(fqn="shop.web.run", expand=["callers"]))
    assert (hidden.top_callers, hidden.possible) == ([], 1)
    shown = run(shop, SymbolDetailRequest(fqn="shop.web.run", expand=["callers"], include_possible=True))
    assert (fqns(shown.top_callers), shown.possible) == (["shop::shop/util::run"], 0)


def test_signature_doc_and_metrics_are_there_on_demand(shop: Index) -> None:
    bare = SymbolDetailRequest(
        fqn="Cart.add", include_signature=False, include_doc=False, include_body_metrics=True
    )
    detail = run(shop, bare)
    assert (detail.signature, detail.doc_comment) == ("", "")
    assert detail.body["parameters"] == 2


def test_an_unknown_expansion_is_refused(shop: Index) -> None:
    with pytest.raises(UsageError, match="did you mean callers"):
        run(shop, SymbolDetailRequest(fqn="Cart", expand=["caller"]))
