"""The shapes an answer takes on a terminal: lines, tables and trees, free of any library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias


class Cell(NamedTuple):
    """A piece of text with its meaning; ``short`` replaces it where width is scarce (on a terminal).

    Styles name what the text is, not how it looks: ``symbol``, ``kind``, ``path``, ``count``, ``dim``,
    ``good``, ``warn``, ``bad``, ``title``.
    """

    text: str
    style: str = ""
    short: str = ""


class Line(NamedTuple):
    """One line made of cells, which are joined as they are."""

    cells: Sequence[Cell] = ()
    indent: int = 0


class Column(NamedTuple):
    """A table's column: its heading, whether its cells are numbers (set to the right), and how it gets narrow.

    On a terminal that is too narrow ``drop`` columns are left out, then ``cut`` columns lose the ends of their
    texts, ``wrap`` columns are broken into lines, and ``keep`` columns stay whole as long as they can.
    """

    title: str
    right: bool = False
    fit: Literal["drop", "cut", "wrap", "keep"] = "keep"


class Table(NamedTuple):
    """Rows of cells under headings."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    indent: int = 0


class Branch(NamedTuple):
    """A node of a tree: what its line says and what hangs below."""

    cells: Sequence[Cell]
    children: Sequence[Branch] = ()


class Code(NamedTuple):
    """Source text, numbered from ``start_line`` and coloured on a terminal, as it is elsewhere."""

    text: str
    language: str
    start_line: int


Block: TypeAlias = Line | Table | Branch | Code


def without_empty_columns(table: Table) -> Table:
    """The table without columns that have no heading and nothing in any row."""
    filled = [
        place
        for place, column in enumerate(table.columns)
        if column.title or any(row[place].text for row in table.rows)
    ]
    return only_columns(table, filled)


def only_columns(table: Table, places: Sequence[int]) -> Table:
    """The table with the columns at these places."""
    rows = [[row[place] for place in places] for row in table.rows]
    return Table([table.columns[place] for place in places], rows, table.indent)


def line(*parts: Cell | str, indent: int = 0) -> Line:
    """A line of cells, where a bare string is text without a meaning of its own."""
    return Line([part if isinstance(part, Cell) else Cell(part) for part in parts], indent)
