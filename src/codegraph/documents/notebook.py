"""Reads a notebook's text, in which the cells of Markdown are comments below ``# %% [markdown]``."""

from __future__ import annotations

from codegraph.documents import markdown
from codegraph.documents.model import Reading

CELL, MARKDOWN_CELL = "# %% ", "# %% [markdown]"


def read(lines: list[str]) -> Reading:
    """The headings of the cells of Markdown; all other lines are code."""
    prose = _prose(lines)
    shown = [_uncommented(line) if is_prose else "" for line, is_prose in zip(lines, prose, strict=True)]
    found = markdown.read(["", *shown])  # a line before, as no notebook begins with front matter
    headings = [
        h._replace(line=h.line - 1, title_line=h.title_line - 1, column=h.column + 2, end=h.end - 1)
        for h in found.headings
    ]
    code = [(begin - 1, end - 1) for begin, end in found.code]
    hidden = [(begin - 1, end - 1) for begin, end in found.hidden]
    code += _ranges([not is_prose for is_prose in prose])
    return Reading(headings, sorted(code), hidden)


def shown(lines: list[str]) -> list[str]:
    """The lines without the marks of comments in cells of Markdown."""
    return [
        _uncommented(line) if is_prose else line for line, is_prose in zip(lines, _prose(lines), strict=True)
    ]


def _prose(lines: list[str]) -> list[bool]:
    """Of each line whether it is in a cell of Markdown; the cell's title is not."""
    inside = False
    found = []
    for line in lines:
        if line.startswith(CELL):
            inside = line.startswith(MARKDOWN_CELL)
            found.append(False)
        else:
            found.append(inside)
    return found


def _uncommented(line: str) -> str:
    return line.removeprefix("#").removeprefix(" ")


def _ranges(marked: list[bool]) -> list[tuple[int, int]]:
    """The runs of marked lines, ends excluded."""
    found: list[tuple[int, int]] = []
    begin = -1
    for number, mark in enumerate([*marked, False]):
        if mark and begin < 0:
            begin = number
        elif not mark and begin >= 0:
            found.append((begin, number))
            begin = -1
    return found
