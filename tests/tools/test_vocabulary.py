"""The words of requests."""

from __future__ import annotations

import pytest

from codegraph.errors import UsageError
from codegraph.tools.vocabulary import choice, edge_kinds, level_of, node_kinds


@pytest.mark.parametrize(
    ("word", "level"),
    [
        ("L1_Package", 1),
        ("package", 1),
        ("L1", 1),
        ("1", 1),
        (1, 1),
        ("L0_Monorepo", 0),
        ("repository", 0),
        ("L3_Symbol", 3),
    ],
)
def test_levels_are_read_in_every_spelling_in_use(word: str | int, level: int) -> None:
    assert level_of(word) == level


@pytest.mark.parametrize("word", ["L9", "L1_Module", "modul", "", "-1", "²"])
def test_an_unknown_level_is_refused(word: str) -> None:
    with pytest.raises(UsageError, match=f'there is no level "{word}"'):
        level_of(word)


def test_a_misspelt_word_gets_a_suggestion() -> None:
    with pytest.raises(UsageError, match="did you mean module"):
        level_of("modul")
    with pytest.raises(UsageError, match="did you mean calls"):
        edge_kinds(["call"], [])


def test_calls_bring_instantiations_along() -> None:
    assert edge_kinds(["Calls"], ["imports"]) == ("calls", "instantiates")
    assert edge_kinds([], ["imports"]) == ("imports",)
    assert edge_kinds(["Imports,extends", "IMPLEMENTS"], []) == ("extends", "implements", "imports")
    assert len(edge_kinds(["all"], [])) == 13


def test_node_kinds_are_read_in_any_case() -> None:
    assert node_kinds(["Class", "METHOD"]) == ("class", "method")
    with pytest.raises(UsageError, match="node kind"):
        node_kinds(["klass"])


def test_choices_are_read_in_every_spelling() -> None:
    modes = ("full_span", "signature_only")
    assert [choice("mode", word, modes) for word in ("FullSpan", "full-span", "FULL_SPAN")] == [
        "full_span"
    ] * 3
