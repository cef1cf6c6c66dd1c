"""Clients of the server under test: the SDK's own, and one that sees the bytes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

COMMAND = [sys.executable, "-m", "codegraph", "mcp"]


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run an asynchronous test, for two minutes at most."""
    asyncio.run(asyncio.wait_for(test(), 120))


@asynccontextmanager
async def stdio_client(*roots: Path, mode: Any = "auto", **options: Any) -> AsyncIterator[Client]:
    """The SDK's client of a server on stdin and stdout."""
    words = [*COMMAND[1:], *(word for root in roots for word in ("--root", str(root)))]
    server = StdioServerParameters(command=COMMAND[0], args=words, cwd=str(Path("/")), env=dict(os.environ))
    async with Client(server, mode=mode, **options) as client:
        yield client


def answer(result: Any) -> dict[str, Any]:
    """What a tool answered."""
    assert not result.is_error, result.content[0].text
    assert json.loads(result.content[0].text) == result.structured_content
    value: dict[str, Any] = result.structured_content
    return value


def failure(result: Any) -> dict[str, Any]:
    """The error object of a call that failed."""
    assert result.is_error
    error: dict[str, Any] = json.loads(result.content[0].text)["error"]
    assert set(error) == {"code", "message", "suggestions"}
    return error


class RawSession:
    """A session with a server, line by line as it is on the wire."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.lines: list[bytes] = []
        self._last = 0

    def send(self, method: str, params: dict[str, Any] | None = None, *, notify: bool = False) -> int:
        """Send a request or a notification; the id of the former comes back."""
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if not notify:
            self._last += 1
            message["id"] = self._last
        self.write(json.dumps(message).encode())
        return self._last

    def write(self, line: bytes) -> None:
        """Send a line as it is."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        """The next message."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the server has gone"
        self.lines.append(line)
        message: dict[str, Any] = json.loads(line)
        return message

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """The response to a request; notifications before it are kept in ``lines``."""
        number = self.send(method, params)
        while (message := self.read()).get("id") != number:
            pass
        return message

    def initialize(self) -> None:
        """The handshake."""
        client = {"protocolVersion": "2025-11-25", "capabilities": {}}
        self.ask("initialize", {**client, "clientInfo": {"name": "test", "version": "1"}})
        self.send("notifications/initialized", notify=True)


@contextmanager
def raw_session(*roots: Path, environ: dict[str, str] | None = None) -> Iterator[RawSession]:
    """A server whose every byte on stdout is seen."""
    words = [*COMMAND, *(word for root in roots for word in ("--root", str(root)))]
    process = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(environ or {})},
    )
    try:
        yield RawSession(process)
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream
            with suppress(BrokenPipeError):
                stream.close()
