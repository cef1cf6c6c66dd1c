"""Documents and their sections as rows of the graph's nodes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from hashlib import sha1
from typing import Any, NamedTuple

from codegraph.documents.inline import plain_text
from codegraph.documents.model import Document, Section
from codegraph.model import SEPARATOR, Level, NodeKind, ParseStatus

MAX_DOC = 2000
MAX_SIGNATURE = 500
_TEST_FOLDERS = frozenset({"test", "tests", "testdata", "__tests__", "fixtures"})


class Placed(NamedTuple):
    """A document with its place in the graph."""

    document: Document
    fqn: str
    """Of its module."""
    package: str
    """FQN of the package that holds it; "" for a notebook, which has a module already."""


class Named(NamedTuple):
    """A document whose nodes have names."""

    placed: Placed
    sections: list[str]
    """The FQN of each section."""


def module_fqn(path: str, package: str, folder: str) -> str:
    """The FQN of a document: its path below the folder of its package, with its extension."""
    below = path.removeprefix(f"{folder}/") if folder else path
    return f"{package}{SEPARATOR}{below.replace(SEPARATOR, '_')}"


def named(documents: Iterable[Placed], taken: Container[str]) -> list[Named]:
    """Documents with names for their nodes that nothing else in the graph has."""
    found = []
    used: set[str] = set()

    def free(fqn: str) -> str:
        name, times = fqn, 1
        while name in taken or name in used:
            times += 1
            name = f"{fqn}@{times}"
        used.add(name)
        return name

    for placed in documents:
        own = placed._replace(fqn=free(placed.fqn)) if placed.package else placed
        names = [free(SEPARATOR.join((own.fqn, *s.names))) for s in own.document.sections]
        found.append(Named(own, names))
    return found


def rows(documents: Iterable[Named]) -> list[dict[str, Any]]:
    """The nodes of documents: a module each, and a symbol of kind ``section`` for each heading."""
    found: list[dict[str, Any]] = []
    for placed, fqns in documents:
        if placed.package:
            found.append(_module(placed))
        found += _sections(placed, fqns)
    return found


def _module(placed: Placed) -> dict[str, Any]:
    document = placed.document
    count = len(document.lines)
    prose = _Prose(document)
    first = document.sections[0] if document.sections else None
    doc = prose.of(0, document.preamble_end_line)
    return {
        "fqn": placed.fqn,
        "name": document.path.rpartition("/")[2],
        "level": int(Level.MODULE),
        "kind": NodeKind.MODULE,
        "language": document.language,
        "path": document.path,
        "parent": placed.package,
        "end_line": count,
        "end_byte": len(document.source),
        "doc": doc or (prose.of(first.body_line - 1, first.own_end_line) if first else ""),
        "exported": True,
        "is_test": is_test(document.path),
        "content_hash": content_hash(document.source),
        "parse_status": ParseStatus.OK,
        "loc": count,
    }


def _sections(placed: Placed, fqns: Sequence[str]) -> list[dict[str, Any]]:
    document = placed.document
    in_test = is_test(document.path)
    prose = _Prose(document)
    return [
        {
            "fqn": fqn,
            "name": section.title,
            "level": int(Level.SYMBOL),
            "kind": NodeKind.SECTION,
            "language": document.language,
            "path": document.path,
            "parent": placed.fqn if section.parent < 0 else fqns[section.parent],
            "line": section.line,
            "column": section.column,
            "start_line": section.start_line,
            "end_line": section.end_line,
            "start_byte": section.start_byte,
            "end_byte": section.end_byte,
            "signature": breadcrumb(document, section)[:MAX_SIGNATURE],
            "doc": prose.of(section.body_line - 1, section.own_end_line),
            "exported": True,
            "is_test": in_test,
            "content_hash": content_hash(document.source[section.start_byte : section.end_byte]),
            "loc": section.end_line - section.start_line + 1,
        }
        for section, fqn in zip(document.sections, fqns, strict=True)
    ]


def breadcrumb(document: Document, section: Section | None) -> str:
    """The titles of the sections around a section and its own: ``Guide > Install > From source``."""
    titles: list[str] = []
    while section is not None:
        titles.append(section.title)
        section = document.sections[section.parent] if section.parent >= 0 else None
    if document.reading.title and document.reading.title not in titles:
        titles.append(document.reading.title)
    return " > ".join(reversed(titles))


class _Prose:
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


def is_test(path: str) -> bool:
    """Whether a document lies among tests."""
    return not _TEST_FOLDERS.isdisjoint(path.split("/")[:-1])
