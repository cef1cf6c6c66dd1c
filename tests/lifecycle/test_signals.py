"""Signals to what lives on: servers and watches end at once, with exit code 0, and leave no process behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

import codegraph
from tests.mcp.talking import COMMAND, raw_session
from tests.processes import running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
PATIENCE = 60.0
ROUTINE = "def routine_{0}(rows):\n    return [routine_{0}(row) + {0} for row in rows][{0}:]\n\n\n"


def until(condition: Callable[[], object]) -> None:
    """Look again and again until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with an index."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    place = tmp_path.resolve() / "shop"
    place.mkdir()
    (place / "money.py").write_text("def price():\n    return 1\n")
    codegraph.index(place, embeddings=False).close()
    return place


def make_work(root: Path) -> None:
    """Write what takes some seconds to index."""
    for number in range(4):
        (root / f"big_{number}.py").write_text("".join(ROUTINE.format(n) for n in range(9000)))


def is_whole(root: Path) -> bool:
    """Whether the old index answers, the next build goes on, and nothing lies about."""
    with codegraph.open(root, freshness={"mode": "manual"}) as graph:
        assert graph.symbol("price").name == "price"
    for path in root.glob("big_*.py"):
        path.unlink()
    (root / "new.py").write_text("def brand_new():\n    return 1\n")
    codegraph.index(root, embeddings=False).close()
    with codegraph.open(root) as graph:
        return graph.symbol("brand_new").path == "new.py"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_server_that_waits_for_its_client_ends_at_a_signal(root: Path, number: signal.Signals) -> None:
    with raw_session(root) as session:
        session.initialize()
        session.ask("ping")
        session.process.send_signal(number)
        out, err = session.process.communicate(timeout=PATIENCE)
    assert (session.process.returncode, out, err) == (0, b"", b"")


def test_a_server_that_builds_ends_at_a_signal_and_its_build_with_it(root: Path, tmp_path: Path) -> None:
    make_work(root)
    with raw_session(root) as session:
        session.initialize()
        given = {"name": "index_codebase", "arguments": {"root_path": str(root)}}
        session.send("tools/call", given)
        server = psutil.Process(session.process.pid)
        until(lambda: len(server.children(recursive=True)) > 1)
        children = server.children(recursive=True)
        session.process.send_signal(signal.SIGTERM)
        _, err = session.process.communicate(timeout=PATIENCE)
    assert (session.process.returncode, err) == (0, b"")
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    assert list((tmp_path / "temporary").glob("codegraph-*")) == []
    assert is_whole(root)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_over_http_ends_at_a_signal(root: Path, number: signal.Signals) -> None:
    words = [*COMMAND, "--http", "--port", "0", "--root", str(root)]
    with running(words, stderr=subprocess.PIPE) as process:
        assert process.stderr
        assert re.search(r"http://", process.stderr.readline())
        process.send_signal(number)
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""


def test_a_watch_that_refreshes_ends_at_a_signal_and_its_refresh_with_it(root: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "codegraph", "watch", "--json", "-C", str(root)]
    environ = {**os.environ, "CODEGRAPH_FRESHNESS__MODE": "lazy"}
    with running(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ) as process:
        assert process.stdout
        assert '"started"' in process.stdout.readline()
        make_work(root)
        watch = psutil.Process(process.pid)
        until(lambda: len(watch.children(recursive=True)) > 1)
        children = watch.children(recursive=True)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert '"stopped"' in out
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    assert list((tmp_path / "temporary").glob("codegraph-*")) == []
    assert is_whole(root)
