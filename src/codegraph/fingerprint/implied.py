"""Edges that no reference in the source shows: what tests exercise and are given, what languages call by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from codegraph.fingerprint.creation import Hooks
from codegraph.fingerprint.exercise import exercised_in, fixtures_of, tests_of
from codegraph.fingerprint.given_to_tests import asked_pairs
from codegraph.fingerprint.view import View
from codegraph.model import Confidence, EdgeKind, Graph

GIVEN: Final = "fixture"
"""Rule of a reference to a fixture that a test or fixture is given, or to what runs around it."""
_SAYS = frozenset({EdgeKind.CALLS, EdgeKind.REFERENCES})

if TYPE_CHECKING:
    from codegraph.fingerprint.registry import Rules
    from codegraph.languages.spec.names import Creation
    from codegraph.text import SourceOf


def implied(
    graph: Graph, rules: Rules, source_of: SourceOf, creations: Mapping[str, Creation]
) -> dict[str, Any]:
    """The columns of such edges, ends as rows: references, and edges ``tests``.

    Args:
        graph: a graph with tags and tests marked.
        rules: say how tests replace things and which files share fixtures.
        source_of: gives the source of a file.
        creations: by language what it calls by itself as classes are made.
    """
    view = View(graph)
    sources, fixtures = tests_of(view), fixtures_of(view, rules)
    asked = ((row, given, GIVEN) for row, given in asked_pairs(view, fixtures, sources))
    references = _references(view, chain(Hooks(view, creations).edges(), asked))
    tests = exercised_in(view, rules, source_of, sources, fixtures)
    return {name: [*column, *tests[name]] for name, column in references.items()}


def _references(view: View, found: Iterable[tuple[int, int, str]]) -> dict[str, Any]:
    """The columns of references by their ends and rules; there is none where the source itself refers to an end."""
    nodes = view.nodes
    kept = [edge for edge in dict.fromkeys(found) if not _refers(view, edge[0], edge[1])]
    return {
        "src": [src for src, _, _ in kept],
        "dst": [dst for _, dst, _ in kept],
        "kind": [EdgeKind.REFERENCES] * len(kept),
        "confidence": [Confidence.INFERRED] * len(kept),
        "rule": [rule for _, _, rule in kept],
        "sites": [[max(nodes["line"][src], 1), nodes["column"][src]] for src, _, _ in kept],
    }


def _refers(view: View, src: int, dst: int) -> bool:
    """Whether an edge says so already."""
    ends, kinds = view.edges["dst"], view.edges["kind"]
    return any(ends[edge] == dst and kinds[edge] in _SAYS for edge in view.numbers(src))
