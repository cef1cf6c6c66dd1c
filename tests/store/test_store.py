"""Publishing and reading generations with the real LanceDB."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from codegraph.errors import BusyError, IndexFormatError, NotIndexedError, StorageError
from codegraph.graph.view import GraphView
from codegraph.model import SCHEMA_VERSION, Graph, node_id
from codegraph.search.lexical import open_lexical
from codegraph.store import FileState, Store, lease
from codegraph.store.layout import (
    CURRENT,
    FILES_FILE,
    GRAPH_FILE,
    LEXICAL_FILE,
    MANIFEST_FILE,
    MARKER,
    sealed_json,
)
from codegraph.store.lexical import write_lexical
from tests.graphs import graph_of, make_graph, node

ONE = make_graph(
    """
    module a @a.py
    function a::f @a.py:1
    function a::g @a.py:3
    a::f calls a::g 1:4
    a::g ?calls lost 3:8
    """
)
TWO = make_graph("module a @a.py\nfunction a::h @a.py:1")
FILES = [
    FileState("b.py", 7, 1_700_000_000_000_000_001, "c0ffee", "python", "ok"),
    FileState("a.py", 0, 0, "", "", ""),
]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / ".codegraph" / "index"


def publish(index: Path, graph: Graph, **options: Any) -> None:
    with Store(index).writer("index") as writer:
        writer.publish(graph, files=options.pop("files", []), summary=options.pop("summary", {}), **options)


def names(index: Path) -> list[str]:
    with GraphView.open(index) as view:
        return [view.fqn(row) for row in range(view.node_count)]


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_what_was_published_is_read(index: Path) -> None:
    store = Store(index)
    assert (store.exists(), store.current(), store.load_files()) == (False, None, [])
    publish(index, ONE, files=FILES, summary={"files": 2})
    current = store.current()
    assert current is not None
    assert store.exists()
    assert current.number == 1
    assert current.manifest["counts"] == {"nodes": 3, "edges": 1, "unresolved": 1}
    assert store.load_files() == sorted(FILES)
    with GraphView.open(index) as view:
        assert view.summary == {"files": 2}
        assert names(index) == ["a", "a::f", "a::g"]


def test_lance_tables_hold_ids_beside_rows(index: Path) -> None:
    publish(index, ONE)
    edges = Store(index).table("edges").to_arrow().to_pylist()
    assert edges[0] | {"sites": [1, 4]} == edges[0]
    assert (edges[0]["src"], edges[0]["src_id"]) == (1, node_id("a::f"))
    assert (edges[0]["dst"], edges[0]["dst_id"]) == (2, node_id("a::g"))
    assert Store(index).table("unresolved").to_arrow().to_pylist()[0]["src_id"] == node_id("a::g")
    assert Store(index).table("nodes").to_arrow().column("fqn").to_pylist() == ["a", "a::f", "a::g"]


def test_a_generation_stays_whole_for_as_long_as_somebody_reads_it(index: Path) -> None:
    def write(folder: Path) -> None:
        write_lexical(folder / LEXICAL_FILE, ONE.nodes, lambda _: b"")

    publish(index, ONE, lexical=write)
    with GraphView.open(index) as old:
        for _ in range(5):
            publish(index, TWO)
        assert [old.fqn(row) for row in range(old.node_count)] == ["a", "a::f", "a::g"]
        assert old.unresolved_of(2)[0].text == "lost"
        assert old.summary == {}, "files that are opened late are there as well"
        with closing(open_lexical(old.folder / LEXICAL_FILE)) as words:
            assert words.execute("SELECT count(*) FROM terms").fetchone() == (3,)
    assert names(index) == ["a", "a::h"]
    publish(index, ONE)
    assert [folder.name for folder in (index / "generations").iterdir()] == ["7"]


def test_a_generation_whose_reader_was_killed_is_cleared_away(index: Path) -> None:
    publish(index, ONE)
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom codegraph.graph.view import GraphView\n"
        "view = GraphView.open(Path(sys.argv[1]))\nprint('reads', flush=True)\nsys.stdin.read()\n"
    )
    command = [sys.executable, "-c", code, str(index)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "reads\n"
        for _ in range(3):
            publish(index, TWO)
        assert (index / "generations" / "1" / "summary.json").is_file()
        reader.kill()
    publish(index, TWO)
    assert not (index / "generations" / "1").exists()


def test_the_previous_generation_stays_for_those_who_read_it(index: Path) -> None:
    publish(index, ONE)
    with GraphView.open(index) as old:
        publish(index, TWO)
        assert old.summary == {}
    publish(index, TWO)
    assert [folder.name for folder in (index / "generations").iterdir()] == ["3"]


def test_where_folders_can_not_be_locked_the_previous_generation_stays(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoLocks:
        LOCK_SH = LOCK_EX = LOCK_NB = 0

        @staticmethod
        def flock(number: int, how: int) -> None:
            raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(lease, "fcntl", NoLocks)
    for graph in (ONE, TWO, ONE):
        publish(index, graph)
        with GraphView.open(index) as view:
            assert view.node_count
    assert sorted(folder.name for folder in (index / "generations").iterdir()) == ["2", "3"]


def test_tables_of_the_previous_generation_can_be_checked_out(index: Path) -> None:
    publish(index, ONE)
    before = Store(index).current()
    publish(index, TWO)
    assert before is not None
    from codegraph.store.lance import LanceDatabase

    table = LanceDatabase(index / "lance").open("nodes", before.manifest["tables"]["nodes"])
    assert table is not None
    assert table.count_rows() == 3
    assert Store(index).table("nodes").count_rows() == 2


def test_the_generations_table_names_the_versions_of_all_tables(index: Path) -> None:
    publish(index, ONE, fingerprints={"adapters": "abc"})
    publish(index, TWO)
    from codegraph.store.lance import LanceDatabase

    table = LanceDatabase(index / "lance").open("generations")
    assert table is not None
    rows = table.to_arrow().to_pylist()
    assert [(row["generation"], row["step"], row["nodes_version"]) for row in rows] == [
        (1, "graph", 1),
        (2, "graph", 2),
    ]
    assert json.loads(rows[0]["fingerprints"]) == {"adapters": "abc"}
    assert rows[0]["chunks_version"] is None


def test_the_full_text_index_is_part_of_the_generation(index: Path) -> None:
    publish(index, ONE, lexical=lambda folder: (folder / LEXICAL_FILE).write_text("words") and None)
    current = Store(index).current()
    assert current is not None
    assert (current.folder / LEXICAL_FILE).read_text() == "words"
    (current.folder / LEXICAL_FILE).unlink()
    with Store(index).writer("index") as writer:
        assert writer.current is None


def test_an_error_while_a_generation_is_filled_leaves_the_old_one(index: Path) -> None:
    publish(index, ONE)

    def fail(folder: Path) -> None:
        raise RuntimeError("no words")

    with pytest.raises(RuntimeError, match="no words"):
        publish(index, TWO, lexical=fail)
    assert names(index) == ["a", "a::f", "a::g"]
    assert [folder.name for folder in (index / "generations").iterdir()] == ["1"]


def test_nothing_indexed_is_told_from_damage(index: Path) -> None:
    with pytest.raises(NotIndexedError, match="run `codegraph index`"):
        GraphView.open(index)
    with Store(index).writer("index"):
        pass
    with pytest.raises(NotIndexedError, match="never finished"):
        GraphView.open(index)
    assert Store(index).current() is None


def test_files_of_other_tools_are_left_alone_and_not_taken_for_ours(tmp_path: Path, index: Path) -> None:
    beside = tmp_path / ".codegraph" / "codegraph.db"
    beside.parent.mkdir()
    beside.write_text("another tool's")
    (tmp_path / ".codegraph" / "CURRENT").write_text("5")
    with pytest.raises(NotIndexedError):
        GraphView.open(index)
    publish(index, ONE)
    assert beside.read_text() == "another tool's"
    assert (tmp_path / ".codegraph" / "CURRENT").read_text() == "5"
    assert (index / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize("marker", [None, '{"format": "something else"}'])
def test_a_folder_with_other_files_is_never_made_an_index(index: Path, marker: str | None) -> None:
    index.mkdir(parents=True)
    (index / "thesis.txt").write_text("mine")
    if marker:
        (index / MARKER).write_text(marker)
    with pytest.raises(NotIndexedError):
        GraphView.open(index)
    with pytest.raises(StorageError, match="set index_dir"), Store(index).writer("index"):
        pass
    assert (index / "thesis.txt").read_text() == "mine"
    assert not (index / "lock").exists()


@pytest.mark.parametrize("in_the_way", [".codegraph", ".codegraph/index"])
def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path, index: Path, in_the_way: str) -> None:
    (tmp_path / in_the_way).parent.mkdir(exist_ok=True)
    (tmp_path / in_the_way).write_text("mine")
    with pytest.raises(NotIndexedError):
        GraphView.open(index)
    with pytest.raises(StorageError, match="a file stands where a folder is needed"):
        publish(index, ONE)


@pytest.mark.parametrize("folder", ["lance", "generations", "cache"])
def test_nothing_is_written_through_a_link_that_an_indexed_project_brought(
    tmp_path: Path, index: Path, folder: str
) -> None:
    publish(index, ONE)
    shutil.rmtree(index / folder, ignore_errors=True)
    (tmp_path / "home").mkdir()
    (index / folder).symlink_to(tmp_path / "home")
    with pytest.raises(StorageError, match="is a link"):
        publish(index, TWO)
    assert list((tmp_path / "home").iterdir()) == []


FORGED: dict[str, dict[str, Any]] = {
    "files that are lists": {"files": [[1]]},
    "counts that are a list": {"counts": [1]},
    "a version beyond all": {"tables": {"nodes": 10**30}},
    "a version below none": {"tables": {"nodes": -1}},
    "no time": {"created_at": float("inf")},
}
"""Manifests with a right checksum, as anyone can make them."""


def damage(index: Path, what: str) -> None:
    generation = index / "generations" / "1"
    if what == "version":
        (index / MARKER).write_text(
            json.dumps({"format": "codegraph-index", "schema_version": SCHEMA_VERSION + 1})
        )
    elif what == "marker":
        (index / MARKER).write_text("{")
    elif what == "pointer":
        (index / CURRENT).write_text("../../etc")
    elif what == "pointer to nothing":
        (index / CURRENT).write_text("77")
    elif what == "manifest":
        (generation / MANIFEST_FILE).write_text("[]")
    elif what == "manifest of another version":
        manifest = json.loads((generation / MANIFEST_FILE).read_text())
        (generation / MANIFEST_FILE).write_text(json.dumps(manifest | {"schema_version": 0}))
    elif what in FORGED:
        manifest = json.loads((generation / MANIFEST_FILE).read_text())
        manifest.pop("checksum", None)
        (generation / MANIFEST_FILE).write_bytes(sealed_json(manifest | FORGED[what]))
    elif what == "deep marker":
        (index / MARKER).write_text("[" * 200_000)
    elif what == "deep manifest":
        (generation / MANIFEST_FILE).write_text("[" * 200_000)
    elif what == "graph":
        (generation / GRAPH_FILE).write_bytes(b"")
    elif what == "no graph":
        (generation / GRAPH_FILE).unlink()


DAMAGES = [
    "version", "marker", "pointer", "pointer to nothing", "manifest", "manifest of another version",
    "graph", "no graph", "deep marker", "deep manifest", *FORGED,
]  # fmt: skip


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_or_foreign_index_is_refused_and_then_built_anew(index: Path, what: str) -> None:
    publish(index, ONE)
    damage(index, what)
    with pytest.raises(IndexFormatError, match="run `codegraph index`"):
        GraphView.open(index)
    with Store(index).writer("index") as writer:
        assert writer.current is None
        assert (index / "generations" / "1").is_dir()  # kept until the new one is whole
        writer.publish(TWO, files=[], summary={})
    assert names(index) == ["a", "a::h"]
    assert len(list((index / "generations").iterdir())) == 1


def test_a_damaged_file_list_makes_the_writer_start_afresh(index: Path) -> None:
    publish(index, ONE)
    (index / "generations" / "1" / FILES_FILE).write_bytes(b"\xc1")
    with pytest.raises(IndexFormatError, match=r"files\.bin"):
        Store(index).load_files()
    with Store(index).writer("index") as writer:
        assert writer.current is None


def test_a_flipped_bit_anywhere_in_the_graph_makes_the_writer_start_afresh(index: Path) -> None:
    publish(index, ONE)
    path = index / "generations" / "1" / GRAPH_FILE
    content = bytearray(path.read_bytes())
    content[-100] ^= 4
    path.write_bytes(content)
    with Store(index).writer("index") as writer:
        assert writer.current is None


def test_damaged_lance_tables_are_made_anew(index: Path) -> None:
    publish(index, ONE)
    for path in (index / "lance").rglob("*"):
        if path.is_file():
            path.write_bytes(b"garbage")
    publish(index, TWO)
    assert Store(index).table("nodes").count_rows() == 2
    shutil.rmtree(index / "lance")
    with pytest.raises(IndexFormatError, match="damaged"):
        Store(index).table("nodes")


def test_a_table_that_is_not_there_yet_says_so(index: Path) -> None:
    publish(index, ONE)
    with pytest.raises(NotIndexedError, match="no table chunks"):
        Store(index).table("chunks")


def test_thirty_small_publishes_stay_within_three_fresh_indexes(index: Path) -> None:
    graph = graph_of([node("m", "module", ["@m.py"]), *(node(f"m::f{number:04}") for number in range(2000))])
    publish(index, graph)
    fresh = size_of(index)
    for _ in range(30):
        publish(index, graph)
    assert size_of(index) < 3 * fresh


def test_an_index_lives_in_a_folder_of_any_name(tmp_path: Path) -> None:
    index = tmp_path / "it's a #1 %20 größe?" / "index"
    publish(index, ONE)
    publish(index, TWO)
    assert names(index) == ["a", "a::h"]
    assert Store(index).table("nodes").count_rows() == 2


def test_a_writer_that_publishes_nothing_changes_nothing(index: Path) -> None:
    publish(index, ONE)
    before = {
        path: path.stat().st_mtime_ns for path in index.rglob("*") if path.is_file() and path.name != "lock"
    }
    with Store(index).writer("index") as writer:
        assert writer.current is not None
    assert before == {path: path.stat().st_mtime_ns for path in before}
    assert not (index / "writer.json").exists()


def test_a_second_writer_in_the_same_process_is_refused(index: Path) -> None:
    with (
        Store(index).writer("index"),
        pytest.raises(BusyError, match="`index`"),
        Store(index).writer("embed"),
    ):
        pass


def test_chunks_need_a_generation(index: Path) -> None:
    with Store(index).writer("index") as writer:
        assert writer.load_chunks() is None
        with pytest.raises(NotIndexedError):
            writer.publish_embeddings("m")
