"""What is worth a chunk, and what its texts say."""

from __future__ import annotations

import hashlib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.embed import Composition, compose_chunks
from codegraph.embed.compose import without_doc
from codegraph.model import TEXT_COLUMNS, Graph
from tests.graphs import graph_of, make_graph, node
from tests.search.sample import shop_nodes, source_of
from tests.strategies import graphs


def shop_texts(column: str = "dense_text") -> dict[str, str]:
    chunks = compose_chunks(shop_nodes(), source_of)
    return dict(zip(chunks["id"], chunks[column], strict=True))


def test_a_function_is_its_words_its_place_its_doc_and_its_code() -> None:
    assert shop_texts()["shop::shop/passwords::make_digest#0"] == (
        "make digest\n"
        "shop/passwords > make_digest\n"
        "Derive what is stored instead of a password.\n"
        "def make_digest(secret, salt):\n"
        '    return hashlib.pbkdf2_hmac("sha256", secret, salt, ITERATIONS)'
    )


def test_a_member_bears_its_types_name_and_its_decorators_and_loses_its_indentation() -> None:
    assert shop_texts()["shop::shop/pages::Paginator::page_count#0"] == (
        "paginator page count\n"
        "shop/pages > Paginator.page_count @property\n"
        "def page_count(self):\n"
        "    return -(-len(self.items) // self.per_page)"
    )


def test_a_type_is_its_header_and_the_names_of_its_members() -> None:
    assert shop_texts()["shop::shop/pages::Paginator#0"] == (
        "paginator\n"
        "shop/pages > Paginator\n"
        "Cuts a list of results into pages.\n"
        "class Paginator:\n"
        "    per_page = 20\n"
        "__init__, page, page_count"
    )


def test_a_module_is_its_doc_and_what_it_defines() -> None:
    assert shop_texts()["shop::shop/passwords#0"] == (
        "shop passwords\nshop/passwords\nKeeping secrets.\ndefines ITERATIONS, make_digest, check_digest"
    )


def test_the_text_for_readers_says_where_it_stands_and_in_what() -> None:
    assert shop_texts("context_text")["shop::web/cart.ts::CartService::total#0"] == (
        "web/cart.ts:8-10 method CartService.total\n"
        "in export class CartService\n"
        "total(): number {\n"
        "  return this.items.reduce((sum, item) => sum + item.price, 0);\n"
        "}"
    )


def test_the_text_for_words_is_doc_and_code_as_they_stand() -> None:
    sparse = shop_texts("sparse_text")["shop::web/retry.ts::retryWithBackoff#0"]
    assert sparse.startswith("Call again after an error")
    assert "export async function retryWithBackoff" in sparse


def test_data_without_documentation_externals_and_statements_have_no_chunk() -> None:
    graph = make_graph(
        """
        package   p               @
        module    p::m            @m.py
        class     p::m::C         @m.py:1
        field     p::m::C::plain  @m.py:2
        field     p::m::C::told   @m.py:3       doc="What it holds."
        constant  p::m::TABLE     @m.py:10-20
        constant  p::m::ONE       @m.py:21
        function  p::m::f         @m.py:30
        statement p::m::f::1      @m.py:31
        module    p::empty        @empty.py
        external  ext::pypi::x
        external  ext::pypi::x::y
        """
    )
    chunks = compose_chunks(graph.nodes, lambda path: b"")
    assert [key.removesuffix("#0") for key in chunks["id"]] == [
        "p::m", "p::m::C", "p::m::C::told", "p::m::TABLE", "p::m::f"
    ]  # fmt: skip


def test_texts_are_cut_and_hashed_as_they_are_stored() -> None:
    chunks = compose_chunks(shop_nodes(), source_of, composition=Composition(max_text_chars=100))
    for text, key in zip(chunks["dense_text"], chunks["dense_text_hash"], strict=True):
        assert len(text) <= 100
        assert key == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_without_the_path_a_text_begins_with_the_name_alone() -> None:
    chunks = compose_chunks(shop_nodes(), source_of, composition=Composition(path=False))
    text = dict(zip(chunks["id"], chunks["dense_text"], strict=True))["shop::shop/pages::Paginator::page#0"]
    assert text.startswith("paginator page\nPaginator.page\ndef page(self, number):")


def test_a_long_function_has_windows_over_its_code_that_know_their_lines() -> None:
    body = "".join(f"    total += price_of(item_{number}, quantity_{number})\n" for number in range(30))
    source = f"# prices\n\ndef bill():\n    total = 0\n{body}    return total\n".encode()
    span = {"line": 3, "start_line": 3, "end_line": 35, "start_byte": 10, "end_byte": len(source)}
    nodes = graph_of([node("m", "module", ["@m.py"]), node("m::bill", words=["@m.py"], **span)]).nodes

    def texts(windows: int) -> list[tuple[str, int, int, str]]:
        chunks = compose_chunks(nodes, lambda path: source, composition=Composition(windows=windows))
        columns = ("id", "start_line", "end_line", "dense_text")
        return [one for one in zip(*(chunks[name] for name in columns), strict=True) if "bill" in one[0]]

    assert [one[0] for one in texts(0)] == ["m::bill#0"]
    found = texts(20)
    assert [one[0] for one in found] == [f"m::bill#{number}" for number in range(len(found))]
    lines = source.decode().split("\n")
    for _, begin, end, text in found[1:]:
        assert text == "bill\nm > bill\n" + "\n".join(lines[begin - 1 : end])
    for (*_, before, _), (_, after, *_) in itertools.pairwise(found[1:]):
        assert after == before  # the line that both have
    assert found[-1][2] == 35
    assert [one[0] for one in texts(1)] == ["m::bill#0", "m::bill#1"]


def test_some_rows_can_be_composed_alone() -> None:
    every = compose_chunks(shop_nodes(), source_of)
    some = compose_chunks(shop_nodes(), source_of, rows=every["node"][3:6])
    assert some["dense_text"] == every["dense_text"][3:6]


def test_without_its_source_a_symbol_is_still_named() -> None:
    def nothing(path: str) -> bytes:
        raise FileNotFoundError(path)

    chunks = compose_chunks(shop_nodes(), nothing)
    text = dict(zip(chunks["id"], chunks["dense_text"], strict=True))["shop::shop/urls::slugify#0"]
    assert text == "slugify\nshop/urls > slugify"


def test_a_change_elsewhere_in_the_file_leaves_a_text_as_it_was() -> None:
    nodes = shop_nodes()
    shifted = {
        **nodes,
        **{
            column: [value + shift for value in nodes[column]]
            for column, shift in (
                ("start_byte", 10),
                ("end_byte", 10),
                ("line", 1),
                ("start_line", 1),
                ("end_line", 1),
            )
        },
    }
    moved = compose_chunks(shifted, lambda path: b"# a line\n\n" + source_of(path))
    before = compose_chunks(nodes, source_of)
    assert moved["dense_text_hash"] == before["dense_text_hash"]


def test_carriage_returns_and_wide_letters_do_no_harm() -> None:
    source = "def größe():\r\n    return '日本'\r\n".encode()
    span = {"line": 1, "start_line": 1, "end_line": 2, "start_byte": 0, "end_byte": len(source)}
    nodes = graph_of([node("m", "module", ["@m.py"]), node("m::größe", words=["@m.py"], **span)]).nodes
    text = compose_chunks(nodes, lambda path: source)["dense_text"][1]
    assert text == "größe\nm > größe\ndef größe():\n    return '日本'"


@pytest.mark.parametrize(
    ("code", "doc", "left"),
    [
        ('def f():\n    """Do it."""\n    go()', "Do it.", "def f():\n    go()"),
        ("def f():\n    r'''Do it.\n\n    Well.\n    '''\n    go()", "Do it.\n\nWell.", "def f():\n    go()"),
        ('def f():\n    "Do it."\n    go()', "Do it.", "def f():\n    go()"),
        ("def f():\n    # Do it.\n    go()", "Do it.", "def f():\n    # Do it.\n    go()"),
        ("f() { go() }", "Do it.", "f() { go() }"),
        ("def f(): go()", "", "def f(): go()"),
    ],
)
def test_documentation_inside_the_code_is_not_said_twice(code: str, doc: str, left: str) -> None:
    assert without_doc(code, doc) == left


@given(graphs(), st.binary(max_size=400))
def test_any_graph_over_any_source_can_be_composed(graph: Graph, source: bytes) -> None:
    chunks = compose_chunks(graph.nodes, lambda path: source)
    count = len(chunks["id"])
    assert {len(chunks[column.name]) for column in TEXT_COLUMNS} == {count}
    assert len(set(chunks["id"])) == count
    assert chunks["node"] == sorted(chunks["node"])
    assert chunks == compose_chunks(graph.nodes, lambda path: source)
