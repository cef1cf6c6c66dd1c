"""The learned order of functions in hybrid search: a weighted sum, with weights from other projects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.model import CALLABLE_KINDS
from codegraph.search.features import Candidates, Features, features

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

WEIGHTS = Path(__file__).parent / "learned.json"
CLIPPED = 4.0
"""No feature counts for more than so many standard deviations: a project may be unlike all that were learned from."""

TRUST = 4.0
"""What the merged score counts on top of its learned weight: projects differ, and with it the tables are as good."""

MIN_FUNCTIONS = 50
"""With fewer functions to choose from the order stays: scores over a span of few mean something else."""


class Weight(NamedTuple):
    """What a feature counts, once its mean is taken away and it is divided by its standard deviation."""

    mean: float
    deviation: float
    weight: float

    def of(self, value: float) -> float:
        """The feature's part of the sum."""
        return self.weight * min(max((value - self.mean) / self.deviation, -CLIPPED), CLIPPED)


def in_learned_order(
    view: GraphView, database: Path, text: str, found: Candidates, weights: Mapping[str, Weight] | None = None
) -> dict[int, float]:
    """The merged scores, given to the candidates in another order: the best to what the weights rate best.

    Only functions change places with functions. Types, data, files and documents keep theirs: the questions that it
    was learned from ask for functions, and would teach that nothing else is ever meant.

    Raises:
        IndexFormatError: the full-text index is missing, damaged or of another version.
    """
    functions = {row: score for row, score in found.scores.items() if is_callable(view, row)}
    if len(functions) < MIN_FUNCTIONS:
        return dict(found.scores)
    weights = weights or learned_weights()
    known = features(view, database, text, found._replace(scores=functions))
    rated = {row: rate(known[row], weights) for row in functions}
    order = sorted(functions, key=lambda row: (-rated[row], row))
    scores = sorted(functions.values(), reverse=True)
    return {**found.scores, **dict(zip(order, scores, strict=True))}


def rate(known: Features, weights: Mapping[str, Weight]) -> float:
    """How likely a candidate is meant, on a scale that only compares those of one question."""
    learned = sum(weight.of(known[name]) for name, weight in weights.items())
    return round(learned + TRUST * known["merged"], 6)


def is_callable(view: GraphView, row: int) -> bool:
    """Whether a node is a function, method or the like."""
    return view.kind(row) in CALLABLE_KINDS


@cache
def learned_weights() -> dict[str, Weight]:
    """The weights by feature, as ``benchmarks/search/train.py`` wrote them."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return {name: Weight(*values) for name, values in stored["weights"].items()}
