"""``codegraph complexity``: which symbols stand out by a metric."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import kind_cell, place_cell, plural, symbol_cell
from codegraph.cli.options import Cursor, Json, NoTests, Possible, Quiet, Root
from codegraph.cli.session import begin, from_here, note_cut
from codegraph.tools.complexity_report import ComplexityReport, MetricEntry

app = new_app(
    ("codegraph complexity", "the functions with most ways through them"),
    ("codegraph complexity shop --metric cognitive", "within a package, by how hard they are to follow"),
    ("codegraph complexity --metric pagerank --no-tests", "what the most depends on"),
)
_BAR = 20


@app.command(cls=Command)
def complexity(
    name: Annotated[
        str,
        typer.Argument(metavar="ROOT", help="A package, module, class or folder; else the whole project."),
    ] = "",
    *,
    metric: Annotated[
        str,
        typer.Option(
            "--metric",
            "-m",
            metavar="METRIC",
            help="cyclomatic, cognitive, nesting-depth, loc, parameters, fan-in, fan-out, callers, in-degree, "
            "out-degree, in-degree-imports, pagerank, betweenness, statement-count, early-return-count, "
            "await-count, ...",
        ),
    ] = "cyclomatic",
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most this many entries.")
    ] = 20,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--kind", metavar="KIND", help="Of these kinds only, such as method.", show_default=False
        ),
    ] = None,
    languages: Annotated[
        list[str] | None,
        typer.Option("--language", metavar="LANGUAGE", help="In these languages only.", show_default=False),
    ] = None,
    no_tests: NoTests = False,
    possible: Possible = False,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the symbols that stand out by a metric, and how it is spread over all."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.complexity(
        from_here(name),
        metric=metric,
        top_n=limit,
        filter_kinds=kinds or (),
        filter_languages=languages or (),
        tests=False if no_tests else None,
        include_possible=possible,
        cursor=cursor,
    )
    output.answer(answer, lambda: _blocks(answer))
    for note in answer.notes:
        output.note(note)
    if not cursor:
        note_cut(output, len(answer.top), answer.total)


def _blocks(answer: ComplexityReport) -> Iterator[Block]:
    metric = answer.metric.replace("_", " ")
    yield line(
        Cell(metric, "title"),
        Cell(
            f"  of {plural(answer.evaluated_count, 'symbol')}: median {_short(answer.median)}, "
            f"95th percentile {_short(answer.p95)}, highest {_short(answer.highest)}",
            "dim",
        ),
    )
    if not answer.top:
        return
    yield Line()
    columns = [Column("", right=True), Column("", fit="drop"), Column("", fit="cut"), Column(""), Column("")]
    yield Table(columns, [_row(entry, answer.top[0].value, answer.p95) for entry in answer.top], indent=2)


def _row(entry: MetricEntry, highest: float, p95: float) -> list[Cell]:
    style = "warn" if entry.value > p95 else ""
    share = round(_BAR * entry.value / highest) if highest > 0 else 0
    return [
        Cell(_short(entry.value), "count"),
        Cell("▇" * share, style),
        symbol_cell(entry),
        kind_cell(entry),
        place_cell(entry),
    ]


def _short(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.4g}"
