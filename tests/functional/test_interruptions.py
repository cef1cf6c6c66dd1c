"""Runs that end before their time: by Ctrl-C, by a kill, by the death of a worker."""

from __future__ import annotations

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import MakeProject
    from .project import Project

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("pgrep"), reason="needs signals and pgrep"
)
PATIENCE = 60.0
ROUTINE = '''def handle_{0}(request, stock):
    """Check order {0} against what is in stock, and answer {1}."""
    if stock[{0}].count(request.order) > {0}:
        return request.answer(handle_{0}(request, stock), *[n * {0} for n in range({0})])
    return [row for row in stock if row.number == {0}]


'''
WORDS = ("quickly", "politely", "at once", "never", "by letter", "in writing", "after lunch")


def routines(count: int) -> str:
    """Source with many functions, each with a text of its own."""
    return "".join(ROUTINE.format(number, WORDS[number % len(WORDS)]) for number in range(count))


BIG = routines(2600)
"""Nearly a megabyte, which takes a while to parse."""
assert len(BIG) < 1_000_000, "more would be skipped"


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Look again and again until something is so; fails when the process ends first."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline


def lines_until(process: subprocess.Popen[str], beginning: str) -> None:
    """Read what a process says on stderr up to a line."""
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith(beginning):
            return
    pytest.fail(f"it never said {beginning!r}")


def children(pid: int) -> list[int]:
    done = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in done.stdout.split()]


def is_alive(pid: int) -> bool:
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return done.stdout.strip()[:1] not in ("", "Z")


class Slots:
    """At which file each worker of a run is, by position in the list of files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> list[int]:
        """The positions, -1 for an idle worker; nothing before the workers are there."""
        for path in self._folder.glob("codegraph-*/slots"):
            data = path.read_bytes()
            return list(struct.unpack(f"={len(data) // 4}i", data))
        return []


def start_indexing(project: Project, temporary: Path, *words: str) -> subprocess.Popen[str]:
    return project.start(
        "index", "--no-embeddings", *words,
        env={**project.environ, "TMPDIR": str(temporary)}, start_new_session=True,
    )  # fmt: skip


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    """A small project with an index."""
    project = make_project("shop").write({"a.py": "def a():\n    return 1\n"})
    project.age()
    project.update()
    return project


def parsing(project: Project, temporary: Path, *words: str) -> tuple[subprocess.Popen[str], list[int]]:
    """A run that is at its big file, and its workers."""
    project.write({"big.py": BIG, "z.py": "def z():\n    return 1\n"})
    process = start_indexing(project, temporary, *words)
    slots = Slots(temporary)
    wait_for(lambda: 1 in slots.read(), process)  # a.py, big.py, z.py
    workers = children(process.pid)
    assert workers
    return process, workers


@pytest.mark.parametrize(
    ("name", "alone", "code"),
    [("SIGINT", False, 130), ("SIGTERM", True, 143), ("SIGHUP", False, 129)],
)
def test_a_run_that_is_ended_while_parsing_keeps_the_old_index_and_leaves_no_process(
    project: Project, tmp_path: Path, name: str, alone: bool, code: int
) -> None:
    before = project.exported()
    process, workers = parsing(project, tmp_path)
    (os.kill if alone else os.killpg)(process.pid, getattr(signal, name))
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert err.splitlines()[-1] == (
        "interrupted; the index holds what was last published, and codegraph index goes on from there"
    )
    assert "Traceback" not in err
    assert not any(is_alive(worker) for worker in workers)
    assert project.exported() == before
    report = project.update()
    assert (report.generation, report.files) == (2, {"python": 3})
    assert list(tmp_path.glob("codegraph-*")) == []


def test_a_killed_run_keeps_the_old_index_and_the_next_one_goes_on(project: Project, tmp_path: Path) -> None:
    before = project.exported()
    process, workers = parsing(project, tmp_path)
    process.kill()
    process.communicate(timeout=PATIENCE)
    for worker in workers:  # they notice that nobody listens any more
        deadline = time.monotonic() + PATIENCE
        while is_alive(worker):
            assert time.monotonic() < deadline
    assert project.exported() == before
    assert project.run("status", "--json").json["roots"][0]["generation"] == 1
    report = project.update()
    assert (report.generation, report.files) == (2, {"python": 3})


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_worker_loses_the_file_that_it_was_at_and_no_other(
    project: Project, tmp_path: Path, workers: str
) -> None:
    process, found = parsing(project, tmp_path, "--workers", workers, "--json")
    slots = Slots(tmp_path)
    assert len(slots.read()) == int(workers)
    number = slots.read().index(1)
    os.kill(sorted(found)[number], signal.SIGKILL)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    report = json.loads(out)["report"]
    assert report["skipped"] == [["big.py", "the parser crashed (SIGKILL)"]]
    assert report["files"] == {"python": 2}
    assert "crashed" in project.run("status", "--skipped").out
    again = project.update()
    assert (again.skipped, again.files) == ([], {"python": 3}), "it is tried again"


def test_ctrl_c_while_embedding_keeps_the_new_graph_and_the_next_run_goes_on(project: Project) -> None:
    project.write({"many.py": routines(40)})
    process = project.start("index", start_new_session=True)
    lines_until(process, "the graph is ready and can be questioned")
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert project.run("symbol", "handle_3").code == 0
    report = project.update(embeddings=True)
    assert report.files_parsed == 0
    assert report.embedded["done"] == report.embedded["chunks"]


def test_a_run_killed_while_embedding_keeps_the_new_graph(project: Project) -> None:
    project.write({"many.py": routines(40)})
    process = project.start("index")
    lines_until(process, "the graph is ready and can be questioned")
    process.kill()
    process.communicate(timeout=PATIENCE)
    ran = project.run("search", "handle_3", "--json", "-k", "1")
    assert ran.json["hits"][0]["name"] == "handle_3"
    report = project.update(embeddings=True)
    assert (report.changed, report.embedded["done"]) == (False, report.embedded["chunks"])
