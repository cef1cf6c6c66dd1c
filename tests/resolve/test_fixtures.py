"""Parameters of tests that are given by their names."""

from __future__ import annotations

from codegraph.fingerprint import load_rules
from codegraph.model import EdgeKind
from tests.fingerprint.reading import files_of, resolved

SHOP = """
# file: shop.py
class Cart:
    def add(self, price): ...
class Order:
    def send(self): ...
"""


def calls(code: str) -> set[str]:
    """Calls by a fixture's type: who makes them and what they lead to."""
    graph = resolved(files_of(SHOP + code, "python"), load_rules().library).graph
    fqns, edges = graph.nodes["fqn"], graph.edges
    return {
        f"{fqns[src].rpartition('::')[2]} {fqns[dst].partition('shop::')[2]}"
        for src, dst, kind, rule in zip(edges["src"], edges["dst"], edges["kind"], edges["rule"], strict=True)
        if kind == EdgeKind.CALLS and rule == "fixture"
    }


def test_a_parameter_has_the_type_of_what_the_nearest_fixture_gives() -> None:
    code = """
# file: conftest.py
import pytest
from shop import Cart
@pytest.fixture
def thing(): return Cart()
# file: unit/conftest.py
from pytest import fixture
from shop import Order
@fixture(scope="module")
def thing(): return Order()
# file: test_a.py
def test_a(thing, other): thing.add(1); thing.send()
# file: unit/test_b.py
def test_b(thing): thing.add(1); thing.send()
# file: unit/test_c.py
import pytest
from shop import Cart
@pytest.fixture
def thing(): return Cart()
def test_c(thing): thing.add(1); thing.send()
"""
    assert calls(code) == {"test_a Cart::add", "test_b Order::send", "test_c Cart::add"}


def test_a_fixture_gives_what_it_yields_and_is_given_fixtures_itself() -> None:
    code = """
# file: conftest.py
import pytest
from typing import Iterator
from shop import Cart, Order
@pytest.fixture
def cart():
    yield Cart()
@pytest.fixture
def order(cart) -> Iterator[Order]:
    cart.add(1)
    yield Order()
# file: test_a.py
def test_a(cart, order): cart.add(1); order.send()
"""
    assert calls(code) == {"order Cart::add", "test_a Cart::add", "test_a Order::send"}


def test_a_name_is_given_by_nothing_that_is_no_fixture_or_not_seen() -> None:
    code = """
# file: other/conftest.py
import pytest
from shop import Cart
@pytest.fixture
def cart(): return Cart()
# file: helpers.py
import pytest
from shop import Cart
@pytest.fixture
def held(): return Cart()
# file: test_a.py
from shop import Cart
def plain(): return Cart()
def test_a(cart, held, plain): cart.add(1); held.add(1); plain.add(1)
"""
    assert calls(code) == set()
