"""HTTP servers of the tests' own: on a free port of this machine, for as long as a test needs them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, TypeVar

T = TypeVar("T")


class Handler(BaseHTTPRequestHandler):
    """What handlers of the tests share; ``self.server.app`` is what ``serving`` was given."""

    server: Any

    @property
    def lower_headers(self) -> dict[str, str]:
        """The request's headers by lower-case name."""
        return {name.lower(): value for name, value in self.headers.items()}

    def read_body(self) -> bytes:
        """The request's body."""
        return self.rfile.read(int(self.headers["Content-Length"]))

    def reply(self, status: int, content: Any, headers: Mapping[str, str] = MappingProxyType({})) -> None:
        """Answer with bytes as they are, or with anything else as JSON."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        try:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(data)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except OSError:  # the client has gone, as some tests want
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing."""


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    app: Any

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: clients that break off are part of the tests."""


@contextmanager
def serving(handler: type[Handler], app_at: Callable[[str], T]) -> Iterator[T]:
    """A server while the body runs; ``app_at`` makes what answers, from the server's address."""
    with _Quiet(("127.0.0.1", 0), handler) as server:
        app = server.app = app_at(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield app
        finally:
            server.shutdown()
            thread.join()
