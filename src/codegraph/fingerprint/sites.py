"""What stands in the source where the graph has a call or a decorator: its arguments, and the name they go to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from codegraph.fingerprint.arguments import NO_ARGUMENTS
from codegraph.fingerprint.literals import MAX_CALL, Arguments, Value, read_arguments
from codegraph.text import SourceOf, read_or_nothing

_CALLEE = re.compile(r"[\w$]+(?:\??\.[\w$]+)*")
_FURTHER = re.compile(r"[(\[]|\s*\.")  # the result is used: f()(1), make().get("/")
_BLANKS = re.compile(r"[ \t]*")
_DOTTED = re.compile(r"[\w$]+(?:\s*\.\s*[\w$]+)*")
# What stands on the line before the last name of the call: router = api.    const router: Router = new
_BOUND = re.compile(
    r"\s*(?:export\s+)?(?:(?:const|let|var)\s+)?([\w$]+)\s*(?::[^=]*)?=\s*(?:await\s+|new\s+)*(?:[\w$]+\.)*"
)

FIRST_LOOK = 1000
"""Bytes that are decoded at first: hardly a call is longer, and decoding costs more than reading it."""


class Site(NamedTuple):
    """A call or decorator in its file.

    Args:
        arguments: None where they can't be read; a decorator without parentheses has none.
        bound_to: the variable that the whole statement gives a value to, "" where that is not plain.
        start_byte: where the expression begins.
        end_byte: where it ends.
        text: the source from there on.
        lines: where each line of the file begins.
    """

    arguments: Arguments | None
    bound_to: str
    start_byte: int
    end_byte: int
    text: str
    lines: Sequence[int]

    @property
    def shown(self) -> str:
        """The expression on one line, white space collapsed."""
        size = self.end_byte - self.start_byte
        text = self.text[:size]  # a character is a byte at least
        return " ".join(text.encode()[:size].decode("utf-8", "replace").split())

    @property
    def end_line(self) -> int:
        """The line in which the expression ends."""
        return bisect_right(self.lines, self.end_byte - 1)

    def name(self, value: Value) -> tuple[str, int, int] | None:
        """The dotted name that an argument is, with the line and column of its last part; None if it is no name."""
        text = self.text[value.start : value.end]
        found = _DOTTED.match(text)
        if found is None or text[found.end() :].strip():
            return None
        last = value.start + found.end() - len(re.split(r"\s*\.\s*", found.group())[-1])
        offset = self.start_byte + len(self.text[:last].encode())
        line = bisect_right(self.lines, offset)
        return "".join(found.group().split()), line, offset - self.lines[line - 1]


class Sites:
    """Finds calls and decorators by their positions; keeps the files it saw last."""

    def __init__(self, source_of: SourceOf) -> None:
        @lru_cache(maxsize=16)
        def read(path: str) -> tuple[bytes, list[int]]:
            data = read_or_nothing(source_of, path)
            return data, [0, *(found.end() for found in re.finditer(rb"\n", data))]

        self._read = read

    def at(self, path: str, line: int, column: int) -> Site | None:
        """The call or decorator at a position; None where the file is gone or has changed."""
        data, lines = self._read(path)
        if not 0 < line <= len(lines):
            return None
        begin = lines[line - 1]
        start = begin + column
        found = _read_call(data[start : start + FIRST_LOOK].decode("utf-8", "replace"))
        if found is not None and (found[1] is None or found[2] == len(found[0])):
            found = _read_call(data[start : start + MAX_CALL].decode("utf-8", "replace"))
        if found is None:
            return None
        text, arguments, end = found
        before = _BOUND.fullmatch(data[begin:start].decode("utf-8", "replace"))
        bound_to = before.group(1) if before is not None else ""
        return Site(arguments, bound_to, start, start + len(text[:end].encode()), text, lines)


def _read_call(text: str) -> tuple[str, Arguments | None, int] | None:
    """The text, the arguments of the call or decorator that it begins with, and where that ends; None for neither."""
    callee = _CALLEE.match(text)
    if callee is None:
        return None
    opening = _BLANKS.match(text, callee.end())
    if opening is None or text[opening.end() : opening.end() + 1] != "(":
        return text, NO_ARGUMENTS, callee.end()
    arguments = read_arguments(text, opening.end())
    if arguments is None or _FURTHER.match(text, arguments.end):
        return text, None, callee.end() if arguments is None else arguments.end
    return text, arguments, arguments.end
