"""Documents and their sections as columns of the graph's nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from itertools import repeat
from typing import Any, NamedTuple

from codegraph.documents.sheet import PLACE, Sheet, columns_of
from codegraph.model import SEPARATOR, Level, NodeKind, ParseStatus

_TEST_FOLDERS = frozenset({"test", "tests", "testdata", "__tests__", "fixtures"})


class Placed(NamedTuple):
    """A document with its place in the graph."""

    sheet: Sheet
    path: str
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
        head = own.fqn + SEPARATOR
        found.append(Named(own, [free(head + tail) for tail in own.sheet.tails]))
    return found


def columns(documents: Iterable[Named]) -> dict[str, list[Any]]:
    """The nodes of documents: a module each, and a symbol of kind ``section`` for each heading; parents as FQNs."""
    found: dict[str, list[Any]] = defaultdict(list)
    for one in documents:
        if one.placed.package:
            for name, value in _module(one.placed).items():
                found[name].append(value)
        if one.sections:
            for name, values in _sections(one).items():
                found[name] += values
    return dict(found)


def _module(placed: Placed) -> dict[str, Any]:
    sheet = placed.sheet
    return {
        "fqn": placed.fqn,
        "name": placed.path.rpartition("/")[2],
        "level": int(Level.MODULE),
        "kind": NodeKind.MODULE,
        "language": sheet.language,
        "path": placed.path,
        "parent": placed.package,
        "line": 0,
        "column": 0,
        "start_line": 0,
        "end_line": sheet.lines,
        "start_byte": 0,
        "end_byte": sheet.size,
        "signature": "",
        "doc": sheet.doc,
        "exported": True,
        "is_test": is_test(placed.path),
        "content_hash": sheet.content_hash,
        "parse_status": ParseStatus.OK,
        "loc": sheet.lines,
    }


def _sections(one: Named) -> dict[str, Iterable[Any]]:
    placed, fqns = one
    sheet, count = placed.sheet, len(fqns)
    parents, lines, at, first, last, begin, end = columns_of(sheet.places, PLACE)
    return {
        "fqn": fqns,
        "name": sheet.titles,
        "level": repeat(int(Level.SYMBOL), count),
        "kind": repeat(NodeKind.SECTION, count),
        "language": repeat(sheet.language, count),
        "path": repeat(placed.path, count),
        "parent": [placed.fqn if parent < 0 else fqns[parent] for parent in parents],
        "line": lines,
        "column": at,
        "start_line": first,
        "end_line": last,
        "start_byte": begin,
        "end_byte": end,
        "signature": sheet.signatures,
        "doc": sheet.docs,
        "exported": repeat(True, count),
        "is_test": repeat(is_test(placed.path), count),
        "content_hash": sheet.hashes,
        "parse_status": repeat("", count),
        "loc": [after - before + 1 for before, after in zip(first, last, strict=True)],
    }


def is_test(path: str) -> bool:
    """Whether a document lies among tests."""
    return not _TEST_FOLDERS.isdisjoint(path.split("/")[:-1])
