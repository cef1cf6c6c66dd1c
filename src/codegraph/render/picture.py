"""What the picture writers draw, and how a picture too big for its reader is cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class PictureNode(NamedTuple):
    """A box: its text (line breaks allowed) and what it is.

    ``external`` stands for something outside the index, ``door`` for where requests come in (drawn with round
    ends), ``folded`` for several nodes at once. ``group`` is the title of the frame that it lies in, "" for none.
    """

    label: str
    external: bool = False
    door: bool = False
    folded: bool = False
    group: str = ""


class PictureEdge(NamedTuple):
    """An arrow between two boxes, given by their positions in the picture's list of nodes.

    ``circular`` edges are part of a cycle; without those that ``break_it`` there would be none.
    """

    src: int
    dst: int
    label: str = ""
    dashed: bool = False
    circular: bool = False
    break_it: bool = False


class Picture(NamedTuple):
    """A directed graph as it is to be drawn, and a sentence to be written below it."""

    nodes: Sequence[PictureNode]
    edges: Sequence[PictureEdge]
    note: str = ""

    def groups(self) -> dict[str, list[int]]:
        """The positions of the nodes by the frame that they lie in, "" for those in none."""
        found: dict[str, list[int]] = {}
        for position, node in enumerate(self.nodes):
            found.setdefault(node.group, []).append(position)
        return found


class Cut(NamedTuple):
    """The positions that are drawn, in the picture's order, and a note on what was left out ("" for none)."""

    nodes: list[int]
    edges: list[int]
    note: str


def cut_picture(
    picture: Picture,
    max_edges: int,
    max_characters: int,
    node_cost: Callable[[int], int],
    edge_cost: Callable[[int], int],
) -> Cut:
    """Choose what fits, most connected first.

    Edges come in the order of their ends' degrees (the busier end decides, then the quieter one), each
    bringing along the boxes that it needs; boxes without edges fill what room is left.

    Args:
        picture: everything that should be drawn.
        max_edges: how many arrows the reader accepts.
        max_characters: how many characters the nodes and edges may take together.
        node_cost, edge_cost: characters that a node or an edge takes, by position.
    """
    room = max_characters
    nodes: set[int] = set()
    edges: list[int] = []
    for position in _busiest_first(picture):
        edge = picture.edges[position]
        new = {edge.src, edge.dst} - nodes
        cost = edge_cost(position) + sum(node_cost(node) for node in new)
        if len(edges) < max_edges and cost <= room:
            edges.append(position)
            nodes |= new
            room -= cost
    for node in sorted(set(range(len(picture.nodes))) - nodes):
        cost = node_cost(node)
        if len(edges) == len(picture.edges) and cost <= room:
            nodes.add(node)
            room -= cost
    note = _note(len(picture.edges) - len(edges), len(picture.nodes) - len(nodes))
    return Cut(sorted(nodes), sorted(edges), note)


def _busiest_first(picture: Picture) -> list[int]:
    degree = [0] * len(picture.nodes)
    for edge in picture.edges:
        degree[edge.src] += 1
        degree[edge.dst] += 1

    def rank(position: int) -> tuple[int, int, int]:
        ends = sorted((degree[picture.edges[position].src], degree[picture.edges[position].dst]))
        return (-ends[1], -ends[0], position)

    return sorted(range(len(picture.edges)), key=rank)


def _note(edges: int, nodes: int) -> str:
    counts = [
        f"{count} more {word}{'s' if count > 1 else ''}"
        for count, word in ((edges, "edge"), (nodes, "node"))
        if count
    ]
    return f"… and {', '.join(counts)}" if counts else ""
