"""``codegraph status``: what the index holds and what has changed on disk since."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

import typer

from codegraph import api
from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import plural
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.output import Output
from codegraph.cli.report import report_blocks
from codegraph.cli.session import begin
from codegraph.tools.index_status import Accuracy, IndexStatus, OpenShape
from codegraph.tools.is_path_indexed import PathIndexed

app = new_app(
    ("codegraph status", "what the index holds, and what has changed since"),
    ("codegraph status --accuracy", "how sure the references are"),
    ("codegraph status --json", "for a script: is it up to date?"),
)
_DIRTY_SHOWN = 10


@app.command(cls=Command)
def status(
    *,
    skipped: Annotated[bool, typer.Option("--skipped", help="List every skipped file.")] = False,
    accuracy: Annotated[
        bool,
        typer.Option("--accuracy", help="Show how sure the references are, and those without a target."),
    ] = False,
    path: Annotated[
        str,
        typer.Option("--path", metavar="PATH", help="Say whether this file or folder is indexed."),
    ] = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what the index holds, how it was built, and which files have changed since."""
    if path:
        where = api.is_path_indexed(path, root or "")
        Output(as_json=json, quiet=quiet).answer(where, lambda: _where(where))
        return
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.status(accuracy=accuracy)
    found = answer.accuracy
    output.answer(answer, lambda: _accuracy(found) if found is not None else _blocks(answer, skipped))


def _where(found: PathIndexed) -> Iterator[Block]:
    yield line(Cell(found.path, "path"), Cell(" is indexed" if found.indexed else " is not indexed"))
    if found.root_parent:
        yield line(Cell(f"index of {found.root_parent}, {_local(found.indexed_at)}", "dim"))
    if found.reason:
        yield line(Cell(found.reason, "dim"))
    if found.is_folder and found.files:
        yield line(Cell(plural(found.files, "indexed file"), "count"))
    if found.stale:
        yield line(Cell("changed since; run codegraph index", "warn"))


def _blocks(answer: IndexStatus, skipped: bool) -> Iterator[Block]:
    for root in answer.roots:
        yield line(Cell(root.virtual_root, "title"))
        where = root.index_dir.removeprefix(f"{root.virtual_root}/")
        yield line(Cell(f"generation {root.generation} of {_local(root.indexed_at)}", "dim"))
        yield line(Cell(f"{root.size_bytes / 1e6:,.1f} MB in {where}", "dim"))
    yield Line()
    yield from _dirty(answer)
    if answer.report:
        yield Line()
        yield from report_blocks(answer.report, all_skipped=skipped)


_OUTCOMES = ("certain", "inferred", "possible", "external", "unresolved")


def _accuracy(found: Accuracy) -> Iterator[Block]:
    columns = [Column("references"), *(Column(name, right=True) for name in ("total", *_OUTCOMES))]
    rows = [
        [
            Cell(tally.language, "kind"),
            Cell(f"{tally.total:,}", "count"),
            *(_share(getattr(tally, name), tally.total) for name in _OUTCOMES),
        ]
        for tally in found.languages
    ]
    yield Table(columns, rows, indent=2)
    if not found.shapes:
        return
    yield Line()
    shown = (
        f"{len(found.shapes)} of {found.shape_count:,} shapes"
        if len(found.shapes) < found.shape_count
        else ""
    )
    yield line(Cell("references without a target", "title"), Cell(f"  {shown}", "dim"))
    columns = [
        Column("", right=True),
        *(Column("") for _ in range(3)),
        Column("", fit="cut"),
        Column("", fit="cut"),
    ]
    yield Table(columns, [_shape_row(shape) for shape in found.shapes], indent=2)


def _share(count: int, total: int) -> Cell:
    return Cell(f"{count:,} ({count / total:.1%})") if count else Cell("-", "dim")


def _shape_row(shape: OpenShape) -> list[Cell]:
    return [
        Cell(f"{shape.count:,}", "count"),
        Cell(shape.kind, "kind"),
        Cell(shape.form),
        Cell(shape.reason, "warn"),
        Cell(shape.text),
        Cell(f"{shape.path}:{shape.line}", "path"),
    ]


def _local(moment: str) -> str:
    """A time in UTC as the clock on the wall shows it."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def _dirty(answer: IndexStatus) -> Iterator[Block]:
    if not answer.dirty_count:
        yield line(Cell("no indexed file has changed since", "good"), indent=2)
        return
    verb = "has" if answer.dirty_count == 1 else "have"
    text = f"{plural(answer.dirty_count, 'file')} {verb} changed or gone since; run codegraph index"
    yield line(Cell(text, "warn"), indent=2)
    shown = answer.dirty_paths[:_DIRTY_SHOWN]
    yield Table([Column("", fit="wrap")], [[Cell(path, "path")] for path in shown], indent=4)
    if len(shown) < answer.dirty_count:
        yield line(Cell(f"… and {answer.dirty_count - len(shown):,} more", "dim"), indent=4)
