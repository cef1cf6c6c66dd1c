"""Blocks for a terminal, with rich: coloured by meaning and fitted to its width."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.syntax import Syntax
from rich.table import Table as RichTable
from rich.text import Text
from rich.theme import Theme
from rich.tree import Tree

from codegraph.cli.blocks import Block, Branch, Cell, Code, Line, Table, only_columns, without_empty_columns
from codegraph.cli.plain import harmless, joined

if TYPE_CHECKING:
    from codegraph.cli.links import Links

_READABLE = 16  # a name cut shorter than this tells nothing
_THEME = Theme(
    {
        "symbol": "bold",
        "kind": "cyan",
        "path": "blue",
        "count": "bold",
        "good": "green",
        "warn": "yellow",
        "bad": "red",
        "title": "bold",
    }
)


_LINK = re.compile("\x1b]8;([^;]*);([^\x1b]*)\x1b\\\\")


def render_pretty(blocks: Iterable[Block], links: Links | None = None) -> str:
    """The blocks as text with the terminal's own colour codes, as wide as the terminal, places as links."""
    target = io.StringIO()
    # The text goes through one writer, so rich draws into memory and is told what the real stdout is.
    probe = Console(file=sys.stdout)
    console = Console(
        file=target,
        force_terminal=probe.is_terminal,
        no_color=probe.no_color,
        width=probe.width,
        color_system=cast("Any", probe.color_system),  # rich types what it returns as a mere str
        theme=_THEME,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    for block in blocks:
        console.print(_renderable(_linked(block, links), console.width), soft_wrap=False)
    # rich gives each link a random number, so that two runs would differ
    text = _LINK.sub(lambda found: f"\x1b]8;;{found[2]}\x1b\\", target.getvalue())
    return re.sub(r" +\n", "\n", text)


def without_links(text: str) -> str:
    """Text for a terminal without its links."""
    return _LINK.sub("", text)


def is_place(cell: Cell) -> bool:
    """Whether a cell is a place in a file, as a link or not."""
    return cell.style.partition(" ")[0] == "path"


def _linked(block: Block, links: Links | None) -> Block:
    """The block, in which the cells that are places know their address."""
    if links is None or not isinstance(block, Line | Table):
        return block

    def cells(some: Sequence[Cell]) -> list[Cell]:
        return [
            cell._replace(style=f"path link {links.address(cell.text)}".removesuffix(" link "))
            if cell.style == "path"
            else cell
            for cell in some
        ]

    if isinstance(block, Line):
        return block._replace(cells=cells(block.cells))
    return block._replace(rows=[cells(row) for row in block.rows])


def _renderable(block: Block, width: int) -> RenderableType:
    match block:
        case Line():
            text = _text(block.cells)
            return Padding(text, (0, 0, 0, block.indent), expand=False) if text else text
        case Table():
            return _fitted(block, width)
        case Branch():
            return _tree(block)
        case Code():
            return Syntax(
                "".join(c if c == "\n" else harmless(c) for c in block.text),
                block.language or "text",
                line_numbers=True,
                start_line=block.start_line,
                background_color="default",
                theme="ansi_dark",
                word_wrap=True,
            )


def _text(cells: Iterable[Cell], *, cut: bool = False) -> Text:
    text = Text(overflow="ellipsis" if cut else "fold")
    for cell in cells:
        style, _, address = cell.style.partition(" link ")
        text.append(harmless(cell.short or cell.text), style=style)
        if address:
            text.stylize(Style(link=address), len(text) - len(harmless(cell.short or cell.text)))
    return text


def _fitted(block: Table, width: int) -> RenderableType:
    """The table as it fits the width: whole, without its ``drop`` columns, with cut names, or stacked."""
    table = without_empty_columns(block)
    if _least_width(table, natural=True) > width:
        table = only_columns(table, [i for i, column in enumerate(table.columns) if column.fit != "drop"])
    if _least_width(table) > width and any(is_place(cell) for row in table.rows for cell in row):
        return _stacked(table)
    return Padding(_table(table, _widths(table, width)), (0, 0, 0, table.indent))


def _least_width(table: Table, *, natural: bool = False) -> int:
    """How wide the table is: as it is (natural), or when it is as narrow as it can get and be read."""
    width = table.indent - 2
    for place, column in enumerate(table.columns):
        widest = max((_text([row[place]]).cell_len for row in table.rows), default=0)
        width += 2 + (widest if natural or column.fit == "keep" else min(widest, _READABLE))
    return width


def _stacked(table: Table) -> Text:
    """Each row on two lines, the places below the rest."""
    lines = []
    for row in table.rows:
        filled = [cell for cell in row if cell.text]
        rest = [cell for cell in filled if not is_place(cell)]
        places = [cell for cell in filled if is_place(cell)]
        for cells, indent in ((rest, table.indent), (places, table.indent + 4)):
            if cells:
                lines.append(Text(" " * indent) + _text(joined(cells, "  ")))
    return Text("\n", overflow="fold").join(lines)


def _widths(table: Table, width: int) -> list[int | None]:
    """For each column how wide it has to be made, None where it may be as wide as its texts.

    Of what can be cut or broken the widest gives way first, down to what can be read.
    """
    natural = [
        max(len(column.title), *(_text([row[place]]).cell_len for row in table.rows), 0)
        for place, column in enumerate(table.columns)
    ]
    widths = list(natural)
    flexible = [place for place, column in enumerate(table.columns) if column.fit != "keep"]
    for _ in range(table.indent + sum(natural) + 2 * (len(natural) - 1) - width):
        widest = max(flexible, key=lambda place: widths[place], default=None)
        if widest is None or widths[widest] <= _READABLE:
            break
        widths[widest] -= 1
    return [fitted if fitted < wanted else None for fitted, wanted in zip(widths, natural, strict=True)]


def _table(block: Table, widths: list[int | None]) -> RichTable:
    titled = any(column.title for column in block.columns)
    table = RichTable(box=None, show_header=titled, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for column, width in zip(block.columns, widths, strict=True):
        table.add_column(
            column.title,
            justify="right" if column.right else "left",
            overflow="ellipsis" if column.fit == "cut" else "fold",
            no_wrap=column.fit in ("keep", "cut"),
            width=width,
        )
    for row in block.rows:
        cells = zip(row, block.columns, strict=True)
        table.add_row(*(_text([cell], cut=column.fit == "cut") for cell, column in cells))
    return table


def _tree(branch: Branch) -> Tree:
    tree = Tree(_text(branch.cells), guide_style="dim")
    for child in branch.children:
        tree.children.append(_tree(child))
    return tree
