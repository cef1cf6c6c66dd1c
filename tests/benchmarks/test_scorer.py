"""The rules by which found edges are matched with a gold set, as tables of small inputs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.accuracy import gold
from benchmarks.accuracy.found import FoundDefinition, FoundEdge
from benchmarks.accuracy.matching import Figures, Verdict
from benchmarks.accuracy.score import score
from tests.benchmarks.sets import FILES, as_found, edge, found, gold_set, unknown, wanted

if TYPE_CHECKING:
    from benchmarks.accuracy.gold import GoldEdge

SETS = sorted(Path(gold.__file__).with_name("gold").glob("*.meta.json"))
SELL_TO_COUNT = wanted("calls", "shop.py:9 Shop.sell", "till.py:15 count")


def verdict(kind: str, wants: list[GoldEdge], finds: list[FoundEdge], **meta: bool) -> Verdict:
    return score(gold_set(*wants, **meta), found(*finds))[kind]


@pytest.mark.parametrize("meta", SETS, ids=lambda path: path.name)
def test_a_set_held_against_itself_is_perfect(meta: Path) -> None:
    one = gold.load(meta.with_name(meta.name.removesuffix(".meta.json")))
    assert one.meta.archive
    for kind, judged in score(one, as_found(one)).items():
        figures = judged.figures
        assert not judged.wrong + judged.missing, kind
        assert {figures.precision, figures.recall} <= {1.0, None}, kind


RIGHT = {
    "the definition's name stands on the line": edge("calls", "shop.py:9 sell", "till.py:15 count"),
    "the line is that of a decorator": edge("calls", "shop.py:7 sell", "till.py:15 count"),
    "the line is between decorator and name": edge("calls", "shop.py:8", "till.py:15"),
    "a function inside calls": edge("calls", "shop.py:11 pack", "till.py:15 count"),
    "a function inside that function calls": edge("calls", "shop.py:12 tie", "till.py:15 count"),
    "only the call's own line is known": edge("calls", "shop.py:?", "till.py:15 count", site=18),
    "only a line of a function inside is known": edge("calls", "shop.py:?", "till.py:15 count", site=13),
}


@pytest.mark.parametrize("found_edge", RIGHT.values(), ids=RIGHT)
def test_a_call_counts_for_the_function_around_it(found_edge: FoundEdge) -> None:
    assert verdict("calls", [SELL_TO_COUNT], [found_edge]).figures == Figures(1, 0, 1, 1)


WRONG = {
    "another function": edge("calls", "shop.py:32 open_shop", "till.py:15 count"),
    "the class around the method": edge("calls", "shop.py:2 Shop", "till.py:15 count"),
    "the module": edge("calls", "shop.py", "till.py:15 count"),
    "another target": edge("calls", "shop.py:9 sell", "till.py:10 total"),
    "a line without a definition": edge("calls", "shop.py:9 sell", "till.py:14 count"),
    "a file that is not judged": edge("calls", "shop.py:9 sell", "other.py:15 count"),
}


@pytest.mark.parametrize("found_edge", WRONG.values(), ids=WRONG)
def test_a_call_from_or_to_elsewhere_is_wrong(found_edge: FoundEdge) -> None:
    assert verdict("calls", [SELL_TO_COUNT], [found_edge]).figures == Figures(0, 1, 0, 1)


def test_a_call_from_a_file_that_is_not_judged_is_ignored() -> None:
    assert verdict("calls", [], [edge("calls", "other.py:1 f", "till.py:15 count")]).figures == Figures(
        0, 0, 0, 0
    )


def test_a_method_of_a_class_in_a_function_counts_for_the_function() -> None:
    want = wanted("calls", "shop.py:34 open_shop.Sign.lit", "till.py:15 count")
    assert (
        verdict("calls", [want], [edge("calls", "shop.py:32 open_shop", "till.py:15 count")]).figures.right
        == 1
    )


def test_a_method_of_a_class_in_a_class_counts_for_itself() -> None:
    want = wanted("calls", "shop.py:24 Shop.Shelf.fill", "till.py:15 count")
    assert verdict("calls", [want], [edge("calls", "shop.py:24 fill", "till.py:15 count")]).figures.right == 1
    assert (
        verdict("calls", [want], [edge("calls", "shop.py:22 Shelf", "till.py:15 count")]).figures.wrong == 1
    )


@pytest.mark.parametrize("source", ["shop.py:2 Shop", "shop.py"])
def test_a_call_in_a_class_body_may_be_the_modules(source: str) -> None:
    want = wanted("calls", "shop.py:2 Shop", "till.py:15 count")
    assert verdict("calls", [want], [edge("calls", source, "till.py:15 count")]).figures == Figures(
        1, 0, 1, 1
    )


@pytest.mark.parametrize("source", ["shop.py:2 Shop", "shop.py:9 sell", "shop.py"])
def test_a_call_in_a_decorator_is_the_definitions_or_that_of_what_is_around(source: str) -> None:
    want = wanted("calls", "shop.py:2 Shop", "till.py:15 count", site=7, src_alt_line=9)
    assert verdict("calls", [want], [edge("calls", source, "till.py:15 count")]).figures == Figures(
        1, 0, 1, 1
    )


@pytest.mark.parametrize(
    ("targets", "figures"),
    [
        (["shop.py:2 Shop"], Figures(1, 0, 1, 1)),
        (["shop.py:3 __init__"], Figures(1, 0, 1, 1)),
        (["shop.py:2 Shop", "shop.py:3 __init__"], Figures(2, 0, 1, 1)),
        (["shop.py:9 sell"], Figures(0, 1, 0, 1)),
        ([], Figures(0, 0, 0, 1)),
    ],
)
def test_making_an_object_is_a_call_of_its_class_or_of_the_constructor(
    targets: list[str], figures: Figures
) -> None:
    want = wanted("calls", "till.py:15 count", "shop.py:2 Shop", alt=(("shop.py", 3),))
    finds = [edge("calls", "till.py:15 count", target) for target in targets]
    assert verdict("calls", [want], finds).figures == figures


@pytest.mark.parametrize("line", [3, 5, 6])
def test_every_overload_of_a_function_is_right(line: int) -> None:
    want = wanted("calls", "till.py:15 count", "till.py:6 Till.add", alt=(("till.py", 3), ("till.py", 5)))
    assert (
        verdict("calls", [want], [edge("calls", "till.py:15 count", f"till.py:{line} add")]).figures.right
        == 1
    )


def test_an_edge_counts_once_however_many_calls_there_are() -> None:
    want = [wanted("calls", "shop.py:9 Shop.sell", "till.py:15 count", site=site) for site in (15, 16)]
    want.append(wanted("calls", "shop.py:11 Shop.sell.pack", "till.py:15 count"))
    finds = [
        edge("calls", source, "till.py:15 count", site=15) for source in ("shop.py:9 sell", "shop.py:12 tie")
    ]
    assert verdict("calls", want, finds).figures == Figures(1, 0, 1, 1)


def test_an_optional_edge_is_neither_missed_nor_wrong() -> None:
    want = wanted("calls", "shop.py:9 Shop.sell", "till.py:15 count", opt=True)
    assert verdict("calls", [want], []).figures == Figures(0, 0, 0, 0)
    found_edge = edge("calls", "shop.py:9 sell", "till.py:15 count")
    assert verdict("calls", [want], [found_edge]).figures == Figures(1, 0, 0, 0)
    assert verdict("calls", [want, SELL_TO_COUNT], []).figures == Figures(0, 0, 0, 1)


@pytest.mark.parametrize(
    ("target", "figures"),
    [
        ("till.py:10 total", Figures(0, 0, 0, 0, 1)),  # a call of that name is open there
        ("till.py:10", Figures(0, 0, 0, 0, 1)),  # found by the definition's name
        ("till.py:15 count", Figures(0, 1, 0, 0)),  # no call of that name is
    ],
)
def test_a_call_that_the_reference_leaves_open_is_not_judged(target: str, figures: Figures) -> None:
    finds = [edge("calls", "shop.py:9 sell", target)]
    assert verdict("calls", [unknown("shop.py:9 Shop.sell", "total")], finds).figures == figures


def test_code_that_the_reference_did_not_compile_is_not_judged() -> None:
    finds = [edge("calls", "till.py:20 windows_only", "till.py:15 count")]
    assert verdict("calls", [], finds).figures == Figures(0, 1, 0, 0)
    assert verdict("calls", [], finds, conditional_code=True).figures == Figures(0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("file", "right"),
    [("till.py", 1), ("api.py", 1), ("shop.py", 0)],
)
def test_an_import_of_a_re_exported_name_goes_to_either_module(file: str, right: int) -> None:
    want = wanted("imports", "shop.py", "api.py", alt=(("till.py", 1),))
    finds = [edge("imports", "shop.py", file)]
    expected = Figures(right, 0, right, 1)  # an import of itself is none
    assert verdict("imports", [want], finds).figures == expected


@pytest.mark.parametrize("file", ["pay/", "pay/cash.py", "pay"])
def test_an_import_of_a_folder_is_one_of_any_file_in_it(file: str) -> None:
    want = wanted("imports", "shop.py", "pay/")
    assert verdict("imports", [want], [edge("imports", "shop.py", file)]).figures == Figures(1, 0, 1, 1)


def test_bases_are_compared_by_kind_and_as_one() -> None:
    want = [wanted("extends", "shop.py:2 Shop", "till.py:1 Till")]
    finds = found(edge("implements", "shop.py:1 Shop", "till.py:1 Till"))
    verdicts = score(gold_set(*want), finds)
    assert verdicts["extends"].figures == Figures(0, 0, 0, 1)
    assert verdicts["implements"].figures == Figures(0, 1, 0, 0)
    assert verdicts["inherits"].figures == Figures(1, 0, 1, 1)


def test_definitions_are_found_by_line_and_name() -> None:
    required = 13  # all but those inside functions
    finds = [
        FoundDefinition("shop.py", 9, "sell", "method"),
        FoundDefinition("shop.py", 7, "sell", "method"),  # the same, by its decorator
        FoundDefinition("shop.py", 11, "pack", "function"),  # optional: in a function
        FoundDefinition("shop.py", 3, "start", "method"),  # of another name
        FoundDefinition("till.py", 14, "count", "function"),  # elsewhere
        FoundDefinition("till.py", 10, "total", "variable"),  # of a kind that is not judged
        FoundDefinition("other.py", 1, "f", "function"),
    ]
    figures = score(gold_set(), found(definitions=finds))["defines"].figures
    assert figures == Figures(2, 2, 1, required - 1)


def test_wrong_calls_are_sorted_by_what_the_reference_sees() -> None:
    open_call = unknown("shop.py:9 Shop.sell", "callback")
    finds = [
        edge("calls", "shop.py:32 open_shop", "other.py:1 f"),
        edge("calls", "shop.py:32 open_shop", "till.py:14 g"),
        edge("calls", "shop.py:32 open_shop", "till.py:15 count"),
        edge("calls", "shop.py:9 sell", "till.py:10 total"),
    ]
    sorts = [mistake.sort for mistake in verdict("calls", [SELL_TO_COUNT, open_call], finds).wrong]
    assert sorts == [
        "to a file that is not judged",
        "to no definition",
        "from another definition",
        "the reference leaves a call on that line open ()",
    ]


def test_recall_is_told_by_shape() -> None:
    shaped = [
        wanted("calls", "shop.py:9 Shop.sell", "till.py:15 count", shape="name"),
        wanted("calls", "shop.py:9 Shop.sell", "till.py:10 Till.total", shape="name.attr"),
    ]
    judged = verdict("calls", shaped, [edge("calls", "shop.py:9 sell", "till.py:15 count")])
    assert judged.shapes == {"name": (1, 1), "name.attr": (0, 1)}
    assert [(one.sort, one.target.name) for one in judged.missing] == [("name.attr", "total")]


def test_all_files_of_the_tables_are_judged() -> None:
    assert {one.file for one in gold_set().definitions} < set(FILES)
