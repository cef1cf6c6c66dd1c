"""``endpoints``: what can be called from outside, who answers, and what stands before that."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from codegraph.graph.endpoints import ANY_METHOD, UNKNOWN_PART, Endpoint, endpoint_rows, order, read_endpoint
from codegraph.graph.records import Edge
from codegraph.graph.urls import shape_of
from codegraph.graph.view import GraphView
from codegraph.model import Confidence
from codegraph.search.filters import Filters, path_matcher
from codegraph.tools.answers import Related, Symbol, edge_fields, symbol_fields
from codegraph.tools.index import Index
from codegraph.tools.vocabulary import listed


class EndpointsRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Filters that are empty let everything through; of several all must hold.

    ``methods`` are HTTP methods. ``route`` is the beginning of a path, in whole segments, or a glob over all of
    it (``*`` is one segment, ``**`` any number); parameters may be written in any framework's way. ``paths`` are
    files, folders or globs of files. ``handler`` is a name in the graph: a function, or a class, file or package
    with all that is in it.
    """

    methods: Sequence[str] = ()
    route: str = ""
    frameworks: Sequence[str] = ()
    packages: Sequence[str] = ()
    paths: Sequence[str] = ()
    handler: str = ""
    include_tests: bool = False
    include_possible: bool = False
    limit: int = 200
    offset: int = 0


class PassedStep(msgspec.Struct, kw_only=True):
    """What a request passes before its handler: ``role`` is ``middleware`` or ``guard``.

    ``symbol`` is None where the name leads to no node of the graph.
    """

    name: str
    role: str
    symbol: Related | None


class EndpointEntry(Symbol, kw_only=True):
    """An endpoint; ``path`` and ``line`` are where it is declared.

    ``method`` and ``route`` are empty where the source does not tell them; ``route_end`` is then what is known of
    the end of the path. ``handler`` is None where what answers is no definition of its own.
    ``other_handlers`` has those that are declared for the same endpoint at another place, or conditionally.
    """

    method: str
    route: str
    route_end: str
    framework: str
    parameters: list[str]
    package: str
    tags: tuple[str, ...]
    handler: Related | None
    other_handlers: list[Related]
    middleware: list[PassedStep]

    @property
    def shown_route(self) -> str:
        """The path as it is shown, with ``…`` for what is not known."""
        return self.route or UNKNOWN_PART + self.route_end


class Endpoints(msgspec.Struct, kw_only=True):
    """Endpoints by package, path and method: ``limit`` of ``total``, from ``offset`` on; counts are of all.

    ``dynamic`` counts those whose method or path is not known in whole, ``in_tests`` those that were left out
    because tests declare them, ``indexed`` all that the index has.
    """

    entries: list[EndpointEntry]
    by_framework: dict[str, int]
    by_package: dict[str, int]
    dynamic: int
    in_tests: int
    indexed: int
    total: int
    limit: int
    offset: int
    truncated: bool


def run(index: Index, request: EndpointsRequest) -> Endpoints:
    """The endpoints that the filters let through.

    Raises:
        NotFoundError, AmbiguousError: ``handler`` fits nothing or several nodes.
    """
    view = index.view
    floor = Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED
    every = [read_endpoint(view, row, floor) for row in endpoint_rows(view)]
    chosen = _chosen(index, request, every)
    kept = [e for e in chosen if request.include_tests or not view.is_test(e.row)]
    kept.sort(key=lambda endpoint: (view.package(endpoint.row), order(endpoint)))
    shown = kept[request.offset : request.offset + request.limit]
    return Endpoints(
        entries=[_entry(view, endpoint) for endpoint in shown],
        by_framework=_by_size(Counter(endpoint.framework for endpoint in kept)),
        by_package=_by_size(Counter(_package(view, endpoint.row) for endpoint in kept)),
        dynamic=sum(not endpoint.is_known for endpoint in kept),
        in_tests=len(chosen) - len(kept),
        indexed=len(every),
        total=len(kept),
        limit=request.limit,
        offset=request.offset,
        truncated=len(shown) < len(kept),
    )


def _chosen(index: Index, request: EndpointsRequest, every: list[Endpoint]) -> list[Endpoint]:
    accept = Filters(packages=listed(request.packages), paths=listed(request.paths)).accept(index.view)
    conditions: list[Callable[[Endpoint], bool]] = [lambda endpoint: accept(endpoint.row)]
    if methods := {method.upper() for method in listed(request.methods)}:
        methods |= ANY_METHOD  # what answers every method answers these
        conditions.append(lambda endpoint: endpoint.method in methods)
    if request.route:
        fits = route_matcher(request.route)
        conditions.append(lambda endpoint: fits(endpoint.path, endpoint.path_end))
    if frameworks := {name.lower() for name in listed(request.frameworks)}:
        conditions.append(lambda endpoint: endpoint.framework in frameworks)
    if request.handler:
        rows = _with_parts(index, request.handler)
        conditions.append(lambda endpoint: any(edge.dst in rows for edge in endpoint.handlers))
    return [endpoint for endpoint in every if all(condition(endpoint) for condition in conditions)]


def route_matcher(pattern: str) -> Callable[[str, str], bool]:
    """A function that tells of a path, and of the known end of one that is not known, whether it fits.

    The pattern is a beginning in whole segments or a glob, see ``EndpointsRequest.route``. A path that is not
    known fits only what leaves its beginning open (``**/avatar``).
    """
    # stars are the pattern's own, and everything else that stands for a parameter is one
    pieces = [part if "*" in part else shape_of(f"/{part}").text[1:] for part in pattern.split("/") if part]
    fits = path_matcher(["/".join(pieces)])

    def matches(path: str, end: str) -> bool:
        text = shape_of(path).text[1:] if path else f"{UNKNOWN_PART}/{shape_of(end).text[1:]}"
        return fits(text)

    return matches


def _with_parts(index: Index, name: str) -> set[int]:
    view = index.view
    return {row for one in index.definitions(name) for row in (one, *view.descendants(one))}


def _entry(view: GraphView, endpoint: Endpoint) -> EndpointEntry:
    handlers = [_related(view, edge) for edge in endpoint.handlers]
    return EndpointEntry(
        **symbol_fields(view, endpoint.row),
        method=endpoint.method,
        route=endpoint.path,
        route_end=endpoint.path_end,
        framework=endpoint.framework,
        parameters=list(endpoint.parameters),
        package=_package(view, endpoint.row),
        tags=view.tags(endpoint.row),
        handler=handlers[0] if handlers else None,
        other_handlers=handlers[1:],
        middleware=[
            PassedStep(
                name=step.name, role=step.role, symbol=_related(view, step.edge) if step.edge else None
            )
            for step in endpoint.steps
        ],
    )


def _related(view: GraphView, edge: Edge) -> Related:
    return Related(**symbol_fields(view, edge.dst), **edge_fields(view, edge))


def _package(view: GraphView, row: int) -> str:
    package = view.package(row)
    return view.fqn(package) if package >= 0 else ""


def _by_size(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
