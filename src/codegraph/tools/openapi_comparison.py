"""The OpenAPI documents of a repository beside its endpoints: what only one side knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from codegraph.model import CALLABLE_KINDS, Level
from codegraph.tools.endpoint_entries import EndpointEntry, endpoint_entry, package_name

if TYPE_CHECKING:
    from codegraph.graph.endpoints import Endpoint
    from codegraph.graph.view import GraphView
    from codegraph.openapi import Operation
    from codegraph.openapi.compare import Compared
    from codegraph.tools.index import Index


class DeclaredOperation(msgspec.Struct, kw_only=True):
    """An operation of a document, declared at ``path`` and ``line``; ``route`` is where the code would have to answer.

    ``perhaps`` is the FQN of what may answer it all the same: an endpoint whose path is not known in whole, or that
    has a parameter where the operation has a word; else the one method or function of the package that is called as
    the operation is, as where interfaces are generated from the document.
    """

    method: str
    route: str
    operation_id: str
    path: str
    line: int
    perhaps: str


class OpenApiDocument(msgspec.Struct, kw_only=True):
    """One document and what became of its operations.

    ``packages`` are those whose endpoints it was compared with, ``prefixes`` what stands before its paths there.
    ``not_handled`` has at most ``limit`` operations of ``not_handled_total``.
    """

    path: str
    version: str
    title: str
    packages: list[str]
    prefixes: list[str]
    operations: int
    handled: int
    not_handled: list[DeclaredOperation]
    not_handled_total: int


class OpenApiProblem(msgspec.Struct):
    """A file that looks like a document and can't be read as one."""

    path: str
    reason: str


class OpenApiComparison(msgspec.Struct, kw_only=True):
    """All documents that were found, by path.

    ``not_declared`` are endpoints of the compared packages that no document declares, ``without_document`` counts the
    endpoints of the packages that no document was compared with.
    """

    documents: list[OpenApiDocument]
    not_declared: list[EndpointEntry]
    not_declared_total: int
    without_document: dict[str, int]
    problems: list[OpenApiProblem]
    limit: int
    truncated: bool


def compare_documents(
    index: Index,
    endpoints: Iterable[Endpoint],
    passes: Callable[[Endpoint], bool],
    call_passes: Callable[[str, str, str], bool],
    limit: int,
) -> OpenApiComparison:
    """Compare the documents as they are now with endpoints as they were indexed, but for those in tests.

    Args:
        index: the opened index.
        endpoints: all endpoints.
        passes: which endpoints to list.
        call_passes: which operations to list, by method, path and "".
        limit: how many entries a list may have.
    """
    from codegraph.discovery import list_files
    from codegraph.openapi import Scoped, compare, read_specifications
    from codegraph.openapi.reading import ENDINGS

    view = index.view
    scoped = [Scoped(package_name(view, e.row), e) for e in endpoints if not view.is_test(e.row)]
    found, broken = read_specifications(index.root, list_files(index.root, index.settings, ENDINGS))
    compared = compare(found, scoped, {spec.file: _package_at(view, spec.file) for spec in found})
    documents = [_document(view, one, call_passes, limit) for one in compared.documents]
    undeclared = [one.endpoint for one in compared.undeclared if passes(one.endpoint)]
    packages = {package for document in documents for package in document.packages}
    return OpenApiComparison(
        documents=documents,
        not_declared=[endpoint_entry(view, endpoint) for endpoint in undeclared[:limit]],
        not_declared_total=len(undeclared),
        without_document=dict(
            sorted(Counter(one.package for one in scoped if one.package not in packages).items())
        ),
        problems=[OpenApiProblem(path, reason) for path, reason in sorted(broken.items())],
        limit=limit,
        truncated=len(undeclared) > limit or any(d.not_handled_total > limit for d in documents),
    )


def _document(
    view: GraphView, compared: Compared, call_passes: Callable[[str, str, str], bool], limit: int
) -> OpenApiDocument:
    specification = compared.specification
    missing = [
        _operation(view, operation, compared, place)
        for place, operation in enumerate(specification.operations)
        if place not in compared.handled
    ]
    missing = [operation for operation in missing if call_passes(operation.method, operation.route, "")]
    return OpenApiDocument(
        path=specification.file,
        version=specification.version,
        title=specification.title,
        packages=list(compared.packages),
        prefixes=list(compared.prefixes),
        operations=len(specification.operations),
        handled=len(compared.handled),
        not_handled=missing[:limit],
        not_handled_total=len(missing),
    )


def _operation(view: GraphView, operation: Operation, compared: Compared, place: int) -> DeclaredOperation:
    perhaps = compared.perhaps.get(place)
    if perhaps is None:
        perhaps = _called_like(view, operation, compared.packages or (_package_at(view, operation.file),))
    return DeclaredOperation(
        method=operation.method,
        route=_route(operation, compared.prefixes),
        operation_id=operation.name,
        path=operation.file,
        line=operation.line,
        perhaps="" if perhaps is None else view.fqn(perhaps),
    )


def _called_like(view: GraphView, operation: Operation, packages: tuple[str, ...]) -> int | None:
    """The one function or method of the packages that bears the operation's name."""
    found = [
        row
        for row in view.rows_named(operation.name)
        if view.kind(row) in CALLABLE_KINDS and not view.is_test(row) and package_name(view, row) in packages
    ]
    return found[0] if len(found) == 1 else None


def _route(operation: Operation, prefixes: tuple[str, ...]) -> str:
    """The path at which the code would have to answer, as the other operations of the document are handled there."""
    base = next((base for base in operation.bases if base in prefixes), None)
    if base is None:
        base = prefixes[0] if prefixes else operation.bases[0]
    return base + operation.path


def _package_at(view: GraphView, path: str) -> str:
    """The FQN of the package whose folder is the nearest above a file, "" for none."""
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        found = [row for row in view.rows_at(folder) if view.level(row) == Level.PACKAGE]
        if found:
            return view.fqn(found[0])
    return ""
