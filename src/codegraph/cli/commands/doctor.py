"""``codegraph doctor``: check the index, say what is right and wrong, and repair it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Line, line
from codegraph.cli.names import plural
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output
from codegraph.errors import IndexFormatError
from codegraph.tools.doctor import Checked, Diagnosis

app = new_app(
    ("codegraph doctor", "is the index whole, and what is wrong with it?"),
    ("codegraph doctor --repair", "rebuild what is wrong, and nothing else"),
    ("codegraph doctor --json", "for a script: one entry for each check"),
)
_STYLES = {"good": "good", "note": "warn", "bad": "bad"}


@app.command(cls=Command)
def doctor(
    *,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild what is wrong.")] = False,
    wait: Annotated[
        float,
        typer.Option("--wait", metavar="SECONDS", help="With --repair: wait so long for another writer."),
    ] = 0.0,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check the index: a line for each check, with what to do next.

    The exit code is 0 when nothing is wrong (notes are no faults), 6 when
    something is, and 5 when there is no index. Nothing is changed without
    --repair; with it the old index answers until the new one is whole.
    """
    from codegraph import api
    from codegraph.cli.progress import shown_progress
    from codegraph.store.lean_import import lean_imports
    from codegraph.tools.index import find_root

    output = Output(as_json=json, quiet=quiet)
    with lean_imports(), shown_progress(quiet=quiet or not repair) as progress:
        answer = api.doctor(root or find_root(Path.cwd()), repair=repair, wait=wait, progress=progress)
    output.answer(answer, lambda: _blocks(answer))
    if not answer.good:
        raise typer.Exit(IndexFormatError.exit_code)


def _blocks(answer: Diagnosis) -> Iterator[Block]:
    yield line(Cell(answer.index_dir, "title"))
    for done in answer.done:
        yield line(Cell("done  ", "count"), Cell(done))
    for checked in answer.checks:
        yield _line(checked)
    yield Line()
    if answer.good:
        yield line(Cell("nothing is wrong", "good"))
    else:
        yield line(Cell(f"{plural(answer.faults, 'fault')} found", "bad"))


def _line(checked: Checked) -> Line:
    advice = f"; {checked.advice}" if checked.advice else ""
    return line(
        Cell(f"{checked.state:<4}  ", _STYLES[checked.state]),
        Cell(f"{checked.check}: ", "title"),
        Cell(f"{checked.message}{advice}"),
    )
