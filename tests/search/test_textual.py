"""Regular expressions and phrases over the sources."""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import codegraph
from codegraph.errors import UsageError
from codegraph.search.literals import required_literals
from codegraph.search.phrases import split_phrases
from codegraph.store import trigrams
from codegraph.store.layout import INDEX_DIR, TRIGRAMS
from codegraph.store.trigrams import narrowed, update_trigrams
from tests.projects import write as write_files

SHOP = {
    "shop/mail.py": '''
        import smtplib

        class Mail:
            """Sends what was bought.

            The connection
            refused again is tried once more.
            """

            def send(self, text):
                raise OSError("Connection refused: try later")

        def retry(action):
            # connection refused
            return action()
        ''',
    "shop/pages.py": """
        PER_PAGE = 20
        def page(items, number):
            return items[number * PER_PAGE :]
        """,
    "web/cart.ts": """
        export function total(items: number[]): number {
          return items.length;
        }
        """,
}


def write(root: Path) -> None:
    write_files(root, {path: textwrap.dedent(text) for path, text in SHOP.items()})


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> codegraph.Codegraph:
    root = tmp_path_factory.mktemp("shop")
    write(root)
    return codegraph.index(root, embeddings=False)


def lines(shop: codegraph.Codegraph, pattern: str, **options: object) -> list[tuple[str, str, int]]:
    answer = shop.search(pattern, regex=True, **options)  # type: ignore[arg-type]
    return [(hit.name, hit.path, hit.line) for hit in answer.hits]


def test_a_line_is_a_hit_of_the_innermost_definition_around_it(shop: codegraph.Codegraph) -> None:
    assert lines(shop, "refused") == [
        ("Mail", "shop/mail.py", 8),
        ("send", "shop/mail.py", 12),
        ("retry", "shop/mail.py", 15),
    ]
    assert lines(shop, "^import") == [("mail.py", "shop/mail.py", 2)]


def test_the_hit_shows_the_line_that_matches(shop: codegraph.Codegraph) -> None:
    (hit,) = shop.search(r"raise \w+Error", regex=True).hits
    assert (hit.snippet.strip(), hit.match_origin) == (
        'raise OSError("Connection refused: try later")',
        "text",
    )


def test_case_counts_unless_it_is_to_be_ignored(shop: codegraph.Codegraph) -> None:
    assert len(lines(shop, "Connection refused")) == 1
    assert len(lines(shop, "CONNECTION refused", ignore_case=True)) == 2


def test_filters_hold_for_the_definition_around_a_line(shop: codegraph.Codegraph) -> None:
    assert lines(shop, "items", filter_languages=["typescript"]) == [
        ("total", "web/cart.ts", 2),
        ("total", "web/cart.ts", 3),
    ]
    assert lines(shop, "refused", filter_kinds=["class"]) == [("Mail", "shop/mail.py", 8)]


def test_an_expression_may_span_lines_and_counts_once_a_line(shop: codegraph.Codegraph) -> None:
    assert lines(shop, r"connection\s+refused") == [
        ("Mail", "shop/mail.py", 7),
        ("retry", "shop/mail.py", 15),
    ]
    assert lines(shop, "[a-z]+ = 20|PER") == [("PER_PAGE", "shop/pages.py", 2), ("page", "shop/pages.py", 4)]


def test_more_lines_than_asked_for_are_counted(shop: codegraph.Codegraph) -> None:
    answer = shop.search("e", regex=True, top_k=2)
    assert (len(answer.hits), answer.truncated) == (2, True)
    assert answer.total > 10


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<a>x)(?P<a>y", "\\"])
def test_what_is_no_expression_is_refused(shop: codegraph.Codegraph, pattern: str) -> None:
    with pytest.raises(UsageError, match="is no regular expression"):
        shop.search(pattern, regex=True)


def test_an_expression_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codegraph.search.textual.SECONDS", 0.2)
    write_files(tmp_path, {"a.py": "x = '" + "a" * 60 + "b'\n"})
    with codegraph.index(tmp_path, embeddings=False) as graph, pytest.raises(UsageError, match=r"a\.py"):
        graph.search(r"(a?){60}(a|aa)+$", regex=True)


def test_a_phrase_must_stand_in_the_source(shop: codegraph.Codegraph) -> None:
    assert {hit.name for hit in shop.search('"connection refused"').hits} == {"Mail", "send", "retry"}
    assert [hit.name for hit in shop.search('"connection refused" "action"').hits] == ["retry"]
    assert not shop.search('"connection was refused"').hits


def test_the_other_words_of_a_query_with_a_phrase_rank_what_holds_it(shop: codegraph.Codegraph) -> None:
    assert shop.search('"connection refused" retry an action').hits[0].name == "retry"
    assert shop.search('send "connection refused"').hits[0].name == "send"


@pytest.mark.parametrize(
    ("query", "text", "phrases"),
    [
        ('"a b" c', "a b c", ["a b"]),
        ('say "x" and "y z"', "say x and y z", ["x", "y z"]),
        ('Creates the "HAVING" part of a query', "Creates the HAVING part of a query", []),
        ('an odd "quote', 'an odd "quote', []),
        ('""', '""', []),
        ('" "', '" "', []),
    ],
)
def test_phrases_stand_in_double_quotes(query: str, text: str, phrases: list[str]) -> None:
    assert split_phrases(query) == (text, phrases)


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        ("select_related", ["select_related"]),
        (r"self\.(get|set)_value\(x?", ["self.", "_value("]),
        ("colou?r", ["colo", "r"]),
        ("ab+c", ["ab", "c"]),
        ("ab{2,}c", ["a", "c"]),
        ("foo|bar", []),
        ("(foo|bar)baz", ["baz"]),
        ("[abc]def", ["def"]),
        ("[]a]def", ["def"]),
        (r"\bword\b", ["word"]),
        (r"\x41bc", []),
        ("(?i)abc", ["abc"]),
        ("(?x) a b c", []),
        ("(?:foo){e<=1}", []),
        ("größe", ["gr", "e"]),
    ],
)
def test_literals_that_every_match_has(pattern: str, literals: list[str]) -> None:
    assert required_literals(pattern) == literals


PIECES = st.sampled_from(
    [
        "a",
        "b",
        "cd",
        "_",
        r"\.",
        r"\w",
        ".",
        "[ab]",
        "[^]a]",
        "(a|b)",
        "(?:cd)?",
        "a?",
        "b*",
        "(?i)",
        "a+",
        "{2}",
        "|",
        "x",
    ]
)


@given(st.lists(PIECES, max_size=7).map("".join), st.text("abcdx_.AB", max_size=12))
@example("[a]b", "ab")
def test_a_text_that_matches_has_all_literals(pattern: str, text: str) -> None:
    try:
        found = re.search(pattern, text)
    except re.error:
        return
    if found:
        assert all(literal.lower() in text.lower() for literal in required_literals(pattern))


TEXTS = {"one": "def load_users():", "two": "LOAD all", "three": "store"}


@pytest.fixture
def source_of() -> Callable[[str], bytes]:
    return lambda path: TEXTS[path].encode()


def known(target: Path, *texts: str) -> list[str]:
    found = narrowed(target, texts)
    assert found is not None
    return [name for name in (*TEXTS, "unknown") if found.may_hold(name)]


def test_the_index_tells_which_contents_may_hold_a_text(
    tmp_path: Path, source_of: Callable[[str], bytes]
) -> None:
    target = tmp_path / TRIGRAMS
    contents = {name: name for name in TEXTS}
    assert update_trigrams(target, contents, trigrams.WORTH_IT, source_of) == 3
    assert known(target, "load") == ["one", "two", "unknown"]
    assert known(target, "load_users", "def ") == ["one", "unknown"]
    assert known(target, '"; DROP') == ["unknown"]
    assert narrowed(target, ["lo"]) is None


@given(st.text(min_size=3, max_size=40), st.text(max_size=200), st.text(max_size=200), st.booleans())
@example("s\u017fk", "\u212a", "", False)
def test_a_content_that_holds_a_text_in_any_case_is_never_left_out(
    tmp_path_factory: pytest.TempPathFactory, text: str, before: str, after: str, upper: bool
) -> None:
    target = tmp_path_factory.mktemp("trigrams") / TRIGRAMS
    content = before + (text.upper() if upper and text.isascii() else text) + after
    update_trigrams(target, {"it": "it"}, trigrams.WORTH_IT, lambda _: content.encode("utf-8", "replace"))
    found = narrowed(target, [text.encode("utf-8", "replace").decode()])
    assert found is None or found.may_hold("it")


@pytest.mark.parametrize("content", ["ma\u212ae", "\u017feek", "f\u0130nd", "f\u0131nd"])
def test_letters_that_an_expression_takes_for_ascii_letters_are_not_missed(
    tmp_path: Path, content: str
) -> None:
    target = tmp_path / TRIGRAMS
    update_trigrams(target, {"it": "it"}, trigrams.WORTH_IT, lambda _: content.encode())
    literals = [literal for literal in ("make", "seek", "find") if re.search(literal, content, re.IGNORECASE)]
    found = narrowed(target, literals)
    assert literals
    assert found is not None
    assert found.may_hold("it")


def test_only_new_contents_are_taken_in_and_old_ones_go_when_they_are_many(
    tmp_path: Path, source_of: Callable[[str], bytes]
) -> None:
    target = tmp_path / TRIGRAMS
    size = trigrams.WORTH_IT
    assert update_trigrams(target, {"one": "one"}, size, source_of) == 1
    assert update_trigrams(target, {"one": "one", "two": "two"}, size, source_of) == 1
    assert update_trigrams(target, {"one": "one", "two": "two"}, size, source_of) == 0
    assert known(target, "load") == ["one", "two", "three", "unknown"]
    assert update_trigrams(target, {"three": "three"}, size, source_of) == 1
    assert known(target, "load") == ["one", "two", "unknown"]
    assert update_trigrams(target, {}, size, source_of) == 0


def test_small_projects_have_no_index(tmp_path: Path, source_of: Callable[[str], bytes]) -> None:
    target = tmp_path / TRIGRAMS
    update_trigrams(target, {"one": "one"}, trigrams.WORTH_IT, source_of)
    assert update_trigrams(target, {"one": "one"}, 10, source_of) == 0
    assert not target.exists()
    assert narrowed(target, ["load"]) is None


def test_a_damaged_index_is_not_believed(tmp_path: Path, source_of: Callable[[str], bytes]) -> None:
    target = tmp_path / TRIGRAMS
    target.write_bytes(b"cgarrays" + b"x" * 5000)
    assert narrowed(target, ["load"]) is None
    assert update_trigrams(target, {"one": "one"}, trigrams.WORTH_IT, source_of) == 1
    assert known(target, "load") == ["one", "two", "three", "unknown"]


def test_a_search_with_the_index_finds_what_one_without_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path)
    monkeypatch.setattr(trigrams, "WORTH_IT", 1)
    with codegraph.index(tmp_path, embeddings=False) as graph:
        assert (tmp_path / INDEX_DIR / TRIGRAMS).is_file()
        found = {
            pattern: lines(graph, pattern) for pattern in ("refused", "items", "PER_PAGE", "nowhere", "e")
        }
        (tmp_path / INDEX_DIR / TRIGRAMS).unlink()
        assert found == {pattern: lines(graph, pattern) for pattern in found}
    assert len(found["refused"]) == 3
