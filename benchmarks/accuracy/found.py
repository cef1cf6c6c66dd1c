"""What codegraph found in a project, by position: edges and definitions as the scorer compares them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from codegraph.graph.view import GraphView
from codegraph.model import Confidence, EdgeKind, Level, NodeKind

KINDS = {
    EdgeKind.CALLS: "calls",
    EdgeKind.INSTANTIATES: "calls",
    EdgeKind.IMPORTS: "imports",
    EdgeKind.EXTENDS: "extends",
    EdgeKind.IMPLEMENTS: "implements",
}
_CALLABLE = {
    NodeKind.PROPERTY: "method",
    NodeKind.OPERATOR: "method",
    NodeKind.DESTRUCTOR: "method",
    NodeKind.MACRO: "macro_function",
}


class FoundEdge(NamedTuple):
    """An edge; ``src_def_line`` is 0 for a module and None where a tool does not say what it comes from."""

    kind: str
    src_file: str
    src_line: int
    src_def: str
    src_def_line: int | None
    dst_file: str
    dst_line: int
    dst_name: str
    rule: str = ""


class FoundDefinition(NamedTuple):
    """A definition, with a kind of ``gold.JUDGED_KINDS`` where it has one."""

    file: str
    line: int
    name: str
    kind: str


class Found(NamedTuple):
    """All that is compared."""

    edges: list[FoundEdge]
    definitions: list[FoundDefinition]


def read(index: Path) -> Found:
    """What the index in a folder holds, without edges that are merely possible.

    An import of a package is an import of its folder.
    """
    with GraphView.open(index) as view:
        folders = {row: view.path(row).strip("./") + "/" for row in view.rows(Level.PACKAGE)}
        edges = []
        for edge in view.iter_edges(KINDS, Confidence.INFERRED):
            source = _path(view, edge.src)
            target = folders.get(edge.dst) or _path(view, edge.dst)
            if source and target:
                edges.append(
                    FoundEdge(
                        KINDS[EdgeKind(edge.kind)],
                        source,
                        edge.sites[0][0] if edge.sites else 0,
                        view.name(edge.src),
                        view.line(edge.src),
                        target,
                        view.line(edge.dst),
                        view.name(edge.dst),
                        edge.rule,
                    )
                )
        definitions = [
            FoundDefinition(view.path(row), view.line(row), view.name(row), _kind(view.kind(row)))
            for row in view.rows(Level.SYMBOL)
            if _path(view, row)
        ]
    return Found(edges, definitions)


def _path(view: GraphView, row: int) -> str:
    return "" if view.kind(row) == NodeKind.EXTERNAL else view.path(row)


def _kind(kind: str) -> str:
    return _CALLABLE.get(NodeKind(kind), kind)
