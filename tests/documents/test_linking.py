"""What documents name becomes edges, where one node alone can be meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.documents import read_document
from codegraph.documents.linking import document_edges
from codegraph.documents.mentions import mentions
from codegraph.documents.nodes import Placed, module_fqn, named
from codegraph.documents.sheet import sheet_of
from tests.projects import graph_of

CODE = {
    "shop/cart.py": "class Cart:\n    def add_item(self): ...\n    def total(self): ...\n\n\ndef checkout(): ...\n",
    "shop/mail.py": "class Mail:\n    def total(self): ...\n\n\nRETRY_LIMIT = 3\nplain = 1\n",
    "tests/test_cart.py": "def checkout(): ...\n",
}


def edges(tmp_path: Path, documents: dict[str, str]) -> list[str]:
    """The edges as ``section -rule> target`` with ``?`` behind those that are merely possible."""
    graph = graph_of(tmp_path, CODE)
    package = next(f for f, level in zip(graph.nodes["fqn"], graph.nodes["level"], strict=True) if level == 1)
    languages = {".md": "markdown", ".rst": "rst", ".adoc": "asciidoc", ".txt": "text"}
    placed = [
        Placed(
            sheet_of(read_document(path, languages[path[path.rindex(".") :]], text.encode())),
            path,
            module_fqn(path, package, ""),
            package,
        )
        for path, text in documents.items()
    ]
    found = named(placed, frozenset(graph.nodes["fqn"]))
    cut = len(package) + 2
    links = document_edges(found, graph.nodes)
    columns = (links[name] for name in ("src", "rule", "dst", "confidence"))
    return [
        f"{src[cut:]} -{rule}> {dst[cut:]}{'?' if confidence == 'possible' else ''}"
        for src, rule, dst, confidence in zip(*columns, strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Call `Cart.add_item` first.", "doc-name> shop/cart::Cart::add_item"),
        ("Call `shop.cart.Cart` first.", "doc-name> shop/cart::Cart"),
        ("Call `Cart::add_item()` or ``add_item(x, y)``.", "doc-name> shop/cart::Cart::add_item"),
        ("Set `RETRY_LIMIT`.", "doc-word> shop/mail::RETRY_LIMIT"),
        ("It is `checkout()` that pays: tests don't count.", "doc-word> shop/cart::checkout?"),
        ("A `Cart` is kept.", "doc-word> shop/cart::Cart?"),
        ("See `shop/cart.py` and [there](shop/cart.py#L3).", "doc-link> shop/cart"),
        ("A `Mail`, or `mail.Mail`.", "doc-name> shop/mail::Mail"),
        ("It lies in shop/mail.py, as all of it.", "doc-path> shop/mail"),
        ("It lies in `mail.py:12`.", "doc-path> shop/mail"),
        ("[The mail](./shop/mail.py)", "doc-link> shop/mail"),
    ],
)
def test_a_name_leads_to_the_one_node_that_it_can_mean(tmp_path: Path, text: str, target: str) -> None:
    assert f"a.md -{target}" in edges(tmp_path, {"a.md": text})


@pytest.mark.parametrize(
    "text",
    [
        "Both have a `total`, as `x.total` says.",
        "`plain()` is called, but is no function.",
        "`nowhere.py` and [a page](https://example.org/shop/cart.py) are not here.",
        "A cart and a checkout are words.",
        "```python\nfrom shop.cart import Cart\n```",
        "<!-- `Cart.add_item` -->",
    ],
)
def test_what_is_unclear_hidden_or_code_makes_no_edge(tmp_path: Path, text: str) -> None:
    assert edges(tmp_path, {"a.md": text}) == []


def test_links_lead_to_documents_and_to_their_sections(tmp_path: Path) -> None:
    documents = {
        "README.md": "# Shop\n\nSee [how](docs/guide.md#from-source), or [all](docs/guide.md).\n",
        "docs/guide.md": "# Guide\n\n## From source\n\n[Back](../README.md), [here](#guide)\n",
    }
    assert edges(tmp_path, documents) == [
        "README.md::Shop -doc-link> docs/guide.md::Guide::From source",
        "README.md::Shop -doc-link> docs/guide.md",
        "docs/guide.md::Guide::From source -doc-link> README.md",
    ]


def test_roles_of_rst_and_links_of_asciidoc_are_read(tmp_path: Path) -> None:
    documents = {
        "a.rst": "Cart\n====\n\nUse :meth:`~shop.cart.Cart.add_item` and :ref:`text <Cart.add_item>`.\n",
        "b.adoc": "== Cart\n\nSee link:shop/cart.py[it].\n",
        "c.txt": "Call add_item() then.\n",
    }
    assert edges(tmp_path, documents) == [
        "a.rst::Cart -doc-name> shop/cart::Cart::add_item",
        "b.adoc::Cart -doc-link> shop/cart",
        "c.txt -doc-word> shop/cart::Cart::add_item",
    ]


LINES = st.lists(st.sampled_from("`[]()<>:/.#a_A- \n~@\\"), max_size=200).map("".join)


@given(st.sampled_from(["markdown", "rst", "asciidoc", "text"]), LINES | st.text())
def test_mentions_stand_where_they_say(language: str, text: str) -> None:
    document = read_document("a", language, text.encode("utf-8", "replace"))
    for mention in mentions(document, 0, len(document.lines)):
        rest = document.lines[mention.line - 1].encode()[mention.column :].decode()
        assert mention.how == "link" or rest.lstrip().startswith(mention.text[:1])
