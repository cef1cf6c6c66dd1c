"""From a file's bytes to its sections, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from codegraph.documents import asciidoc, markdown, notebook, prose, rst
from codegraph.documents.model import Document, Heading, Reading, Section
from codegraph.model import SEPARATOR

MARKDOWN, RST, ASCIIDOC, TEXT, NOTEBOOK = "markdown", "rst", "asciidoc", "text", "python"
UNTITLED = "_"

_READERS: dict[str, Callable[[list[str]], Reading]] = {
    MARKDOWN: markdown.read,
    RST: rst.read,
    ASCIIDOC: asciidoc.read,
    TEXT: prose.read,
    NOTEBOOK: notebook.read,
}


def read_document(path: str, language: str, source: bytes) -> Document:
    """A document with its sections.

    Args:
        path: relative to the root.
        language: its format; ``text`` may turn out to be ``rst``, and ``python`` is a notebook's text.
        source: the text as UTF-8; bytes that are none are read as replacement characters.
    """
    lines = lines_of(source)
    if language == TEXT and prose.is_rst("\n".join(lines)):
        language = RST
    reading = _READERS[language](lines)
    raw = source.split(b"\n")
    starts = list(accumulate((len(line) + 1 for line in raw), initial=0))
    shown = notebook.shown(lines) if language == NOTEBOOK else lines
    sections = _sections(_in_order(reading.headings), lines, starts, len(source))
    return Document(path, language, source, shown, reading, sections)


def lines_of(source: bytes) -> list[str]:
    """The lines of a text, counted by LF alone; one that ends with LF has no empty line behind it."""
    lines = source.decode("utf-8", "replace").split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.rstrip("\r").replace("\r", " ") for line in lines]


def segment(title: str) -> str:
    """A title as it stands in FQNs: without their separator, and without the mark of chunks."""
    return title.replace(SEPARATOR, ".").replace("#", "").strip() or UNTITLED


def _in_order(headings: list[Heading]) -> list[Heading]:
    """Headings by line, one a line."""
    by_line = {heading.line: heading for heading in reversed(headings)}
    return [by_line[line] for line in sorted(by_line)]


def _sections(headings: list[Heading], lines: list[str], starts: list[int], size: int) -> list[Section]:
    """The tree of the sections: each goes on to the next heading that is not deeper, or to the end."""
    ends = _ends(headings, len(lines))
    found: list[Section] = []
    around: list[int] = []
    taken: dict[tuple[str, ...], int] = {}
    for number, heading in enumerate(headings):
        while around and headings[around[-1]].level >= heading.level:
            around.pop()
        parent = around[-1] if around else -1
        above = found[parent].names if around else ()
        names = _unique((*above, segment(heading.title)), taken)
        following = headings[number + 1].line if number + 1 < len(headings) else len(lines)
        own_end = min(following, ends[number])
        column = len(lines[heading.title_line][: heading.column].encode())
        found.append(
            Section(
                title=heading.title or UNTITLED,
                names=names,
                parent=parent,
                line=heading.title_line + 1,
                column=column,
                start_line=heading.line + 1,
                end_line=ends[number],
                body_line=min(heading.end, own_end) + 1,
                own_end_line=own_end,
                start_byte=starts[heading.line],
                end_byte=min(starts[ends[number]], size),
                own_end_byte=min(starts[own_end], size),
            )
        )
        around.append(number)
    return found


def _ends(headings: list[Heading], count: int) -> list[int]:
    """Of each heading the line (from 0) at which its section is over."""
    ends = [count] * len(headings)
    opened: list[int] = []
    for number, heading in enumerate(headings):
        while opened and headings[opened[-1]].level >= heading.level:
            ends[opened.pop()] = heading.line
        opened.append(number)
    return ends


def _unique(names: tuple[str, ...], taken: dict[tuple[str, ...], int]) -> tuple[str, ...]:
    """The names, the last one with a number where others beside it are called so.

    Args:
        names: of the section and those around it.
        taken: how often each name was wanted so far.
    """
    name, times = names, taken.get(names, 0)
    while name in taken:
        times += 1
        name = (*names[:-1], f"{names[-1]}@{times}")
    taken[names] = max(times, 1)
    taken.setdefault(name, 1)
    return name
