"""``codegraph languages``: which languages are understood, and how far."""

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Cell, Column, Table
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output
from codegraph.tools.list_languages import LanguageSupport

app = new_app()
_FEATURES = (
    ("declaration", "symbols"),
    ("import", "imports"),
    ("call", "calls"),
    ("inheritance", "bases"),
    ("doc_comment", "docs"),
    ("decorator", "decorators"),
    ("statement", "statements"),
)


@app.command(cls=Command)
def languages(
    *,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the languages with their files and what is read of them."""
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.languages(root)
    for warning in answer.warnings:
        output.note(f"warning: {warning}")
    columns = [Column("language"), Column("files", fit="wrap"), *(Column(title) for _, title in _FEATURES)]
    output.answer(answer, lambda: [Table(columns, [_row(language) for language in answer.languages])])


def _row(language: LanguageSupport) -> list[Cell]:
    files = " ".join([*language.extensions, *language.filenames])
    name = language.title if language.built_in else f"{language.title} (project)"
    marks = (Cell("yes", "good") if language.features[key] else Cell("-", "dim") for key, _ in _FEATURES)
    return [Cell(name, "symbol"), Cell(files, "path"), *marks]
