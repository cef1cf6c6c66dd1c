"""Edges ``tests``: from a test to what it exercises, directly, through fixtures, and through helpers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from codegraph.fingerprint.fixtures import Fixtures
from codegraph.fingerprint.mocks import Mocks
from codegraph.fingerprint.testing import TEST
from codegraph.fingerprint.view import View
from codegraph.model import TYPE_KINDS, EdgeKind, Graph

if TYPE_CHECKING:
    from codegraph.fingerprint.registry import Rules
    from codegraph.text import SourceOf


def exercised(graph: Graph, rules: Rules, source_of: SourceOf) -> dict[str, Any]:
    """The columns of the edges ``tests`` of a graph, ends as rows; all empty where no rule found a test.

    Args:
        graph: a graph with tags and tests marked.
        rules: say how tests replace things and which files share fixtures.
        source_of: gives the source of a file.
    """
    view = View(graph)
    sources = _sources(view)
    if not sources:
        return {name: [] for name in ("src", "dst", "kind", "confidence", "rule", "sites")}
    from codegraph.fingerprint.exercise_search import Search

    shared = [
        glob for framework in rules.frameworks for files in framework.library.given.values() for glob in files
    ]
    fixtures = Fixtures(view, shared)
    return Search(view, sources, Mocks(view, rules, source_of).edges(), fixtures).found().columns()


def _sources(view: View) -> dict[int, bool]:
    """The rows of all tests, and of classes that hold some; True for those that run as one."""
    nodes = view.nodes
    found = {row: True for row, tags in enumerate(nodes["tags"]) if TEST in tags}
    for row in list(found):
        if nodes["kind"][row] in TYPE_KINDS:
            found[row] = bool(view.out(row, EdgeKind.CALLS))
            continue
        owner = nodes["parent"][row]
        if owner >= 0 and nodes["kind"][owner] in TYPE_KINDS:
            found[owner] = False
    return found
