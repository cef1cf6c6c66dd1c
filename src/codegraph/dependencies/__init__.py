"""Declared dependencies against imported ones: what each package really uses, lacks and could do without."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from codegraph.dependencies.matching import Package, match
from codegraph.dependencies.report import Leftover, Linked, Report, Status, Verdict, attributes
from codegraph.dependencies.usage import Usage, usage
from codegraph.model import Declaration, Graph, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.dependencies.judging import Sources

__all__ = ["Leftover", "Linked", "Report", "Status", "Verdict", "compare", "with_dependencies"]


def with_dependencies(
    graph: Graph, declarations: Mapping[str, Declaration], source_of: Callable[[str], bytes]
) -> Graph:
    """A graph whose packages know their dependencies: the attributes of their nodes have what ``attributes`` gives.

    Args:
        graph: the whole graph.
        declarations: by the names of the packages.
        source_of: gives a file's text.
    """
    reports = compare(graph, declarations, source_of)
    if not reports:
        return graph
    column = list(graph.nodes["attributes"])
    for row, report in reports.items():
        found: dict[str, Any] = json.loads(column[row]) if column[row] else {}
        found |= attributes(report)
        column[row] = json.dumps(found, separators=(",", ":")) if found else ""
    return graph._replace(nodes={**graph.nodes, "attributes": column})


def compare(
    graph: Graph, declarations: Mapping[str, Declaration], source_of: Callable[[str], bytes]
) -> dict[int, Report]:
    """The report of each package, by the row of its node."""
    levels, fqns, paths = (graph.nodes[name] for name in ("level", "fqn", "path"))
    packages = [
        Package(row, fqns[row], paths[row], declarations.get(fqns[row], Declaration()))
        for row, level in enumerate(levels)
        if level == Level.PACKAGE
    ]
    packages.sort(key=lambda package: package.path)
    used = usage(graph)
    sources = _sources(graph, packages, source_of)
    verdicts: dict[int, list[Verdict]] = defaultdict(list)
    leftovers: dict[int, list[Leftover]] = defaultdict(list)
    ecosystems = sorted({name for package in packages for name in package.declaration.ecosystems})
    for ecosystem in ecosystems:
        from codegraph.dependencies.judging import Judge
        from codegraph.dependencies.rules import RULES

        rule = RULES[ecosystem]
        matched = match(rule, packages, used)
        judge = Judge(rule, packages, matched, sources)
        for number in matched.holders:
            verdicts[number] += judge.verdicts(number)
            leftovers[number] += judge.leftovers(number)
    return {
        package.row: Report(
            package.declaration,
            tuple(verdicts[number]),
            tuple(leftovers[number]),
            tuple(_links(package, packages, used, verdicts[number])),
        )
        for number, package in enumerate(packages)
    }


def _links(
    package: Package, packages: Sequence[Package], used: Usage, verdicts: Sequence[Verdict]
) -> list[Linked]:
    """The other packages that a package refers to."""
    declared = {verdict.dependency.target for verdict in verdicts}
    found = used.internal.get(package.row, {})
    return sorted(
        Linked(other.fqn, found[other.row], other.fqn in declared) for other in packages if other.row in found
    )


def _sources(graph: Graph, packages: Sequence[Package], source_of: Callable[[str], bytes]) -> Sources:
    from codegraph.dependencies.judging import Sources

    number_of = {package.row: number for number, package in enumerate(packages)}
    kinds, parents, paths = (graph.nodes[name] for name in ("kind", "parent", "path"))
    found: dict[int, list[str]] = defaultdict(list)
    for row, parent in enumerate(parents):
        if parent in number_of and kinds[row] == NodeKind.MODULE:
            found[number_of[parent]].append(paths[row])
    return Sources(graph, found, source_of)
