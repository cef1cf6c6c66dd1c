"""Names that a text nearly is."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from codegraph.graph.respelled import nearby, one_letter_apart
from codegraph.graph.spelling import letters
from codegraph.graph.view import GraphView
from tests.graphs import make_graph, publish

WORDS = st.text("abc", max_size=7)


def edits(word: str) -> Iterator[str]:
    """Every text that is one step away: a letter dropped, added or changed, or two neighbours swapped."""
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        for letter in "abc":
            yield before + letter + after
            yield before + letter + after[1:]
        yield before + after[1:]
        yield before + after[1:2] + after[:1] + after[2:]


@given(WORDS, WORDS)
@example("abcd", "acbd")
@example("ab", "ba")
@example("", "a")
def test_one_letter_apart_is_what_one_edit_reaches(one: str, other: str) -> None:
    assert one_letter_apart(one, other) == (one != other and other in set(edits(one)))


GRAPH = """
    package   shop                                       @
    module    shop::users                                @users.py
    class     shop::users::UserService                   @users.py:1-9
    method    shop::users::UserService::get_user_name    @users.py:2-3
    method    shop::users::UserService::getUserName      @users.py:4-5
    function  shop::users::load                          @users.py:11-12
    function  shop::users::load_all                      @users.py:13-14
    external  ext::pypi::toml
    external  ext::pypi::toml::loads
"""


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> GraphView:
    return publish(tmp_path_factory.mktemp("names"), make_graph(GRAPH))


BOTH = ["UserService::getUserName", "UserService::get_user_name"]


@pytest.mark.parametrize(
    ("text", "respelled", "misspelled", "begun"),
    [
        ("GetUserName", BOTH, [], []),
        ("get-user-name", BOTH, [], []),
        ("get user name", BOTH, [], []),
        ("user_service.get_user_name()", BOTH, [], []),
        ("user_servce.get_user_name", [], BOTH, []),
        ("user_service.get_user_nmae", [], BOTH, []),
        ("user_servce.get_user_nmae", [], [], []),
        ("userservic", [], ["UserService"], []),
        ("laod_all", [], ["load_all"], []),
        ("loda", [], ["load"], []),
        ("user_ser", [], [], ["UserService"]),
        ("get_user.x", [], [], []),
        ("lo", [], [], []),
        ("what loads all the users of the shop at once", [], [], []),
        ("::", [], [], []),
        ("", [], [], []),
    ],
)
def test_a_text_comes_near_names(
    view: GraphView, text: str, respelled: list[str], misspelled: list[str], begun: list[str]
) -> None:
    found = [[view.fqn(row).removeprefix("shop::users::") for row in rows] for rows in nearby(view, text)]
    assert found == [respelled, misspelled, begun]


@given(st.text(max_size=30))
def test_any_text_may_be_asked_for(view: GraphView, text: str) -> None:
    for rows in nearby(view, text):
        assert rows == sorted(set(rows))


@given(st.text(max_size=30))
def test_letters_are_the_same_in_any_case_and_with_any_marks(text: str) -> None:
    assert letters(letters(text)) == letters(text)
    assert letters(f"_{text}-$") == letters(text)
