"""A server that embeds, for tests: its vectors are a pure function of the text, its failures are as asked for."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

DIMENSIONS = 8


class Asked(NamedTuple):
    """One request: its path, headers by lower-case name, and JSON."""

    path: str
    headers: dict[str, str]
    content: dict[str, Any]


class Answer(NamedTuple):
    """What the server says instead of vectors."""

    status: int
    content: Any = None
    headers: Mapping[str, str] = MappingProxyType({})


Turn = Answer | Callable[["Asked"], Answer | None]
"""An answer, or what is done with a request; None lets it be answered as usual."""


def vector_of(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """The vector of a text, of length 1."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
    numbers = np.random.default_rng(seed).standard_normal(dimensions)
    return [float(number) for number in numbers / np.linalg.norm(numbers)]


class EmbeddingServer:
    """Speaks both protocols. ``turns`` are taken one a request; then, vectors are what it answers."""

    def __init__(self, port_holder: ThreadingHTTPServer) -> None:
        self._server = port_holder
        self.turns: list[Turn] = []
        self.asked: list[Asked] = []
        self.dimensions = DIMENSIONS

    @property
    def url(self) -> str:
        """Its address, without a path."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    @property
    def texts(self) -> list[str]:
        """All texts that were sent, in order."""
        return [text for asked in self.asked for text in asked.content["input"]]

    def answer(self, asked: Asked) -> Answer:
        """What a request gets."""
        self.asked.append(asked)
        turn = self.turns.pop(0) if self.turns else None
        found = turn(asked) if callable(turn) else turn
        return found or self.vectors(asked)

    def vectors(self, asked: Asked) -> Answer:
        """The vectors of a request's texts, those of OpenAI's protocol in reverse order, as it may."""
        texts: Sequence[str] = asked.content["input"]
        length = asked.content.get("dimensions", self.dimensions)
        found = [vector_of(text, length) for text in texts]
        if asked.path.endswith("/api/embed"):
            return Answer(200, {"embeddings": found})
        rows = [{"index": number, "embedding": vector} for number, vector in enumerate(found)]
        return Answer(200, {"data": rows[::-1]})


class _Handler(BaseHTTPRequestHandler):
    server: Any

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.server.embedding.answer(Asked(self.path, headers, json.loads(body)))
        content = answer.content
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        try:
            self.send_response(answer.status)
            for name, value in {"Content-Length": str(len(data)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except OSError:  # the client has gone, as some tests want
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing."""


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: clients that break off are part of the tests."""


@contextmanager
def embedding_server() -> Iterator[EmbeddingServer]:
    """A server on a free port of this machine."""
    with _Quiet(("127.0.0.1", 0), _Handler) as server:
        server.embedding = EmbeddingServer(server)  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.embedding  # type: ignore[attr-defined]
        finally:
            server.shutdown()
            thread.join()
