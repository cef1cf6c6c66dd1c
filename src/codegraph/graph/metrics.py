"""Which symbols stand out by a metric, and how its values are spread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import UsageError
from codegraph.graph.view import METRICS

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView


class Ranking(NamedTuple):
    """The rows with the highest values, and the spread over all rows that were looked at."""

    metric: str
    top: list[tuple[int, int]]
    evaluated: int
    median: float
    p95: float
    highest: int


def rank(view: GraphView, metric: str, rows: Iterable[int], top: int = 20) -> Ranking:
    """Rows by a metric of the model (``loc``, ``cyclomatic``, ``cognitive``, ``fan_in``, ...), highest first.

    Raises:
        UsageError: there is no such metric.
    """
    if metric not in METRICS:
        raise UsageError(f"there is no metric {metric!r}; choose one of {', '.join(METRICS)}")
    value = getattr(view, metric)
    values = [(value(row), row) for row in rows]
    spread = sorted(number for number, _ in values)
    best = sorted(values, key=lambda entry: (-entry[0], entry[1]))[:top]
    return Ranking(
        metric,
        [(row, number) for number, row in best],
        len(values),
        percentile(spread, 50),
        percentile(spread, 95),
        spread[-1] if spread else 0,
    )


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The value below which ``percent`` per cent of sorted values lie, between neighbours in proportion.

    This is the definition that numpy and spreadsheets use by default (Hyndman and Fan, 1996, number 7).
    """
    if not ordered:
        return 0.0
    place = (len(ordered) - 1) * percent / 100
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
