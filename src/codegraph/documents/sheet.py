"""What a document says by itself: its sections and what these name, in columns that a build keeps for the next one.

A sheet depends on the bytes and the format of its document alone, not on its path nor on any other file.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha1
from typing import TYPE_CHECKING

import msgspec

from codegraph.documents.inline import plain_text
from codegraph.documents.mentions import CODE, LINK, PATH, Mention, mentions
from codegraph.documents.spelling import file_name, last_word
from codegraph.model import SEPARATOR

if TYPE_CHECKING:
    from codegraph.documents.model import Document, Section

MAX_DOC = 2000
MAX_SIGNATURE = 500
HOW = (CODE, LINK, PATH)
_PUNCTUATION = re.compile(r"[^\w\- ]")


class Sheet(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A document in columns; those of sections and of names have an entry for each.

    Args:
        language: the format that it turned out to have.
        lines: how many it has. ``size``: in bytes.
        content_hash: of all of it.
        doc: the beginning of what stands before the first section, or in it.
        titles: of the sections. ``tails``: their names and those of the sections around them, as in FQNs.
        signatures: the breadcrumbs. ``docs``: how the texts begin. ``hashes``: of the texts, deeper sections
            included. ``slugs``: what links call the sections by.
        places: for each section its parent (-1 for none), line, column, first and last line, first byte and
            the byte after the last.
        names: what is named, each once for each way it is. ``hows``: the way, a place in ``HOW``.
        words: the last part of what may be a name of code. ``files``: of what may be a path; "" for neither.
        mentions: for each mention the part that it stands in (0 is what goes before the sections), its name,
            line and column.
    """

    language: str
    lines: int
    size: int
    content_hash: str
    doc: str
    titles: list[str]
    tails: list[str]
    signatures: list[str]
    docs: list[str]
    hashes: list[str]
    slugs: list[str]
    places: bytes
    names: list[str]
    hows: bytes
    words: list[str]
    files: list[str]
    mentions: bytes


PLACE = 7
"""Numbers for each section in ``Sheet.places``."""
MENTION = 4
"""Numbers for each mention in ``Sheet.mentions``."""


def columns_of(numbers: bytes, width: int) -> list[list[int]]:
    """The columns of 32-bit numbers that stand row by row."""
    flat = memoryview(numbers).cast("i")
    return [flat[at::width].tolist() for at in range(width)]


def sheet_of(document: Document) -> Sheet:
    """The sheet of a document that was read."""
    sections = document.sections
    prose = Prose(document)
    first = sections[0] if sections else None
    doc = prose.of(0, document.preamble_end_line)
    docs = [prose.of(section.body_line - 1, section.own_end_line) for section in sections]
    source = document.source
    names, found = _mentions(document)
    return Sheet(
        language=document.language,
        lines=len(document.lines),
        size=len(source),
        content_hash=content_hash(source),
        doc=doc or (docs[0] if first else ""),
        titles=[section.title for section in sections],
        tails=[SEPARATOR.join(section.names) for section in sections],
        signatures=[breadcrumb(document, section)[:MAX_SIGNATURE] for section in sections],
        docs=docs,
        hashes=[content_hash(source[section.start_byte : section.end_byte]) for section in sections],
        slugs=list(_slugs(sections)),
        places=array("i", [number for section in sections for number in _place(section)]).tobytes(),
        names=[text for _, text in names],
        hows=bytes(HOW.index(how) for how, _ in names),
        words=[last_word(text) if how == CODE else "" for how, text in names],
        files=[file_name(text) if how != LINK else "" for how, text in names],
        mentions=found,
    )


def _place(section: Section) -> tuple[int, ...]:
    return (
        section.parent,
        section.line,
        section.column,
        section.start_line,
        section.end_line,
        section.start_byte,
        section.end_byte,
    )


def _mentions(document: Document) -> tuple[Sequence[tuple[str, str]], bytes]:
    """The distinct names of a document, and where they stand."""
    numbers: dict[tuple[str, str], int] = {}
    found = array("i")
    for part, mention in _by_part(document):
        number = numbers.setdefault((mention.how, mention.text), len(numbers))
        found.extend((part, number, mention.line, mention.column))
    return list(numbers), found.tobytes()


def _by_part(document: Document) -> Iterator[tuple[int, Mention]]:
    """What the parts of a document name in their own text."""
    for mention in mentions(document, 0, document.preamble_end_line):
        yield 0, mention
    for part, section in enumerate(document.sections, 1):
        for mention in mentions(document, section.start_line - 1, section.own_end_line):
            yield part, mention


def _slugs(sections: Sequence[Section]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for section in sections:
        slug = _PUNCTUATION.sub("", section.title.lower()).replace(" ", "-")
        times = seen[slug] = seen.get(slug, -1) + 1
        yield f"{slug}-{times}" if times else slug


def breadcrumb(document: Document, section: Section | None) -> str:
    """The titles of the sections around a section and its own: ``Guide > Install > From source``."""
    titles: list[str] = []
    while section is not None:
        titles.append(section.title)
        section = document.sections[section.parent] if section.parent >= 0 else None
    if document.reading.title and document.reading.title not in titles:
        titles.append(document.reading.title)
    return " > ".join(reversed(titles))


class Prose:
    """Gives the beginning of what readers see of some lines, without marks."""

    def __init__(self, document: Document) -> None:
        self._lines = document.lines
        self._language = "markdown" if document.language == "python" else document.language
        self._hidden = {
            line
            for first, last in document.reading.hidden
            for line in range(first, min(last, len(self._lines)))
        }

    def of(self, begin: int, end: int) -> str:
        """The text of lines from 0, end excluded."""
        shown: list[str] = []
        size = 0
        for number in range(begin, min(end, len(self._lines))):
            if number not in self._hidden:
                shown.append(self._lines[number])
                size += len(shown[-1])
            if size > 2 * MAX_DOC:
                break
        return plain_text("\n".join(shown)[: 4 * MAX_DOC], self._language).strip()[:MAX_DOC]


def content_hash(data: bytes) -> str:
    """16 hex digits that tell texts apart, as of definitions."""
    return sha1(data, usedforsecurity=False).hexdigest()[:16]
