"""Says how a set fared: tables, mistakes by sort, and the comparison with what was recorded."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.accuracy.matching import Figures, Mistake, Verdict

if TYPE_CHECKING:
    from rich.table import Table

    from benchmarks.accuracy.places import Place

Verdicts = Mapping[str, Verdict]
Recorded = dict[str, dict[str, dict[str, float | None]]]

TOLERANCE = 0.002
RATIOS = ("precision", "recall", "f1")


def table(scores: Mapping[str, Verdicts]) -> Table:
    """All figures, a row for each set and kind that it has."""
    from rich.table import Table

    grid = Table(box=None, pad_edge=False)
    for name in ("set", "kind"):
        grid.add_column(name, no_wrap=True)
    for name in ("P", "R", "F1", "right", "wrong", "found", "gold", "unjudged"):
        grid.add_column(name, justify="right")
    for name, verdicts in scores.items():
        for kind, verdict in verdicts.items():
            figures = verdict.figures
            if figures.gold or figures.wrong:
                ratios = [_three(value) for value in _ratios(figures).values()]
                grid.add_row(name if kind == "calls" else "", kind, *ratios, *map(str, figures))
    return grid


def details(name: str, verdicts: Verdicts, wrong: int, missing: int) -> list[str]:
    """Recall of calls by shape, and mistakes of all kinds with so many examples of each sort (0: none at all)."""
    recalls = [f"{shape} {found}/{gold}" for shape, (found, gold) in verdicts["calls"].shapes.items()]
    lines = ["", f"{name}: call recall by shape: {', '.join(recalls)}"]
    for kind, verdict in verdicts.items():
        # what is wrong with extends and implements is said once, as inherits
        if kind not in {"extends", "implements"}:
            for word, edges, examples in (
                ("wrong", verdict.wrong, wrong),
                ("missing", verdict.missing, missing),
            ):
                if edges and examples:
                    lines += [f"{name}: {len(edges)} {word} {kind}", *mistakes(edges, examples)]
    return lines


def mistakes(all_of_them: Iterable[Mistake], examples: int) -> list[str]:
    """Mistakes by sort and rule, the commonest first, each with some examples."""
    groups: dict[str, list[Mistake]] = defaultdict(list)
    for one in sorted(all_of_them):
        groups[f"{one.sort}, rule {one.rule}" if one.rule else one.sort].append(one)
    lines = []
    for name, group in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        lines.append(f"{len(group):4}  {name}")
        # examples from all over the group, which is sorted by file
        lines += [f"        {_example(one)}" for one in group[:: max(1, len(group) // examples)][:examples]]
    return lines


def as_json(scores: Mapping[str, Verdicts]) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        name: {
            kind: {
                **_ratios(verdict.figures),
                **verdict.figures._asdict(),
                "shapes": verdict.shapes,
                "wrong_edges": [one._asdict() for one in sorted(verdict.wrong)],
                "missing_edges": [one._asdict() for one in sorted(verdict.missing)],
            }
            for kind, verdict in verdicts.items()
        }
        for name, verdicts in scores.items()
    }


def recorded(path: Path) -> Recorded:
    """The results of an earlier run, by set, kind and ratio; empty when there are none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def record(path: Path, scores: Mapping[str, Verdicts]) -> None:
    """Put the ratios of these sets in place of those recorded."""
    rounded = {
        name: {
            kind: {
                ratio: None if value is None else round(value, 4)
                for ratio, value in _ratios(verdict.figures).items()
            }
            for kind, verdict in verdicts.items()
        }
        for name, verdicts in scores.items()
    }
    path.write_text(
        json.dumps(dict(sorted((recorded(path) | rounded).items())), indent=1) + "\n", encoding="utf-8"
    )


def row(name: str, files: int, kinds: Mapping[str, Mapping[str, float | None]]) -> str:
    """A set's row in the table of docs/accuracy.md."""
    figures = [kinds["calls"][ratio] for ratio in RATIOS]
    figures += [kinds[kind]["f1"] for kind in ("imports", "inherits", "defines")]
    return f"| {name} | {files} | {' | '.join(map(_three, figures))} |"


def publish(page: Path, rows: Iterable[str]) -> None:
    """Put rows in the place of those on a page that begin with the same set; a new one follows the row before it.

    Rows of other tables, which have another number of columns, stay.

    Raises:
        SystemExit: the page has no row of any set that a new one could follow.
    """
    lines = page.read_text(encoding="utf-8").split("\n")
    last = None
    for text in rows:
        begin = text[: text.index("|", 1) + 1]
        fits = (line.startswith(begin) and line.count("|") == text.count("|") for line in lines)
        there = next((number for number, fit in enumerate(fits) if fit), None)
        if there is not None:
            lines[there], last = text, there
        elif last is not None:
            last += 1
            lines.insert(last, text)
        else:
            raise SystemExit(f"{page} has no row that begins with {begin}; add one")
    page.write_text("\n".join(lines), encoding="utf-8")


def changes(before: Recorded, scores: Mapping[str, Verdicts]) -> tuple[list[str], list[str]]:
    """What fell and what rose by more than the tolerance, in words. A set without a record counts as fallen."""
    fell, rose = [], []
    for name, verdicts in scores.items():
        if name not in before:
            fell.append(f"{name}: nothing is recorded, use --record")
            continue
        for kind, verdict in verdicts.items():
            for ratio, now in _ratios(verdict.figures).items():
                was = before[name].get(kind, {}).get(ratio)
                rise = round((now or 0) - (was or 0), 4)
                if rise < -TOLERANCE:
                    fell.append(f"{name}, {kind}: {ratio} fell from {_three(was)} to {_three(now)}")
                elif rise > TOLERANCE:
                    rose.append(f"{name}, {kind}: {ratio} rose from {_three(was)} to {_three(now)}")
    return fell, rose


def _ratios(figures: Figures) -> dict[str, float | None]:
    return {ratio: getattr(figures, ratio) for ratio in RATIOS}


def _three(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _example(one: Mistake) -> str:
    source = one.source.name or "<module>"
    return f"{one.source.file}:{one.line} {source} -> {_position(one.target)}"


def _position(place: Place) -> str:
    return f"{place.file}:{place.line} {place.name}".rstrip()
