"""What became of each definition between two texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.changes.comparing import Compared, Difference, compare
from codegraph.changes.gathering import Pair
from codegraph.changes.reading import read_pairs
from codegraph.config import Settings
from codegraph.languages.registry import load_registry

REGISTRY = load_registry()


def compared(*files: tuple[str, str | None, str | None], language: str = "python") -> Compared:
    """The differences between the old and the new texts of some files."""
    pairs = [
        Pair(
            path if old is not None else "",
            path if new is not None else "",
            old.encode() if old is not None else None,
            new.encode() if new is not None else None,
            language,
        )
        for path, old, new in files
    ]
    read, failed = read_pairs(Path.cwd(), pairs, REGISTRY, Settings())
    assert not failed
    return compare(read)


def told(found: Compared) -> list[str]:
    """The differences in words, ``kind+kind name`` or ``kind old -> new``."""
    return [_words(one) for one in found.differences]


def _words(one: Difference) -> str:
    kinds = "+".join(one.kinds)
    names = [".".join(side.names) for side in (one.old, one.new) if side is not None]
    return f"{kinds} {' -> '.join(dict.fromkeys(names)) or 'module'}"


BASE = '''\
"""Carts."""

import os


RATE = 3


class Cart(dict):
    """What is bought."""

    limit = 5

    def total(self, prices, rounded=True):
        """Sum up."""
        if rounded:
            return sum(prices)
        return os.cpu_count() + sum(price * RATE for price in prices)

    def clear(self):
        self.prices = []


def checkout(cart):
    def pay(amount):
        return cart.total(amount)

    return pay(cart)
'''


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("        return sum(prices)\n", "        return max(prices)\n", ["body Cart.total"]),
        ("rounded=True)", "rounded=False)", ["signature Cart.total"]),
        ("rounded=True)", "rounded: bool = True)", ["signature Cart.total"]),
        ("    def clear(self)", "    @property\n    def clear(self)", ["decorators Cart.clear"]),
        ("    def clear(self)", "    async def clear(self)", ["signature Cart.clear"]),
        ("class Cart(dict)", "class Cart(list)", ["bases Cart"]),
        ('"""Sum up."""', '"""Add up."""', ["doc Cart.total"]),
        ('        """Sum up."""\n', "", ["doc Cart.total"]),
        ('"""Carts."""\n', "", ["doc module"]),
        ("RATE = 3", "RATE = 4", ["body RATE"]),
        ("limit = 5", "limit = 6", ["body Cart.limit"]),
        ("import os\n", "import os\nimport sys\n", ["imports module"]),
        ("RATE = 3\n", "RATE = 3\nos.umask(0)\n", ["body module"]),
        ("return cart.total(amount)", "return cart.total(amount, False)", ["body checkout.pay"]),
        ("    def clear(self):\n        self.prices = []\n", "", ["removed Cart.clear", "removed Cart.prices"]),
        ("    return pay(cart)\n", "    return pay(cart)\n\n\ndef late():\n    pass\n", ["added late"]),
        ("def total(", "def amount(", ["renamed Cart.total -> Cart.amount"]),
        ("sum(prices)\n        return os", "sum(prices)\n            return os", ["body Cart.total"]),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_told(old: str, new: str, expected: list[str]) -> None:
    assert old in BASE
    assert told(compared(("cart.py", BASE, BASE.replace(old, new)))) == expected


def test_several_kinds_come_by_weight() -> None:
    new = BASE.replace(
        "def clear(self):\n        self", 'def clear(self, all):\n        "Empty it."\n        all.'
    )
    assert told(compared(("cart.py", BASE, new)))[0] == "signature+body+doc Cart.clear"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("    def clear", "    # said aside\n    def clear"),
        lambda text: text.replace("prices, rounded=True", "\n        prices,\n        rounded=True"),
        lambda text: text.replace("\n\n\n", "\n\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("    ", "  "),
    ],
)
def test_layout_and_comments_change_no_symbol(change) -> None:
    new = change(BASE)
    assert new != BASE
    found = compared(("cart.py", BASE, new))
    assert told(found) == []
    assert [pair.new_path for pair in found.formatting] == ["cart.py"]


def test_line_ends_within_strings_are_layout_too() -> None:
    text = 'def f():\n    return """one\n    two"""\n'
    assert told(compared(("a.py", text, text.replace("\n", "\r\n")))) == []


def test_a_function_that_goes_to_another_file_is_moved() -> None:
    body = "def pay(amount):\n    total = amount * 3\n    return round(total, 2)\n"
    rest = "\n\ndef other():\n    return [1, 2, 3]\n"
    found = compared(("a.py", body + rest, rest), ("b.py", "", body))
    assert told(found) == ["moved pay"]
    assert found.differences[0].old_pair.old_path == "a.py"


def test_a_renamed_class_is_told_once_with_what_changed_inside() -> None:
    new = BASE.replace("class Cart", "class Basket").replace("max(prices)", "min(prices)")
    assert told(compared(("cart.py", BASE, new))) == ["renamed Cart -> Basket"]
    more = new.replace("self.prices = []", "self.prices = {}")
    assert told(compared(("cart.py", BASE, more)))[:2] == [
        "renamed Cart -> Basket",
        "body Cart.clear -> Basket.clear",
    ]


def test_a_moved_file_is_no_change_of_its_symbols() -> None:
    found = compared(("old/cart.py", BASE, None), ("new/cart.py", None, BASE.replace("RATE = 3", "RATE = 4")))
    assert told(found) == ["body RATE"]
    assert [(pair.old_path, pair.new_path) for pair in found.moved_files] == [("old/cart.py", "new/cart.py")]


def test_a_folder_of_many_files_that_moves_is_no_change_of_symbols() -> None:
    body = "def run(values):\n    found = [value * {0} for value in values]\n    return sorted(found)\n"
    files = [
        side
        for number in range(60)
        for side in (
            (f"old/m{number}.py", body.format(number), None),
            (f"new/m{number}.py", None, body.format(number)),
        )
    ]
    found = compared(("old/__init__.py", "", None), ("new/__init__.py", None, ""), *files)
    assert told(found) == []
    assert [(pair.old_path, pair.new_path) for pair in found.moved_files] == [
        ("old/__init__.py", "new/__init__.py"),
        *((f"old/m{number}.py", f"new/m{number}.py") for number in range(60)),
    ]


def test_files_of_the_same_content_keep_their_names_where_they_can() -> None:
    found = compared(
        ("old/a.py", BASE, None), ("old/b.py", BASE, None), ("new/b.py", None, BASE), ("new/z.py", None, BASE)
    )
    assert told(found) == []
    assert sorted((pair.old_path, pair.new_path) for pair in found.moved_files) == [
        ("old/a.py", "new/z.py"),
        ("old/b.py", "new/b.py"),
    ]


def test_equal_bodies_are_joined_by_their_names_first() -> None:
    body = "def {}(amount):\n    total = amount * 3\n    return round(total, 2)\n"
    rest = "def other():\n    return [1, 2, 3]\n"
    found = compared(
        ("a.py", body.format("first") + body.format("second") + rest, rest),
        ("b.py", "", body.format("second") + body.format("third")),
    )
    assert sorted(told(found)) == ["moved second", "renamed first -> third"]


def test_a_file_that_is_gone_takes_all_its_symbols_along() -> None:
    assert told(compared(("a.py", "def f(): pass\nclass C:\n    def m(self): pass\n", None))) == [
        "removed module",
        "removed f",
        "removed C",
        "removed C.m",
    ]


@pytest.mark.parametrize(
    ("language", "path", "old", "new", "expected"),
    [
        ("typescript", "a.ts", "export const f = (a: number) => { return a; };\n",
         "export const f = (a: number) => { return -a; };\n", ["body f"]),
        ("typescript", "a.ts", "class A { m(a: string): void {} }\n",
         "class A { m(a: number): void {} }\n", ["signature A.m"]),
        ("go", "a.go", "package a\n\nfunc F(a int) int {\n\treturn a\n}\n",
         "package a\n\n// F is new.\nfunc F(a int) int {\n\treturn a + 1\n}\n", ["body+doc F"]),
        ("java", "A.java", "class A { int f(int a) { return a; } }\n",
         "class A { @Deprecated int f(int a) { return a; } }\n", ["decorators A.f"]),
        ("rust", "a.rs", "pub fn f(a: i32) -> i32 { a }\n", "pub fn f(a: i64) -> i32 { a as i32 }\n",
         ["signature+body f"]),
        ("ruby", "a.rb", "def f\n  run(<<~SQL)\n    select 1\n  SQL\nend\n",
         "def f\n  run(<<~SQL)\n    select 2\n  SQL\nend\n", ["body f"]),
        ("php", "a.php", "<?php\nfunction f() { ?>\n<b>old</b>\n<?php }\n",
         "<?php\nfunction f() { ?>\n<b>new</b>\n<?php }\n", ["body f"]),
    ],
)  # fmt: skip
def test_other_languages_are_compared_by_the_same_rules(
    language: str, path: str, old: str, new: str, expected: list[str]
) -> None:
    assert told(compared((path, old, new), language=language)) == expected
