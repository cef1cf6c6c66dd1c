"""Files that run something as they are imported: code outside of functions, in bodies of classes, and decorators.

If such code fails, so does the import, and with it all that imports the file: every test in there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from codegraph.graph.reach import FLOW, Reached, plan_walk, reach
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS, Confidence, EdgeKind, Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

IMPLICIT = -1
"""In place of an edge: the test runner loads the file, without any import that could be seen."""
_TEST, _FIXTURE = "test", "test-fixture"
_CREATION_RULE, _FIXTURE_RULE = "class-creation", "fixture"
"""Rules of references to what runs as a class is made, and to what runs around all tests of a file."""
Ways = Mapping[int, tuple[int, int]]
"""From which row and by which edge each row was first reached."""


def loading(view: GraphView, found: Reached, seeds: Iterable[int], depth: int) -> Ways:
    """How the modules that run what was found as they are imported, or import such, are reached.

    Args:
        view: the graph.
        found: what depends on the seeds.
        seeds: where the walk began.
        depth: how many imports may lie between.
    """
    known = set(seeds)
    ways: dict[int, tuple[int, int]] = {}
    for row, way in _running(view, found, known):
        ways.setdefault(row, way)
        for below, above in pairwise([row, *_up_to_module(view, row)]):
            ways.setdefault(above, (below, view.edge_from_parent(below)))
    modules = sorted(row for row in ways if view.level(row) == Level.MODULE)
    importing = reach(view, modules, plan_walk(view, "backward", {EdgeKind.IMPORTS}), depth)
    ways = {**importing.came_from, **ways}
    for module in sorted(row for row in ways if view.level(row) == Level.MODULE):
        for test in _given_to(view, module):
            ways.setdefault(test, (module, IMPLICIT))
    return {row: way for row, way in ways.items() if row not in known}


def _given_to(view: GraphView, module: int) -> list[int]:
    """The files of tests in and below the folder of one with fixtures and no tests, which is loaded for them all."""
    tags = {tag for row in view.rows_at(view.path(module)) for tag in view.tags(row)}
    if _FIXTURE not in tags or _TEST in tags:
        return []
    below = view.rows_under(view.path(module).rpartition("/")[0])
    return [row for row in below if view.level(row) == Level.MODULE and view.is_test(row)]


def _running(view: GraphView, found: Reached, seeds: set[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """What runs something of what was found when its module is imported, with what it runs and the edge to that."""
    flow, decorates, refers = (
        view.accept(kinds, Confidence.INFERRED)
        for kinds in (FLOW, {EdgeKind.DECORATES}, {EdgeKind.REFERENCES})
    )
    offsets, codes, ends, edges = view.forward
    for row in found.came_from:
        is_module = view.level(row) == Level.MODULE
        if is_module or _up_to_module(view, row):
            accepted = decorates if view.kind(row) in CALLABLE_KINDS else flow
            rule = _FIXTURE_RULE if is_module else _CREATION_RULE
            for place in range(offsets[row], offsets[row + 1]):
                end, code = ends[place], codes[place]
                if (end in found.came_from or end in seeds) and (
                    accepted[code] == 1 or (refers[code] == 1 and view.rule(edges[place]) == rule)
                ):
                    yield row, (end, edges[place])
                    break


def tests_of(view: GraphView, modules: Iterable[int]) -> dict[int, tuple[int, int]]:
    """The tests in modules of tests, with the edge from what they lie in."""
    return {
        row: (view.parent(row), edge)
        for module in modules
        if view.level(module) == Level.MODULE and view.is_test(module)
        for row in view.rows_at(view.path(module))
        if _TEST in view.tags(row) and (edge := view.edge_from_parent(row)) >= 0
    }


def classes_around(view: GraphView, rows: Iterable[int]) -> dict[int, tuple[int, int]]:
    """The classes that rows lie in, each with what it lies in itself and the edge from that: the way to the module."""
    return {
        one: (view.parent(one), view.edge_from_parent(one))
        for row in rows
        for one in _up_to_module(view, row)
        if view.level(one) != Level.MODULE
    }


def _up_to_module(view: GraphView, row: int) -> list[int]:
    """The classes around a node and their module, whose import runs their bodies; none if a function is between."""
    found = []
    above = view.parent(row)
    while above >= 0 and view.kind(above) in TYPE_KINDS:
        found.append(above)
        above = view.parent(above)
    return [*found, above] if above >= 0 and view.level(above) == Level.MODULE else []
