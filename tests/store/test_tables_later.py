"""LanceDB's tables of a small update are made when somebody asks for them, of the files of the generation."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from codegraph.errors import IndexFormatError
from codegraph.store import Store
from codegraph.store.columns import GraphTables, graph_tables
from codegraph.store.layout import GRAPH_FILE, GRAPH_TABLES
from codegraph.store.stored import read_tables
from tests.graphs import graph_of, make_graph, node

if TYPE_CHECKING:
    import pyarrow as pa

ROOT = Path(__file__).parents[2]
OLD = make_graph("module a @a.py\nfunction a::old @a.py:1")
NEW = make_graph(
    """
    package  p            @             tag:entry
    module   p::a         @a.py
    function p::a::f      @a.py:1-3     exported decorator:cache modifier:async doc="Größe of it."
    function p::a::g      @a.py:5       test attributes={"method":"GET"}
    external ext::pypi::requests
    p::a::f calls p::a::g          1:4 2:8  dynamic
    p::a::f imports ext::pypi::requests  type_only possible rule:guess
    p::a::g ?calls lost 3:8 ambiguous candidate:p::a::f candidate:p::a::g
    """
)


def publish(index: Path, **options: bool) -> None:
    with Store(index).writer("index") as writer:
        writer.publish(OLD, files=[], summary={})
        writer.publish(NEW, files=[], summary={}, **options)


def rows_of(index: Path) -> dict[str, list[dict[str, object]]]:
    return {name: plain(Store(index).table(name).to_arrow()) for name in GRAPH_TABLES}


def plain(table: pa.Table) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = table.to_pylist()
    return rows


def versions(index: Path) -> list[int | None]:
    current = Store(index).current()
    assert current is not None
    return [current.manifest["tables"][name] for name in GRAPH_TABLES]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, object]]]:
    index = tmp_path_factory.mktemp("at once")
    publish(index)
    return rows_of(index)


def test_the_files_of_a_generation_hold_the_tables(tmp_path: Path) -> None:
    publish(tmp_path, tables_later=True)
    current = Store(tmp_path).current()
    assert current is not None
    read = read_tables(current.folder)
    assert read._fields == GraphTables._fields
    for before, after in zip(graph_tables(NEW), read, strict=True):
        assert before.schema.equals(after.schema)
        assert plain(before) == plain(after)


def test_whoever_asks_first_has_them_written(tmp_path: Path, expected: object) -> None:
    publish(tmp_path, tables_later=True)
    assert versions(tmp_path) == [None, None, None]
    assert rows_of(tmp_path) == expected
    written = versions(tmp_path)
    assert None not in written
    assert rows_of(tmp_path) == expected
    assert versions(tmp_path) == written


def test_while_somebody_writes_they_are_in_memory(tmp_path: Path, expected: object) -> None:
    publish(tmp_path, tables_later=True)
    with Store(tmp_path).writer("index"):
        assert rows_of(tmp_path) == expected
    assert versions(tmp_path) == [None, None, None]


def test_tables_that_are_gone_are_made_again_after_a_small_update(tmp_path: Path, expected: object) -> None:
    publish(tmp_path, tables_later=True)
    shutil.rmtree(tmp_path / "lance")
    assert rows_of(tmp_path) == expected


def test_a_generation_without_its_graph_has_no_tables(tmp_path: Path) -> None:
    publish(tmp_path, tables_later=True)
    current = Store(tmp_path).current()
    assert current is not None
    (current.folder / GRAPH_FILE).write_bytes(b"damaged")
    with pytest.raises(IndexFormatError, match="run `codegraph index`"):
        Store(tmp_path).table("nodes")


def test_the_tables_of_the_generation_before_stay(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        writer.publish(OLD, files=[], summary={})
    before = Store(tmp_path).table("nodes")
    with Store(tmp_path).writer("index") as writer:
        writer.publish(NEW, files=[], summary={}, tables_later=True)
    assert rows_of(tmp_path)
    assert before.to_arrow().column("fqn").to_pylist() == ["a", "a::old"]


UPDATE = """
import sys
from pathlib import Path
from codegraph.store import Store
from tests.graphs import make_graph
with Store(Path(sys.argv[1])).writer("index") as writer:
    writer.publish(make_graph("module a @a.py"), files=[], summary={}, tables_later=True)
print([name for name in ("lancedb", "lance") if name in sys.modules])
"""


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, check=False, capture_output=True, text=True
    )


def test_a_small_update_imports_no_lancedb(tmp_path: Path) -> None:
    publish(tmp_path)
    assert run(UPDATE, str(tmp_path)).stdout == "[]\n"


READ_AND_DIE = """
import os, signal, sys
from pathlib import Path
from codegraph.store import Store, history, lance
def die(*arguments, **options):
    os.kill(os.getpid(), signal.SIGKILL)
owner, name = (lance.LanceDatabase, "write") if sys.argv[2] == "write" else (history, "record")
setattr(owner, name, die)
Store(Path(sys.argv[1])).table("nodes")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("moment", ["write", "record"])
def test_who_is_killed_while_tables_are_made_leaves_them_to_the_next(
    tmp_path: Path, moment: str, expected: object
) -> None:
    publish(tmp_path, tables_later=True)
    assert run(READ_AND_DIE, str(tmp_path), moment).returncode == -signal.SIGKILL
    assert versions(tmp_path) == [None, None, None]
    assert rows_of(tmp_path) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_who_may_not_write_gets_them_in_memory(tmp_path: Path) -> None:
    publish(tmp_path, tables_later=True)
    places = [tmp_path, *(path for path in tmp_path.rglob("*") if path.is_dir())]
    for place in places:
        place.chmod(0o555)
    for parent in tmp_path.parents[:3]:
        parent.chmod(parent.stat().st_mode | 0o055)
    try:
        read = run(AS_NOBODY, str(tmp_path))
    finally:
        for place in places:
            place.chmod(0o755)
    assert read.stdout == "5\n", read.stderr
    assert versions(tmp_path) == [None, None, None]


AS_NOBODY = """
import os, shutil, sys, tempfile
from pathlib import Path
from codegraph.store import Store
from codegraph.store.columns import lance_rows
from codegraph.store.lance import in_memory
from codegraph.store.stored import read_tables
with tempfile.TemporaryDirectory() as folder:  # who has no rights may not even import what is imported late
    shutil.copytree(sys.argv[1], folder, dirs_exist_ok=True)
    os.chmod(folder, 0o755)
    in_memory("nodes", lance_rows(read_tables(Store(Path(folder)).current().folder))["nodes"]).count_rows()
    Store(Path(folder)).table("nodes").count_rows()
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
print(Store(Path(sys.argv[1])).table("nodes").count_rows())
"""


def test_two_hundred_small_updates_take_less_room_than_two_fresh_indexes(tmp_path: Path) -> None:
    graph = graph_of([node("m", "module", ["@m.py"]), *(node(f"m::f{number:04}") for number in range(2000))])
    with Store(tmp_path).writer("index") as writer:
        writer.publish(graph, files=[], summary={})
    fresh = size_of(tmp_path)
    for _ in range(200):
        with Store(tmp_path).writer("index") as writer:
            writer.publish(graph, files=[], summary={}, tables_later=True)
    assert size_of(tmp_path) < 2 * fresh


def size_of(folder: Path) -> int:
    return sum(
        path.stat().st_size for path in folder.rglob("*") if path.is_file() and os.access(path, os.R_OK)
    )
