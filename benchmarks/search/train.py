"""Learns the order of hybrid search from projects that no figure of docs/search.md is about.

    python -m benchmarks.search.train --work FOLDER [--questions 300]

For every set that is marked ``trained`` its first questions are asked; each gives the features of all candidates
(``codegraph.search.features``) and which of them are right. A weighted sum of the features is fitted so that the
right ones get most of the softmax over a question's candidates (a listwise loss, Adam, a little L2), all questions
counting alike. Before that each set is left out once and ranked by what the others teach: those figures are printed.
The weights go to ``src/codegraph/search/learned.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import numpy as np

import codegraph
from benchmarks.search import ask, prepare
from benchmarks.search.questions import Question, answers
from benchmarks.search.scores import DEPTH
from benchmarks.search.sets import SETS, Set
from codegraph.search import learned
from codegraph.search.features import Candidates, Features, features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.graph.view import GraphView

    Floats = NDArray[np.float64]

STEPS, RATE, L2 = 200, 0.1, 0.003
_FADING, _FADING_SQUARES, _TINY = 0.9, 0.99, 1e-8


class Asked(NamedTuple):
    """One question: its candidates' features, one row each, merged scores, and which are right."""

    features: Floats
    merged: Floats
    right: NDArray[np.bool_]


class Fitted(NamedTuple):
    """A mean, a deviation and a weight for each feature."""

    mean: Floats
    deviation: Floats
    weight: Floats

    def rate(self, table: Floats) -> Floats:
        """What ``learned.rate`` says of each row, but for its trust in the merged score."""
        scaled = np.clip((table - self.mean) / self.deviation, -learned.CLIPPED, learned.CLIPPED)
        return np.round(scaled @ self.weight, 6)


def main() -> int:
    """Ask, cross-validate, fit on everything, write the weights; 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.train")
    parser.add_argument("--work", type=Path, required=True, metavar="FOLDER", help="where everything is kept")
    parser.add_argument("--questions", type=int, default=300, metavar="N", help="of each set, at most")
    given = parser.parse_args()
    names: list[str] = []
    asked: dict[str, list[Asked]] = {}
    for one in [one for one in SETS if one.trained]:
        asked[one.name] = list(_ask(one, given.work.resolve(), given.questions, names))
        print(f"{one.name:22}{len(asked[one.name]):5} questions", flush=True)
    for name, own in asked.items():
        fitted = fit([found for other, found in asked.items() if other != name])
        before, after = _mrr(own, None), _mrr(own, fitted)
        print(f"{name:22}{before:8.3f} merged{after:8.3f} when learned from the others", flush=True)
    write(names, fit(list(asked.values())), list(asked))
    return 0


def fit(sets: Sequence[Sequence[Asked]]) -> Fitted:
    """The weights that rank best what was asked of all sets, each question counting alike."""
    lists = [one for found in sets for one in found if one.right.any()]
    table = np.concatenate([one.features for one in lists])
    mean, deviation = table.mean(axis=0), table.std(axis=0) + 1e-6
    scaled = np.clip((table - mean) / deviation, -learned.CLIPPED, learned.CLIPPED)
    starts = np.cumsum([0, *(len(one.right) for one in lists[:-1])])
    owner = np.repeat(np.arange(len(lists)), [len(one.right) for one in lists])
    share = np.concatenate([one.right / one.right.sum() for one in lists])
    weight = np.zeros(table.shape[1])
    first, second = np.zeros_like(weight), np.zeros_like(weight)
    for step in range(1, STEPS + 1):
        rated = scaled @ weight
        chance = np.exp(rated - np.maximum.reduceat(rated, starts)[owner])
        chance /= np.add.reduceat(chance, starts)[owner]
        slope = scaled.T @ (chance - share) / len(lists) + L2 * weight
        first = _FADING * first + (1 - _FADING) * slope
        second = _FADING_SQUARES * second + (1 - _FADING_SQUARES) * slope**2
        pace = RATE * (1 - 0.9 * step / STEPS)
        change = first / (1 - _FADING**step) / (np.sqrt(second / (1 - _FADING_SQUARES**step)) + _TINY)
        weight -= pace * change
    return Fitted(mean, deviation, weight)


def write(names: Sequence[str], fitted: Fitted, sets: Sequence[str]) -> None:
    """Put the weights, and what they were learned from, where the product reads them."""
    rows = zip(fitted.mean.tolist(), fitted.deviation.tolist(), fitted.weight.tolist(), strict=True)
    weights = {name: [float(f"{value:.4g}") for value in row] for name, row in zip(names, rows, strict=True)}
    stored = {"learned_from": list(sets), "weights": weights}
    lines = json.dumps(stored, indent=1).replace(",\n   ", ", ").replace("[\n   ", "[").replace("\n  ]", "]")
    learned.WEIGHTS.write_text(lines + "\n", encoding="utf-8")


def _ask(one: Set, work: Path, limit: int, names: list[str]) -> Iterator[Asked]:
    """The questions of a set with their candidates; fills ``names`` with those of the features."""
    project = prepare.project(one, work, None)
    ask.index(project, embeddings=True)
    collected: list[tuple[GraphView, Candidates, dict[int, Features]]] = []

    def collect(view: GraphView, database: Path, text: str, found: Candidates) -> dict[int, float]:
        functions = {row: score for row, score in found.scores.items() if learned.is_callable(view, row)}
        found = found._replace(scores=functions)
        collected.append((view, found, features(view, database, text, found)))
        return dict(functions)

    with patch.object(learned, "in_learned_order", collect), codegraph.open(project) as opened:
        for question in prepare.questions_of(one, work, None)[:limit]:
            collected.clear()
            opened.search(question.text, top_k=DEPTH, mode=ask.HYBRID)
            for view, found, known in collected:
                names[:] = next(iter(known.values()), dict.fromkeys(names, 0.0))
                yield _asked(view, question, found, known, names)


def _asked(
    view: GraphView, question: Question, found: Candidates, known: dict[int, Features], names: Sequence[str]
) -> Asked:
    rows = sorted(known)
    table = np.asarray([[known[row][name] for name in names] for row in rows], np.float64)
    right = [answers(view.path(row), view.fqn(row), question) is not None for row in rows]
    return Asked(
        table.reshape(len(rows), len(names)),
        np.asarray([found.scores[row] for row in rows]),
        np.asarray(right, np.bool_),
    )


def _mrr(asked: Sequence[Asked], fitted: Fitted | None) -> float:
    """MRR@10 over functions alone."""
    found = 0.0
    for one in asked:
        rated = one.merged if fitted is None else fitted.rate(one.features) + learned.TRUST * one.merged
        order = np.argsort(-rated, kind="stable")[:DEPTH]
        places = np.flatnonzero(one.right[order])
        found += 1 / (places[0] + 1) if len(places) else 0.0
    return found / max(len(asked), 1)


if __name__ == "__main__":
    sys.exit(main())
