"""What a hit counts by its kind: a description mostly means what is done, less often what does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from codegraph.model import TYPE_KINDS, NodeKind
from codegraph.text import query_terms

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Question, Ranking

WORDS, MEANING = "words", "meaning"
TEST_TERM = "test"
_DATA = (NodeKind.FIELD, NodeKind.VARIABLE, NodeKind.CONSTANT)
_TYPES = tuple(sorted(TYPE_KINDS))

KIND_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    # BM25 rates what is short too high: a field's line, a type's header, a file's list of names.
    WORDS: {
        **dict.fromkeys(_TYPES, 0.8),
        **dict.fromkeys(_DATA, 0.4),
        NodeKind.MODULE: 0.7,
        NodeKind.PACKAGE: 0.7,
        NodeKind.MONOREPO: 0.6,
    },
    # Cosines lie close together. A file says again what its symbols say, a package a bit of everything.
    MEANING: {
        **dict.fromkeys(_TYPES, 0.96),
        **dict.fromkeys(_DATA, 0.95),
        NodeKind.MODULE: 0.95,
        NodeKind.PACKAGE: 0.9,
        NodeKind.MONOREPO: 0.85,
    },
}

TEST_WEIGHTS = {WORDS: 0.8, MEANING: 0.97}
"""For tests, whose names describe what others do, unless the question is about tests."""


def weighed(view: GraphView, question: Question, ranking: Ranking, origin: str) -> Ranking:
    """A ranking with every score multiplied by the weight of the node's kind, best first, ties by row."""
    kinds = KIND_WEIGHTS[origin]
    test = 1.0 if TEST_TERM in query_terms(question.text) else TEST_WEIGHTS[origin]
    scores = [
        (row, score * kinds.get(view.kind(row), 1.0) * (test if view.is_test(row) else 1.0))
        for row, score in ranking
    ]
    return sorted(scores, key=lambda hit: (-hit[1], hit[0]))
