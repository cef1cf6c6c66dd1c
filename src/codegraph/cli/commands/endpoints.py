"""``codegraph endpoints``: what can be called from outside, and who answers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line, only_columns
from codegraph.cli.names import place_cell, plural, short_fqn
from codegraph.cli.openapi import comparison_blocks, handler_cell
from codegraph.cli.options import Json, Limit, Possible, Quiet, Root
from codegraph.cli.report import counts
from codegraph.cli.session import begin, from_here, note_cut
from codegraph.graph.endpoints import UNKNOWN_PART
from codegraph.model import Confidence
from codegraph.tools.endpoint_entries import EndpointEntry
from codegraph.tools.endpoints import Endpoints

app = new_app(
    ("codegraph endpoints", "all of them: method, path, handler"),
    ("codegraph endpoints /users --method post", "who answers POST below /users"),
    ("codegraph endpoints --openapi", "compare them with the OpenAPI documents of the repository"),
)
_ARROW = " → "
_PASSES = "passes"
_COLUMNS = (
    Column("method"),
    Column("path", fit="wrap"),
    Column("handler", fit="cut"),
    Column(_PASSES, fit="cut"),
    Column("where"),
    Column(""),
)


@app.command(cls=Command)
def endpoints(
    route: Annotated[
        str,
        typer.Argument(
            metavar="PATH", help="Only below this path (/users), or a glob (/users/*/avatar, **/avatar)."
        ),
    ] = "",
    *,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-X", metavar="METHOD", help="Only this method (GET, POST, ...)."),
    ] = None,
    framework: Annotated[
        list[str] | None, typer.Option("--framework", metavar="NAME", help="Of this framework only.")
    ] = None,
    package: Annotated[
        list[str] | None, typer.Option("--package", metavar="NAME", help="In this package only.")
    ] = None,
    path: Annotated[
        list[str] | None,
        typer.Option(
            "--path", metavar="FILE", help="Declared in this file, folder or glob (src/**/*.ts) only."
        ),
    ] = None,
    handler: Annotated[
        str,
        typer.Option(
            "--handler", metavar="NAME", help="Only those that this function, class or file answers."
        ),
    ] = "",
    tests: Annotated[
        bool, typer.Option("--tests/--no-tests", help="Also those that tests declare for themselves.")
    ] = False,
    openapi: Annotated[
        bool,
        typer.Option("--openapi", help="Compare with the OpenAPI documents of the repository instead."),
    ] = False,
    limit: Limit = 500,
    offset: Annotated[
        int, typer.Option("--offset", metavar="N", min=0, help="Leave out the first ones.")
    ] = 0,
    possible: Possible = False,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the endpoints: method, path, who answers, and what stands before that."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.endpoints(
        route,
        methods=method or (),
        frameworks=framework or (),
        packages=package or (),
        paths=path or (),
        handler=from_here(handler),
        include_tests=tests,
        include_possible=possible,
        openapi=openapi,
        limit=limit,
        offset=offset,
    )
    if answer.openapi is not None:
        compared = answer.openapi
        output.answer(answer, lambda: comparison_blocks(compared))
        if compared.truncated:
            output.note(f"at most {compared.limit:,} of each list shown; --limit shows more")
        return
    output.answer(answer, lambda: _blocks(answer))
    note_cut(output, len(answer.entries), answer.total)
    if answer.in_tests:
        verb = "is" if answer.in_tests == 1 else "are"
        output.note(f"{answer.in_tests:,} more {verb} declared in tests; --tests shows them too")


def _blocks(answer: Endpoints) -> Iterator[Block]:
    yield line(Cell(_summary(answer), "count"))
    if len(answer.by_framework) > 1:
        yield line(Cell(counts(answer.by_framework), "dim"))
    if not answer.indexed:
        yield line(
            "the index has no endpoint: no rule knows a framework that this project declares routes with; "
            "docs/fingerprints.md says how to add one"
        )
    for package, group in groupby(answer.entries, key=lambda entry: entry.package):
        entries = list(group)
        yield Line()
        if len(answer.by_package) > 1:
            count = f" ({answer.by_package[package]:,})"
            yield line(Cell(package or "in no package", "title"), Cell(count, "dim"))
        first = usual_beginning([_passes(entry) for entry in entries])
        if first:
            yield line(Cell(f"+ stands for {_ARROW.join(first)}", "dim"), indent=2)
        yield _table(entries, first)


def _summary(answer: Endpoints) -> str:
    words = [plural(answer.total, "endpoint") if answer.total else "no endpoints"]
    if len(answer.by_framework) == 1:
        words.append(next(iter(answer.by_framework)))
    if len(answer.by_package) > 1:
        words.append(plural(len(answer.by_package), "package"))
    if answer.dynamic:
        words.append(f"{answer.dynamic:,} with {UNKNOWN_PART} for what the source does not tell")
    return " · ".join(words)


def _table(entries: Sequence[EndpointEntry], first: Sequence[str]) -> Table:
    """The endpoints; ``first`` is what most of them begin with, and is not repeated."""
    rows = [_row(entry, first) for entry in entries]
    filled = [
        i for i, column in enumerate(_COLUMNS) if column.title != _PASSES or any(row[i].text for row in rows)
    ]
    return only_columns(Table(_COLUMNS, rows, indent=2), filled)


def _row(entry: EndpointEntry, first: Sequence[str]) -> list[Cell]:
    unsure = entry.handler is not None and entry.handler.confidence == Confidence.POSSIBLE
    return [
        Cell(entry.method or UNKNOWN_PART, "kind"),
        Cell(entry.shown_route, "title"),
        handler_cell(entry),
        Cell(_passes_after(entry, first), "dim"),
        place_cell(entry),
        Cell(Confidence.POSSIBLE if unsure else "", "warn"),
    ]


def _passes_after(entry: EndpointEntry, first: Sequence[str]) -> str:
    names = _passes(entry)
    if first and names[: len(first)] == list(first):
        return _ARROW.join(["+", *names[len(first) :]]) if len(names) > len(first) else "+"
    return _ARROW.join(names)


def _passes(entry: EndpointEntry) -> list[str]:
    """What a request passes before the handler, in short."""
    return [
        short_fqn(step.symbol.fqn) if step.symbol else _without_arguments(step.name)
        for step in entry.middleware
    ]


def _without_arguments(text: str) -> str:
    """``cors.New(config)`` as ``cors.New(…)``."""
    name, bracket, rest = text.partition("(")
    return f"{name}({UNKNOWN_PART})" if bracket and rest != ")" else text


def usual_beginning(lists: Sequence[Sequence[str]]) -> list[str]:
    """What more than half of some lists begin with, so long that least has to be written where it is left out."""
    counts = Counter(tuple(names[:end]) for names in lists for end in range(1, len(names) + 1))
    often = sorted(names for names, count in counts.items() if count > 1 and 2 * count > len(lists))
    best = max(often, key=lambda names: len(names) * counts[names], default=())
    return list(best)
