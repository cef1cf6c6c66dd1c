"""The shapes an answer takes on a terminal: lines, tables and trees, free of any library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias


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
    """A table's column: its heading and whether its cells are numbers, set to the right."""

    title: str
    right: bool = False


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


def line(*parts: Cell | str, indent: int = 0) -> Line:
    """A line of cells, where a bare string is text without a meaning of its own."""
    return Line([part if isinstance(part, Cell) else Cell(part) for part in parts], indent)
