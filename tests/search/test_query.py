"""Telling names from descriptions."""

from __future__ import annotations

import pytest

from codegraph.search.query import is_name_like, is_one_word, match_expression


@pytest.mark.parametrize(
    ("query", "name_like"),
    [
        ("slugify", True),
        ("get_user", True),
        ("QuerySet.filter", True),
        ("app::run", True),
        ("where is parseDate used", True),
        ("what calls run()", True),
        ("the os.path module", True),
        ("parse a date", False),
        ("Return an array for the points of a LineString", False),
        ("read and/or write, e.g. a file", False),
        ("Find the best language.", False),
        ("Größe der Datei", False),
    ],
)
def test_marks_of_code_and_single_words_are_names(query: str, name_like: bool) -> None:
    assert is_name_like(query) is name_like


def test_one_word_may_have_blanks_around_it() -> None:
    assert is_one_word(" slugify\n")
    assert not is_one_word("parse date")


def test_terms_are_quoted_and_any_of_them_will_do() -> None:
    assert match_expression('parse the "date" AND NOT time') == '"pars" OR "dat" OR "tim"'
    assert match_expression("...") == ""
