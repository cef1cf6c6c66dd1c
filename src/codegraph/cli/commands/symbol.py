"""``codegraph symbol``: a card that says what a symbol is and whom it has to do with."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from codegraph.cli.app import Command, new_app
from codegraph.cli.blocks import Block, Cell, Column, Line, Table, line
from codegraph.cli.names import heading, kind_cell, place_cell, plural, same_name, site_cell, symbol_cell
from codegraph.cli.options import Cursor, Json, Possible, Quiet, Root
from codegraph.cli.session import begin, from_here, note_cut, note_namesakes, note_possible
from codegraph.tools.answers import Related, Symbol
from codegraph.tools.symbol_detail import SymbolDetail

app = new_app(
    ("codegraph symbol Cart.total", "a method by the tail of its name"),
    ("codegraph symbol shop/cart.py:11", "what stands in a line"),
    ("codegraph symbol Cart --limit 50", "with more callers, callees and members"),
)
_LISTS = (
    ("extends", "extends"),
    ("implements", "implements"),
    ("overrides", "overrides"),
    ("subclasses", "extended by"),
    ("implementers", "implemented by"),
    ("overridden_by", "overridden by"),
    ("imported_by", "imported by"),
    ("imports", "imports"),
    ("top_callers", "called by"),
    ("top_callees", "calls"),
    ("tested_by", "tested by"),
    ("documented_by", "documented by"),
    ("documents", "documents"),
)


@app.command(cls=Command)
def symbol(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="FQN, a tail of it (Class.method), path, or path:line.")
    ],
    *,
    limit: Annotated[
        int,
        typer.Option(
            "--limit", "-n", metavar="N", min=1, help="At most this many callers, callees and members."
        ),
    ] = 10,
    possible: Possible = False,
    cursor: Cursor = "",
    root: Root = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what a symbol is: signature, doc, members, bases, callers and callees."""
    graph, output = begin(root, as_json=json, quiet=quiet)
    detail = graph.symbol(
        from_here(name),
        include_possible=possible,
        include_metrics=True,
        max_relations=limit,
        max_children=limit,
        cursor=cursor,
    )
    output.answer(detail, lambda: _card(detail))
    shown = [(len(getattr(detail, part)), total) for part, total in detail.totals.items()]
    note_cut(output, sum(s for s, _ in shown), sum(t for _, t in shown))
    note_possible(output, detail.possible)
    note_namesakes(output, name, detail.namesakes)


def _card(detail: SymbolDetail) -> Iterator[Block]:
    yield from heading(detail)
    yield from same_name(detail.definitions)
    if detail.signature:
        yield Line()
        yield line(Cell(detail.signature), indent=2)
    if detail.doc_comment:
        yield Line()
        for text in detail.doc_comment.strip().splitlines():
            yield line(Cell(text.rstrip(), "dim"), indent=2)
    yield Line()
    yield from _facts(detail)
    if detail.members:
        yield from _title("members", len(detail.members), detail.totals["members"])
        yield _members(detail.members)
    for part, title in _LISTS:
        entries = getattr(detail, part)
        if entries:
            yield from _title(title, len(entries), detail.totals[part])
            yield _relations(entries)
    if detail.unresolved:
        yield from _title("references without a target", len(detail.unresolved), detail.totals["unresolved"])
        rows = [
            [
                Cell(open_.text),
                Cell(open_.reason, "warn"),
                Cell(f"{open_.site.path}:{open_.site.line}", "path"),
            ]
            for open_ in detail.unresolved
        ]
        yield Table([Column("", fit="cut"), Column(""), Column("")], rows, indent=2)


def _plain(value: object) -> str:
    """A value in words; of a list of tables, which has a command of its own, how many there are."""
    if not isinstance(value, list):
        return str(value)
    return f"({len(value):,})" if value and not isinstance(value[0], str) else " ".join(map(str, value))


def _facts(detail: SymbolDetail) -> Iterator[Block]:
    words = [detail.visibility, *detail.modifiers, "exported" if detail.exported else ""]
    words += ["test" if detail.is_test else ""]
    words = [word for word in dict.fromkeys(words) if word and (word != "export" or not detail.exported)]
    facts = {
        "is": ", ".join(words),
        "in": detail.parent_chain[0].fqn if detail.parent_chain else "",
        "decorators": ", ".join(f"@{text}" for text in detail.decorators),
        "tags": ", ".join(detail.tags),
        "attributes": ", ".join(f"{key} {_plain(value)}" for key, value in detail.attributes.items()),
        "metrics": _metrics(detail.body),
    }
    rows = [[Cell(key, "dim"), Cell(value)] for key, value in facts.items() if value]
    if rows:
        yield Table([Column(""), Column("", fit="wrap")], rows, indent=2)


def _metrics(metrics: dict[str, int]) -> str:
    shown = [plural(metrics["loc"], "line")] if metrics.get("loc") else []
    shown += [
        f"{name.replace('_', ' ')} {metrics[name]}"
        for name in ("parameters", "cyclomatic", "cognitive", "nesting", "fan_in", "fan_out")
        if metrics.get(name)
    ]
    return ", ".join(shown)


def _title(title: str, shown: int, total: int) -> Iterator[Block]:
    yield Line()
    count = f"{total:,}" if shown == total else f"{shown:,} of {total:,}"
    yield line(Cell(title, "title"), Cell(f" ({count})", "dim"))


def _members(members: Sequence[Symbol]) -> Table:
    rows = [[symbol_cell(member), kind_cell(member), place_cell(member)] for member in members]
    return Table([Column("", fit="cut"), Column(""), Column("")], rows, indent=2)


def _relations(entries: Sequence[Related]) -> Table:
    rows = [
        [
            symbol_cell(entry),
            Cell("" if entry.confidence == "certain" else entry.confidence, "warn"),
            site_cell(entry.sites) if entry.sites else place_cell(entry),
        ]
        for entry in entries
    ]
    return Table([Column("", fit="cut"), Column(""), Column("")], rows, indent=2)
