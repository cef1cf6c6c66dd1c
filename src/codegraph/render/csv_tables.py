"""Two CSV tables, of nodes and of edges, with the headers that ``neo4j-admin database import`` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from codegraph.render.cypher import label_of, type_of
from codegraph.render.records import columns

if TYPE_CHECKING:
    from codegraph.render.records import Properties, Records, Value

_TYPES = {str: "", int: ":long", float: ":double", bool: ":boolean"}


def to_csv(records: Records) -> dict[str, str]:
    """The texts of ``nodes.csv`` and ``edges.csv`` by name.

    ``neo4j-admin database import full --nodes=nodes.csv --relationships=edges.csv --multiline-fields=true`` reads them.
    """
    node_columns = columns(node.properties for node in records.nodes)
    edge_columns = columns(edge.properties for edge in records.relations)
    nodes = (
        [node.id, f"CodeNode;{label_of(node.kind)}", node.kind, *_cells(node.properties, node_columns)]
        for node in records.nodes
    )
    edges = (
        [edge.src, edge.dst, type_of(edge.kind), *_cells(edge.properties, edge_columns)]
        for edge in records.relations
    )
    return {
        "nodes.csv": _table(["fqn:ID", ":LABEL", "kind", *_headings(node_columns)], nodes),
        "edges.csv": _table([":START_ID", ":END_ID", ":TYPE", *_headings(edge_columns)], edges),
    }


def _headings(types: dict[str, type]) -> list[str]:
    return [f"{name}{_TYPES[kind]}" for name, kind in types.items()]


def _cells(properties: Properties, names: Iterable[str]) -> list[Value]:
    values = (properties.get(name, "") for name in names)
    return [str(value).lower() if isinstance(value, bool) else value for value in values]


def _table(headings: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()
