"""``codegraph status``: what the index holds and what has changed on disk since."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import plural
from codegraph.cli.options import Json, Quiet, Root
from codegraph.cli.report import report_blocks
from codegraph.cli.session import begin
from codegraph.tools.index_status import IndexStatus

app = new_app()
_DIRTY_SHOWN = 10


@app.command(cls=Command)
def status(
    *,
    skipped: Annotated[bool, typer.Option("--skipped", help="List every skipped file.")] = False,
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what the index holds, how it was built, and which files have changed since."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.status()
    output.answer(answer, lambda: _blocks(answer, skipped))


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
