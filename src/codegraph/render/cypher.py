"""A Cypher script that fills a graph database such as Neo4j."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from codegraph.render.records import Properties, Records, Relation, Value

T = TypeVar("T")

_BATCH = 500
_BASE = "CodeNode"
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"[^0-9A-Za-z]+")


def to_cypher(records: Records) -> str:
    """Statements that create every node and edge, or bring those that are there up to date.

    Nodes have the label ``CodeNode`` and that of their kind (``Class``) and are known by ``fqn``; edges have the type
    of their kind (``CALLS``).
    """
    return "".join(_statements(records))


def escape_cypher(text: str) -> str:
    """A text as a Cypher string between single quotes; lone surrogates become U+FFFD."""
    quoted = _SURROGATE.sub("\ufffd", text).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{_CONTROL.sub(lambda found: f'{chr(92)}u{ord(found[0]):04x}', quoted)}'"


def label_of(kind: str) -> str:
    """A kind as the label of a node: ``class`` is ``Class``."""
    return "".join(word.capitalize() for word in _WORD.split(kind)) or "Node"


def type_of(kind: str) -> str:
    """A kind as the type of an edge: ``calls`` is ``CALLS``."""
    return _WORD.sub("_", kind).strip("_").upper() or "EDGE"


def _statements(records: Records) -> Iterator[str]:
    yield f"CREATE CONSTRAINT code_node_fqn IF NOT EXISTS FOR (n:{_BASE}) REQUIRE n.fqn IS UNIQUE;\n"
    nodes = sorted(records.nodes, key=lambda node: label_of(node.kind))
    for label, group in groupby(nodes, key=lambda node: label_of(node.kind)):
        for batch in _batches(list(group)):
            rows = ",\n".join(_map({"fqn": node.id, "kind": node.kind, **node.properties}) for node in batch)
            yield f"UNWIND [\n{rows}\n] AS row MERGE (n:{_BASE} {{fqn: row.fqn}}) SET n:{label}, n += row;\n"
    edges = sorted(records.relations, key=lambda edge: type_of(edge.kind))
    for kind, relations in groupby(edges, key=lambda edge: type_of(edge.kind)):
        for some in _batches(list(relations)):
            yield _relations(kind, some)


def _relations(kind: str, batch: Sequence[Relation]) -> str:
    rows = ",\n".join(
        f"{{src: {escape_cypher(edge.src)}, dst: {escape_cypher(edge.dst)}, data: {_map(edge.properties)}}}"
        for edge in batch
    )
    ends = f"MATCH (a:{_BASE} {{fqn: row.src}}), (b:{_BASE} {{fqn: row.dst}})"
    return f"UNWIND [\n{rows}\n] AS row {ends} MERGE (a)-[r:{kind}]->(b) SET r += row.data;\n"


def _batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    return (rows[begin : begin + _BATCH] for begin in range(0, len(rows), _BATCH))


def _map(properties: Properties) -> str:
    return f"{{{', '.join(f'{name}: {_literal(value)}' for name, value in properties.items())}}}"


def _literal(value: Value) -> str:
    return escape_cypher(value) if isinstance(value, str) else json.dumps(value)
