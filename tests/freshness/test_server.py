"""The server for agents: fresh answers, marks of the host, and events to who subscribed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ..mcp.talking import RawSession, answer, raw_session, run, stdio_client
from .conftest import LONG_AGO, blind, put

CHANGES = "codegraph://changes"


def call(session: RawSession, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers."""
    result = session.ask("tools/call", {"name": tool, "arguments": arguments})["result"]
    assert not result.get("isError"), result
    value: dict[str, Any] = result["structuredContent"]
    return value


def test_an_edit_shows_in_the_next_call_and_subscribers_are_told(root: Path) -> None:
    with raw_session(root) as session:
        session.initialize()
        session.ask("resources/subscribe", {"uri": CHANGES})
        first = call(session, "symbol_detail", fqn="price")
        assert (first["refreshed_files"], first["stale"]) == (0, False)
        put(
            root, "shop/cart.py", "from shop.money import price\n\n\ndef grand_total():\n    return price()\n"
        )
        second = call(session, "symbol_detail", fqn="price", expand=["Callers"])
        assert [one["name"] for one in second["top_callers"]] == ["grand_total"]
        assert (second["refreshed_files"], second["dirty_paths"], second["last_error"]) == (1, [], "")
        while not any(
            b"notifications/resources/updated" in line and CHANGES.encode() in line for line in session.lines
        ):
            session.read()
        contents = session.ask("resources/read", {"uri": CHANGES})["result"]["contents"]
        (changes,) = json.loads(contents[0]["text"])["changes"]
        assert (changes["files"], changes["added"]) == (["shop/cart.py"], ["shop::shop/cart::grand_total"])
        assert changes["removed"] == ["shop::shop/cart::total"]


def test_a_host_marks_what_it_wrote(root: Path) -> None:
    with raw_session(root) as session:
        session.initialize()
        call(session, "symbol_detail", fqn="price")
        (root / "shop/money.py").write_text("def prize():\n    return 1\n")
        os.utime(root / "shop/money.py", ns=(LONG_AGO, LONG_AGO))
        blind(root)
        params = {"paths": [str(root / "shop/money.py")]}
        session.send("notifications/codegraph/mark_dirty", params, notify=True)
        outside = {"paths": ["../../etc/passwd"]}
        session.send("notifications/codegraph/mark_dirty", outside, notify=True)
        while not (root / ".codegraph/index/marks").exists():
            session.ask("ping")
        assert (root / ".codegraph/index/marks").read_bytes() == b'"shop/money.py"\n'
        assert call(session, "symbol_detail", fqn="prize")["refreshed_files"] == 1


def test_the_clients_of_the_sdk_get_the_fields(root: Path) -> None:
    put(root, "shop/new.py", "def brand_new():\n    pass\n")

    async def test() -> None:
        async with stdio_client(root) as client:
            found = answer(
                await client.call_tool("codebase_search", {"query": "brand_new", "mode": "lexical"})
            )
            assert found["hits"][0]["name"] == "brand_new"
            assert (found["refreshed_files"], found["stale"], found["dirty_count"]) == (1, False, 0)
            state = answer(await client.call_tool("index_status", {}))
            assert (state["stale"], state["dirty_count"], state["last_error"]) == (False, 0, "")

    run(test)


def test_a_server_that_watches_tells_of_changes_that_nobody_asked_for(root: Path) -> None:
    with raw_session(root, environ={"CODEGRAPH_FRESHNESS__MODE": "watch"}) as session:
        session.initialize()
        session.ask("resources/subscribe", {"uri": CHANGES})
        call(session, "symbol_detail", fqn="price")
        put(
            root, "shop/cart.py", "from shop.money import price\n\n\ndef grand_total():\n    return price()\n"
        )
        while b"resources/updated" not in json.dumps(session.read()).encode():
            pass
        assert call(session, "symbol_detail", fqn="grand_total")["refreshed_files"] == 0


def test_what_is_not_found_may_be_in_the_files_that_the_index_is_behind(root: Path) -> None:
    with raw_session(root, environ={"CODEGRAPH_FRESHNESS__MODE": "manual"}) as session:
        session.initialize()
        put(root, "shop/new.py", "def brand_new():\n    pass\n")
        asked = {"name": "symbol_detail", "arguments": {"fqn": "brand_new"}}
        error = json.loads(session.ask("tools/call", asked)["result"]["content"][0]["text"])["error"]
        assert error["code"] == "not_found"
        assert error["message"].endswith("the index is behind 1 file; run `codegraph index`")
