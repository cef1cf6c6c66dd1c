"""What tests replace and therefore do not exercise, though they name it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from codegraph.fingerprint.patterns import Externals
from codegraph.fingerprint.view import CALLS, View
from codegraph.model import TYPE_KINDS, EdgeKind, Level
from codegraph.text import SourceOf, read_or_nothing

if TYPE_CHECKING:
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.registry import Rules

_ARROWS = re.compile(rb"[-=]>")
_STRING = re.compile(rb"""[^("'`]{0,200}\(\s*["'`]([^"'`\n]{1,300})["'`]""")
_MAX_SPAN = 400
"""Bytes from the name of a call to a name in its arguments."""
_MAX_LINES = 3
"""Lines likewise."""


class Mocks:
    """Answers for one graph.

    Args:
        view: the graph, with tests marked.
        rules: say how tests replace things.
        source_of: gives the source of a file; read are those that replace anything.
    """

    def __init__(self, view: View, rules: Rules, source_of: SourceOf) -> None:
        self._view = view
        self._source_of = lru_cache(maxsize=16)(lambda path: read_or_nothing(source_of, path))
        externals = Externals(view.fqns)
        self._rows: dict[str, set[int]] = {}
        for framework in rules.frameworks:
            for field in framework.mock.__struct_fields__:
                rows = externals.rows(framework.ecosystem, getattr(framework.mock, field))
                self._rows.setdefault(field, set()).update(rows)

    def edges(self) -> set[int]:
        """The numbers of the edges from tests that lead to what is replaced there."""
        found = set(self._named())
        for scope, types in _grouped(self._fakes()).items():
            found.update(self._to_fakes(scope, types))
        for module, others in _grouped(self._modules()).items():
            ends = self._view.edges["dst"]
            found.update(edge for edge in self._leaving(module) if self._view.module(ends[edge]) in others)
        return found

    def _to_fakes(self, scope: int, types: set[int]) -> Iterator[int]:
        """The edges in a scope that lead to types which are only faked there, and to their members."""
        edges, parents = self._view.edges, self._view.nodes["parent"]
        inside = list(self._leaving(scope))
        made = {edges["dst"][edge] for edge in inside if edges["kind"][edge] == EdgeKind.INSTANTIATES}
        fakes = types - made
        for edge in inside:
            dst = edges["dst"][edge]
            if dst in fakes or parents[dst] in fakes:
                yield edge

    def _leaving(self, row: int) -> Iterator[int]:
        """The numbers of all edges that leave a node and what lies in it."""
        yield from self._view.numbers(row)
        for member in self._view.members(row):
            yield from self._view.numbers(member)

    def _named(self) -> Iterator[int]:
        """References that stand only in the arguments of calls which replace what is named."""
        for src, sites in self._calls("names"):
            for edge in self._references(src):
                at = self._pairs(edge)
                if all(self._argument(src, sites, place) for place in at):
                    yield edge

    def _fakes(self) -> Iterator[tuple[int, int]]:
        """Scopes and the types that something else stands in for in each."""
        nodes, edges = self._view.nodes, self._view.edges
        for src, sites in self._calls("types"):
            inside, before = set[int](), set[int]()
            for edge in self._references(src):
                if nodes["kind"][edges["dst"][edge]] not in TYPE_KINDS:
                    continue
                for place in self._pairs(edge):
                    if self._argument(src, sites, place):
                        inside.add(edges["dst"][edge])
                    elif any(place[0] == line and place[1] < column for line, column in sites):
                        before.add(edges["dst"][edge])
            yield from ((self._scope(src), type_) for type_ in inside or before)
        fields = self._rows.get("fields", set())
        for field, uses in self._decorated(fields):
            owner = nodes["parent"][field]
            for edge in self._references(owner) if uses else ():
                if any(
                    nodes["start_line"][field] <= line <= nodes["end_line"][field]
                    for line, _ in self._pairs(edge)
                ):
                    yield self._scope(owner), edges["dst"][edge]

    def _decorated(self, decorators: Iterable[int]) -> Iterator[tuple[int, bool]]:
        for uses in self._view.uses(sorted(decorators), {EdgeKind.DECORATES}).values():
            yield from ((use.row, True) for use in uses if self._view.nodes["is_test"][use.row])

    def _modules(self) -> Iterator[tuple[int, int]]:
        """Test files and the files of which each replaces all."""
        view = self._view
        actual = {view.module(src) for src, _ in self._calls("actual")}
        for src, sites in self._calls("modules"):
            module = view.module(src)
            if module in actual:
                continue
            path = view.nodes["path"][module]
            for line, column in sites:
                found = _STRING.match(self._text(path, (line, column), _MAX_SPAN))
                if found is not None:
                    yield from self._imported(module, path, found.group(1).decode("utf-8", "replace"))

    def _imported(self, module: int, path: str, specifier: str) -> Iterator[tuple[int, int]]:
        relative = specifier.startswith(".")
        wanted = (
            posixpath.normpath(posixpath.join(posixpath.dirname(path), specifier)) if relative else specifier
        )
        tail = wanted.lstrip("@~/")
        for use in self._view.out(module, EdgeKind.IMPORTS):
            target = self._view.nodes["path"][use.row]
            stems = {target, posixpath.splitext(target)[0], posixpath.dirname(target)}
            if any(stem == wanted or (not relative and stem.endswith(f"/{tail}")) for stem in stems):
                yield module, self._view.module(use.row)

    # --- places ---

    def _calls(self, field: str) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Nodes of tests that call targets of a kind, and where; file by file."""
        targets = self._view.uses(sorted(self._rows.get(field, ())), CALLS | {EdgeKind.DECORATES})
        uses = [use for found in targets.values() for use in found if self._view.nodes["is_test"][use.row]]
        yield from ((use.row, use.sites) for use in sorted(uses, key=lambda use: use.row))

    def _references(self, row: int) -> list[int]:
        return [
            edge for edge in self._view.numbers(row) if self._view.edges["kind"][edge] == EdgeKind.REFERENCES
        ]

    def _pairs(self, edge: int) -> list[tuple[int, int]]:
        sites = self._view.edges["sites"][edge]
        return list(zip(sites[::2], sites[1::2], strict=True))

    def _argument(self, row: int, calls: list[tuple[int, int]], place: tuple[int, int]) -> bool:
        """Whether a name stands in the arguments, or type arguments, of one of some calls of a node."""
        path = self._view.nodes["path"][row]
        return any(
            call < place and place[0] - call[0] <= _MAX_LINES and _inside(self._between(path, call, place))
            for call in calls
        )

    def _between(self, path: str, begin: tuple[int, int], end: tuple[int, int]) -> bytes:
        text = self._text(path, begin, _MAX_SPAN)
        if begin[0] == end[0]:
            return text[: end[1] - begin[1]]
        lines = text.split(b"\n")
        rows = end[0] - begin[0]
        return b"\n".join([*lines[:rows], lines[rows][: end[1]]]) if rows < len(lines) else b";"

    def _text(self, path: str, begin: tuple[int, int], size: int) -> bytes:
        data, lines = self._lines(path)
        if not 0 < begin[0] <= len(lines):
            return b""
        start = int(lines[begin[0] - 1]) + begin[1]
        return data[start : start + size]

    def _lines(self, path: str) -> tuple[bytes, Ints]:
        return _with_lines(self._source_of(path))

    def _scope(self, row: int) -> int:
        """The outermost class that a node lies in, or its file."""
        nodes = self._view.nodes
        found = -1
        while row >= 0 and nodes["level"][row] > Level.MODULE:
            if nodes["kind"][row] in TYPE_KINDS:
                found = row
            row = nodes["parent"][row]
        return found if found >= 0 else int(row)


def _grouped(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for key, value in pairs:
        found.setdefault(key, set()).add(value)
    return found


def _inside(text: bytes) -> bool:
    """Whether a bracket that a text opens first is still open at its end."""
    depth = 0
    for char in _ARROWS.sub(b"", text):
        if char in b"([{<":
            depth += 1
        elif char in b")]}>":
            depth -= 1
            if depth <= 0:
                return False
        elif char in b";":
            return False
    return depth > 0


@lru_cache(maxsize=4)
def _with_lines(data: bytes) -> tuple[bytes, Ints]:
    """A text, and where its lines begin."""
    import numpy as np

    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    return data, np.append([0], ends + 1)
