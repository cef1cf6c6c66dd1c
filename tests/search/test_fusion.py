"""Merging two rankings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.search.fusion import (
    SCALED,
    best_first,
    convex,
    reciprocal_rank,
    scale_by_meaning,
    scale_by_words,
)
from codegraph.search.ranking import Ranking


@st.composite
def rankings(draw: st.DrawFn) -> Ranking:
    rows = draw(st.lists(st.integers(0, 300), max_size=250, unique=True))
    scores = draw(st.lists(st.floats(0.001, 50), min_size=len(rows), max_size=len(rows)))
    return sorted(zip(rows, scores, strict=True), key=lambda hit: (-hit[1], hit[0]))


@given(rankings(), rankings(), st.floats(0, 1))
def test_scores_lie_between_zero_and_one(lexical: Ranking, dense: Ranking, share: float) -> None:
    for scores in (convex(lexical, dense, share), reciprocal_rank(lexical, dense)):
        assert all(0 <= score <= 1 + 1e-9 for score in scores.values())


@given(rankings())
def test_one_ranking_alone_keeps_its_order(ranking: Ranking) -> None:
    for scores in (convex(ranking, [], 0.0), convex([], ranking, 1.0)):
        ordered = [scores[row] for row, _ in ranking[:SCALED]]
        assert ordered == sorted(ordered, reverse=True)
        assert not ranking or ordered[0] == 1.0


@given(rankings(), rankings(), st.floats(0.1, 0.9))
def test_the_first_of_both_is_the_first_of_all(lexical: Ranking, dense: Ranking, share: float) -> None:
    lexical, dense = [(999, 60.0), *lexical], [(999, 60.0), *dense]
    for scores in (convex(lexical, dense, share), reciprocal_rank(lexical, dense)):
        assert max(scores.values()) == pytest.approx(scores[999])
        assert scores[999] == pytest.approx(1.0)


def test_a_short_list_of_words_goes_down_to_zero_and_one_of_meaning_to_its_last() -> None:
    ranking = [(1, 4.0), (2, 3.0), (3, 2.0)]
    assert scale_by_words(ranking) == {1: 1.0, 2: 0.75, 3: 0.5}
    assert scale_by_meaning(ranking) == {1: 1.0, 2: 0.5, 3: 0.0}
    assert scale_by_meaning([(1, 0.4)]) == {1: 1.0}


def test_only_the_best_hundred_are_scaled() -> None:
    ranking = [(row, 300.0 - row) for row in range(200)]
    scores = scale_by_words(ranking)
    assert len(scores) == SCALED
    assert scores[99] == 0.0


def test_reciprocal_ranks_add_up() -> None:
    scores = reciprocal_rank([(1, 9.0), (2, 8.0)], [(2, 0.9)], k=60)
    assert scores == {1: pytest.approx(0.5), 2: pytest.approx(61 / 62 / 2 + 0.5)}


def test_ties_are_broken_by_row() -> None:
    assert best_first([(5, 0.50001), (3, 0.5), (9, 0.9)]) == [(9, 0.9), (3, 0.5), (5, 0.5)]
