"""How the nodes and edges of an answer are drawn and written, in every format that there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from codegraph.model import SEPARATOR, Level, NodeKind
from codegraph.render.dot import to_dot
from codegraph.render.mermaid import MAX_EDGES, to_mermaid
from codegraph.render.picture import Picture, PictureEdge, PictureNode

if TYPE_CHECKING:
    from codegraph.render.records import Records
    from codegraph.tools.dependency_graph import GraphCycle, GraphEdge, GraphNode

FOLDER = "folder"
"""The kind of a node that stands for what lies in a folder."""

WHOLE = "./"
"""The FQN of the folder that is the whole project."""

_MANY = 2


class Drawing:
    """What answers with nodes and edges have in common: each picture holds exactly these."""

    nodes: Sequence[GraphNode]
    edges: Sequence[GraphEdge]
    cycles: Sequence[GraphCycle]

    def to_mermaid(self, *, max_edges: int = MAX_EDGES) -> str:
        """The graph as a Mermaid flowchart; what Mermaid would refuse is cut, and the last box says so."""
        return to_mermaid(self._picture(), max_edges=max_edges)

    def to_dot(self) -> str:
        """The graph as DOT for Graphviz."""
        return to_dot(self._picture())

    def to_svg(self) -> str:
        """The graph as SVG, drawn by Graphviz.

        Raises:
            MissingPartError: Graphviz is not installed.
            CodegraphError: it failed or took too long.
        """
        from codegraph.render.svg import to_svg

        return to_svg(self.to_dot())

    def to_graphml(self) -> str:
        """The graph as GraphML, for networkx, Gephi or yEd."""
        from codegraph.render.graphml import to_graphml

        return to_graphml(to_records(self.nodes, self.edges))

    def to_cypher(self) -> str:
        """The graph as a Cypher script, for Neo4j."""
        from codegraph.render.cypher import to_cypher

        return to_cypher(to_records(self.nodes, self.edges))

    def to_csv(self) -> dict[str, str]:
        """The texts of ``nodes.csv`` and ``edges.csv``, with the headers that ``neo4j-admin`` imports."""
        from codegraph.render.csv_tables import to_csv

        return to_csv(to_records(self.nodes, self.edges))

    def _picture(self) -> Picture:
        return to_picture(self.nodes, self.edges, cycle_note(self.cycles, self.edges))


def to_picture(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], note: str = "") -> Picture:
    """Nodes and edges as boxes and arrows, framed by package or, where there is one package, symbols by module."""
    places = {node.fqn: place for place, node in enumerate(nodes)}
    prefix = _common_package(nodes)
    frame = _framing(nodes, prefix)
    return Picture(
        [
            PictureNode(
                _label(node, node.fqn.removeprefix(prefix), nodes),
                external=node.kind == NodeKind.EXTERNAL,
                door=node.kind == NodeKind.ENDPOINT,
                folded=node.folded > 0,
                group=frame(node),
            )
            for node in nodes
        ],
        [
            PictureEdge(
                places[edge.from_],
                places[edge.to],
                edge.kind if edge.count == 1 else f"{edge.kind} ×{edge.count}",
                edge.type_only,
                edge.in_cycle,
                edge.breaks_cycle,
            )
            for edge in edges
        ],
        note,
    )


def to_records(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> Records:
    """Nodes and edges as data for exchange formats."""
    from codegraph.render.records import Record, Records, Relation

    return Records(
        [
            Record(
                node.fqn,
                node.kind,
                {
                    "name": node.name,
                    "level": node.level,
                    "language": node.language,
                    "path": node.path,
                    "line": node.line,
                    "end_line": node.end_line,
                    "is_test": node.is_test,
                    "is_seed": node.is_seed,
                    "folded": node.folded,
                },
            )
            for node in nodes
        ],
        [
            Relation(
                edge.from_,
                edge.to,
                edge.kind,
                {"count": edge.count, "type_only": edge.type_only, "in_cycle": edge.in_cycle},
            )
            for edge in edges
        ],
    )


def cycle_note(cycles: Sequence[GraphCycle], edges: Sequence[GraphEdge]) -> str:
    """What the marks on the edges mean, "" where there are none."""
    if not cycles:
        return ""
    count = f"{len(cycles):,} cycle{'s' if len(cycles) > 1 else ''}, in red"
    needed = sum(len(cycle.breaking) for cycle in cycles)
    if not needed or not any(edge.breaks_cycle for edge in edges):
        return count
    them = (
        "one edge, which is thick" if needed == 1 else f"{needed:,} edges, which are thick or in thick ones"
    )
    return f"{count}; without {them}, there would be none"


def _common_package(nodes: Sequence[GraphNode]) -> str:
    """The package that all nodes within the repository lie in, as the beginning of their FQNs; else ""."""
    inside = {node.fqn.split(SEPARATOR)[0] for node in nodes if node.kind != NodeKind.EXTERNAL}
    return f"{inside.pop()}{SEPARATOR}" if len(inside) == 1 else ""


def _framing(nodes: Sequence[GraphNode], prefix: str) -> Callable[[GraphNode], str]:
    """What tells the title of the frame around a node; where all would lie in one, there is none."""
    part = 1 if prefix else 0

    def title(node: GraphNode) -> str:
        parts = node.fqn.split(SEPARATOR)
        # What is at the level of the frames is no part of one.
        deep = len(parts) > part + 1 or (not part and node.level > Level.PACKAGE)
        return parts[part] if deep and node.kind not in (NodeKind.EXTERNAL, FOLDER) else ""

    titles = {title(node) for node in nodes} - {""}
    return title if len(titles) >= _MANY else lambda _: ""


def _label(node: GraphNode, name: str, nodes: Sequence[GraphNode]) -> str:
    """The name; of what stands for several nodes also how many, and that they are not all that it holds."""
    if not node.folded:
        return name
    inside = "" if node.fqn == WHOLE else node.fqn if node.kind == FOLDER else node.fqn + SEPARATOR
    rest = any(other.fqn != node.fqn and other.fqn.startswith(inside) for other in nodes)
    return f"{name} ({node.folded:,} {'others' if rest else 'inside'})"
