"""Reads AsciiDoc: ``==`` titles outside of delimited blocks, and titles that are underlined."""

from __future__ import annotations

import re

from codegraph.documents.inline import plain_text
from codegraph.documents.model import Heading, Reading
from codegraph.text import collapse

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.{0,400})$")
_CODE = "-.`+"
_BLOCKS = frozenset("-.=*_+/`")
_TABLE = re.compile(r"[|,:!]===+\s*$")
_UNDERLINES = "=-~^+"
_TITLE_TAIL = re.compile(r"[ \t]+=+$")


def read(lines: list[str]) -> Reading:
    """Titles, blocks of code and comments. A block that is not closed goes on to the end, as Asciidoctor has it."""
    headings: list[Heading] = []
    code: list[tuple[int, int]] = []
    hidden: list[tuple[int, int]] = []
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        mark = _delimiter(line)
        if mark:
            closing = "```" if mark == "`" else line
            end = next((n for n in range(at + 1, len(lines)) if lines[n].rstrip() == closing), len(lines))
            if mark == "/":
                hidden.append((at, end + 1))
            elif mark in _CODE:
                code.append((at, end + 1))
            at = min(end, len(lines)) + 1
            continue
        if line.startswith("//"):
            hidden.append((at, at + 1))
        titled = _TITLE.match(line)
        if titled:
            title = _plain(_TITLE_TAIL.sub("", titled[2]))
            headings.append(Heading(at, at, titled.start(2), title, len(titled[1]), at + 1))
        elif _is_underlined(lines, at):
            level = _UNDERLINES.index(lines[at + 1][0]) + 1
            headings.append(Heading(at, at, 0, _plain(line), level, at + 2))
            at += 1
        at += 1
    return Reading(headings, code, hidden)


def _delimiter(line: str) -> str:
    """The mark of a line that opens or closes a block, "" for any other line."""
    if _TABLE.match(line):
        return "|"
    if line == "--":
        return "--"
    if line.startswith("```"):
        return "`"
    is_run = len(line) >= 4 and line[0] in _BLOCKS and line.count(line[0]) == len(line)
    return line[0] if is_run else ""


def _is_underlined(lines: list[str], at: int) -> bool:
    """Whether a line has a line of one mark below that is as long, give or take one."""
    text = lines[at].rstrip()
    below = lines[at + 1].rstrip() if at + 1 < len(lines) else ""
    if len(below) < 4 or below[0] not in _UNDERLINES or below.count(below[0]) != len(below):
        return False
    before = lines[at - 1].strip() if at else ""
    return bool(text) and text[0].isalnum() and abs(len(text) - len(below)) <= 1 and not before


def _plain(title: str) -> str:
    return collapse(plain_text(title, "asciidoc").replace("`", "").strip("*_ "))
