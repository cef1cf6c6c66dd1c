"""The whole index as three files of JSON Lines, the same bytes for the same graph."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.errors import StorageError
from codegraph.model import NodeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_BATCH = 4096


class NodeLine(msgspec.Struct, omit_defaults=True):
    """A line of ``nodes.jsonl``, in order of the FQNs; ``attributes`` only where a node has some."""

    fqn: str
    name: str
    kind: str
    level: int
    language: str
    path: str
    line: int
    end_line: int
    parent: str | None
    signature: str
    visibility: str
    tags: tuple[str, ...]
    exported: bool
    is_test: bool
    metrics: dict[str, int]
    attributes: dict[str, Any] = {}


class EdgeLine(msgspec.Struct):
    """A line of ``edges.jsonl``, in order of source, kind and destination.

    Paths and lines are those of the two definitions, null for a node outside the index; ``sites`` are
    [line, column] pairs in the source's file.
    """

    src: str
    dst: str
    kind: str
    confidence: str
    rule: str
    type_only: bool
    dynamic: bool
    src_path: str | None
    src_line: int | None
    dst_path: str | None
    dst_line: int | None
    sites: tuple[tuple[int, int], ...]


class UnresolvedLine(msgspec.Struct):
    """A line of ``unresolved.jsonl``, in order of source and position."""

    src: str
    kind: str
    text: str
    path: str
    line: int
    column: int
    reason: str
    candidates: tuple[str, ...]


def export_jsonl(view: GraphView, folder: Path) -> dict[str, int]:
    """Write ``nodes.jsonl``, ``edges.jsonl`` and ``unresolved.jsonl`` into a folder, made if need be.

    All three are written beside their places and moved there when the last one is whole.

    Returns:
        How many lines each file (``nodes``, ``edges``, ``unresolved``) has.

    Raises:
        StorageError: the folder can't be written.
    """
    tables: dict[str, Callable[[GraphView], Iterator[Any]]] = {
        "nodes": _nodes,
        "edges": _edges,
        "unresolved": _unresolved,
    }
    counts: dict[str, int] = {}
    parts: dict[Path, Path] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, lines in tables.items():
            place = folder / f"{name}.jsonl"
            parts[place] = folder / f".{name}.jsonl.{os.getpid()}"
            counts[name] = _write(parts[place], lines(view))
        for place, part in parts.items():
            part.replace(place)
    except OSError as error:
        raise StorageError(
            f"the export can't be written to {folder}: {error.strerror}; choose another --output"
        ) from error
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    return counts


def _write(path: Path, lines: Iterator[Any]) -> int:
    encoder = msgspec.json.Encoder()
    count = 0
    with path.open("wb") as file:
        while batch := list(islice(lines, _BATCH)):
            file.write(encoder.encode_lines(batch))
            count += len(batch)
    return count


def _nodes(view: GraphView) -> Iterator[NodeLine]:
    for row in range(view.node_count):
        parent = view.parent(row)
        yield NodeLine(
            view.fqn(row),
            view.name(row),
            view.kind(row),
            view.level(row),
            view.language(row),
            view.path(row),
            view.line(row),
            view.end_line(row),
            view.fqn(parent) if parent >= 0 else None,
            view.signature(row),
            view.visibility(row),
            view.tags(row),
            view.exported(row),
            view.is_test(row),
            view.metrics(row),
            view.attributes(row),
        )


def _edges(view: GraphView) -> Iterator[EdgeLine]:
    ends = [_end(view, row) for row in range(view.node_count)]
    for edge in view.iter_edges():
        src, dst = ends[edge.src], ends[edge.dst]
        yield EdgeLine(
            src[0],
            dst[0],
            edge.kind,
            edge.confidence,
            edge.rule,
            edge.type_only,
            edge.dynamic,
            src[1],
            src[2],
            dst[1],
            dst[2],
            edge.sites,
        )


def _end(view: GraphView, row: int) -> tuple[str, str | None, int | None]:
    if view.kind(row) == NodeKind.EXTERNAL:
        return view.fqn(row), None, None
    return view.fqn(row), view.path(row), view.line(row)


def _unresolved(view: GraphView) -> Iterator[UnresolvedLine]:
    for open_ in view.iter_unresolved():
        yield UnresolvedLine(
            view.fqn(open_.src),
            open_.kind,
            open_.text,
            open_.path,
            open_.line,
            open_.column,
            open_.reason,
            open_.candidates,
        )
