"""The endpoints that codegraph finds in a project, and what the phases of the build cost."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.endpoints.lists import Key
from benchmarks.endpoints.paths import normal
from codegraph.builder.report import Silent
from codegraph.graph.view import GraphView
from codegraph.model import Confidence, EdgeKind, Level, NodeKind


class Found(NamedTuple):
    """What a graph has.

    Args:
        endpoints: handlers by method and path, each ``file::Class.method`` (``file::`` for a module).
        dynamic: how many have a method or a path that is computed; they say so, and are not judged.
        cpu: seconds by phase of the build, empty where none was watched.
    """

    endpoints: dict[Key, set[str]]
    dynamic: int
    cpu: dict[str, float]


class PhaseCpu(Silent):
    """A progress of a build that takes down the CPU seconds of each phase, with those of workers that have ended."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def start(self, phase: str, total: int | None) -> None:  # noqa: ARG002
        """A phase begins."""
        self.seconds[phase] = self.seconds.get(phase, 0.0) - sum(os.times()[:4])

    def finish(self, phase: str) -> None:
        """A phase is over."""
        self.seconds[phase] = round(self.seconds[phase] + sum(os.times()[:4]), 3)


def index(project: Path) -> Found:
    """Index a project from nothing, without embeddings and in a folder elsewhere, and read its endpoints."""
    import codegraph

    cpu = PhaseCpu()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        codegraph.index(project, embeddings=False, progress=cpu, index_dir=folder).close()
        with GraphView.open(Path(folder)) as view:
            return read(view)._replace(cpu=cpu.seconds)


def read(view: GraphView) -> Found:
    """The endpoints of a graph, without those in tests."""
    endpoints: dict[Key, set[str]] = {}
    rows: dict[int, Key] = {}
    dynamic = 0
    for row in view.rows(Level.SYMBOL):
        if view.kind(row) == NodeKind.ENDPOINT and not view.is_test(row):
            method, path = (str(view.attributes(row).get(name, "")) for name in ("method", "path"))
            if method and path:
                rows[row] = Key(method, normal(path))
                endpoints.setdefault(rows[row], set())
            else:
                dynamic += 1
    for edge in view.iter_edges({EdgeKind.HANDLES}, Confidence.POSSIBLE):
        if edge.src in rows and view.kind(edge.dst) != NodeKind.EXTERNAL:
            endpoints[rows[edge.src]].add(_symbol(view, edge.dst))
    return Found(endpoints, dynamic, {})


def _symbol(view: GraphView, row: int) -> str:
    chain = [row, *view.ancestors(row)]
    no_names = {NodeKind.MODULE, NodeKind.NAMESPACE}
    names = [
        view.name(at) for at in chain if view.level(at) == Level.SYMBOL and view.kind(at) not in no_names
    ]
    return f"{view.path(row)}::{'.'.join(reversed(names))}"
