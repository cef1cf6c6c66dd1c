"""The endpoints of a graph: what each is called from outside, who answers, and what stands before that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.urls import shape_of
from codegraph.model import Confidence, EdgeKind, NodeKind

if TYPE_CHECKING:
    from codegraph.graph.records import Edge
    from codegraph.graph.view import GraphView

UNKNOWN_PART = "…"
"""Stands for what the running program alone knows."""

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")
"""In the order in which people list them."""

ANY_METHOD = frozenset({"", "*", "ANY", "ALL"})
"""What stands for every method, or for one that is not known."""

_BEFORE = frozenset({"middleware", "guard"})


class Step(NamedTuple):
    """What a request passes before the handler: ``middleware`` or ``guard``; no edge where it is no node."""

    name: str
    role: str
    edge: Edge | None


class Endpoint(NamedTuple):
    """One endpoint. ``method`` and ``path`` are empty where they are not known, ``path_end`` is what is known; an
    ``inline`` one is handled by a function without a name that stands where it is declared."""

    row: int
    method: str
    path: str
    path_end: str
    framework: str
    parameters: tuple[str, ...]
    handlers: tuple[Edge, ...]
    steps: tuple[Step, ...]
    inline: bool = False

    @property
    def shown_path(self) -> str:
        """The path as it is shown, what is not known as ``…``."""
        return self.path or UNKNOWN_PART + self.path_end

    @property
    def is_known(self) -> bool:
        """Whether both method and path are known."""
        return bool(self.method and self.path)


def endpoint_rows(view: GraphView) -> list[int]:
    """The rows of all endpoints, in order of their FQNs."""
    words = view.vocabulary["kind"]
    if NodeKind.ENDPOINT not in words:
        return []
    wanted = words.index(NodeKind.ENDPOINT)
    return [row for row, code in enumerate(view.container.array("kind")) if code == wanted]


def read_endpoint(view: GraphView, row: int, floor: str = Confidence.INFERRED) -> Endpoint:
    """What is known of an endpoint; edges below the floor are left out."""
    known = view.attributes(row)
    path = _text(known.get("path"))
    edges = sorted(view.out_edges(row, (EdgeKind.HANDLES,), floor), key=_place)
    names = known.get("parameters")
    parameters = (
        _texts(names)
        if isinstance(names, list)
        else shape_of(path or _text(known.get("path_end"))).parameters
    )
    return Endpoint(
        row,
        _text(known.get("method")).upper(),
        path,
        _text(known.get("path_end")),
        _text(known.get("framework")),
        parameters,
        tuple(edge for edge in edges if edge.rule not in _BEFORE),
        _steps(view, _texts(known.get("middleware")), [edge for edge in edges if edge.rule in _BEFORE]),
        known.get("inline") is True,
    )


def order(endpoint: Endpoint) -> tuple[bool, str, int, str, int]:
    """By path, then by method as people list them; paths that are not known come last."""
    place = METHODS.index(endpoint.method) if endpoint.method in METHODS else len(METHODS)
    return not endpoint.path, endpoint.path or endpoint.path_end, place, endpoint.method, endpoint.row


def _steps(view: GraphView, names: Iterable[str], edges: list[Edge]) -> tuple[Step, ...]:
    """The named ones in order, each with the first edge left that leads to such a name; then all other edges."""
    left = list(edges)
    steps = []
    for name in names:
        last = name.replace("::", ".").rpartition(".")[2]
        edge = next((edge for edge in left if view.name(edge.dst) in (name, last)), None)
        if edge is not None:
            left.remove(edge)
        steps.append(Step(name, edge.rule if edge else "middleware", edge))
    return (*steps, *(Step(view.name(edge.dst), edge.rule, edge) for edge in left))


def _place(edge: Edge) -> tuple[tuple[tuple[int, int], ...], int]:
    return edge.sites, edge.dst


def _text(value: object) -> str:
    # attributes come from an index that anybody may have written
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
