"""What is told of the dependencies of a package, and how it is kept in the attributes of its node."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from codegraph.dependencies.usage import Place, Use
    from codegraph.model import Declaration, Dependency


class Status(StrEnum):
    """Whether a declared dependency is imported.

    ``UNUSED`` is told only where nothing imports or names it and it can't be of use otherwise; ``NOT_IMPORTED`` has a
    reason why that need not mean anything; ``UNKNOWN`` where its imports can't be told from its name.
    """

    IMPORTED = "imported"
    UNUSED = "unused"
    NOT_IMPORTED = "not imported"
    UNKNOWN = "unknown"


class Verdict(NamedTuple):
    """A declared dependency with what is known of its use."""

    dependency: Dependency
    status: Status
    reason: str
    use: Use
    imports: tuple[str, ...]
    """What code imports of it, where that is not its name."""


class Leftover(NamedTuple):
    """An import that belongs to no declared dependency."""

    ecosystem: str
    name: str
    use: Use
    package: str
    """The package that it is of, where that is known; "" where it is called like the import or not known."""
    reason: str
    """"" where it is undeclared; else why that is not certain."""
    place: Place
    """Where it is imported, or used if there is no import: the first such place by path."""


class Linked(NamedTuple):
    """A package of the repository that this one refers to."""

    fqn: str
    use: Use
    is_declared: bool


class Report(NamedTuple):
    """All that is known of the dependencies of one package."""

    declaration: Declaration
    verdicts: tuple[Verdict, ...]
    leftovers: tuple[Leftover, ...]
    links: tuple[Linked, ...]


MAX_LEFTOVERS = 100
"""So many imports that belong to no dependency are kept of a package, undeclared ones first."""


def attributes(report: Report) -> dict[str, Any]:
    """The report as JSON; what is empty is left out."""
    declaration = report.declaration
    found: dict[str, Any] = {
        "version": declaration.version,
        "description": declaration.description,
        "topics": list(declaration.topics),
        "entries": [entry._asdict() for entry in declaration.entries],
        "dependencies": [_verdict(verdict) for verdict in report.verdicts],
        "undeclared": [_leftover(item) for item in _first(report.leftovers) if not item.reason],
        "unmatched": [_leftover(item) for item in _first(report.leftovers) if item.reason],
        "links": [
            _compact(fqn=link.fqn, **_counts(link.use), declared=link.is_declared) for link in report.links
        ],
    }
    return {key: value for key, value in found.items() if value}


def _first(leftovers: tuple[Leftover, ...]) -> list[Leftover]:
    return sorted(leftovers, key=lambda item: (item.reason != "", item.ecosystem, item.name))[:MAX_LEFTOVERS]


def _verdict(verdict: Verdict) -> dict[str, Any]:
    dependency = verdict.dependency
    return _compact(
        name=dependency.name,
        range=dependency.range,
        group=str(dependency.group),
        label=dependency.label,
        ecosystem=dependency.ecosystem,
        manifest=dependency.manifest,
        line=dependency.line,
        target=dependency.target,
        indirect=dependency.indirect,
        status=str(verdict.status),
        reason=verdict.reason,
        imports=list(verdict.imports),
        **_counts(verdict.use),
    )


def _leftover(item: Leftover) -> dict[str, Any]:
    return _compact(
        name=item.name,
        ecosystem=item.ecosystem,
        package=item.package,
        reason=item.reason,
        path=item.place.path,
        line=item.place.line,
        **_counts(item.use),
    )


def _counts(use: Use) -> dict[str, int]:
    return {"uses": use.uses, "in_tests": use.in_tests}


def _compact(**fields: Any) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value}
