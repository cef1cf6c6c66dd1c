"""``codegraph impact``: who is affected when something changes."""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import heading, place_cell, plural, same_name, short_fqn, site_cell, symbol_cell
from codegraph.cli.options import Cursor, Json, Kinds, Possible, Quiet, Root
from codegraph.cli.report import counts
from codegraph.cli.session import begin, from_here, note_cut, note_limit, note_namesakes, note_possible
from codegraph.model import Confidence, NodeKind
from codegraph.tools.impact_analysis import Dependant, Impact, Reaching

app = new_app(
    ("codegraph impact Cart.total", "what breaks when it changes, and which tests tell"),
    ("codegraph impact shop/cart.py --max-depth 1 --no-tests", "who depends on a file directly"),
    ("codegraph impact Cart --direction forward", "what it depends on itself"),
)
_COLUMNS = (Column("", fit="cut"), Column(""), Column("", fit="drop"), Column(""), Column(""))
_ENDS = (Column(""), Column("", fit="wrap"), Column("", fit="drop"), Column(""), Column(""))


@app.command(cls=Command)
def impact(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="A symbol, file, package, or path:line.")],
    *,
    direction: Annotated[
        str,
        typer.Option(
            "--direction", metavar="WAY", help="backward: who depends on it; forward: what it depends on."
        ),
    ] = "backward",
    max_depth: Annotated[
        int, typer.Option("--max-depth", "-d", metavar="N", min=1, help="Follow so many steps.")
    ] = 3,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most this many entries.")
    ] = 500,
    kinds: Kinds = None,
    no_tests: Annotated[bool, typer.Option("--no-tests", help="Leave out tests.")] = False,
    possible: Possible = False,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List who depends on a symbol, file or package, directly and through others."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    answer = graph.impact(
        from_here(target),
        direction=direction,
        max_depth=max_depth,
        max_nodes=limit,
        edge_kinds=kinds or (),
        include_possible=possible,
        include_tests=not no_tests,
        cursor=cursor,
    )
    output.answer(answer, lambda: _blocks(answer))
    note_limit(output, max_depth, answer.max_depth)
    note_cut(output, len(answer.direct_impact) + len(answer.transitive_impact), answer.total)
    note_possible(output, answer.possible)
    note_namesakes(output, target, answer.namesakes)


def _blocks(answer: Impact) -> Iterator[Block]:
    yield from heading(answer.target)
    yield from same_name(answer.definitions)
    yield Line()
    yield line(Cell(_summary(answer), "count"))
    if len(answer.by_package) > 1:
        yield line(Cell(f"by package: {counts(answer.by_package)}", "dim"))
    entries = [*answer.direct_impact, *answer.transitive_impact]
    for depth, group in groupby(entries, key=lambda entry: entry.depth):
        shown = list(group)
        total = answer.by_depth[depth - 1]
        count = f"{total:,}" if total == len(shown) else f"{len(shown):,} of {total:,}"
        yield Line()
        yield line(Cell(f"depth {depth}", "title"), Cell(f" ({count})", "dim"))
        yield Table(_COLUMNS, [_row(entry, answer.target.fqn) for entry in shown], indent=2)
    way = "that reach it" if answer.direction == "backward" else "that it reaches"
    yield from _section(f"endpoints {way}", answer.endpoints, answer.target.fqn)
    yield from _section(f"tests {way}", answer.tests, answer.target.fqn)


def _section(title: str, found: Reaching, target: str) -> Iterator[Block]:
    """One of the sorts of nodes that lie at the ends of ways, with how far away each is."""
    if not found.total:
        return
    count = f"{len(found.entries):,} of {found.total:,}" if found.truncated else f"{found.total:,}"
    yield Line()
    yield line(Cell(title, "title"), Cell(f" ({count}, within {plural(found.max_depth, 'step')})", "dim"))
    yield Table(_ENDS, [_end(entry, target) for entry in found.entries], indent=2)


def _end(entry: Dependant, target: str) -> list[Cell]:
    """An endpoint by its method and path, or a test."""
    through = "" if entry.through == target else short_fqn(entry.through)
    rest = [Cell(through), Cell(plural(entry.depth, "step"), "dim"), place_cell(entry)]
    if entry.kind == NodeKind.ENDPOINT:
        method, _, path = entry.name.partition(" ")
        return [Cell(method, "kind"), Cell(path, "symbol"), *rest]
    return [Cell(""), symbol_cell(entry), *rest]


def _summary(answer: Impact) -> str:
    if not answer.total:
        return "nothing found that depends on it" if answer.direction == "backward" else "nothing found"
    direct = answer.by_depth[0] if answer.by_depth else 0
    steps = plural(answer.max_depth, "step")
    words = [
        f"{direct:,} direct",
        f"{answer.total:,} within {steps}",
        plural(len(answer.by_package), "package"),
    ]
    words.append(plural(len(answer.by_file), "file"))
    if answer.in_tests:
        words.append(f"{answer.in_tests:,} in tests")
    return " · ".join(words)


def _row(entry: Dependant, target: str) -> list[Cell]:
    unsure = "" if entry.confidence == Confidence.CERTAIN else entry.confidence
    return [
        symbol_cell(entry),
        Cell(entry.edge_kind, "kind"),
        Cell("" if entry.through == target else short_fqn(entry.through)),
        site_cell(entry.sites),
        Cell(unsure, "warn"),
    ]
