"""``codegraph flow``: the control-flow graph of a symbol."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import heading, plural
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import show_text
from codegraph.cli.session import begin, from_here
from codegraph.errors import UsageError
from codegraph.tools.symbol_flow import FlowBlock, FlowEdge, FlowGraph

app = new_app(
    ("codegraph flow Cart.add", "its blocks of statements, and what leads from one to the next"),
    ("codegraph flow Cart.add --format mermaid", "as a picture for Markdown"),
    ("codegraph flow shop/cart.py:11", "of the function at a line"),
)
_FORMATS = ("text", "mermaid", "dot", "json")


@app.command(cls=Command)
def flow(
    name: Annotated[
        str, typer.Argument(metavar="SYMBOL", help="A function, method or module, or path:line.")
    ],
    *,
    form: Annotated[
        str, typer.Option("--format", "-f", metavar="FORMAT", help="text, mermaid, dot or json.")
    ] = "text",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show how control passes through a symbol: its statements in blocks, and the ways between."""
    wanted = "json" if json else form.lower()
    if wanted not in _FORMATS:
        raise UsageError(f'there is no format "{form}"; choose one of {", ".join(_FORMATS)}')
    graph, output = begin(root, as_json=wanted == "json", quiet=quiet)
    answer = graph.flow(from_here(name))
    if wanted == "mermaid":
        show_text(answer.to_mermaid())
    elif wanted == "dot":
        show_text(answer.to_dot())
    else:
        output.answer(answer, lambda: _blocks(answer))


def _blocks(answer: FlowGraph) -> Iterator[Block]:
    yield from heading(answer)
    yield line(Cell(f"{plural(len(answer.blocks), 'block')}, {plural(len(answer.edges), 'edge')}", "dim"))
    leaving: dict[str, list[FlowEdge]] = {}
    for edge in answer.edges:
        leaving.setdefault(edge.from_, []).append(edge)
    yield Line()
    rows = [row for block in answer.blocks for row in _rows(block, leaving.get(block.id, []))]
    yield Table([Column(""), Column("", fit="cut"), Column("", fit="wrap")], rows, indent=2)


def _rows(block: FlowBlock, edges: list[FlowEdge]) -> Iterator[list[Cell]]:
    """The lines of a block; behind the last one stands where they lead."""
    name = Cell(block.id, "count" if block.reachable else "warn")
    for number, text in enumerate(block.lines):
        last = number == len(block.lines) - 1
        where = ", ".join(_way(edge) for edge in edges) if last else ""
        where = f"{where} (never reached)" if last and not block.reachable else where
        yield [name if not number else Cell(""), Cell(text), Cell(where, "kind")]


def _way(edge: FlowEdge) -> str:
    arrow = "↺" if edge.back else "→"
    return f"{edge.label} {arrow} {edge.to}".strip()
