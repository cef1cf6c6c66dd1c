"""Edges ``tests``: what a test exercises itself, through fixtures and helpers, and what it only replaces."""

from __future__ import annotations

from codegraph.fingerprint import exercised, with_tests
from codegraph.model import EdgeKind
from codegraph.resolve import with_edges
from tests.fingerprint.reading import edges_of, files_of, look, rules

SHOP = """
# file: shop.py
class Cart:
    def add(self, price): return tax(price)
    def total(self): return 0
def tax(price): return price
def open_shop(): return Cart()
"""


def test_a_test_exercises_what_it_calls_but_nothing_that_lies_behind_it() -> None:
    code = f"""{SHOP}
# file: test_shop.py
import pytest
from shop import Cart, open_shop
def test_add():
    Cart().add(1)
def test_open():
    open_shop()
def helper(): ...
def test_nothing():
    helper()
"""
    assert edges_of(code) == [
        "test_add -> Cart (test)",
        "test_add -> Cart::add (test)",
        "test_open -> open_shop (test)",
    ]


def test_helpers_among_the_tests_are_passed_through() -> None:
    code = f"""{SHOP}
# file: tests/helpers.py
from shop import Cart, tax
class Filled:
    def __init__(self): self.cart = Cart()
    def never(self): tax(1)
def outer(): return inner()
def inner(): return Filled()
# file: tests/test_shop.py
import pytest
from tests.helpers import outer
def test_outer():
    outer()
"""
    assert edges_of(code) == ["test_outer -> Cart (test-helper)"]


def test_functions_within_a_test_are_its_own() -> None:
    code = f"""{SHOP}
# file: test_shop.py
import pytest
from shop import tax
def test_inner():
    def inner():
        return tax(1)
    run(inner)
"""
    assert edges_of(code) == ["test_inner -> tax (test)"]


def test_fixtures_are_found_by_the_names_of_parameters() -> None:
    code = f"""{SHOP}
# file: tests/conftest.py
import pytest
from shop import Cart, open_shop, tax
@pytest.fixture
def shop(): return open_shop()
@pytest.fixture
def cart(shop): return Cart()
@pytest.fixture(name="taxed")
def _taxed(): return tax(1)
# file: tests/unit/conftest.py
import pytest
@pytest.fixture
def shop(): ...
# file: tests/test_a.py
import pytest
def test_cart(cart, missing): cart.total()
def test_taxed(taxed): ...
@pytest.mark.usefixtures("taxed")
def test_used(): ...
# file: tests/unit/test_b.py
import pytest
def test_shop(shop): ...
"""
    assert edges_of(code) == [
        "test_cart -> Cart (fixture)",
        "test_cart -> Cart::total (test)",
        "test_cart -> open_shop (fixture)",
        "test_taxed -> tax (fixture)",
        "test_used -> tax (fixture)",
    ]


def test_a_fixture_that_is_used_by_all_counts_where_it_is_seen() -> None:
    code = f"""{SHOP}
# file: a/conftest.py
import pytest
from shop import tax
@pytest.fixture(autouse=True)
def always(): tax(1)
# file: a/test_a.py
def test_a(): ...
# file: b/test_b.py
def test_b(): ...
"""
    assert edges_of(code) == ["test_a -> tax (fixture)"]


def test_what_runs_before_each_test_of_a_class_is_exercised_by_it() -> None:
    code = f"""{SHOP}
# file: test_shop.py
import unittest
from shop import Cart, tax
class Base(unittest.TestCase):
    def setUp(self): tax(1)
class CartCase(Base):
    def setUp(self):
        super().setUp()
        self.cart = Cart()
    def test_total(self): self.cart.total()
"""
    assert edges_of(code) == [
        "CartCase::test_total -> Cart (fixture)",
        "CartCase::test_total -> Cart::total (test)",
        "CartCase::test_total -> tax (fixture)",
    ]


def test_what_a_test_replaces_is_not_exercised() -> None:
    code = f"""{SHOP}
# file: test_shop.py
import pytest
from unittest import mock
from shop import Cart, open_shop
def test_open():
    with mock.patch.object(
        Cart, "add"
    ):
        open_shop()
def test_both():
    mock.patch.object(Cart, "add")
    run(Cart.total)
"""
    assert edges_of(code) == [
        "test_both -> Cart::total (test)",
        "test_open -> open_shop (test)",
    ]


def test_a_variable_outside_of_functions_brings_what_its_value_is_made_of() -> None:
    code = f"""{SHOP}
# file: test_shop.py
import pytest
from shop import Cart, open_shop
cart = Cart()
other = open_shop()
def test_cart():
    use(cart)
"""
    assert edges_of(code) == ["test_cart -> Cart (test-helper)"]


def test_a_file_whose_own_code_declares_tests_is_the_test() -> None:
    code = """
// file: price.ts
export function price(): number { return 1 }
export function other(): number { return 2 }
export class Cart { add(n: number) { return n } }
// file: price.test.ts
import { Cart, other, price } from './price'
function make() { return new Cart() }
describe('price', () => {
  beforeEach(() => { make() })
  it('is a number', () => { expect(price()).toBe(1) })
})
function never() { return other() }
"""
    assert edges_of(code, "typescript", ["jest"]) == [
        "p::price.test.ts -> Cart (test-helper)",
        "p::price.test.ts -> price (test)",
    ]


def test_a_module_that_is_replaced_is_not_exercised() -> None:
    code = """
// file: src/price.ts
export function price(): number { return 1 }
// file: src/cart.ts
export function total(): number { return 2 }
// file: src/cart.test.ts
import { vi, it } from 'vitest'
import { price } from './price'
import { total } from './cart'
vi.mock('./price')
it('counts', () => { price(); total() })
// file: src/more.test.ts
import { vi, it } from 'vitest'
import { price } from './price'
vi.mock('./price', async () => ({ ...(await vi.importActual('./price')) }))
it('counts', () => { price() })
"""
    assert edges_of(code, "typescript") == [
        "p::src/cart.test.ts -> total (test)",
        "p::src/more.test.ts -> price (test)",
    ]


def test_types_that_something_stands_in_for_are_not_exercised() -> None:
    code = """
// file: shop/Repo.java
package shop;
public class Repo { public int get() { return 1; } }
// file: shop/Service.java
package shop;
public class Service { public Service(Repo repo) {} public int total() { return 1; } }
// file: shop/ServiceTest.java
package shop;
import org.junit.jupiter.api.Test;
import org.mockito.Mock;
class ServiceTest {
  @Mock Repo repo;
  @Test void totals() { repo.get(); new Service(repo).total(); }
}
// file: shop/OtherTest.java
package shop;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
class OtherTest {
  @Test void totals() { Repo repo = Mockito.mock(Repo.class); repo.get(); }
  @Test void real() { new Service(null).total(); }
}
// file: shop/RepoTest.java
package shop;
import org.junit.jupiter.api.Test;
class RepoTest {
  @Test void gets() { new Repo().get(); }
}
"""
    found = edges_of(code, "java")
    assert [edge for edge in found if "Repo" in edge.partition(" -> ")[2]] == [
        "RepoTest::gets -> Repo (test)",
        "RepoTest::gets -> Repo::get (test)",
    ]
    assert {edge for edge in found if "Service::total" in edge} == {
        "OtherTest::real -> Service::total (test)",
        "ServiceTest::totals -> Service::total (test)",
    }


def test_tests_beside_the_code_are_told_apart_from_it() -> None:
    code = """
// file: src/lib.rs
pub fn add(a: i32) -> i32 { a }
#[cfg(test)]
mod tests {
    use super::*;
    fn twice() -> i32 { add(1) }
    #[test]
    fn adds() { assert_eq!(twice(), 1); }
}
"""
    assert edges_of(code, "rust") == ["tests::adds -> add (test-helper)"]
    nodes = look(files_of(code, "rust"), "rust").whole().nodes
    tests = {
        fqn.rpartition("::")[2]
        for fqn, is_test in zip(nodes["fqn"], nodes["is_test"], strict=True)
        if is_test
    }
    assert tests == {"adds", "tests", "twice"}


def test_a_folder_that_the_product_imports_from_is_no_folder_of_tests() -> None:
    code = """
# file: web/test/client.py
class Client:
    def get(self): ...
# file: web/core.py
from web.test.client import Client
# file: web/test/test_client.py
import pytest
from web.test.client import Client
def test_get(): Client().get()
# file: tests/helpers.py
def help(): ...
# file: setup.py
from tests.helpers import help
"""
    nodes = look(code).whole().nodes
    tests = {path for path, is_test in zip(nodes["path"], nodes["is_test"], strict=True) if is_test}
    assert tests == {"tests/helpers.py", "web/test/test_client.py"}
    assert edges_of(code) == ["test_get -> Client (test)", "test_get -> Client::get (test)"]


def test_what_runs_around_very_many_tests_is_an_edge_of_its_class() -> None:
    cases = "\n".join(f"    def test_{number}(self): ..." for number in range(120))
    code = f"""{SHOP}
# file: test_shop.py
import unittest
from shop import tax
class Base(unittest.TestCase):
    def setUp(self): tax(1)
class Many(Base):
{cases}
"""
    assert edges_of(code) == ["Base -> tax (fixture)"]


def test_edges_stand_in_the_graph_with_where_the_test_names_its_target() -> None:
    code = f"""{SHOP}
# file: test_shop.py
import pytest
from shop import Cart
def test_add():
    Cart().add(1)
    Cart()
"""
    files = files_of(code, "python")
    graph = with_tests(look(files).whole())
    whole = with_edges(graph, exercised(graph, rules(), lambda path: files[path].encode()))
    fqns, edges = whole.nodes["fqn"], whole.edges
    found = {
        fqns[edges["dst"][at]]: (list(edges["sites"][at]), edges["confidence"][at])
        for at, kind in enumerate(edges["kind"])
        if kind == EdgeKind.TESTS
    }
    assert found == {
        "p::shop::Cart": ([4, 4, 5, 4], "inferred"),
        "p::shop::Cart::add": ([4, 11], "inferred"),
    }
    order = list(zip(edges["src"], edges["kind"], edges["dst"], strict=True))
    assert len(order) == len(set(order))


def test_without_tests_there_are_no_edges() -> None:
    assert (
        edges_of("# file: shop.py\ndef total(): ...\n# file: test_shop.py\nfrom shop import total\ntotal()")
        == []
    )


def test_what_stands_in_the_decorators_of_a_test_is_given_to_it() -> None:
    code = f"""{SHOP}
# file: test_shop.py
import pytest
from shop import Cart, tax
def page():
    Cart().total()
@pytest.mark.parametrize(
    "shown",
    [page, tax],
)
def test_pages(shown):
    shown()
"""
    assert edges_of(code) == [
        "test_pages -> Cart (test-helper)",
        "test_pages -> Cart::total (test-helper)",
        "test_pages -> tax (test)",
    ]


def test_members_of_classes_that_a_test_is_given_are_found_by_their_names() -> None:
    code = f"""{SHOP}
# file: tests/base.py
from shop import Cart
class Gift(Cart):
    def wrap(self): ...
KINDS = [Gift]
# file: tests/test_shop.py
import pytest
from tests.base import Gift, KINDS
class TestKinds:
    @pytest.mark.parametrize("kind", KINDS)
    def test_total(self, kind):
        kind().total()
@pytest.mark.parametrize("kind", [Gift])
def test_add(kind, other):
    kind().add(1)
    other.wrap()
"""
    assert edges_of(code) == [
        "TestKinds::test_total -> Cart::total (test-member)",
        "test_add -> Cart::add (test-member)",
    ]
