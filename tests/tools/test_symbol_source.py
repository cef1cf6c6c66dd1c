"""``symbol_source`` on the shop."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from codegraph.errors import NotFoundError, UsageError
from codegraph.tools.symbol_source import SymbolSourceRequest, run

from .shop import SOURCES

if TYPE_CHECKING:
    from codegraph.tools.index import Index


def lines(path: str, first: int, last: int) -> str:
    return "\n".join(SOURCES[path].split("\n")[first - 1 : last])


def test_the_full_span_has_the_decorators(shop: Index) -> None:
    found = run(shop, SymbolSourceRequest(fqn="Cart.total", mode="FullSpan"))
    assert found.source == lines("shop/cart.py", 15, 21)
    assert (found.path, found.start_line, found.end_line) == ("shop/cart.py", 15, 21)
    assert found.sha256 == hashlib.sha256(found.source.encode()).hexdigest()
    assert found.short_sha == found.sha256[:8]
    assert found.stable


def test_the_body_begins_at_the_declaration(shop: Index) -> None:
    found = run(shop, SymbolSourceRequest(fqn="Cart.total"))
    assert (found.source, found.start_line) == (lines("shop/cart.py", 16, 21), 16)


def test_max_lines_really_cuts(shop: Index) -> None:
    found = run(shop, SymbolSourceRequest(fqn="Cart", max_lines=3))
    assert found.source == lines("shop/cart.py", 7, 9)
    assert (found.end_line, found.truncated, found.total, found.limit) == (9, True, 15, 3)
    assert found.sha256 == hashlib.sha256(found.source.encode()).hexdigest()


def test_the_signature_and_the_doc_may_be_asked_for_alone(shop: Index) -> None:
    assert run(shop, SymbolSourceRequest(fqn="Cart.total", mode="SignatureOnly")).source == "def total(self)"
    with_doc = run(shop, SymbolSourceRequest(fqn="Cart.total", mode="SignatureAndDoc")).source
    assert with_doc == "def total(self)\nSum up. Taxes are not in it."


def test_a_module_is_its_whole_file(shop: Index) -> None:
    found = run(shop, SymbolSourceRequest(fqn="shop/web.py", max_lines=None))
    assert found.source + "\n" == SOURCES["shop/web.py"]
    assert (found.start_line, found.end_line, found.truncated) == (1, 9, False)


def test_what_has_no_text_is_refused(shop: Index) -> None:
    for name in ("ext::pypi::requests::get", "//"):
        with pytest.raises(UsageError, match="has no source"):
            run(shop, SymbolSourceRequest(fqn=name))


def test_a_changed_file_is_not_stable(shop: Index) -> None:
    place = shop.root / "shop" / "web.py"
    place.write_text("# new first line\n" + place.read_text())
    assert not run(shop, SymbolSourceRequest(fqn="checkout")).stable


def test_a_deleted_file_is_named(shop: Index) -> None:
    (shop.root / "shop" / "web.py").unlink()
    with pytest.raises(NotFoundError, match=r"shop/web\.py can't be read"):
        run(shop, SymbolSourceRequest(fqn="checkout"))


def test_the_markdown_block_can_hold_fences(shop: Index) -> None:
    place = shop.root / "shop" / "util.py"
    place.write_text(place.read_text().replace("    pass", "    '````'"))
    block = run(shop, SymbolSourceRequest(fqn="shop.util", max_lines=None)).markdown_ready_block
    head, fence, *_ = block.split("\n")[0], block.split("\n")[2]
    assert head == "shop::shop/util"
    assert fence == "`````python"
    assert block.endswith("\n`````\n")
