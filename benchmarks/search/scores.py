"""The figures of a run: how soon the right answer comes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

DEPTH = 10


class Figures(NamedTuple):
    """Means over the questions of a set, each over the first ten hits, and the median time of a question."""

    mrr: float
    recall_1: float
    recall_5: float
    recall_10: float
    ndcg: float
    questions: int
    milliseconds: float = 0.0


def figures(ranked: Iterable[tuple[Sequence[int | None], int]], milliseconds: float = 0.0) -> Figures:
    """Score runs, each given as the target that every hit is (None for none) and the number of targets.

    A target counts once, where it comes first. MRR is the mean of 1 / rank of the first right hit; recall at k
    the share of questions with a right hit among k; nDCG discounts each right hit by log2(rank + 1).
    """
    rows = [_of(list(found)[:DEPTH], count) for found, count in ranked]
    if not rows:
        return Figures(0.0, 0.0, 0.0, 0.0, 0.0, 0)
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    mrr, *recalls, ndcg = (round(mean, 4) for mean in means)
    return Figures(mrr, recalls[0], recalls[1], recalls[2], ndcg, len(rows), round(milliseconds, 1))


def _of(found: list[int | None], count: int) -> list[float]:
    seen: set[int] = set()
    gain, first = 0.0, 0
    for rank, target in enumerate(found, 1):
        if target is not None and target not in seen:
            seen.add(target)
            gain += 1 / math.log2(rank + 1)
            first = first or rank
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(count, DEPTH) + 1))
    within = [float(0 < first <= depth) for depth in (1, 5, 10)]
    return [1 / first if first else 0.0, *within, gain / ideal]
