"""What each command prints when it is piped: plain, stable, complete."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _in_the_shop(shop: Path) -> None:
    pass


def test_impact_lists_dependants_by_depth(run) -> None:
    ran = run("impact", "Cart.total")
    assert ran.code == 0
    assert (
        ran.out
        == """\
Cart.total  method  shop/cart.py:16
shop::shop/cart::Cart::total

4 direct · 5 within 3 steps · 1 package · 3 files · 1 in tests

depth 1 (4)
  shop::shop/cart::Cart::add         calls      shop/cart.py:12
  shop::shop/cart::GiftCart::total   overrides  shop/cart.py:25
  shop::shop/web::checkout           calls      shop/web.py:5         inferred
  shop::tests/test_cart::test_total  calls      tests/test_cart.py:5  inferred

depth 2 (1)
  shop::shop/web::run  calls  checkout  shop/web.py:9

tests that reach it (1, within 12 steps)
  shop::tests/test_cart::test_total  1 step  tests/test_cart.py:4
"""
    )
    assert ran.err == "1 more is only possible, one candidate among several; --possible includes it\n"


def test_impact_of_something_unused_says_so(run) -> None:
    assert "nothing found that depends on it" in run("impact", "test_total").out


def test_a_cut_list_says_how_to_see_more(run) -> None:
    ran = run("impact", "Cart.total", "--limit", "2", "--no-tests")
    assert "depth 1 (2 of 3)" in ran.out
    assert "2 of 4 shown; --limit shows more" in ran.err


def test_symbol_shows_a_card(run) -> None:
    ran = run("symbol", "Cart.add")
    assert (
        ran.out
        == """\
Cart.add  method  shop/cart.py:10
shop::shop/cart::Cart::add

  def add(self, item)

  Put an item in.

  is       public, exported
  in       shop::shop/cart::Cart
  metrics  4 lines, parameters 2, cyclomatic 1, fan out 2

calls (2)
  shop::shop/cart::Cart::total             shop/cart.py:12
  shop::shop/money::Price::plus  inferred  shop/cart.py:12

references without a target (1)
  log  missing  shop/cart.py:13
"""
    )


def test_source_prints_the_text_alone_and_says_beside_it_what_it_is(run) -> None:
    ran = run("source", "checkout")
    assert ran.out == "def checkout(request):\n    return Cart().total()\n"
    assert ran.err == "shop::shop/web::checkout  shop/web.py:4-5\n"


def test_source_warns_of_a_changed_file(run, shop: Path) -> None:
    (shop / "shop" / "web.py").write_text("#\n" + (shop / "shop" / "web.py").read_text())
    assert "has changed since it was indexed" in run("source", "checkout").err


def test_trace_shows_each_step_with_its_place(run) -> None:
    ran = run("trace", "shop.web.run", "Price")
    assert (
        ran.out
        == """\
run → Price (3 steps)

  shop::shop/web::run                         shop/web.py:8
  shop::shop/web::checkout      calls         shop/web.py:9
  shop::shop/cart::Cart::total  calls         shop/web.py:5    inferred
  shop::shop/money::Price       instantiates  shop/cart.py:21
"""
    )


def test_trace_without_a_path_tells_how_far_it_came(run) -> None:
    ran = run("trace", "traced", "Cart")
    assert "traced → Cart (no path within 12 steps)" in ran.out
    assert "ext::pypi::requests::get" in ran.out


def test_search_puts_the_exact_name_first(run) -> None:
    ran = run("search", "checkout", "--mode", "lexical")
    assert ran.out.startswith("""\
shop::shop/web::checkout  function  exact 1.000
  shop/web.py:4  def checkout(request)
""")


def test_search_without_vectors_says_so_and_answers_by_words(run) -> None:
    ran = run("search", "sum up")
    assert ran.out.startswith("shop::shop/cart::Cart::total")
    assert "searched by words only" in ran.err


def test_search_that_finds_nothing_says_so(run) -> None:
    ran = run("search", "zzz", "--mode", "lexical")
    assert (ran.code, ran.out) == (0, "nothing found\n")


def test_map_shows_folders_with_their_sizes(run) -> None:
    assert (
        run("map").out
        == """\
1 package · 5 modules · 13 symbols · 56 lines
python 5

./  5 modules, 13 symbols, 56 lines
  shop/  4 modules, 12 symbols, 51 lines
  tests/  1 module, 1 symbol, 5 lines
"""
    )


def test_map_lists_what_is_of_a_level(run) -> None:
    assert (
        run("map", "Price", "--level", "symbol").out
        == """\
Price  class  shop/money.py:1
shop::shop/money::Price
3 symbols

name                               kind    where            symbols  lines
shop::shop/money::Price            class   shop/money.py:1        2      6
shop::shop/money::Price::__init__  method  shop/money.py:2               2
shop::shop/money::Price::plus      method  shop/money.py:5               2
"""
    )


def test_graph_prints_nothing_but_the_picture(run) -> None:
    ran = run("graph", "--level", "module")
    assert ran.out.startswith('flowchart LR\n  n0["shop/cart"]\n')
    assert ran.err == ""
    assert run("graph", "--format", "dot").out.startswith("digraph codegraph {\n")
    assert run("graph", "--format", "json").json["metrics"]["edge_count"] == 4
    assert run("graph", "--level", "symbol", "--scope", "shop/web.py").out.count("-->") == 1


def test_status_shows_the_report_and_what_changed(run, shop: Path) -> None:
    (shop / "shop" / "web.py").write_text("changed")
    out = run("status").out
    assert "1 file has changed or gone since; run codegraph index" in out
    assert "    shop/web.py\n" in out
    assert "skipped 4 files: unreadable 2 · minified 1 · too large 1" in out
    assert "… and 1 more: codegraph status --skipped" in out
    assert "\n    b.py" not in out
    assert "\n    b.py" in run("status", "--skipped").out


def test_status_shows_how_sure_the_references_are(run, shop: Path) -> None:
    lines = run("status", "--accuracy").out.splitlines()
    assert lines[0].split() == [
        "references",
        "total",
        "certain",
        "inferred",
        "possible",
        "external",
        "unresolved",
    ]
    assert lines[1].split()[:4] == ["python", "20", "13", "(65.0%)"]
    assert lines[3].split() == ["references", "without", "a", "target"]
    assert lines[4].split()[:2] == ["1", "calls"]


def test_export_writes_three_files(run, shop: Path) -> None:
    ran = run("export", "jsonl", "--output", "out")
    assert ran.code == 0
    assert len((shop / "out" / "nodes.jsonl").read_text().splitlines()) == 22
    assert ran.out.splitlines()[0].split() == ["nodes", "22", "out/nodes.jsonl"]


def test_languages_lists_every_adapter(run) -> None:
    ran = run("languages")
    assert ran.out.splitlines()[0].split() == [
        "language",
        "files",
        "symbols",
        "imports",
        "calls",
        "types",
        "bases",
        "packages",
        "docs",
        "statements",
    ]
    assert re.search(r"^Python +\.py", ran.out, re.MULTILINE)


def test_languages_shows_every_feature_of_one_and_what_there_is_of_it(run) -> None:
    ran = run("languages", "python")
    assert ran.out.splitlines()[0].startswith("Python")
    assert re.search(r"^ +imports +full +module, named, star$", ran.out, re.MULTILINE)
    assert re.search(r"^ +overloads +- ", ran.out, re.MULTILINE)
    assert run("languages", "Klingon").code == 3


def test_model_checks_its_files(run) -> None:
    ran = run("model")
    assert "bge-small-en-v1.5-int8" in ran.out
    assert ran.out.count("good") == 2


def test_init_writes_a_settings_file_once(run, shop: Path) -> None:
    assert run("init").code == 0
    assert "exclude" in (shop / "codegraph.toml").read_text()
    again = run("init")
    assert (again.code, again.out) == (2, "")
    assert "--force replaces it" in again.err
    assert run("init", "--force").code == 0


ANSWER = {"stale", "refreshed_files", "dirty_count", "dirty_paths", "last_error"}
JSON_KEYS = {
    ("impact", "Cart.total"): ANSWER | {
        "target", "definitions", "namesakes", "direction", "max_depth", "direct_impact", "transitive_impact",
        "by_depth", "by_package", "by_file", "top_callers", "in_tests", "endpoints", "tests", "possible",
        "exhausted", "total", "limit", "truncated", "cursor",
        "diff", "selection", "failures", "markdown",
    },
    ("endpoints",): {
        "entries", "by_framework", "by_package", "dynamic", "in_tests", "indexed", "total", "limit", "offset",
        "truncated", "openapi",
    },
    ("trace", "checkout", "Price"): ANSWER | {
        "source", "target", "direction", "max_depth", "paths", "frontier", "reached", "exhausted", "total",
        "limit", "truncated", "cursor",
    },
    ("search", "checkout", "-k", "3"): ANSWER | {
        "query", "hits", "total_candidates", "total", "limit", "truncated", "mode", "named", "embedded_share",
        "notes", "cursor",
    },
    ("map",): ANSWER | {
        "level", "scope", "entries", "folders", "totals", "languages", "documents", "total", "limit", "truncated",
        "cursor",
    },
    ("graph",): ANSWER | {
        "level", "nodes", "edges", "cycles", "metrics", "possible", "total", "total_edges", "limit",
        "truncated", "folded", "mermaid_flowchart", "dot",
    },
    ("status",): ANSWER | {"roots", "limit", "truncated", "report", "options", "accuracy"},
    ("export", "jsonl", "-o", "out"): {"output", "counts"},
    ("languages",): {"languages", "warnings"},
    ("init",): {"path"},
}  # fmt: skip


@pytest.mark.parametrize("words", JSON_KEYS, ids=" ".join)
def test_json_is_one_object_with_a_schema_version_and_known_keys(run, words: tuple[str, ...]) -> None:
    ran = run(*words, "--json")
    assert ran.code == 0
    assert ran.out.count("\n") == 1
    assert set(ran.json) == JSON_KEYS[words] | {"schema_version"}
    assert ran.json["schema_version"] == 1


def test_a_search_hit_has_the_keys_of_the_contract(run) -> None:
    (hit, *_) = run("search", "checkout", "--json", "-k", "1").json["hits"]
    assert {"fqn", "name", "kind", "path", "line", "score", "match_origin", "signature", "snippet"} <= set(
        hit
    )
    assert (hit["path"], hit["line"], hit["snippet"].split("\n")[0]) == (
        "shop/web.py",
        4,
        "def checkout(request):",
    )


def test_json_and_text_tell_the_same(run) -> None:
    answer = run("impact", "Cart.total", "--json").json
    text = run("impact", "Cart.total").out
    for entry in answer["direct_impact"] + answer["transitive_impact"]:
        assert entry["fqn"] in text
    assert json.dumps(answer).count("shop::shop/web::run") == 1


def test_paths_are_taken_from_the_current_folder(run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop / "tests")
    assert run("symbol", "../shop/cart.py:16").out.startswith("Cart.total  method")
    assert run("impact", "../shop/money.py").out.startswith("shop/money.py  module")
    assert run("symbol", "test_cart.py").out.startswith("tests/test_cart.py  module")
    assert run("map", "../shop").out.startswith("4 modules")
    assert run("symbol", "../shop/cart.py::Cart").out.startswith("Cart  class")
    assert run("symbol", "../nowhere.py").code == 3
