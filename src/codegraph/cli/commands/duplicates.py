"""``codegraph duplicates``: functions that stand in several places."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import place_cell, plural, symbol_cell
from codegraph.cli.options import Json, Limit, Quiet, Root
from codegraph.cli.session import begin, from_here, note_cut
from codegraph.tools.duplicate_report import DuplicateReport

app = new_app(
    ("codegraph duplicates", "functions that are nearly the same, the most expensive first"),
    (
        "codegraph duplicates shop/ --threshold 0.6 --min-lines 4",
        "also less alike and shorter ones, in a folder",
    ),
)


@app.command(cls=Command)
def duplicates(
    scope: Annotated[
        str, typer.Argument(metavar="SCOPE", help="A package, file, class or folder; else the whole project.")
    ] = "",
    *,
    threshold: Annotated[
        float,
        typer.Option(
            "--threshold",
            "-t",
            metavar="SHARE",
            help="Share of five-token runs that two must have in common.",
        ),
    ] = 0.8,
    min_lines: Annotated[
        int, typer.Option("--min-lines", metavar="N", min=1, help="Leave out what is shorter.")
    ] = 6,
    tests: Annotated[bool, typer.Option("--tests/--no-tests", help="Also those in tests.")] = False,
    limit: Limit = 20,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List functions that stand in several places, nearly the same."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.duplicates(
        from_here(scope), threshold=threshold, min_lines=min_lines, tests=tests, limit=limit
    )
    output.answer(answer, lambda: _blocks(answer))
    note_cut(output, len(answer.groups), answer.total)


def _blocks(answer: DuplicateReport) -> Iterator[Block]:
    if not answer.groups:
        yield line("no duplicates")
        return
    yield line(
        f"{plural(answer.total, 'group')} · {plural(answer.total_symbols, 'function')} · "
        f"{plural(answer.total_saved_lines, 'line')} that one of each would save"
    )
    for group in answer.groups:
        yield Line()
        alike = "the same" if group.similarity == 1 else f"{group.similarity:.0%} alike"
        yield line(Cell(f"{len(group.symbols)} × {group.lines} lines", "count"), Cell(f"  {alike}", "dim"))
        rows = [[symbol_cell(symbol), place_cell(symbol)] for symbol in group.symbols]
        yield Table([Column("", fit="cut"), Column("")], rows, indent=2)
