"""A server with a language model, for tests: it says what the test wants, in both protocols."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tests.serving import Handler, serving

Say = Callable[[str], "str | tuple[int, Any]"]
"""From the prompt to a text, or to a status and its JSON."""


class ModelServer:
    """``say`` decides what is answered; requests are kept in ``asked``."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.say: Say = lambda _: "It adds prices."
        self.finish = "stop"
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()

    @property
    def prompts(self) -> list[str]:
        """What was sent to be summed up."""
        return [asked["messages"][1]["content"] for asked in self.asked]

    def answer(self, path: str, headers: dict[str, str], asked: dict[str, Any]) -> tuple[int, Any]:
        """Status and JSON for a request."""
        with self.lock:
            self.asked.append(asked | {"path": path})
            self.headers.append(headers)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            said = self.say(asked["messages"][1]["content"])
        finally:
            with self.lock:
                self.at_once -= 1
        if isinstance(said, tuple):
            return said
        message = {"role": "assistant", "content": said}
        if path.endswith("/api/chat"):
            return 200, {"message": message, "done_reason": self.finish}
        return 200, {"choices": [{"index": 0, "message": message, "finish_reason": self.finish}]}


class _Handler(Handler):
    def do_POST(self) -> None:
        body = json.loads(self.read_body())
        self.reply(*self.server.app.answer(self.path, self.lower_headers, body))


def model_server() -> AbstractContextManager[ModelServer]:
    """A server on a free port of this machine."""
    return serving(_Handler, ModelServer)
