"""What a build did, as blocks: the end of ``codegraph index`` and most of ``codegraph status``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import plural
from codegraph.cli.plain import joined
from codegraph.cli.progress import duration
from codegraph.model import Confidence

_SKIPPED_SHOWN = 3
_PHASES = ("discovery", "parse", "resolve", "fingerprint", "documents", "store", "embed", "mirror")


def report_blocks(report: Mapping[str, Any], *, all_skipped: bool = False) -> Iterator[Block]:
    """Files, symbols, edges, references, embeddings and times of a build.

    Args:
        report: a build report as a dict.
        all_skipped: list every skipped file, not only the first few.
    """
    columns = [Column(""), Column("", right=True), Column("", fit="wrap")]
    yield Table(columns, _totals(report), indent=2)
    yield from _skipped(report, all_skipped)
    yield from _partial(report.get("partial", ()), all_skipped)
    if report["edges"]:
        yield Line()
        yield _edges(report["edges"])
    yield Line()
    yield _times(report)


def _totals(report: Mapping[str, Any]) -> list[list[Cell]]:
    references = report["references"]
    embedded = report["embedded"]
    rows = [
        _total("files", sum(report["files"].values()), counts(report["files"])),
        _total("nodes", sum(report["nodes"].values()), counts(report["nodes"])),
    ]
    if references["total"]:
        rows.append(_total("references", references["total"], _outcome(references)))
    if report["unresolved"]:
        rows.append(_total("unresolved", sum(report["unresolved"].values()), counts(report["unresolved"])))
    rows.append(_total("embedded", embedded["done"], _embedded(embedded)))
    return rows


def _embedded(embedded: Mapping[str, Any]) -> str:
    if not embedded["chunks"]:
        return "nothing yet, so that search goes by words only"
    model = f" with {embedded['model']}" if embedded["model"] else ""
    return f"of {embedded['chunks']:,} texts{model}"


def _total(name: str, count: int, note: str) -> list[Cell]:
    return [Cell(name), Cell(f"{count:,}", "count"), Cell(note, "dim")]


def _outcome(references: Mapping[str, int]) -> str:
    total = references["total"]
    shares = (
        f"{references[name] / total:.0%} {label}"
        for name, label in (
            ("resolved", "resolved here"),
            ("external", "to other packages"),
            ("unresolved", "unresolved"),
        )
    )
    return " · ".join(shares)


def counts(by_name: Mapping[str, int]) -> str:
    """``method 27,744 · class 10,633``: names with counts, largest first."""
    ordered = sorted(by_name.items(), key=lambda item: (-item[1], item[0]))
    return " · ".join(f"{name} {count:,}" for name, count in ordered)


def _skipped(report: Mapping[str, Any], all_skipped: bool) -> Iterator[Block]:
    skipped = report["skipped"]
    if not skipped:
        return
    yield Line()
    reasons = counts(Counter(reason for _, reason in skipped))
    yield line(Cell(f"skipped {plural(len(skipped), 'file')}: ", "warn"), Cell(reasons), indent=2)
    shown = skipped if all_skipped else skipped[:_SKIPPED_SHOWN]
    yield Table(
        [Column("", fit="wrap"), Column("", fit="wrap")],
        [[Cell(path, "path"), Cell(reason, "dim")] for path, reason in shown],
        indent=4,
    )
    if len(shown) < len(skipped):
        rest = f"… and {len(skipped) - len(shown):,} more: codegraph status --skipped"
        yield line(Cell(rest, "dim"), indent=4)


def _partial(partial: Sequence[str], all_shown: bool) -> Iterator[Block]:
    if not partial:
        return
    yield Line()
    says = "syntax errors, indexed except for what stands there"
    yield line(Cell(f"{plural(len(partial), 'file')} with ", "warn"), Cell(says), indent=2)
    shown = partial if all_shown else partial[:_SKIPPED_SHOWN]
    yield Table([Column("", fit="wrap")], [[Cell(path, "path")] for path in shown], indent=4)
    if len(shown) < len(partial):
        rest = f"… and {len(partial) - len(shown):,} more: codegraph status --skipped"
        yield line(Cell(rest, "dim"), indent=4)


def _edges(edges: Mapping[str, Mapping[str, int]]) -> Table:
    levels = [str(confidence) for confidence in Confidence]
    columns = [Column("edges"), *(Column(title, right=True) for title in ("total", *levels))]
    ordered = sorted(edges.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    rows = [
        [Cell(kind, "kind"), Cell(f"{sum(by.values()):,}", "count"), *(_count(by.get(c, 0)) for c in levels)]
        for kind, by in ordered
    ]
    sums = [sum(by.get(c, 0) for by in edges.values()) for c in levels]
    rows.append([Cell("all", "dim"), Cell(f"{sum(sums):,}", "count"), *(_count(n) for n in sums)])
    return Table(columns, rows, indent=2)


def _count(count: int) -> Cell:
    return Cell(f"{count:,}") if count else Cell("-", "dim")


def _times(report: Mapping[str, Any]) -> Line:
    seconds = sorted(report["seconds"].items(), key=lambda item: _PHASES.index(item[0]))
    phases = joined((Cell(f"{name} {duration(taken)}") for name, taken in seconds), " · ")
    rest = f"  CPU {duration(report['cpu_seconds'])} · peak memory {report['peak_memory_mb']:,.0f} MB"
    return Line([*phases, Cell(rest, "dim")], indent=2)
