"""A graph as rules look at it: rows by name, edges by end, classes by what they derive from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import NamedTuple

from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Columns, EdgeKind, Graph, Level

CALLS = frozenset({EdgeKind.CALLS, EdgeKind.INSTANTIATES})
_DERIVES = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


class Use(NamedTuple):
    """One end of an edge: the row at its other end, its confidence, and where it stands in the source's file."""

    row: int
    confidence: str
    sites: list[tuple[int, int]]


class View:
    """Questions that rules ask; each costs about what it finds, or one pass over the edges."""

    def __init__(self, graph: Graph) -> None:
        self.nodes: Columns = graph.nodes
        self.edges: Columns = graph.edges
        self.unresolved: Columns = graph.unresolved
        self.fqns = graph.nodes["fqn"]
        self._out: dict[tuple[int, str], list[Use]] = {}
        self._named: dict[int, dict[tuple[int, int], int]] = {}

    def row(self, fqn: str) -> int:
        """The row of a node, -1 for none."""
        at = bisect_left(self.fqns, fqn)
        return at if at < len(self.fqns) and self.fqns[at] == fqn else -1

    def is_callable(self, row: int) -> bool:
        """Whether a node is a function of any kind."""
        return self.nodes["kind"][row] in CALLABLE_KINDS

    def is_type(self, row: int) -> bool:
        """Whether a node is a class of any kind."""
        return self.nodes["kind"][row] in TYPE_KINDS

    def children(self, row: int) -> list[int]:
        """The definitions right within a node."""
        return [use.row for use in self.out(row, EdgeKind.CONTAINS)]

    def module(self, row: int) -> int:
        """The module that a symbol lies in."""
        while row >= 0 and self.nodes["level"][row] > Level.MODULE:
            row = self.nodes["parent"][row]
        return int(row)

    def scopes(self, row: int) -> Iterator[str]:
        """The FQNs of a node and of all around it, up to its module."""
        while row >= 0 and self.nodes["level"][row] >= Level.MODULE:
            yield self.fqns[row]
            row = self.nodes["parent"][row]

    def uses(self, rows: Collection[int], kinds: Collection[str]) -> dict[int, list[Use]]:
        """The edges of some kinds that lead to each of some nodes."""
        wanted = frozenset(rows)
        found: dict[int, list[Use]] = {}
        if wanted:
            kind, src = self.edges["kind"], self.edges["src"]
            for edge in [edge for edge, dst in enumerate(self.edges["dst"]) if dst in wanted]:
                if kind[edge] in kinds:
                    found.setdefault(self.edges["dst"][edge], []).append(self._use(edge, src[edge]))
        return found

    def out(self, row: int, kind: str) -> list[Use]:
        """The edges of a kind that lead away from a node."""
        known = self._out.get((row, kind))
        if known is None:
            src, dst, kinds = self.edges["src"], self.edges["dst"], self.edges["kind"]
            first = bisect_left(src, row)
            edges = range(first, bisect_right(src, row, first))
            known = [self._use(edge, dst[edge]) for edge in edges if kinds[edge] == kind]
            self._out[row, kind] = known
        return known

    def named_at(self, row: int, line: int, column: int) -> int:
        """The node that a node's source names at a position, by the last name of an expression; -1 for none."""
        known = self._named.get(row)
        if known is None:
            uses = self.out(row, EdgeKind.REFERENCES)
            known = self._named[row] = {site: use.row for use in uses for site in use.sites}
        return known.get((line, column), -1)

    def _use(self, edge: int, row: int) -> Use:
        sites: list[int] = self.edges["sites"][edge]
        pairs = list(zip(sites[::2], sites[1::2], strict=True))
        return Use(row, str(self.edges["confidence"][edge]), pairs)

    def variable_at(self, module: int, line: int) -> int:
        """The variable of a module whose definition holds a line, -1 for none."""
        nodes = self.nodes
        head = f"{self.fqns[module]}::"
        for row in range(bisect_left(self.fqns, head), len(self.fqns)):
            if not self.fqns[row].startswith(head):
                break
            spans = nodes["start_line"][row] <= line <= nodes["end_line"][row]
            if spans and nodes["parent"][row] == module and not (self.is_callable(row) or self.is_type(row)):
                return row
        return -1

    # --- classes ---

    @cached_property
    def _derived(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        src, dst = self.edges["src"], self.edges["dst"]
        for edge in [edge for edge, kind in enumerate(self.edges["kind"]) if kind in _DERIVES]:
            found.setdefault(dst[edge], []).append(src[edge])
        return found

    def descendants(self, row: int, without: str = "") -> Iterator[int]:
        """All classes of the project that derive from a class, nearest first.

        Args:
            row: the class, of the project or external.
            without: a member's name; a class that has one of its own is left out with all that derive from it.
        """
        seen = {row}
        queue: list[int] = [row]
        for current in queue:
            for child in self._derived.get(current, ()):
                if child in seen or (without and self.row(f"{self.fqns[child]}::{without}") >= 0):
                    continue
                seen.add(child)
                queue.append(child)
                yield child
