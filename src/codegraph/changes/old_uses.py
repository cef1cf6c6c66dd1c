"""Who still refers to names that a change took away, as far as the index knows it from references without a target."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import SEPARATOR

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_LAST = re.compile(r"[^\s.:>?!(\[]+$")


class OldUse(NamedTuple):
    """A reference by the name of something that is gone; ``likely`` when its file has to do with where that was."""

    fqn: str
    number: int
    likely: bool


def old_uses(view: GraphView, gone: Iterable[tuple[str, str]]) -> list[OldUse]:
    """The references without a target whose last word is the name of something that is gone.

    Args:
        view: the graph.
        gone: FQN and path of each symbol that is gone.
    """
    by_name: dict[str, list[tuple[str, str]]] = {}
    for fqn, path in gone:
        by_name.setdefault(fqn.rpartition(SEPARATOR)[2].partition("@")[0], []).append((fqn, path))
    if not by_name:
        return []
    near = {path: _near(view, path) for paths in by_name.values() for _, path in paths}
    found = []
    table = view.unresolved
    for number in range(len(table)):
        last = _LAST.search(table.text(number))
        if last is not None and last[0] in by_name:
            for fqn, path in by_name[last[0]]:
                found.append(OldUse(fqn, number, table.path(number) in near[path]))
    return found


def _near(view: GraphView, path: str) -> set[str]:
    """A file and those that use something of it."""
    rows = view.rows_at(path)
    return {path} | {view.path(edge.src) for row in rows for edge in view.in_edges(row)}
