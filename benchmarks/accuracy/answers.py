"""What an index says of a call site: the targets in the project, those outside, or why there is none."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.accuracy.sites import KEYWORDS, Position, Site
from codegraph.graph.view import GraphView
from codegraph.model import Confidence, EdgeKind, NodeKind

if TYPE_CHECKING:
    from codegraph.graph.records import Edge

_KINDS = (EdgeKind.CALLS, EdgeKind.INSTANTIATES)


class Target(NamedTuple):
    """A definition in the project; ``places`` are the (first, last) lines that a judgement may name for it."""

    file: str
    line: int
    name: str
    places: tuple[tuple[str, int, int], ...]
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}"

    def is_at(self, judged: Iterable[tuple[str, int]]) -> bool:
        """Whether a judgement names this definition, or its class where an object is made (and the reverse)."""
        return any(
            file == place and first <= line <= last
            for place, first, last in self.places
            for file, line in judged
        )


class Answer(NamedTuple):
    """All that is said at one place."""

    targets: tuple[Target, ...] = ()
    external: tuple[str, ...] = ()
    reason: str = ""

    def __str__(self) -> str:
        said = [*map(str, self.targets), *self.external]
        return " | ".join(said) or self.reason or "nothing"


class Answers:
    """The calls of an index by position, without those that are merely possible."""

    def __init__(self, index: Path) -> None:
        self._at: dict[str, dict[Position, Answer]] = defaultdict(dict)
        with GraphView.open(index) as view:
            for edge in view.iter_edges(_KINDS, Confidence.INFERRED):
                self._add_edge(view, edge)
            for one in view.iter_unresolved():
                if one.kind in _KINDS:
                    said = self._at[one.path].get((one.line, one.column), Answer())
                    self._at[one.path][one.line, one.column] = said._replace(reason=one.reason)
        self._order = {path: sorted(said) for path, said in self._at.items()}

    def of(self, path: str, site: Site, others: Collection[Position]) -> Answer:
        """What is said where the callee's name stands.

        Of a keyword (``new``, ``base``, ...) an index may speak elsewhere in the expression: where a class is named.

        Args:
            others: where the names of the file's other calls stand; what is said there is not about this one.
        """
        name = (site.line, site.column)
        said = self._at.get(path, {})
        if name in said or site.callee not in KEYWORDS:
            return said.get(name, Answer())
        order = self._order.get(path, [])
        for place in reversed(order[bisect_left(order, site.start) : bisect_left(order, name)]):
            if place not in others:
                return said[place]
        return Answer()

    def _add_edge(self, view: GraphView, edge: Edge) -> None:
        external = view.kind(edge.dst) == NodeKind.EXTERNAL
        target = None if external else _target(view, edge.dst, edge.rule)
        path = view.path(edge.src)
        for site in edge.sites:
            said = self._at[path].get(site, Answer())
            if target is None:
                said = said._replace(external=(*said.external, view.fqn(edge.dst)))
            else:
                said = said._replace(targets=(*said.targets, target))
            self._at[path][site] = said


def _target(view: GraphView, row: int, rule: str) -> Target:
    rows = [row]
    if view.kind(row) == NodeKind.CONSTRUCTOR:
        rows += view.ancestors(row)[:1]
    else:
        rows += [child for child in view.children(row) if view.kind(child) == NodeKind.CONSTRUCTOR]
    places = tuple((view.path(one), view.start_line(one), view.line(one)) for one in rows)
    return Target(view.path(row), view.line(row), view.name(row), places, rule)
