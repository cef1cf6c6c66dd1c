"""``sub_graph``: what lies around some symbols: everything within a number of steps, and the edges between."""

from collections.abc import Sequence

import msgspec

from codegraph.errors import UsageError
from codegraph.graph.reach import FLOW, ROUTES, Direction, plan_walk, reach
from codegraph.graph.view import GraphView
from codegraph.model import Confidence, EdgeKind
from codegraph.tools.answers import Answer, symbol_fields
from codegraph.tools.dependency_graph import GraphCycle, GraphEdge, GraphNode, mark_cycles
from codegraph.tools.drawing import Drawing
from codegraph.tools.index import Index
from codegraph.tools.paging import Pages
from codegraph.tools.vocabulary import DIRECTIONS, choice, edge_kinds, names_of

BOTH = "both"


class SubGraphRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``seeds`` are names of symbols, files or packages, the last two with everything in them.

    ``direction`` is ``forward`` (what they use), ``backward`` (who uses them) or ``both``. No ``edge_kinds`` means
    calls and routes.
    """

    seeds: Sequence[str] | str
    edge_kinds: Sequence[str] | str = ()
    depth: int = 2
    direction: str = "forward"
    max_nodes: int = 100
    include_possible: bool = False
    include_mermaid: bool = True
    include_dot: bool = False
    cursor: str = ""


class SubGraphNode(GraphNode, kw_only=True):
    """``depth`` is how many steps it is away from the nearest seed."""

    depth: int


class SubGraph(Answer, Drawing, kw_only=True):
    """Nodes by depth and FQN, ``limit`` of ``total``.

    ``edges`` are those between nodes of this page or between one of them and one of an earlier page; on later pages
    nothing is drawn. ``cycles`` are those among the edges that are shown. ``exhausted`` says that a greater depth
    would find no more, ``possible`` counts further nodes that only edges of confidence ``possible`` lead to.
    """

    direction: str
    depth: int
    nodes: list[SubGraphNode]
    edges: list[GraphEdge]
    cycles: list[GraphCycle]
    possible: int
    exhausted: bool
    total: int
    limit: int
    truncated: bool
    cursor: str = ""
    mermaid_flowchart: str | None = None
    dot: str | None = None


class _Around:
    """The rows around seeds, each with its distance, and how the walk ended."""

    def __init__(self, view: GraphView, seeds: Sequence[int]) -> None:
        self.view = view
        self.depths = dict.fromkeys(seeds, 0)
        self.below: set[int] = set()
        self.exhausted = True

    def walk(self, direction: Direction, kinds: Sequence[str], floor: str, depth: int) -> None:
        """Add what lies this way."""
        seeds = [row for row, distance in self.depths.items() if not distance]
        plan = plan_walk(self.view, direction, kinds, floor=floor)
        found = reach(self.view, seeds, plan, depth)
        for distance, rows in enumerate(found.levels, 1):
            for row in rows:
                self.depths[row] = min(distance, self.depths.get(row, distance))
        self.below |= found.below
        self.exhausted = self.exhausted and found.exhausted


def run(index: Index, request: SubGraphRequest) -> SubGraph:
    """The graph around the seeds, cut to the nodes that are nearest to them.

    Raises:
        NotFoundError, AmbiguousError: a seed fits nothing or several nodes.
        UsageError: there is no seed; a direction or kind has an unknown name.
    """
    view, limits = index.view, index.settings.limits
    asked = sorted({row for name in names_of(request.seeds) for row in index.definitions(name)})
    if not asked:
        raise UsageError("give the name of at least one symbol, file or package as a seed")
    direction = choice("direction", request.direction, (*DIRECTIONS, BOTH))
    kinds = edge_kinds(request.edge_kinds, tuple(FLOW | ROUTES))
    floor = Confidence.POSSIBLE if request.include_possible else Confidence.INFERRED
    depth = min(request.depth, limits.max_depth)
    around = _Around(view, sorted({row for one in asked for row in (one, *view.descendants(one))}))
    for way in DIRECTIONS if direction == BOTH else (direction,):
        around.walk(way, kinds, floor, depth)  # type: ignore[arg-type]
    if EdgeKind.CALLS in kinds:
        kinds = (*kinds, EdgeKind.OVERRIDES)  # a call of a base's method may reach the one that overrides it
    order = _in_order(view, around, asked, view.accept(kinds, floor))
    pages, limit = Pages(request, index.view.generation), min(request.max_nodes, limits.max_nodes)
    shown = pages.cut("nodes", order, limit)
    answer = SubGraph(
        direction=direction,
        depth=depth,
        nodes=[_node(view, row, around.depths[row]) for row in shown],
        edges=_edges(view, set(order[: (pages.begin("nodes") or 0) + len(shown)]), set(shown), kinds, floor),
        cycles=[],
        possible=len(around.below - set(around.depths)),
        exhausted=around.exhausted,
        total=len(order),
        limit=limit,
        truncated=bool(pages.cursor),
        cursor=pages.cursor,
    )
    answer.cycles = mark_cycles(answer.edges)
    if not request.cursor:
        _draw(answer, request, index.settings.export.max_edges)
    return answer


def _in_order(view: GraphView, around: _Around, asked: Sequence[int], accepted: bytes) -> list[int]:
    """The rows by distance and FQN; of what is in a seed only rows that an edge leads to or from."""
    inside, depths = set(asked), around.depths
    kept = []
    for row, distance in depths.items():
        ends = () if distance or row in inside else _neighbours(view, row, accepted)
        if distance or row in inside or any(end in depths and end != row for end in ends):
            kept.append(row)
    return sorted(kept, key=lambda row: (depths[row], row))


def _neighbours(view: GraphView, row: int, accepted: bytes) -> list[int]:
    return [*view.successors(row, accepted), *view.predecessors(row, accepted)]


def _node(view: GraphView, row: int, depth: int) -> SubGraphNode:
    return SubGraphNode(**symbol_fields(view, row), is_seed=not depth, depth=depth)


def _edges(
    view: GraphView, rows: set[int], page: set[int], kinds: Sequence[str], floor: str
) -> list[GraphEdge]:
    unsure = (Confidence.POSSIBLE,) if floor != Confidence.POSSIBLE else ()
    return [
        GraphEdge(
            from_=view.fqn(edge.src),
            to=view.fqn(edge.dst),
            kind=edge.kind,
            count=max(1, len(edge.sites)),
            type_only=edge.type_only,
        )
        for row in sorted(rows)
        for edge in view.out_edges(row, kinds)
        if edge.dst in rows and (row in page or edge.dst in page) and edge.confidence not in unsure
    ]


def _draw(answer: SubGraph, request: SubGraphRequest, max_edges: int) -> None:
    if request.include_mermaid:
        answer.mermaid_flowchart = answer.to_mermaid(max_edges=max_edges)
    if request.include_dot:
        answer.dot = answer.to_dot()
