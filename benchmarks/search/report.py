"""Says how searches fared: tables for the terminal and for docs/search.md, and the record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmarks.search.scores import Figures

Results = Mapping[str, Mapping[str, Figures]]
"""Figures by set and way."""

HEAD = f"{'':34}{'MRR@10':>8}{'R@1':>7}{'R@5':>7}{'R@10':>7}{'nDCG@10':>9}{'n':>6}{'ms':>8}"


def line(name: str, one: Figures) -> str:
    """A way's figures in the terminal."""
    ratios = f"{one.mrr:8.3f}{one.recall_1:7.3f}{one.recall_5:7.3f}{one.recall_10:7.3f}{one.ndcg:9.3f}"
    return f"{name:34}{ratios}{one.questions:6}{one.milliseconds:8.1f}"


def read(path: Path) -> dict[str, dict[str, Figures]]:
    """What was recorded, nothing where there is no record yet."""
    if not path.is_file():
        return {}
    stored = json.loads(path.read_text(encoding="utf-8"))
    return {name: {way: Figures(**one) for way, one in ways.items()} for name, ways in stored.items()}


def write(path: Path, results: Results) -> None:
    """Record figures; times are left out, they are another machine's business."""
    shown = {
        name: {way: one._replace(milliseconds=0.0)._asdict() for way, one in ways.items()}
        for name, ways in sorted(results.items())
    }
    path.write_text(json.dumps(shown, indent=1) + "\n", encoding="utf-8")


def merged(old: Results, new: Results) -> dict[str, dict[str, Figures]]:
    """The record with what was measured now in the place of what was before."""
    return {name: {**old.get(name, {}), **new.get(name, {})} for name in {**old, **new}}


def markdown(results: Results, names: Iterable[str], ways: Iterable[str]) -> list[str]:
    """A table of MRR@10 and, in brackets, recall at 10: a row for each set with all ways, a column for each way."""
    columns = list(ways)
    rows = [f"| set | questions | {' | '.join(columns)} |", f"| --- | --- |{' --- |' * len(columns)}"]
    for name in names:
        measured = results.get(name, {})
        if columns and all(way in measured for way in columns):
            count = measured[columns[0]].questions
            rows.append(
                f"| {name.partition(' ')[0]} | {count} | {' | '.join(_cell(measured[way]) for way in columns)} |"
            )
    return rows


def _cell(one: Figures) -> str:
    return f"{one.mrr:.3f} ({one.recall_10:.2f})"


def publish(page: Path, tables: Mapping[str, list[str]]) -> None:
    """Put each table between the lines ``<!-- NAME -->`` and ``<!-- end NAME -->`` of a page.

    Raises:
        SystemExit: the page has no such lines.
    """
    text = page.read_text(encoding="utf-8")
    for name, rows in tables.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end {name} -->"
        if begin not in text or end not in text:
            raise SystemExit(f"{page} has no place for the table {name}: {begin.strip()} ... {end}")
        before, _, rest = text.partition(begin)
        text = before + begin + "\n".join(rows) + "\n" + end + rest.partition(end)[2]
    page.write_text(text, encoding="utf-8")
