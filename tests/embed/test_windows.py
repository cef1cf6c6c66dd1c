"""Where the code of a long symbol is cut."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from codegraph.embed.windows import windows

SAMPLE = """\
def f():
    a = 1
    if a:
        b = 2
        c = 3
    d = 4
    e = 5
    return d"""


def test_code_that_fits_has_no_windows() -> None:
    assert windows(SAMPLE, 10) == []
    assert windows("", 10) == []


def test_a_window_begins_with_a_statement_of_the_outermost_that_come_near() -> None:
    first = windows(SAMPLE, 1, first=60, size=40)[0]
    assert first.text.startswith("        c = 3\n    d = 4")  # behind the line that is said twice


def test_there_are_no_more_than_are_wanted() -> None:
    assert len(windows("x = 1\n" * 1000, 3)) == 3


@given(st.text(st.sampled_from("ab ()\n\t"), max_size=400), st.integers(1, 60), st.integers(1, 60))
def test_windows_follow_each_other_to_the_end_without_a_gap(code: str, first: int, size: int) -> None:
    lines = code.split("\n")
    found = windows(code, 10_000, first=first, size=size)
    for window in found:
        assert window.text == "\n".join(lines[window.begin : window.end])
    for before, after in itertools.pairwise(found):
        assert before.begin < after.begin <= before.end
    if found:
        assert found[-1].end == len(lines)
