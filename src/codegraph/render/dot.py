"""Graphviz DOT text whose labels come out of ``dot`` exactly as they went in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.render.picture import Picture, PictureEdge, PictureNode

_HEADER = """\
digraph codegraph {
  rankdir=LR;
  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, color="#666666"];
"""
_UNPRINTABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def to_dot(picture: Picture) -> str:
    """A ``digraph`` of the picture: boxes ``n0``, ``n1``, ... by position, dashed where marked so.

    Nothing is cut; Graphviz lays out some hundred boxes in seconds, larger pictures want ``sfdp``.
    """
    parts = [_HEADER]
    parts.extend(_node_line(position, node) for position, node in enumerate(picture.nodes))
    parts.extend(_edge_line(edge) for edge in picture.edges)
    parts.append("}\n")
    return "".join(parts)


def escape_dot(label: str) -> str:
    """A label as it may stand between double quotes: control characters become U+FFFD, line breaks ``\\n``.

    ``&`` is written as an entity because Graphviz reads entities in plain strings too.
    """
    text = _UNPRINTABLE.sub("\ufffd", label)
    text = text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\n", "\\n")


def _node_line(position: int, node: PictureNode) -> str:
    style = ', style="rounded,dashed"' if node.external else ", shape=oval" if node.door else ""
    return f'  n{position} [label="{escape_dot(node.label)}"{style}];\n'


def _edge_line(edge: PictureEdge) -> str:
    attributes = []
    if edge.label:
        attributes.append(f'label="{escape_dot(edge.label)}"')
    if edge.dashed:
        attributes.append("style=dashed")
    suffix = f" [{', '.join(attributes)}]" if attributes else ""
    return f"  n{edge.src} -> n{edge.dst}{suffix};\n"
