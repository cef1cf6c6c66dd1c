"""What a reader finds in a document, and the tree of sections that is made of it."""

from __future__ import annotations

from typing import NamedTuple


class Heading(NamedTuple):
    """A heading as a reader finds it; lines count from 0."""

    line: int
    """Where it begins: the first of its lines, such as an overline."""
    title_line: int
    column: int
    """Of the title in its line, in characters."""
    title: str
    """Plain, on one line; "" for a heading without words."""
    level: int
    """1 for the highest; a greater number lies deeper."""
    end: int
    """The line after it, with its underline."""


class Reading(NamedTuple):
    """What a reader finds: headings by line, and ranges of lines (end excluded) that are no prose."""

    headings: list[Heading]
    code: list[tuple[int, int]]
    """Code and other literal text."""
    hidden: list[tuple[int, int]]
    """What readers of the document don't see: comments, front matter."""
    title: str = ""
    """What the document says in its front matter that it is called."""


class Section(NamedTuple):
    """A heading with all that stands under it, deeper sections included; lines count from 1."""

    title: str
    names: tuple[str, ...]
    """The names of the sections around it and its own, each unique among those beside it."""
    parent: int
    """Number of the section around it, -1 for none."""
    line: int
    column: int
    """Of the title, in bytes."""
    start_line: int
    end_line: int
    body_line: int
    """The first line after the heading."""
    own_end_line: int
    """The last line before the first deeper section."""
    start_byte: int
    end_byte: int
    own_end_byte: int


class Document(NamedTuple):
    """A document with its sections in order of position."""

    path: str
    language: str
    source: bytes
    lines: list[str]
    """The lines as they are read: of a notebook without the marks of comments."""
    reading: Reading
    sections: list[Section]

    @property
    def preamble_end_line(self) -> int:
        """The last line before the first section; 0 when the document begins with it."""
        return self.sections[0].start_line - 1 if self.sections else len(self.lines)

    @property
    def preamble_end_byte(self) -> int:
        """Where the first section begins."""
        return self.sections[0].start_byte if self.sections else len(self.source)
