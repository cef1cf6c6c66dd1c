"""GraphML that XML parsers, networkx, Gephi and yEd read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.render.records import columns

if TYPE_CHECKING:
    from codegraph.render.records import Properties, Records, Value

_TYPES = {str: "string", int: "long", float: "double", bool: "boolean"}
# What XML 1.0 can't hold, not even as a reference.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# A reader would turn these into blanks or line breaks if they stood there as they are.
_REFERENCES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "&#13;",
}
# What a terminal obeys, and marks that turn the direction of writing: read back the same, never written as they are.
_STEERING = (*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_ESCAPES = str.maketrans(_REFERENCES | {chr(code): f"&#{code};" for code in _STEERING})


def to_graphml(records: Records) -> str:
    """A directed graph; nodes have their own names as ids, ``kind`` and all properties as typed data.

    Characters that XML can't hold (control characters) become U+FFFD; ids stay different from each other.
    """
    return "".join(_parts(records))


def escape_xml(text: str) -> str:
    """A text as it may stand in an attribute or between tags, and be read back the same."""
    return _FORBIDDEN.sub("\ufffd", text).translate(_ESCAPES)


def _parts(records: Records) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    yield from _keys("node", "n", columns(node.properties for node in records.nodes))
    yield from _keys("edge", "e", columns(edge.properties for edge in records.relations))
    yield '  <graph id="codegraph" edgedefault="directed">\n'
    ids = _ids(records)
    for node in records.nodes:
        data = _data("n", {"kind": node.kind, **node.properties})
        yield f'    <node id="{ids[node.id]}">{data}</node>\n'
    for edge in records.relations:
        ends = f'source="{ids[edge.src]}" target="{ids[edge.dst]}"'
        yield f"    <edge {ends}>{_data('e', {'kind': edge.kind, **edge.properties})}</edge>\n"
    yield "  </graph>\n</graphml>\n"


def _ids(records: Records) -> dict[str, str]:
    """For each id how it is written; names that differ only in what XML can't hold get a number."""
    written: dict[str, str] = {}
    taken: set[str] = set()
    for node in records.nodes:
        text = wanted = escape_xml(node.id)
        number = 1
        while text in taken:
            number += 1
            text = f"{wanted}@{number}"
        taken.add(text)
        written[node.id] = text
    return written


def _keys(domain: str, prefix: str, types: dict[str, type]) -> Iterator[str]:
    for name, kind in {"kind": str, **types}.items():
        key = f'id="{prefix}_{escape_xml(name)}" for="{domain}" attr.name="{escape_xml(name)}"'
        yield f'  <key {key} attr.type="{_TYPES[kind]}"/>\n'


def _data(prefix: str, properties: Properties) -> str:
    return "".join(
        f'<data key="{prefix}_{escape_xml(name)}">{escape_xml(_text(value))}</data>'
        for name, value in properties.items()
    )


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
