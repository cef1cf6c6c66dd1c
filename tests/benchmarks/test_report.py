"""What the benchmark says of a run, and when it calls a figure fallen."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.accuracy import report
from benchmarks.accuracy.__main__ import PAGE, RESULTS, rows
from benchmarks.accuracy.matching import Figures, Mistake, Verdict
from benchmarks.accuracy.places import Place, bare

SETS = RESULTS.parent / "gold"


def scores(right: int, wrong: int, gold: int) -> dict[str, dict[str, Verdict]]:
    return {"small": {"calls": Verdict(Figures(right, wrong, right, gold), [], [], {})}}


def test_figures_that_were_recorded_hold(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    report.record(path, scores(900, 100, 1000))
    assert report.changes(report.recorded(path), scores(900, 100, 1000)) == ([], [])


@pytest.mark.parametrize(
    ("right", "fell", "rose"),
    [(900, 0, 0), (898, 0, 0), (895, 2, 0), (905, 0, 2)],  # precision hardly moves, recall and F1 do
)
def test_a_figure_has_fallen_when_it_lost_more_than_two_tenths_of_a_point(
    tmp_path: Path, right: int, fell: int, rose: int
) -> None:
    path = tmp_path / "results.json"
    report.record(path, scores(900, 0, 1000))
    lost, won = report.changes(report.recorded(path), scores(right, 0, 1000))
    assert (len(lost), len(won)) == (fell, rose)


def test_a_figure_that_is_gone_has_fallen(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    report.record(path, scores(900, 100, 1000))
    assert report.changes(report.recorded(path), scores(0, 0, 1000))[0] == [
        "small, calls: precision fell from 0.900 to ",
        "small, calls: recall fell from 0.900 to 0.000",
        "small, calls: f1 fell from 0.900 to ",
    ]


def test_a_set_without_a_record_does_not_hold() -> None:
    assert report.changes({}, scores(1, 0, 1))[0] == ["small: nothing is recorded, use --record"]


def test_recording_one_set_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    report.record(path, {"other": scores(1, 1, 2)["small"]})
    report.record(path, scores(900, 100, 1000))
    assert list(report.recorded(path)) == ["other", "small"]


def test_the_figures_in_the_docs_are_those_recorded() -> None:
    page = set(PAGE.read_text(encoding="utf-8").split("\n"))
    assert [row for row in rows() if row not in page] == []
    assert {row.split()[1] for row in rows()} == {
        path.name.split(".")[0] for path in SETS.glob("*.meta.json")
    }


def test_a_row_replaces_that_of_its_set(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n| set | files |\n| - | - |\n| a | 1 |\n| ab | 2 |\n", encoding="utf-8")
    report.publish(page, ["| a | 3 |"])
    assert page.read_text(encoding="utf-8").split("\n")[4:6] == ["| a | 3 |", "| ab | 2 |"]
    with pytest.raises(SystemExit, match=r"no row that begins with \| b \|"):
        report.publish(page, ["| b | 1 |"])


def test_the_row_of_a_new_set_follows_the_one_before_it(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("| set | files |\n| - | - |\n| a | 1 |\n| c | 2 |\n\nEnd.\n", encoding="utf-8")
    report.publish(page, ["| a | 1 |", "| b | 5 |", "| c | 2 |", "| d | 4 |"])
    assert page.read_text(encoding="utf-8").split("\n")[2:7] == [
        "| a | 1 |", "| b | 5 |", "| c | 2 |", "| d | 4 |", "",
    ]  # fmt: skip


def test_rows_of_other_tables_stay(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("| b | made | of |\n\n| a | 1 |\n", encoding="utf-8")
    report.publish(page, ["| a | 2 |", "| b | 3 |"])
    assert page.read_text(encoding="utf-8") == "| b | made | of |\n\n| a | 2 |\n| b | 3 |\n"


def test_mistakes_are_grouped_with_the_commonest_first() -> None:
    places = [Place("a.py", line, f"f{line}") for line in range(5)]
    mistakes = [Mistake("rare", places[0], 1, places[1])]
    mistakes += [Mistake("common", places[line], line, places[0], "import") for line in range(5)]
    assert report.mistakes(mistakes, 2) == [
        "   5  common, rule import",
        "        a.py:0 f0 -> a.py:0 f0",
        "        a.py:2 f2 -> a.py:0 f0",
        "   1  rare",
        "        a.py:1 f0 -> a.py:1 f1",
    ]


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("f", "f"),
        ("Shop.sell", "sell"),
        ("ns::Shop->sell(int)", "sell"),
        ("pkg/mod#run", "run"),
        ("#secret", "secret"),
        ("[Symbol.iterator]", "[Symbol.iterator]"),
    ],
)
def test_the_last_part_of_a_name(name: str, last: str) -> None:
    assert bare(name) == last
