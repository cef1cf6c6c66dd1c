"""Mermaid flowcharts whose labels come out of the real parser exactly as they went in."""

from __future__ import annotations

import re

from codegraph.render.picture import Picture, PictureEdge, PictureNode, cut_picture

MAX_EDGES = 400
"""Mermaid refuses more than 500 edges unless its page is configured; this leaves room for a reader's own."""

MAX_CHARACTERS = 50_000
"""Mermaid's default ``maxTextSize``."""

_HEADER = "flowchart LR\n"
_MORE = '  more["{note}"]\n'
_EXTERNAL_STYLE = "  classDef external stroke-dasharray: 4 3\n"
_KEPT = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:()/")
_CODES = {code: f"#{code};" for code in range(128) if chr(code) not in _KEPT}
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
# Before it parses, Mermaid drops the last ";" of a line that has one of these words, a ":" and a "#" in it,
# so the words themselves are broken up.
_WORDS = (("style", "styl#101;"), ("classDef", "classDe#102;"))


def to_mermaid(picture: Picture, *, max_edges: int = MAX_EDGES, max_characters: int = MAX_CHARACTERS) -> str:
    """A ``flowchart LR`` of the picture.

    Boxes are ``n0``, ``n1``, ... by position, dashed arrows are those marked so. What exceeds the limits is
    left out, least connected first, and a last box says how much that was.
    """
    node_lines = [_node_line(position, node) for position, node in enumerate(picture.nodes)]
    edge_lines = [_edge_line(edge) for edge in picture.edges]
    outside = [position for position, node in enumerate(picture.nodes) if node.external]
    # The last line names the external boxes once more, as "n123,".
    class_cost = {position: len(f"n{position},") for position in outside}
    frame = len(_HEADER) + len(_MORE) + 60 + len(_EXTERNAL_STYLE) + len("  class  external\n")
    cut = cut_picture(
        picture,
        max_edges,
        max_characters - frame,
        lambda position: len(node_lines[position]) + class_cost.get(position, 0),
        lambda position: len(edge_lines[position]),
    )
    parts = [_HEADER, *(node_lines[node] for node in cut.nodes)]
    if cut.note:
        parts.append(_MORE.format(note=cut.note))
    parts.extend(edge_lines[edge] for edge in cut.edges)
    shown_outside = [f"n{node}" for node in cut.nodes if picture.nodes[node].external]
    if shown_outside:
        parts += [_EXTERNAL_STYLE, f"  class {','.join(shown_outside)} external\n"]
    return "".join(parts)


def escape_mermaid(label: str) -> str:
    """A label as it may stand between double quotes in a flowchart.

    Letters, digits, blanks, ``. , : ( ) /`` and everything beyond ASCII stay; other characters become
    ``#N;`` with their decimal code point, line breaks ``<br/>``, control characters U+FFFD. An empty label
    is one blank. A list marker at the start of a line and ``://`` are broken up, since Mermaid reads labels
    as Markdown.
    """
    lines = [_escape_line(line) for line in label.split("\n")]
    return "<br/>".join(lines) or " "


def _escape_line(line: str) -> str:
    text = _CONTROL.sub("\ufffd", line).translate(_CODES)
    for word, broken in _WORDS:
        text = text.replace(word, broken)
    text = text.replace("://", "#58;//")
    return re.sub(r"^(\s*\d+)([.)])", lambda match: f"{match[1]}#{ord(match[2])};", text)


def _node_line(position: int, node: PictureNode) -> str:
    left, right = ('(["', '"])') if node.door else ('["', '"]')
    return f"  n{position}{left}{escape_mermaid(node.label)}{right}\n"


def _edge_line(edge: PictureEdge) -> str:
    arrow = "-.->" if edge.dashed else "-->"
    text = f'|"{escape_mermaid(edge.label)}"|' if edge.label else ""
    return f"  n{edge.src} {arrow}{text} n{edge.dst}\n"
