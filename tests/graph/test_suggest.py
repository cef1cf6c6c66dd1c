"""Likeness of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.graph.suggest import CLOSE, close_words, word_likeness


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        ("abc", "abc", 0),
        ("abc", "abd", 1),
        ("abc", "acb", 1),
        ("abc", "ab", 1),
        ("abc", "abcd", 1),
        ("abcd", "badc", 2),
    ],
)
def test_likeness_counts_letters_inserted_dropped_replaced_and_swapped(
    one: str, other: str, edits: int
) -> None:
    assert word_likeness(one, other) == 1 - edits / max(len(one), len(other))


@given(st.text("abcd", max_size=8), st.text("abcd", max_size=8))
def test_likeness_is_between_none_and_equality(one: str, other: str) -> None:
    assert 0 <= word_likeness(one, other) <= 1
    assert (word_likeness(one, other) == 1) == (one == other)


def test_a_beginning_counts_as_close() -> None:
    assert list(close_words("slug", ["slugify", "smug", "unrelated"])) == ["slugify", "smug"]
    assert close_words("slug", ["unrelated"]) == {}
    assert all(value >= CLOSE for value in close_words("render", ["rendr", "sender", "renderer"]).values())
