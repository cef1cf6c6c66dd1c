"""Pieces that the answers of several tools are made of."""

from typing import Any

import msgspec

from codegraph.graph.records import Edge
from codegraph.graph.view import GraphView


class Site(msgspec.Struct, frozen=True):
    """A place in the source: line from 1, column in bytes from 0."""

    path: str
    line: int
    column: int


class Symbol(msgspec.Struct, kw_only=True):
    """A node of the graph: what it is and where its definition stands (lines from 1, 0 where none)."""

    fqn: str
    name: str
    kind: str
    level: int
    language: str
    path: str
    line: int
    start_line: int
    end_line: int
    is_test: bool


class Answer(msgspec.Struct, kw_only=True):
    """What every answer to a question tells of its index.

    ``stale`` says that files have changed since they were indexed, ``refreshed_files`` how many were brought up to
    date before the question was answered. ``dirty_paths`` are some of the ``dirty_count`` files that the index is
    behind; ``last_error`` says why they were not brought up to date.
    """

    refreshed_files: int = 0
    stale: bool = False
    dirty_count: int = 0
    dirty_paths: list[str] = []
    last_error: str = ""


class SymbolAnswer(Symbol, kw_only=True):
    """An answer that is about one node, with the fields of ``Answer``."""

    refreshed_files: int = 0
    stale: bool = False
    dirty_count: int = 0
    dirty_paths: list[str] = []
    last_error: str = ""


class Related(Symbol, kw_only=True):
    """A node at the far end of an edge, with what is known of the edge."""

    edge_kind: str
    confidence: str
    rule: str
    sites: list[Site]


def symbol_fields(view: GraphView, row: int) -> dict[str, Any]:
    """The fields of a ``Symbol`` (or of a struct that extends it) for a row."""
    return {
        "fqn": view.fqn(row),
        "name": view.name(row),
        "kind": view.kind(row),
        "level": view.level(row),
        "language": view.language(row),
        "path": view.path(row),
        "line": view.line(row),
        "start_line": view.start_line(row),
        "end_line": view.end_line(row),
        "is_test": view.is_test(row),
    }


def symbol(view: GraphView, row: int) -> Symbol:
    """The node of a row."""
    return Symbol(**symbol_fields(view, row))


def edge_fields(view: GraphView, edge: Edge) -> dict[str, Any]:
    """The fields that ``Related`` adds to a ``Symbol``."""
    return {
        "edge_kind": edge.kind,
        "confidence": edge.confidence,
        "rule": edge.rule,
        "sites": sites_of(view, edge),
    }


def related(view: GraphView, row: int, edge: Edge) -> Related:
    """The node ``row``, one of the ends of the edge."""
    return Related(**symbol_fields(view, row), **edge_fields(view, edge))


def sites_of(view: GraphView, edge: Edge) -> list[Site]:
    """Where an edge's references stand."""
    path = view.path(edge.src)
    return [Site(path, line, column) for line, column in edge.sites]


def first_sentence(doc: str) -> str:
    """The first sentence (or line) of a doc comment, white space collapsed."""
    text = " ".join(doc.strip().split("\n\n")[0].split())
    end = next(
        (i for i, c in enumerate(text) if c in ".!?" and text[i + 1 : i + 2] in ("", " ")), len(text) - 1
    )
    return text[: end + 1]
