"""Every pattern of every query has a sample that it hits: the files in an adapter's ``cases`` folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from tree_sitter import Parser, QueryCursor
from tree_sitter_language_pack import get_language

from codegraph.languages.adapter import QUERY_FILES, Adapter
from codegraph.languages.query import compile_query, queries_for
from codegraph.languages.registry import load_registry

REGISTRY = load_registry()
ADAPTERS = Path(__file__).parents[2] / "adapters"


def samples(adapter: Adapter) -> list[Path]:
    """The sample files of an adapter."""
    folder = ADAPTERS / adapter.spec.name / "cases"
    return sorted(path for path in folder.iterdir() if path.suffix in adapter.spec.extensions)


def patterns_and_hits(adapter: Adapter, grammar: str, sources: list[bytes]) -> dict[str, int]:
    """How often each pattern of an adapter's queries hits in sources of one grammar."""
    language = get_language(grammar)  # type: ignore[arg-type]
    query = compile_query(adapter, language, grammar).query
    text = "".join(queries_for(adapter, grammar)[kind] for kind in QUERY_FILES).encode()
    spans = [
        (query.start_byte_for_pattern(index), query.end_byte_for_pattern(index))
        for index in range(query.pattern_count)
    ]
    hits = [0] * len(spans)
    for source in sources:
        tree = Parser(language).parse(source)
        for index, _ in QueryCursor(query).matches(tree.root_node):
            hits[index] += 1
    found: dict[str, int] = {}
    for (start, end), count in zip(spans, hits, strict=True):
        pattern = text[start:end].decode().split(";")[0].strip()
        found[pattern] = found.get(pattern, 0) + count
    return found


def has_queries(name: str) -> bool:
    """Whether an adapter has queries of its own, not just those of the one that it extends."""
    return any((ADAPTERS / name / f"{kind}.scm").is_file() for kind in QUERY_FILES)


@pytest.mark.parametrize("name", [name for name in sorted(REGISTRY.adapters) if has_queries(name)])
def test_every_pattern_hits_a_sample(name: str) -> None:
    adapter = REGISTRY.adapters[name]
    sources: dict[str, list[bytes]] = {}
    for path in samples(adapter):
        sources.setdefault(REGISTRY.grammar_for(name, path.name), []).append(path.read_bytes())
    total: dict[str, int] = {}
    for grammar in sorted({adapter.spec.grammar, *adapter.spec.grammars.values()}):
        for pattern, count in patterns_and_hits(adapter, grammar, sources.get(grammar, [])).items():
            total[pattern] = total.get(pattern, 0) + count
    assert [pattern for pattern, count in total.items() if not count] == []


@pytest.mark.parametrize("name", sorted(REGISTRY.adapters))
def test_every_grammar_of_an_adapter_compiles_its_queries(name: str) -> None:
    adapter = REGISTRY.adapters[name]
    for grammar in {adapter.spec.grammar, *adapter.spec.grammars.values()}:
        compiled = compile_query(adapter, get_language(grammar), grammar)  # type: ignore[arg-type]
        assert len(compiled.plans) == compiled.query.pattern_count
