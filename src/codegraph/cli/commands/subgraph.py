"""``codegraph subgraph``: what lies around some symbols."""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import kind_cell, place_cell, plural, symbol_cell
from codegraph.cli.options import Cursor, Json, Kinds, Limit, Possible, Quiet, Root
from codegraph.cli.output import show_text
from codegraph.cli.session import begin, from_here, note_cut, note_limit, note_possible
from codegraph.tools.sub_graph import SubGraph
from codegraph.tools.vocabulary import choice

app = new_app(
    ("codegraph subgraph Cart.total --direction both", "who calls it, and what it calls"),
    ("codegraph subgraph shop/web.py --depth 3 -f mermaid", "a drawing of what a file sets off"),
)
_FORMATS = ("text", "mermaid", "dot")


@app.command(cls=Command)
def subgraph(
    seeds: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Symbols, files or packages to begin at.")
    ],
    *,
    direction: Annotated[
        str,
        typer.Option(
            "--direction", metavar="WAY", help="forward: what they use; backward: who uses them; both."
        ),
    ] = "forward",
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="N", min=1, help="Follow so many steps.")
    ] = 2,
    limit: Limit = 100,
    kinds: Kinds = None,
    form: Annotated[
        str, typer.Option("--format", "-f", metavar="FORMAT", help="text, mermaid or dot.")
    ] = "text",
    possible: Possible = False,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what lies around symbols: all within some steps, and the edges between."""
    shown = choice("format", form, _FORMATS)
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.subgraph(
        [from_here(seed) for seed in seeds],
        direction=direction,
        depth=depth,
        max_nodes=limit,
        edge_kinds=kinds or (),
        include_possible=possible,
        include_mermaid=shown == "mermaid" or json,
        include_dot=shown == "dot",
        cursor=cursor,
    )
    if shown == "text" or json:
        output.answer(answer, lambda: _blocks(answer))
    else:
        show_text(answer.mermaid_flowchart or answer.dot or "")
    note_limit(output, depth, answer.depth)
    note_cut(output, len(answer.nodes), answer.total)
    note_possible(output, answer.possible)


def _blocks(answer: SubGraph) -> Iterator[Block]:
    yield line(Cell(f"{plural(answer.total, 'node')} within {plural(answer.depth, 'step')}", "count"))
    for depth, group in groupby(answer.nodes, key=lambda node: node.depth):
        yield Line()
        yield line(Cell(f"depth {depth}" if depth else "seeds", "title"))
        rows = [[symbol_cell(node), kind_cell(node), place_cell(node)] for node in group]
        yield Table([Column("", fit="cut"), Column(""), Column("")], rows, indent=2)
    if answer.edges:
        yield Line()
        yield line(Cell(plural(len(answer.edges), "edge"), "title"))
        edges = [[Cell(edge.from_), Cell(edge.kind, "kind"), Cell(edge.to)] for edge in answer.edges]
        yield Table([Column("", fit="cut"), Column(""), Column("", fit="cut")], edges, indent=2)
