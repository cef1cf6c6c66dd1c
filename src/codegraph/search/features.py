"""What is known of a candidate beside its scores: the numbers that the learned order looks at."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import TYPE_KINDS, EdgeKind, NodeKind
from codegraph.search.fusion import scale_by_meaning, scale_by_words
from codegraph.search.kinds import TEST_TERM
from codegraph.search.lexical import rarity, tokenizer
from codegraph.text import query_terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.graph.view import GraphView
    from codegraph.search.ranking import Ranking

UNRANKED = 200
FAR = 0.05
"""How much further than the last of the ranking by meaning something without a vector lies."""
NO_GAP = -0.3
"""Stands for how much nearer an overridden or overriding member lies where there is none."""
_ONE_LINE = 1.2

Features = dict[str, float]


class Candidates(NamedTuple):
    """What hybrid search has found: merged scores by row, both rankings, and cosines by row (below 0: no vector)."""

    scores: Mapping[int, float]
    words: Ranking
    meaning: Ranking
    cosines: Sequence[float] | NDArray[np.float32]


def features(view: GraphView, database: Path, text: str, found: Candidates) -> dict[int, Features]:
    """The features of each candidate, by row, all for one question.

    ``cosine``, ``base_gap`` and the like are differences of cosines; what begins with ``in_`` are shares of the
    question's words, rare words counting more; counts are logarithms.

    Raises:
        IndexFormatError: the full-text index is missing, damaged or of another version.
    """
    terms = query_terms(text)
    wording = _Wording(view, terms, rarity(database, terms, view.node_count))
    relations = _Relations(view, found)
    dense, words = scale_by_meaning(found.meaning), scale_by_words(found.words)
    places = {row: place for place, (row, _) in enumerate(found.words)}
    counts_tests = TEST_TERM not in terms
    rows = sorted(found.scores)
    nearest = max(map(relations.cosine, rows), default=0.0)
    return {
        row: {
            "cosine": relations.cosine(row) - nearest,
            "meaning": dense.get(row, 0.0),
            "words": words.get(row, 0.0),
            "words_rank": math.log1p(places.get(row, UNRANKED)),
            "merged": found.scores[row],
            "is_test": float(counts_tests and view.is_test(row)),
            **_shape(view, row),
            **wording.of(row),
            **relations.of(row),
        }
        for row in rows
    }


def _shape(view: GraphView, row: int) -> Features:
    """What kind of thing it is."""
    kind, lines = view.kind(row), math.log1p(view.end_line(row) - view.start_line(row))
    is_method, exported = float(kind == NodeKind.METHOD), float(view.exported(row))
    return {
        "is_method": is_method,
        "is_constructor": float(kind == NodeKind.CONSTRUCTOR),
        "exported": exported,
        "exported_method": exported * is_method,
        "lines": lines,
        "few_lines": min(lines, _ONE_LINE),
    }


class _Wording:
    """How the words of a question and those of names, places and signatures cover each other."""

    def __init__(self, view: GraphView, terms: list[str], rare: Mapping[str, float]) -> None:
        self._view, self._terms, self._rare = view, terms, rare
        self._wanted = frozenset(terms)
        self._all = sum(rare.values()) or 1.0
        self._words = cache(lambda name: tokenizer().name(name).split())

    def of(self, row: int) -> Features:
        """The features of one node."""
        view, parent = self._view, self._view.parent(row)
        name, path = self._words(view.name(row)), self._words(view.path(row))
        scope = self._words(view.name(parent)) if parent >= 0 and view.kind(parent) in TYPE_KINDS else []
        signature = frozenset(tokenizer().prose(view.signature(row)).split())
        return {
            "in_name": self._covered(name),
            "in_scope": self._covered(scope),
            "in_path": self._covered(path),
            "in_signature": self._covered(signature),
            "in_any": self._covered({*name, *scope, *path, *signature}),
            "name_length": float(len(name)),
            "verb_first": float(bool(self._terms) and name[:1] == self._terms[:1]),
            "signature_covered": len(signature & self._wanted) / max(len(signature), 1),
        }

    def _covered(self, words: Iterable[str]) -> float:
        return sum(self._rare[term] for term in self._wanted.intersection(words)) / self._all


class _Relations:
    """How a candidate stands to those of its name, its siblings, and what it overrides or is overridden by."""

    def __init__(self, view: GraphView, found: Candidates) -> None:
        self._view, self._found = view, found
        self._without = min((score for _, score in found.meaning), default=0.0) - FAR
        self._overrides = view.accept([EdgeKind.OVERRIDES])
        self._namesakes: dict[str, list[float]] = defaultdict(list)
        self._siblings: dict[int, list[float]] = defaultdict(list)
        for row, score in found.scores.items():
            self._namesakes[view.name(row)].append(self.cosine(row))
            self._siblings[view.parent(row)].append(score)

    def cosine(self, row: int) -> float:
        """How near a row is to the question."""
        cosine = float(self._found.cosines[row])
        return cosine if cosine >= 0 else self._without

    def of(self, row: int) -> Features:
        """The features of one node."""
        view, own, score = self._view, self.cosine(row), self._found.scores[row]
        bases, heirs = view.successors(row, self._overrides), view.predecessors(row, self._overrides)
        same, siblings = self._namesakes[view.name(row)], self._siblings[view.parent(row)]
        others = len(siblings) - 1
        return {
            "namesakes": float(len(same)),
            "namesakes_log": math.log(len(same)),
            "namesake_gap": max(same) - own,
            "namesake_rank": float(sum(other > own for other in same)),
            "siblings": (sum(siblings) - score) / max(others, 1) * min(others, 5) / 5,
            "overrides": float(bool(bases)),
            "overrides_namesakes": float(bool(bases)) * len(same),
            "overridden": float(bool(heirs)),
            "base_gap": max((self.cosine(base) - own for base in bases), default=NO_GAP),
            "heirs_gap": max((self.cosine(heir) - own for heir in heirs), default=NO_GAP),
        }
