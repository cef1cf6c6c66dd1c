"""A server that embeds, for tests: its vectors are a pure function of the text, its failures are as asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from tests.serving import Handler, serving

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

    def __init__(self, url: str) -> None:
        self.url = url
        self.turns: list[Turn] = []
        self.asked: list[Asked] = []
        self.dimensions = DIMENSIONS

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


class _Handler(Handler):
    def do_POST(self) -> None:
        body = self.read_body()
        answer = self.server.app.answer(Asked(self.path, self.lower_headers, json.loads(body)))
        self.reply(*answer)


def embedding_server() -> AbstractContextManager[EmbeddingServer]:
    """A server on a free port of this machine."""
    return serving(_Handler, EmbeddingServer)
