"""The lines of source files."""

from __future__ import annotations

import re
from functools import lru_cache

from codegraph.text import SourceOf, read_or_nothing

_LEFT_OUT = re.compile(r"[\s\"'`]+")


class Lines:
    """Reads lines of files; keeps the files it saw last.

    Args:
        source_of: gives the source of a file.
    """

    def __init__(self, source_of: SourceOf) -> None:
        self._of = lru_cache(maxsize=16)(lambda path: read_or_nothing(source_of, path).split(b"\n"))

    def bare(self, path: str, line: int) -> str:
        """A line, counted from 1, without white space and quotes; "" where there is none."""
        lines = self._of(path)
        if not 0 < line <= len(lines):
            return ""
        return _LEFT_OUT.sub("", lines[line - 1][:500].decode("utf-8", "replace"))
