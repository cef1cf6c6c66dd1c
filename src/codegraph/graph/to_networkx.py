"""A graph for networkx, for those who want its algorithms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.graph.view import METRICS
from codegraph.model import Confidence

if TYPE_CHECKING:
    import networkx as nx

    from codegraph.graph.view import GraphView


def to_networkx(
    view: GraphView, rows: Iterable[int] | None = None, *, floor: str = Confidence.POSSIBLE
) -> nx.MultiDiGraph[str]:
    """The graph, or the part of it between ``rows``, as a ``networkx.MultiDiGraph``.

    Nodes are FQNs with the attributes name, kind, level, language, path, line, end_line, signature,
    visibility, exported, is_test, tags and the metrics; edges have their kind as key and the attributes kind,
    confidence, rule, type_only, dynamic and sites. Such objects cost a kilobyte a node and half of that an
    edge, so take ``rows`` of a large graph.
    """
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    chosen = range(view.node_count) if rows is None else sorted(set(rows))
    inside = set(chosen)
    for row in chosen:
        graph.add_node(
            view.fqn(row),
            name=view.name(row),
            kind=view.kind(row),
            level=view.level(row),
            language=view.language(row),
            path=view.path(row),
            line=view.line(row),
            end_line=view.end_line(row),
            signature=view.signature(row),
            visibility=view.visibility(row),
            exported=view.exported(row),
            is_test=view.is_test(row),
            tags=list(view.tags(row)),
            **{name: getattr(view, name)(row) for name in METRICS},
        )
    for row in chosen:
        for edge in view.out_edges(row, floor=floor):
            if edge.dst in inside:
                attributes = edge._asdict() | {"sites": list(edge.sites)}
                del attributes["src"], attributes["dst"]
                graph.add_edge(view.fqn(row), view.fqn(edge.dst), key=edge.kind, **attributes)
    return graph
