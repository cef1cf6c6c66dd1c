"""Long answers come in pages that fit together, and cursors belong to one question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import codegraph
from codegraph.errors import UsageError
from codegraph.tools import (
    codebase_map,
    codebase_search,
    flow_trace,
    impact_analysis,
    package_summary,
    symbol_detail,
    symbol_source,
)
from codegraph.tools.index import Index

if TYPE_CHECKING:
    from pathlib import Path


def pages(tool: Any, index: Index, request: Any) -> list[Any]:
    """The answers to a request and to all that its cursors ask for."""
    answers = [tool.run(index, request)]
    while cursor := answers[-1].cursor:
        assert answers[-1].truncated
        assert len(answers) < 100
        answers.append(tool.run(index, msgspec.structs.replace(request, cursor=cursor)))
    return answers


@pytest.mark.parametrize(
    ("tool", "small", "large", "parts"),
    [
        (codebase_map, {"level": "L3_Symbol", "max_entries": 2}, {"max_entries": 200}, ("entries",)),
        (codebase_search, {"query": "total price", "mode": "lexical", "top_k": 2}, {"top_k": 50}, ("hits",)),
        (
            impact_analysis,
            {"target": "Cart.total", "max_nodes": 2},
            {"max_nodes": 500},
            ("direct_impact", "transitive_impact"),
        ),
        (
            flow_trace,
            {"from_": "checkout", "to": "Price", "include_all_paths": True, "max_paths": 1},
            {"max_paths": 20},
            ("paths",),
        ),
        (
            symbol_detail,
            {"fqn": "Cart.total", "expand": ["All"], "max_children": 1, "max_relations": 1},
            {"max_children": 50, "max_relations": 50},
            ("top_callers", "top_callees", "overridden_by"),
        ),
        (package_summary, {"max_exports": 2}, {"max_exports": 50}, ("public_exports",)),
    ],
)
def test_the_pages_of_an_answer_are_the_whole_of_it(
    shop: Index, tool: Any, small: dict[str, Any], large: dict[str, Any], parts: tuple[str, ...]
) -> None:
    request_type = next(
        value for name, value in vars(tool).items() if name.endswith("Request") and name != "Request"
    )
    whole = tool.run(shop, request_type(**(small | large)))
    found = pages(tool, shop, request_type(**small))
    assert not whole.cursor
    assert len(found) > 1
    for part in parts:
        assert [entry for page in found for entry in getattr(page, part)] == getattr(whole, part)


def test_the_pages_of_a_source_are_its_lines(shop: Index) -> None:
    request = symbol_source.SymbolSourceRequest(fqn="shop/cart.py", max_lines=7)
    whole = symbol_source.run(shop, symbol_source.SymbolSourceRequest(fqn="shop/cart.py", max_lines=None))
    found = pages(symbol_source, shop, request)
    assert "\n".join(page.source for page in found) == whole.source
    assert [page.start_line for page in found] == [1, 8, 15, 22]
    assert [page.end_line for page in found][-1] == whole.end_line


def test_a_page_may_have_another_length_than_the_one_before(shop: Index) -> None:
    request = codebase_map.CodebaseMapRequest(level="L3_Symbol", max_entries=2)
    first = codebase_map.run(shop, request)
    rest = codebase_map.run(shop, msgspec.structs.replace(request, cursor=first.cursor, max_entries=200))
    assert len(first.entries) + len(rest.entries) == rest.total
    assert not rest.cursor


@pytest.mark.parametrize("cursor", ["x", "%%%", "W10", "WyJhIix7ImVudHJpZXMiOjF9XQ"])
def test_a_cursor_that_belongs_elsewhere_is_refused(shop: Index, cursor: str) -> None:
    with pytest.raises(UsageError, match="cursor"):
        codebase_map.run(shop, codebase_map.CodebaseMapRequest(cursor=cursor))
    first = codebase_map.run(shop, codebase_map.CodebaseMapRequest(level="L3_Symbol", max_entries=1))
    with pytest.raises(UsageError, match="another question"):
        codebase_map.run(shop, codebase_map.CodebaseMapRequest(level="L2_Module", cursor=first.cursor))


def test_words_that_are_no_utf_8_have_pages_too(shop: Index) -> None:
    request = codebase_search.CodebaseSearchRequest(query="cart \udcff", mode="Lexical", top_k=1)
    first = codebase_search.run(shop, request)
    assert first.cursor
    assert codebase_search.run(shop, msgspec.structs.replace(request, cursor=first.cursor)).hits


@pytest.mark.parametrize(
    ("tool", "request_"),
    [
        (codebase_map, codebase_map.CodebaseMapRequest(max_entries=-1)),
        (flow_trace, flow_trace.FlowTraceRequest(from_="checkout", max_paths=-1)),
        (impact_analysis, impact_analysis.ImpactAnalysisRequest(target="Cart.total", max_nodes=-1)),
        (symbol_source, symbol_source.SymbolSourceRequest(fqn="Cart.total", max_lines=-1)),
    ],
)
def test_a_limit_below_nothing_is_refused(shop: Index, tool: Any, request_: Any) -> None:
    with pytest.raises(UsageError, match="can't be below 0"):
        tool.run(shop, request_)


def test_a_cursor_of_an_older_index_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def one(): ...\ndef two(): ...\ndef three(): ...\n")
    codegraph.index(tmp_path, embeddings=False).close()
    index = Index.open(tmp_path)
    request = codebase_map.CodebaseMapRequest(level="L3_Symbol", max_entries=1)
    first = codebase_map.run(index, request)
    (tmp_path / "a.py").write_text("def zero(): ...\ndef one(): ...\ndef two(): ...\ndef three(): ...\n")
    codegraph.index(tmp_path, embeddings=False).close()
    with pytest.raises(UsageError, match="the index has changed since this cursor was given"):
        codebase_map.run(index, msgspec.structs.replace(request, cursor=first.cursor))
    assert codebase_map.run(index, request).total == first.total + 1
    index.close()
