"""YAML and JSON as trees with lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.discovery.documents import MalformedError
from codegraph.openapi import trees
from codegraph.openapi.trees import KEPT_DEPTH, MAX_DEPTH, Tree, parse_json_tree, parse_yaml_tree

YAML = """\
# a comment
paths:
  /users:
    get: {operationId: list}   # in one line
    post:
      operationId: >-
        create
tags:
- one
- two
"""
JSON = '{\n "paths": {\n  "/a\\"b": {"get": {}},\n\n  "/c":\n   {"put": {"n": [1, true, "x"]}}\n }\n}'


def plain(tree: Tree) -> Any:
    if isinstance(tree.value, dict):
        return {key: plain(value) for key, value in tree.value.items()}
    return [plain(item) for item in tree.value] if isinstance(tree.value, list) else tree.value


def test_an_entry_has_the_line_of_its_key() -> None:
    tree = parse_yaml_tree(YAML)
    assert tree.at("paths", "/users", "get").line == 4
    assert tree.at("paths", "/users", "post").line == 5
    assert tree.at("paths", "/users", "post", "operationId").text == "create"
    assert [item.text for item in tree.at("tags").items] == ["one", "two"]
    found = parse_json_tree(JSON)
    assert [(path, item.line) for path, item in found.at("paths").entries.items()] == [('/a"b', 3), ("/c", 5)]
    assert found.at("paths", "/c", "put").line == 6


def test_what_is_not_there_is_an_empty_text() -> None:
    tree = parse_yaml_tree(YAML)
    assert (tree.at("paths", "nothing", "at", "all").text, tree.at("tags", "one").text) == ("", "")
    assert (tree.at("tags").entries, tree.at("paths").items, tree.at("paths").text) == ({}, [], "")


@given(
    st.recursive(
        st.text(st.characters(exclude_categories=["Cs"])),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=20,
    )
)
def test_any_json_is_read_as_it_is(value: Any) -> None:
    for indent in (None, 1):
        text = json.dumps({"a": value}, indent=indent)
        assert _cut(plain(parse_json_tree(text)), KEPT_DEPTH) == _cut({"a": value}, KEPT_DEPTH)


def _cut(value: Any, depth: int) -> Any:
    if isinstance(value, dict):
        return {k: _cut(v, depth - 1) for k, v in value.items()} if depth else {}
    if isinstance(value, list):
        return [_cut(v, depth - 1) for v in value] if depth else []
    return value


def test_aliases_refer_and_never_copy() -> None:
    bomb = "a: &a [x]\n" + "".join(
        f"{name}: &{name} [{', '.join(['*' + above] * 9)}]\n"
        for above, name in zip("abcdefghijklm", "bcdefghijklmn", strict=True)
    )
    tree = parse_yaml_tree(bomb)
    assert tree.at("b").items[0].value is tree.at("a").value
    assert len(tree.at("n").items) == 9
    circle = parse_yaml_tree("a: &a {b: *a}")
    assert circle.at("a", "b", "b", "b").value is circle.at("a").value


def test_merged_entries_stand_behind_own_ones() -> None:
    tree = parse_yaml_tree(
        "base: &base {get: 1, put: 2}\nitem: {<<: *base, put: 3}\nmany: {<<: [*base, {x: 4}]}"
    )
    assert {key: value.text for key, value in tree.at("item").entries.items() if key != "<<"} == {
        "get": "1",
        "put": "3",
    }
    assert set(tree.at("many").entries) == {"<<", "get", "put", "x"}


def test_only_the_first_document_of_a_file_counts() -> None:
    assert plain(parse_yaml_tree("a: 1\n---\nb: 2\n")) == {"a": "1"}


@pytest.mark.parametrize(
    "text",
    [
        "a: [",
        "{" * 100_000,
        "[" * 100_000,
        "- " * 100_000,
        "a: b: c",
        "\x00",
        "a: *b",
        "? [x]\n: [y",
        "%YAML 9.9\n---\n",
    ],
)
def test_what_is_no_yaml_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_yaml_tree(text)


@pytest.mark.parametrize("text", ["", "[]", "{", "{'a': 1}", '{"a": 1,}', '{"a":' * 500 + "1" + "}" * 500])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_json_tree(text)


def test_tags_make_nothing_but_texts() -> None:
    assert plain(parse_yaml_tree("a: !!python/object/apply:os.system [ls]\nb: !!int '7'")) == {
        "a": ["ls"],
        "b": "7",
    }


def test_without_the_c_library_small_documents_are_read_just_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import yaml

    with_library = parse_yaml_tree(YAML)
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert parse_yaml_tree(YAML) == with_library
    with pytest.raises(MalformedError, match="nested too deeply"):
        parse_yaml_tree("[" * (MAX_DEPTH + 1))
    monkeypatch.setattr(trees, "MAX_SLOW_BYTES", 10)
    with pytest.raises(MalformedError, match="no C library"):
        parse_yaml_tree(YAML)
