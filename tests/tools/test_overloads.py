"""A name with several definitions in one scope stands for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.tools import flow_trace, impact_analysis, symbol_detail
from codegraph.tools.index import Index

from ..graphs import make_graph, publish

GRAPH = """
package p @
module  p::store.ts          @store.ts
class   p::store.ts::Store   @store.ts:1-9
method  p::store.ts::Store::save   @store.ts:2
method  p::store.ts::Store::save@2 @store.ts:3
method  p::store.ts::Store::save@3 @store.ts:4-6
method  p::store.ts::Store::saved  @store.ts:8
module  p::use.ts            @use.ts
function p::use.ts::old      @use.ts:1
function p::use.ts::new      @use.ts:2
p::use.ts::old calls p::store.ts::Store::save@3 1:9
p::use.ts::new calls p::store.ts::Store::save@2 2:9
p::store.ts::Store::save@3 calls p::store.ts::Store::saved 5:4
"""


@pytest.fixture
def index(tmp_path: Path):
    publish(tmp_path, make_graph(GRAPH)).close()
    index = Index.open(tmp_path)
    yield index
    index.close()


@pytest.mark.parametrize("name", ["Store.save", "p::store.ts::Store::save", "store.ts:4"])
def test_impact_counts_the_callers_of_every_overload(index: Index, name: str) -> None:
    answer = impact_analysis.run(index, impact_analysis.ImpactAnalysisRequest(target=name))
    assert [caller.name for caller in answer.callers] == ["new", "old"]
    assert len(answer.definitions) == 3


def test_a_number_at_the_end_means_that_definition_alone(index: Index) -> None:
    answer = impact_analysis.run(index, impact_analysis.ImpactAnalysisRequest(target="Store.save@2"))
    assert [caller.name for caller in answer.callers] == ["new"]
    assert [definition.line for definition in answer.definitions] == [3]


def test_the_card_has_the_callers_of_every_overload(index: Index) -> None:
    request = symbol_detail.SymbolDetailRequest(fqn="Store.save", expand=["callers", "callees"])
    detail = symbol_detail.run(index, request)
    assert sorted(caller.name for caller in detail.top_callers) == ["new", "old"]
    assert [callee.name for callee in detail.top_callees] == ["saved"]


def test_a_trace_goes_through_the_definition_with_the_body(index: Index) -> None:
    request = flow_trace.FlowTraceRequest(from_="Store.save", to="Store.saved")
    assert flow_trace.run(index, request).paths[0].fqns[0] == "p::store.ts::Store::save@3"
