"""Edges ``tests``: from a test to what it exercises, directly, through fixtures, and through helpers."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from codegraph.fingerprint.fixtures import Fixtures
from codegraph.fingerprint.inferred import Edges, no_edges
from codegraph.fingerprint.mocks import Mocks
from codegraph.fingerprint.testing import TEST
from codegraph.model import TYPE_KINDS, EdgeKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from codegraph.fingerprint.registry import Rules
    from codegraph.fingerprint.view import View
    from codegraph.text import SourceOf


def exercised_in(
    view: View, rules: Rules, source_of: SourceOf, sources: Mapping[int, bool], fixtures: Fixtures
) -> Edges:
    """The edges ``tests`` of a graph whose tests and fixtures are known; none where there is no test.

    Args:
        view: the graph, with tags and tests marked.
        rules: say how tests replace things and which files share fixtures.
        source_of: gives the source of a file.
        sources: its tests.
        fixtures: what is given to tests.
    """
    if not sources:
        return no_edges(EdgeKind.TESTS)
    from codegraph.fingerprint.exercise_search import Search

    return Search(view, sources, Mocks(view, rules, source_of).edges(), fixtures).found().edges()


def fixtures_of(view: View, rules: Rules) -> Fixtures:
    """What is given to the tests of a graph."""
    globs = (files for framework in rules.frameworks for files in framework.library.given.values())
    return Fixtures(view, list(chain.from_iterable(globs)))


def tests_of(view: View) -> dict[int, bool]:
    """The rows of all tests, and of classes that hold some; True for those that run as one."""
    nodes, types = view.nodes, view.nodes_of(TYPE_KINDS)
    calling = set(view.ends("src")[view.edges_of({EdgeKind.CALLS})].tolist())
    found = {row: True for row, tags in view.tagged if TEST in tags}
    for row in list(found):
        if types[row]:
            found[row] = row in calling
            continue
        owner = nodes["parent"][row]
        if owner >= 0 and types[owner]:
            found[owner] = False
    return found
