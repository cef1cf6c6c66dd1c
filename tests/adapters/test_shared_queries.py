"""TypeScript's queries are JavaScript's and its own, each for the grammars that have the node types."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.languages.adapter import QUERY_FILES, read_adapter
from codegraph.languages.query import queries_for
from tests.languages.test_patterns import ADAPTERS, REGISTRY, patterns_and_hits


@pytest.mark.parametrize(("grammar", "sample"), [("typescript", "patterns.ts"), ("tsx", "patterns.tsx")])
def test_every_pattern_hits_in_each_grammar_of_typescript(grammar: str, sample: str) -> None:
    source = (ADAPTERS / "typescript" / "cases" / sample).read_bytes()
    hits = patterns_and_hits(REGISTRY.adapters["typescript"], grammar, [source])
    assert [pattern for pattern, count in hits.items() if not count] == []


def test_a_section_is_for_its_grammars_and_ends_with_its_file(tmp_path: Path) -> None:
    texts = {
        "base": "(always) @call\n;; grammars: one two\n(some) @call\n;; grammars: one\n(single) @call",
        "derived": "(own) @call\n;; grammars: two\n(other) @call\n;; grammars: all\n(last) @call",
    }
    for name, text in texts.items():
        folder = tmp_path / name
        folder.mkdir()
        extends = 'extends = "base"\n' if name == "derived" else ""
        (folder / "adapter.toml").write_text(f'name = "{name}"\ngrammar = "one"\n{extends}')
        for kind in QUERY_FILES:
            (folder / f"{kind}.scm").write_text(text if kind == "call" else "")
    base = read_adapter(tmp_path / "base", {}, trusted=False)
    derived = read_adapter(tmp_path / "derived", {"base": base}, trusted=False)
    shown = {
        grammar: [
            line.split()[0] for line in queries_for(derived, grammar)["call"].splitlines() if line.strip()
        ]
        for grammar in ("one", "two", "three")
    }
    assert shown == {
        "one": ["(always)", "(some)", "(single)", "(own)", "(last)"],
        "two": ["(always)", "(some)", "(own)", "(other)", "(last)"],
        "three": ["(always)", "(own)", "(last)"],
    }
