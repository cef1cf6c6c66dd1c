"""``codegraph languages``: which languages are understood, and how far."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Table, line
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output
from codegraph.errors import NotFoundError
from codegraph.languages.support import FEATURES
from codegraph.tools.list_languages import LanguageSupport

app = new_app(
    ("codegraph languages", "all of them, in a table"),
    ("codegraph languages typescript", "what is known of one"),
)
_SHOWN = ("symbols", "imports", "calls", "types", "bases", "packages", "docs", "statements")
_FILES_SHOWN = 5
_MARKS = {"full": Cell("full", "good"), "part": Cell("part", "warn"), "none": Cell("-", "dim")}


@app.command(cls=Command)
def languages(
    name: Annotated[str, typer.Argument(help="Show all features of this language.")] = "",
    *,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the languages with their files and how far each is understood."""
    from codegraph import api

    output = Output(as_json=json, quiet=quiet)
    answer = api.languages(root)
    for warning in answer.warnings:
        output.note(f"warning: {warning}")
    if name:
        answer.languages = [_named(answer.languages, name)]
        output.answer(answer, lambda: _details(answer.languages[0]))
        return
    columns = [Column("language"), Column("files", fit="wrap"), *(Column(title) for title in _SHOWN)]
    output.answer(answer, lambda: [Table(columns, [_row(language) for language in answer.languages])])


def _named(languages: list[LanguageSupport], name: str) -> LanguageSupport:
    for language in languages:
        if name.lower() in (language.name, language.title.lower(), *language.extensions):
            return language
    known = ", ".join(language.name for language in languages)
    raise NotFoundError(f"no language is called {name!r}; there are {known}")


def _details(language: LanguageSupport) -> Iterator[Block]:
    yield line(
        Cell(language.title, "title"),
        Cell(f"  {' '.join([*language.extensions, *language.filenames])}", "path"),
    )
    columns = [Column("feature"), Column("level"), Column("what there is", fit="wrap")]
    rows = [
        [
            Cell(name, "kind"),
            _MARKS[found.level],
            Cell(found.detail or FEATURES[name], "" if found.detail else "dim"),
        ]
        for name, found in language.features.items()
    ]
    yield Table(columns, rows, indent=2)


def _row(language: LanguageSupport) -> list[Cell]:
    known = [*language.extensions, *language.filenames]
    files = " ".join([*known[:_FILES_SHOWN], *(["…"] if len(known) > _FILES_SHOWN else [])])
    name = language.title if language.built_in else f"{language.title} (project)"
    marks = (_MARKS[language.features[feature].level] for feature in _SHOWN)
    return [Cell(name, "symbol"), Cell(files, "path"), *marks]
