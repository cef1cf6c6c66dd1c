"""Texts that every match of a regular expression holds, read off the expression with care.

Where there is doubt, fewer texts are given: whoever narrows a search down by them loses no match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_FLAGS = re.compile(r"\(\?([a-zA-Z0-9]*)(?:-[a-zA-Z]*)?[:)]")
_HARMLESS = frozenset("ims")
_CLASSES = frozenset("dDsSwWbBAZntrfv")
_COUNT = re.compile(r"\{[0-9]*(?:,[0-9]*)?\}")
_ENDS = frozenset(".^$")


def required_literals(pattern: str) -> list[str]:
    """The runs of ASCII letters and marks outside of groups that any text has in which ``pattern`` matches.

    Letters may stand in another case in the text, as the expression may be one that ignores case.

    >>> required_literals(r"self\\.(get|set)_value\\(x?")
    ['self.', '_value(']
    """
    try:
        return [run for run in _Reader(pattern).runs() if run]
    except _DoubtError:
        return []


class _DoubtError(Exception):
    """Something stands in the expression that may give what follows another meaning."""


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._place = 0

    def runs(self) -> Iterator[str]:
        """The runs in order; some are empty."""
        found = []
        run = ""
        while self._place < len(self._pattern):
            letter = self._next()
            if letter in "?*{":
                if letter == "{":
                    self._skip_count()
                found.append(run[:-1])
                run = ""
            elif letter == "+":
                found.append(run)
                run = ""
            elif literal := self._literal(letter):
                run += literal
            else:
                found.append(run)
                run = ""
        return iter([*found, run])

    def _literal(self, letter: str) -> str:
        """The letter that stands for itself, "" after something that is no letter was skipped."""
        if letter == "\\":
            return self._escaped()
        if letter == "[":
            self._skip_set()
        elif letter == "(":
            self._skip_group()
        elif letter in "|)":
            raise _DoubtError
        elif letter not in _ENDS and letter.isascii():
            return letter
        return ""

    def _next(self) -> str:
        if self._place >= len(self._pattern):
            raise _DoubtError
        self._place += 1
        return self._pattern[self._place - 1]

    def _escaped(self) -> str:
        letter = self._next()
        if letter in _CLASSES:
            return ""
        if letter.isalnum() or not letter.isascii():
            raise _DoubtError
        return letter

    def _skip_set(self) -> None:
        if self._pattern[self._place : self._place + 1] == "^":
            self._place += 1
        first = self._place
        while (letter := self._next()) != "]" or self._place == first + 1:
            if letter == "\\":
                self._next()
            elif letter == "[":
                raise _DoubtError

    def _skip_group(self) -> None:
        """Skip to the end of a group, whatever is in it."""
        flags = _FLAGS.match(self._pattern, self._place - 1)
        if flags and not _HARMLESS.issuperset(flags[1]):
            raise _DoubtError
        depth = 1
        while depth:
            letter = self._next()
            if letter == "\\":
                self._next()
            elif letter == "[":
                self._skip_set()
            elif letter == "(":
                inner = _FLAGS.match(self._pattern, self._place - 1)
                if inner and not _HARMLESS.issuperset(inner[1]):
                    raise _DoubtError
                depth += 1
            elif letter == ")":
                depth -= 1

    def _skip_count(self) -> None:
        count = _COUNT.match(self._pattern, self._place - 1)
        if count is None:
            raise _DoubtError
        self._place = count.end()
