"""``impact_analysis``: who is affected when a symbol, file or package changes."""

from collections.abc import Sequence

import msgspec

from codegraph.graph.impact import Arrivals, Hit, impact
from codegraph.graph.view import GraphView
from codegraph.model import Confidence, EdgeKind
from codegraph.tools.answers import Answer, Related, Symbol, edge_fields, symbol, symbol_fields
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import DIRECTIONS, choice, edge_kinds


class ImpactAnalysisRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """No ``edge_kinds`` means uses, overrides, routes and tests; of files and packages imports too."""

    target: str
    direction: str = "backward"
    max_depth: int = 3
    max_nodes: int = 500
    edge_kinds: Sequence[str] | str = ()
    include_possible: bool = False
    include_tests: bool = True
    cursor: str = ""


class Dependant(Related, kw_only=True):
    """A node that is affected: after how many steps, and the FQN through which it depends on the target.

    The edge is the one between the node and ``through``; its sites are where the dependence stands.
    """

    depth: int
    through: str


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


class Impact(Answer, kw_only=True):
    """Entries come by depth and FQN, at most ``limit`` of ``total``; all counts are of all entries.

    ``namesakes`` are symbols that bear the name of the package or module that is the target.
    ``definitions`` has the target and, where its name is defined several times (overloads), all of them.
    ``possible`` counts further nodes that only edges of confidence ``possible`` lead to, ``exhausted`` says
    that a greater depth would find no more. ``in_tests`` counts the entries that are code of tests;
    ``endpoints`` and ``tests`` tell which of either reach the target (forward: are reached from it).
    """

    target: Symbol
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

    @property
    def callers(self) -> list[Dependant]:
        """The direct dependants that call or instantiate the target."""
        calls = (EdgeKind.CALLS, EdgeKind.INSTANTIATES)
        return [entry for entry in self.direct_impact if entry.edge_kind in calls]


def run(index: Index, request: ImpactAnalysisRequest) -> Impact:
    """Everything that depends on the target (backward) or that it depends on (forward).

    A class counts with its members, a file or package with all that is in it, a name with all its overloads.

    Raises:
        NotFoundError, AmbiguousError: the target fits nothing or several nodes.
        UsageError: a direction or kind has an unknown name.
    """
    view, limits = index.view, index.settings.limits
    rows = index.definitions(request.target)
    depth = min(request.max_depth, limits.max_depth)
    limit = min(request.max_nodes, limits.max_nodes)
    pages = Pages(request)
    found = impact(
        view,
        rows,
        direction=choice("direction", request.direction, DIRECTIONS),  # type: ignore[arg-type]
        depth=depth,
        kinds=edge_kinds(request.edge_kinds, ()) or None,
        floor=Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED,
        max_nodes=limit + (pages.begin("entries") or 0),
        far=limits.max_depth,
        where=None if request.include_tests else lambda hit: not view.is_test(hit),
    )
    entries = [_dependant(view, hit) for hit in pages.cut("entries", found.hits, limit, found.total)]
    return Impact(
        target=symbol(view, rows[0]),
        definitions=[symbol(view, row) for row in rows],
        namesakes=index.namesakes(request.target, rows[0]),
        direction=found.direction,
        max_depth=depth,
        direct_impact=[entry for entry in entries if entry.depth == 1],
        transitive_impact=[entry for entry in entries if entry.depth > 1],
        by_depth=[found.by_depth[step] for step in sorted(found.by_depth)],
        by_package={view.fqn(package) if package >= 0 else "": n for package, n in found.by_package.items()},
        by_file=found.by_path,
        top_callers=[TopCaller(**symbol_fields(view, top), site_count=count) for top, count in found.top],
        in_tests=found.in_tests,
        endpoints=_reaching(view, found.endpoints, pages, "endpoints", limit),
        tests=_reaching(view, found.tests, pages, "tests", limit),
        possible=found.below_floor,
        exhausted=found.exhausted,
        total=found.total,
        limit=limit,
        truncated=len(entries) < found.total,
        cursor=pages.cursor,
    )


def _reaching(view: GraphView, found: Arrivals, pages: Pages, part: str, limit: int) -> Reaching:
    total = len(found.hits)
    entries = [_dependant(view, hit) for hit in pages.cut(part, found.hits, limit)]
    return Reaching(
        entries=entries, total=total, max_depth=found.depth, limit=limit, truncated=len(entries) < total
    )


def _dependant(view: GraphView, hit: Hit) -> Dependant:
    return Dependant(
        **symbol_fields(view, hit.row),
        **edge_fields(view, view.edge(hit.edge)),
        depth=hit.depth,
        through=view.fqn(hit.via),
    )
