"""``codegraph statements``: the statements of symbols, by kind, text or meaning, and how values flow among them."""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import plural, short_fqn
from codegraph.cli.options import Cursor, Json, NoTests, Quiet, Root
from codegraph.cli.session import begin, from_here, note_cut
from codegraph.tools.statement_flow import PARAMETER, STATEMENT, DataFlow, FlowEnd
from codegraph.tools.statement_query import StatementAnswer, StatementHit

app = new_app(
    ("codegraph statements Cart.add", "the statements of a method, in order"),
    ("codegraph statements shop --kind return,throw", "where a package gives back or raises"),
    ("codegraph statements --kind if --condition None", "conditions that hold a word"),
    ("codegraph statements Cart.add --flow item", "where the values of a variable come from and go to"),
)


@app.command(cls=Command)
def statements(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="Symbols, modules, packages or folders; else the whole project.",
            show_default=False,
        ),
    ] = None,
    *,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            "-k",
            metavar="KIND",
            help="Of these kinds only, such as if, early-return, await, null-check (repeat or separate by commas).",
            show_default=False,
        ),
    ] = None,
    condition: Annotated[
        str,
        typer.Option("--condition", metavar="TEXT", help="Whose condition holds this.", show_default=False),
    ] = "",
    text: Annotated[
        str, typer.Option("--text", metavar="TEXT", help="That hold this.", show_default=False)
    ] = "",
    regex: Annotated[bool, typer.Option("--regex", "-e", help="Both are regular expressions.")] = False,
    meaning: Annotated[
        str,
        typer.Option(
            "--like", metavar="WORDS", help="Best first by what they do, in words.", show_default=False
        ),
    ] = "",
    flow: Annotated[
        str,
        typer.Option(
            "--flow",
            metavar="VARIABLE",
            help="Where the values of a variable come from and go to, in one symbol; * for all variables.",
            show_default=False,
        ),
    ] = "",
    no_tests: NoTests = False,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most this many entries.")
    ] = 50,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the statements of symbols, and how values flow among them."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.statements(
        [from_here(name) for name in names or ()],
        kinds=kinds or (),
        condition=condition,
        text=text,
        regex=regex,
        semantic_query=meaning,
        data_flow=flow,
        tests=False if no_tests else None,
        top_k=limit,
        cursor=cursor,
    )
    output.answer(answer, lambda: _flows(answer) if flow else _blocks(answer, bool(meaning)))
    for note in answer.notes:
        output.note(note)
    if answer.stale_files:
        output.note(
            f"{plural(len(answer.stale_files), 'file')} changed since they were indexed and were left out; "
            "run codegraph index"
        )
    if not cursor and not flow:
        note_cut(output, len(answer.hits), answer.total)


def _blocks(answer: StatementAnswer, by_meaning: bool) -> Iterator[Block]:
    if not answer.hits:
        yield line("no statement fits")
        return
    if by_meaning:
        columns = [
            Column("", right=True),
            Column(""),
            Column("", fit="cut"),
            Column("", fit="drop"),
            Column(""),
        ]
        rows = [
            [
                Cell(f"{hit.score:.2f}", "count"),
                _kind(hit),
                Cell(_text(hit)),
                Cell(hit.parent_fqn, "symbol", short_fqn(hit.parent_fqn)),
                _place(hit),
            ]
            for hit in answer.hits
        ]
        yield Table(columns, rows)
        return
    for number, (parent, hits) in enumerate(groupby(answer.hits, key=lambda hit: hit.parent_fqn)):
        if number:
            yield Line()
        group = list(hits)
        yield line(
            Cell(short_fqn(parent), "title"),
            Cell(f"  {plural(len(group), 'statement')}  ", "dim"),
            _place(group[0]),
        )
        rows = [[Cell(str(hit.start_line), "dim"), _kind(hit), Cell(_text(hit))] for hit in group]
        yield Table([Column("", right=True), Column(""), Column("", fit="cut")], rows, indent=2)


def _text(hit: StatementHit) -> str:
    return "  " * hit.depth + (hit.condition or hit.expression)


def _kind(hit: StatementHit) -> Cell:
    return Cell(hit.kind.replace("_", " "), "kind")


def _place(hit: StatementHit) -> Cell:
    return Cell(f"{hit.path}:{hit.start_line}", "path")


def _flows(answer: StatementAnswer) -> Iterator[Block]:
    if not answer.flows:
        yield line("no value of it is read here")
        return
    columns = [
        Column("variable"),
        Column("written", right=True),
        Column(""),
        Column("read", right=True),
        Column(""),
    ]
    yield Table(columns, [_flow(flow) for flow in answer.flows])


def _flow(flow: DataFlow) -> list[Cell]:
    return [
        Cell(flow.name, "symbol"),
        Cell(f"{flow.from_.line}:{flow.from_.column}" if flow.from_.line else ""),
        _end(flow.from_),
        Cell(f"{flow.to.line}:{flow.to.column}"),
        _end(flow.to),
    ]


def _end(end: FlowEnd) -> Cell:
    if end.kind == STATEMENT:
        return Cell(end.statement_id.rpartition("$")[2].replace("_", " "), "kind")
    return Cell(end.kind, "good" if end.kind == PARAMETER else "dim")
