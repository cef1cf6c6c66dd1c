"""``flow_trace`` on the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.tools.flow_trace import FlowTrace, FlowTraceRequest, run

if TYPE_CHECKING:
    from codegraph.tools.index import Index


def trace(shop: Index, start: str, end: str = "", **options) -> FlowTrace:
    return run(shop, FlowTraceRequest(from_=start, to=end, **options))


def test_the_shortest_path_comes_with_the_call_sites(shop: Index) -> None:
    answer = trace(shop, "shop.web.run", "Price")
    (path,) = answer.paths
    assert path.fqns == [
        "shop::shop/web::run",
        "shop::shop/web::checkout",
        "shop::shop/cart::Cart::total",
        "shop::shop/money::Price",
    ]
    assert path.length == 3
    assert [(site.path, site.line) for site in path.call_sites] == [
        ("shop/web.py", 9),
        ("shop/web.py", 5),
        ("shop/cart.py", 21),
    ]
    assert [(step.edge_kind, step.confidence) for step in path.steps] == [
        ("calls", "certain"),
        ("calls", "inferred"),
        ("instantiates", "certain"),
    ]


def test_all_paths_go_through_overriding_methods_as_well(shop: Index) -> None:
    answer = trace(shop, "checkout", "Price", include_all_paths=True)
    assert [path.length for path in answer.paths] == [2, 3]
    assert [step.across for step in answer.paths[1].steps] == [False, True, False]
    assert not answer.truncated
    assert trace(shop, "checkout", "Price", include_all_paths=True, max_paths=1).truncated


def test_without_an_end_every_path_is_shown(shop: Index) -> None:
    answer = trace(shop, "Cart.add", max_depth=1)
    assert [path.fqns[-1] for path in answer.paths] == [
        "shop::shop/cart::Cart::total",
        "shop::shop/money::Price::plus",
    ]
    assert answer.target is None


def test_no_path_says_how_far_the_flow_goes(shop: Index) -> None:
    answer = trace(shop, "traced", "Cart")
    assert (answer.paths, answer.exhausted) == ([], True)
    assert [end.fqn for end in answer.frontier] == ["ext::pypi::requests::get"]


def test_backward_goes_from_the_called_to_its_callers(shop: Index) -> None:
    answer = trace(shop, "checkout", "shop.web.run", direction="Backward")
    assert answer.paths[0].fqns == ["shop::shop/web::checkout", "shop::shop/web::run"]
    assert answer.paths[0].call_sites[0].line == 9
