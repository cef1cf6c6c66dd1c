"""``codegraph model``: the embedding model, and what is embedded with it."""

from collections.abc import Iterator

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output
from codegraph.tools.model_status import ModelStatus

app = new_app()


@app.command(cls=Command)
def model(
    *,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the embedding model, whether its files are whole, and what is embedded."""
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.model(root)
    output.answer(answer, lambda: _blocks(answer))


def _blocks(answer: ModelStatus) -> Iterator[Block]:
    if not answer.model:
        yield line("no model: the setting embedding.provider is ", Cell(answer.provider, "count"))
        return
    yield line(
        Cell(answer.model, "title"), Cell(f"  {answer.provider}, {answer.dimensions} dimensions", "dim")
    )
    rows = [
        [
            Cell("good", "good") if file.good else Cell("damaged" if file.sha256 else "missing", "bad"),
            Cell(f"{file.size_bytes / 1e6:.1f} MB"),
            Cell(file.path, "path"),
        ]
        for file in answer.files
    ]
    yield Table([Column(""), Column("", right=True), Column("", fit="wrap")], rows, indent=2)
    yield Line()
    yield line(_embedded(answer), indent=2)


def _embedded(answer: ModelStatus) -> Cell:
    if not answer.indexed:
        return Cell("nothing is indexed here yet; run codegraph index", "warn")
    if not answer.up_to_date:
        return Cell("the index was embedded with another model; codegraph index does it anew", "warn")
    if answer.embedded < answer.chunks:
        text = f"{answer.embedded:,} of {answer.chunks:,} texts are embedded; codegraph index goes on with it"
        return Cell(text, "warn")
    return Cell(f"all {answer.chunks:,} texts are embedded", "good")
