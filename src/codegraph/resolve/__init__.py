"""Phase 3, resolve: from the facts of all files to the graph."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.known import NOTHING_KNOWN
from codegraph.model import Graph
from codegraph.resolve.applications import Applications, Call, Decoration
from codegraph.resolve.assemble import Assembler
from codegraph.resolve.columns import EdgeColumns, unresolved_columns
from codegraph.resolve.edges import EdgeBuilder, Found
from codegraph.resolve.evaluate import Evaluator
from codegraph.resolve.extend import extend
from codegraph.resolve.project import (
    FileInput,
    ImportContext,
    ImportRules,
    PackageInput,
    Project,
)

if TYPE_CHECKING:
    from codegraph.languages.known import KnownLibraries
    from codegraph.languages.spec import AdapterSpec

__all__ = [
    "Call",
    "Decoration",
    "FileInput",
    "ImportContext",
    "ImportRules",
    "PackageInput",
    "Resolution",
    "extend",
    "resolve",
]


class Resolution(NamedTuple):
    """What resolving gives.

    Args:
        graph: nodes, edges, unresolved references.
        accuracy: of each language how many references and imports are ``certain``, ``inferred`` or ``possible``
            edges in the project, ``external`` or ``unresolved``; ``total`` is their sum.
        decorations: every decorator with what it denotes, for fingerprints.
        calls: the calls that were asked for by name, likewise.
    """

    graph: Graph
    accuracy: dict[str, dict[str, int]]
    decorations: list[Decoration]
    calls: list[Call]


def resolve(
    files: Iterable[FileInput],
    packages: Sequence[PackageInput],
    repository: str,
    specs: dict[str, AdapterSpec],
    rules: Callable[[str], ImportRules | None],
    context: ImportContext,
    *,
    statements: bool = False,
    call_names: Collection[str] = (),
    library: KnownLibraries = NOTHING_KNOWN,
    advance: Callable[[int], None] = lambda _: None,
) -> Resolution:
    """Resolve a project.

    Args:
        files: all files with facts, sorted by path.
        packages: all packages; files refer to them by number.
        repository: the repository's name.
        specs: adapters' data by language.
        rules: an adapter's import rules by language; None where it has no code.
        context: what import rules may ask.
        statements: whether statements become nodes.
        call_names: members whose calls are wanted as ``Resolution.calls``.
        library: what is known of libraries beyond those that come with the languages.
        advance: called with the number of files done since the last call.
    """
    project = Project(files, specs, rules, context, library)
    assembler = Assembler(project, packages, repository)
    evaluated = _evaluate(project, assembler, call_names, advance)
    found = evaluated.found
    project.forget()
    nodes = assembler.nodes(evaluated.externals, statements=statements)
    rows = assembler.rows
    unresolved = unresolved_columns(found, rows, assembler.definition_fqns)
    del project, assembler  # all that is needed now are numbers
    edges = EdgeColumns(found, rows, nodes["parent"])
    nodes["fan_in"], nodes["fan_out"] = edges.degrees(len(nodes["fqn"]))
    return Resolution(
        Graph(nodes, edges.columns(), unresolved),
        edges.accuracy,
        [item._replace(node=int(rows[item.node])) for item in evaluated.decorations],
        [item._replace(node=int(rows[item.node])) for item in evaluated.calls],
    )


class _Evaluated(NamedTuple):
    """What references lead to; the FQNs of the externals among it; decorators and calls, with nodes for rows."""

    found: Found
    externals: list[str]
    decorations: list[Decoration]
    calls: list[Call]


def _evaluate(
    project: Project, assembler: Assembler, call_names: Collection[str], advance: Callable[[int], None]
) -> _Evaluated:
    evaluator = Evaluator(project)
    try:
        evaluator.arguments.collect()
        builder = EdgeBuilder(evaluator)
        for module in project.modules:
            builder.module(module)
            advance(1)
        builder.parts()
        builder.structural()
        evaluator.parts.settle()
        evaluator.linkage.settle()
        applications = Applications(builder.targets, assembler)
        decorations = list(applications.decorations())
        calls = list(applications.calls(call_names)) if call_names else []
        return _Evaluated(builder.found, list(builder.targets.externals), decorations, calls)
    finally:
        evaluator.release()
