"""``codegraph init``: write a settings file to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Cell, line
from codegraph.cli.options import Json, Quiet
from codegraph.cli.output import Output

app = new_app(
    ("codegraph init", "every setting with its default, to be changed"),
    ("codegraph init --force", "write the file anew"),
)


@app.command(cls=Command)
def init(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The project's root.")] = Path(),
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a commented codegraph.toml that fits the project.

    It is not needed to index; every setting in it stands there with its default.
    """
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.init(path, force=force)
    output.answer(answer, lambda: [line("wrote ", Cell(answer.path, "path"))])
    output.note("next: codegraph index")
