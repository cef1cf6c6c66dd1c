"""What tests exercise is taken over from a build before exactly where nothing changed that it depends on."""

from __future__ import annotations

from typing import Any

import pytest

from codegraph.fingerprint import Kept, implied
from tests.fingerprint.reading import files_of, look, registry, rules

CODE = """
# file: shop/cart.py
class Base:
    def load(self): return 1
    def save(self): return 2
class Cart(Base):
    def total(self): return price(3)
def price(count):
    return count
def spare():
    return 4
# file: shop/mail.py
def send(): return 5
# file: tests/conftest.py
import pytest
from shop.cart import Cart
@pytest.fixture
def cart(): return Cart()
@pytest.fixture
def empty(): return None
# file: tests/helpers.py
from shop.cart import price, spare
def check(count): return price(count)
# file: tests/test_cart.py
from unittest import TestCase, mock
import pytest
from shop import mail
from shop.cart import Cart, price, spare
from tests.helpers import check
class TestCart(TestCase):
    def setUp(self):
        self.one = price(1)
    def test_total(self):
        assert Cart().total() == 3
    def test_loaded(self):
        unknown(Cart).load()
def test_price(cart):
    assert check(3) == cart.total()
def test_mail():
    with mock.patch.object(mail, "send"):
        price(4)
"""
UNSEEN = {
    "another body": ("def spare():\n    return 4", "def spare():\n\n    x = price(4)\n    return x + send"),
    "longer before it": ("class Base:", '"""Carts."""\n\n\nclass Base:'),
    "a call less": ("return price(3)", "return 3"),
}
SEEN = {
    "a new test": ("def test_mail():", "def test_spare():\n    assert spare() == 4\ndef test_mail():"),
    "a test is none any more": ("def test_price(", "def price_of("),
    "another call in a test": ("        price(4)", "        spare()"),
    "another call in a helper": ("return price(count)", "return spare()"),
    "another fixture": ("def test_price(cart)", "def test_price(empty)"),
    "a fixture under another name": (
        "@pytest.fixture\ndef cart()",
        "@pytest.fixture(name='empty')\ndef cart()",
    ),
    "another setup": ("self.one = price(1)", "self.one = spare()"),
    "something else is replaced": ('mock.patch.object(mail, "send")', "mock.patch.object(mail, price)"),
    "an unknown member": ("unknown(Cart).load()", "unknown(Cart).save()"),
    "a class without its base": ("class Cart(Base):", "class Cart:"),
    "a member less in the product": ("    def load(self): return 1\n", ""),
    "a new function in the product": ("def spare():", "def other(): ...\ndef spare():"),
    "the product's function is a class": (
        "def price(count):\n    return count",
        "class price:\n    count = 1",
    ),
    "a line more in a test": ("def test_mail():", "\ndef test_mail():"),
    "another column in a test": ("assert Cart().total() == 3", "assert  Cart().total() == 3"),
    "a test without its class": ("class TestCart(TestCase):", "class TestCart:"),
    "a comment in a test": (
        "import pytest\nfrom shop import mail",
        "import pytest  # it\nfrom shop import mail",
    ),
}


def columns_of(code: str, kept: Kept) -> dict[str, list[Any]]:
    """All implied edges of an example, with what a build before kept."""
    files = files_of(code, "python")
    graph = look(files).whole()
    creations = {name: adapter.spec.members.creation for name, adapter in registry().adapters.items()}
    found = implied(graph, rules(), lambda path: files[path].encode(), creations, kept)
    return {name: list(column) for name, column in found.items()}


@pytest.fixture(scope="module")
def before() -> bytes:
    kept = Kept()
    columns = columns_of(CODE, kept)
    assert {"test", "fixture", "test-helper", "test-member"} <= set(columns["rule"])
    return kept.fresh


@pytest.mark.parametrize("edit", UNSEEN)
def test_an_edit_that_tests_can_not_tell_leaves_their_edges(before: bytes, edit: str) -> None:
    code = CODE.replace(*UNSEEN[edit])
    assert code != CODE
    kept = Kept(before)
    assert columns_of(code, kept) == columns_of(code, Kept())
    assert kept.fresh == b""


@pytest.mark.parametrize("edit", SEEN)
def test_after_any_other_edit_they_are_looked_for_again(before: bytes, edit: str) -> None:
    code = CODE.replace(*SEEN[edit])
    assert code != CODE
    kept = Kept(before)
    assert columns_of(code, kept) == columns_of(code, Kept())
    assert kept.fresh not in (b"", before)


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:4] + b"x"])
def test_what_is_damaged_is_looked_for_again(before: bytes, damage: Any) -> None:
    kept = Kept(damage(before))
    assert columns_of(CODE, kept) == columns_of(CODE, Kept())
    assert kept.fresh == before


def test_what_was_read_while_a_file_changed_is_not_kept() -> None:
    files = files_of(CODE, "python")
    graph, kept = look(files).whole(), Kept()
    implied(graph, rules(), lambda path: files[path].encode() + b"\n", {}, kept)
    assert kept.fresh == b""
