"""``endpoints``: what can be called from outside, who answers, and what stands before that."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from codegraph.globs import path_matcher
from codegraph.graph.endpoints import ANY_METHOD, UNKNOWN_PART, Endpoint, endpoint_rows, order, read_endpoint
from codegraph.graph.urls import shape_of
from codegraph.model import Confidence
from codegraph.search.filters import Filters
from codegraph.tools.endpoint_entries import EndpointEntry, endpoint_entry, package_name
from codegraph.tools.index import Index
from codegraph.tools.openapi_comparison import OpenApiComparison, compare_documents
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
    openapi: bool = False
    limit: int = 200
    offset: int = 0


class Endpoints(msgspec.Struct, kw_only=True):
    """Endpoints by package, path and method: ``limit`` of ``total``, from ``offset`` on; counts are of all.

    ``dynamic`` counts those whose method or path is not known in whole, ``in_tests`` those that were left out
    because tests declare them, ``indexed`` all that the index has. ``openapi`` is there when it was asked for.
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
    openapi: OpenApiComparison | None = None


def run(index: Index, request: EndpointsRequest) -> Endpoints:
    """The endpoints that the filters let through.

    Raises:
        NotFoundError, AmbiguousError: ``handler`` fits nothing or several nodes.
    """
    view = index.view
    floor = Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED
    every = [read_endpoint(view, row, floor) for row in endpoint_rows(view)]
    every.sort(key=lambda endpoint: (view.package(endpoint.row), order(endpoint)))
    passes = _condition(index, request)
    chosen = [endpoint for endpoint in every if passes(endpoint)]
    kept = [endpoint for endpoint in chosen if request.include_tests or not view.is_test(endpoint.row)]
    shown = kept[request.offset : request.offset + request.limit]
    return Endpoints(
        entries=[endpoint_entry(view, endpoint) for endpoint in shown],
        by_framework=_by_size(Counter(endpoint.framework for endpoint in kept)),
        by_package=_by_size(Counter(package_name(view, endpoint.row) for endpoint in kept)),
        dynamic=sum(not endpoint.is_known for endpoint in kept),
        in_tests=len(chosen) - len(kept),
        indexed=len(every),
        total=len(kept),
        limit=request.limit,
        offset=request.offset,
        truncated=len(shown) < len(kept),
        openapi=compare_documents(index, every, passes, _call_condition(request), request.limit)
        if request.openapi
        else None,
    )


def _condition(index: Index, request: EndpointsRequest) -> Callable[[Endpoint], bool]:
    """Whether an endpoint passes all filters."""
    accept = Filters(packages=listed(request.packages), paths=listed(request.paths)).accept(index.view)
    called = _call_condition(request)
    frameworks = {name.lower() for name in listed(request.frameworks)}
    handlers = _with_parts(index, request.handler) if request.handler else None

    def passes(endpoint: Endpoint) -> bool:
        return (
            called(endpoint.method, endpoint.path, endpoint.path_end)
            and (not frameworks or endpoint.framework in frameworks)
            and accept(endpoint.row)
            and (handlers is None or any(edge.dst in handlers for edge in endpoint.handlers))
        )

    return passes


def _call_condition(request: EndpointsRequest) -> Callable[[str, str, str], bool]:
    """Whether a method, a path, and what is known of the end of one that is not known pass the filters."""
    methods = {method.upper() for method in listed(request.methods)}
    if methods:
        methods |= ANY_METHOD  # what answers every method answers these
    fits = route_matcher(request.route)
    return lambda method, path, end: (not methods or method in methods) and fits(path, end)


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


def _by_size(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
