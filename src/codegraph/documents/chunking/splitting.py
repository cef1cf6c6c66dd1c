"""Cuts long texts: where a paragraph ends, else a line, a sentence, a word; each step looks at one window alone."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.documents.chunking.protocol import Window

Span = tuple[int, int]

_ENDS = (
    re.compile(r"\n[ \t]*\n"),
    re.compile(r"\n"),
    re.compile(r"[.!?:;](?=\s)|[。！？]"),
    re.compile(r"\s"),
)
"""What ends a paragraph, a line, a sentence and a word."""


def recursive(text: str, window: Window) -> Iterator[Span]:
    """Spans of the text, each of at most ``window.size`` characters, none of them blank.

    Together they hold everything but white space; a span begins at most ``window.overlap`` characters before the
    end of the one before.
    """
    start, end = 0, 0
    while (start := _skip_blanks(text, start)) < len(text):
        end = _end(text, start, window.size)
        yield start, len(text[:end].rstrip()) if text[end - 1].isspace() else end
        if end >= len(text):
            return
        start = _next_start(text, start, end, window.overlap)


def fixed(text: str, window: Window) -> Iterator[Span]:
    """Spans of exactly ``window.size`` characters, the last one shorter."""
    step = window.size - window.overlap
    for start in range(0, max(len(text) - window.overlap, 1), step):
        yield start, min(start + window.size, len(text))


def _end(text: str, start: int, size: int) -> int:
    """Where a chunk that begins at ``start`` ends: at the best place in its second half, else at the last one."""
    limit = start + size
    if limit >= len(text):
        return len(text)
    for begin in (start + size // 2, start + 1):
        for ends in _ENDS:
            last = deque(ends.finditer(text, begin, limit), maxlen=1)
            if last:
                return last[0].end()
    return limit


def _next_start(text: str, start: int, end: int, overlap: int) -> int:
    """Where the next chunk begins: at the first line, sentence or word within the overlap, half a chunk further on."""
    begin = max(end - overlap, start + max((end - start) // 2, 1))
    for ends in _ENDS[1:]:
        found = ends.search(text, begin, end)
        if found is not None and found.end() < end:
            return found.end()
    return begin if overlap and begin < end else end


def _skip_blanks(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start
