"""What can be read of a call's arguments, in Python's notation and in JavaScript's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.fingerprint.arguments import find, literal, strings
from codegraph.fingerprint.literals import UNKNOWN, Arguments, Object, Value, read_arguments
from codegraph.fingerprint.schema import Argument

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc :'", max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


def read(text: str) -> Arguments:
    found = read_arguments(text, 0)
    assert found is not None, text
    return found


def values(text: str) -> list[Any]:
    return [value.value for value in read(text).positional]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # strings
        ("('a')", "a"),
        ('("a/b")', "a/b"),
        ("(`a`)", "a"),
        ("('''a\nb''')", "a\nb"),
        ("('a' 'b'\n\"c\")", "abc"),
        ("(r'\\d+')", "\\d+"),
        ("(u'a')", "a"),
        ("(f'a')", "a"),
        (r"('a\'b\\\n')", "a'b\\\n"),
        (r"('\u0041\x42')", "AB"),
        (r"('\u{1F600}')", "😀"),
        (r"(`\`\${`)", "`${"),
        ("('größe')", "größe"),
        # what a string's text is only known when it runs, or differs between the languages
        ("(f'a{b}')", UNKNOWN),
        ("(`a${b}`)", UNKNOWN),
        ("(sql`a`)", UNKNOWN),
        ("(b'a')", UNKNOWN),
        (r"('\d')", UNKNOWN),
        (r"('\ud83d\ude00')", UNKNOWN),
        (r"('\N{DIGIT ONE}')", UNKNOWN),
        # a literal that is only the beginning
        ("('a' + 'b')", UNKNOWN),
        ("('a'.upper())", UNKNOWN),
        ("('a' if b else 'c')", UNKNOWN),
        ("('a' as const)", UNKNOWN),
        ("(5 * 60)", UNKNOWN),
        # others
        ("(1)", 1),
        ("(-2.5)", -2.5),
        ("(10_000)", 10_000),
        ("(True)", True),
        ("(false)", False),
        ("(None)", None),
        ("(undefined)", None),
        ("(name)", UNKNOWN),
        ("(truely)", UNKNOWN),
        ("(a.b[c](d, e))", UNKNOWN),
        ("((x, y) => x)", UNKNOWN),
        ("(x => ({ y: ')' }))", UNKNOWN),
        ("(/ab+c/)", UNKNOWN),
        # lists
        ("(['a', 'b'])", ["a", "b"]),
        ("(['a', 'b',])", ["a", "b"]),
        ("(('a', 'b'))", ["a", "b"]),
        ("(('a',))", ["a"]),
        ("(('a'))", "a"),
        ("(())", []),
        ("({'a'})", ["a"]),
        ("([a, 'b'])", [UNKNOWN, "b"]),
        ("([...a, 'b'])", UNKNOWN),
        ("([*a, 'b'])", UNKNOWN),
        # objects
        ("({ path: 'a', 'b': ['c'] })", Object({"path": "a", "b": ["c"]}, True)),
        ("({'path': 'a'})", Object({"path": "a"}, True)),
        ("({ path, other: 1 })", Object({"other": 1}, False)),
        ("({ path: 'a', ...rest })", Object({"path": "a"}, False)),
        ("({ [key]: 'a' })", Object({}, False)),
        ("({ path() { return 1; }, b: 2 })", Object({"b": 2}, False)),
        ("({})", Object({}, True)),
        # comments
        ("(# first )\n'a')", "a"),
        ("(/* ) */ 'a' // )\n)", "a"),
    ],
)
def test_an_argument_has_a_value_or_is_unknown(text: str, value: Any) -> None:
    assert values(text) == [value]


def test_positions_and_keywords_are_told_apart() -> None:
    found = read("('a', b == c, d, path='e', methods=['f'], **rest)")
    assert [item.value for item in found.positional] == ["a", UNKNOWN, UNKNOWN]
    assert {name: item.value for name, item in found.keywords.items()} == {"path": "e", "methods": ["f"]}
    assert not found.whole


def test_behind_a_spread_no_position_is_known() -> None:
    assert values("('a', *rest, 'b')") == ["a"]
    assert values("('a', ...rest, 'b')") == ["a"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "(",
        "('a'",
        "('a\n')",
        "('a' 'b",
        "({'a': 1)",
        "([1)",
        "('a'))"[:3],
        "(" + "[" * 50 + "]" * 50 + ")",
    ],
)
def test_a_call_that_can_not_be_read_to_its_end_has_no_arguments(text: str) -> None:
    assert read_arguments(text, 0) is None


@given(st.lists(PLAIN, max_size=4))
def test_json_is_read_as_what_it_is(items: list[Any]) -> None:
    text = f"({', '.join(json.dumps(item, ensure_ascii=False) for item in items)})"
    assert [plain(value) for value in values(text)] == items


def plain(value: Any) -> Any:
    if isinstance(value, Object):
        assert value.whole
        return {key: plain(item) for key, item in value.entries.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


@settings(max_examples=300)
@given(st.text("()[]{},.'\"`\\#/*=:$ \nab1f", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = read_arguments(f"({text}", 0)
    if found is not None:
        spans = [(value.start, value.end) for value in (*found.positional, *found.keywords.values())]
        assert all(0 < start <= end < found.end for start, end in spans)
        assert f"({text}"[found.end - 1] == ")"


PATH = Argument(position=1, keyword="path", default="")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(x, 'a')", "a"),
        ("(x, path='a')", "a"),
        ("({ path: 'a' })", "a"),
        ("(x, { path: 'a' })", "a"),
        ("(x, { other: 'a' })", ""),
        ("(x, { ...rest })", UNKNOWN),
        ("(x)", ""),
        ("(x, None)", ""),
        ("(x, *rest)", UNKNOWN),
        ("(x, **rest)", UNKNOWN),
        ("(x, NAME)", UNKNOWN),
        ("(x, ['a', NAME])", ["a", UNKNOWN]),
    ],
)
def test_a_rule_gets_the_literal_the_default_or_nothing_it_could_mistake_for_one(
    text: str, value: Any
) -> None:
    assert literal(read(text), PATH) == value


def test_without_a_default_a_missing_argument_is_unknown_but_told_apart() -> None:
    wanted = Argument(keyword="path")
    assert literal(read("()"), wanted) is UNKNOWN
    assert find(read("()"), wanted) is None
    assert find(read("(**rest)"), wanted) is UNKNOWN
    assert find(None, wanted) is UNKNOWN
    assert find(read("(path=NAME)"), wanted) == Value(UNKNOWN, 6, 10)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("a", ["a"]), (["a", "b"], ["a", "b"]), ([], None), (["a", UNKNOWN], None), (1, None), (UNKNOWN, None)],
)
def test_strings_are_one_or_many_and_all_of_them_known(value: Any, expected: list[str] | None) -> None:
    assert strings(value) == expected
