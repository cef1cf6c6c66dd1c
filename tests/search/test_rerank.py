"""The order that a cross-encoder gives the best hits."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import codegraph
from codegraph.embed.cross_encoder import CrossEncoder
from codegraph.errors import MissingPartError, UsageError
from codegraph.graph.view import GraphView
from codegraph.search import search
from codegraph.search.rerank import reranked
from tests.embed.tiny_model import WORDS, table, write_model
from tests.projects import write
from tests.search.sample import source_of

FILES = {"shop.py": "def add_cart():\n    total = 1\n\n\ndef add_date():\n    parse = 1\n"}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gives a pair the mean of its words' weights, drawn at random."""
    return write_model(tmp_path_factory.mktemp("cross"), 1, outputs=("sentence_embedding",))


def test_a_pair_gets_what_the_graph_makes_of_both_texts(model: Path) -> None:
    encoder = CrossEncoder(model)
    weights = dict(zip(WORDS, table(1)[:, 0].tolist(), strict=True))
    by_weight = sorted(("add", "cart", "date", "parse", "total"), key=weights.__getitem__)
    found = encoder.scores("query", by_weight)
    assert found == sorted(found)
    assert all(0 < score < 1 for score in found)
    assert encoder.scores("query", []) == []


def test_hits_come_in_the_order_of_the_model(model: Path, tmp_path: Path) -> None:
    root = write(tmp_path, FILES)
    plain = codegraph.index(root, embeddings=False)
    query = "what does add things"
    with plain as graph:
        before = {hit.name for hit in graph.search(query, mode="lexical").hits}
    with codegraph.open(root, search={"reranker": str(model), "rerank_top": 2}) as graph:
        hits = graph.search(query, mode="lexical").hits
    assert {hit.name for hit in hits} == before
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    fits = dict(zip(("add_cart", "add_date"), CrossEncoder(model).scores(query, texts(root)), strict=True))
    assert [hit.name for hit in hits[:2]] == sorted(fits, key=lambda name: -fits[name])


def texts(root: Path) -> list[str]:
    first, second = (root / "shop.py").read_text().split("\n\n\n")
    name = root.name
    return [f"{name}::shop::add_cart\n{first}", f"{name}::shop::add_date\n{second}"]


def test_a_model_that_is_none_is_named(tmp_path: Path, embedded_shop: GraphView) -> None:
    with pytest.raises(MissingPartError, match=r"tokenizer\.json|model\.onnx"):
        CrossEncoder(tmp_path / "nothing").scores("a", ["b"])
    encoder = CrossEncoder(write_model(tmp_path, 8))
    with pytest.raises(MissingPartError, match="no cross-encoder"):
        encoder.scores("add", ["cart"])
    with pytest.raises(UsageError, match="sources"):
        search(embedded_shop, embedded_shop.folder, "pay for it", mode="lexical", reranker=encoder)


class Given:
    def __init__(self, fits: Sequence[float]) -> None:
        self.fits = fits

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        return list(self.fits[: len(texts)])


@given(
    st.lists(st.floats(0, 1), max_size=12, unique=True),
    st.lists(st.floats(0, 1), min_size=12, max_size=12),
    st.integers(1, 12),
)
def test_scores_still_fall_and_no_hit_is_lost(
    embedded_shop: GraphView, scores: list[float], fits: list[float], top: int
) -> None:
    ranking = [(row, score) for row, score in enumerate(sorted(scores, reverse=True))]
    found = reranked(embedded_shop, ranking, "query", Given(fits), source_of, top)
    assert sorted(row for row, _ in found) == [row for row, _ in ranking]
    assert found[top:] == ranking[top:]
    rounded = [round(score, 3) for _, score in found]
    assert rounded == sorted(rounded, reverse=True)
