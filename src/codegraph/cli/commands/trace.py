"""``codegraph trace``: how one symbol gets to another."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import place_cell, plural, short_name, site_cell, symbol_cell
from codegraph.cli.options import Cursor, Json, Kinds, Possible, Quiet, Root
from codegraph.cli.plain import joined
from codegraph.cli.session import begin, from_here, note_limit
from codegraph.model import Confidence, EdgeKind
from codegraph.tools.flow_trace import FlowPath, FlowTrace

app = new_app(
    ("codegraph trace shop.web.run Price", "a shortest way from one to the other"),
    ("codegraph trace shop.web.run Price --all", "all ways"),
    ("codegraph trace checkout", "all that it reaches"),
)
_TO_A_TARGET, _WITHOUT = 12, 6
"""From a page of a front end into the database of the back end it takes eight steps and more."""
_BEFORE = {"guard": "guarded by", "middleware": "passes"}
"""How an endpoint leads to what stands before its handler, by the rule of the edge."""


@app.command(cls=Command)
def trace(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Where the flow begins.")],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="Where it ends; without it all that FROM reaches.")
    ] = "",
    *,
    all_paths: Annotated[
        bool, typer.Option("--all", "-a", help="All simple paths, not only a shortest.")
    ] = False,
    direction: Annotated[
        str,
        typer.Option(
            "--direction", metavar="WAY", help="forward: along calls; backward: from callee to caller."
        ),
    ] = "forward",
    max_depth: Annotated[
        int | None,
        typer.Option(
            "--max-depth",
            "-d",
            metavar="N",
            min=1,
            help=f"Follow so many steps; {_TO_A_TARGET} to a target and {_WITHOUT} without one if not said.",
        ),
    ] = None,
    max_paths: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most this many paths.")
    ] = 20,
    kinds: Kinds = None,
    possible: Possible = False,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show how the flow gets from one symbol to another, call by call."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.trace(
        from_here(source),
        from_here(target),
        direction=direction,
        max_depth=max_depth or (_TO_A_TARGET if target else _WITHOUT),
        edge_kinds=kinds or (),
        include_all_paths=all_paths,
        max_paths=max_paths,
        include_possible=possible,
        cursor=cursor,
    )
    output.answer(answer, lambda: _blocks(answer))
    note_limit(output, max_depth, answer.max_depth)
    if answer.truncated:
        output.note("there are more paths; --limit shows more")


def _blocks(answer: FlowTrace) -> Iterator[Block]:
    ends = [Cell(short_name(answer.source), "title")]
    if answer.target:
        ends += [Cell("→", "dim"), Cell(short_name(answer.target), "title")]
    ends.append(Cell(f"({_summary(answer)})", "dim"))
    yield Line(joined(ends, " "))
    for path in answer.paths:
        yield Line()
        yield _path(path)
    if answer.frontier:
        yield Line()
        yield line(f"the furthest that {short_name(answer.source)} reaches:")
        rows = [[symbol_cell(end), place_cell(end)] for end in answer.frontier]
        yield Table([Column("", fit="cut"), Column("")], rows, indent=2)


def _summary(answer: FlowTrace) -> str:
    if not answer.paths:
        return f"no path within {plural(answer.max_depth, 'step')}" if answer.target else "reaches nothing"
    if len(answer.paths) == 1:
        return plural(answer.paths[0].length, "step")
    return plural(len(answer.paths), "path")


def _path(path: FlowPath) -> Table:
    """One line a symbol, each with the place from which the step before it was made."""
    first, *others = path.symbols
    rows = [[symbol_cell(first), Cell(""), place_cell(first), Cell("")]]
    for symbol, step in zip(others, path.steps, strict=True):
        unsure = "" if step.confidence == Confidence.CERTAIN else step.confidence
        how = _BEFORE.get(step.rule, step.edge_kind) if step.edge_kind == EdgeKind.HANDLES else step.edge_kind
        how = "overridden by" if step.across else how
        rows.append([symbol_cell(symbol), Cell(how, "kind"), site_cell(step.sites), Cell(unsure, "warn")])
    return Table([Column("", fit="cut"), Column(""), Column(""), Column("")], rows, indent=2)
