"""Graphviz DOT text whose labels come out of ``dot`` exactly as they went in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.render.picture import Picture, PictureEdge, PictureNode

_HEADER = """\
digraph codegraph {
  rankdir=LR;
  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, color="#666666"];
"""
_DENSE = 300
# With as many edges as that, dot spends minutes on small gains in the order of boxes; this stops it earlier.
_SOONER_DONE = "  nslimit=0.5; nslimit1=0.5; mclimit=0.2;\n"
_CIRCULAR = 'color="#c0392b"'
_UNPRINTABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

# Marks that turn the direction of writing would show a name as another one to whoever reads the text.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def to_dot(picture: Picture) -> str:
    """A ``digraph`` of the picture: boxes ``n0``, ``n1``, ... by position, dashed where marked so.

    Frames are clusters, boxes that stand for several nodes have a double line, edges of cycles are red and those
    that would break them thick. Nothing is cut; Graphviz lays out some hundred boxes in seconds, larger pictures
    want ``sfdp``.
    """
    parts = [_HEADER, *([_SOONER_DONE] if len(picture.edges) > _DENSE else [])]
    if picture.note:
        parts.append(f'  label="{escape_dot(picture.note)}"; fontname="Helvetica"; fontsize=11;\n')
    parts.extend(_boxes(picture))
    parts.extend(_edge_line(edge) for edge in picture.edges)
    parts.append("}\n")
    return "".join(parts)


def escape_dot(label: str) -> str:
    """A label as it may stand between double quotes: control characters become U+FFFD, line breaks ``\\n``.

    ``&`` is written as an entity because Graphviz reads entities in plain strings too.
    """
    text = _UNPRINTABLE.sub("\ufffd", label)
    text = text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    text = _TURNING.sub(lambda found: f"&#{ord(found[0])};", text)
    return text.replace("\n", "\\n")


def _boxes(picture: Picture) -> Iterator[str]:
    for number, (title, positions) in enumerate(picture.groups().items()):
        lines = (_node_line(position, picture.nodes[position]) for position in positions)
        if not title:
            yield from lines
            continue
        yield f'  subgraph cluster_{number} {{\n    label="{escape_dot(title)}"; fontname="Helvetica"; '
        yield 'color="#bbbbbb"; style=rounded;\n'
        yield from (f"  {line}" for line in lines)
        yield "  }\n"


def _node_line(position: int, node: PictureNode) -> str:
    style = ', style="rounded,dashed"' if node.external else ", shape=oval" if node.door else ""
    style += ", peripheries=2" if node.folded else ""
    return f'  n{position} [label="{escape_dot(node.label)}"{style}];\n'


def _edge_line(edge: PictureEdge) -> str:
    attributes = []
    if edge.label:
        attributes.append(f'label="{escape_dot(edge.label)}"')
    if edge.dashed:
        attributes.append("style=dashed")
    if edge.circular:
        attributes.append(_CIRCULAR)
    if edge.break_it:
        attributes.append("penwidth=3")
    suffix = f" [{', '.join(attributes)}]" if attributes else ""
    return f"  n{edge.src} -> n{edge.dst}{suffix};\n"
