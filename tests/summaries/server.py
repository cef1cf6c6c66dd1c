"""A server with a language model, for tests: it says what the test wants, in both protocols."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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


class _Handler(BaseHTTPRequestHandler):
    server: Any

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status, content = self.server.model.answer(self.path, headers, body)
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing."""


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on a free port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.model = ModelServer(f"http://127.0.0.1:{server.server_port}")  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.model  # type: ignore[attr-defined]
        finally:
            server.shutdown()
            thread.join()
