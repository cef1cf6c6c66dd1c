"""A small project with its graph, for the tests of everything above the graph.

The graph is written by hand (so that no answer depends on the resolver) and fits the sources to the line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.parse.cache import content_id
from codegraph.store.files import FileState
from codegraph.store.layout import LEXICAL_FILE
from codegraph.store.lexical import write_lexical

from ..graphs import make_graph, publish

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = {
    "shop/cart.py": '''\
"""Carts."""

from shop.money import Price
from shop.util import traced


class Cart:
    """What a customer wants to buy. It is kept in the session."""

    def add(self, item):
        """Put an item in."""
        self.total().plus(item.price)
        log(item)

    @traced
    def total(self):
        """Sum up.

        Taxes are not in it.
        """
        return Price(0)


class GiftCart(Cart):
    def total(self):
        return Price(0)
''',
    "shop/money.py": """\
class Price:
    def __init__(self, cents):
        self.cents = cents

    def plus(self, other):
        return Price(self.cents + other.cents)
""",
    "shop/util.py": """\
import requests


def traced(function):
    requests.get("https://example.org/trace")
    return function


def run():
    pass
""",
    "shop/web.py": """\
from shop.cart import Cart


def checkout(request):
    return Cart().total()


def run():
    checkout(None)
""",
    "tests/test_cart.py": """\
from shop.cart import Cart


def test_total():
    assert Cart().total()
""",
}

GRAPH = """
monorepo  //                                  @
package   shop                                @
module    shop::shop/cart                     @shop/cart.py      exported loc=26 end_line=26
class     shop::shop/cart::Cart               @shop/cart.py:7-21 exported loc=15 \
    doc="What a customer wants to buy. It is kept in the session." signature="class Cart"
method    shop::shop/cart::Cart::add          @shop/cart.py:10-13 exported loc=4 cyclomatic=1 parameters=2 \
    fan_out=2 doc="Put an item in." signature="def add(self, item)"
method    shop::shop/cart::Cart::total        @shop/cart.py:16-21 exported loc=7 decorator:traced tag:priced \
    doc="Sum up. Taxes are not in it." signature="def total(self)" fan_in=4
class     shop::shop/cart::GiftCart           @shop/cart.py:24-26 exported loc=3 \
    signature="class GiftCart(Cart)"
method    shop::shop/cart::GiftCart::total    @shop/cart.py:25-26 exported loc=2 signature="def total(self)"
module    shop::shop/money                    @shop/money.py     exported loc=6 end_line=6
class     shop::shop/money::Price             @shop/money.py:1-6 exported loc=6 signature="class Price"
method    shop::shop/money::Price::__init__   @shop/money.py:2-3 loc=2 \
    signature="def __init__(self, cents)"
method    shop::shop/money::Price::plus       @shop/money.py:5-6 exported loc=2 \
    signature="def plus(self, other)"
module    shop::shop/util                     @shop/util.py      exported loc=10 end_line=10
function  shop::shop/util::traced             @shop/util.py:4-6  exported loc=3 \
    signature="def traced(function)"
function  shop::shop/util::run                @shop/util.py:9-10 exported loc=2 signature="def run()"
module    shop::shop/web                      @shop/web.py       exported loc=9 end_line=9
function  shop::shop/web::checkout            @shop/web.py:4-5   exported loc=2 \
    signature="def checkout(request)"
function  shop::shop/web::run                 @shop/web.py:8-9   exported loc=2 \
    signature="def run()"
module    shop::tests/test_cart               @tests/test_cart.py test loc=5 end_line=5
function  shop::tests/test_cart::test_total   @tests/test_cart.py:4-5 test loc=2 \
    signature="def test_total()"
external  ext::pypi::requests
external  ext::pypi::requests::get
shop::shop/cart                imports      shop::shop/money         3:5
shop::shop/cart                imports      shop::shop/util          4:5
shop::shop/util                imports      ext::pypi::requests      1:7
shop::shop/web                 imports      shop::shop/cart          1:5
shop::tests/test_cart          imports      shop::shop/cart          1:5
shop::shop/cart::Cart::add     calls        shop::shop/cart::Cart::total    12:8
shop::shop/cart::Cart::add     calls        shop::shop/money::Price::plus   12:21 inferred rule:return
shop::shop/cart::Cart::add     ?calls       log 13:8 missing
shop::shop/cart::Cart::total   instantiates shop::shop/money::Price  21:15 rule:import
shop::shop/cart::Cart::total   decorates    shop::shop/util::traced  15:5 rule:import
shop::shop/cart::GiftCart      extends      shop::shop/cart::Cart    24:15
shop::shop/cart::GiftCart::total instantiates shop::shop/money::Price 26:15 rule:import
shop::shop/cart::GiftCart::total overrides  shop::shop/cart::Cart::total 25:8
shop::shop/money::Price::plus  instantiates shop::shop/money::Price  6:15
shop::shop/util::traced        calls        ext::pypi::requests::get 5:4 rule:import
shop::shop/web::checkout       instantiates shop::shop/cart::Cart    5:11 rule:import
shop::shop/web::checkout       calls        shop::shop/cart::Cart::total 5:11 inferred rule:type
shop::shop/web::run            calls        shop::shop/web::checkout 9:4
shop::shop/util::run           calls        shop::shop/web::run      10:4 possible rule:name
shop::tests/test_cart::test_total instantiates shop::shop/cart::Cart 5:11 rule:import
shop::tests/test_cart::test_total calls     shop::shop/cart::Cart::total 5:11 inferred rule:type
"""

REPORT = {
    "root": "",
    "generation": 1,
    "changed": True,
    "files": {"python": 5},
    "files_parsed": 5,
    "files_cached": 0,
    "skipped": [
        ["shop/min.js", "minified"],
        ["shop/big.py", "too large"],
        ["a.py", "unreadable"],
        ["b.py", "unreadable"],
    ],
    "nodes": {
        "class": 3,
        "method": 5,
        "function": 5,
        "module": 5,
        "package": 1,
        "monorepo": 1,
        "external": 2,
    },
    "edges": {"calls": {"certain": 3, "inferred": 3, "possible": 1}, "imports": {"certain": 5}},
    "unresolved": {"missing": 1},
    "references": {"total": 20, "resolved": 17, "external": 2, "unresolved": 1},
    "accuracy": {
        "python": {"total": 20, "certain": 13, "inferred": 3, "possible": 1, "external": 2, "unresolved": 1}
    },
    "seconds": {"discovery": 0.01, "parse": 0.2, "resolve": 0.05, "fingerprint": 0.0, "store": 0.3},
    "cpu_seconds": 0.5,
    "peak_memory_mb": 120.5,
    "embedded": {"chunks": 13, "done": 0, "model": ""},
}


def make_shop(root: Path) -> Path:
    """Write the sources under ``root`` and publish their graph."""
    files = []
    for name, text in SOURCES.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        found = place.stat()
        files.append(
            FileState(name, found.st_size, found.st_mtime_ns, content_id(text.encode()), "python", "ok")
        )
    graph = make_graph(_with_bytes(GRAPH))
    with publish(root, graph, files=files, summary={"report": REPORT}) as view:
        write_lexical(view.folder / LEXICAL_FILE, graph.nodes, lambda path: (root / path).read_bytes())
    return root


def _with_bytes(graph: str) -> str:
    """The graph with the true byte offsets of each definition, decorators included."""
    lines = []
    for line in graph.replace("\\\n", " ").splitlines():
        words = line.split()
        place = next((word for word in words if word.startswith("@") and ":" in word), "")
        if not place or words[1].startswith("?"):
            lines.append(line)
            continue
        path, _, span = place[1:].partition(":")
        first, last = (int(number) for number in span.split("-"))
        text = SOURCES[path].splitlines(keepends=True)
        start = first - 1 if text[first - 2].lstrip().startswith("@") else first
        begin = sum(len(piece.encode()) for piece in text[: start - 1])
        begin += len(text[start - 1]) - len(text[start - 1].lstrip())
        end = sum(len(piece.encode()) for piece in text[:last]) - 1
        lines.append(f"{line} start_line={start} start_byte={begin} end_byte={end}")
    return "\n".join(lines)
