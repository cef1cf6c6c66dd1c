"""Makes an exact answer of what a store gives: conditions that it can't judge, and ties at the cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from codegraph.vectors.protocol import Match

SPARE = 16
"""So many more than asked for are fetched at first: scores seldom tie beyond."""
WIDEN = 4


class Found(NamedTuple):
    """One row of a store's answer."""

    id: str
    score: float
    path: str


def as_score(cosine: float) -> float:
    """A cosine as it is shown: float16 may have made it a little longer than 1."""
    return round(min(1.0, max(-1.0, float(cosine))), 6) + 0.0


def in_order(matches: Iterable[Match]) -> list[Match]:
    """Best first, equal scores by id."""
    return sorted(matches, key=lambda match: (-match.score, match.id))


def settle(
    fetch: Callable[[int], Sequence[Found]], k: int, in_paths: Callable[[str], bool], most: int
) -> list[Match]:
    """The ``k`` best of those whose path is accepted, equal scores by id.

    ``fetch(n)`` gives the ``n`` nearest rows, or all when there are fewer. It is asked for more until enough are
    accepted and the last row lies below the cut: only then no equal one can be missing.

    Args:
        most: how many rows the store gives at the utmost; ties beyond stay as the store has them.
    """
    wanted = min(k + SPARE, most)
    while True:
        rows = fetch(wanted)
        matches = in_order(Match(row.id, as_score(row.score)) for row in rows if in_paths(row.path))[:k]
        lowest = min((as_score(row.score) for row in rows), default=0.0)
        enough = len(matches) == k and matches[-1].score > lowest
        if enough or len(rows) < wanted or wanted >= most:
            return matches
        wanted = min(wanted * WIDEN, most)
