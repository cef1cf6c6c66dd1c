"""Turns declared routes into ``endpoint`` nodes, each with edges to its handler and to what requests pass before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.fingerprint.prefix_rules import Prefix as PathRules
from codegraph.fingerprint.routers import Prefix, join
from codegraph.fingerprint.testing import TEST_TAGS
from codegraph.fingerprint.trees import Expr, as_json
from codegraph.fingerprint.view import CALLS
from codegraph.model import SEPARATOR, Confidence, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View

UNKNOWN_PART = "…"
"""Stands in an endpoint's name for what the source computes."""
_ESCAPED_MARK = re.compile(r"\\([./_-])")
_PARAMETER = re.compile(
    r"\{\*{0,2}(\w+)[^{}]*\}|\(\?P<(\w+)>|<(?:[\w.]+:)?(\w+)>|\[+(?:\.{3})?(\w+)\]+|(?<=[/.\-]):(\w+)|/\*(\w+)"
)


class Pass(NamedTuple):
    """What requests pass before a handler: its name, and its row, -1 where it is no definition of the project."""

    name: str
    row: int


class Route(NamedTuple):
    """A route as one decorator or call declares it.

    Args:
        framework: the framework's tag.
        evidence: FQN of what declares it.
        place: row of the node in whose file it is declared.
        line: where, from 1; ``column`` in bytes, from 0.
        site: what stands there, None if that can't be read any more.
        handler: row of the handler, -1 if it is no definition.
        confidence: how sure it is that this is what the declaration denotes.
        methods: None if they are not known; ``paths`` likewise.
        prefixes: the alternatives of what stands before each path.
        passes: what requests pass, by the alternative.
        inline: the handler where it is a function without a node.
        rules: how paths are joined.
        words: what tokens in paths stand for, by the alternative.
    """

    framework: str
    evidence: str
    place: int
    line: int
    column: int
    site: Expr | None
    handler: int
    confidence: str
    methods: Sequence[str] | None
    paths: Sequence[str] | None
    prefixes: Sequence[Prefix]
    passes: Sequence[Sequence[Pass]]
    inline: Expr | None
    rules: PathRules
    words: Sequence[dict[str, str]] = ()

    def names(self) -> Iterator[tuple[int, str, str, str]]:
        """Number of the prefix, method, whole path and its known end of each endpoint; what is not known is empty."""
        for number, prefix in enumerate(self.prefixes):
            for written in self.paths if self.paths is not None else [None]:
                words = self.words[number] if self.words else {}
                path = replaced(written, words) if written is not None else None
                parts = [*prefix.parts, path]
                if self.rules.patterns:
                    parts = [None if part is None else plain(part) for part in parts]
                marks = tuple(self.rules.absolute) if words else ()
                if path is not None and marks and path.startswith(marks):
                    parts = [path.lstrip("~")]
                gap = max((at for at, part in enumerate(parts) if part is None), default=-1)
                known = [part for part in parts[gap + 1 :] if part is not None]
                whole = join(known, trailing_slash=self.rules.trailing_slash, slash=self.rules.slash)
                end = "" if not any(known) else whole
                own = prefix.methods if self.methods == ["ANY"] and prefix.methods else self.methods
                for method in own if own is not None else [""]:
                    yield (number, method.upper(), *((whole, whole) if gap < 0 else ("", end)))


def plain(pattern: str) -> str:
    """A regular expression as a path: without what it has at its ends, and without escapes of marks."""
    path = pattern.removeprefix("^").removesuffix("$").removesuffix("\\Z").removesuffix("/?")
    return _ESCAPED_MARK.sub(r"\1", path)


class Endpoints:
    """The rows that all routes of a graph add to it."""

    def __init__(self, view: View) -> None:
        self.nodes: list[dict[str, Any]] = []
        self.edges: list[dict[str, Any]] = []
        self._view = view
        self._taken: dict[str, int] = {}
        self._declared: set[tuple[str, int, int, str, int]] = set()
        self._places: list[int] = []

    def add(self, route: Route) -> list[str]:
        """Add the endpoints of a route; their names, ``GET /users/:id``."""
        names = []
        for number, method, path, end in route.names():
            name = f"{method or UNKNOWN_PART} {path or UNKNOWN_PART + end}"
            place = (self._view.nodes["path"][route.place], route.line, route.column, name, route.handler)
            if place in self._declared:
                continue
            self._declared.add(place)
            self._add(route, name, method, path, end, route.passes[number])
            names.append(name)
        return names

    def mark_tests(self, tags: Mapping[int, Collection[str]]) -> None:
        """Endpoints that code of tests declares are of tests, too, though they are nodes of its file.

        Args:
            tags: by row, those of all rules.
        """
        parents = self._view.nodes["parent"]
        for node, place in zip(self.nodes, self._places, strict=False):
            row = place
            while row >= 0 and not node["is_test"]:
                node["is_test"] = not TEST_TAGS.isdisjoint(tags.get(row, ()))
                row = parents[row]

    def _add(self, route: Route, name: str, method: str, path: str, end: str, passes: Sequence[Pass]) -> None:
        module = self._view.fqns[self._view.module(route.place)]
        # A name has no part that separates names, nor the mark that numbers chunks.
        fqn = f"{module}{SEPARATOR}{name.replace(SEPARATOR, ':').replace('#', '%23')}"
        times = self._taken[fqn] = self._taken.get(fqn, 0) + 1
        fqn = fqn if times == 1 else f"{fqn}@{times}"
        attributes: dict[str, Any] = {
            "framework": route.framework,
            "method": method,
            "path": path,
            "evidence": route.evidence,
        }
        if not method or not path:
            attributes["dynamic"] = True
        if end and not path:
            attributes["path_end"] = end
        parameters = parameters_of(path or end)
        if parameters:
            attributes["parameters"] = parameters
        if route.inline is not None:
            attributes["inline"] = True
        if passes:
            attributes["middleware"] = [item.name for item in passes]
        self._places.append(route.place)
        self.nodes.append(
            {
                "fqn": fqn,
                "name": name,
                "level": int(Level.SYMBOL),
                "kind": NodeKind.ENDPOINT,
                "parent": module,
                "signature": name,
                "tags": [route.framework],
                "attributes": as_json(attributes),
                **self._position(route),
            }
        )
        self._link(route, fqn, passes)

    def _link(self, route: Route, fqn: str, passes: Sequence[Pass]) -> None:
        """The edges of an endpoint: to what requests pass, to its handler, and to what one without a node calls."""
        here = [route.line, route.column]
        seen = {route.handler, -1}
        for item in passes:
            if item.row not in seen:
                seen.add(item.row)
                self._edge(fqn, item.row, EdgeKind.HANDLES, Confidence.INFERRED, "middleware", here)
        if route.handler >= 0:
            self._edge(fqn, route.handler, EdgeKind.HANDLES, route.confidence, "route", here)
        if route.inline is None:
            return
        file, node = route.inline
        called: dict[tuple[int, str], tuple[str, list[int]]] = {}
        for line, column, kind, use in file.within(node):
            if kind in CALLS:
                called.setdefault((use.row, kind), (use.confidence, []))[1].extend((line, column))
        for (row, kind), (confidence, sites) in sorted(called.items()):
            if row not in seen:
                self._edge(fqn, row, kind, confidence, "inline-handler", sites)

    def _edge(self, src: str, row: int, kind: str, confidence: str, rule: str, sites: list[int]) -> None:
        self.edges.append(
            {
                "src": src,
                "dst": self._view.fqns[row],
                "kind": kind,
                "confidence": confidence,
                "rule": rule,
                "sites": sites,
            }
        )

    def _position(self, route: Route) -> dict[str, Any]:
        nodes, site = self._view.nodes, route.site
        end_line = route.line if site is None else site.node.end_point[0] + 1
        return {
            "language": nodes["language"][route.place],
            "path": nodes["path"][route.place],
            "is_test": nodes["is_test"][route.place],
            "line": route.line,
            "column": route.column,
            "start_line": route.line if site is None else site.node.start_point[0] + 1,
            "end_line": end_line,
            "start_byte": 0 if site is None else site.node.start_byte,
            "end_byte": 0 if site is None else site.node.end_byte,
            "loc": max(end_line - route.line + 1, 1),
        }


def replaced(text: str, words: dict[str, str]) -> str:
    """A path with what its tokens stand for."""
    for token, word in words.items():
        text = text.replace(token, word)
    return text


def parameters_of(path: str) -> list[str]:
    """The names of a path's parameters in their order, in the notation of any framework.

    >>> parameters_of("/users/:id/files/{name}/<int:page>")
    ['id', 'name', 'page']
    """
    found = [next(filter(None, match.groups())) for match in _PARAMETER.finditer(path)]
    return list(dict.fromkeys(found))
