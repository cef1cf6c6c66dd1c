"""``impact_analysis`` on the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from codegraph.errors import NotFoundError, UsageError
from codegraph.tools.impact_analysis import Impact, ImpactAnalysisRequest, run
from codegraph.tools.index import Index

from .web import NESTJS, make_web

if TYPE_CHECKING:
    from pathlib import Path


def impact(shop: Index, target: str, **options) -> Impact:
    return run(shop, ImpactAnalysisRequest(target=target, **options))


def fqns(entries) -> list[str]:
    return [entry.fqn for entry in entries]


def test_dependants_come_by_depth_with_the_proof_of_each(shop: Index) -> None:
    answer = impact(shop, "Cart.total")
    assert fqns(answer.direct_impact) == [
        "shop::shop/cart::Cart::add",
        "shop::shop/cart::GiftCart::total",
        "shop::shop/web::checkout",
        "shop::tests/test_cart::test_total",
    ]
    assert fqns(answer.transitive_impact) == ["shop::shop/web::run"]
    run_ = answer.transitive_impact[0]
    assert (run_.depth, run_.through, run_.edge_kind) == (2, "shop::shop/web::checkout", "calls")
    assert [(site.path, site.line) for site in run_.sites] == [("shop/web.py", 9)]
    assert (answer.by_depth, answer.total, answer.in_tests) == ([4, 1], 5, 1)
    assert answer.by_package == {"shop": 5}
    assert answer.by_file == {"shop/cart.py": 2, "shop/web.py": 2, "tests/test_cart.py": 1}


def test_callers_are_the_direct_dependants_that_call(shop: Index) -> None:
    assert fqns(impact(shop, "Cart.total").callers) == [
        "shop::shop/cart::Cart::add",
        "shop::shop/web::checkout",
        "shop::tests/test_cart::test_total",
    ]


def test_tests_may_be_left_out_before_the_limit_is_applied(shop: Index) -> None:
    answer = impact(shop, "Cart.total", include_tests=False, max_nodes=3)
    assert (answer.total, answer.limit, answer.truncated) == (4, 3, True)
    assert "shop::tests/test_cart::test_total" not in fqns(answer.direct_impact)


def test_a_file_counts_with_everything_in_it(shop: Index) -> None:
    answer = impact(shop, "shop\\money.py", max_depth=1)
    assert answer.target.fqn == "shop::shop/money"
    assert fqns(answer.direct_impact) == [
        "shop::shop/cart",
        "shop::shop/cart::Cart::add",
        "shop::shop/cart::Cart::total",
        "shop::shop/cart::GiftCart::total",
    ]
    assert (answer.top_callers[0].name, answer.top_callers[0].site_count) == ("cart.py", 1)


def test_tests_come_by_themselves_and_are_counted_in_full(shop: Index) -> None:
    answer = impact(shop, "Cart", max_nodes=1, max_depth=1)
    assert fqns(answer.tests.entries) == ["shop::tests/test_cart::test_total"]
    assert (answer.tests.total, answer.tests.truncated) == (1, False)
    assert answer.tests.max_depth == shop.settings.limits.max_depth
    assert (answer.total, answer.truncated, answer.endpoints.total) == (4, True, 0)
    assert impact(shop, "Cart", include_tests=False).tests.total == 0


def test_a_change_behind_an_abstract_method_reaches_routes_and_tests(tmp_path: Path) -> None:
    index = Index.open(make_web(tmp_path, NESTJS))
    answer = impact(index, "UsersService.find")
    assert [entry.name for entry in answer.endpoints.entries] == ["GET /users/:id", "POST /users"]
    assert [entry.through for entry in answer.endpoints.entries] == [
        "users::src/users.controller.ts::UsersController::find",
        "users::src/users.controller.ts::UsersController::create",
    ]
    assert fqns(answer.tests.entries) == ["users::src/users.spec.ts::findsAnyone"]
    index.close()


def test_possible_dependants_are_counted_and_shown_on_demand(shop: Index) -> None:
    hidden = impact(shop, "shop.web.run")
    assert (hidden.total, hidden.possible) == (0, 1)
    shown = impact(shop, "shop.web.run", include_possible=True)
    assert (fqns(shown.direct_impact), shown.possible) == (["shop::shop/util::run"], 0)
    assert shown.direct_impact[0].confidence == "possible"


def test_forward_tells_what_the_target_builds_on(shop: Index) -> None:
    answer = impact(shop, "checkout", direction="Forward", max_depth=1)
    assert fqns(answer.direct_impact) == ["shop::shop/cart::Cart", "shop::shop/cart::Cart::total"]


def test_edge_kinds_narrow_what_is_followed(shop: Index) -> None:
    assert fqns(impact(shop, "Cart", edge_kinds=["Extends"]).direct_impact) == ["shop::shop/cart::GiftCart"]


def test_nothing_that_depends_on_it_stays_nothing(shop: Index) -> None:
    answer = impact(shop, "test_total")
    assert (answer.total, answer.direct_impact, answer.by_depth, answer.exhausted) == (0, [], [], True)


def test_an_external_has_dependants_too(shop: Index) -> None:
    answer = impact(shop, "requests.get", max_depth=1)
    assert fqns(answer.callers) == ["shop::shop/util::traced"]


def test_depth_stays_within_the_settings_limit(shop: Index) -> None:
    assert impact(shop, "Cart", max_depth=99).max_depth == shop.settings.limits.max_depth


def test_wrong_names_are_errors(shop: Index) -> None:
    with pytest.raises(NotFoundError):
        impact(shop, "nope_nothing")
    with pytest.raises(UsageError, match="did you mean backward"):
        impact(shop, "Cart", direction="backwards")
