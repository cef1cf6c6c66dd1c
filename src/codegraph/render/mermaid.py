"""Mermaid flowcharts whose labels come out of the real parser exactly as they went in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codegraph.render.picture import Cut, Picture, PictureEdge, PictureNode, cut_picture

MAX_EDGES = 400
"""Mermaid refuses more than 500 edges unless its page is configured; this leaves room for a reader's own."""

MAX_CHARACTERS = 50_000
"""Mermaid's default ``maxTextSize``."""

_HEADER = "flowchart LR\n"
_MORE = '  more["{note}"]\n'
_NOTE = '  note["{note}"]\n'
_FRAME = '  subgraph g{number}["{title}"]\n'
_END = "  end\n"
_LINK_STYLES = (
    "  linkStyle {links} stroke:#c0392b\n",
    "  linkStyle {links} stroke:#c0392b,stroke-width:4px\n",
)
_EXTERNAL_STYLE = "  classDef external stroke-dasharray: 4 3\n"
_KEPT = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:()/")
# Blanks of other kinds than a space would be trimmed at the ends of a label.
_BLANKS = (0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF)
# Marks that turn the direction of writing would show a name as another one to whoever reads the text.
_TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CODES = {code: f"#{code};" for code in (*range(128), *_BLANKS, *_TURNING) if chr(code) not in _KEPT}
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# Before it parses, Mermaid drops the last ";" of a line that has one of these words, a ":" and a "#" in it,
# so the words themselves are broken up.
_WORDS = (("style", "styl#101;"), ("classDef", "classDe#102;"))


def to_mermaid(picture: Picture, *, max_edges: int = MAX_EDGES, max_characters: int = MAX_CHARACTERS) -> str:
    """A ``flowchart LR`` of the picture.

    Boxes are ``n0``, ``n1``, ... by position, dashed arrows are those marked so, red ones part of a cycle and thick
    ones those that would break it. What exceeds the limits is left out, least connected first, and a last box says
    how much that was; frames are left out where their titles alone would take much of the room.
    """
    picture = _with_room_for_frames(picture, max_characters // 5)
    node_lines = [_node_line(position, node) for position, node in enumerate(picture.nodes)]
    edge_lines = [_edge_line(edge) for edge in picture.edges]
    # The last lines name the external boxes and the edges of cycles once more, as "n123," and "123,".
    node_extra = [len(f"n{n},") if node.external else 2 for n, node in enumerate(picture.nodes)]
    edge_extra = [len(f"{n},") if edge.circular else 0 for n, edge in enumerate(picture.edges)]
    cut = cut_picture(
        picture,
        max_edges,
        max_characters - _frame_cost(picture),
        lambda position: len(node_lines[position]) + node_extra[position],
        lambda position: len(edge_lines[position]) + edge_extra[position],
    )
    parts = [_HEADER, *_boxes(picture, node_lines, set(cut.nodes))]
    if cut.note:
        parts.append(_MORE.format(note=cut.note))
    if picture.note:
        parts.append(_NOTE.format(note=escape_mermaid(picture.note)))
    parts.extend(edge_lines[edge] for edge in cut.edges)
    parts.extend(_styles(picture, cut))
    return "".join(parts)


def _with_room_for_frames(picture: Picture, room: int) -> Picture:
    """The picture, without its frames where their lines take more than so many characters."""
    cost = sum(len(_FRAME.format(number=9999, title=escape_mermaid(title))) + 6 for title in picture.groups())
    if cost <= room:
        return picture
    return picture._replace(nodes=[node._replace(group="") for node in picture.nodes])


def _frame_cost(picture: Picture) -> int:
    """The characters of all lines that are neither a box nor an arrow, at most."""
    frames = sum(
        len(_FRAME.format(number=9999, title=escape_mermaid(title))) + len(_END)
        for title in picture.groups()
        if title
    )
    fixed = (_HEADER, _MORE, _NOTE, _EXTERNAL_STYLE, "  class  external\n", *_LINK_STYLES)
    return frames + sum(map(len, fixed)) + 60 + len(escape_mermaid(picture.note))


def _boxes(picture: Picture, node_lines: list[str], shown: set[int]) -> Iterator[str]:
    for number, (title, positions) in enumerate(picture.groups().items()):
        lines = [node_lines[position] for position in positions if position in shown]
        if title and lines:
            yield _FRAME.format(number=number, title=escape_mermaid(title))
            yield from (f"  {line}" for line in lines)
            yield _END
        else:
            yield from lines


def _styles(picture: Picture, cut: Cut) -> Iterator[str]:
    outside = [f"n{node}" for node in cut.nodes if picture.nodes[node].external]
    if outside:
        yield _EXTERNAL_STYLE
        yield f"  class {','.join(outside)} external\n"
    drawn = [picture.edges[edge] for edge in cut.edges]
    for thick, style in enumerate(_LINK_STYLES):
        links = [str(n) for n, edge in enumerate(drawn) if edge.circular and edge.break_it == bool(thick)]
        if links:
            yield style.format(links=",".join(links))


def escape_mermaid(label: str) -> str:
    """A label as it may stand between double quotes in a flowchart.

    Letters, digits, spaces, ``. , : ( ) /`` and letters beyond ASCII stay; other characters become
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
    left, right = ('(["', '"])') if node.door else ('[["', '"]]') if node.folded else ('["', '"]')
    return f"  n{position}{left}{escape_mermaid(node.label)}{right}\n"


def _edge_line(edge: PictureEdge) -> str:
    arrow = "-.->" if edge.dashed else "-->"
    text = f'|"{escape_mermaid(edge.label)}"|' if edge.label else ""
    return f"  n{edge.src} {arrow}{text} n{edge.dst}\n"
