"""A question that rankings answer, and what a ranking is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.search.filters import Filters

if TYPE_CHECKING:
    from codegraph.search.filters import Accept

Ranking = list[tuple[int, float]]
"""Rows with their scores, best first."""


class Question(NamedTuple):
    """What is asked for: the query's text, which rows may be answers, and how many are wanted.

    ``filters`` says what ``accept`` judges, for those who can't look at rows.
    """

    text: str
    accept: Accept
    depth: int
    filters: Filters = Filters()
