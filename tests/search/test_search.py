"""Whole searches with the real model: names first, then words and meaning, and what may be missing."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegraph.config import Embedding
from codegraph.embed import EmbeddingProvider, open_provider
from codegraph.errors import IndexFormatError, UsageError
from codegraph.graph.view import GraphView
from codegraph.search import Filters, SearchResult, search
from codegraph.store.layout import LEXICAL_FILE, VECTORS_FILE
from tests.graphs import graph_of, make_graph
from tests.search.sample import publish_shop, rows_of, shop_nodes, source_of

MODES = ("hybrid", "vector", "lexical")


def found(
    view: GraphView, query: str, provider: EmbeddingProvider | None = None, **options: Any
) -> SearchResult:
    return search(view, view.folder, query, provider=provider, source_of=source_of, **{"k": 20, **options})


def names(result: SearchResult) -> list[str]:
    return [hit.fqn.removeprefix("shop::") for hit in result.hits]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("store a password so that it cannot be read back", "shop/passwords::make_digest"),
        ("is this the right password?", "shop/passwords::check_digest"),
        ("email the customer what they bought", "shop/mail::send_receipt"),
        ("make a title usable in an address", "shop/urls::slugify"),
        ("try again when it fails", "web/retry.ts::retryWithBackoff"),
        ("how much does the basket cost", "web/cart.ts::CartService::total"),
        ("show results ten at a time", "shop/pages::Paginator"),
        ("put a product into the basket", "web/cart.ts::CartService::addItem"),
    ],
)
@pytest.mark.parametrize("mode", ["hybrid", "vector"])
def test_a_description_in_other_words_finds_it(
    embedded_shop: GraphView, provider: EmbeddingProvider, mode: str, question: str, answer: str
) -> None:
    assert answer in names(found(embedded_shop, question, provider, mode=mode))[:2]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("slugify", "shop/urls::slugify"),
        ("Paginator.page", "shop/pages::Paginator::page"),
        ("CartService::total", "web/cart.ts::CartService::total"),
        ("shop::shop/mail::send_receipt", "shop/mail::send_receipt"),
        ("web/retry.ts", "web/retry.ts"),
        ("shop/pages.py:9", "shop/pages::Paginator::page"),
        ("per_page", "shop/pages::Paginator::per_page"),
    ],
)
def test_what_bears_the_name_comes_first(
    embedded_shop: GraphView, provider: EmbeddingProvider, mode: str, query: str, first: str
) -> None:
    result = found(embedded_shop, query, provider, mode=mode)
    assert result.named
    assert result.hits[0].fqn.endswith(first)
    assert (result.hits[0].match_origin, result.hits[0].score) == ("exact", 1.0)
    assert not result.notes


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
def test_any_fqn_finds_itself_first(
    embedded_shop: GraphView, provider: EmbeddingProvider, data: st.DataObject
) -> None:
    row = data.draw(st.integers(0, embedded_shop.node_count - 1))
    mode = data.draw(st.sampled_from(MODES))
    fqn = embedded_shop.fqn(row)
    assert found(embedded_shop, fqn, provider, mode=mode).hits[0].fqn == fqn


@given(query=st.one_of(st.text(max_size=40), st.text('"*^:(){}[]+-./\\ ANDORNEAT', min_size=1)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_is_asked_is_answered_in_order_and_in_scale(embedded_shop: GraphView, query: str) -> None:
    result = found(embedded_shop, query, mode="lexical")
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert len({hit.fqn for hit in result.hits}) == len(result.hits)
    assert result == found(embedded_shop, query, mode="lexical")


def test_an_unknown_name_is_said_to_be_unknown(embedded_shop: GraphView, provider: EmbeddingProvider) -> None:
    result = found(embedded_shop, "check_digests", provider)
    assert not result.named
    assert result.notes == ['nothing in the index is called "check_digests"; these come near']
    assert result.hits[0].name == "check_digest"
    assert result.hits[0].match_origin != "exact"


def test_a_description_with_a_name_in_it_is_not_said_to_be_unknown(embedded_shop: GraphView) -> None:
    assert not found(embedded_shop, "what calls check_digests()", mode="lexical").notes


def test_a_description_is_not_taken_for_a_name(embedded_shop: GraphView, provider: EmbeddingProvider) -> None:
    assert not found(embedded_shop, "how are things stored", provider).notes


def test_an_unknown_name_without_anything_near_finds_nothing(embedded_shop: GraphView) -> None:
    result = found(embedded_shop, "zeppelin", mode="lexical")
    assert result.hits == []
    assert result.notes == ['nothing in the index is called "zeppelin"']


@pytest.mark.parametrize("query", ["", " \n\t"])
def test_an_empty_query_finds_nothing(
    embedded_shop: GraphView, provider: EmbeddingProvider, query: str
) -> None:
    assert found(embedded_shop, query, provider).hits == []


def test_several_nodes_of_one_name_all_come_first_callables_and_the_most_used_before_others(
    tmp_path: Path,
) -> None:
    graph = make_graph(
        """
        package  app          @
        module   app::a       @a.py
        function app::a::run  @a.py:1
        module   app::b       @b.py
        function app::b::run  @b.py:1 fan_in=7
        class    app::b::C    @b.py:4
        field    app::b::C::run @b.py:5 fan_in=8
        module   app::c       @c.py
        function app::c::run  @c.py:1 fan_in=9 test
        function app::c::runs @c.py:5
        external ext::pypi::run
        """
    )
    with publish_shop(tmp_path, nodes=graph.nodes) as view:
        hits = found(view, "run", mode="lexical").hits
    assert [(hit.fqn, hit.match_origin) for hit in hits] == [
        ("app::b::run", "exact"),
        ("app::a::run", "exact"),
        ("app::b::C::run", "exact"),
        ("app::c::run", "exact"),
        ("app::c::runs", "lexical"),
    ]


@pytest.mark.parametrize("mode", MODES)
def test_filters_hold_before_the_limit(
    embedded_shop: GraphView, provider: EmbeddingProvider, mode: str
) -> None:
    result = found(
        embedded_shop, "results page", provider, mode=mode, k=1, filters=Filters(tests=True, levels=[3])
    )
    assert names(result) == ["tests/test_pages::test_the_last_page_of_results_is_short"]


def test_filters_hold_for_exact_names_too(embedded_shop: GraphView, provider: EmbeddingProvider) -> None:
    result = found(embedded_shop, "slugify", provider, filters=Filters(languages=["typescript"]))
    assert not result.named
    assert {hit.language for hit in result.hits} <= {"typescript"}


def test_a_hit_tells_where_it_stands_and_how_it_begins(embedded_shop: GraphView) -> None:
    hit = found(embedded_shop, "Paginator.page_count", mode="lexical").hits[0]
    assert (hit.path, hit.line, hit.start_line, hit.end_line) == ("shop/pages.py", 14, 13, 15)
    assert (hit.kind, hit.language, hit.level) == ("property", "python", 3)
    assert hit.snippet == "def page_count(self):\n    return -(-len(self.items) // self.per_page)"
    assert hit.signature == "def page_count(self)"


def test_a_snippet_is_short_and_needs_no_source(embedded_shop: GraphView) -> None:
    assert all(
        len(hit.snippet) <= 200 and hit.snippet.count("\n") < 3
        for hit in found(embedded_shop, "page items", mode="lexical").hits
    )
    bare = search(embedded_shop, embedded_shop.folder, "slugify", mode="lexical")
    assert bare.hits[0].snippet == ""


def test_more_hits_than_asked_for_are_counted(embedded_shop: GraphView, provider: EmbeddingProvider) -> None:
    every, one = (found(embedded_shop, "page", provider, k=k) for k in (50, 1))
    assert len(one.hits) == 1
    assert one.hits[0] == every.hits[0]
    assert one.total == every.total == len(every.hits)
    assert one.truncated
    assert not every.truncated


def test_weak_hits_are_left_out_on_request(embedded_shop: GraphView, provider: EmbeddingProvider) -> None:
    hits = found(embedded_shop, "cut results into pages", provider, min_score=0.5).hits
    assert hits
    assert all(hit.score >= 0.5 for hit in hits)


def test_ranks_can_be_merged_instead_of_scores(embedded_shop: GraphView, provider: EmbeddingProvider) -> None:
    result = found(embedded_shop, "cut results into pages", provider, fusion_method="RRF")
    assert names(result)[0] == "shop/pages::Paginator"
    assert result.hits[0].match_origin == "hybrid"


@pytest.mark.parametrize("options", [{"mode": "magic"}, {"fusion_method": "magic"}, {"k": 0}])
def test_options_that_make_no_sense_are_refused(embedded_shop: GraphView, options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        search(embedded_shop, embedded_shop.folder, "page", **options)


# --- what may be missing -------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["hybrid", "vector"])
def test_without_vectors_words_answer_and_the_reason_is_told(
    tmp_path: Path, provider: EmbeddingProvider, mode: str
) -> None:
    with publish_shop(tmp_path) as view:
        result = found(view, "derive the stored digest", provider, mode=mode)
    assert names(result)[0] == "shop/passwords::make_digest"
    assert result.mode == "lexical"
    assert {hit.match_origin for hit in result.hits} == {"lexical"}
    assert result.notes == ["searched by words only: nothing is embedded yet; `codegraph index` does it"]


def test_without_a_provider_words_answer(embedded_shop: GraphView) -> None:
    result = found(embedded_shop, "derive the stored digest")
    assert result.mode == "lexical"
    assert "embedding.provider" in result.notes[0]


def test_without_a_model_words_answer(embedded_shop: GraphView, tmp_path: Path) -> None:
    missing = open_provider(Embedding(model_path=str(tmp_path / "nowhere")))
    result = found(embedded_shop, "derive the stored digest", missing)
    assert names(result)[0] == "shop/passwords::make_digest"
    assert "model.onnx is missing" in result.notes[0]


def test_vectors_of_another_model_are_not_compared(tmp_path: Path, provider: EmbeddingProvider) -> None:
    with publish_shop(tmp_path, provider) as view:
        view.manifest["embeddings"]["model"] = "another"
        result = found(view, "derive the stored digest", provider)
    assert "another model" in result.notes[0]
    assert result.hits[0].match_origin == "lexical"


@pytest.mark.parametrize("damage", [b"", b"CGVEC001", b"\xff" * 5000])
def test_damaged_vectors_leave_words(tmp_path: Path, provider: EmbeddingProvider, damage: bytes) -> None:
    with publish_shop(tmp_path, provider) as view:
        (view.folder / VECTORS_FILE).write_bytes(damage)
        result = found(view, "derive the stored digest", provider)
    assert result.hits[0].match_origin == "lexical"
    assert "run `codegraph index`" in result.notes[0]


def test_vectors_that_vanished_leave_words(tmp_path: Path, provider: EmbeddingProvider) -> None:
    with publish_shop(tmp_path, provider) as view:
        (view.folder / VECTORS_FILE).unlink()
        result = found(view, "derive the stored digest", provider)
    assert "missing" in result.notes[0]
    assert result.hits


def test_a_missing_full_text_index_is_an_error(tmp_path: Path) -> None:
    with publish_shop(tmp_path) as view:
        (view.folder / LEXICAL_FILE).unlink()
        with pytest.raises(IndexFormatError, match="run `codegraph index`"):
            found(view, "digest", mode="lexical")


def test_while_embedding_goes_on_its_share_is_told_and_words_weigh_more(
    tmp_path: Path, provider: EmbeddingProvider
) -> None:
    with publish_shop(tmp_path, provider, every=4) as view:
        result = found(view, "send the receipt by mail", provider)
    assert 0 < result.embedded_share < 0.5
    embeddings = view.manifest["embeddings"]
    lacking, total = embeddings["chunks"] - embeddings["vectors"], embeddings["chunks"]
    assert result.notes[0].startswith(f"{lacking} of {total} texts have no vector yet")
    assert names(result)[0] == "shop/mail::send_receipt"


def test_an_empty_graph_is_searched_without_complaint(tmp_path: Path, provider: EmbeddingProvider) -> None:
    with publish_shop(tmp_path, nodes=graph_of([]).nodes) as view:
        assert found(view, "anything", provider).hits == []


def test_code_comes_before_tests_unless_tests_are_asked_for(tmp_path: Path) -> None:
    nodes = make_graph(
        """
        module   a              @a.py
        function a::parse_dates @a.py:1
        module   a_test         @a_test.py
        function a_test::parse_dates_test @a_test.py:1 test
        """
    ).nodes
    with publish_shop(tmp_path, nodes=nodes) as view:
        functions = Filters(kinds=["function"])
        plain = found(view, "parse the dates", mode="lexical", filters=functions)
        tests = found(view, "tests that parse dates", mode="lexical", filters=functions)
    assert [hit.name for hit in plain.hits] == ["parse_dates", "parse_dates_test"]
    assert [hit.name for hit in tests.hits] == ["parse_dates_test", "parse_dates"]


def test_ties_come_in_the_order_of_names(tmp_path: Path, provider: EmbeddingProvider) -> None:
    shop = [row for row in rows_of(shop_nodes()) if row["kind"] != "external"]
    twins = [row | {"fqn": letter + row["fqn"].removeprefix("shop")} for letter in "ba" for row in shop]
    with publish_shop(tmp_path, provider, nodes=graph_of(twins).nodes) as view:
        fqns = [hit.fqn for hit in found(view, "how much does the basket cost", provider, k=2).hits]
    assert fqns == ["a::web/cart.ts::CartService::total", "b::web/cart.ts::CartService::total"]


# --- what is imported ----------------------------------------------------------------------------------

IMPORTS = """
import sys
from pathlib import Path
from codegraph.config import Embedding
from codegraph.embed import open_provider
from codegraph.graph.view import GraphView
from codegraph.search import search

with GraphView.open(Path(sys.argv[1])) as view:
    view.manifest["embeddings"] = {"chunks": 1, "vectors": 1, "model": open_provider().fingerprint}
    result = search(view, view.folder, "derive the stored digest", mode=sys.argv[2], provider=open_provider())
assert result.hits and result.mode == sys.argv[2], result
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""
HEAVY = {"numpy", "onnxruntime", "tokenizers", "lancedb", "pyarrow", "networkx", "rich", "typer"}


@pytest.mark.parametrize(
    ("mode", "allowed"), [("lexical", set()), ("hybrid", {"numpy", "onnxruntime", "tokenizers"})]
)
def test_a_search_imports_only_what_it_needs(embedded_shop: GraphView, mode: str, allowed: set[str]) -> None:
    index = embedded_shop.folder.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, str(index), mode], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) & HEAVY == allowed
