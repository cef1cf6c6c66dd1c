"""Nodes and edges as plain data, for the writers of exchange formats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

Value: TypeAlias = str | int | float | bool
Properties: TypeAlias = Mapping[str, Value]


class Record(NamedTuple):
    """A node: the name that is its own, what kind it is of, and what is known of it."""

    id: str
    kind: str
    properties: Properties


class Relation(NamedTuple):
    """An edge between two nodes, given by their ids."""

    src: str
    dst: str
    kind: str
    properties: Properties


class Records(NamedTuple):
    """A graph as data."""

    nodes: Sequence[Record]
    relations: Sequence[Relation]


def columns(rows: Iterable[Properties]) -> dict[str, type]:
    """The names of all properties with the type of their values, in the order in which they are first met."""
    found: dict[str, type] = {}
    for properties in rows:
        for name, value in properties.items():
            found.setdefault(name, type(value))
    return found
