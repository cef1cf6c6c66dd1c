"""Scores the endpoints that were found against a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from benchmarks.endpoints.found import Found
    from benchmarks.endpoints.lists import Expected, Key


class Score(NamedTuple):
    """A project's figures, and what is behind them; a share of nothing is None.

    Args:
        listed: how many endpoints the list has, without optional ones; ``found``: without dynamic ones.
        precision: share of what was found that is in the list, optional ones with it.
        recall: share of the list, without optional ones, that was found.
        handlers: share of these that lead to a right handler.
        missing: endpoints of the list that were not found; ``wrong``: found, and not in the list.
        misled: those without a right handler: the endpoint, what was found, what is right.
    """

    listed: int
    found: int
    dynamic: int
    precision: float | None
    recall: float | None
    handlers: float | None
    missing: list[Key]
    wrong: list[Key]
    misled: list[tuple[Key, list[str], tuple[str, ...]]]


def score(listed: dict[Key, Expected], found: Found) -> Score:
    """Compare a list with what was found."""
    wanted = {key for key, expected in listed.items() if not expected.optional}
    right = found.endpoints.keys() & listed.keys()
    hits = sorted(right & wanted)
    pairs = [(key, sorted(found.endpoints[key]), listed[key].handlers) for key in hits]
    misled = [pair for pair in pairs if not _leads(*pair[1:])]
    return Score(
        listed=len(wanted),
        found=len(found.endpoints),
        dynamic=found.dynamic,
        precision=_share(len(right), len(found.endpoints)),
        recall=_share(len(hits), len(wanted)),
        handlers=_share(len(hits) - len(misled), len(hits)),
        missing=sorted(wanted - right),
        wrong=sorted(found.endpoints.keys() - right),
        misled=misled,
    )


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _leads(found: list[str], accepted: tuple[str, ...]) -> bool:
    """Whether a found handler is right; for an inline function any place in its file, as it has no name."""
    if not accepted:
        return not found
    return any(
        one.startswith(right) if right.endswith("::") else one == right for one in found for right in accepted
    )
