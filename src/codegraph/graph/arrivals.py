"""The ends of the ways that lead to a symbol: endpoints, which the world calls, and tests."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from codegraph.model import Level, NodeKind

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_TEST = "test"
_AROUND = frozenset({"test-setup", "test-fixture", "test-code"})
"""Tags of what stands around tests and is none."""


def reached_endpoints(view: GraphView, rows: Iterable[int]) -> set[int]:
    """The endpoints, but for those that tests declare for themselves."""
    return {row for row in rows if view.kind(row) == NodeKind.ENDPOINT and not view.is_test(row)}


def reached_tests(view: GraphView, rows: Iterable[int]) -> set[int]:
    """The tests: what rules tag as such and the members of classes that are tagged.

    In a file where no rule knows a test all code of tests counts. Of a test and a test around it only the inner
    one does.
    """

    @cache
    def has_known_tests(path: str) -> bool:
        return any(_TEST in view.tags(row) for row in view.rows_at(path))

    def is_one(row: int) -> bool:
        if view.kind(row) == NodeKind.ENDPOINT or not view.is_test(row):
            return False
        tags = view.tags(row)
        if _TEST in tags:
            return True
        above = view.parent(row)
        if above >= 0 and view.level(above) == Level.SYMBOL and _TEST in view.tags(above):
            return _AROUND.isdisjoint(tags)
        return not has_known_tests(view.path(row)) and _AROUND.isdisjoint(tags)

    found = {row for row in rows if is_one(row)}
    return found - {above for row in found for above in view.ancestors(row)}
