"""``codegraph watch`` as a process: what wakes it, what does not, and how it ends."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import codegraph
from codegraph.refresh.watching import Watcher, WatchEvent
from codegraph.store.layout import read_current
from codegraph.tools.index import Index
from tests.processes import running

from .conftest import age, git, make, put

INDEX = ".codegraph/index"
PATIENCE = 100.0


class Watch:
    """A running watch, with the events that it tells."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._events.put(json.loads(line))

    def next(self, name: str) -> dict[str, Any]:
        """The next event, which has to be of this name."""
        event = self._events.get(timeout=PATIENCE)
        assert event["event"] == name, event
        return event

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """End it; the exit code."""
        self.process.send_signal(number)
        assert self.next("stopped")
        self._reader.join(PATIENCE)
        return self.process.wait(PATIENCE)


@contextmanager
def watching(root: Path, *options: str) -> Iterator[Watch]:
    """Watch a project with ``--json``."""
    words = [sys.executable, "-m", "codegraph", "watch", "--json", "-C", str(root), *options]
    with running(words, stdout=subprocess.PIPE) as process:
        watch = Watch(process)
        try:
            watch.next("started")
            yield watch
        finally:
            process.kill()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    place = make(tmp_path / "shop")
    put(place, ".gitignore", "build/\n*.gen.py\n")
    git(place, "init", "-q")
    age(place)
    codegraph.index(place, embeddings=False).close()
    return place


def test_changes_are_brought_in_and_told_with_what_they_changed(repository: Path) -> None:
    with watching(repository) as watch:
        put(
            repository,
            "shop/new/deep.py",
            "from shop.money import price\n\n\ndef fresh():\n    return price()\n",
        )
        event = watch.next("refreshed")
        assert event["changes"]["files"] == ["shop/new/deep.py"]
        assert "shop::shop/new/deep::fresh" in event["changes"]["added"]
        put(repository, "shop/new/deep.py", "def other():\n    pass\n")
        event = watch.next("refreshed")
        assert event["changes"]["removed"] == ["shop::shop/new/deep::fresh"]
        assert event["parsed"] == 1
        assert watch.end() == 0
    assert codegraph.open(repository, freshness={"mode": "manual"}).symbol("other").stale is False


def test_what_is_ignored_or_only_touched_makes_nothing(repository: Path) -> None:
    with watching(repository) as watch:
        for _ in range(50):
            (repository / "shop/money.py").touch()
        put(repository, "build/out.py", "def x():\n    return 1\n")
        put(repository, "shop/a.gen.py", "def y():\n    return 1\n")
        put(repository, "shop/last.py", "def last():\n    return 1\n")
        assert watch.next("refreshed")["changes"]["files"] == ["shop/last.py"]
        assert watch.end(signal.SIGTERM) == 0
    assert read_current(repository / INDEX) == 2


def test_what_another_process_publishes_is_told_too(repository: Path) -> None:
    with watching(repository) as watch:
        put(repository, "codegraph.toml", 'exclude = ["cart.py"]\n')
        event = watch.next("refreshed")
        assert event["changes"]["removed"] == ["shop::shop/cart", "shop::shop/cart::total"]
        assert watch.end() == 0


def test_polling_finds_changes_without_events(repository: Path) -> None:
    with watching(repository, "--poll") as watch:
        put(repository, "shop/new.py", "def fresh():\n    return 1\n")
        assert watch.next("refreshed")["changes"]["files"] == ["shop/new.py"]
        assert watch.end() == 0


def test_a_system_that_watches_no_more_folders_is_told_of(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Iterator[set[str]]:
        raise OSError("OS file watch limit reached")

    monkeypatch.setattr("codegraph.refresh.watching._events", refuse)
    monkeypatch.setattr("codegraph.refresh.watching._watch_limit", lambda: 3)
    told: list[WatchEvent] = []
    stop = threading.Event()

    def tell(event: WatchEvent) -> None:
        told.append(event)
        if event.event == "polling":
            stop.set()

    index = Index.open(repository)
    Watcher(index, tell, stop).run()
    index.close()
    assert [event.event for event in told] == ["started", "polling", "stopped"]
    assert "fs.inotify.max_user_watches" in told[1].message


def test_without_an_index_there_is_nothing_to_watch(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "codegraph", "watch", "-C", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, env=dict(os.environ), check=False)
    assert done.returncode == 5
    assert "codegraph index" in done.stderr
