"""An answer about impact as blocks: what changes, who depends on it by depth, endpoints and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import heading, place_cell, plural, same_name, short_fqn, site_cell, symbol_cell
from codegraph.cli.report import counts
from codegraph.model import Confidence, NodeKind

if TYPE_CHECKING:
    from codegraph.tools.impact_analysis import ChangedSymbol, Dependant, DiffSummary, Impact, Reaching

_COLUMNS = (Column("", fit="cut"), Column(""), Column("", fit="drop"), Column(""), Column(""))
_ENDS = (Column(""), Column("", fit="wrap"), Column("", fit="drop"), Column(""), Column(""))
_CHANGES = (
    Column("change"),
    Column("symbol", fit="cut"),
    Column("place"),
    Column("direct", right=True),
    Column("tests", right=True),
    Column("", fit="drop"),
)
_FEW = 20
_STYLES = {
    "removed": "bad",
    "renamed": "warn",
    "moved": "warn",
    "signature": "warn",
    "bases": "warn",
    "added": "good",
}


def impact_blocks(answer: Impact, *, paths: bool = False) -> Iterator[Block]:
    """The blocks of an answer, with ``paths`` the whole way of each dependant."""
    target = answer.target.fqn if answer.target is not None else ""
    if answer.target is not None:
        yield from heading(answer.target)
        yield from same_name(answer.definitions)
    if answer.diff is not None:
        yield from _changes(answer.diff)
    yield Line()
    yield line(Cell(_summary(answer), "count"))
    if len(answer.by_package) > 1:
        yield line(Cell(f"by package: {counts(answer.by_package)}", "dim"))
    entries = [*answer.direct_impact, *answer.transitive_impact]
    for depth, group in groupby(entries, key=lambda entry: entry.depth):
        shown = list(group)
        total = answer.by_depth[depth - 1]
        count = f"{total:,}" if total == len(shown) else f"{len(shown):,} of {total:,}"
        yield Line()
        yield line(Cell(f"depth {depth}", "title"), Cell(f" ({count})", "dim"))
        if paths:
            yield from _ways(shown)
        else:
            yield Table(_COLUMNS, [_row(entry, target) for entry in shown], indent=2)
    way = "that reach it" if answer.direction == "backward" else "that it reaches"
    yield from _section(f"endpoints {way}", answer.endpoints, target, paths)
    yield from _section(f"tests {way}", answer.tests, target, paths)


def _changes(diff: DiffSummary) -> Iterator[Block]:
    """What the diff changes."""
    yield line(Cell(f"{diff.old} → {diff.new}", "title"))
    kinds = f" ({counts(diff.by_change)})" if diff.by_change else ""
    what = f"{plural(diff.total, 'symbol')} changed{kinds}" if diff.total else "no symbol has changed"
    yield line(Cell(what, "count"))
    if diff.changes:
        yield Table(_CHANGES, [_changed(one) for one in diff.changes], indent=2)
    yield from _files(diff)
    if diff.remaining_total:
        yield Line()
        title = f"references to what is gone ({diff.remaining_total:,})"
        yield line(Cell(title, "title"))
        rows = [
            [
                Cell(use.text, "symbol"),
                Cell(use.fqn, "", short_fqn(use.fqn)),
                Cell(f"{use.path}:{use.line}", "path"),
                Cell("" if use.likely else Confidence.POSSIBLE, "warn"),
            ]
            for use in diff.remaining_uses[:_FEW]
        ]
        yield Table([Column("", fit="cut"), Column("", fit="cut"), Column(""), Column("")], rows, indent=2)


def _files(diff: DiffSummary) -> Iterator[Block]:
    for one in diff.moved_files:
        yield line(Cell("moved ", "kind"), Cell(f"{one.old_path} → {one.path}", "path"), indent=2)
    for unread in diff.unread:
        yield line(Cell("not compared ", "warn"), Cell(unread.path, "path"), f": {unread.reason}", indent=2)
    if diff.formatting:
        names = ", ".join(diff.formatting[:_FEW])
        more = ", …" if len(diff.formatting) > _FEW else ""
        yield line(Cell(f"only layout or comments changed in {names}{more}", "dim"), indent=2)
    if diff.outside:
        are = "is not a source file" if diff.outside == 1 else "are not source files"
        words = f"{plural(diff.outside, 'changed file')} {are} of this project"
        yield line(Cell(words, "dim"), indent=2)


def _changed(one: ChangedSymbol) -> list[Cell]:
    was = f"was {short_fqn(one.old_fqn)}" if one.old_fqn else ""
    tests = "" if one.is_test else f"{one.tests:,}"
    return [
        Cell(", ".join(one.changes), _STYLES.get(one.change, "kind")),
        symbol_cell(one),
        place_cell(one),
        Cell(f"{one.direct:,}" if one.indexed else "?", "count"),
        Cell(tests if one.indexed else "?", "count" if one.tests else "warn"),
        Cell(was, "dim"),
    ]


def _ways(entries: Sequence[Dependant]) -> Iterator[Block]:
    """Each dependant with its way, a line a hop: what is reached, by which edge, and where that stands."""
    for entry in entries:
        yield line(symbol_cell(entry), "  ", place_cell(entry), indent=2)
        for hop in entry.steps:
            place = f"{hop.site.path}:{hop.site.line}" if hop.site is not None else ""
            unsure = f"  {hop.confidence}" if hop.confidence != Confidence.CERTAIN else ""
            yield line(
                Cell(f"{hop.edge_kind} ", "kind"),
                Cell(hop.fqn, "symbol", short_fqn(hop.fqn)),
                Cell(f"  {place}", "path"),
                Cell(unsure, "warn"),
                indent=4,
            )


def _section(title: str, found: Reaching, target: str, paths: bool) -> Iterator[Block]:
    """One of the sorts of nodes that lie at the ends of ways, with how far away each is."""
    if not found.total:
        return
    count = f"{len(found.entries):,} of {found.total:,}" if found.truncated else f"{found.total:,}"
    yield Line()
    yield line(Cell(title, "title"), Cell(f" ({count}, within {plural(found.max_depth, 'step')})", "dim"))
    if paths:
        yield from _ways(found.entries)
    else:
        yield Table(_ENDS, [_end(entry, target) for entry in found.entries], indent=2)


def _end(entry: Dependant, target: str) -> list[Cell]:
    """An endpoint by its method and path, or a test."""
    through = "" if entry.through == target else short_fqn(entry.through)
    rest = [Cell(through), Cell(plural(entry.depth, "step"), "dim"), place_cell(entry)]
    if entry.kind == NodeKind.ENDPOINT:
        method, _, path = entry.name.partition(" ")
        return [Cell(method, "kind"), Cell(path, "symbol"), *rest]
    return [Cell(""), symbol_cell(entry), *rest]


def _summary(answer: Impact) -> str:
    if not answer.total:
        return "nothing found that depends on it" if answer.direction == "backward" else "nothing found"
    direct = answer.by_depth[0] if answer.by_depth else 0
    steps = plural(answer.max_depth, "step")
    words = [
        f"{direct:,} direct",
        f"{answer.total:,} within {steps}",
        plural(len(answer.by_package), "package"),
    ]
    words.append(plural(len(answer.by_file), "file"))
    if answer.in_tests:
        words.append(f"{answer.in_tests:,} in tests")
    return " · ".join(words)


def _row(entry: Dependant, target: str) -> list[Cell]:
    unsure = "" if entry.confidence == Confidence.CERTAIN else entry.confidence
    return [
        symbol_cell(entry),
        Cell(entry.edge_kind, "kind"),
        Cell("" if entry.through == target else short_fqn(entry.through)),
        site_cell(entry.sites),
        Cell(unsure, "warn"),
    ]
