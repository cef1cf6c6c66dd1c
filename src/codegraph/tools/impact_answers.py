"""What answers about impact are made of, of a target and of a diff alike."""

from collections.abc import Mapping
from typing import Any

import msgspec

from codegraph.graph.impact import Arrivals, Hit, steps_of
from codegraph.graph.impact import Impact as Found
from codegraph.graph.loading import IMPLICIT
from codegraph.graph.view import GraphView
from codegraph.model import Confidence, EdgeKind
from codegraph.tools.answers import Answer, Related, Site, Symbol, edge_fields, symbol_fields
from codegraph.tools.paging import Pages


class Hop(msgspec.Struct, kw_only=True):
    """One step of a proof: the node that is reached, by which edge, and where that stands (the first of its sites)."""

    fqn: str
    edge_kind: str
    confidence: str
    rule: str
    site: Site | None


class Dependant(Related, kw_only=True):
    """A node that is affected: after how many steps, and the FQN through which it depends on the target.

    The edge is the one between the node and ``through``; its sites are where the dependence stands. ``steps`` is the
    whole proof, from the node to what was asked for.
    """

    depth: int
    through: str
    steps: list[Hop]


class TopCaller(Symbol, kw_only=True):
    """A direct dependant and at how many places it refers to the target."""

    site_count: int


class Reaching(msgspec.Struct, kw_only=True):
    """Endpoints or tests by depth and FQN, ``limit`` of ``total``, up to ``max_depth`` steps away.

    That is as far as the settings allow, also when less was asked for: what is cut off near the target would
    leave out just these.
    """

    entries: list[Dependant]
    total: int
    max_depth: int
    limit: int
    truncated: bool


class RunnerTests(msgspec.Struct, kw_only=True):
    """What one test runner takes to run tests that are affected: the arguments of each call, ready for a shell.

    ``command`` is how the runner is usually called; ``arguments`` are one item for all tests or one for each group
    of them (a package of Go, a file of Jest); ``tests`` counts them.
    """

    runner: str
    command: str
    arguments: list[str]
    tests: int


class ChangedSymbol(Symbol, kw_only=True):
    """A symbol that a diff changes.

    ``change`` is what matters most of ``changes``; its lines are those of the newer side, of a removed one of the
    older. ``old_fqn`` and ``old_path`` tell where it was, if elsewhere. ``indexed`` is whether the index has it:
    the numbers of dependants, and of tests that reach it, are 0 where it has not.
    """

    change: str
    changes: list[str]
    old_fqn: str
    old_path: str
    indexed: bool
    direct: int
    tests: int


class MovedFile(msgspec.Struct, kw_only=True):
    """A file that has another name or place."""

    old_path: str
    path: str


class Unread(msgspec.Struct, kw_only=True):
    """A file of the diff that could not be compared, and why."""

    path: str
    reason: str


class RemainingUse(msgspec.Struct, kw_only=True):
    """A reference without a target that has the name of a symbol which is gone.

    ``likely`` is whether its file has to do with where the symbol was; else it may mean something else.
    """

    symbol: str
    fqn: str
    text: str
    path: str
    line: int
    likely: bool


class DiffSummary(msgspec.Struct, kw_only=True):
    """What a diff changes: ``limit`` of ``total`` symbols by file and line; counts are of all.

    ``index_is`` says which side the index was made of: ``new``, ``old``, ``mixed``, or ``other`` when it fits neither
    side of a file; ``misfits`` are those files. ``formatting`` are files of which only layout or comments changed,
    ``outside`` counts files that are not source files of the project. ``untested`` are changed functions outside of
    tests that no test reaches, of the first 400 changes (``notes`` tells when there are more);
    ``remaining_uses`` are the first of ``remaining_total``.
    """

    old: str
    new: str
    index_is: str
    misfits: list[str]
    changes: list[ChangedSymbol]
    by_change: dict[str, int]
    formatting: list[str]
    moved_files: list[MovedFile]
    unread: list[Unread]
    outside: int
    remaining_uses: list[RemainingUse]
    remaining_total: int
    untested: list[str]
    notes: list[str]
    total: int
    limit: int
    truncated: bool


class Impact(Answer, kw_only=True):
    """Entries come by depth and FQN, at most ``limit`` of ``total``; all counts are of all entries.

    Asked for a target, it is in ``target``; asked for a diff, ``diff`` says what that changes and ``target`` is None.
    ``namesakes`` are symbols that bear the name of the package or module that is the target.
    ``definitions`` has the target and, where its name is defined several times (overloads), all of them.
    ``possible`` counts further nodes that only edges of confidence ``possible`` lead to, ``exhausted`` says
    that a greater depth would find no more. ``in_tests`` counts the entries that are code of tests;
    ``endpoints`` and ``tests`` tell which of either reach the target (forward: are reached from it).
    ``selection`` is what test runners take, if it was asked for, ``failures`` the thresholds that are crossed,
    ``markdown`` a comment on a pull request, if it was asked for.
    """

    target: Symbol | None
    definitions: list[Symbol]
    namesakes: list[str]
    direction: str
    max_depth: int
    direct_impact: list[Dependant]
    transitive_impact: list[Dependant]
    by_depth: list[int]
    by_package: dict[str, int]
    by_file: dict[str, int]
    top_callers: list[TopCaller]
    in_tests: int
    endpoints: Reaching
    tests: Reaching
    possible: int
    exhausted: bool
    total: int
    limit: int
    truncated: bool
    cursor: str = ""
    diff: DiffSummary | None = None
    selection: list[RunnerTests] = msgspec.field(default_factory=list)
    failures: list[str] = msgspec.field(default_factory=list)
    markdown: str = ""

    @property
    def callers(self) -> list[Dependant]:
        """The direct dependants that call or instantiate the target."""
        calls = (EdgeKind.CALLS, EdgeKind.INSTANTIATES)
        return [entry for entry in self.direct_impact if entry.edge_kind in calls]


def found_fields(view: GraphView, found: Found, pages: Pages, limit: int) -> dict[str, Any]:
    """The fields of an ``Impact`` that say what was found, cut to a page."""
    hits = pages.cut("entries", found.hits, limit, found.total)
    entries = [dependant(view, hit, found.came_from) for hit in hits]
    return {
        "direction": found.direction,
        "direct_impact": [entry for entry in entries if entry.depth == 1],
        "transitive_impact": [entry for entry in entries if entry.depth > 1],
        "by_depth": [found.by_depth[step] for step in sorted(found.by_depth)],
        "by_package": {view.fqn(row) if row >= 0 else "": n for row, n in found.by_package.items()},
        "by_file": found.by_path,
        "top_callers": [TopCaller(**symbol_fields(view, top), site_count=count) for top, count in found.top],
        "in_tests": found.in_tests,
        "endpoints": reaching(view, found.endpoints, pages, "endpoints", limit),
        "tests": reaching(view, found.tests, pages, "tests", limit),
        "possible": found.below_floor,
        "exhausted": found.exhausted,
        "total": found.total,
        "limit": limit,
        "truncated": len(entries) < found.total,
    }


def reaching(view: GraphView, found: Arrivals, pages: Pages, part: str, limit: int) -> Reaching:
    """Endpoints or tests as they are answered."""
    total = len(found.hits)
    entries = [dependant(view, hit, found.came_from) for hit in pages.cut(part, found.hits, limit)]
    return Reaching(
        entries=entries, total=total, max_depth=found.depth, limit=limit, truncated=len(entries) < total
    )


def dependant(view: GraphView, hit: Hit, came_from: Mapping[int, tuple[int, int]]) -> Dependant:
    """A hit with its proof."""
    return Dependant(
        **symbol_fields(view, hit.row),
        **_edge_fields(view, hit.edge),
        depth=hit.depth,
        through=view.fqn(hit.via),
        steps=[_hop(view, row, edge) for row, edge in steps_of(hit.row, came_from)],
    )


def _edge_fields(view: GraphView, number: int) -> dict[str, Any]:
    if number == IMPLICIT:
        return {
            "edge_kind": EdgeKind.IMPORTS.value,
            "confidence": Confidence.INFERRED.value,
            "rule": "fixture",
            "sites": [],
        }
    return edge_fields(view, view.edge(number))


def _hop(view: GraphView, row: int, number: int) -> Hop:
    fields = _edge_fields(view, number)
    sites = fields.pop("sites")
    return Hop(fqn=view.fqn(row), **fields, site=sites[0] if sites else None)
