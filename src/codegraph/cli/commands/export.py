"""``codegraph export``: the whole index in a form that other programs read."""

from pathlib import Path
from typing import Annotated

import typer

from codegraph.cli.app import Command, Group, new_app
from codegraph.cli.blocks import Cell, Column, Table
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.session import begin

app = new_app(
    ("codegraph export jsonl --output graph/", "nodes, edges and unresolved references, one a line"),
)


@app.callback(cls=Group)
def export() -> None:
    """Write the whole graph to files that other programs read."""


@app.command(cls=Command)
def jsonl(
    *,
    output_folder: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="Folder for the files; it is made if need be."),
    ],
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write nodes.jsonl, edges.jsonl and unresolved.jsonl: the same graph gives the same bytes."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.export_jsonl(output_folder)
    columns = [Column(""), Column("", right=True), Column("", fit="wrap")]
    rows = [
        [Cell(name), Cell(f"{count:,}", "count"), Cell(str(output_folder / f"{name}.jsonl"), "path")]
        for name, count in answer.counts.items()
    ]
    output.answer(answer, lambda: [Table(columns, rows)])
