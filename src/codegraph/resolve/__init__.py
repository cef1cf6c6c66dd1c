"""Phase 3, resolve: from the facts of all files to the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.known import NOTHING_KNOWN
from codegraph.model import Graph
from codegraph.resolve.again import Before
from codegraph.resolve.arguments import ROUNDS, Row
from codegraph.resolve.assemble import Assembler
from codegraph.resolve.columns import EdgeColumns, unresolved_columns
from codegraph.resolve.edges import EdgeBuilder, Found
from codegraph.resolve.evaluate import Evaluator
from codegraph.resolve.extend import extend, extend_columns, with_edges
from codegraph.resolve.keeping import Moved, join, keep, read_kept
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
    from codegraph.resolve.naming import Named, Same

__all__ = [
    "Before",
    "FileInput",
    "ImportContext",
    "ImportRules",
    "PackageInput",
    "Resolution",
    "extend",
    "extend_columns",
    "read_kept",
    "resolve",
    "with_edges",
]


class Resolution(NamedTuple):
    """What resolving gives.

    Args:
        graph: nodes, edges, unresolved references.
        accuracy: of each language how many references and imports are ``certain``, ``inferred`` or ``possible``
            edges in the project, ``external`` or ``unresolved``; ``total`` is their sum.
        resolved: how many files were resolved; the others are as they were.
        kept: what the next resolution can build upon, see ``read_kept``.
    """

    graph: Graph
    accuracy: dict[str, dict[str, int]]
    resolved: int
    kept: bytes


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
    key: str = "",
    before: Before | None = None,
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
        key: fingerprint of all of these but the facts of the files, by which what is kept is known to be of use.
        before: the resolution before; the result does not depend on it.
    """
    project = Project(files if before is None else before.watch(files), specs, rules, context, library)
    same = before.same(project.modules) if before is not None else None
    assembler = Assembler(project, packages, repository, same)
    named = assembler.named
    evaluated = None
    if before is not None and same is not None:
        evaluated = _evaluate_again(project, before, same, named, advance)
    found, externals, resolved, kept = evaluated or _evaluate(project, key, named, advance)
    project.forget()
    nodes = assembler.nodes(externals, statements=statements)
    rows = assembler.rows
    unresolved = unresolved_columns(found, rows, assembler.definition_fqns)
    del project, assembler  # all that is needed now are numbers
    edges = EdgeColumns(found, rows, nodes["parent"])
    nodes["fan_in"], nodes["fan_out"] = edges.degrees(len(nodes["fqn"]))
    return Resolution(Graph(nodes, edges.columns(), unresolved), edges.accuracy, resolved, kept)


class _Evaluated(NamedTuple):
    """What references lead to, the FQNs of the externals among it, how many files were resolved, and what to keep."""

    found: Found
    externals: list[str]
    resolved: int
    kept: bytes


def _evaluate(project: Project, key: str, named: Named, advance: Callable[[int], None]) -> _Evaluated:
    """Resolve all modules."""
    evaluator = _with_arguments(project)
    try:
        builder = EdgeBuilder(evaluator)
        for module in project.modules:
            builder.module(module)
            advance(1)
        return _finished(builder, key, named, len(project.modules))
    finally:
        evaluator.release()


def _evaluate_again(
    project: Project, before: Before, same: Same, named: Named, advance: Callable[[int], None]
) -> _Evaluated | None:
    """Resolve the modules that changed; None if that would not do."""
    places = before.changed(project, same)
    if places is None:
        return None
    moved = Moved(before.kept, project, places)
    evaluator = Evaluator(project)
    try:
        evaluator.arguments = moved.arguments(before.kept, evaluator)
        builder = EdgeBuilder(evaluator)
        for index in places:
            builder.module(project.modules[index])
        join(before.kept, moved, builder.found, list(places), builder.targets)
        evaluated = _finished(builder, before.kept.key, named, len(places))
        advance(len(project.modules))
    except LookupError:  # another file leads to what is gone after all
        project.forget_answers()
        return None
    else:
        return evaluated
    finally:
        evaluator.release()


def _finished(builder: EdgeBuilder, key: str, named: Named, resolved: int) -> _Evaluated:
    """What modules found, with what follows from all of them together."""
    evaluator, found = builder.evaluator, builder.found
    externals = found.number_externals(list(builder.targets.externals))
    kept = keep(key, evaluator, found, externals, named) if key else b""
    builder.parts()
    builder.structural()
    evaluator.parts.settle()
    evaluator.linkage.settle()
    return _Evaluated(found, externals, resolved, kept)


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
