"""What a summary cites is looked up; what is false is taken out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from codegraph.summaries.citations import check_citations
from tests.graphs import make_graph, publish

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

GRAPH = make_graph(
    """
    package  shop                      @
    module   shop::cart                @shop/cart.py:1-40
    class    shop::cart::Cart          @shop/cart.py:3-20
    method   shop::cart::Cart::add     @shop/cart.py:5-9
    module   shop::main                @main.py:1-7
    function shop::main::run(int,str)  @main.py:2-4
    """
)


@pytest.fixture
def view(tmp_path: Path) -> GraphView:
    return publish(tmp_path, GRAPH)


TRUE = [
    ("It adds [shop/cart.py:5].", "shop::cart", "shop/cart.py", 5),
    ("It adds [shop/cart.py:5-9].", "shop::cart", "shop/cart.py", 5),
    ("It adds [`shop/cart.py:40`].", "shop::cart", "shop/cart.py", 40),
    ("It adds [shop::cart::Cart].", "shop::cart::Cart", "shop/cart.py", 3),
    ("It adds [Cart::add].", "shop::cart::Cart::add", "shop/cart.py", 5),
    ("See shop/cart.py:7 for more.", "shop::cart", "shop/cart.py", 7),
    ("`shop::cart::Cart::add` adds.", "shop::cart::Cart::add", "shop/cart.py", 5),
    ("It is [shop::main::run(int,str)].", "shop::main::run(int,str)", "main.py", 2),
]


@pytest.mark.parametrize(("text", "fqn", "path", "line"), TRUE)
def test_what_is_true_stays(view: GraphView, text: str, fqn: str, path: str, line: int) -> None:
    checked = check_citations(view, text, "")
    assert checked.text == text
    assert [(cited.fqn, cited.path, cited.line) for cited in checked.citations] == [(fqn, path, line)]
    assert checked.dropped == []


FALSE = [
    ("It adds [shop/cart.py:41].", "It adds.", "the file has 40 lines"),
    ("It adds [shop/cart.py:0].", "It adds.", "the file has 40 lines"),
    ("It adds [shop/cart.py:9-5].", "It adds.", "the file has 40 lines"),
    ("It adds [shop/other.py:5], and more.", "It adds, and more.", "no such file in the index"),
    ("It adds ([shop/other.py:5]) well.", "It adds well.", "no such file in the index"),
    ("It adds [shop::cart::Basket] things.", "It adds things.", "no such name in the index"),
    ("It is in `shop/other.py:5`.", "It is in.", "no such file in the index"),
    ("As shop::nothing::here says.", "As says.", "no such name in the index"),
    ("Never [../../etc/passwd:1].", "Never.", "no such file in the index"),
]


@pytest.mark.parametrize(("text", "left", "reason"), FALSE)
def test_what_is_false_is_taken_out_with_a_note(view: GraphView, text: str, left: str, reason: str) -> None:
    checked = check_citations(view, text, "")
    assert checked.text == left
    assert [false.reason for false in checked.dropped] == [reason]
    assert checked.citations == []


def test_of_several_in_one_pair_of_brackets_the_true_ones_stay(view: GraphView) -> None:
    checked = check_citations(view, "Both [shop/cart.py:5, main.py:99; Cart::add] say so.", "")
    assert checked.text == "Both [shop/cart.py:5, Cart::add] say so."
    assert [false.text for false in checked.dropped] == ["main.py:99"]


@pytest.mark.parametrize(
    "text",
    [
        "It runs from 12:30 to 13:00, in a ratio of 3:1.",
        "It takes items[0], dict[str, int] and [a list].",
        "See [the guide](https://host.example:8080/a) or http://localhost:3000/x.",
        "Note: nothing. key:value, a:b:c.",
        "- a list\n- of two lines",
    ],
)
def test_what_cites_nothing_is_left_alone(view: GraphView, text: str) -> None:
    checked = check_citations(view, text, "")
    assert (checked.text, checked.citations, checked.dropped) == (text, [], [])


def test_code_that_is_spoken_of_is_no_citation(view: GraphView) -> None:
    text = "It fills a std::vector and listens at db.local:5432."
    checked = check_citations(view, text, "std::vector<int> x; connect('db.local:5432')")
    assert (checked.text, checked.dropped) == (text, [])
    checked = check_citations(view, "As in [std::vector].", "std::vector<int> x;")
    assert (checked.text, len(checked.dropped)) == ("As in.", 1)


def test_nothing_that_a_terminal_would_obey_stays(view: GraphView) -> None:
    assert check_citations(view, "\x1b[31mred\x07\r\n\u202eevil\x9b\n", "").text == "[31mred\nevil"


def test_a_text_without_end_is_cut(view: GraphView) -> None:
    for piece in ("a", "[a::", "a/", "a::", "x:1", "``"):
        assert len(check_citations(view, piece * 200_000, "").text) <= 8_000
