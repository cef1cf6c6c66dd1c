"""A writer that is killed or can't write: the old generation answers, and the next writer goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.graph.view import GraphView
from codegraph.store import Store
from tests.graphs import make_graph

ROOT = Path(__file__).parents[2]
OLD = make_graph("module a @a.py\nfunction a::old @a.py:1")
NEW = "module a @a.py\\nfunction a::new @a.py:1\\na calls a::new"

PUBLISH_AND_DIE = f"""
import importlib, os, signal, sys
from pathlib import Path
from codegraph.store import Store
from tests.graphs import make_graph

def die_around(place, moment):
    module, _, attribute = place.partition(":")
    owner = importlib.import_module(module)
    *path, name = attribute.split(".")
    for part in path:
        owner = getattr(owner, part)
    original = getattr(owner, name)
    def deadly(*args, **options):
        if moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        original(*args, **options)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(owner, name, deadly)

die_around(sys.argv[2], sys.argv[3])
with Store(Path(sys.argv[1])).writer("index") as writer:
    writer.publish(make_graph("{NEW}"), files=[], summary={{}})
"""

PLACES = [
    "codegraph.store.lance:LanceDatabase.write",
    "codegraph.store.generation:write_graph",
    "codegraph.store.generation:write_unresolved",
    "codegraph.store.generation:replace",
    "codegraph.store.history:record",
    "codegraph.store.writer:write_marker",
    "codegraph.store.disk:replace",
    "codegraph.store.writer:make_current",
    "codegraph.store.writer:clear_leftovers",
]


def run(code: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT, check=False, capture_output=True, text=True, **options,  # type: ignore[call-overload]
    )  # fmt: skip


def names(index: Path) -> list[str]:
    with GraphView.open(index) as view:
        return [view.fqn(row) for row in range(view.node_count)]


def publish_old(index: Path) -> None:
    with Store(index).writer("index") as writer:
        writer.publish(OLD, files=[], summary={})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(
    ("place", "moment"), [*((place, "before") for place in PLACES), (PLACES[-2], "after")]
)
def test_a_writer_killed_anywhere_leaves_a_whole_generation(tmp_path: Path, place: str, moment: str) -> None:
    publish_old(tmp_path)
    ended = run(PUBLISH_AND_DIE, str(tmp_path), place, moment)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    published = (place.endswith("make_current") and moment == "after") or place.endswith("clear_leftovers")
    assert names(tmp_path) == (["a", "a::new"] if published else ["a", "a::old"])
    with Store(tmp_path).writer("index") as writer:
        assert writer.current is not None
        assert writer.current.number == (2 if published else 1)
        writer.publish(OLD, files=[], summary={})
    assert names(tmp_path) == ["a", "a::old"]
    assert Store(tmp_path).table("nodes").to_arrow().column("fqn").to_pylist() == ["a", "a::old"]
    left = [path.name for path in (tmp_path / "generations").iterdir()]
    assert len(left) <= 2
    assert all(name.isdigit() for name in left)


PUBLISH_WITH_A_FULL_DISK = f"""
import resource, sys
from pathlib import Path
from codegraph.errors import StorageError
from codegraph.store import Store
from tests.graphs import make_graph
import lancedb, pyarrow.compute
graph = make_graph("{NEW}")
graph.nodes["doc"] = ["x" * 100_000] * 2
with Store(Path(sys.argv[1])).writer("index") as writer:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    try:
        writer.publish(graph, files=[], summary={{}})
    except StorageError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("limit", ["500", "4000", "50000"])
def test_a_full_disk_is_one_clear_line_and_keeps_the_old_generation(tmp_path: Path, limit: str) -> None:
    publish_old(tmp_path)
    ended = run(PUBLISH_WITH_A_FULL_DISK, str(tmp_path), limit)
    assert ended.stderr == ""
    assert ended.stdout.count("\n") == 1
    assert "File too large" in ended.stdout
    assert "run the command again" in ended.stdout
    assert names(tmp_path) == ["a", "a::old"]


AS_NOBODY = """
import os, sys
from pathlib import Path
import codegraph.graph.view, codegraph.store.lock, codegraph.store.writer, filelock, json, msgspec
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
from codegraph.errors import StorageError
from codegraph.store import Store
index = Path(sys.argv[1])
with codegraph.graph.view.GraphView.open(index) as view:
    print(view.fqn(1), len(Store(index).load_files()), view.summary)
try:
    with Store(index).writer("index"):
        pass
except StorageError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_read_only_index_answers_and_refuses_to_be_written(tmp_path: Path) -> None:
    index = tmp_path / "index"
    publish_old(index)
    folders = [index, *(path for path in index.rglob("*") if path.is_dir())]
    for above in (tmp_path, *tmp_path.parents):
        if above.stat().st_uid == os.getuid() and not above.stat().st_mode & 0o001:
            above.chmod(above.stat().st_mode | 0o055)
    (index / "lock").chmod(0o444)
    for folder in folders:
        folder.chmod(0o555)
    try:
        ended = run(AS_NOBODY, str(index))
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert ended.stderr == ""
    answer, refusal = ended.stdout.splitlines()
    assert answer == "a::old 0 {}"
    assert "Permission denied; check the permissions of the index folder" in refusal
