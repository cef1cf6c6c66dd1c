"""``codegraph mark-dirty``: tell that files were written, so that the next question looks at them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, line
from codegraph.cli.names import plural
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output

app = new_app(
    ("codegraph mark-dirty shop/cart.py", "after this file was written, from an editor's hook"),
    ("codegraph mark-dirty shop/cart.py shop/web.py --quiet", "several, without a word"),
)


@app.command(cls=Command)
def mark_dirty(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, made or deleted ones too.")],
    *,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell that files were written, so that the next question looks at them.

    Changes are found without it; a mark makes sure of it, whatever sizes and
    times say, and costs one append to a small file. Nothing is built.
    """
    from codegraph.freshness.marks import add_marks
    from codegraph.tools.index import Index, find_root

    index = Index.open(root or find_root(Path.cwd()))
    marked = add_marks(index.index_dir, index.root, [str(path.absolute()) for path in paths])
    output = Output(as_json=json, quiet=quiet)
    if json or not quiet:
        output.answer({"marked": marked}, lambda: _blocks(marked))


def _blocks(marked: list[str]) -> Iterator[Block]:
    yield line(Cell(f"marked {plural(len(marked), 'file')}"))
