"""``codegraph model``: the embedding model and what is embedded with it; further models by name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from codegraph.cli.app import Command, Group, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output
from codegraph.errors import MissingPartError
from codegraph.tools.model_status import ModelPart, ModelStatus
from codegraph.tools.models import CheckedModels, KnownModel, Models

app = new_app(
    ("codegraph model", "the model that embeds, and how far the index is embedded"),
    ("codegraph model list", "the models on this machine"),
    ("codegraph model add mine models/mine", "a model of your own, in the ONNX format"),
    ("codegraph model use mine", "embed with it from now on"),
    ("codegraph model verify", "are the files what was shipped or recorded?"),
)
Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A model's name, as codegraph model list shows it.")
]


@app.callback(cls=Group, invoke_without_command=True)
def model(
    context: typer.Context,
    *,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the embedding model, whether its files are whole, and what is embedded."""
    if context.invoked_subcommand:
        return
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.model(root)
    output.answer(answer, lambda: _blocks(answer))


@app.command("list", cls=Command)
def listed(*, root: Root = None, json: Json = False, quiet: Quiet = False) -> None:
    """List the models on this machine: the bundled one and those that you added."""
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.models(root)
    output.answer(answer, lambda: _list(answer))
    if answer.provider != "onnx":
        output.note(f"none of these embeds: the setting embedding.provider is {answer.provider}")


@app.command(cls=Command)
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is to be called.")],
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="Its folder (model.onnx, tokenizer.json) or .onnx file.")
    ],
    *,
    licence: Annotated[
        str,
        typer.Option(
            "--licence", metavar="NAME", help="The licence of its weights; else what its README.md says."
        ),
    ] = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Try out a model of your own, record what its files are, and give it a name."""
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.add_model(name, path, licence=licence)
    output.answer(answer, lambda: [Table(_COLUMNS, [_row(answer)])])
    output.note(f"`codegraph model use {answer.name}` embeds with it from now on")


@app.command(cls=Command)
def use(name: Name, *, root: Root = None, json: Json = False, quiet: Quiet = False) -> None:
    """Embed with a model from now on: this is written into your own config.toml."""
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.use_model(name, root)
    output.answer(
        answer, lambda: [line(Cell(answer.model, "title"), " is named in ", Cell(answer.file, "path"))]
    )
    for warning in answer.warnings:
        output.note(f"warning: {warning}")
    output.note("`codegraph index` embeds a project anew; vectors of the former model stay for a while")


@app.command(cls=Command)
def verify(
    name: Annotated[str, typer.Argument(metavar="NAME", help="This model only.")] = "",
    *,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare the files of models with what was shipped or recorded; exits with 8 when one differs."""
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.verify_models(name)
    output.answer(answer, lambda: _verified(answer))
    if not answer.good:
        output.note("files that are not good are not what was shipped or recorded: the model is not used")
        raise typer.Exit(MissingPartError.exit_code)


_COLUMNS = (
    Column("model"),
    Column(""),
    Column("size", right=True),
    Column("dimensions", right=True),
    Column("licence"),
    Column("path", fit="wrap"),
)


def _list(answer: Models) -> Iterator[Block]:
    yield Table(_COLUMNS, [_row(model) for model in answer.models])


def _row(model: KnownModel) -> list[Cell]:
    return [
        Cell(model.name, "symbol"),
        Cell("used" if model.used else "", "good"),
        Cell(f"{model.size_bytes / 1e6:.1f} MB"),
        Cell(str(model.dimensions), "count"),
        Cell(model.licence or "-", "" if model.licence else "dim"),
        Cell("bundled" if model.bundled else model.path, "dim" if model.bundled else "path"),
    ]


def _verified(answer: CheckedModels) -> Iterator[Block]:
    for model in answer.models:
        yield line(Cell(model.name, "title"))
        yield _files(model.files)


def _files(files: list[ModelPart]) -> Table:
    rows = [
        [
            Cell("good", "good") if file.good else Cell("damaged" if file.sha256 else "missing", "bad"),
            Cell(f"{file.size_bytes / 1e6:.1f} MB"),
            Cell(file.path, "path"),
        ]
        for file in files
    ]
    return Table([Column(""), Column("", right=True), Column("", fit="wrap")], rows, indent=2)


def _blocks(answer: ModelStatus) -> Iterator[Block]:
    if not answer.model:
        yield line("no model: the setting embedding.provider is ", Cell(answer.provider, "count"))
        return
    dimensions = f", {answer.dimensions} dimensions" if answer.dimensions else ""
    yield line(Cell(answer.model, "title"), Cell(f"  {answer.provider}{dimensions}", "dim"))
    if answer.files:
        yield _files(answer.files)
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
