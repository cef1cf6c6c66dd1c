"""``dependency_graph``: who depends on whom among packages, modules or symbols, with its cycles."""

from collections.abc import Sequence

import msgspec

from codegraph.errors import UsageError
from codegraph.graph.cycles import cycles
from codegraph.graph.levels import LevelGraph, cut, level_graph
from codegraph.graph.reach import ROUTES
from codegraph.graph.view import GraphView
from codegraph.model import SEPARATOR, Confidence, EdgeKind, Level, NodeKind
from codegraph.render.dot import to_dot
from codegraph.render.mermaid import MAX_EDGES, to_mermaid
from codegraph.render.picture import Picture, PictureEdge, PictureNode
from codegraph.tools.answers import Answer, Symbol, symbol_fields
from codegraph.tools.index import Index, Scope
from codegraph.tools.vocabulary import edge_kinds, level_of

LEVELS = (Level.PACKAGE, Level.MODULE, Level.SYMBOL)


class DependencyGraphRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``scope`` is the level; without ``edge_kinds`` imports link packages and modules, calls and routes link symbols.

    ``root_fqn`` keeps the graph within a package, module, class or folder. ``max_nodes`` None is the setting
    ``export.max_nodes``.
    """

    scope: str | int = "L1_Package"
    edge_kinds: Sequence[str] | str = ()
    include_external: bool = False
    include_possible: bool = False
    root_fqn: str = ""
    max_nodes: int | None = None
    include_mermaid: bool = True
    include_dot: bool = False


class GraphNode(Symbol, kw_only=True):
    """``is_seed`` says that the node lies in the scope that was asked for."""

    is_seed: bool


class GraphEdge(msgspec.Struct, kw_only=True):
    """All references of one kind from one node to another; ``count`` is at how many places they stand."""

    from_: str = msgspec.field(name="from")
    to: str
    kind: str
    count: int
    type_only: bool


class GraphCycle(msgspec.Struct):
    """FQNs that all depend on each other, and one of the shortest ways around among them."""

    members: list[str]
    way: list[str]


class GraphMetrics(msgspec.Struct):
    """Of the graph as it is shown."""

    node_count: int
    edge_count: int
    cycle_count: int
    avg_fan_in: float
    avg_fan_out: float


class DependencyGraph(Answer, kw_only=True):
    """``total`` and ``total_edges`` count what there was before the least connected were cut."""

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
    mermaid_flowchart: str | None = None
    dot: str | None = None

    def to_mermaid(self, *, max_edges: int = MAX_EDGES) -> str:
        """The graph as a Mermaid flowchart; what Mermaid would refuse is cut, and the last box says so."""
        return to_mermaid(self._picture(), max_edges=max_edges)

    def to_dot(self) -> str:
        """The graph as DOT for Graphviz."""
        return to_dot(self._picture())

    def _picture(self) -> Picture:
        places = {node.fqn: place for place, node in enumerate(self.nodes)}
        return Picture(
            [
                PictureNode(label, node.kind == NodeKind.EXTERNAL, node.kind == NodeKind.ENDPOINT)
                for node, label in self._labels()
            ],
            [
                PictureEdge(places[edge.from_], places[edge.to], _edge_label(edge), edge.type_only)
                for edge in self.edges
            ],
        )

    def _labels(self) -> list[tuple[GraphNode, str]]:
        """Each node with its FQN, without the package when all that is shown lies in one."""
        inside = {n.fqn.split(SEPARATOR)[0] for n in self.nodes if n.kind != NodeKind.EXTERNAL}
        prefix = f"{inside.pop()}{SEPARATOR}" if len(inside) == 1 else ""
        return [(node, node.fqn.removeprefix(prefix)) for node in self.nodes]


def run(index: Index, request: DependencyGraphRequest) -> DependencyGraph:
    """The graph at the level, cut to its most connected nodes; cycles are those of the whole.

    Imports for types alone make no cycle.

    Raises:
        NotFoundError, AmbiguousError: ``root_fqn`` fits nothing or several nodes.
        UsageError: a level or kind has an unknown name.
    """
    view, settings = index.view, index.settings
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
    limit = request.max_nodes or settings.export.max_nodes
    shown = cut(whole, limit)
    circles = cycles(whole)
    answer = DependencyGraph(
        level=int(level),
        nodes=[GraphNode(**symbol_fields(view, row), is_seed=bool(request.root_fqn)) for row in shown.nodes],
        edges=_edges(view, shown),
        cycles=[GraphCycle(_fqns(view, c.members), _fqns(view, c.rows)) for c in circles],
        metrics=_metrics(shown, len(circles)),
        possible=_below(view, scope, kinds, floor),
        total=whole.total_nodes,
        total_edges=sum(len(edge.kinds) for edge in whole.edges),
        limit=limit,
        truncated=shown.truncated,
    )
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


def _edges(view: GraphView, graph: LevelGraph) -> list[GraphEdge]:
    return [
        GraphEdge(
            from_=view.fqn(edge.src),
            to=view.fqn(edge.dst),
            kind=kind,
            count=edge.kinds[kind],
            type_only=edge.type_only,
        )
        for edge in graph.edges
        for kind in sorted(edge.kinds)
    ]


def _edge_label(edge: GraphEdge) -> str:
    return edge.kind if edge.count == 1 else f"{edge.kind} ×{edge.count}"


def _fqns(view: GraphView, rows: Sequence[int]) -> list[str]:
    return [view.fqn(row) for row in rows]


def _metrics(graph: LevelGraph, cycle_count: int) -> GraphMetrics:
    edges = sum(len(edge.kinds) for edge in graph.edges)
    share = round(len(graph.edges) / len(graph.nodes), 3) if graph.nodes else 0.0
    # Each edge leaves one node and enters one, so both averages are the same.
    return GraphMetrics(len(graph.nodes), edges, cycle_count, share, share)


def _below(view: GraphView, scope: Scope, kinds: Sequence[str], floor: str) -> int:
    """How many edges of the kinds leave the scope's rows with less than the confidence asked for."""
    accepted = view.accept(kinds, floor)
    codes, offsets = bytes(view.forward.codes), view.forward.offsets
    if len(scope.rows) == view.node_count:
        return codes.translate(accepted).count(2)
    return sum(codes[offsets[row] : offsets[row + 1]].translate(accepted).count(2) for row in scope.rows)
