"""What a document names: code between marks, links, and paths; found by bounded patterns, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

if TYPE_CHECKING:
    from codegraph.documents.model import Document

LINK, CODE, PATH = "link", "code", "path"
MAX_LINE = 4000
MAX_MENTIONS = 2000
"""So many are looked at of one section."""

_LINK = re.compile(r"\]\(<?([^()\s<>]{1,300})|^ {0,3}\[[^\[\]]{1,200}\]:\s{0,9}<?([^\s<>]{1,300})")
_CODE = re.compile(r"`{1,2}([^`]{1,200})`{1,2}")
_PATH = re.compile(r"(?<![\w./@:-])((?:\.{0,2}/)?[\w.-]{1,80}(?:/[\w.-]{1,80}){1,12})")
_RST_ROLE = re.compile(r":[a-zA-Z][\w:+.-]{0,60}:`([^`]{1,300})`")
_RST_TARGET = re.compile(r"`[^`<>]{1,300}<([^`<>]{1,300})>`_{0,2}")
_ROLE_TARGET = re.compile(r"<([^<>]{1,300})>$")
_ADOC_LINK = re.compile(r"(?:link|xref|include)::?([^\s\[\]]{1,300})\[")
_CALL = re.compile(r"(?<![\w.:])([A-Za-z_][\w]{0,80}(?:(?:\.|::)[A-Za-z_]\w{0,80}){0,8}\(\))")
_ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{1,30}:(?!:)|//|#$")


class Mention(NamedTuple):
    """A name in a document; ``line`` counts from 1, ``column`` is in bytes."""

    how: str
    text: str
    line: int
    column: int


def mentions(document: Document, begin: int, end: int) -> Iterator[Mention]:
    """What the lines of a document from ``begin`` (from 0) to ``end`` (excluded) name, outside of code and comments."""
    left_out = {
        line
        for first, last in (*document.reading.code, *document.reading.hidden)
        for line in range(max(first, begin), min(last, end))
    }
    found = 0
    for number in range(begin, end):
        line = document.lines[number]
        if number in left_out or len(line) > MAX_LINE:
            continue
        for how, text, at in _of_line(line, document.language):
            yield Mention(how, text, number + 1, len(line[:at].encode()))
            found += 1
            if found >= MAX_MENTIONS:
                return


def _of_line(line: str, language: str) -> Iterator[tuple[str, str, int]]:
    # A pattern is tried where the line has the mark that each of its matches holds: most lines have none.
    quotes = line.count("`")
    yield from _links(line, language)
    if quotes > 1:
        for match in _CODE.finditer(line):
            yield CODE, match[1].strip(), match.start(1)
    elif "()" in line:
        for match in _CALL.finditer(line):
            yield CODE, match[1], match.start(1)
    if "/" in line:
        for match in _PATH.finditer(line):
            if "." in match[1].rpartition("/")[2][1:]:
                yield PATH, match[1].rstrip("."), match.start(1)


def _links(line: str, language: str) -> Iterator[tuple[str, str, int]]:
    if language == "rst":
        if "`" in line:
            yield from _of_rst(line)
    elif language == "asciidoc":
        if "[" in line:
            for match in _ADOC_LINK.finditer(line):
                yield from _link(match[1], match.start(1))
    elif "](" in line or "]:" in line:
        for match in _LINK.finditer(line):
            group = 1 if match[1] else 2
            yield from _link(match[group], match.start(group))


def _of_rst(line: str) -> Iterator[tuple[str, str, int]]:
    for match in _RST_ROLE.finditer(line):
        target = _ROLE_TARGET.search(match[1])
        yield CODE, (target[1] if target else match[1]).strip(), match.start(1)
    for match in _RST_TARGET.finditer(line):
        yield from _link(match[1], match.start(1))


def _link(target: str, at: int) -> Iterator[tuple[str, str, int]]:
    if not _ELSEWHERE.match(target):
        yield LINK, unquote(target), at
