"""``complexity_report`` on a small project that is really indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import codegraph
from codegraph.errors import UsageError
from codegraph.tools import symbol_detail
from codegraph.tools.complexity_report import METRICS, ComplexityReportRequest, metric_of, run
from codegraph.tools.index import Index
from codegraph.tools.statements import StatementReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = """\
def leaf(a):
    return [x for x in a if x] if a else None


def middle(a):
    for x in a:
        if x and leaf(x) or not x:
            try:
                return leaf(x)
            except ValueError:
                pass
    return leaf(a)


def top(a):
    middle(a)
    leaf(a)
    return top(a)


class Box:
    def __init__(self):
        self.a = middle(1)
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    root = tmp_path_factory.mktemp("p") / "p"
    root.mkdir()
    (root / "m.py").write_text(SOURCE)
    (root / "test_m.py").write_text("from m import top\n\n\ndef test_top():\n    top([])\n")
    codegraph.index(root, embeddings=False).close()
    opened = Index.open(root)
    yield opened
    opened.close()


def values(index: Index, metric: str, **request: object) -> dict[str, float]:
    found = run(index, ComplexityReportRequest(metric=metric, **request))  # type: ignore[arg-type]
    return {entry.name: entry.value for entry in found.top}


def test_ways_through_functions_are_counted_as_the_definition_says(index: Index) -> None:
    assert values(index, "Cyclomatic") == {"middle": 6, "leaf": 4, "__init__": 1, "top": 1, "test_top": 1}


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_gives_an_answer(index: Index, metric: str) -> None:
    found = run(index, ComplexityReportRequest(metric=metric))
    assert found.metric == metric
    assert found.evaluated_count == len(found.top)
    assert found.highest == max(entry.value for entry in found.top)


def test_metrics_are_read_in_any_spelling() -> None:
    for word, metric in {
        "Cyclomatic": "cyclomatic", "NestingDepth": "nesting_depth", "FanOut": "fan_out", "LoC": "loc",
        "Callers": "callers", "InDegreeCalls": "in_degree", "OutDegree": "out_degree", "PageRank": "page_rank",
        "InDegreeImports": "in_degree_imports", "betweenness": "betweenness", "in_degree": "in_degree",
        "early-return-count": "early_return_count",
    }.items():  # fmt: skip
        assert metric_of(word) == metric
    with pytest.raises(UsageError, match="cyclomatic"):
        metric_of("cyclomatics")


def test_the_spread_is_that_of_all_symbols_not_of_those_shown(index: Index) -> None:
    found = run(index, ComplexityReportRequest(top_n=1))
    assert ([entry.name for entry in found.top], found.evaluated_count, found.truncated) == (
        ["middle"],
        5,
        True,
    )
    assert (found.median, found.highest, found.mean) == (1, 6, 2.6)


def test_filters_hold_before_limits(index: Index) -> None:
    assert values(index, "loc", tests=True) == {"test_top": 2}
    assert "test_top" not in values(index, "loc", tests=False)
    assert set(values(index, "cyclomatic", root_fqn="Box")) == {"__init__"}
    assert set(values(index, "callers", filter_kinds=["Class"])) == {"Box"}


def test_callers_and_centrality_follow_the_calls(index: Index) -> None:
    assert values(index, "Callers", tests=False) == {
        "leaf": 2,
        "middle": 2,
        "Box": 0,
        "__init__": 0,
        "top": 0,
    } | {"top": 1}
    assert values(index, "out_degree")["top"] == 2
    ranks = values(index, "PageRank")
    assert ranks["leaf"] == max(ranks.values())
    assert values(index, "Betweenness")["middle"] > 0


def test_bodies_are_counted_from_their_statements(index: Index) -> None:
    assert values(index, "loop_count")["middle"] == 1
    assert values(index, "early_return_count")["middle"] == 1
    assert values(index, "try_count")["middle"] == 1
    assert values(index, "call_count")["middle"] == 3
    assert values(index, "statement_count")["top"] == 3


def test_recursion_counts_for_how_hard_a_function_is_to_follow(index: Index) -> None:
    assert values(index, "cognitive")["top"] == 1


JAVASCRIPT = """\
function callback(xs) { xs.forEach(x => { if (x) { g(); } }); }
function operators(a, b, c, d) { if (a && b && c || d) { g(); } }
function labels(xs) { outer: for (const x of xs) { for (const y of x) { if (y) continue outer; } } }
function cases(a) { switch (a) { case 1: return 1; case 2: return 2; default: return 3; } }
function chain(a, b) { if (a) { g(); } else if (b) { h(); } else { i(); } }
function caught(a) { try { if (a) { g(); } } catch (e) { if (e) { h(); } } }
function ternaries(a, b) { return a ? b ? 1 : 2 : 3; }
function again(a) { return a ? again(a - 1) : 0; }
function there(a) { return back(a); }
function back(a) { return there(a); }
"""


def test_cognitive_complexity_is_that_of_the_paper(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(JAVASCRIPT)
    with codegraph.index(tmp_path, embeddings=False) as graph:
        cognitive = {entry.name: entry.value for entry in graph.complexity(metric="Cognitive").top}
        cyclomatic = {entry.name: entry.value for entry in graph.complexity().top}
    assert cognitive == {
        "callback": 2, "operators": 3, "labels": 7, "cases": 1, "chain": 3, "caught": 4, "ternaries": 3, "again": 2,
        "there": 1, "back": 1,
    }  # fmt: skip
    assert cyclomatic == {
        "callback": 2, "operators": 5, "labels": 4, "cases": 3, "chain": 3, "caught": 4, "ternaries": 3, "again": 2,
        "there": 1, "back": 1,
    }  # fmt: skip


def test_symbols_of_files_that_can_not_be_read_are_not_counted_as_nothing(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(reader: StatementReader, language: str, path: str) -> None:
        if path == "m.py":
            raise ValueError("no grammar")

    monkeypatch.setattr(StatementReader, "_grammar", broken)
    found = run(index, ComplexityReportRequest(metric="StatementCount"))
    assert (found.evaluated_count, found.top) == (0, [])
    assert "m.py can't be read for its statements: no grammar" in found.notes
    detail = symbol_detail.run(
        index, symbol_detail.SymbolDetailRequest(fqn="leaf", include_body_metrics=True)
    )
    assert "statement_count" not in detail.body
