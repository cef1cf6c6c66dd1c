"""``codegraph`` alone: what there is here, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import plural

if TYPE_CHECKING:
    from codegraph.tools.index_status import IndexStatus

_FIRST = (
    ("codegraph index", "index this folder; the graph answers after seconds, embeddings follow"),
    ("codegraph index --no-embeddings", "without search by meaning, which needs the longest"),
    ("codegraph languages", "what is understood, and how far"),
    ("codegraph --help", "all commands"),
)
_THEN = (
    ("codegraph map", "packages and folders, with sizes"),
    ('codegraph search "what it does"', "find it, by name or by meaning"),
    ("codegraph symbol NAME", "what it is, who calls it, what it calls"),
    ("codegraph impact NAME", "what breaks when it changes"),
    ("codegraph trace FROM TO", "how one gets to the other"),
    ("codegraph graph -o graph.svg", "draw it"),
    ("codegraph --help", "all commands"),
)


def welcome() -> int:
    """Print it; the exit code comes back.

    Raises:
        CodegraphError: there is an index that can't be used.
    """
    from codegraph import api
    from codegraph.cli.output import show
    from codegraph.errors import NotIndexedError

    try:
        graph = api.open()
    except NotIndexedError:
        show(_not_indexed())
        return 0
    with graph:
        show(_indexed(graph.status()), graph.root)
    return 0


def _not_indexed() -> Iterator[Block]:
    from codegraph.version import __version__

    yield line(
        Cell(f"codegraph {__version__}", "title"), Cell("  ask your code instead of grepping it", "dim")
    )
    yield line(Cell("nothing is indexed yet in "), Cell(str(Path.cwd()), "symbol"), " or above it")
    yield Line()
    yield _commands(_FIRST)


def _indexed(status: IndexStatus) -> Iterator[Block]:
    report = status.report or {}
    files = sum(report.get("files", {}).values())
    for root in status.roots:
        yield line(Cell(root.virtual_root, "title"), Cell(f"  generation {root.generation}", "dim"))
        sizes = (
            f"{plural(files, 'file')}, {plural(root.node_count, 'node')}, {plural(root.edge_count, 'edge')}"
        )
        yield line(Cell(sizes, "count"), Cell("; ", "dim"), _state(status, files))
    yield Line()
    yield _commands(_THEN if files else _FIRST)


def _state(status: IndexStatus, files: int) -> Cell:
    if not files:
        return Cell("nothing was found to index: codegraph languages tells what is understood", "warn")
    if status.dirty_count:
        verb = "has" if status.dirty_count == 1 else "have"
        return Cell(f"{plural(status.dirty_count, 'file')} {verb} changed since: codegraph index", "warn")
    return Cell("up to date", "good")


def _commands(commands: tuple[tuple[str, str], ...]) -> Table:
    rows = [[Cell(words, "symbol"), Cell(says, "dim")] for words, says in commands]
    return Table([Column("", fit="wrap"), Column("", fit="wrap")], rows, indent=2)
