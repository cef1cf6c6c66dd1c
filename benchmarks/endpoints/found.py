"""The endpoints that codegraph finds in a project, and what the phases of the build cost."""

from __future__ import annotations

import os
import re
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.endpoints.lists import Key
from benchmarks.endpoints.paths import normal
from codegraph.builder.report import Silent
from codegraph.graph.endpoints import ANY_METHOD, endpoint_rows, read_endpoint
from codegraph.graph.view import GraphView
from codegraph.model import SEPARATOR, TYPE_KINDS, Confidence, Level, NodeKind


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
    """The endpoints of a graph, without those in tests; what stands before a handler does not count."""
    endpoints: dict[Key, set[str]] = {}
    dynamic = 0
    for row in endpoint_rows(view):
        if view.is_test(row):
            continue
        endpoint = read_endpoint(view, row, Confidence.POSSIBLE)
        if not endpoint.is_known:
            dynamic += 1
            continue
        method = "ANY" if endpoint.method in ANY_METHOD else endpoint.method
        targets = (edge.dst for edge in endpoint.handlers if view.kind(edge.dst) != NodeKind.EXTERNAL)
        handlers = endpoints.setdefault(Key(method, normal(endpoint.path)), set())
        handlers.update(_symbol(view, target) for target in targets)
        if endpoint.inline:
            handlers.add(f"{view.path(row)}::")
    return Found(endpoints, dynamic, {})


_PARAMETERS = re.compile(r"(?:\(.*\))?(?:@\d+)?$")  # what tells overloads apart


def _symbol(view: GraphView, row: int) -> str:
    chain = [at for at in (row, *view.ancestors(row)) if view.level(at) >= Level.MODULE]
    no_names = {NodeKind.MODULE, NodeKind.NAMESPACE}
    names: list[str] = []
    for at, around in pairwise(chain):
        if view.kind(at) not in no_names:
            # Go's methods may lie in another file than their type, which is no node around them then.
            name = view.fqn(at).removeprefix(f"{view.fqn(around)}{SEPARATOR}")
            if view.kind(at) in TYPE_KINDS:
                name = name.rpartition(SEPARATOR)[2]  # Ruby's class A::B
            name = name.replace(SEPARATOR, ".")
            names.append(_PARAMETERS.sub("", name))
    return f"{view.path(row)}::{'.'.join(reversed(names))}"
