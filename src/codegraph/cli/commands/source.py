"""``codegraph source``: the exact text of a definition."""

from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Code
from codegraph.cli.options import Cursor, Json, Quiet, Root
from codegraph.cli.session import begin, from_here, note_cut

app = new_app(
    ("codegraph source Cart.total", "the text, decorators included"),
    ("codegraph source Cart --mode signature-and-doc", "only what it promises"),
    ("codegraph source shop/cart.py:11 --max-lines 5", "the first lines of what stands there"),
)


@app.command(cls=Command)
def source(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="FQN, a tail of it (Class.method), path, or path:line.")
    ],
    *,
    mode: Annotated[
        str,
        typer.Option(
            "--mode",
            metavar="MODE",
            help="full-span (with decorators), signature-and-body, signature-and-doc or signature-only.",
        ),
    ] = "full-span",
    statement: Annotated[
        str,
        typer.Option(
            "--statement",
            metavar="ID",
            help="Only this statement of it, such as '$if@2' (see codegraph statements --json).",
            show_default=False,
        ),
    ] = "",
    max_lines: Annotated[
        int | None,
        typer.Option("--max-lines", metavar="N", min=1, help="Cut after so many lines.", show_default=False),
    ] = None,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print the source of a symbol or file, exactly as it stands."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    found = graph.source(
        from_here(name), mode=mode, max_lines=max_lines, statement_id=statement, cursor=cursor
    )
    if not json:
        output.note(f"{found.fqn}  {found.path}:{found.start_line}-{found.end_line}")
    output.answer(found, lambda: [Code(found.source, found.language, found.start_line)])
    note_cut(output, len(found.source.split("\n")), found.total, "--max-lines")
    if not found.stable:
        output.note(
            f"{found.path} has changed since it was indexed, so the lines may be off; run codegraph index"
        )
