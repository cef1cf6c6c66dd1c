"""Members that a class has from its bases: ``Flask.route`` is ``Scaffold::route``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.model import EdgeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

BASES = (EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS)


def inherited_members(view: GraphView, classes: Iterable[int], name: str) -> list[int]:
    """The rows of the member called ``name`` that each of some rows inherits, in order.

    The nearest bases that have it decide, level by level, as the order of bases is not in the graph: where two of one
    level have it, both come back. A row without bases has nothing to inherit.
    """
    return sorted({row for each in classes for row in _from_bases(view, each, name)})


def _from_bases(view: GraphView, row: int, name: str) -> list[int]:
    accepted = view.accept(BASES)
    level, seen = [row], {row}
    while level:
        above = dict.fromkeys(base for each in level for base in view.successors(each, accepted))
        level = [base for base in above if base not in seen]
        seen.update(level)
        if found := [child for base in level for child in view.children(base) if view.name(child) == name]:
            return found
    return []
