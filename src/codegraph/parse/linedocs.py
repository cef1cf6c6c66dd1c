"""Documentation in comments of one line each: those that follow one another are one text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.parse.docs import clean_doc, documents

if TYPE_CHECKING:
    from codegraph.parse.sweep import Sweep

NOTHING = (-1, -1)


def add_line(sweep: Sweep, start: int, end: int) -> None:
    """Take in a comment that stands before something: it goes on with the one in the line above.

    One behind code in the same line speaks of that code, not of what follows.
    """
    source = sweep.source
    if source[source.rfind(b"\n", 0, start) + 1 : start].strip():
        return
    begin, stop = sweep.doc_lines
    between = source[stop:start] if stop >= 0 else b"-"
    if between.strip() or between.count(b"\n") > 1 or source.startswith(b"/*", start):
        begin = start
    sweep.doc_lines = (begin, end)


def take_lines(sweep: Sweep, start: int) -> str:
    """The documentation of what begins at a position, "" if there is none in the lines above it."""
    begin, end = sweep.doc_lines
    if end < 0 or end > start:
        return ""
    sweep.doc_lines = NOTHING
    style, between = sweep.spec.docs, sweep.source[end:start]
    if between.count(b"\n") > 1 or not documents(between, style.between):
        return ""
    text = sweep.source[begin:end].decode("utf-8", "replace")
    if style.directives:
        lines = text.splitlines()
        text = "\n".join(line for line in lines if not re.match(style.directives, line.strip()))
    return clean_doc(text, style.style, style.markup)


def end_of_lines(source: bytes, start: int, end: int) -> int:
    """Where the last of several comments of one line each ends that follow one another and begin alike."""
    mark = source[start : start + 3]
    if mark[:2] == b"/*":
        return end
    while True:
        begin = end + len(source[end : end + 200]) - len(source[end : end + 200].lstrip(b" \t\r"))
        if source[begin : begin + 1] == b"\n" and source[end - 1 : end] != b"\n":
            begin += 1
            begin += len(source[begin : begin + 200]) - len(source[begin : begin + 200].lstrip(b" \t"))
        if not source.startswith(mark, begin):
            return end
        stop = source.find(b"\n", begin)
        end = stop if stop >= 0 else len(source)
