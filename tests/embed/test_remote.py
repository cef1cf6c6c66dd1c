"""Servers that embed, asked over a real connection: what is sent, what is retried, what is refused."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codegraph.config import Embedding
from codegraph.embed import EmbeddingProvider, Waiting, embed_missing, open_provider
from codegraph.embed.providers.remote import RemoteProvider
from codegraph.errors import ServiceError, SettingsError
from codegraph.service import ATTEMPTS, Clock
from tests.embed.server import DIMENSIONS, Answer, Asked, EmbeddingServer, embedding_server, vector_of

KEY = "sk-secret-0123456789"


class FakeTime:
    """A clock that sleeping moves on."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    @property
    def clock(self) -> Clock:
        return Clock(lambda: self.time, self.sleep)


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def opened(
    server: EmbeddingServer, time: FakeTime, environ: dict[str, str] | None = None, **settings: Any
) -> RemoteProvider:
    chosen: dict[str, Any] = {"provider": "openai", "model": "m", "base_url": f"{server.url}/v1", **settings}
    return RemoteProvider(Embedding(**chosen), environ or {}, time.clock)


def expected(*texts: str, dimensions: int = DIMENSIONS) -> np.ndarray:
    return np.array([vector_of(text, dimensions) for text in texts]).astype(np.float16)


# --- what is sent ---------------------------------------------------------------------------------------


def test_texts_are_sent_in_batches_and_their_vectors_put_in_order(
    server: EmbeddingServer, time: FakeTime
) -> None:
    texts = [f"text {number}" for number in range(7)]
    done: list[int] = []
    found = opened(server, time, batch_size=3).embed_documents(texts, done.append)
    assert np.allclose(found, expected(*texts), atol=1e-3)
    assert found.dtype == np.float16
    assert [len(asked.content["input"]) for asked in server.asked] == [3, 3, 1]
    assert {asked.path for asked in server.asked} == {"/v1/embeddings"}
    assert done == list(range(7))
    assert time.slept == []


def test_ollama_is_asked_in_its_own_way(server: EmbeddingServer, time: FakeTime) -> None:
    provider = opened(server, time, provider="ollama", base_url=server.url, model="nomic")
    assert np.allclose(provider.embed_documents(["a", "b"]), expected("a", "b"), atol=1e-3)
    assert server.asked[0].path == "/api/embed"
    assert server.asked[0].content == {"model": "nomic", "input": ["a", "b"], "truncate": True}


def test_texts_are_cut_and_prefixed_and_queries_have_a_prefix_of_their_own(
    server: EmbeddingServer, time: FakeTime
) -> None:
    provider = opened(server, time, max_tokens=8, document_prefix="doc: ", query_prefix="query: ")
    provider.embed_documents(["a  b\n\tc", "x" * 500, "y" * 500], limits=[0, 0, 16])
    provider.embed_query("what")
    assert server.texts == ["doc: a b c", "doc: " + "x" * 32, "doc: " + "y" * 64, "query: what"]


def test_dimensions_are_sent_when_they_are_set_and_learned_when_not(
    server: EmbeddingServer, time: FakeTime
) -> None:
    set_to, learned = opened(server, time, dimensions=4), opened(server, time)
    assert set_to.embed_documents(["a"]).shape == (1, 4)
    assert server.asked[-1].content["dimensions"] == 4
    assert learned.embed_documents(["a"]).shape == (1, DIMENSIONS)
    assert "dimensions" not in server.asked[-1].content
    before = len(server.asked)
    assert (set_to.dimensions, learned.dimensions) == (4, DIMENSIONS)
    assert len(server.asked) == before, "both are known by now"
    assert opened(server, time).dimensions == DIMENSIONS
    assert len(server.asked) == before + 1


def test_nothing_is_sent_before_there_is_a_text(server: EmbeddingServer, time: FakeTime) -> None:
    provider = opened(server, time, dimensions=4)
    assert provider.fingerprint
    assert provider.name == f"m at {server.url.removeprefix('http://')}"
    assert provider.estimate_seconds(1000) is None
    assert provider.embed_documents([]).shape == (0, 4)
    assert server.asked == []


def test_nothing_leaves_the_machine_unless_the_settings_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a connection was made")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("CODEGRAPH_EMBEDDING_API_KEY", KEY)
    provider = open_provider(Embedding())
    assert provider is not None
    assert provider.embed_query("cart").shape == (384,)


# --- the key --------------------------------------------------------------------------------------------


def test_the_key_comes_from_the_environment_alone(server: EmbeddingServer, time: FakeTime) -> None:
    opened(server, time).embed_query("a")
    opened(server, time, {"CODEGRAPH_EMBEDDING_API_KEY": KEY}).embed_query("a")
    opened(server, time, {"OPENAI_API_KEY": KEY}).embed_query("a")
    keys = [asked.headers.get("authorization") for asked in server.asked]
    assert keys == [None, f"Bearer {KEY}", None], "OpenAI's key is for OpenAI alone"


def test_openais_key_is_used_where_it_belongs() -> None:
    provider = RemoteProvider(Embedding(provider="openai", model="m"), {"OPENAI_API_KEY": KEY})
    assert provider._client._key == KEY
    assert provider.name == "m at api.openai.com"


def test_a_key_is_in_no_message_even_when_the_server_repeats_it(
    server: EmbeddingServer, time: FakeTime
) -> None:
    server.turns = [Answer(401, {"error": {"message": f"Incorrect API key provided: {KEY}.\n\x1b[31mBad"}})]
    with pytest.raises(ServiceError) as caught:
        opened(server, time, {"CODEGRAPH_EMBEDDING_API_KEY": KEY}).embed_query("a")
    assert KEY not in str(caught.value)
    assert "HTTP 401 (Incorrect API key provided: (the key)." in str(caught.value)


def test_a_key_is_not_sent_unencrypted_to_another_machine() -> None:
    settings = Embedding(provider="openai", model="m", base_url="http://box.example/v1")
    with pytest.raises(SettingsError, match=r"not sent unencrypted to box\.example"):
        RemoteProvider(settings, {"CODEGRAPH_EMBEDDING_API_KEY": KEY})
    assert RemoteProvider(settings, {}).name == "m at box.example"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://host/v1", "expected an address such as"),
        ("file:///etc/passwd", "expected an address such as"),
        ("host/v1", "expected an address such as"),
        ("http://", "expected an address such as"),
        ("https://host/v1?a=b", "expected an address such as"),
        ("http://user:pass@host/v1", "with a user or password"),
        ("http://[::1", "is no address"),
        ("http://host:99999", "is no address"),
    ],
)
def test_an_address_that_makes_no_sense_is_refused_without_its_secrets(url: str, message: str) -> None:
    with pytest.raises(SettingsError, match=rf"embedding\.base_url: .*{message}") as caught:
        RemoteProvider(Embedding(provider="openai", model="m", base_url=url), {})
    assert "pass@" not in str(caught.value)


def test_a_server_needs_the_name_of_a_model() -> None:
    with pytest.raises(SettingsError, match=r"embedding\.model: ollama needs the name"):
        open_provider(Embedding(provider="ollama"))


# --- failures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_what_may_pass_is_tried_again_with_growing_patience(
    server: EmbeddingServer, time: FakeTime, status: int
) -> None:
    server.turns = [Answer(status), Answer(status), Answer(status)]
    assert np.allclose(opened(server, time).embed_documents(["a"]), expected("a"), atol=1e-3)
    assert time.slept == [0.5, 1.0, 2.0]
    assert len(server.asked) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422])
def test_what_will_not_pass_is_not_tried_again(server: EmbeddingServer, time: FakeTime, status: int) -> None:
    server.turns = [Answer(status, {"error": "model m is not there"})]
    with pytest.raises(ServiceError, match=f"HTTP {status} \\(model m is not there\\)"):
        opened(server, time).embed_documents(["a"])
    assert len(server.asked) == 1


def test_a_server_that_never_recovers_is_given_up(server: EmbeddingServer, time: FakeTime) -> None:
    server.turns = [Answer(503, b"<html>busy</html>")] * 20
    with pytest.raises(ServiceError, match=r"HTTP 503 \(<html>busy</html>\); try again later"):
        opened(server, time).embed_documents(["a"])
    assert len(server.asked) == ATTEMPTS


def test_the_server_says_when_to_come_back(server: EmbeddingServer, time: FakeTime) -> None:
    server.turns = [Answer(429, None, {"Retry-After": "7"}), Answer(429, None, {"Retry-After": "soon"})]
    opened(server, time).embed_documents(["a"])
    assert time.slept == [7.0, 1.0]


def test_it_may_say_so_as_a_date(server: EmbeddingServer, time: FakeTime) -> None:
    server.turns = [Answer(503, None, {"Retry-After": formatdate(0, usegmt=True)})]
    opened(server, time).embed_documents(["a"])
    assert time.slept == [0.0], "that date is past"


def test_nobody_waits_an_hour_without_knowing(server: EmbeddingServer, time: FakeTime) -> None:
    server.turns = [Answer(429, {"error": "quota"}, {"Retry-After": "3600"})]
    with pytest.raises(ServiceError, match=r"HTTP 429 \(quota\); it asks to wait 3600 s"):
        opened(server, time).embed_documents(["a"])
    assert time.slept == []


def test_a_search_does_not_wait_long(server: EmbeddingServer, time: FakeTime) -> None:
    server.turns = [Answer(503)] * 9
    with pytest.raises(ServiceError):
        opened(server, time).embed_query("a")
    assert time.slept == [0.5]


def test_a_server_that_is_silent_is_asked_again(server: EmbeddingServer, time: FakeTime) -> None:
    heard = threading.Event()

    def say_nothing(asked: Asked) -> None:
        heard.wait(30)

    server.turns = [say_nothing]
    found = opened(server, time, timeout=0.2).embed_documents(["a"])
    heard.set()
    assert np.allclose(found, expected("a"), atol=1e-3)
    assert time.slept == [0.5]


def test_a_connection_that_breaks_is_made_again(server: EmbeddingServer, time: FakeTime) -> None:
    server.turns = [Answer(200, b'{"data"', {"Content-Length": "5000"})]
    assert np.allclose(opened(server, time, timeout=5).embed_documents(["a"]), expected("a"), atol=1e-3)


def test_a_server_that_is_not_there_is_named(time: FakeTime) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    provider = RemoteProvider(
        Embedding(provider="ollama", model="m", base_url=f"http://127.0.0.1:{port}"), {}, time.clock
    )
    with pytest.raises(ServiceError, match=f"127.0.0.1:{port}/api/embed: it can't be reached: "):
        provider.embed_documents(["a"])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(server: EmbeddingServer, time: FakeTime, status: int) -> None:
    with embedding_server() as other:
        server.turns = [Answer(status, None, {"Location": f"{other.url}/v1/embeddings"})]
        with pytest.raises(ServiceError, match=f"redirect \\({status}\\), which is not followed"):
            opened(server, time, {"CODEGRAPH_EMBEDDING_API_KEY": KEY}).embed_documents(["a"])
        assert other.asked == []


ROW = [1.0] * DIMENSIONS
ODD: dict[str, tuple[Any, str]] = {
    "no JSON": (b"<html>", "the answer is not JSON"),
    "deep JSON": (b"[" * 100_000, "the answer is not JSON"),
    "another object": ({"vectors": []}, "holds no vectors of numbers"),
    "a list": ([], "holds no vectors of numbers"),
    "too few": ({"data": [{"index": 0, "embedding": ROW}]}, "2 texts were sent, and 1 vectors came back"),
    "numbered twice": ({"data": [{"index": 0, "embedding": ROW}] * 2}, "holds no vectors of numbers"),
    "words": ({"data": [{"index": i, "embedding": ["a", "b"]} for i in (0, 1)]}, "holds no vectors of numbers"),
    "ragged": (
        {"data": [{"index": 0, "embedding": ROW}, {"index": 1, "embedding": ROW[1:]}]},
        "holds no vectors of numbers",
    ),
    "zeros": ({"data": [{"index": i, "embedding": [0.0] * 8} for i in (0, 1)]}, "a vector has no direction"),
    "not a number": (b'{"data": [{"index": 0, "embedding": [NaN]}, {"index": 1, "embedding": [1]}]}', "no direction"),
}  # fmt: skip


@pytest.mark.parametrize("case", ODD)
def test_an_answer_that_makes_no_sense_is_said_to(server: EmbeddingServer, time: FakeTime, case: str) -> None:
    content, message = ODD[case]
    server.turns = [Answer(200, content)]
    with pytest.raises(ServiceError, match=message):
        opened(server, time).embed_documents(["a", "b"])


def test_vectors_of_the_wrong_length_are_refused(server: EmbeddingServer, time: FakeTime) -> None:
    server.turns = [Answer(200, {"data": [{"index": 0, "embedding": ROW}]})]
    with pytest.raises(ServiceError, match=r"have 8 numbers, embedding\.dimensions says 4"):
        opened(server, time, dimensions=4).embed_documents(["a"])
    provider = opened(server, time)
    provider.embed_documents(["a"])
    server.dimensions = 16
    with pytest.raises(ServiceError, match="have 16 numbers, before they had 8"):
        provider.embed_documents(["a"])


# --- the pace -------------------------------------------------------------------------------------------


def test_no_more_requests_a_minute_than_allowed(server: EmbeddingServer, time: FakeTime) -> None:
    opened(server, time, batch_size=1, requests_per_minute=2).embed_documents(list("abcde"))
    assert time.slept == [60.0, 60.0]


def test_no_more_tokens_a_minute_than_allowed(server: EmbeddingServer, time: FakeTime) -> None:
    provider = opened(server, time, batch_size=1, tokens_per_minute=20)
    provider.embed_documents(["x" * 36] * 4)  # ten tokens each
    assert time.slept == [60.0]
    assert provider.estimate_seconds(200) == 600.0
    provider.embed_documents(["x" * 400])
    assert len(server.asked) == 5, "a text that alone has more than a minute may have is sent alone"


# --- stopping and going on ------------------------------------------------------------------------------


def test_what_was_embedded_before_a_failure_stays(server: EmbeddingServer, time: FakeTime) -> None:
    provider = opened(server, time, batch_size=2)
    texts = {f"hash {number}": Waiting(f"text {number}") for number in range(6)}
    stored: dict[str, np.ndarray] = {}

    def commit(hashes: list[str], matrix: np.ndarray) -> None:
        stored.update(zip(hashes, matrix, strict=True))

    server.turns = [lambda _: None, lambda _: None, Answer(400, {"error": "no"})]
    with pytest.raises(ServiceError):
        embed_missing(provider, texts, commit)
    assert list(stored) == list(texts)[:4]
    rest = {key: text for key, text in texts.items() if key not in stored}
    embed_missing(provider, rest, commit)
    found = np.stack([stored[key] for key in texts])
    assert np.allclose(found, expected(*(each.text for each in texts.values())), atol=1e-3)


def test_a_fingerprint_tells_servers_models_and_texts_apart(server: EmbeddingServer, time: FakeTime) -> None:
    changes: list[dict[str, Any]] = [
        {}, {"model": "n"}, {"base_url": "http://127.0.0.1:1"}, {"provider": "ollama"}, {"dimensions": 3},
        {"max_tokens": 64}, {"document_prefix": "x"},
    ]  # fmt: skip
    prints = {opened(server, time, **change).fingerprint for change in changes}
    assert len(prints) == len(changes)
    same = opened(server, time, {"CODEGRAPH_EMBEDDING_API_KEY": KEY}, query_prefix="?", batch_size=9)
    assert same.fingerprint in prints


def test_it_is_a_provider_like_any_other(server: EmbeddingServer, time: FakeTime, tmp_path: Path) -> None:
    provider: EmbeddingProvider = opened(server, time)
    assert provider.step_size == 64
