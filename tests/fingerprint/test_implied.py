"""References that no source shows: to fixtures and setups of tests, and to what makes classes."""

from __future__ import annotations

from codegraph.fingerprint import implied
from codegraph.model import EdgeKind
from tests.fingerprint.reading import files_of, look, registry, rules


def references(code: str, language: str = "python") -> list[str]:
    """The references of an example as ``source -> target (rule)``, names without package and file."""
    files = files_of(code, language)
    graph = look(files, language).whole()
    creations = {name: adapter.spec.members.creation for name, adapter in registry().adapters.items()}
    columns = implied(graph, rules(), lambda path: files[path].encode(), creations)
    names = [fqn.removeprefix("p::").partition("::")[2] or fqn for fqn in graph.nodes["fqn"]]
    ends = zip(columns["src"], columns["dst"], columns["rule"], columns["kind"], strict=True)
    return sorted(
        f"{names[src]} -> {names[dst]} ({rule})"
        for src, dst, rule, kind in ends
        if kind == EdgeKind.REFERENCES
    )


def test_tests_refer_to_the_fixtures_that_they_ask_for_and_these_to_theirs() -> None:
    code = """
# file: conftest.py
import pytest
@pytest.fixture
def base(): return 1
@pytest.fixture(name="cart")
def make_cart(base): return base
# file: test_shop.py
import pytest
def test_one(cart, other): ...
@pytest.mark.usefixtures("base")
def test_two(): ...
def helper(cart): ...
"""
    assert references(code) == [
        "make_cart -> base (fixture)",
        "test_one -> make_cart (fixture)",
        "test_two -> base (fixture)",
    ]


def test_tests_refer_to_what_runs_around_them() -> None:
    code = """
# file: test_shop.py
import unittest, pytest
@pytest.fixture(autouse=True)
def clean(): ...
class ShopTest(unittest.TestCase):
    def setUp(self): ...
    def test_one(self): ...
def test_two(): ...
"""
    assert references(code) == [
        "ShopTest::test_one -> ShopTest::setUp (fixture)",
        "ShopTest::test_one -> clean (fixture)",
        "test_two -> clean (fixture)",
    ]


def test_a_mark_on_a_class_holds_for_its_tests() -> None:
    code = """
# file: test_shop.py
import pytest
@pytest.fixture
def db(): ...
class Base: ...
@pytest.mark.usefixtures("db")
class TestShop(Base):
    def test_one(self): ...
"""
    assert "TestShop::test_one -> db (fixture)" in references(code)


def test_setups_of_other_languages_count_as_well() -> None:
    code = """
// file: src/test/java/ShopTest.java
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
class ShopTest {
    @BeforeEach void open() {}
    @Test void sells() {}
}
"""
    assert references(code, "java") == ["ShopTest::sells -> ShopTest::open (fixture)"]


def test_what_runs_around_very_many_tests_is_referred_to_by_their_files() -> None:
    tests = "\n".join(f"def test_{number}(): ..." for number in range(101))
    code = f"""
# file: conftest.py
import pytest
@pytest.fixture(autouse=True)
def clean(): ...
# file: test_many.py
{tests}
"""
    assert references(code) == ["p::test_many -> clean (fixture)"]


def test_what_the_source_refers_to_itself_is_not_told_twice() -> None:
    code = """
# file: test_shop.py
import pytest
@pytest.fixture
def cart(): ...
def test_one(cart):
    assert cart
"""
    assert references(code) == ["test_one -> cart (fixture)"]


def test_a_class_refers_to_what_its_metaclass_runs_and_so_do_its_heirs() -> None:
    code = """
# file: shop.py
class Meta(type):
    def __new__(mcs, name, bases, body): return super().__new__(mcs, name, bases, body)
    def __init__(cls, name, bases, body): ...
    def __call__(cls): return super().__call__()
    def other(cls): ...
class Base(metaclass=Meta):
    def run(self): ...
class Cart(Base): ...
class Plain:
    kind = Meta
"""
    assert references(code) == [
        f"{name} -> Meta::{member} ({rule})"
        for name in ("Base", "Cart")
        for member, rule in (
            ("__call__", "instance-creation"),
            ("__init__", "class-creation"),
            ("__new__", "class-creation"),
        )
    ]


def test_heirs_refer_to_the_nearest_hooks_of_what_they_derive_from() -> None:
    code = """
# file: shop.py
class Base:
    def __init_subclass__(cls): ...
class Middle(Base):
    def __init_subclass__(cls): ...
class Last(Middle): ...
def make():
    class Inner(Base): ...
"""
    assert references(code) == [
        "Last -> Middle::__init_subclass__ (class-creation)",
        "Middle -> Base::__init_subclass__ (class-creation)",
        "make -> Base::__init_subclass__ (class-creation)",
        "make::Inner -> Base::__init_subclass__ (class-creation)",
    ]


def test_classes_refer_to_what_names_their_fields() -> None:
    code = """
# file: shop.py
class Field:
    def __set_name__(self, owner, name): ...
class Price(Field): ...
class kept:
    def __init__(self, function): ...
    def __set_name__(self, owner, name): ...
class Cart:
    price = Price()
    @kept
    def total(self): ...
class Other: ...
"""
    assert references(code) == [
        "Cart -> Field::__set_name__ (class-creation)",
        "Cart -> kept::__set_name__ (class-creation)",
    ]


def test_ruby_calls_what_is_inherited_and_included() -> None:
    code = """
# file: shop.rb
class Base
  def self.inherited(heir); end
end
module Counted
  def self.included(base); end
end
class Cart < Base
  include Counted
end
"""
    assert references(code, "ruby") == [
        "Cart -> Base::inherited (class-creation)",
        "Cart -> Counted::included (class-creation)",
    ]
