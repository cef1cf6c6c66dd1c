"""The tokenizer that the index and its queries share."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from codegraph.text import (
    STOP_WORDS,
    Tokenizer,
    code_words,
    collapse,
    dedent,
    first_paragraph,
    first_sentence,
    query_terms,
    split_name,
    stem,
)

WORDS = st.lists(st.sampled_from(["parse", "http", "user", "table", "größe", "rows"]), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("parseHTTPResponse", ["parse", "http", "response"]),
        ("snake_case_name", ["snake", "case", "name"]),
        ("__init__", ["init"]),
        ("SHOUTED_NAME", ["shouted", "name"]),
        ("utf8Decoder2", ["utf", "8", "decoder", "2"]),
        ("kebab-case.name", ["kebab", "case", "name"]),
        ("X", ["x"]),
        ("größeÄndern", ["größe", "ändern"]),
        ("ÄRGERLog", ["ärger", "log"]),
        ("日本語", ["日本語"]),
        ("___", []),
        ("", []),
    ],
)
def test_a_name_falls_into_its_words(name: str, words: list[str]) -> None:
    assert split_name(name) == words


@pytest.mark.parametrize(
    "forms",
    [
        ("cache", "caches", "cached", "caching"),
        ("query", "queries"),
        ("class", "classes"),
        ("string", "strings"),
        ("setting", "settings"),
        ("stop", "stops", "stopped", "stopping"),
        ("call", "calls", "called", "calling"),
        ("return", "returned", "returning"),
    ],
)
def test_the_forms_of_a_word_meet(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize("word", ["status", "process", "need", "thing", "is", "größen", "http2"])
def test_what_only_looks_like_an_ending_stays(word: str) -> None:
    assert stem(word) == word


@given(WORDS)
def test_all_spellings_of_a_name_have_the_same_terms(words: list[str]) -> None:
    camel = words[0] + "".join(word.capitalize() for word in words[1:])
    spellings = ["_".join(words), "-".join(words), " ".join(words), camel, camel[0].upper() + camel[1:]]
    assert len({Tokenizer().name(spelling) for spelling in spellings}) == 1


@example("\x80\x85\U00018cd6")  # blanks and letters that only a later Unicode knows
@example("a\u2003\u2028b")
@given(st.text())
def test_terms_hold_neither_quotes_nor_blanks_nor_capitals_of_ascii(text: str) -> None:
    for term in [*query_terms(text), *Tokenizer().name(text).split(" ")]:
        assert '"' not in term
        assert not term.split()[1:]
        assert term == "".join(c.lower() if c.isascii() else c for c in term)


@given(st.text())
def test_code_keeps_its_length_when_blanked(text: str) -> None:
    source = text.encode("utf-8", "replace")
    assert len(code_words(source)) == len(source)


def test_a_letter_written_in_two_ways_is_one_letter() -> None:
    assert query_terms("cafe\u0301") == query_terms("caf\u00e9")


def test_code_counts_an_identifier_once_and_leaves_numbers_and_letters_out() -> None:
    words = code_words(b"for i in range(10): total_price += items[i] + items[i + 1]")
    assert Tokenizer().code(words).split() == ["rang", "total", "pric", "item"]


def test_stop_words_are_left_out_unless_they_are_all_there_is() -> None:
    assert query_terms("how is the cart stored") == ["cart", "stor"]
    assert query_terms("is_a") == ["isa"]
    assert query_terms("for") == ["for"]
    assert Tokenizer().name("all") == "all"


@given(st.sampled_from(sorted(STOP_WORDS)))
def test_a_name_that_is_a_stop_word_is_found_by_it(word: str) -> None:
    assert set(query_terms(word)) <= set(Tokenizer().name(word).split())


def test_a_single_letter_is_a_name_but_not_a_part_of_one() -> None:
    assert query_terms("e") == ["e"]
    assert query_terms("x_axis") == ["axi"]


@pytest.mark.parametrize(
    ("doc", "sentence", "paragraph"),
    [
        ("Do it. And more.\n\nLater.", "Do it.", "Do it. And more."),
        ("Some lines\n  of one\nsentence", "Some lines of one sentence", "Some lines of one sentence"),
        ("Use e.g. this. Then that.", "Use e.g. this.", "Use e.g. this. Then that."),
        ("Version 1.2 is out", "Version 1.2 is out", "Version 1.2 is out"),
        ("Says it.\n@param x what", "Says it.", "Says it."),
        ("Says it.\n:param x: what", "Says it.", "Says it."),
        ("Returns a\n:class:`Cart`. Then", "Returns a :class:`Cart`.", "Returns a :class:`Cart`. Then"),
        ("Says it.\n>>> f()", "Says it.", "Says it."),
        ("", "", ""),
    ],
)
def test_docs_are_cut_at_sentences_and_paragraphs(doc: str, sentence: str, paragraph: str) -> None:
    assert first_sentence(doc) == sentence
    assert first_paragraph(doc) == paragraph


def test_collapsed_text_is_one_line_and_shows_where_it_was_cut() -> None:
    assert collapse(" a\n\t b ") == "a b"
    assert collapse("abcdef", 4) == "abc…"
    assert collapse("abcd", 4) == "abcd"


def test_dedenting_takes_away_what_the_first_line_had() -> None:
    assert dedent("def f():\n        return 1", "    ") == "def f():\n    return 1"
    assert dedent("a\nb", "") == "a\nb"
