"""Hunks of patches: read without trust, and applied to texts in memory, forwards or backwards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

HUNK = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
COMBINED = re.compile(rb"(@{3,9}) ((?:-\d{1,9}(?:,\d{1,9})? ){2,8})\+(\d{1,9})(?:,(\d{1,9}))? \1")
"""The head of a hunk of a merge: one range for each parent, as many as there are ``@`` but one, and the result's."""
_RANGE = re.compile(rb"-(\d+)(?:,(\d+))?")
_SEARCH = 2000  # lines up and down of where a hunk says that it belongs


class Hunk(NamedTuple):
    """Consecutive lines: where they begin on either side (from 0), and what they are, ends of lines included."""

    old_start: int
    new_start: int
    old: list[bytes]
    new: list[bytes]


def read_hunk(lines: Sequence[bytes], at: int, match: re.Match[bytes]) -> tuple[Hunk, int]:
    """A hunk whose head ``HUNK`` matched and whose lines begin at a place; and the place behind them."""
    old_left, new_left = (int(count) if count is not None else 1 for count in (match[2], match[4]))
    old: list[bytes] = []
    new: list[bytes] = []
    sides: tuple[list[bytes], ...] = ()
    while at < len(lines) and (old_left > 0 or new_left > 0 or lines[at].startswith(b"\\")):
        mark, text = lines[at][:1], lines[at][1:] + b"\n"
        if mark == b"\\":
            for side in sides:
                side[-1] = side[-1].removesuffix(b"\n")
        elif mark == b"-":
            sides, old_left = (old,), old_left - 1
        elif mark == b"+":
            sides, new_left = (new,), new_left - 1
        elif mark in (b" ", b"", b"\r"):  # editors take the blank of an empty line away
            sides, old_left, new_left = (old, new), old_left - 1, new_left - 1
            text = b"\n" if not mark else text
        else:
            break
        if mark != b"\\":
            for side in sides:
                side.append(text)
        at += 1
    return Hunk(_start(match[1], match[2]), _start(match[3], match[4]), old, new), at


def read_combined(lines: Sequence[bytes], at: int, match: re.Match[bytes]) -> tuple[Hunk, int]:
    """What a hunk of a merge (``COMBINED``) changes in the first parent.

    Each line has a mark for each parent, as git's manual says: one with a ``-`` is in those parents that have it, and
    not in the result; any other is in the result, and in the parents without a ``+``.
    """
    ranges = _RANGE.findall(match[2])
    left = [int(count or 1) for _, count in (*ranges, (match[3], match[4]))]
    parents = len(match[1]) - 1
    old: list[bytes] = []
    new: list[bytes] = []
    last: tuple[list[bytes], ...] = ()
    while at < len(lines) and (any(count > 0 for count in left) or lines[at].startswith(b"\\")):
        if lines[at].startswith(b"\\"):
            for side in last:
                side[-1] = side[-1].removesuffix(b"\n")
            at += 1
            continue
        marks = lines[at][:parents].rstrip(b"\r").ljust(parents)
        if marks.strip(b" +-"):
            break
        kept = b"-" not in marks
        within = [*(mark == ord(" " if kept else "-") for mark in marks), kept]
        left = [count - inside for count, inside in zip(left, within, strict=True)]
        last = tuple(side for side, inside in ((old, within[0]), (new, kept)) if inside)
        for side in last:
            side.append(lines[at][parents:] + b"\n")
        at += 1
    return Hunk(_start(*ranges[0]), _start(match[3], match[4]), old, new), at


def _start(line: bytes, count: bytes | None) -> int:
    """Where lines begin, from 0; of none it is the line behind which they would stand."""
    return max(int(line) - (count != b"0"), 0)


class Applied(NamedTuple):
    """A text after a patch, and by how many lines its hunks were moved to fit."""

    text: bytes
    moved: int


def apply_hunks(text: bytes, hunks: Sequence[Hunk], *, backwards: bool = False) -> Applied | None:
    """A text after (or, ``backwards``, before) the hunks; None when they do not fit it.

    Lines may have moved; ends of lines may be CRLF in the text and LF in the patch.
    """
    lines = _lines(text)
    crlf = b"\r\n" in text
    plain = [line.rstrip(b"\r\n") for line in lines]
    result: list[bytes] = []
    done, moved, far = 0, 0, 0
    for hunk in hunks:
        before, after, start = (
            (hunk.new, hunk.old, hunk.new_start) if backwards else (hunk.old, hunk.new, hunk.old_start)
        )
        wanted = [line.rstrip(b"\r\n") for line in before]
        place = _place(plain, wanted, start + moved, done)
        if place is None:
            return None
        far += abs(place - start - moved)
        moved = place - start
        result += lines[done:place]
        result += _ended(after, crlf)
        done = place + len(before)
    return Applied(b"".join([*result, *lines[done:]]), far)


def _place(lines: list[bytes], wanted: list[bytes], start: int, least: int) -> int | None:
    """Where lines stand, the place nearest to ``start``."""
    if not wanted:
        return start if least <= start <= len(lines) else (len(lines) if least <= len(lines) else None)
    for away in range(_SEARCH):
        for place in (start + away, start - away) if away else (start,):
            if least <= place <= len(lines) - len(wanted) and lines[place : place + len(wanted)] == wanted:
                return place
    return None


def _ended(lines: Iterable[bytes], crlf: bool) -> Iterator[bytes]:
    for line in lines:
        yield line[:-1] + b"\r\n" if crlf and line.endswith(b"\n") and not line.endswith(b"\r\n") else line


def _lines(text: bytes) -> list[bytes]:
    parts = text.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
