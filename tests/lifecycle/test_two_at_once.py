"""The server for agents and the command line on one index at the same time: nobody fails, and both see the edits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest  # noqa: TC002 (fixtures are told by their types)

import codegraph
from tests.mcp.talking import RawSession, raw_session
from tests.processes import running


def ask(session: RawSession, name: str) -> dict[str, Any]:
    """What the server says of a symbol."""
    found = session.ask("tools/call", {"name": "symbol_detail", "arguments": {"fqn": name}})["result"]
    assert not found.get("isError"), found
    answer: dict[str, Any] = found["structuredContent"]
    return answer


def test_a_server_refreshes_while_commands_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_FRESHNESS__MODE", "lazy")
    monkeypatch.setenv("CODEGRAPH_FRESHNESS__BUDGET_MS", "60000")
    root = tmp_path.resolve() / "shop"
    root.mkdir()
    (root / "money.py").write_text("def price():\n    return 1\n")
    codegraph.index(root, embeddings=False).close()
    command = [sys.executable, "-m", "codegraph"]
    with raw_session(root) as session:
        session.initialize()
        for number in range(2):
            (root / "money.py").write_text(
                f"def price():\n    return 1\n\n\ndef round_{number}():\n    return price()\n"
            )
            words = [*command, "index", str(root), "--no-embeddings", "--quiet", "--wait", "60"]
            with running(words, stderr=subprocess.PIPE) as build:
                answer = ask(session, f"round_{number}")
                _, err = build.communicate()
            assert (build.returncode, err) == (0, "")
            assert (answer["name"], answer["stale"], answer["last_error"]) == (f"round_{number}", False, "")
            asked = subprocess.run(
                [*command, "symbol", f"round_{number}", "-C", str(root)],
                capture_output=True,
                text=True,
                check=False,
            )
            assert (asked.returncode, asked.stderr) == (0, "")
