"""The same over HTTP: every tool, and what keeps strangers out."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

import codegraph
from codegraph.errors import UsageError
from codegraph.mcp.http import is_local, serve_http

from .talking import COMMAND, answer, run
from .test_stdio import CALLS, every_tool


@contextmanager
def served(*roots: Path, token: str = "", host: str = "127.0.0.1") -> Iterator[str]:
    """The address of a server."""
    words = [*COMMAND, "--http", "--port", "0", *(word for root in roots for word in ("--root", str(root)))]
    words += ["--host", host, *(["--token-env", "TEST_TOKEN"] if token else [])]
    environ = {**os.environ, "TEST_TOKEN": token}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ) as process:
        try:
            assert process.stderr
            line = process.stderr.readline().decode()
            found = re.search(r"http://\S+", line)
            assert found, line
            yield found[0]
        finally:
            process.terminate()
            out, _ = process.communicate(timeout=60)
            assert out == b""


def status(url: str, **headers: str) -> int:
    """What a server answers to a first message with these headers."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
    common = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = Request(url, body, {**common, **headers})
    try:
        with urlopen(request, timeout=60) as response:
            return int(response.status)
    except HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers(sources: Path, mode: str) -> None:
    async def test() -> None:
        with served(sources) as url:
            async with Client(url, mode=mode) as client:  # type: ignore[arg-type]
                await every_tool(client, sources)
            async with Client(url, mode=mode) as client:  # type: ignore[arg-type]
                answer(await client.call_tool("codebase_map", {}))

    run(test)


def test_progress_and_cancellation(large: Path) -> None:
    async def test() -> None:
        begun = asyncio.Event()

        async def note(done: float, total: float | None, message: str | None) -> None:
            if message and message.startswith("parsing"):
                begun.set()

        with served(large) as url:
            async with Client(url, mode="legacy") as client:
                call = asyncio.ensure_future(
                    client.call_tool("index_codebase", CALLS["index_codebase"], progress_callback=note)
                )
                await asyncio.wait_for(begun.wait(), 60)
                call.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await call
                assert (await client.call_tool("codebase_map", {})).is_error

    run(test)
    assert not (large / ".codegraph" / "index" / "CURRENT").exists()


def test_a_token_is_asked_for(project: Path) -> None:
    async def test(url: str) -> None:
        async with (
            httpx2.AsyncClient(headers={"Authorization": "Bearer s3cret"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            answer(await client.call_tool("codebase_map", {}))

    with served(project, token="s3cret") as url:
        assert status(url) == 401
        assert status(url, Authorization="Bearer wrong") == 401
        assert status(url, Authorization="s3cret") == 401
        assert status(url, Authorization="Bearer s3cret") != 401
        run(lambda: test(url))


def test_other_hosts_and_origins_are_refused(project: Path) -> None:
    with served(project) as url:
        assert status(url, Host="attacker.example") == 421
        assert status(url, Origin="http://attacker.example") == 403
        assert status(url, Origin=url.removesuffix("/mcp")) not in (401, 403, 421)


def test_at_every_address_the_token_decides_whatever_the_server_is_called(project: Path) -> None:
    with served(project, token="s3cret", host="0.0.0.0") as address:
        url = address.replace("0.0.0.0", "127.0.0.1")
        assert status(url, Host="build.example:8365") == 401
        assert status(url, Host="build.example:8365", Authorization="Bearer s3cret") not in (401, 403, 421)


def test_other_machines_need_a_token(project: Path) -> None:
    with pytest.raises(UsageError, match="--token-env"):
        serve_http([project], host="0.0.0.0", port=0, token="")
    assert [is_local(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "example.org")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_an_empty_token_is_refused(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codegraph.cli import main

    monkeypatch.delenv("NO_SUCH_TOKEN", raising=False)
    assert main(["mcp", "--http", "--token-env", "NO_SUCH_TOKEN", "--root", str(project)]) == 2


def test_a_killed_server_leaves_a_whole_index(sources: Path) -> None:
    codegraph.index(sources, embeddings=False).close()
    words = [*COMMAND, "--http", "--port", "0", "--root", str(sources)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr
        process.stderr.readline()
        process.kill()
    assert codegraph.open(sources).map().entries
