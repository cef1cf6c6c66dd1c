"""``codegraph graph``: who depends on whom, as a picture or as data for other programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.names import plural
from codegraph.cli.options import Json, Kinds, Possible, Quiet, Root
from codegraph.cli.output import Output
from codegraph.cli.pictures import format_of, write_picture
from codegraph.cli.session import begin, from_here, note_cut, note_limit, note_possible
from codegraph.tools.dependency_graph import DependencyGraph
from codegraph.tools.drawing import FOLDER

if TYPE_CHECKING:
    from codegraph.api import Codegraph

app = new_app(
    ("codegraph graph --level package", "the packages and what they import"),
    ("codegraph graph --scope shop/ --output shop.svg", "the modules of a folder, drawn by Graphviz"),
    (
        "codegraph graph --level symbol --limit 5 --external",
        "folded: what can't be shown one by one stands together",
    ),
    ("codegraph graph --kinds all --format csv --output neo4j/", "tables for neo4j-admin"),
)


@app.command(cls=Command)
def graph(
    *,
    level: Annotated[
        str, typer.Option("--level", "-l", metavar="LEVEL", help="package, module or symbol.")
    ] = "module",
    form: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="mermaid, dot, svg, graphml, json, cypher or csv; else as the file is called, else mermaid.",
        ),
    ] = "",
    file: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to this file; csv writes two, into a folder of this name.",
        ),
    ] = None,
    scope: Annotated[
        str, typer.Option("--scope", metavar="NAME", help="Only this package, module, class or folder.")
    ] = "",
    around: Annotated[
        list[str] | None,
        typer.Option(
            "--around",
            metavar="NAME",
            help="Only what lies around this symbol, file or package, whoever uses whom (repeat).",
        ),
    ] = None,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="N", min=1, help="With --around: within so many steps.")
    ] = 1,
    external: Annotated[
        bool, typer.Option("--external", help="Include what lies outside the index.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            "-n",
            metavar="N",
            min=1,
            help="At most this many nodes; folders, modules and classes then stand for what they hold.",
        ),
    ] = None,
    kinds: Kinds = None,
    possible: Possible = False,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Draw who depends on whom among packages, modules or symbols.

    Packages and modules are linked by what they import, symbols by what they
    call and by routes (who requests an endpoint, who handles it), unless
    --kinds says otherwise. Cycles are red, and the edges that would break them
    thick.
    """
    wanted = format_of(form, file, as_json=json)
    opened, output = begin(root, as_json=wanted == "json", quiet=quiet)
    if around:
        _draw_around(
            opened, output, [from_here(name) for name in around], file, wanted, depth, limit, kinds, possible
        )
        return
    answer = opened.graph(
        from_here(scope),
        level=level,
        edge_kinds=kinds or (),
        include_external=external,
        include_possible=possible,
        max_nodes=limit,
        include_mermaid=wanted == "mermaid",
    )
    write_picture(output, answer, wanted, file)
    _note_folded(output, answer)
    note_possible(output, answer.possible)


def _draw_around(
    opened: "Codegraph",
    output: Output,
    seeds: list[str],
    file: Path | None,
    wanted: str,
    depth: int,
    limit: int | None,
    kinds: list[str] | None,
    possible: bool,
) -> None:
    answer = opened.subgraph(
        seeds,
        direction="both",
        depth=depth,
        edge_kinds=kinds or (),
        max_nodes=limit or 100,
        include_possible=possible,
        include_mermaid=wanted == "mermaid",
    )
    write_picture(output, answer, wanted, file)
    note_limit(output, depth, answer.depth)
    note_cut(output, len(answer.nodes), answer.total)
    note_possible(output, answer.possible)


def _note_folded(output: Output, answer: DependencyGraph) -> None:
    """Tell what stands for several nodes, and how to see into it."""
    groups = [node for node in answer.nodes if node.folded]
    if not groups:
        return
    largest = max(groups, key=lambda node: node.folded)
    name = largest.path if largest.kind == FOLDER else largest.fqn
    output.note(
        f"{answer.folded:,} of {answer.total:,} nodes are folded into {plural(len(groups), 'group')}; "
        f"--limit shows more, --scope {name} what is in one"
    )
