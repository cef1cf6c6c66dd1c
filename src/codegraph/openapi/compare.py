"""Which declared operations the code handles, and which of its endpoints no document declares.

Paths are compared by shape (a parameter is one, whatever it is called), methods as they are. Where an API is mounted
is often known on one side only: to a server in front of it, or to the code. So each document is laid over the
endpoints of each package with every prefix that brings any of its paths to one of theirs, and the prefix under which
most operations are found counts; a declared one before all others if it is as good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.endpoints import ANY_METHOD, Endpoint
from codegraph.graph.urls import covers, shape_of, shapes_of

if TYPE_CHECKING:
    from codegraph.openapi.reading import Operation, Specification

Segments = tuple[str, ...]
_MAX_PREFIXES = 5
_OFTEN_IMPLICIT = frozenset({"HEAD", "OPTIONS"})
"""Methods that frameworks answer by themselves; documents seldom mention them."""


class Scoped(NamedTuple):
    """An endpoint and the package that it lies in (a name, or anything else that tells packages apart)."""

    package: str
    endpoint: Endpoint


class Compared(NamedTuple):
    """One document beside the endpoints of the packages that it fits best.

    Args:
        specification: the document.
        packages: which packages' endpoints it was compared with; none where no operation fits anywhere and the
            document lies in no package with endpoints.
        prefixes: what stands before its paths in the code, "" for nothing.
        handled: rows of the endpoints that answer, by place of the operation.
        perhaps: for operations that are not handled the row of an endpoint that may answer all the same: one whose
            path is not known in whole, or has a parameter where the operation has a word.
    """

    specification: Specification
    packages: tuple[str, ...]
    prefixes: tuple[str, ...]
    handled: dict[int, list[int]]
    perhaps: dict[int, int]


class Comparison(NamedTuple):
    """Documents beside code. ``undeclared`` are endpoints of compared packages that no document declares.

    Endpoints whose path is not known are never called undeclared.
    """

    documents: list[Compared]
    undeclared: list[Scoped]


def compare(
    specifications: Sequence[Specification], endpoints: Sequence[Scoped], package_of: Mapping[str, str]
) -> Comparison:
    """Compare each document with the endpoints of the packages that it fits best.

    Args:
        specifications: the documents.
        endpoints: the endpoints of the code.
        package_of: the package that each document's file lies in, which decides where nothing else does.
    """
    layers: dict[str, _Layer] = {}
    for package, endpoint in endpoints:
        layers.setdefault(package, _Layer(package)).add(endpoint)
    documents = [_compared(spec, layers, package_of.get(spec.file, "")) for spec in specifications]
    compared = {package for document in documents for package in document.packages}
    declared = {row for document in documents for rows in document.handled.values() for row in rows}
    shapes = {
        (scoped.package, shape.segments)
        for scoped in endpoints
        if scoped.endpoint.row in declared
        for shape in shapes_of(scoped.endpoint.path)
    }
    undeclared = [
        scoped
        for scoped in endpoints
        if scoped.package in compared
        and scoped.endpoint.row not in declared
        and scoped.endpoint.path
        and not _is_implicit(scoped, shapes)
    ]
    return Comparison(documents, undeclared)


def _is_implicit(scoped: Scoped, declared: set[tuple[str, Segments]]) -> bool:
    """Whether it is a HEAD or OPTIONS beside a method of the same path that is declared."""
    segments = shape_of(scoped.endpoint.path).segments
    return scoped.endpoint.method in _OFTEN_IMPLICIT and (scoped.package, segments) in declared


class _Layer:
    """The endpoints of one package, by the shapes of their paths."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.size = 0
        self.by_path: dict[Segments, list[Endpoint]] = {}
        self.unknown: list[tuple[Segments, Endpoint]] = []
        """Endpoints of which the end of the path is known at most."""

    def add(self, endpoint: Endpoint) -> None:
        self.size += 1
        if not endpoint.path:
            self.unknown.append((shape_of(endpoint.path_end).segments, endpoint))
            return
        for shape in shapes_of(endpoint.path):
            self.by_path.setdefault(shape.segments, []).append(endpoint)

    def answers(self, operation: Operation, path: Segments) -> list[int]:
        """The rows of the endpoints that answer the operation's method at a path."""
        return [e.row for e in self.by_path.get(path, ()) if _is_of(e, operation.method)]

    def may_answer(self, operation: Operation, paths: Iterable[Segments]) -> int | None:
        """The row of an endpoint that may answer it at one of the paths although it is not called so."""
        for path in paths:
            for known, others in self.by_path.items():
                if covers(known, path):
                    for endpoint in others:
                        if _is_of(endpoint, operation.method):
                            return endpoint.row
            for end, endpoint in self.unknown:
                if end and _is_of(endpoint, operation.method) and path[len(path) - len(end) :] == end:
                    return endpoint.row
        return None


class _Fit(NamedTuple):
    """How a document fits a package under the best prefixes; ``handled`` as in ``Compared``."""

    layer: _Layer
    prefixes: tuple[Segments, ...]
    handled: dict[int, list[int]]

    @property
    def share(self) -> float:
        """Which part of the package's endpoints the document declares."""
        return len({row for rows in self.handled.values() for row in rows}) / self.layer.size


def _compared(specification: Specification, layers: dict[str, _Layer], own: str) -> Compared:
    operations = [(operation, shape_of(operation.path).segments) for operation in specification.operations]
    fits = [_fit(operations, layer) for _, layer in sorted(layers.items())]
    fits.sort(
        key=lambda fit: (-len(fit.handled), fit.layer.package != own, fit.layer.size, fit.layer.package)
    )
    if not fits or not (fits[0].handled or own in layers):
        return Compared(specification, (), (), {}, {})
    best, *others = fits if fits[0].handled else [fit for fit in fits if fit.layer.package == own]
    chosen = [best]
    handled = dict(best.handled)
    for fit in others:
        # an API that several packages make up declares most of what each of them has
        if fit.share >= 0.5 and not handled.keys() >= fit.handled.keys():
            chosen.append(fit)
            handled = {**fit.handled, **handled}
    perhaps: dict[int, int] = {}
    for place, (operation, path) in enumerate(operations):
        if place not in handled:
            for fit in chosen:
                row = fit.layer.may_answer(operation, [(*prefix, *path) for prefix in fit.prefixes or ((),)])
                if row is not None:
                    perhaps.setdefault(place, row)
    prefixes = sorted({prefix for fit in chosen for prefix in fit.prefixes})
    return Compared(
        specification,
        tuple(fit.layer.package for fit in chosen),
        tuple("/" + "/".join(prefix) if prefix else "" for prefix in prefixes),
        handled,
        perhaps,
    )


def _fit(operations: Sequence[tuple[Operation, Segments]], layer: _Layer) -> _Fit:
    """The document under the declared prefixes, if they are as good as any other, else under the best one."""
    declared = {_base(base) for operation, _ in operations for base in operation.bases}
    found = {
        prefix: _handled(operations, layer, prefix) for prefix in _prefixes(operations, layer) | declared
    }
    best = max(map(len, found.values()), default=0)
    if not best:
        return _Fit(layer, (), {})
    chosen = sorted(prefix for prefix in declared if found[prefix])
    together: dict[int, list[int]] = {}
    for prefix in chosen:
        for place, rows in found[prefix].items():
            together.setdefault(place, []).extend(rows)
    if len(together) < best:
        chosen = [min((p for p in found if len(found[p]) == best), key=lambda prefix: (len(prefix), prefix))]
        together = found[chosen[0]]
    return _Fit(layer, tuple(chosen), together)


def _handled(
    operations: Sequence[tuple[Operation, Segments]], layer: _Layer, prefix: Segments
) -> dict[int, list[int]]:
    answers = ((place, layer.answers(op, (*prefix, *path))) for place, (op, path) in enumerate(operations))
    return {place: rows for place, rows in answers if rows}


def _prefixes(operations: Sequence[tuple[Operation, Segments]], layer: _Layer) -> set[Segments]:
    """The few prefixes that bring most of the document's paths to endpoints; nothing is always one of them."""
    paths = {path for _, path in operations if path}
    votes: dict[Segments, int] = {}
    for known in layer.by_path:
        for cut in range(len(known)):
            if known[cut:] in paths:
                votes[known[:cut]] = votes.get(known[:cut], 0) + 1
    return {(), *sorted(votes, key=lambda prefix: (-votes[prefix], prefix))[:_MAX_PREFIXES]}


def _base(path: str) -> Segments:
    return shape_of(path).segments


def _is_of(endpoint: Endpoint, method: str) -> bool:
    return endpoint.method == method or endpoint.method in ANY_METHOD
