"""The journal: each step is done once, whatever dies in between."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from codegraph.errors import BusyError, StorageError, UsageError
from codegraph.journal import journaled


class Work:
    """Counts how often a step is really done."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def step(self, path: Path, key: str, name: str, request: object = "q", result: Any = None) -> Any:
        def work() -> Any:
            self.done.append(name)
            return {"of": name} if result is None else result

        with journaled(path, key, request) as steps:
            return steps.do(name, work)


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "steps.journal"


def test_a_finished_step_is_not_done_again(path: Path, work: Work) -> None:
    first = work.step(path, "k", "embed")
    assert work.step(path, "k", "embed") == first == {"of": "embed"}
    assert work.done == ["embed"]


def test_a_result_that_is_nothing_is_a_result(path: Path, work: Work) -> None:
    with journaled(path, "k", None) as steps:
        assert steps.do("x", lambda: None) is None
        assert steps.do("x", lambda: 1) is None
    with journaled(path, "k", None) as steps:
        assert steps.do("x", lambda: 1) is None


def test_keys_and_steps_stand_for_themselves(path: Path, work: Work) -> None:
    for key, name in (("a", "one"), ("a", "two"), ("b", "one")):
        work.step(path, key, name)
    assert work.done == ["one", "two", "one"]


def test_a_failed_step_is_done_again(path: Path, work: Work) -> None:
    def fail() -> Any:
        raise ConnectionError

    with pytest.raises(ConnectionError), journaled(path, "k", "q") as steps:
        steps.do("embed", fail)
    assert work.step(path, "k", "embed") == {"of": "embed"}


def test_a_key_of_another_request_is_refused(path: Path, work: Work) -> None:
    work.step(path, "k", "embed", {"query": "a"})
    with pytest.raises(UsageError, match="another request"):
        work.step(path, "k", "embed", {"query": "b"})
    assert work.step(path, "k", "embed", {"query": "a"}) == {"of": "embed"}
    assert work.done == ["embed"]


def test_a_key_is_needed(path: Path, work: Work) -> None:
    with pytest.raises(UsageError, match="key"):
        work.step(path, "", "embed")


@pytest.mark.parametrize("cut", [1, 2, 30, 60])
def test_a_torn_last_line_counts_as_not_written(path: Path, work: Work, cut: int) -> None:
    work.step(path, "k", "one")
    whole = path.read_bytes()
    work.step(path, "k", "two")
    path.write_bytes(path.read_bytes()[:-cut])
    work.step(path, "k", "two")
    work.step(path, "k", "one")
    assert work.done == ["one", "two", "two"]
    assert path.read_bytes().startswith(whole)
    assert len(path.read_bytes().splitlines()) == 2


def test_a_last_line_of_rubbish_counts_as_not_written(path: Path, work: Work) -> None:
    work.step(path, "k", "one")
    with path.open("ab") as file:
        file.write(b"\0" * 100)
    work.step(path, "k", "one")
    assert work.done == ["one"]
    assert b"\0" not in path.read_bytes()


def test_damage_before_the_last_line_is_an_error(path: Path, work: Work) -> None:
    for name in ("one", "two"):
        work.step(path, "k", name)
    path.write_bytes(path.read_bytes().replace(b"one", b"eno"))
    before = path.read_bytes()
    with pytest.raises(StorageError, match="line 1"):
        work.step(path, "k", "two")
    assert path.read_bytes() == before


def test_any_text_can_be_a_key_or_a_result(path: Path, work: Work) -> None:
    odd = 'a\nb "q" \0 🦀 \ud800'
    assert work.step(path, odd, odd, result=[odd, 1.5, {"x": None}]) == [odd, 1.5, {"x": None}]
    assert work.step(path, odd, odd) == [odd, 1.5, {"x": None}]


def test_a_place_that_can_not_be_written_is_an_error(tmp_path: Path, work: Work) -> None:
    with pytest.raises(StorageError, match="can't be used"):
        work.step(tmp_path, "k", "one")


def test_others_wait_for_the_journal(path: Path) -> None:
    with (
        journaled(path, "k", "q"),
        pytest.raises(BusyError, match="another process"),
        journaled(path, "other", "q", wait=0),
    ):
        pass


CHILD = """
import os, sys
from pathlib import Path
from codegraph.journal import journaled

path, dies_at = Path(sys.argv[1]), sys.argv[2]
log = path.with_name("log")

def done(name):
    if dies_at == f"in {name}":
        os._exit(9)
    with log.open("a") as file:
        file.write(name + "\\n")
    return name

with journaled(path, "key", "request") as steps:
    for name in ("embed", "retrieve"):
        steps.do(name, lambda: done(name))
        if dies_at == f"after {name}":
            os._exit(9)
print("whole")
"""


@pytest.mark.parametrize(
    ("dies_at", "done_before"),
    [
        ("in embed", []),
        ("after embed", ["embed"]),
        ("in retrieve", ["embed"]),
        ("after retrieve", ["embed", "retrieve"]),
    ],
)
def test_a_killed_process_leaves_what_it_had_finished(
    path: Path, dies_at: str, done_before: list[str]
) -> None:
    log = path.with_name("log")
    log.touch()
    command = [sys.executable, "-c", CHILD, path]
    assert subprocess.run([*command, dies_at], check=False).returncode == 9
    assert log.read_text().split() == done_before
    again = subprocess.run([*command, "never"], check=True, capture_output=True, text=True)
    assert again.stdout == "whole\n"
    assert log.read_text().split() == ["embed", "retrieve"]


def test_processes_that_start_together_do_each_step_once(path: Path) -> None:
    command = [sys.executable, "-c", CHILD, path, "never"]
    children = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(3)]
    assert [child.wait() for child in children] == [0, 0, 0]
    assert path.with_name("log").read_text().split() == ["embed", "retrieve"]
