"""``codegraph map``: what the repository is made of."""

from collections.abc import Iterator
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Branch, Cell, Column, Line, Table, line, only_columns
from codegraph.cli.names import heading, kind_cell, place_cell, plural, short_name
from codegraph.cli.options import Cursor, Json, Limit, Quiet, Root
from codegraph.cli.report import counts
from codegraph.cli.session import begin, from_here, note_cut
from codegraph.model import Level
from codegraph.tools.codebase_map import CodebaseMap, FolderEntry, MapEntry

app = new_app(
    ("codegraph map", "the packages and folders, with their sizes"),
    ("codegraph map shop/ --level symbol", "the symbols of a folder"),
    ("codegraph map --level module --limit 20", "only the first modules"),
)


@app.command(cls=Command)
def map(  # noqa: A001 (the command's name)
    scope: Annotated[
        str, typer.Argument(metavar="SCOPE", help="Only this package, module, class or folder.")
    ] = "",
    *,
    level: Annotated[
        str,
        typer.Option(
            "--level", "-l", metavar="LEVEL", help="List what is of this level: package, module or symbol."
        ),
    ] = "package",
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, help="Show folders so deep.")] = 2,
    limit: Limit = 200,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show packages, folders, modules and symbols with their sizes."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.map(from_here(scope), level=level, max_entries=limit, folder_depth=depth, cursor=cursor)
    output.answer(answer, lambda: _blocks(answer))
    note_cut(output, len(answer.entries), answer.total)


def _blocks(answer: CodebaseMap) -> Iterator[Block]:
    if answer.scope:
        yield from heading(answer.scope)
    totals = answer.totals
    counted = {
        "package": totals.package,
        "module": totals.module,
        "symbol": totals.symbol,
        "line": totals.loc,
        "document": totals.document,
    }
    sizes = [plural(count, word) for word, count in counted.items() if count] or ["nothing in the index"]
    yield line(Cell(" · ".join(sizes), "count"))
    if answer.languages:
        yield line(Cell(counts(answer.languages), "dim"))
    if answer.documents:
        yield line(Cell(f"documents: {counts(answer.documents)}", "dim"))
    if answer.level == 1:
        yield from _packages(answer)
    else:
        yield Line()
        yield _table(answer.entries)


def _packages(answer: CodebaseMap) -> Iterator[Block]:
    if len(answer.entries) > 1:
        yield Line()
        yield _table(answer.entries)
    yield from _remarks(answer.entries)
    if answer.folders:
        yield Line()
        yield _tree(answer.folders)


def _remarks(entries: list[MapEntry]) -> Iterator[Block]:
    """A line on dependencies that are unused or undeclared, where there are any."""
    unused, undeclared = sum(e.unused for e in entries), sum(e.undeclared for e in entries)
    words = [f"{plural(unused, 'declared dependency')} unused"] if unused else []
    words += [f"{plural(undeclared, 'import')} undeclared"] if undeclared else []
    if words:
        first = next(entry for entry in entries if entry.unused or entry.undeclared)
        yield Line()
        yield line(Cell(" · ".join(words), "warn"), Cell(f": codegraph package {first.fqn}", "dim"))


def _table(entries: list[MapEntry]) -> Table:
    columns = [
        Column("name", fit="cut"),
        Column("kind"),
        Column("where", fit="wrap"),  # of a module its name says it all
        Column("modules", right=True),
        Column("symbols", right=True),
        Column("lines", right=True),
        Column("depends on", right=True),
        Column("unused", right=True),
        Column("undeclared", right=True),
    ]
    rows = [
        [
            Cell(entry.fqn, "symbol", short_name(entry)),
            kind_cell(entry),
            Cell("") if entry.level == Level.MODULE else place_cell(entry),
            _count(entry.modules),
            _count(entry.symbols),
            _count(entry.loc or 0),
            _count(entry.dependencies),
            Cell(f"{entry.unused:,}" if entry.unused else "", "bad"),
            Cell(f"{entry.undeclared:,}" if entry.undeclared else "", "bad"),
        ]
        for entry in entries
    ]
    filled = [i for i, _ in enumerate(columns) if any(row[i].text for row in rows)]
    return only_columns(Table(columns, rows), filled)


def _count(count: int) -> Cell:
    return Cell(f"{count:,}" if count else "", "count")


def _tree(folders: list[FolderEntry]) -> Branch:
    """The folders, which come in order and with their depth, as a tree."""
    top, *others = folders
    children: list[list[FolderEntry]] = []
    for folder in others:
        if folder.depth == top.depth + 1:
            children.append([folder])
        else:
            children[-1].append(folder)
    return Branch(_folder_cells(top), [_tree(child) for child in children])


def _folder_cells(folder: FolderEntry) -> list[Cell]:
    name = folder.path if not folder.depth else folder.path.rpartition("/")[2]
    size = f"  {plural(folder.modules, 'module')}, {plural(folder.symbols, 'symbol')}, {folder.loc:,} lines"
    return [Cell(f"{name or '.'}/", "path"), Cell(size, "dim")]
