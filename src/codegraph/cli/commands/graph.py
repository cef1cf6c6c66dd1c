"""``codegraph graph``: who depends on whom, as Mermaid, DOT or JSON."""

from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.options import Json, Kinds, Possible, Quiet, Root
from codegraph.cli.output import show_text
from codegraph.cli.session import begin, from_here, note_cut, note_possible
from codegraph.tools.vocabulary import choice

app = new_app(
    ("codegraph graph --level package", "the packages and what they import"),
    ("codegraph graph --scope shop/ --format dot", "the modules of a folder, for Graphviz"),
    ("codegraph graph --level symbol --scope Cart", "calls within a class"),
)
FORMATS = ("mermaid", "dot", "json")


@app.command(cls=Command)
def graph(
    *,
    level: Annotated[
        str, typer.Option("--level", "-l", metavar="LEVEL", help="package, module or symbol.")
    ] = "module",
    form: Annotated[
        str, typer.Option("--format", "-f", metavar="FORMAT", help="mermaid, dot or json.")
    ] = "mermaid",
    scope: Annotated[
        str, typer.Option("--scope", metavar="NAME", help="Only this package, module, class or folder.")
    ] = "",
    external: Annotated[
        bool, typer.Option("--external", help="Include what lies outside the index.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", "-n", metavar="N", min=1, help="At most this many nodes, the most connected ones."
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
    --kinds says otherwise.
    """
    known = choice("format", form, FORMATS)
    wanted = "json" if json else known
    opened, output = begin(root, as_json=wanted == "json", quiet=quiet)
    answer = opened.graph(
        from_here(scope),
        level=level,
        edge_kinds=kinds or (),
        include_external=external,
        include_possible=possible,
        max_nodes=limit,
        include_mermaid=wanted == "mermaid",
        include_dot=wanted == "dot",
    )
    if wanted == "json":
        output.answer(answer, list)
    else:
        show_text(answer.mermaid_flowchart or answer.dot or "")
    note_cut(output, len(answer.nodes), answer.total)
    note_possible(output, answer.possible)
