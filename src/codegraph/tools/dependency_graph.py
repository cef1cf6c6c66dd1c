"""``dependency_graph``: who depends on whom among packages, modules or symbols, with its cycles."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from codegraph.errors import UsageError
from codegraph.graph.cycles import Cycle, breaking_of_each, components, cycles, shortest_cycle
from codegraph.graph.folding import Fold, FoldedGraph, fold
from codegraph.graph.levels import LevelEdge, LevelGraph, cut, level_graph
from codegraph.graph.reach import ROUTES
from codegraph.graph.view import GraphView
from codegraph.model import SEPARATOR, Confidence, EdgeKind, Level, NodeKind
from codegraph.tools.answers import Answer, Symbol, symbol_fields
from codegraph.tools.drawing import FOLDER, WHOLE, Drawing
from codegraph.tools.index import Index, Scope
from codegraph.tools.vocabulary import edge_kinds, level_of

Pair: TypeAlias = tuple[int, int]
LEVELS = (Level.PACKAGE, Level.MODULE, Level.SYMBOL)


class DependencyGraphRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``scope`` is the level; without ``edge_kinds`` imports link packages and modules, calls and routes link symbols.

    ``root_fqn`` keeps the graph within a package, module, class or folder. ``max_nodes`` None is the setting
    ``export.max_nodes``. What is larger is folded: folders, modules and classes stand for what they hold; with
    ``fold`` false the least connected nodes are left out instead.
    """

    scope: str | int = "L1_Package"
    edge_kinds: Sequence[str] | str = ()
    include_external: bool = False
    include_possible: bool = False
    root_fqn: str = ""
    max_nodes: int | None = None
    fold: bool = True
    include_mermaid: bool = True
    include_dot: bool = False


class GraphNode(Symbol, kw_only=True):
    """``is_seed`` says that the node lies in the scope that was asked for.

    ``folded`` is how many nodes it stands for, 0 where it is just itself. A folder that does so has the kind
    ``folder`` and its path, which ends with a slash.
    """

    is_seed: bool
    folded: int = 0


class GraphEdge(msgspec.Struct, kw_only=True):
    """All references of one kind from one node to another; ``count`` is at how many places they stand.

    ``in_cycle`` says that the way back is there as well, ``breaks_cycle`` that it is one of the edges without which
    there would be none.
    """

    from_: str = msgspec.field(name="from")
    to: str
    kind: str
    count: int
    type_only: bool
    in_cycle: bool = False
    breaks_cycle: bool = False


class BreakingEdge(msgspec.Struct):
    """One of a few weak edges without which a cycle would be none, and at how many places its references stand."""

    from_: str = msgspec.field(name="from")
    to: str
    count: int


class GraphCycle(msgspec.Struct):
    """FQNs that all depend on each other, one of the shortest ways around among them, and what would break it."""

    members: list[str]
    way: list[str]
    breaking: list[BreakingEdge] = []


class GraphMetrics(msgspec.Struct):
    """Of the graph as it is shown."""

    node_count: int
    edge_count: int
    cycle_count: int
    avg_fan_in: float
    avg_fan_out: float


class DependencyGraph(Answer, Drawing, kw_only=True):
    """``total`` and ``total_edges`` count what there was before anything was folded or cut.

    ``truncated`` says that not every node is shown by itself; ``folded`` counts those that others stand for.
    """

    level: int
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    cycles: list[GraphCycle]
    metrics: GraphMetrics
    possible: int
    total: int
    total_edges: int
    limit: int
    truncated: bool
    folded: int = 0
    mermaid_flowchart: str | None = None
    dot: str | None = None


def run(index: Index, request: DependencyGraphRequest) -> DependencyGraph:
    """The graph at the level, cut to its most connected nodes; cycles are those of the whole.

    Imports for types alone make no cycle.

    Raises:
        NotFoundError, AmbiguousError: ``root_fqn`` fits nothing or several nodes.
        UsageError: a level or kind has an unknown name, or ``max_nodes`` is less than 1.
    """
    view, settings = index.view, index.settings
    limit = settings.export.max_nodes if request.max_nodes is None else request.max_nodes
    if limit < 1:
        raise UsageError(f"max_nodes must be at least 1, not {limit}")
    level = level_of(request.scope)
    if level not in LEVELS:
        raise UsageError("a graph shows packages, modules or symbols; choose one of these levels")
    scope = index.scope(request.root_fqn)
    kinds = edge_kinds(request.edge_kinds, _default_kinds(level))
    floor = Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED
    whole = level_graph(
        view,
        level,
        kinds=kinds,
        floor=floor,
        scope=_scope_rows(view, scope, request),
        include_external=request.include_external,
        include_isolated=level < Level.SYMBOL,
    )
    circles = cycles(whole)
    breaking = breaking_of_each(whole, circles)
    shown = fold(view, whole, limit) if request.fold else _unfolded(cut(whole, limit))
    answer = DependencyGraph(
        level=int(level),
        nodes=[_node(view, one, is_seed=bool(request.root_fqn)) for one in shown.folds],
        edges=[],
        cycles=[_cycle(view, *found) for found in zip(circles, breaking, strict=True)],
        metrics=_metrics(shown, len(circles)),
        possible=_below(view, scope, kinds, floor),
        total=whole.total_nodes,
        total_edges=sum(len(edge.kinds) for edge in whole.edges),
        limit=limit,
        truncated=len(shown.folds) < len(whole.nodes),
        folded=sum(len(one.rows) for one in shown.folds if len(one.rows) > 1),
    )
    answer.edges = _edges(answer.nodes, shown, *_marked(circles, breaking, whole, shown))
    if request.include_mermaid:
        answer.mermaid_flowchart = answer.to_mermaid(max_edges=settings.export.max_edges)
    if request.include_dot:
        answer.dot = answer.to_dot()
    return answer


def _default_kinds(level: Level) -> tuple[str, ...]:
    if level == Level.SYMBOL:
        return (EdgeKind.CALLS, EdgeKind.INSTANTIATES, *sorted(ROUTES))
    return (EdgeKind.IMPORTS,)


def _scope_rows(view: GraphView, scope: Scope, request: DependencyGraphRequest) -> list[int] | None:
    if not request.root_fqn:
        return None
    if not request.include_external:
        return scope.rows
    outside = (row for row in range(view.node_count) if view.kind(row) == NodeKind.EXTERNAL)
    return [*scope.rows, *outside]


def mark_cycles(edges: Sequence[GraphEdge]) -> list[GraphCycle]:
    """The cycles among some edges, which are marked; edges for a type checker alone and loops make none."""
    at_run_time = [edge for edge in edges if not edge.type_only and edge.from_ != edge.to]
    numbers = {fqn: n for n, fqn in enumerate(sorted({f for e in at_run_time for f in (e.from_, e.to)}))}
    names = list(numbers)
    targets: dict[int, list[int]] = {number: [] for number in numbers.values()}
    for edge in at_run_time:
        targets[numbers[edge.from_]].append(numbers[edge.to])
    found = []
    ring: dict[str, int] = {}
    for number, members in enumerate(components(targets)):
        ring |= {names[member]: number for member in members}
        way = shortest_cycle(targets, members)
        found.append(GraphCycle([names[m] for m in members], [names[w] for w in way]))
    for edge in at_run_time:
        edge.in_cycle = edge.from_ in ring and ring[edge.from_] == ring.get(edge.to)
    return sorted(found, key=lambda cycle: (-len(cycle.members), cycle.members))


def _node(view: GraphView, one: Fold, *, is_seed: bool) -> GraphNode:
    folded = len(one.rows) if len(one.rows) > 1 else 0
    if one.row >= 0:
        return GraphNode(**symbol_fields(view, one.row), is_seed=is_seed, folded=folded)
    return GraphNode(
        fqn=_folder_fqn(view, one),
        name=one.folder.rstrip("/").rpartition("/")[2] + "/" if one.folder else WHOLE,
        kind=FOLDER,
        level=min(view.level(one.rows[0]), Level.MODULE),
        language="",
        path=one.folder or WHOLE,
        line=0,
        start_line=0,
        end_line=0,
        is_test=all(view.is_test(row) for row in one.rows),
        is_seed=is_seed,
        folded=folded,
    )


def _folder_fqn(view: GraphView, one: Fold) -> str:
    """``package::folder/`` as modules are called, or the path of a folder of packages."""
    package = view.package(one.rows[0])
    if not one.folder or package < 0 or view.level(one.rows[0]) == Level.PACKAGE:
        return one.folder or WHOLE
    place = view.path(package)
    return f"{view.fqn(package)}{SEPARATOR}{one.folder.removeprefix(f'{place}/' if place else '')}"


def _unfolded(graph: LevelGraph) -> FoldedGraph:
    place = {row: number for number, row in enumerate(graph.nodes)}
    edges = [edge._replace(src=place[edge.src], dst=place[edge.dst]) for edge in graph.edges]
    return FoldedGraph([Fold(row, "", [row], rest=False) for row in graph.nodes], edges, place)


def _marked(
    circles: Sequence[Cycle], breaking: Sequence[Sequence[LevelEdge]], whole: LevelGraph, shown: FoldedGraph
) -> tuple[set[Pair], set[Pair]]:
    """The pairs of places between which an edge of a cycle leads, and those with an edge that would break one."""
    ring = {row: number for number, circle in enumerate(circles) for row in circle.members}
    inside = (
        edge
        for edge in whole.edges
        if ring.get(edge.src, -1) == ring.get(edge.dst, -2) and edge.src != edge.dst and not edge.type_only
    )
    return _pairs(inside, shown), _pairs((edge for edges in breaking for edge in edges), shown)


def _pairs(edges: Iterable[LevelEdge], shown: FoldedGraph) -> set[Pair]:
    place = shown.place
    return {(place[e.src], place[e.dst]) for e in edges if e.src in place and e.dst in place}


def _edges(
    nodes: Sequence[GraphNode], graph: FoldedGraph, circular: set[Pair], breaking: set[Pair]
) -> list[GraphEdge]:
    return [
        GraphEdge(
            from_=nodes[edge.src].fqn,
            to=nodes[edge.dst].fqn,
            kind=kind,
            count=edge.kinds[kind],
            type_only=edge.type_only,
            in_cycle=(edge.src, edge.dst) in circular,
            breaks_cycle=(edge.src, edge.dst) in breaking,
        )
        for edge in graph.edges
        for kind in sorted(edge.kinds)
    ]


def _cycle(view: GraphView, circle: Cycle, breaking: Sequence[LevelEdge]) -> GraphCycle:
    return GraphCycle(
        _fqns(view, circle.members),
        _fqns(view, circle.rows),
        [
            BreakingEdge(from_=view.fqn(edge.src), to=view.fqn(edge.dst), count=edge.weight)
            for edge in breaking
        ],
    )


def _fqns(view: GraphView, rows: Sequence[int]) -> list[str]:
    return [view.fqn(row) for row in rows]


def _metrics(graph: FoldedGraph, cycle_count: int) -> GraphMetrics:
    edges = sum(len(edge.kinds) for edge in graph.edges)
    share = round(len(graph.edges) / len(graph.folds), 3) if graph.folds else 0.0
    # Each edge leaves one node and enters one, so both averages are the same.
    return GraphMetrics(len(graph.folds), edges, cycle_count, share, share)


def _below(view: GraphView, scope: Scope, kinds: Sequence[str], floor: str) -> int:
    """How many edges of the kinds leave the scope's rows with less than the confidence asked for."""
    accepted = view.accept(kinds, floor)
    codes, offsets = bytes(view.forward.codes), view.forward.offsets
    if len(scope.rows) == view.node_count:
        return codes.translate(accepted).count(2)
    return sum(codes[offsets[row] : offsets[row + 1]].translate(accepted).count(2) for row in scope.rows)
