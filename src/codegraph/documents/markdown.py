"""Reads Markdown: its blocks by markdown-it (CommonMark), in linear time; what is inside lines is not looked at."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from codegraph.documents.inline import plain_title
from codegraph.documents.model import Heading, Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_FRONT_MATTER = 400
_FENCES = {"---": ("---", "..."), "+++": ("+++",)}
_KEY = re.compile(r"[\w\"'-]{1,60}\s{0,5}[:=]")
_TITLE = re.compile(r"title\s{0,5}[:=]\s{0,5}(.{1,300})")
_HTML_HEADING = re.compile(r"<(/?)h([1-6])\b[^<>]{0,500}>", re.IGNORECASE)


def read(lines: list[str]) -> Reading:
    """Headings (``#``, underlined, and HTML's), code and comments; those inside quotes and lists make no section."""
    front, title = _front_matter(lines)
    text = "\n".join([*[""] * front, *lines[front:]])
    headings: list[Heading] = []
    code: list[tuple[int, int]] = []
    hidden = [(0, front)] if front else []
    tokens = _parser().parse(text)
    for number, token in enumerate(tokens):
        if token.map is None:
            continue
        begin, end = token.map
        if token.type in ("fence", "code_block"):
            code.append((begin, end))
        elif token.type == "html_block":
            if token.content.lstrip().startswith("<!--"):
                hidden.append((begin, end))
            elif token.level == 0:
                headings += _html_headings(token.content, begin)
        elif token.type == "heading_open" and token.level == 0:
            headings.append(_heading(lines, token, tokens[number + 1]))
    return Reading(headings, code, hidden, title)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").disable(["inline", "text_join"])


def _heading(lines: list[str], opening: Token, inline: Token) -> Heading:
    begin, end = opening.map or (0, 1)
    line = lines[begin]
    marks = len(line) - len(line.lstrip(" \t#"))
    at = marks if opening.markup.startswith("#") else len(line) - len(line.lstrip())
    return Heading(begin, begin, min(at, len(line)), plain_title(inline.content), int(opening.tag[1:]), end)


def _html_headings(content: str, first: int) -> Iterator[Heading]:
    """``<h1 align="center">Name</h1>``, which many a README begins with."""
    opened: re.Match[str] | None = None
    for tag in _HTML_HEADING.finditer(content):
        if not tag[1]:
            opened = tag
        elif opened is not None and opened[2] == tag[2]:
            title = plain_title(content[opened.end() : tag.start()])
            line, end = (first + content.count("\n", 0, at) for at in (opened.start(), tag.end()))
            column = opened.start() - content.rfind("\n", 0, opened.start()) - 1
            if title:
                yield Heading(line, line, column, title, int(opened[2]), end + 1)
            opened = None


def _front_matter(lines: list[str]) -> tuple[int, str]:
    """How many lines of data stand before the text, and the title that they give."""
    ends = _FENCES.get(lines[0].rstrip()) if lines else None
    if ends is None or len(lines) < 3 or not _KEY.match(lines[1].lstrip("# ")):
        return 0, ""
    title = ""
    for number, line in enumerate(lines[1:MAX_FRONT_MATTER], 1):
        if line.rstrip() in ends:
            return number + 1, title
        found = _TITLE.match(line)
        title = title or (plain_title(found[1].strip().strip("\"'")) if found else "")
    return 0, ""
