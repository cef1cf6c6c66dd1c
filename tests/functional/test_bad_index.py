"""An index that is damaged, of another version, somebody else's, or being written by another process."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from codegraph.cli import main
from codegraph.model import SCHEMA_VERSION

from .project import Ran

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Files, Project


FILES = {
    "shop/cart.py": "from shop.money import add\n\n\nclass Cart:\n"
    '    """What a customer wants to buy."""\n\n'
    "    def total(self):\n        return add(1, self.unknown())\n",
    "shop/money.py": 'def add(a, b):\n    """Add two amounts of money."""\n    return a + b\n',
    "shop/__init__.py": "",
}
INDEX = ".codegraph/index"
GENERATION = f"{INDEX}/generations/1"
QUESTIONS = (
    ("status",),
    ("map",),
    ("symbol", "Cart.total"),
    ("endpoints",),
    ("impact", "add"),
    ("search", "money", "--mode", "lexical"),
    ("graph", "--level", "module"),
    ("trace", "Cart.total", "add"),
)


def truncated(share: float) -> Callable[[bytes], bytes]:
    return lambda data: data[: int(len(data) * share)]


def flipped(at: float) -> Callable[[bytes], bytes]:
    def flip(data: bytes) -> bytes:
        place = int(len(data) * at)
        return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]

    return flip


def replaced(by: bytes) -> Callable[[bytes], bytes]:
    return lambda _: by


GONE = None
DAMAGES: dict[str, tuple[str, Callable[[bytes], bytes] | None]] = {
    "the marker is garbage": (f"{INDEX}/codegraph-index.json", replaced(b"\x00garbage")),
    "the marker is empty": (f"{INDEX}/codegraph-index.json", replaced(b"")),
    "the marker is of another version": (
        f"{INDEX}/codegraph-index.json",
        replaced(b'{"format": "codegraph-index", "schema_version": 99}'),
    ),
    "CURRENT points nowhere": (f"{INDEX}/CURRENT", replaced(b"999\n")),
    "CURRENT is garbage": (f"{INDEX}/CURRENT", replaced(b"../../etc\n")),
    "CURRENT is empty": (f"{INDEX}/CURRENT", replaced(b"")),
    "CURRENT is gone": (f"{INDEX}/CURRENT", GONE),
    "the graph is truncated": (f"{GENERATION}/graph.bin", truncated(0.5)),
    "the graph lacks its last byte": (f"{GENERATION}/graph.bin", lambda data: data[:-1]),
    "the graph is empty": (f"{GENERATION}/graph.bin", replaced(b"")),
    "the graph is garbage": (f"{GENERATION}/graph.bin", replaced(b"garbage" * 1000)),
    "the graph's table is altered": (f"{GENERATION}/graph.bin", flipped(0.01)),
    "the graph's text is altered": (f"{GENERATION}/graph.bin", flipped(0.9)),
    "the graph is gone": (f"{GENERATION}/graph.bin", GONE),
    "the unresolved references are truncated": (f"{GENERATION}/unresolved.bin", truncated(0.5)),
    "the manifest is gone": (f"{GENERATION}/manifest.json", GONE),
    "the manifest is garbage": (f"{GENERATION}/manifest.json", replaced(b"{")),
    "the manifest says nothing": (f"{GENERATION}/manifest.json", replaced(b"{}")),
    "the manifest has no tables": (
        f"{GENERATION}/manifest.json",
        replaced(b'{"generation": 1, "schema_version": 1}'),
    ),
    "the manifest holds nonsense": (
        f"{GENERATION}/manifest.json",
        replaced(
            b'{"generation": 1, "schema_version": 1, "fingerprints": 5, "tables": [], "embeddings": "x",'
            b' "created_at": "never", "previous": "none"}'
        ),
    ),
    "the file states are truncated": (f"{GENERATION}/files.bin", truncated(0.5)),
    "the file states are gone": (f"{GENERATION}/files.bin", GONE),
    "the summary is garbage": (f"{GENERATION}/summary.json", replaced(b"[]")),
    "the summary holds nonsense": (
        f"{GENERATION}/summary.json",
        replaced(b'{"report": {"files": 3}, "started_ns": 0, "name": []}'),
    ),
    "the summary is gone": (f"{GENERATION}/summary.json", GONE),
    "the full-text index is garbage": (f"{GENERATION}/lexical.sqlite", replaced(b"garbage" * 1000)),
    "the full-text index is truncated": (f"{GENERATION}/lexical.sqlite", truncated(0.5)),
    "the full-text index is gone": (f"{GENERATION}/lexical.sqlite", GONE),
    "the vectors are garbage": (f"{GENERATION}/vectors.bin", replaced(b"garbage" * 100)),
    "the vectors are truncated": (f"{GENERATION}/vectors.bin", truncated(0.5)),
    "the vectors are gone": (f"{GENERATION}/vectors.bin", GONE),
    "all generations are gone": (f"{INDEX}/generations", GONE),
    "the tables are gone": (f"{INDEX}/lance", GONE),
    "the cache is gone": (f"{INDEX}/cache", GONE),
}


def damage(project: Project, path: str, change: Callable[[bytes], bytes] | None) -> None:
    place = project.root / path
    if change is not None:
        place.write_bytes(change(place.read_bytes()))
    elif place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink()


@pytest.fixture(scope="module")
def sound(make_project: MakeProject) -> Project:
    project = make_project("shop").write(FILES)
    project.age()
    assert project.update(embeddings=True).embedded["done"]
    return project


@pytest.fixture
def copy(sound: Project, make_project: MakeProject) -> Project:
    project = make_project("shop")
    shutil.copytree(sound.root, project.root, dirs_exist_ok=True)
    return project


@pytest.fixture
def ask(copy: Project, capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Puts a question in this process, which is quicker than a new one."""

    def put(*words: str) -> Ran:
        capfd.readouterr()
        return Ran(main([*words, "-C", str(copy.root)]), *capfd.readouterr())

    return put


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_index_is_told_in_one_line_and_built_again(
    copy: Project, sound: Project, ask: Callable[..., Ran], name: str
) -> None:
    path, change = DAMAGES[name]
    damage(copy, path, change)
    for words in QUESTIONS:
        ran = ask(*words)
        if ran.code != 0:
            assert ran.code in (5, 6), (words, ran)
            assert ran.err.count("\n") == 1, (words, ran)
            assert "codegraph index" in ran.error, (words, ran)
    copy.update(embeddings=True)
    assert [ask(*words)[::2] for words in QUESTIONS] == [(0, "")] * len(QUESTIONS)
    assert copy.exported() == sound.exported()


@pytest.mark.parametrize("name", [name for name in DAMAGES if "vectors" in name])
def test_search_goes_by_words_where_the_vectors_are_damaged(
    copy: Project, ask: Callable[..., Ran], name: str
) -> None:
    damage(copy, *DAMAGES[name])
    ran = ask("search", "money")
    assert ran.code == 0
    assert "add" in ran.out
    assert ran.err.startswith("searched by words only")
    assert "codegraph index" in ran.err
    copy.update(embeddings=True)
    assert ask("search", "what somebody pays", "--mode", "vector").err == ""


@pytest.mark.parametrize("table", ["nodes", "edges", "unresolved", "chunks", "vectors", "generations"])
@pytest.mark.parametrize("what", ["data", "_versions"])
def test_a_truncated_table_is_written_anew_when_it_is_needed(
    copy: Project, make_project: MakeProject, table: str, what: str
) -> None:
    files = [p for p in (copy.root / INDEX / "lance" / f"{table}.lance" / what).rglob("*") if p.is_file()]
    if table == "unresolved" and what == "data" and not files:
        pytest.skip("a table without rows has no data")
    for file in files:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    copy.write({"shop/more.py": "from shop.cart import Cart\n\n\ndef more():\n    Cart().total()\n"})
    report = copy.update(embeddings=True)
    assert report.files_parsed == 1
    assert report.embedded["done"] == report.embedded["chunks"]
    fresh = make_project("shop").write(FILES)
    fresh.write({"shop/more.py": (copy.root / "shop/more.py").read_bytes()}).update()
    assert copy.exported() == fresh.exported()


def test_embedding_goes_on_when_the_tables_are_gone(make_project: MakeProject) -> None:
    project = make_project("shop").write(FILES)
    project.update()
    shutil.rmtree(project.root / INDEX / "lance")
    report = project.update(embeddings=True)
    assert report.embedded["done"] == report.embedded["chunks"] != 0


def test_garbage_in_the_cache_is_not_used(copy: Project, sound: Project) -> None:
    for file in (copy.root / INDEX / "cache").rglob("*"):
        if file.is_file():
            file.write_bytes(b"garbage" * 1000)
    copy.write({"shop/cart.py": FILES["shop/cart.py"] + "\n"})
    copy.update()
    copy.write({"shop/cart.py": FILES["shop/cart.py"]})
    copy.update()
    assert copy.exported() == sound.exported()


def test_an_index_of_another_version_is_told_and_built_again(copy: Project, sound: Project) -> None:
    damage(copy, *DAMAGES["the marker is of another version"])
    ran = copy.run("symbol", "add", "--json")
    assert ran.code == 6
    assert ran.json["error"]["code"] == "index_format"
    assert ran.error == (
        f"the index at {copy.root / INDEX} has schema version 99, this codegraph reads {SCHEMA_VERSION}; "
        "run `codegraph index` to build it again"
    )
    assert copy.run("index", "--no-embeddings", "-q").code == 0
    assert copy.exported() == sound.exported()


def test_an_index_that_was_never_finished_is_not_taken_for_one(copy: Project) -> None:
    damage(copy, f"{INDEX}/CURRENT", GONE)
    ran = copy.run("map")
    assert ran.code == 5
    assert "was never finished; run `codegraph index` first" in ran.error


def test_files_of_other_tools_in_the_folder_are_left_alone(project: Project) -> None:
    others: Files = {
        ".codegraph/config.json": '{"embedding": {"provider": "cloud"}, "index_dir": "elsewhere"}',
        ".codegraph/codegraph.db": b"SQLite format 3\0" + bytes(100),
        ".codegraph/index.json": "[]",
        ".codegraph/graph.py": "def theirs():\n    return 1\n",
    }
    project.write({**FILES, **others})
    assert project.run("status").code == 5
    project.update()
    assert all(
        (project.root / path).read_bytes() == (text.encode() if isinstance(text, str) else text)
        for path, text in others.items()
    )
    assert {path.name for path in (project.root / ".codegraph").iterdir()} == {
        "config.json", "codegraph.db", "index.json", "graph.py", "index",
    }  # fmt: skip


def test_a_folder_of_somebody_else_where_the_index_belongs_is_not_touched(project: Project) -> None:
    project.write({**FILES, f"{INDEX}/their.db": b"theirs"})
    ran = project.run("index", "--no-embeddings", "-q")
    assert ran.code == 9
    assert ran.error == (
        f"{project.root / INDEX} holds files that are not codegraph's; set index_dir to another folder"
    )
    assert [path.name for path in (project.root / INDEX).iterdir()] == ["their.db"]
    assert project.run("status").code == 5


def test_a_folder_with_a_marker_of_another_format_is_not_taken_for_an_index(project: Project) -> None:
    marker = b'{"format": "somebody-elses-index", "version": 3}'
    project.write({**FILES, f"{INDEX}/codegraph-index.json": marker})
    assert project.run("status").code == 5
    assert project.run("index", "--no-embeddings", "-q").code == 9
    assert (project.root / INDEX / "codegraph-index.json").read_bytes() == marker


@contextmanager
def writing(project: Project, command: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the writer's lock until its stdin ends."""
    hold = (
        "import sys\nfrom pathlib import Path\nfrom codegraph.store import Store\n"
        "with Store(Path(sys.argv[1])).writer(sys.argv[2]):\n"
        "    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(project.root / INDEX), command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=project.environ, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        try:
            yield holder
        finally:
            holder.communicate("")


def test_a_second_index_run_at_the_same_time_is_told_who_is_at_work(copy: Project) -> None:
    (copy.root / "shop" / "money.py").write_text("changed = 1\n")
    with writing(copy, "codegraph index") as holder:
        ran = copy.run("index", "--no-embeddings", "--json", "-q")
        assert ran.code == 7
        assert ran.error.startswith(f"`codegraph index` (process {holder.pid}) has been writing the index at")
        assert ran.error.endswith("try again when it has ended")
        assert ran.json["error"]["code"] == "busy"
        assert copy.run("symbol", "money.add").code == 0, "the old index answers meanwhile"
    assert copy.run("index", "--no-embeddings", "-q").code == 0
    assert copy.run("symbol", "money.changed").code == 0


@pytest.mark.parametrize(
    ("command", "words"), [("codegraph refresh", ()), ("codegraph index", ("--wait", "60"))]
)
def test_a_run_that_waits_says_for_whom_and_goes_on_when_it_has_ended(
    copy: Project, command: str, words: tuple[str, ...]
) -> None:
    (copy.root / "shop" / "money.py").write_text("changed = 1\n")
    with writing(copy, command) as holder, copy.start("index", "--no-embeddings", *words) as process:
        assert process.stderr is not None
        line = next(line for line in process.stderr if line.startswith("waiting"))
        assert line == f"waiting until `{command}` (process {holder.pid}) has ended\n"
        holder.communicate("")
        process.communicate()
    assert process.returncode == 0
    assert copy.run("symbol", "money.changed").code == 0
