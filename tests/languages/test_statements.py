"""Every kind of statement that an adapter claims is really found, and every pattern that finds one hits a sample."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tree_sitter import Parser, QueryCursor
from tree_sitter_language_pack import get_language

from codegraph.languages.query import compile_statements, statement_query
from codegraph.languages.statements import Placed, place
from codegraph.languages.support import statement_kinds
from codegraph.model import STATEMENT_KINDS
from codegraph.parse.extract import tree_of
from codegraph.parse.reading import Reading
from codegraph.parse.statements import find_statements, load_finder

from .test_patterns import ADAPTERS, REGISTRY, has_queries, samples

LANGUAGES = [name for name in sorted(REGISTRY.adapters) if has_queries(name)]
DOCS = ADAPTERS.parent / "docs" / "statements.md"


@cache
def found_in(name: str, path: Path) -> list[Placed]:
    """The statements of a sample, all of its module."""
    adapter = REGISTRY.adapters[name]
    grammar = REGISTRY.grammar_for(name, path.name)
    language = get_language(grammar)  # type: ignore[arg-type]
    source, _, root, _ = tree_of(path.read_bytes(), Reading(adapter.spec), Parser(language))
    return place(find_statements(source, root, load_finder(adapter, language, grammar)), [], "m")


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_kind_that_a_language_claims_is_found(name: str) -> None:
    adapter = REGISTRY.adapters[name]
    every = [item for path in samples(adapter) for item in found_in(name, path)]
    found = {item.kind for item in every} | {item.raw.kind for item in every}
    assert set(statement_kinds(adapter)) - found == set()


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_pattern_that_finds_statements_hits_a_sample(name: str) -> None:
    adapter = REGISTRY.adapters[name]
    missed: dict[str, set[str]] = {}
    for grammar in sorted({adapter.spec.grammar, *adapter.spec.grammars.values()}):
        language = get_language(grammar)  # type: ignore[arg-type]
        query = compile_statements(adapter, language, grammar).query
        text = statement_query(adapter, grammar).encode()
        patterns = [
            text[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)].decode().strip()
            for index in range(query.pattern_count)
        ]
        hit: set[str] = set()
        for path in samples(adapter):
            if REGISTRY.grammar_for(name, path.name) == grammar:
                *_, root, _ = tree_of(path.read_bytes(), Reading(adapter.spec), Parser(language))
                hit |= {patterns[index] for index, _ in QueryCursor(query).matches(root)}
        missed[grammar] = set(patterns) - hit
    assert set.intersection(*missed.values()) == set()


def test_the_table_of_kinds_says_what_the_adapters_find() -> None:
    rows = [
        line.strip("| ").split("|")
        for line in DOCS.read_text().partition("## Asking")[0].splitlines()
        if line.startswith("| `")
    ]
    table = {cells[0].strip(" `"): {cell.strip() for cell in cells[1].split(",")} for cells in rows}
    claimed = {
        kind: {name for name in LANGUAGES if kind in statement_kinds(REGISTRY.adapters[name])}
        for kind in STATEMENT_KINDS
        if kind != "unknown"
    }
    everywhere = set(LANGUAGES)
    assert table == {kind: names if names != everywhere else {"all"} for kind, names in claimed.items()}
