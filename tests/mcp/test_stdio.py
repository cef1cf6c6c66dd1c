"""The SDK's client drives every tool of a server on stdin and stdout."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from mcp.shared.exceptions import MCPError

import codegraph
from codegraph.tools.registry import TOOLS

from .talking import answer, failure, raw_session, run, stdio_client

if TYPE_CHECKING:
    from mcp.client import Client

CALLS: dict[str, dict[str, Any]] = {
    "index_codebase": {"root_path": ".", "embeddings": False},
    "incremental_reindex": {"root_path": "", "changed_files": ["shop/cart.py"], "embeddings": False},
    "index_status": {},
    "is_path_indexed": {"virtual_path": "shop/cart.py"},
    "codebase_map": {"level": "L2_Module"},
    "package_summary": {"fqn": "shop"},
    "symbol_detail": {"fqn": "Cart.total", "expand": ["Callers", "Callees"]},
    "symbol_source": {"fqn": "Cart.total", "mode": "SignatureAndBody"},
    "codebase_search": {"query": "price", "mode": "Lexical"},
    "dependency_graph": {"scope": "L2_Module", "edge_kinds": ["Imports"]},
    "sub_graph": {"seeds": ["Cart.total"], "edge_kinds": ["Calls"]},
    "flow_trace": {"from": "test_total", "to": "price"},
    "impact_analysis": {"target": "price"},
    "complexity_report": {"metric": "Cyclomatic"},
    "statement_query": {"parent_fqns": ["price"], "kinds": ["If"]},
}


async def every_tool(client: Client, root: Path) -> None:
    """Call every tool once; what it answers fits its schema, which the client checks."""
    for tool in (await client.list_tools()).tools:
        given = CALLS[tool.name]
        given = {**given, "root_path": str(root)} if given.get("root_path") == "" else given
        answer(await client.call_tool(tool.name, given))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers(sources: Path, mode: str) -> None:
    async def test() -> None:
        async with stdio_client(sources, mode=mode) as client:
            await every_tool(client, sources)
            found = answer(await client.call_tool("impact_analysis", {"target": "price"}))
            assert [entry["fqn"] for entry in found["direct_impact"]] == ["shop::shop/cart::Cart::total"]

    run(test)


def test_the_tools_are_those_of_the_registry_with_schemas_and_hints(project: Path) -> None:
    async def test() -> None:
        async with stdio_client(project) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == [one.name for one in TOOLS]
            for tool, one in zip(tools, TOOLS, strict=True):
                assert tool.title == one.title
                assert tool.annotations
                assert tool.annotations.read_only_hint is one.read_only
                assert (tool.annotations.destructive_hint, tool.annotations.idempotent_hint) == (False, True)
                for name, rule in tool.input_schema["properties"].items():
                    assert rule.get("description"), f"{tool.name}.{name}"
                assert "settings" not in tool.input_schema["properties"]
                assert tool.output_schema

    run(test)


def test_indexing_tells_its_progress(sources: Path) -> None:
    async def test() -> None:
        told: list[tuple[float, float | None, str | None]] = []

        async def note(done: float, total: float | None, message: str | None) -> None:
            told.append((done, total, message))

        async with stdio_client(sources) as client:
            answer(await client.call_tool("index_codebase", CALLS["index_codebase"], progress_callback=note))
        assert told
        assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
        assert any(message and message.startswith("parsing: 4 of 4") for _, _, message in told)

    run(test)


def test_bad_arguments_are_answered_with_what_is_wrong(project: Path) -> None:
    cases = [
        ("symbol_detail", {"fqn": "does::not::exist"}, "not_found"),
        ("symbol_detail", {"fqn": "Cart.totl"}, "not_found"),
        ("symbol_detail", {"fqn": 5}, "invalid_argument"),
        ("symbol_detail", {}, "invalid_argument"),
        ("symbol_detail", {"fqn": "Cart", "expnd": ["All"]}, "invalid_argument"),
        ("symbol_detail", {"fqn": "Cart", "expand": ["Everything"]}, "invalid_argument"),
        ("codebase_map", {"cursor": "nonsense"}, "invalid_argument"),
        ("codebase_map", {"token_budget": 3}, "invalid_argument"),
        ("codebase_map", {"root": "/"}, "invalid_argument"),
        ("index_codebase", {"root_path": ""}, "invalid_argument"),
        ("index_codebase", {"root_path": "/"}, "invalid_argument"),
        ("index_codebase", {"root_path": ".", "settings": {"workers": 1}}, "invalid_argument"),
        ("is_path_indexed", {"virtual_path": "../../etc/passwd"}, "invalid_argument"),
    ]

    async def test() -> None:
        async with stdio_client(project) as client:
            for name, given, code in cases:
                error = failure(await client.call_tool(name, given))
                assert error["code"] == code, (name, given, error)
            error = failure(await client.call_tool("symbol_detail", {"fqn": "Cart.totl"}))
            assert error["suggestions"] == ["shop::shop/cart::Cart::total"]
            error = failure(await client.call_tool("symbol_detail", {"fqn": "Cart", "expnd": ["All"]}))
            assert error["suggestions"] == ["expand"]
            with pytest.raises(MCPError, match="codebase_map"):
                await client.call_tool("codebase_mop", {})
            answer(await client.call_tool("codebase_map", {}))

    run(test)


def test_without_an_index_the_answer_says_what_to_call(sources: Path) -> None:
    async def test() -> None:
        async with stdio_client(sources) as client:
            error = failure(await client.call_tool("codebase_map", {}))
            assert error["code"] == "not_indexed"
            assert "index_codebase" in error["message"]

    run(test)


def test_a_cursor_goes_on_where_the_budget_ended(project: Path) -> None:
    async def test() -> None:
        async with stdio_client(project) as client:
            whole = answer(await client.call_tool("codebase_map", {"level": "L3_Symbol"}))
            given: dict[str, Any] = {"level": "L3_Symbol", "token_budget": 500}
            entries: list[Any] = []
            for _ in range(20):
                page = answer(await client.call_tool("codebase_map", given))
                entries += page["entries"]
                if not page["cursor"]:
                    break
                given["cursor"] = page["cursor"]
            assert entries == whole["entries"]
            assert len(whole["entries"]) == whole["total"] > len(page["entries"])

    run(test)


def test_a_new_index_is_seen_by_a_running_server(sources: Path) -> None:
    codegraph.index(sources, embeddings=False).close()

    async def test() -> None:
        async with stdio_client(sources) as client:
            assert not answer(await client.call_tool("codebase_map", {}))["stale"]
            (sources / "shop" / "tax.py").write_text("def tax():\n    return 2\n")
            (sources / "shop" / "money.py").write_text("def price(cart):\n    return 3\n")
            assert answer(await client.call_tool("codebase_map", {}))["stale"]
            codegraph.index(sources, embeddings=False).close()
            found = answer(await client.call_tool("symbol_detail", {"fqn": "tax::tax"}))
            assert (found["path"], found["stale"]) == ("shop/tax.py", False)

    run(test)


def test_a_cancelled_build_stops_and_leaves_the_old_index(large: Path) -> None:
    (large / "one.py").write_text("def alone():\n    pass\n")
    codegraph.index(large, embeddings=False, exclude=["networkx/"]).close()
    before = (large / ".codegraph" / "index" / "CURRENT").read_text()

    async def test() -> None:
        begun = asyncio.Event()

        async def note(done: float, total: float | None, message: str | None) -> None:
            if message and message.startswith("parsing"):
                begun.set()

        async with stdio_client(large) as client:
            call = asyncio.ensure_future(
                client.call_tool("index_codebase", CALLS["index_codebase"], progress_callback=note)
            )
            await asyncio.wait_for(begun.wait(), 60)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            answer(await client.call_tool("symbol_detail", {"fqn": "alone"}))
            server = next(p for p in psutil.Process().children() if "mcp" in p.cmdline())
            while server.children(recursive=True):
                await asyncio.sleep(0.05)
        assert (large / ".codegraph" / "index" / "CURRENT").read_text() == before

    run(test)
    assert codegraph.index(large, embeddings=False, reset_options=True).indexed.file_count > 100


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_killed_server_leaves_no_process_and_a_whole_index(large: Path) -> None:
    codegraph.index(large, embeddings=False, exclude=["networkx/algorithms/"]).close()
    arguments = {**CALLS["index_codebase"], "reset_options": True}
    with raw_session(large) as session:
        session.initialize()
        meta = {"progressToken": 1}
        session.send("tools/call", {"name": "index_codebase", "arguments": arguments, "_meta": meta})
        while "parsing" not in json.dumps(session.read()):
            pass
        children = psutil.Process(session.process.pid).children(recursive=True)
        os.kill(session.process.pid, signal.SIGKILL)
        assert children
        _gone, alive = psutil.wait_procs(children, timeout=30)
        assert not alive
    assert codegraph.open(large).map().entries


def test_nothing_but_the_protocol_is_on_stdout(sources: Path) -> None:
    (sources / "bad.py").write_bytes(b"def broken(:\n\xff\n")
    noisy = {"PYTHONWARNINGS": "always", "PYTHONUNBUFFERED": "", "RUST_LOG": "debug", "CODEGRAPH_DEBUG": "1"}
    with raw_session(sources, environ=noisy) as session:
        session.initialize()
        meta = {"progressToken": "p"}
        given = {"name": "index_codebase", "arguments": {"root_path": str(sources)}, "_meta": meta}
        assert "result" in session.ask("tools/call", given)
        for name, given in [
            ("codebase_search", {"query": "what a customer buys"}),
            ("symbol_detail", {"fqn": "no::such"}),
            ("symbol_detail", {"fqn": 5}),
            ("flow_trace", {"from": "test_total"}),
        ]:
            assert "result" in session.ask("tools/call", {"name": name, "arguments": given})
        assert "error" in session.ask("tools/call", {"name": "no_such_tool", "arguments": {}})
        assert "error" in session.ask("no/such/method")
        for line, number, code in [
            (b"this is no JSON", None, -32700),
            (b"\xff\xfe", None, -32700),
            (b"[" * 100_000, None, -32700),
            (b"[]", None, -32600),
            (b'{"jsonrpc": "2.0", "id": 7}', 7, -32600),
        ]:
            session.write(line)
            answered = session.read()
            assert (answered["id"], answered["error"]["code"]) == (number, code)
        session.write(b"")
        assert len(session.ask("tools/list")["result"]["tools"]) == len(TOOLS)
        assert any(b"notifications/progress" in line for line in session.lines)
        assert session.process.stdin
        rest, _ = session.process.communicate(timeout=60)
        assert session.process.returncode == 0
        assert all(json.loads(line)["jsonrpc"] == "2.0" for line in [*session.lines, *rest.splitlines()])


def test_a_server_that_starts_says_nothing_until_it_is_asked(project: Path) -> None:
    with raw_session(project) as session:
        begun = time.monotonic()
        session.initialize()
        assert session.process.poll() is None
        assert time.monotonic() > begun
        assert len(session.lines) == 1
