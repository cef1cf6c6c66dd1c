"""The graph seen from further away: packages, modules or symbols, and what they hold added up."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph.view import places_of
from codegraph.model import DOCUMENT_LANGUAGES, Confidence, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

ALL_BUT_CONTAINS = frozenset(EdgeKind) - {EdgeKind.CONTAINS}


class LevelEdge(NamedTuple):
    """All references from what ``src`` holds to what ``dst`` holds.

    ``weight`` is how many places they stand at, ``kinds`` how many of them by edge kind; ``type_only`` when
    none of them is there at run time.
    """

    src: int
    dst: int
    weight: int
    kinds: dict[str, int]
    type_only: bool


class LevelGraph(NamedTuple):
    """Rows of one level and the edges between them; the totals are those before anything was cut."""

    level: Level
    nodes: list[int]
    edges: list[LevelEdge]
    total_nodes: int
    total_edges: int
    truncated: bool


def level_graph(
    view: GraphView,
    level: Level,
    *,
    kinds: Collection[str] | None = None,
    floor: str = Confidence.INFERRED,
    scope: Iterable[int] | None = None,
    include_external: bool = False,
    include_isolated: bool = True,
) -> LevelGraph:
    """The whole graph at the level of packages, modules or symbols.

    Edges inside one package or module vanish at its level. Symbols are shown with the modules whose own code
    refers to something, and a statement stands for the symbol around it.

    Args:
        view: the graph.
        level: ``PACKAGE``, ``MODULE`` or ``SYMBOL``.
        kinds: which edges to add up; None for all but ``contains``.
        floor: the least confidence of an edge.
        scope: rows to stay within, each with everything in it; None for the whole graph.
        include_external: whether externals (at the coarser levels: their topmost) are nodes, too.
        include_isolated: whether rows of the level without an edge are nodes, too; documents are none.
    """
    stand_ins = _stand_ins(view, level)
    allowed = _allowed(view, scope, include_external)
    edges = _add_up(view, stand_ins, allowed, view.accept(kinds or ALL_BUT_CONTAINS, floor), level)
    connected = {row for edge in edges for row in (edge.src, edge.dst)}
    rows = {row for row in view.rows(level) if not _is_prose(view, row)} if include_isolated else set()
    nodes = sorted(connected | {row for row in rows if allowed[row] and view.kind(row) != NodeKind.EXTERNAL})
    return LevelGraph(level, nodes, edges, len(nodes), len(edges), False)


def cut(graph: LevelGraph, max_nodes: int, max_edges: int | None = None) -> LevelGraph:
    """The most connected nodes, and the strongest edges between them."""
    total = dict.fromkeys(graph.nodes, 0)
    for edge in graph.edges:
        total[edge.src] += edge.weight
        total[edge.dst] += edge.weight
    kept = set(sorted(graph.nodes, key=lambda row: (-total[row], row))[:max_nodes])
    edges = [edge for edge in graph.edges if edge.src in kept and edge.dst in kept]
    if max_edges is not None:
        edges = sorted(edges, key=lambda edge: (-edge.weight, edge.src, edge.dst))[:max_edges]
    truncated = len(kept) < len(graph.nodes) or len(edges) < len(graph.edges)
    return graph._replace(nodes=sorted(kept), edges=sorted(edges, key=_ends), truncated=truncated)


def _add_up(
    view: GraphView, stand_ins: list[int], allowed: bytearray, accepted: bytes, level: Level
) -> list[LevelEdge]:
    offsets, flags = view.container.array("site_offsets"), view.container.array("flags")
    forward, coarse, size = view.forward, level < Level.SYMBOL, view.node_count
    sources, ends, codes = view.container.array("src"), forward.ends, bytes(forward.codes)
    sums: dict[int, dict[int, int]] = {}
    at_run_time: set[int] = set()
    only = bytes(verdict == 1 for verdict in accepted)
    for number in compress(range(len(codes)), codes.translate(only)):
        src, dst = stand_ins[sources[number]], stand_ins[ends[number]]
        if src < 0 or dst < 0 or not (allowed[src] and allowed[dst]) or (coarse and src == dst):
            continue
        pair, code = src * size + dst, codes[number]
        by_code = sums.setdefault(pair, {})
        by_code[code] = by_code.get(code, 0) + max(1, (offsets[number + 1] - offsets[number]) // 2)
        if not flags[number] & 1:
            at_run_time.add(pair)
    names = {code: view.kind_of(code) for code, wanted in enumerate(accepted) if wanted == 1}
    return [
        _level_edge(names, *divmod(pair, size), sums[pair], pair not in at_run_time) for pair in sorted(sums)
    ]


def _level_edge(
    names: dict[int, str], src: int, dst: int, by_code: dict[int, int], type_only: bool
) -> LevelEdge:
    if len(by_code) == 1:
        ((code, count),) = by_code.items()
        return LevelEdge(src, dst, count, {names[code]: count}, type_only)
    kinds: dict[str, int] = {}
    for code in sorted(by_code):
        kinds[names[code]] = kinds.get(names[code], 0) + by_code[code]
    return LevelEdge(src, dst, sum(kinds.values()), kinds, type_only)


def _is_prose(view: GraphView, row: int) -> bool:
    """Whether a row is a document or part of one: nothing depends on these."""
    return view.kind(row) == NodeKind.SECTION or view.language(row) in DOCUMENT_LANGUAGES


def _ends(edge: LevelEdge) -> tuple[int, int]:
    return edge.src, edge.dst


def _stand_ins(view: GraphView, level: Level) -> list[int]:
    """For each row the row that stands for it at ``level``, -1 for none."""
    if level == Level.PACKAGE:
        return view.container.array("package").tolist()
    if level == Level.MODULE:
        return view.container.array("module").tolist()
    rows = list(range(view.node_count))
    for row in view.rows(Level.STATEMENT):
        rows[row] = next(above for above in view.ancestors(row) if view.level(above) < Level.STATEMENT)
    return rows


def _allowed(view: GraphView, scope: Iterable[int] | None, include_external: bool) -> bytearray:
    """One byte a row: whether it may be a node."""
    if scope is None:
        allowed = bytearray(b"\1") * view.node_count
    else:
        allowed = bytearray(view.node_count)
        for root in scope:
            for row in (root, *view.descendants(root)):
                allowed[row] = 1
    if include_external:
        return allowed
    words = view.vocabulary["kind"]
    if NodeKind.EXTERNAL in words:
        for row in places_of(view.container.array("kind"), words.index(NodeKind.EXTERNAL)):
            allowed[row] = 0
    return allowed
