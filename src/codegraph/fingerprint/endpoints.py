"""Turns declared routes into ``endpoint`` nodes, each with a ``handles`` edge to its handler."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.fingerprint.routers import join
from codegraph.model import SEPARATOR, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.routers import Prefix
    from codegraph.fingerprint.sites import Site
    from codegraph.fingerprint.view import View

UNKNOWN_PART = "…"
"""Stands in an endpoint's name for what the source computes."""


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
        trailing_slash: whether a slash at the end is kept.
    """

    framework: str
    evidence: str
    place: int
    line: int
    column: int
    site: Site | None
    handler: int
    confidence: str
    methods: Sequence[str] | None
    paths: Sequence[str] | None
    prefixes: Sequence[Prefix]
    trailing_slash: bool

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Method, whole path and known end of the path of each endpoint; what is not known is empty."""
        for prefix in self.prefixes:
            for path in self.paths if self.paths is not None else [None]:
                parts = [*prefix, path]
                gap = max((at for at, part in enumerate(parts) if part is None), default=-1)
                known = [part for part in parts[gap + 1 :] if part is not None]
                whole = join(known, trailing_slash=self.trailing_slash)
                end = "" if not any(known) else whole
                for method in self.methods if self.methods is not None else [""]:
                    yield (method.upper(), whole, whole) if gap < 0 else (method.upper(), "", end)


class Endpoints:
    """The rows that all routes of a graph add to it."""

    def __init__(self, view: View) -> None:
        self.nodes: list[dict[str, Any]] = []
        self.edges: list[dict[str, Any]] = []
        self._view = view
        self._taken: dict[str, int] = {}

    def add(self, route: Route) -> list[str]:
        """Add the endpoints of a route; their names, ``GET /users/:id``."""
        names = []
        for method, path, end in route.names():
            name = f"{method or UNKNOWN_PART} {path or UNKNOWN_PART + end}"
            self._add(route, name, method, path, end)
            names.append(name)
        return names

    def _add(self, route: Route, name: str, method: str, path: str, end: str) -> None:
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
        if route.handler >= 0:
            self.edges.append(
                {
                    "src": fqn,
                    "dst": self._view.fqns[route.handler],
                    "kind": EdgeKind.HANDLES,
                    "confidence": route.confidence,
                    "rule": "route",
                    "sites": [route.line, route.column],
                }
            )

    def _position(self, route: Route) -> dict[str, Any]:
        nodes = self._view.nodes
        site = route.site
        end_line = route.line if site is None else site.end_line
        return {
            "language": nodes["language"][route.place],
            "path": nodes["path"][route.place],
            "is_test": nodes["is_test"][route.place],
            "line": route.line,
            "column": route.column,
            "start_line": route.line,
            "end_line": end_line,
            "start_byte": 0 if site is None else site.start_byte,
            "end_byte": 0 if site is None else site.end_byte,
            "loc": end_line - route.line + 1,
        }


def as_json(attributes: dict[str, Any]) -> str:
    """Attributes as a node's column holds them: one line, keys sorted."""
    return json.dumps(attributes, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
