"""The full-text index: what is in it, how it ranks, and what a bad file or query does."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegraph.errors import IndexFormatError, StorageError
from codegraph.graph.view import GraphView
from codegraph.search.lexical import rank_by_words
from codegraph.search.ranking import Question
from codegraph.store.layout import LEXICAL_FILE, LEXICAL_FORMAT
from codegraph.store.lexical import write_lexical
from tests.graphs import graph_of, node
from tests.search.sample import publish_shop, shop_nodes, source_of

Ask = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> GraphView:
    return publish_shop(tmp_path_factory.mktemp("shop"))


@pytest.fixture(scope="module")
def ask(shop: GraphView) -> Ask:
    def names(query: str) -> list[str]:
        found = rank_by_words(shop.folder / LEXICAL_FILE, shop, Question(query, lambda row: True, 100))
        return [shop.fqn(row).split("::", 1)[1] for row, _ in found]

    return names


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("send the receipt", "shop/mail::send_receipt"),
        ("CHECK DIGESTS", "shop/passwords::check_digest"),
        ("backoff", "web/retry.ts::retryWithBackoff"),
        ("add an item to the cart", "web/cart.ts::CartService::addItem"),
        ("cut a list into pages", "shop/pages::Paginator"),
        ("what is stored instead of passwords", "shop/passwords::make_digest"),
        ("smtp mail to a customer", "shop/mail::send_receipt"),
        ("paginator page counting", "shop/pages::Paginator::page_count"),
    ],
)
def test_words_of_names_docs_and_code_find_it(ask: Ask, query: str, first: str) -> None:
    assert ask(query)[0] == first


def test_the_names_of_callers_find_what_they_call(tmp_path: Path) -> None:
    rows = [node(f"m::{name}", path="m.py") for name in ("clean", "test_that_blanks_are_cut", "wash")]
    nodes = graph_of([node("m", "module", ["@m.py"]), *rows]).nodes
    clean, test, wash = (nodes["fqn"].index(f"m::{row['name']}") for row in rows)
    write_lexical(tmp_path / "words", nodes, lambda path: b"", {clean: [test], wash: [test]})
    with closing(sqlite3.connect(tmp_path / "words")) as database:
        found = database.execute("SELECT rowid FROM terms WHERE terms MATCH 'callers : blank'").fetchall()
    assert found == [(clean,), (wash,)]


def test_a_term_that_nothing_has_finds_nothing(ask: Ask) -> None:
    assert ask("zeppelin") == []


def test_the_code_of_a_method_does_not_find_its_class(ask: Ask) -> None:
    assert "web/cart.ts::CartService" not in ask("reduce sum")


def test_externals_are_not_in_it(ask: Ask) -> None:
    assert ask("requests get") == []


def test_a_file_that_cannot_be_read_is_found_by_what_its_nodes_say(tmp_path: Path) -> None:
    def nothing(path: str) -> bytes:
        raise FileNotFoundError(path)

    view = publish_shop(tmp_path)
    (view.folder / LEXICAL_FILE).unlink()
    write_lexical(view.folder / LEXICAL_FILE, shop_nodes(), nothing)
    found = rank_by_words(view.folder / LEXICAL_FILE, view, Question("slugify", lambda row: True, 10))
    assert [view.name(row) for row, _ in found] == ["slugify"]


def test_rows_that_are_not_accepted_take_no_place(shop: GraphView) -> None:
    wanted = shop.row_of("shop::shop/pages::Paginator::page_count")
    question = Question("page", lambda row: row == wanted, 1)
    assert [row for row, _ in rank_by_words(shop.folder / LEXICAL_FILE, shop, question)] == [wanted]


def test_the_same_nodes_give_the_same_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_lexical(tmp_path / name, shop_nodes(), source_of)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(query=st.one_of(st.text(), st.text('"*^:(){}+-ANDORNEAT digest', min_size=1)))
def test_no_query_is_a_syntax_error(ask: Ask, query: str) -> None:
    ask(query)


@given(
    name=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30)
)
@settings(deadline=None, max_examples=30)
def test_any_name_can_be_written(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    nodes = graph_of([node("m", "module", ["@m.py"]), node(f"m::{name}", name=name, path="m.py")]).nodes
    write_lexical(tmp_path_factory.mktemp("any") / "lexical", nodes, lambda path: b"")


@pytest.mark.parametrize("content", [b"", b"not a database" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_index_says_what_to_do(shop: GraphView, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    with pytest.raises(IndexFormatError, match="run `codegraph index`"):
        rank_by_words(tmp_path / "bad", shop, Question("digest", lambda row: True, 10))


def test_a_missing_index_says_what_to_do(shop: GraphView, tmp_path: Path) -> None:
    with pytest.raises(IndexFormatError, match="missing"):
        rank_by_words(tmp_path / "none", shop, Question("digest", lambda row: True, 10))


def test_an_index_of_another_format_is_not_read(shop: GraphView, tmp_path: Path) -> None:
    target = tmp_path / "other"
    write_lexical(target, shop_nodes(), source_of)
    with sqlite3.connect(target) as database:
        database.execute(f"PRAGMA user_version = {LEXICAL_FORMAT + 1}")
    database.close()
    with pytest.raises(IndexFormatError, match="format"):
        rank_by_words(target, shop, Question("digest", lambda row: True, 10))


def test_rows_beyond_the_graph_are_ignored(shop: GraphView, tmp_path: Path) -> None:
    rows = [node(f"m::f{i:02}", path="m.py") for i in range(40)]
    nodes = graph_of([node("m", "module", ["@m.py"]), *rows]).nodes
    write_lexical(tmp_path / "big", nodes, lambda path: b"digest " * 40)
    found = rank_by_words(tmp_path / "big", shop, Question("f35", lambda row: True, 100))
    assert all(row < shop.node_count for row, _ in found)


def test_a_folder_that_is_not_there_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="can't be written"):
        write_lexical(tmp_path / "no" / "such" / "lexical", shop_nodes(), source_of)
