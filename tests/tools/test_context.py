"""``context``: true totals, short names, budgets that hold, places that are there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from codegraph.embed.tokens import count_tokens
from codegraph.errors import UsageError
from codegraph.store.layout import LEXICAL_FILE
from codegraph.store.lexical import write_lexical
from codegraph.tools.citations import false_places, without_false_places
from codegraph.tools.context import Context, ContextRequest, run
from codegraph.tools.index import Index
from codegraph.tools.names import short_name

from ..graphs import make_graph, publish

TASK = "sum up the prices of what is in the cart"


def context(index: Index, **options) -> Context:
    return run(index, ContextRequest(**options))


def indexed(root: Path, spec: str) -> Index:
    """An index with this graph, and its words."""
    graph = make_graph(spec)
    with publish(root, graph) as view:
        write_lexical(view.folder / LEXICAL_FILE, graph.nodes, lambda path: (root / path).read_bytes())
    return Index.open(root)


def test_the_markdown_tells_the_true_totals(shop: Index) -> None:
    answer = context(shop)
    assert answer.text.splitlines()[1:] == [
        "1 package · 5 files (python 100%) · 13 symbols · 56 lines · 20% of files are tests",
        "- Most complex: Cart.add 1",
        "- Most called: Cart.total 4",
    ]
    assert answer.tokens == count_tokens(answer.text) <= 300
    assert not answer.truncated


def test_the_compact_form_is_one_line_and_json_an_object(shop: Index) -> None:
    compact = context(shop, format="compact")
    assert compact.text == (
        "codebase=1p/5f/13s/56l lang=python:100% cx=Cart.add:1 cpl=Cart.total:4 ep=0 cyc=0 tests=20%\n"
    )
    answer = context(shop, format="json")
    body = json.loads(answer.text)
    assert (body["packages"], body["files"], body["symbols"]) == (1, 5, 13)
    assert body["files_by_language"] == {"python": 1.0}
    assert body["top_coupling"] == {"Cart.total": 4}
    assert answer.tokens <= 400


def test_an_empty_index_gives_an_empty_text_and_as_json_zeros(tmp_path: Path) -> None:
    index = indexed(tmp_path, "monorepo // @")
    for form in ("markdown", "compact"):
        assert context(index, format=form).text == ""
        assert context(index, format=form, task="anything").text == ""
    body = json.loads(context(index, format="json").text)
    assert {value for value in body.values() if isinstance(value, int | float)} == {0}
    index.close()


def test_names_are_short_only_where_they_mean_one_thing(shop: Index) -> None:
    view = shop.view
    names = {view.fqn(row): short_name(view, row) for row in range(view.node_count)}
    assert names["shop::shop/cart::Cart::total"] == "Cart.total"
    assert names["shop::shop/web::checkout"] == "checkout"
    assert names["shop::shop/web::run"] == "web::run"
    assert names["shop::shop/cart"] == "shop::shop/cart"
    for fqn, name in names.items():
        assert view.fqn(shop.row(name)) == fqn


def test_cycles_and_packages_are_told(tmp_path: Path) -> None:
    spec = """
    package p @p
    package q @q
    module p::a @p/a.py loc=10
    module p::b @p/b.py loc=20
    module q::c @q/c.ts loc=50
    p::a imports p::b 1:0
    p::b imports p::a 1:0
    """
    index = indexed(tmp_path, spec)
    answer = context(index)
    assert "- Packages: q (1 files, 50 lines), p (2 files, 30 lines)" in answer.text
    assert "- Import cycles: 1, the largest of 2 modules; e.g. p/a.py → p/b.py → p/a.py" in answer.text
    assert answer.facts is not None
    assert (answer.facts.cycles, answer.facts.largest_cycle) == (1, 2)
    index.close()


@pytest.mark.parametrize("form", ["markdown", "compact", "json"])
@pytest.mark.parametrize("budget", [1, 5, 12, 30, 60, 120, 400])
def test_a_budget_is_never_exceeded(shop: Index, form: str, budget: int) -> None:
    for task in ("", TASK):
        answer = context(shop, format=form, token_budget=budget, task=task)
        assert answer.tokens == count_tokens(answer.text) <= budget
        if task and form == "json" and answer.text:
            json.loads(answer.text)


def test_a_task_brings_hits_and_what_lies_around_them_with_their_places(shop: Index) -> None:
    answer = context(shop, task=TASK, token_budget=1000)
    assert answer.named[0] in ("shop::shop/cart::Cart", "shop::shop/cart::Cart::total")
    assert "## Cart.total — method, shop/cart.py:16\n`def total(self)`\nSum up.\n" in answer.text
    assert re.search(r"called by .*Cart\.add \(shop/cart\.py:10\)", answer.text)
    assert "shop::shop/web::checkout" in answer.named
    places = re.findall(r"[\w/]+\.py:\d+", answer.text)
    assert len(places) > 5
    assert false_places(shop.view, answer.text) == []


def test_a_small_budget_keeps_the_most_relevant(shop: Index) -> None:
    few = context(shop, task=TASK, token_budget=40)
    many = context(shop, task=TASK, token_budget=400)
    assert few.named
    assert few.named[0] == many.named[0]
    assert few.truncated
    assert len(few.named) < len(many.named)


def test_a_task_in_other_words_finds_nothing_and_says_nothing(shop: Index) -> None:
    assert context(shop, task="zzzz qqqq xxxx").text == ""
    assert context(shop, task="zzzz qqqq xxxx", format="json").text == "[]\n"


def test_false_places_are_found_and_lose_their_line(shop: Index) -> None:
    text = "see shop/cart.py:16, shop/cart.py:99 and (gone.py:3), at 12:30 in http://x.y:80"
    assert [(false.text, false.reason) for false in false_places(shop.view, text)] == [
        ("shop/cart.py:99", "the file has 26 lines"),
        ("gone.py:3", "no such file in the index"),
    ]
    expected = "see shop/cart.py:16, shop/cart.py and (gone.py), at 12:30 in http://x.y:80"
    assert without_false_places(shop.view, text) == expected


def test_a_place_that_a_doc_comment_cites_is_checked_too(tmp_path: Path) -> None:
    spec = """
    package p @
    module p::a @a.py loc=3 end_line=3
    function p::a::total @a.py:1-2 signature="def total()" doc="As in old.py:77 it sums up. More."
    """
    (tmp_path / "a.py").write_text("def total():\n    pass\n\n")
    index = indexed(tmp_path, spec)
    text = context(index, task="total").text
    assert "a.py:1" in text
    assert "As in old.py it sums up." in text
    index.close()


def test_wrong_words_and_numbers_are_refused(shop: Index) -> None:
    with pytest.raises(UsageError, match="format"):
        context(shop, format="html")
    with pytest.raises(UsageError, match="top_n is 51; it may be from 1 to 50"):
        context(shop, top_n=51)
    with pytest.raises(UsageError, match="holds nothing"):
        context(shop, token_budget=0)
