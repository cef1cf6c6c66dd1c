"""``codegraph summarize``: what a symbol, module or package does, in a language model's words."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table
from codegraph.cli.names import heading
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.session import begin, from_here
from codegraph.tools.summaries import Summaries

app = new_app(
    ("codegraph summarize Cart", "one class"),
    ("codegraph summarize shop/cart.py Cart.total --refresh", "several things, asking again"),
)


@app.command(cls=Command)
def summarize(
    names: Annotated[
        list[str],
        typer.Argument(metavar="NAME...", help="FQN, a tail of it (Class.method), a path, or a package."),
    ],
    *,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Ask again for what was written before.")
    ] = False,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Sum up symbols, modules or packages with a language model that you have set up."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    found = graph.summarize([from_here(name) for name in names], refresh=refresh)
    output.answer(found, lambda: _blocks(found))
    for summary in found.summaries:
        for false in summary.dropped:
            output.note(f"{summary.fqn}: left out what it cites as {false.text}: {false.reason}")
        if summary.cut:
            output.note(f"{summary.fqn}: cut off; summarizer.max_tokens allows more")


def _blocks(found: Summaries) -> Iterator[Block]:
    for number, summary in enumerate(found.summaries):
        if number:
            yield Line()
        yield from heading(summary)
        yield Line()
        rows = [[Cell(text.strip())] for text in summary.summary.splitlines() if text.strip()]
        yield Table([Column("", fit="wrap")], rows, indent=2)
