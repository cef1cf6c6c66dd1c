"""Phase 3, resolve: from the facts of all files to the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from codegraph.languages.adapter import AdapterSpec
from codegraph.model import Graph
from codegraph.resolve.assemble import Assembler, Decoration, extend
from codegraph.resolve.edges import EdgeBuilder
from codegraph.resolve.evaluate import Evaluator
from codegraph.resolve.project import (
    FileInput,
    ImportContext,
    ImportRules,
    PackageInput,
    Project,
)

__all__ = [
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
        references: counts: ``total`` = ``resolved`` + ``external`` + ``unresolved``.
        decorations: every decorator with what it denotes, for fingerprints.
    """

    graph: Graph
    references: dict[str, int]
    decorations: list[Decoration]


def resolve(
    files: Sequence[FileInput],
    packages: Sequence[PackageInput],
    repository: str,
    specs: dict[str, AdapterSpec],
    rules: Callable[[str], ImportRules | None],
    context: ImportContext,
    *,
    statements: bool = False,
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
        advance: called with the number of files done since the last call.
    """
    project = Project(files, specs, rules, context)
    evaluator = Evaluator(project)
    builder = EdgeBuilder(evaluator)
    assembler = Assembler(project, packages, repository)
    assembler.repository_and_packages()
    for module in project.modules:
        builder.module(module)
        builder.overrides(module)
        assembler.module(module, statements=statements)
        advance(1)
    assembler.externals(target for _, target, _ in builder.edges if isinstance(target, str))
    decorations = _decorations(project, evaluator, builder, assembler)
    graph = assembler.finish(builder)
    row_of = {fqn: row for row, fqn in enumerate(graph.nodes["fqn"])}
    return Resolution(
        graph,
        builder.counts,
        [Decoration(row_of[fqn], text, target) for fqn, text, target in decorations],
    )


def _decorations(
    project: Project, evaluator: Evaluator, builder: EdgeBuilder, assembler: Assembler
) -> list[tuple[str, str, str]]:
    found = []
    for module in project.modules:
        for owner, expression, text in zip(*module.decorators, strict=True):
            fqn = assembler.definition_fqns[module.base + owner]
            if fqn:
                target = builder.decorator_target(module, expression)
                found.append((fqn, module.strings[text], "" if target is None else assembler.fqn(target)))
    return found
