"""What code outside of functions belongs to: the variable in whose value it stands, or what it decorates."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codegraph.model import CALLABLE_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View

Span = tuple[int, int, int]
"""First line, last line, and the row of what has these lines."""


def first_on(spans: Iterable[Span], lines: Iterable[int]) -> dict[int, int]:
    """The first of some spans that each line is in; lines in none are left out."""
    left = sorted(set(lines))
    found: dict[int, int] = {}
    for first, last, row in spans:
        begin, end = bisect_left(left, first), bisect_right(left, last)
        if begin < end:
            found.update(dict.fromkeys(left[begin:end], row))
            del left[begin:end]
            if not left:
                break
    return found


def heads(view: View, row: int) -> Iterator[Span]:
    """The lines with the decorators of the functions and classes right within a module or class."""
    nodes = view.nodes
    kinds, starts, lines = nodes["kind"], nodes["start_line"], nodes["line"]
    for child in view.children(row):
        if starts[child] < lines[child] and (kinds[child] in CALLABLE_KINDS or kinds[child] in TYPE_KINDS):
            yield starts[child], lines[child] - 1, child


def values(view: View, row: int) -> Iterator[Span]:
    """The lines with the definitions of the variables right within a module."""
    nodes = view.nodes
    kinds, parents = nodes["kind"], nodes["parent"]
    for child in view.children(row):
        if parents[child] == row and kinds[child] not in CALLABLE_KINDS and kinds[child] not in TYPE_KINDS:
            yield nodes["start_line"][child], nodes["end_line"][child], child
