"""Symbols that are like another one, and what lies around hits."""

import pytest

import codegraph
from codegraph.embed import EmbeddingProvider
from codegraph.errors import UsageError
from codegraph.graph.view import GraphView
from codegraph.search import SearchResult, search, search_like
from codegraph.search.filters import Filters
from codegraph.search.neighbours import DECAY, widened
from tests.graphs import make_graph, publish
from tests.search.sample import publish_shop, source_of


def like(view: GraphView, fqn: str, **options: object) -> SearchResult:
    row = view.row_of(f"shop::{fqn}")
    assert row is not None
    return search_like(view, view.folder, row, **options)  # type: ignore[arg-type]


def test_the_nearest_code_comes_first_without_the_symbol_and_its_family(embedded_shop: GraphView) -> None:
    result = like(embedded_shop, "shop/passwords::check_digest", source_of=source_of)
    names = [hit.name for hit in result.hits]
    assert names[0] == "make_digest"
    assert "check_digest" not in names
    assert "passwords.py" not in names
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)
    assert (result.mode, result.notes) == ("vector", [])
    members = {hit.name for hit in like(embedded_shop, "shop/pages::Paginator", k=50).hits}
    assert not members & {"page", "per_page", "page_count", "__init__", "pages.py"}


def test_filters_and_the_least_score_hold(embedded_shop: GraphView) -> None:
    in_typescript = like(
        embedded_shop, "shop/passwords::make_digest", filters=Filters(languages=["typescript"])
    )
    assert {hit.language for hit in in_typescript.hits} == {"typescript"}
    assert not like(embedded_shop, "shop/passwords::make_digest", min_score=0.99).hits


def test_words_serve_while_there_is_no_vector(tmp_path_factory: pytest.TempPathFactory) -> None:
    view = publish_shop(tmp_path_factory.mktemp("plain"), None)
    result = like(view, "shop/passwords::check_digest")
    assert (result.mode, result.hits[0].name) == ("lexical", "make_digest")
    assert "no vector yet" in result.notes[0]


GRAPH = """
    package  app                    @
    module   app::a                 @a.py
    function app::a::begin          @a.py:1-2
    function app::a::middle         @a.py:3-4
    function app::a::end            @a.py:5-6
    function app::a::maybe          @a.py:7-8
    function app::a::test_begin     @a.py:9-10  test
    external ext::pypi::requests::get
    app::a::begin calls app::a::middle   certain 1:1
    app::a::middle calls app::a::end     inferred 3:1
    app::a::begin calls app::a::maybe    possible 2:1
    app::a::test_begin calls app::a::begin certain 9:1
    app::a::begin calls ext::pypi::requests::get certain 2:2
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> GraphView:
    return publish(tmp_path_factory.mktemp("edges"), make_graph(GRAPH))


@pytest.mark.parametrize(
    ("hops", "wanted"),
    [
        (0, {}),
        (1, {"middle": DECAY, "test_begin": DECAY}),
        (2, {"middle": DECAY, "test_begin": DECAY, "end": DECAY**2}),
    ],
)
def test_edges_lead_on_in_both_directions_and_each_step_costs(
    graph: GraphView, hops: int, wanted: dict[str, float]
) -> None:
    begin = graph.rows_named("begin")[0]
    found = widened(graph, {begin: 1.0}, hops, lambda _: True)
    assert {graph.name(row): score for row, score in found.items()} == pytest.approx(wanted)


def test_what_is_not_accepted_is_passed_through(graph: GraphView) -> None:
    begin = graph.rows_named("begin")[0]
    found = widened(graph, {begin: 1.0}, 2, lambda row: graph.name(row) == "end")
    assert [graph.name(row) for row in found] == ["end"]


def test_hits_are_widened_behind_those_that_bear_the_name(
    embedded_shop: GraphView, provider: EmbeddingProvider
) -> None:
    with pytest.raises(UsageError, match="below 0"):
        search(embedded_shop, embedded_shop.folder, "page", hops=-1)
    result = search(embedded_shop, embedded_shop.folder, "slugify", provider=provider, hops=1)
    assert (result.hits[0].name, result.hits[0].match_origin) == ("slugify", "exact")
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_query_and_a_likeness_exclude_each_other(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("both")
    (root / "a.py").write_text("def f(): ...\n")
    with codegraph.index(root, embeddings=False) as graph, pytest.raises(UsageError, match="not both"):
        graph.search("f", like="f")
