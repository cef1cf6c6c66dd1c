"""Drives every tool of the server on a real, indexed project over stdio and HTTP, and says how long each took.

    python benchmarks/mcp/drive.py ROOT SYMBOL OTHER

SYMBOL and OTHER are names in the project between which a flow leads. Also: progress, a cancelled build, bad arguments,
a killed server, and that stdout holds nothing but the protocol. The index is as it was afterwards.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

COMMAND = [sys.executable, "-m", "codegraph", "mcp"]


def calls(root: Path, symbol: str, other: str) -> list[tuple[str, dict[str, Any]]]:
    """One call of each tool; those that build come last."""
    return [
        ("index_status", {}),
        ("is_path_indexed", {"virtual_path": "."}),
        ("codebase_map", {"level": "L2_Module"}),
        ("package_summary", {}),
        ("symbol_detail", {"fqn": symbol, "expand": ["All"]}),
        ("symbol_source", {"fqn": symbol}),
        ("codebase_search", {"query": symbol, "mode": "Lexical"}),
        ("dependency_graph", {"scope": "L2_Module"}),
        ("sub_graph", {"seeds": [symbol]}),
        ("flow_trace", {"from": symbol, "to": other}),
        ("impact_analysis", {"target": symbol}),
        ("complexity_report", {}),
        ("statement_query", {"parent_fqns": [symbol]}),
        ("incremental_reindex", {"root_path": str(root), "embeddings": False}),
        ("index_codebase", {"root_path": str(root), "embeddings": False}),
    ]


@asynccontextmanager
async def over_stdio(root: Path, mode: Any) -> AsyncIterator[Client]:
    """A client of a server on stdin and stdout."""
    server = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "--root", str(root)], env=dict(os.environ)
    )
    async with Client(server, mode=mode) as client:
        yield client


@asynccontextmanager
async def over_http(root: Path, mode: Any) -> AsyncIterator[Client]:
    """A client of a server over HTTP."""
    words = [*COMMAND, "--http", "--port", "0", "--root", str(root)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            found = re.search(r"http://\S+", process.stderr.readline().decode()) if process.stderr else None
            if found is None:
                raise SystemExit("the server did not start")
            async with Client(found[0], mode=mode) as client:
                yield client
        finally:
            process.terminate()
            out, _ = process.communicate()
            print(f"  stdout of the HTTP server: {len(out)} bytes")


async def drive(client: Client, root: Path, symbol: str, other: str) -> None:
    """Every tool, bad arguments, and a build that is cancelled."""
    tools = [tool.name for tool in (await client.list_tools()).tools]
    asked = calls(root, symbol, other)
    if sorted(tools) != sorted(name for name, _ in asked):
        raise SystemExit(f"the server has other tools: {tools}")
    for name, given in asked:
        begun = time.perf_counter()
        result = await client.call_tool(name, given)
        text = result.content[0].text  # type: ignore[union-attr]
        if result.is_error:
            raise SystemExit(f"{name}: {text}")
        print(f"  {name:<20} {1000 * (time.perf_counter() - begun):8.0f} ms {len(text):8,} characters")
    for name, given in [
        ("symbol_detail", {"fqn": 5}),
        ("symbol_detail", {"fqn": "no::such"}),
        ("codebase_map", {"x": 1}),
    ]:
        result = await client.call_tool(name, given)
        error = json.loads(result.content[0].text)["error"]  # type: ignore[union-attr]
        print(f"  {name} {given}: {error['code']}, is_error {result.is_error}")
    await cancel(client, root)


async def cancel(client: Client, root: Path) -> None:
    """A build that is cancelled while it parses."""
    before = current(root)
    begun, told = asyncio.Event(), [0]

    async def note(_done: float, _total: float | None, message: str | None) -> None:
        told[0] += 1
        if message and message.startswith("parsing"):
            begun.set()

    given = {"root_path": str(root), "embeddings": False, "full": True}
    call = asyncio.ensure_future(client.call_tool("index_codebase", given, progress_callback=note))
    await begun.wait()
    call.cancel()
    begin = time.perf_counter()
    await asyncio.gather(call, return_exceptions=True)
    await client.call_tool("codebase_map", {})
    print(
        f"  cancelled after {told[0]} notifications, answered again after {time.perf_counter() - begin:.2f} s"
    )
    if current(root) != before:
        raise SystemExit("a cancelled build has changed the index")


def killed(root: Path) -> None:
    """A server that is killed in the middle of a build; every line that it wrote is of the protocol."""
    before = current(root)
    with subprocess.Popen(
        [*COMMAND, "--root", str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise SystemExit("no pipes")
        client = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        }
        build = {"root_path": str(root), "embeddings": False, "full": True}
        call = {"name": "index_codebase", "arguments": build, "_meta": {"progressToken": 1}}
        begun = time.perf_counter()
        for number, (method, params) in enumerate([("initialize", client), ("tools/call", call)], 1):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            if number == 1:
                json.loads(process.stdout.readline())
                print(f"  ready {time.perf_counter() - begun:.2f} s after its start")
                process.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        lines = 0
        while b"parsing" not in (line := process.stdout.readline()):
            json.loads(line)
            lines += 1
        process.kill()
    state = "as it was" if current(root) == before else "another"
    print(f"  killed after {lines} lines, all of them JSON; the index is {state}")


def current(root: Path) -> str:
    """The number of the published index."""
    return (root / ".codegraph" / "index" / "CURRENT").read_text()


async def main(root: Path, symbol: str, other: str) -> None:
    """All of it, over both transports and in both eras of the protocol."""
    for title, transport in (("stdio", over_stdio), ("http", over_http)):
        for mode in ("auto", "legacy"):
            print(f"{title}, {mode}")
            async with transport(root, mode) as client:
                await drive(client, root, symbol, other)
    print("killed server")
    killed(root)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]))
