"""An index whose vectors are mirrored to a store and searched there."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import codegraph
from codegraph.config import load_settings
from codegraph.config.settings import Vectors
from codegraph.errors import VectorStoreError
from codegraph.vectors import Point, VectorStore, opening
from codegraph.vectors.lance import LanceStore
from codegraph.vectors.opening import namespace_of
from codegraph.vectors.sqlite import SqliteStore

SOURCES = {
    "prices.py": 'def total(items):\n    """Sum of all prices."""\n    return sum(items)\n',
    "text.py": 'def slugify(title):\n    """Make a title usable in an address."""\n    return title.lower()\n',
    "tests/test_text.py": "def test_slugify():\n    assert slugify('A') == 'a'\n",
}
QUESTION = "make the title an address"


class Words:
    """A model that costs nothing: texts that share words lie near to each other."""

    name = fingerprint = "words"
    dimensions, step_size = 64, 100

    def estimate_seconds(self, tokens: int) -> None:
        """It takes no time."""

    def embed_documents(self, texts: Sequence[str], on_done: Any = None, limits: Sequence[int] = ()) -> Any:
        return np.array([self.embed_query(text) for text in texts], np.float16).reshape(-1, self.dimensions)

    def embed_query(self, text: str) -> Any:
        vector = np.full(self.dimensions, 0.01)
        for word in re.findall(r"[a-z]+", text.lower()):
            vector[zlib.crc32(word.encode()) % self.dimensions] += 1
        return (vector / np.linalg.norm(vector)).astype(np.float16)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("codegraph.embed.open_provider", lambda *_: Words())
    root = tmp_path / "shop"
    for name, text in SOURCES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def ranking(graph: codegraph.Codegraph, question: str = QUESTION, **options: Any) -> list[tuple[str, float]]:
    return [(hit.fqn, round(hit.score, 2)) for hit in graph.search(question, mode="vector", **options).hits]


class Counting(SqliteStore):
    """Notes what is sent and how often it is asked."""

    sent: list[str]
    asked: int
    broken = False

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        self.sent, self.asked = [], 0

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Any) -> None:
        self.sent += [point.id for point in points]
        super().upsert(namespace, points, matrix)

    def search(self, *arguments: Any) -> Any:
        self.asked += 1
        if self.broken:
            raise VectorStoreError("the store is away")
        return super().search(*arguments)

    def close(self) -> None:
        """It is used on."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counting:
    counting = Counting(tmp_path / "points.sqlite")
    monkeypatch.setitem(opening._BUILT_IN, "counting", lambda *_: counting)
    return counting


def index(root: Path) -> codegraph.Codegraph:
    return codegraph.index(root, vectors={"store": "counting"})


def test_vectors_are_sent_and_answer_as_the_index_would(project: Path, store: Counting) -> None:
    with codegraph.index(project) as graph:
        expected = ranking(graph)
    with index(project) as graph:
        assert len(store.sent) == len(set(store.sent)) == graph.indexed.report.embedded["chunks"]
        assert ranking(graph) == expected
        assert store.asked == 1
        assert graph.search(QUESTION).notes == []


def test_only_what_changed_is_sent(project: Path, store: Counting) -> None:
    index(project).close()
    store.sent.clear()
    index(project).close()
    assert store.sent == []
    text = project / "text.py"
    text.write_text(text.read_text() + "\n\ndef count(words):\n    return len(words)\n")
    with index(project) as graph:
        sent = sorted(id_.partition("::")[2] for id_ in store.sent)
        assert sent == ["text#0", "text::count#0"]
        assert "shop::text::count" in dict(ranking(graph, "count the words"))
    text.write_text(SOURCES["text.py"])
    with index(project) as graph:
        assert "shop::text::count" not in dict(ranking(graph, "count the words"))


FILTERS: tuple[dict[str, Any], ...] = (
    {"filter_kinds": ["function"]},
    {"filter_paths": ["tests"]},
    {"filter_paths": ["*.py"]},
    {"tests": False},
    {"levels": ["module"]},
    {"filter_packages": ["shop"]},
    {"filter_languages": ["go"]},
)


def test_filters_hold_there_too(project: Path, store: Counting) -> None:
    with codegraph.index(project) as graph:
        expected = [ranking(graph, **filters) for filters in FILTERS]
    with index(project) as graph:
        assert [ranking(graph, **filters) for filters in FILTERS] == expected
        assert store.asked == len(FILTERS)


def test_a_store_that_is_away_is_told_and_the_index_answers(project: Path, store: Counting) -> None:
    with index(project) as graph:
        expected = ranking(graph)
        store.broken = True
        answer = graph.search(QUESTION, mode="vector")
        assert [(hit.fqn, round(hit.score, 2)) for hit in answer.hits] == expected
        assert answer.mode == "vector"
        assert answer.notes == ["the index's own vectors answer: the store is away"]


def test_a_store_that_was_not_brought_up_is_not_asked(project: Path, store: Counting) -> None:
    codegraph.index(project).close()
    with codegraph.open(project, vectors={"store": "counting"}) as graph:
        answer = graph.search(QUESTION)
    assert store.asked == 0
    assert answer.notes == ["the store counting lacks these vectors; `codegraph index` sends them"]


def test_a_failure_to_send_leaves_the_index_whole(
    project: Path, store: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise VectorStoreError("the store is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "upsert", fail)
        with pytest.raises(VectorStoreError, match="full"):
            index(project)
    with codegraph.open(project) as graph:
        assert graph.search(QUESTION).mode == "hybrid"
    with index(project) as graph:
        assert graph.search(QUESTION).notes == []
        assert store.asked == 1


def test_a_project_can_not_send_its_readers_code_anywhere(project: Path) -> None:
    (project / "codegraph.toml").write_text(
        '[vectors]\nstore = "postgres"\nurl = "postgresql://elsewhere/"\nnamespace = "x"\nschema = "y"\n'
    )
    settings, warnings = load_settings(project)
    assert settings.vectors == Vectors()
    assert len(warnings) == 4


def test_real_stores_answer_as_the_index_does(project: Path, postgres_url: str, redis_url: str) -> None:
    with codegraph.index(project) as graph:
        expected = ranking(graph)
    for store, url in (("postgres", postgres_url), ("redis", redis_url), ("qdrant", ""), ("sqlite", "")):
        with codegraph.index(project, vectors={"store": store, "url": url}) as graph:
            answer = graph.search(QUESTION, mode="vector")
        assert [(hit.fqn, round(hit.score, 2)) for hit in answer.hits] == expected, store
        assert answer.notes == []


def test_many_vectors_are_searched_in_lancedb(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codegraph.builder import Outside

    monkeypatch.setattr(Outside, "is_wanted", lambda self, embeddings: True)
    asked: list[str] = []
    real = LanceStore.search

    def search(self: LanceStore, namespace: str, *rest: Any) -> Any:
        asked.append(namespace)
        return real(self, namespace, *rest)

    monkeypatch.setattr(LanceStore, "search", search)
    with codegraph.index(project) as graph:
        names = [fqn for fqn, _ in ranking(graph)]
    assert names[0] == "shop::text::slugify"
    assert len(asked) == 1


def test_a_store_is_anything_that_keeps_the_protocol(store: Counting) -> None:
    kept: VectorStore = store
    assert kept.name == "sqlite"
    assert namespace_of(Vectors(), Path("/x"), "x", "m")
