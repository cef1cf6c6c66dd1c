"""Cuts the code of a long symbol into windows that begin with a statement and overlap a little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

FIRST_CHARS = 380
"""Code that the model still reads in a symbol's first text, behind its name and documentation."""

WINDOW_CHARS = 340
OVERLAP_LINES = 1


class Window(NamedTuple):
    """Lines of a symbol's code, counted from 0, the end left out, and their text."""

    begin: int
    end: int
    text: str


def windows(code: str, most: int, *, first: int = FIRST_CHARS, size: int = WINDOW_CHARS) -> list[Window]:
    """The windows over what the first text has no room for, at most ``most``; none where the code fits.

    A window begins with a statement: a line that is indented as little as any that could begin it. It repeats the
    last line before it. One line that is longer than a window is a window of its own.
    """
    lines = code.split("\n")
    begin, room = 0, first
    found: list[Window] = []
    while len(found) < most:
        end = _end(lines, begin, room)
        if begin:
            found.append(Window(begin, end, "\n".join(lines[begin:end])))
        if end >= len(lines):
            break
        begin, room = max(end - OVERLAP_LINES, begin + 1), size
    return found


def _end(lines: Sequence[str], begin: int, room: int) -> int:
    """Behind the last line that fits, or before an earlier one in the second half that is indented less."""
    used, end = 0, begin
    while end < len(lines) and (used + len(lines[end]) + 1 <= room or end == begin):
        used += len(lines[end]) + 1
        end += 1
    if end >= len(lines):
        return end
    middle = begin + max(1, (end - begin) // 2)
    outermost = range(middle, end + 1)
    return min(outermost, key=lambda number: (_indent(lines[number]), -number))


def _indent(line: str) -> int:
    """How far a line is indented; a blank one or a closing bracket begins no statement."""
    text = line.lstrip()
    return len(line) - len(text) if text and text[0] not in ")]}" else 1_000
