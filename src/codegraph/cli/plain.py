"""Blocks as plain text: nothing coloured, cut or wrapped, so that it can be piped and compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from codegraph.cli.blocks import Block, Branch, Cell, Code, Line, Table, without_empty_columns

# An indexed repository may name its files and symbols as it likes; terminals obey control characters.
# Marks that turn the direction of writing would show a name as another one.
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_GAP = "  "


def harmless(text: str) -> str:
    """The text with control characters (all but tabs) and marks of direction replaced: it can't steer a terminal."""
    return _CONTROL.sub("\ufffd", text)


def render_plain(blocks: Iterable[Block]) -> str:
    """The blocks as lines of text, each ended by a line break."""
    return "".join(f"{text}\n" for block in blocks for text in _lines(block))


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Line():
            yield (" " * block.indent + "".join(harmless(cell.text) for cell in block.cells)).rstrip()
        case Table():
            yield from _table(without_empty_columns(block))
        case Branch():
            yield from _branch(block, 0)
        case Code():
            yield from block.text.split("\n")


def _branch(branch: Branch, depth: int) -> Iterator[str]:
    yield _GAP * depth + "".join(harmless(cell.text) for cell in branch.cells).rstrip()
    for child in branch.children:
        yield from _branch(child, depth + 1)


def _table(table: Table) -> Iterator[str]:
    texts = [[harmless(cell.text) for cell in row] for row in table.rows]
    titles = [column.title for column in table.columns]
    rows = [titles, *texts] if any(titles) else texts
    widths = [max((_cells(row[i]) for row in rows), default=0) for i in range(len(table.columns))]
    for row in rows:
        padded = []
        for column, text, width in zip(table.columns, row, widths, strict=True):
            blanks = " " * (width - _cells(text))
            padded.append(blanks + text if column.right else text + blanks)
        yield (" " * table.indent + _GAP.join(padded)).rstrip()


def _cells(text: str) -> int:
    """How many terminal cells the text takes."""
    if text.isascii():
        return len(text)
    return sum(_character_cells(character) for character in text)


def _character_cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def joined(cells: Iterable[Cell], separator: str) -> list[Cell]:
    """The cells with a separator between each two."""
    result: list[Cell] = []
    for cell in cells:
        result += [Cell(separator, "dim"), cell] if result else [cell]
    return result
