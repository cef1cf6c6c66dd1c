"""Parsers that die, hang or take all memory, and refreshes whose process dies: one file or one refresh is lost."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

import codegraph
from codegraph.cli import main
from codegraph.embed.providers.encoder import Encoder
from codegraph.freshness.memory import RETRY_SECONDS, recall, remember
from codegraph.model import OUT_OF_MEMORY
from codegraph.refresh.watching import Watcher, WatchEvent
from codegraph.store.layout import INDEX_DIR
from codegraph.tools.index import Index
from tests.parse import readers

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits as POSIX has them")
GOOD = {
    "shop/money.py": "def price():\n    return 1\n",
    "shop/cart.py": "from shop.money import price\n\n\ndef total():\n    return price()\n",
}
BAD = {
    "aborts.py": "the parser crashed (SIGABRT)",
    "greedy.py": OUT_OF_MEMORY,
    "hangs.py": "timed out after 1 s",
    "killed.py": "the parser crashed (SIGKILL)",
    "segfaults.py": "the parser crashed (SIGSEGV)",
}
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_FRESHNESS__BUDGET_MS", "60000")
    monkeypatch.delenv("CODEGRAPH_FRESHNESS__MODE")


def write(root: Path, files: dict[str, str]) -> Path:
    """Write files of a project."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root.resolve()


def exported(root: Path, place: Path) -> list[bytes]:
    """The whole graph."""
    with codegraph.open(root, freshness={"mode": "manual"}) as graph:
        graph.export_jsonl(place)
    return [path.read_bytes() for path in sorted(place.iterdir())]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_files_that_end_their_parsers_are_named_and_the_rest_is_as_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "bad" / "shop", GOOD | dict.fromkeys(BAD, "def lost():\n    return 1\n"))
    with monkeypatch.context() as patched:
        patched.setattr("codegraph.builder.read_source", readers.read)
        with codegraph.index(root, embeddings=False, workers=2, parse_timeout=1) as graph:
            assert dict(graph.indexed.report.skipped) == BAD
    with codegraph.index(write(tmp_path / "good" / "shop", GOOD), embeddings=False) as graph:
        pass
    assert exported(root, tmp_path / "one") == exported(tmp_path / "good" / "shop", tmp_path / "other")
    with codegraph.index(root, embeddings=False) as graph:
        assert graph.indexed.report.skipped == [], "they are tried again"


class DyingSession:
    """A session of the runtime that fails from its third text on, as it does without memory."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._runs = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def run(self, *given: Any) -> Any:
        self._runs += 1
        if self._runs > 2:
            raise RuntimeError("bad allocation\nat node 7")
        return self._session.run(*given)


def test_a_model_that_fails_in_the_middle_keeps_the_graph_and_the_next_run_completes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(tmp_path / "shop", GOOD)
    session = Encoder.__dict__["_session"].func
    with monkeypatch.context() as patched:
        patched.setattr(Encoder, "_session", property(lambda encoder: DyingSession(session(encoder))))
        assert main(["index", str(root), "--quiet"]) == 8
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "bad allocation" in told
    with codegraph.open(root, freshness={"mode": "manual"}) as graph:
        assert graph.symbol("price").path == "shop/money.py"
    with codegraph.index(root) as graph:
        embedded = graph.indexed.report.embedded
    assert embedded["done"] == embedded["chunks"] > 2


def test_memory_that_runs_out_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("codegraph.builder.discover", greedy)
    assert main(["index", str(write(tmp_path / "shop", GOOD)), "--quiet"]) == 1
    assert capsys.readouterr().err.startswith("error: memory ran out; close other programs")


def kill_refresh() -> threading.Thread:
    """Kill the process of the next refresh of this process, in a thread."""

    def kill() -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for child in psutil.Process().children():
                if any("codegraph.refresh.process" in word for word in child.cmdline()):
                    child.kill()
                    return

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


@posix
def test_a_refresh_that_is_killed_keeps_the_old_index_and_is_tried_again_later(tmp_path: Path) -> None:
    root = write(tmp_path / "shop", GOOD)
    codegraph.index(root, embeddings=False).close()
    index_dir = root / INDEX_DIR
    with codegraph.open(root) as graph:
        write(root, {"shop/money.py": "def price():\n    return 2\n\n\ndef vat():\n    return 3\n"})
        killer = kill_refresh()
        answer = graph.symbol("price")
        killer.join()
        assert (answer.stale, answer.dirty_paths) == (True, ["shop/money.py"])
        assert answer.last_error.startswith("the process of the refresh died (SIGKILL)")
        assert graph.symbol("price").last_error == answer.last_error, "it is not tried at once"
        memory = recall(index_dir)
        memory.at -= RETRY_SECONDS
        remember(index_dir, memory)
        assert graph.symbol("vat").stale is False


def test_a_refresh_that_died_is_tried_again_also_when_the_clock_was_set_back(tmp_path: Path) -> None:
    root = write(tmp_path / "shop", GOOD)
    codegraph.index(root, embeddings=False).close()
    memory = recall(root / INDEX_DIR)
    memory.error, memory.died, memory.signature, memory.at = "it died", True, "x", 2e9
    assert memory.forbids("x", 2e9 + 1)
    assert not memory.forbids("x", 1e9)
    assert not memory.forbids("another", 2e9 + 1)
    memory.died = False
    assert memory.forbids("x", 1e9)


@posix
def test_a_watch_goes_on_when_its_refresh_is_killed(tmp_path: Path) -> None:
    root = write(tmp_path / "shop", GOOD)
    codegraph.index(root, embeddings=False).close()
    told: list[WatchEvent] = []
    stop = threading.Event()
    killers: list[threading.Thread] = []

    def tell(event: WatchEvent) -> None:
        told.append(event)
        if event.event == "started":
            killers.append(kill_refresh())
            write(root, {"shop/money.py": "def price():\n    return 2\n"})
        elif event.event == "failed":
            write(root, {"shop/money.py": "def price():\n    return 2\n\n\ndef vat():\n    return 3\n"})
        elif event.event == "refreshed":
            stop.set()

    index = Index.open(root)
    Watcher(index, tell, stop, embed=False).run()
    index.close()
    killers[0].join()
    assert [event.event for event in told] == ["started", "failed", "refreshed", "stopped"]
    assert "SIGKILL" in told[1].message


@posix
def test_a_watch_that_is_killed_leaves_no_process_and_the_next_goes_on(tmp_path: Path) -> None:
    root = write(tmp_path / "shop", GOOD)
    codegraph.index(root, embeddings=False).close()
    words = [sys.executable, "-m", "codegraph", "watch", "--json", "-C", str(root)]
    with psutil.Popen(words, stdout=-1, text=True) as watch:
        assert '"started"' in watch.stdout.readline()
        write(root, {f"big_{n}.py": "x = [1, 2]\n" * 5_000 for n in range(2)})
        while not (children := watch.children(recursive=True)):
            assert watch.is_running()
        os.kill(watch.pid, signal.SIGKILL)
        watch.wait()
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    with codegraph.open(root) as graph:
        assert graph.symbol("price").stale is False
