"""``statement_query`` on a small project that is really indexed."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

import codegraph
from codegraph.errors import NotFoundError, UsageError
from codegraph.search.textual import compiled
from codegraph.tools import statement_query
from codegraph.tools.index import Index
from codegraph.tools.statement_query import Clock, StatementQueryRequest, run
from codegraph.tools.symbol_detail import SymbolDetailRequest
from codegraph.tools.symbol_detail import run as detail
from codegraph.tools.symbol_source import SymbolSourceRequest
from codegraph.tools.symbol_source import run as source

if TYPE_CHECKING:
    from collections.abc import Iterator
from pathlib import Path

SOURCES = {
    "shop/cart.py": '''\
"""Carts."""


class Cart:
    limit = 3

    def add(self, item, count=1):
        """Put an item in."""
        if item is None:
            return 0
        for part in item.parts:
            if part.heavy and count > self.limit:
                raise ValueError(part)
            count += part.size
        total = count * 2
        return total

    def clear(self):
        self.items.clear()


def ship(cart):
    price = 0
    try:
        price = cart.add(None)
    except ValueError as problem:
        print(price, problem)
    return price
''',
    "shop/web.ts": """\
export const load = async (url: string) => {
  const { body } = await fetch(url);
  if (body === null) return undefined;
  return body.map((line) => line.trim());
};
""",
    "tests/test_cart.py": "def test_add():\n    assert 1\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, indexed without its statements."""
    return make(tmp_path_factory.mktemp("plain"))


def make(root: Path, *, statements: bool = False) -> Path:
    for path, text in SOURCES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    codegraph.index(root, embeddings=False, include_statements=statements).close()
    return root


@pytest.fixture
def index(project: Path) -> Iterator[Index]:
    opened = Index.open(project)
    yield opened
    opened.close()


def rows(index: Index, *parents: str, **request: object) -> list[str]:
    """The hits as ``kind line``."""
    found = run(index, StatementQueryRequest(parent_fqns=parents, **request))  # type: ignore[arg-type]
    return [f"{hit.kind} {hit.start_line}" for hit in found.hits]


def test_the_statements_of_a_method_in_order(index: Index) -> None:
    assert rows(index, "Cart.add") == [
        "if 9", "null_check 9", "early_return 10", "for_of 11", "if 12", "throw 13", "constructor_call 13",
        "assignment 14", "variable_decl 15", "return 16",
    ]  # fmt: skip


def test_a_hit_says_where_it_stands_and_what_it_is_nested_in(index: Index) -> None:
    found = run(index, StatementQueryRequest(parent_fqns=["Cart.add"], kinds=["Throw"]))
    (hit,) = found.hits
    assert hit.statement_id.endswith("shop/cart::Cart::add::$throw")
    assert hit.parent_fqn.endswith("Cart::add")
    assert hit.parent_statement.endswith("::$if@2")
    assert (hit.path, hit.start_line, hit.start_column, hit.end_line, hit.end_column) == (
        "shop/cart.py",
        13,
        16,
        13,
        38,
    )
    assert (hit.depth, hit.expression, hit.condition, hit.score) == (2, "raise ValueError(part)", "", 1.0)
    assert (found.total, found.limit, found.truncated, found.cursor) == (1, 50, False, "")


def test_conditions_are_cut_out_of_their_statements(index: Index) -> None:
    found = run(index, StatementQueryRequest(parent_fqns=["Cart.add"]))
    assert [hit.condition for hit in found.hits if hit.condition] == [
        "item is None", "part in item.parts", "part.heavy and count > self.limit",
    ]  # fmt: skip


def test_kinds_are_read_in_any_spelling(index: Index) -> None:
    assert rows(index, "Cart.add", kinds=["EarlyReturn"]) == ["early_return 10"]
    assert rows(index, "Cart.add", kinds=["early_return, null-check"]) == ["null_check 9", "early_return 10"]
    with pytest.raises(UsageError, match="early_return"):
        rows(index, "Cart.add", kinds=["EarlyReturns"])


def test_conditions_and_texts_are_searched(index: Index) -> None:
    assert rows(index, condition="NONE") == ["if 9"]
    assert rows(index, condition=r"count\s*>", regex=True) == ["if 12"]
    assert rows(index, text="fetch(", kinds=["Await"]) == ["await 2"]


def test_a_class_a_module_and_the_whole_project_have_what_is_in_them(index: Index) -> None:
    assert "method_call 19" in rows(index, "Cart")
    assert "variable_decl 5" in rows(index, "Cart")
    assert rows(index, "shop/web.ts", kinds=["callback", "destructuring", "await"]) == [
        "destructuring 2", "await 2", "callback 4",
    ]  # fmt: skip
    assert rows(index, kinds=["assertion"]) == ["assertion 2"]
    assert rows(index, kinds=["assertion"], tests=False) == []


def test_a_constant_function_is_the_symbol_and_no_statement_in_itself(index: Index) -> None:
    found = run(index, StatementQueryRequest(parent_fqns=["shop/web.ts"]))
    owners = {hit.kind: hit.parent_fqn.rpartition("::")[2] for hit in found.hits}
    assert owners["constant_decl"] == "shop/web.ts"
    assert owners["early_return"] == "load"


def test_pages_go_on_where_the_last_one_ended(index: Index) -> None:
    whole = rows(index, "Cart.add")
    first = run(index, StatementQueryRequest(parent_fqns=["Cart.add"], top_k=4))
    assert (first.total, first.truncated) == (len(whole), True)
    rest = run(index, StatementQueryRequest(parent_fqns=["Cart.add"], top_k=40, cursor=first.cursor))
    assert [f"{hit.kind} {hit.start_line}" for hit in [*first.hits, *rest.hits]] == whole


def test_a_name_that_nothing_has_is_told(index: Index) -> None:
    with pytest.raises(NotFoundError):
        rows(index, "Cart.remove")


def flows(index: Index, symbol: str, name: str) -> list[str]:
    found = run(index, StatementQueryRequest(parent_fqns=[symbol], data_flow=name))
    return [f"{flow.name} {flow.from_.kind} {flow.from_.line} > {flow.to.line}" for flow in found.flows]


def test_values_flow_along_the_ways_that_control_takes(index: Index) -> None:
    assert flows(index, "Cart.add", "count") == [
        "count parameter 7 > 12", "count statement 14 > 12", "count parameter 7 > 14", "count statement 14 > 14",
        "count parameter 7 > 15", "count statement 14 > 15",
    ]  # fmt: skip
    assert flows(index, "Cart.add", "total") == ["total statement 15 > 16"]


def test_a_handler_may_see_what_was_there_before_the_failure(index: Index) -> None:
    assert flows(index, "ship", "price") == [
        "price statement 23 > 27", "price statement 25 > 27", "price statement 23 > 28", "price statement 25 > 28",
    ]  # fmt: skip


def test_data_flow_is_asked_of_one_symbol_with_a_body(index: Index) -> None:
    with pytest.raises(UsageError, match="one symbol"):
        run(index, StatementQueryRequest(data_flow="x"))
    with pytest.raises(UsageError, match="name a function"):
        run(index, StatementQueryRequest(parent_fqns=["Cart"], data_flow="x"))


def test_words_rank_where_there_is_no_model(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_EMBEDDING__PROVIDER", "none")
    opened = Index.open(index.root)
    found = run(opened, StatementQueryRequest(parent_fqns=["Cart"], semantic_query="heavy part"))
    assert found.hits[0].kind in ("if", "for_of")
    assert "heavy" in found.hits[0].expression
    assert any("by their words" in note for note in found.notes)
    anywhere = run(opened, StatementQueryRequest(semantic_query="heavy part"))
    assert "heavy" in anywhere.hits[0].expression
    opened.close()


def test_a_file_that_has_changed_is_told_and_left_out(tmp_path: Path) -> None:
    index = Index.open(make(tmp_path))
    cart = tmp_path / "shop/cart.py"
    cart.write_text(cart.read_text() + "\n\ndef more():\n    return 1\n")
    found = run(index, StatementQueryRequest(parent_fqns=["shop"]))
    assert found.stale_files == ["shop/cart.py"]
    assert {hit.path for hit in found.hits} == {"shop/web.ts"}
    index.close()


def test_stored_statements_are_those_that_are_found_on_demand(project: Path, tmp_path: Path) -> None:
    stored, fresh = Index.open(make(tmp_path / project.name, statements=True)), Index.open(project)
    for request in (StatementQueryRequest(), StatementQueryRequest(parent_fqns=["Cart"])):
        assert run(stored, request).hits == run(fresh, request).hits
    assert stored.view.node_count > fresh.view.node_count
    stored.close()
    fresh.close()


def test_details_of_a_symbol_have_its_statements_and_what_is_counted_of_them(index: Index) -> None:
    request = SymbolDetailRequest(
        fqn="Cart.add", expand=["Statements"], include_body_metrics=True, max_children=3
    )
    found = detail(index, request)
    assert [statement.kind for statement in found.statements] == ["if", "null_check", "early_return"]
    assert (found.totals["statements"], found.truncated) == (10, True)
    counted = {
        "statement_count": 10, "max_depth": 4, "branch_count": 2, "loop_count": 1, "try_count": 0, "call_count": 1,
        "early_return_count": 1, "await_count": 0, "closure_count": 0, "cyclomatic": 5, "nesting": 2,
    }  # fmt: skip
    assert {name: found.body[name] for name in counted} == counted
    assert detail(index, SymbolDetailRequest(fqn="Cart.add", expand=["all"])).statements == []


def test_the_source_of_a_statement_is_its_span(index: Index) -> None:
    (hit,) = run(index, StatementQueryRequest(parent_fqns=["Cart.add"], kinds=["for_of"])).hits
    for request in (
        SymbolSourceRequest(fqn="Cart.add", mode="StatementSpan", statement_id=hit.statement_id),
        SymbolSourceRequest(fqn=hit.statement_id),
        SymbolSourceRequest(fqn="Cart.add", statement_id="$for_of"),
    ):
        found = source(index, request)
        assert (found.start_line, found.end_line, found.total) == (11, 14, 4)
        assert found.source.splitlines()[0] == "        for part in item.parts:"
        assert found.source.splitlines()[-1] == "            count += part.size"
    with pytest.raises(NotFoundError) as missing:
        source(index, SymbolSourceRequest(fqn="Cart.add", statement_id="$if@7"))
    assert len(missing.value.suggestions) == 2
    with pytest.raises(UsageError, match="statement_id"):
        source(index, SymbolSourceRequest(fqn="Cart.add", mode="StatementSpan"))


def test_statements_are_nowhere_but_among_statements(tmp_path: Path) -> None:
    """Stored ones are not found by name, are no members, and are in no search."""
    with codegraph.open(make(tmp_path, statements=True)) as graph:
        with pytest.raises(NotFoundError):
            graph.symbol("early_return")
        assert all(member.level < 4 for member in graph.symbol("Cart").members)
        assert all(hit.level < 4 for hit in graph.search("return item").hits)
        assert all(node.level < 4 for node in graph.graph(level="symbol").nodes)


def test_an_index_brought_up_to_date_has_the_same_statements_as_a_new_one(tmp_path: Path) -> None:
    root = make(tmp_path / "p", statements=True)
    cart = root / "shop/cart.py"
    cart.write_text(
        cart.read_text().replace("        total = count * 2\n", "        if count:\n            total = 1\n")
    )
    codegraph.index(root, embeddings=False, include_statements=True).close()
    with codegraph.open(root) as graph:
        graph.export_jsonl(tmp_path / "a")
    codegraph.index(root, embeddings=False, include_statements=True, full=True).close()
    with codegraph.open(root) as graph:
        graph.export_jsonl(tmp_path / "b")
    for name in ("nodes.jsonl", "edges.jsonl"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    edges = (tmp_path / "a" / "edges.jsonl").read_text()
    assert '::$if","dst":"' in edges


def test_regular_expressions_have_so_much_time_for_all_texts_together() -> None:
    clock = Clock(0.2)
    pattern = compiled("(a+)+$")
    with pytest.raises(TimeoutError):
        any(clock.search(pattern, "a" * 26 + "b") for _ in itertools.count())
    assert clock.left <= 0
    with pytest.raises(TimeoutError):
        clock.search(compiled("a"), "a")


def test_a_regular_expression_that_takes_too_long_is_told(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statement_query, "MAX_SECONDS", 0.0)
    with pytest.raises(UsageError, match="takes too long"):
        rows(index, text="a+", regex=True)
    assert rows(index, text="assert")
