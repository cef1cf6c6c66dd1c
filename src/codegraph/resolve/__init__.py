"""Phase 3, resolve: from the facts of all files to the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.known import NOTHING_KNOWN
from codegraph.model import Graph
from codegraph.resolve.arguments import ROUNDS, Row
from codegraph.resolve.assemble import Assembler
from codegraph.resolve.columns import EdgeColumns, unresolved_columns
from codegraph.resolve.edges import EdgeBuilder, Found
from codegraph.resolve.evaluate import Evaluator
from codegraph.resolve.extend import extend, extend_columns, with_edges
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
    "FileInput",
    "ImportContext",
    "ImportRules",
    "PackageInput",
    "Resolution",
    "extend",
    "extend_columns",
    "resolve",
    "with_edges",
]


class Resolution(NamedTuple):
    """What resolving gives.

    Args:
        graph: nodes, edges, unresolved references.
        accuracy: of each language how many references and imports are ``certain``, ``inferred`` or ``possible``
            edges in the project, ``external`` or ``unresolved``; ``total`` is their sum.
    """

    graph: Graph
    accuracy: dict[str, dict[str, int]]


def resolve(
    files: Iterable[FileInput],
    packages: Sequence[PackageInput],
    repository: str,
    specs: dict[str, AdapterSpec],
    rules: Callable[[str], ImportRules | None],
    context: ImportContext,
    *,
    statements: bool = False,
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
        library: what is known of libraries beyond those that come with the languages.
        advance: called with the number of files done since the last call.
    """
    project = Project(files, specs, rules, context, library)
    assembler = Assembler(project, packages, repository)
    found, externals = _evaluate(project, advance)
    project.forget()
    nodes = assembler.nodes(externals, statements=statements)
    rows = assembler.rows
    unresolved = unresolved_columns(found, rows, assembler.definition_fqns)
    del project, assembler  # all that is needed now are numbers
    edges = EdgeColumns(found, rows, nodes["parent"])
    nodes["fan_in"], nodes["fan_out"] = edges.degrees(len(nodes["fqn"]))
    return Resolution(Graph(nodes, edges.columns(), unresolved), edges.accuracy)


def _evaluate(project: Project, advance: Callable[[int], None]) -> tuple[Found, list[str]]:
    """What references lead to, and the FQNs of the externals among it."""
    evaluator = _with_arguments(project)
    try:
        builder = EdgeBuilder(evaluator)
        for module in project.modules:
            builder.module(module)
            advance(1)
        builder.parts()
        builder.structural()
        evaluator.parts.settle()
        evaluator.linkage.settle()
        return builder.found, list(builder.targets.externals)
    finally:
        evaluator.release()


def _with_arguments(project: Project) -> Evaluator:
    """An evaluator that knows what calls give to parameters."""
    evaluator = Evaluator(project)
    rows: list[Row] | None = None
    for _ in range(ROUNDS):
        known = evaluator.arguments
        found, rows = known.collect(rows)
        if not found.knows_more(known):
            break
        evaluator.release()
        project.forget_answers()
        evaluator = Evaluator(project, found)
        if not rows:
            break
    return evaluator
