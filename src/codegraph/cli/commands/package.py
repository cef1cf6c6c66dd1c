"""``codegraph package``: what a package depends on, what it really imports, and what it offers."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line, only_columns
from codegraph.cli.names import heading, kind_cell, place_cell, plural, symbol_cell
from codegraph.cli.options import Cursor, Json, Limit, Quiet, Root
from codegraph.cli.report import counts
from codegraph.cli.session import begin, from_here, note_cut
from codegraph.tools.package_summary import DependencyEntry, Entry, ImportEntry, LinkEntry, PackageSummary

app = new_app(
    ("codegraph package", "of the root: dependencies that are declared, and those that are used"),
    ("codegraph package shop --all", "of a package by name, with everything that is declared"),
)
_STATUS = {"imported": "good", "unused": "bad", "unknown": "dim", "not imported": "dim"}


@app.command(cls=Command)
def package(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A package, its folder, or something in it; else that of the root."
        ),
    ] = "",
    *,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Also what is declared for the sake of other dependencies.")
    ] = False,
    limit: Limit = 20,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show a package: its dependencies, declared and really imported, and what it offers."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.package(from_here(name), max_exports=limit, cursor=cursor)
    output.answer(answer, lambda: _blocks(answer, everything))
    note_cut(output, len(answer.public_exports), answer.totals.get("public_exports", 0))


def _blocks(answer: PackageSummary, everything: bool) -> Iterator[Block]:
    yield from heading(answer)
    if answer.summary_short:
        yield line(Cell(answer.summary_short, "dim"))
    yield Line()
    yield from _facts(answer)
    yield from _dependencies(answer.dependencies, everything)
    yield from _imports("imported without being declared", answer.undeclared, "bad")
    yield from _imports("imported, of which it can't be told", answer.unmatched, "dim")
    yield from _links("uses of this repository", answer.uses)
    yield from _links("used in this repository by", answer.dependents)
    yield from _entries(answer.entry_points)
    if answer.public_exports:
        yield from _title("offers", answer.totals["public_exports"])
        rows = [[symbol_cell(s), kind_cell(s), place_cell(s)] for s in answer.public_exports]
        yield Table([Column("", fit="cut"), Column(""), Column("")], rows, indent=2)


def _facts(answer: PackageSummary) -> Iterator[Block]:
    sizes = {"file": answer.file_count, "symbol": answer.symbol_count, "line": answer.loc}
    facts = {
        "version": answer.version,
        "manifest": answer.manifest,
        "size": " · ".join(plural(count, word) for word, count in sizes.items()),
        "languages": counts(answer.languages),
        "endpoints": f"{answer.endpoints:,} (codegraph endpoints)" if answer.endpoints else "",
        "dependencies": _summary(answer.counts),
    }
    rows = [[Cell(key, "dim"), Cell(value)] for key, value in facts.items() if value]
    yield Table([Column(""), Column("", fit="wrap")], rows, indent=2)


def _summary(found: dict[str, int]) -> str:
    return " · ".join(f"{name} {count:,}" for name, count in found.items() if count)


def _dependencies(entries: Sequence[DependencyEntry], everything: bool) -> Iterator[Block]:
    shown = [entry for entry in entries if everything or entry.uses or not entry.indirect]
    if not shown:
        return
    yield from _title("depends on", len(shown))
    rows = [
        [
            Cell(entry.name, "symbol"),
            Cell(entry.range),
            Cell(
                f"{entry.group} {entry.label}".strip() if entry.label != entry.group else entry.label, "kind"
            ),
            Cell(f"{entry.uses:,}" if entry.uses else "", "count"),
            Cell(_tests(entry.uses, entry.in_tests), "dim"),
            Cell(entry.status, _STATUS.get(entry.status, "")),
            Cell(_remark(entry), "dim"),
            Cell(f"{entry.manifest}:{entry.line}" if entry.line else entry.manifest, "path"),
        ]
        for entry in shown
    ]
    columns = [
        Column("name", fit="cut"), Column("versions", fit="cut"), Column("for", fit="cut"), Column("uses", right=True),
        Column("", fit="drop"), Column("status"), Column("", fit="drop"), Column("where", fit="drop"),
    ]  # fmt: skip
    yield _filled(Table(columns, rows, indent=2))


def _remark(entry: DependencyEntry) -> str:
    if entry.target:
        return f"is {entry.target} here"
    return entry.reason or (f"as {', '.join(entry.imports)}" if entry.imports else "")


def _tests(uses: int, in_tests: int) -> str:
    if not in_tests:
        return ""
    return "in tests alone" if in_tests == uses else f"{in_tests:,} in tests"


def _imports(title: str, entries: Sequence[ImportEntry], style: str) -> Iterator[Block]:
    if not entries:
        return
    yield from _title(title, len(entries))
    rows = [
        [
            Cell(entry.name, style if style == "bad" else "symbol"),
            Cell(f"of {entry.package}" if entry.package else "", "dim"),
            Cell(f"{entry.uses:,}", "count"),
            Cell(_tests(entry.uses, entry.in_tests), "dim"),
            Cell(entry.reason, "dim"),
            Cell(f"{entry.path}:{entry.line}" if entry.path else "", "path"),
        ]
        for entry in entries
    ]
    columns = [
        Column("", fit="cut"),
        Column("", fit="drop"),
        Column("", right=True),
        *(Column("") for _ in range(3)),
    ]
    yield Table(columns, rows, indent=2)


def _links(title: str, entries: Sequence[LinkEntry]) -> Iterator[Block]:
    if not entries:
        return
    yield from _title(title, len(entries))
    rows = [
        [
            Cell(entry.fqn, "symbol"),
            Cell(f"{entry.uses:,}" if entry.uses else "-", "count"),
            Cell(_tests(entry.uses, entry.in_tests), "dim"),
            Cell("declared" if entry.declared else "not declared", "dim"),
        ]
        for entry in entries
    ]
    yield Table([Column("", fit="cut"), Column("", right=True), Column(""), Column("")], rows, indent=2)


def _entries(entries: Sequence[Entry]) -> Iterator[Block]:
    if not entries:
        return
    yield from _title("entered by", len(entries))
    rows = [
        [
            Cell(entry.kind, "kind"),
            Cell(entry.name, "symbol"),
            Cell(entry.target if entry.kind != "code" else f"{entry.path}:{entry.line}", "path"),
        ]
        for entry in entries
    ]
    yield Table([Column(""), Column("", fit="cut"), Column("", fit="cut")], rows, indent=2)


def _title(title: str, count: int) -> Iterator[Block]:
    yield Line()
    yield line(Cell(title, "title"), Cell(f" ({count:,})", "dim"))


def _filled(table: Table) -> Table:
    """The table without columns that have nothing in any row."""
    return only_columns(
        table, [place for place, _ in enumerate(table.columns) if any(row[place].text for row in table.rows)]
    )
