"""Reads reStructuredText: titles under (and over) lines of one mark, in whatever order, and literal blocks.

docutils would do more, but needs seconds for a large project, and runs directives.
"""

from __future__ import annotations

import re

from codegraph.documents.inline import plain_text
from codegraph.documents.model import Heading, Reading
from codegraph.text import collapse

MAX_LINE = 400
_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|]{1,60}\|[ \t]+)?([\w:.+-]{1,60}?)::(?:\s|$)")
_CODE = frozenset(
    {
        "code",
        "code-block",
        "sourcecode",
        "highlight",
        "literalinclude",
        "parsed-literal",
        "math",
        "raw",
        "doctest",
    }
    | {"testcode", "testoutput", "testsetup", "console", "prompt", "csv-table", "graphviz"}
)


def read(lines: list[str]) -> Reading:
    """Titles with the level that their mark has by its first appearance; code and comments by their indentation."""
    headings: list[Heading] = []
    styles: dict[tuple[str, bool], int] = {}
    code: list[tuple[int, int]] = []
    hidden: list[tuple[int, int]] = []
    marked = [line[:1] in _MARKS and is_adornment(line) for line in lines]
    marked.append(False)
    at = 0
    while at < len(lines):
        line = lines[at]
        found = _title(lines, at) if marked[at] or marked[at + 1] else None
        if found is not None:
            title_line, end, over = found
            level = styles.setdefault((lines[end - 1][0], over), len(styles) + 1)
            text = lines[title_line]
            title = collapse(plain_text(text, "rst").replace("`", "").strip())
            headings.append(Heading(at, title_line, len(text) - len(text.lstrip()), title, level, end))
            at = end
            continue
        after = at + 1
        kind = _block(line) if ".." in line or "::" in line else ""
        if kind:
            after = _end_of_block(lines, at)
            (code if kind == "code" else hidden).append((at + 1 if kind == "code" else at, after))
        at = after
    return Reading(headings, code, hidden)


def _title(lines: list[str], at: int) -> tuple[int, int, bool] | None:
    """The line of a title that begins here, the line after it, and whether it has an overline."""
    count = len(lines)
    if is_adornment(lines[at]):
        text = lines[at + 1] if at + 2 < count else ""
        closed = at + 2 < count and lines[at + 2].rstrip() == lines[at].rstrip()
        fits = text.strip() and not is_adornment(text) and len(text.rstrip()) <= len(lines[at].rstrip())
        if closed and fits:
            return at + 1, at + 3, True
        return None
    text = lines[at]
    if at + 1 >= count or not text.strip() or text[0].isspace() or not is_adornment(lines[at + 1]):
        return None
    before = lines[at - 1].strip() if at else ""
    is_apart = not before or before.startswith("..") or is_adornment(before)
    long_enough = len(lines[at + 1].rstrip()) >= min(len(text.rstrip()), 4)
    return (at, at + 2, False) if is_apart and long_enough and len(text) <= MAX_LINE else None


def is_adornment(line: str) -> bool:
    """Whether a line is one mark, again and again."""
    line = line.rstrip()
    return len(line) > 1 and line[0] in _MARKS and line.count(line[0]) == len(line)


def _block(line: str) -> str:
    """What the indented lines below a line are: ``code``, ``hidden`` or "" for text as any other."""
    text = line.strip()
    if text.startswith(".."):
        directive = _DIRECTIVE.match(text)
        if directive:
            return "code" if directive[1].rpartition(":")[2] in _CODE else ""
        named = text[2:].lstrip().startswith(("_", "[", "|"))
        return "hidden" if text == ".." or (text.startswith(".. ") and not named) else ""
    return "code" if text.endswith("::") else ""


def _end_of_block(lines: list[str], at: int) -> int:
    """The line after the lines that are indented deeper than this one."""
    indent = len(lines[at]) - len(lines[at].lstrip())
    end = last = at + 1
    while end < len(lines):
        line = lines[end]
        if line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                break
            last = end + 1
        end += 1
    return last
