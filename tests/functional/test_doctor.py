"""``codegraph doctor``: names what is wrong with an index, and repairs it until it equals one built anew."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegraph.cli import main
from codegraph.model import SCHEMA_VERSION
from codegraph.store.container import Container, Section, write_container
from codegraph.store.layout import sealed_json

from ..incremental.comparing import differences
from .project import Project, Ran
from .test_bad_index import DAMAGES, FILES, GENERATION, INDEX, QUESTIONS, damage, flipped, replaced, truncated

if TYPE_CHECKING:
    from .conftest import MakeProject

WORDS = ("money", "total of a cart")
Act = Callable[[Path], object]


@pytest.fixture(scope="module")
def sound(make_project: MakeProject) -> Project:
    project = make_project("shop").write({**FILES, "README.md": "# Shop\n\nIt adds money in a cart.\n"})
    project.age()
    assert project.update(embeddings=True).embedded["done"]
    return project


@pytest.fixture
def copy(sound: Project, make_project: MakeProject) -> Project:
    return copied(sound, make_project("shop"))


def copied(sound: Project, project: Project) -> Project:
    shutil.rmtree(project.root)
    shutil.copytree(sound.root, project.root)
    return project


Doctor = Callable[..., Ran]


@pytest.fixture
def doctor(copy: Project, capfd: pytest.CaptureFixture[str]) -> Doctor:
    """Runs the doctor, or another command, in this process, which is quicker than a new one."""

    def put(*words: str) -> Ran:
        whole = words if words and not words[0].startswith("--") else ("doctor", *words)
        capfd.readouterr()
        return Ran(main([*whole, "-C", str(copy.root)]), *capfd.readouterr())

    return put


def faults(ran: Ran) -> list[str]:
    return [line for line in ran.out.splitlines() if line.startswith("bad ")]


def checked(ran: Ran, name: str) -> list[str]:
    """The lines of a check."""
    return [line for line in ran.out.splitlines() if line[6:].startswith(f"{name}: ")]


def apart(copy: Project, sound: Project) -> list[str]:
    """In what an index differs from a sound one: graph, tables, texts, words, vectors, states."""
    found = differences(copy.root / INDEX, sound.root / INDEX, copy.root, WORDS)
    found = [line for line in found if not line.startswith("files: ")]  # a copy has inodes of its own
    vectors = [vectors_of(project.root / INDEX) for project in (copy, sound)]
    return found + (["vectors differ"] if vectors[0] != vectors[1] else [])


def vectors_of(index: Path) -> tuple[list[int], bytes]:
    from codegraph.store.layout import VECTORS_FILE, current_generation
    from codegraph.store.vectors_file import read_vectors_file

    found = read_vectors_file(current_generation(index).folder / VECTORS_FILE)
    return found.nodes.tolist(), found.matrix.tobytes()


def asked(copy: Project, doctor: Doctor) -> None:
    """Every question is answered, or refused in one line that says what to do."""
    for words in (*QUESTIONS, ("search", "money"), ("statements", "add")):
        ran = doctor(*words)
        assert "a bug in codegraph" not in ran.err, (words, ran)
        assert "Traceback" not in ran.err, (words, ran)
        if ran.code:
            assert ran.code in (5, 6, 9), (words, ran)
            assert ran.err.count("\n") == 1, (words, ran)
            assert "codegraph index" in ran.err or "codegraph doctor" in ran.err, (words, ran)


def rewritten(path: Path, **sections: Callable[[memoryview], Any]) -> None:
    """Write a container again, each checksum as it is to be, with other items in some sections."""
    container = Container(path)
    parts = {}
    for name, (code, *_) in container._entries.items():
        view = container.array(name)
        items = sections[name](view) if name in sections else view
        parts[name] = Section(code, bytes(items))
    container.close()
    path.unlink()
    write_container(path, parts.items())


def packed(view: memoryview, change: Callable[[list[int]], list[int]]) -> bytes:
    return struct.pack(f"<{len(view)}{view.format}", *change(list(view)))


def dangling(index: Path) -> None:
    rewritten(
        next(index.glob("generations/*/graph.bin")),
        out_end=lambda view: packed(view, lambda ends: [200, *ends[1:]]),
    )


def with_a_wrong_parent(index: Path) -> None:
    rewritten(
        next(index.glob("generations/*/graph.bin")),
        parent=lambda view: packed(view, lambda rows: [*rows[:-1], 0 if rows[-1] else 1]),
    )


def with_names_out_of_order(index: Path) -> None:
    def change(view: memoryview) -> bytes:
        return bytes(view).replace(b"shop::", b"zhop::", 1)

    rewritten(next(index.glob("generations/*/graph.bin")), names=change)


def with_ids_twice(index: Path) -> None:
    rewritten(
        next(index.glob("generations/*/graph.bin")),
        id=lambda view: packed(view, lambda ids: [ids[1], *ids[1:]]),
    )


def with_spans_reversed(index: Path) -> None:
    rewritten(
        next(index.glob("generations/*/graph.bin")),
        start_byte=lambda view: packed(view, lambda at: [250] * len(at)),
    )


def with_an_index_that_does_not_fit(index: Path) -> None:
    rewritten(
        next(index.glob("generations/*/graph.bin")),
        child_rows=lambda view: packed(view, lambda rows: rows[::-1]),
    )


def with_a_folder_for_facts(index: Path) -> None:
    (index / "cache/facts.pack").unlink()
    (index / "cache/facts.pack").mkdir()


def with_vectors_swapped(index: Path) -> None:
    """Two vectors in each other's place, in a file that is whole by itself."""
    import numpy as np

    from codegraph.store.vectors_file import read_vectors_file, write_vectors_file

    path = next(index.glob("generations/*/vectors.bin"))
    found = read_vectors_file(path)
    nodes, matrix = np.array(found.nodes), np.array(found.matrix)
    other = next(row for row in range(len(matrix)) if (matrix[row] != matrix[0]).any())
    matrix[[0, other]] = matrix[[other, 0]]
    path.unlink()
    write_vectors_file(path, nodes, matrix)


def without_finite_vectors(index: Path) -> None:
    import numpy as np

    from codegraph.store.vectors_file import read_vectors_file, write_vectors_file

    path = next(index.glob("generations/*/vectors.bin"))
    found = read_vectors_file(path)
    nodes, matrix = np.array(found.nodes), np.array(found.matrix)
    matrix[0, 0] = np.nan
    path.unlink()
    write_vectors_file(path, nodes, matrix)


def amended(index: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Another manifest, as whole as any."""
    path = next(index.glob("generations/*/manifest.json"))
    manifest = json.loads(path.read_bytes())
    manifest.pop("checksum")
    change(manifest)
    path.write_bytes(sealed_json(manifest))


def of_another_model(index: Path) -> None:
    amended(index, lambda manifest: manifest["embeddings"].update(model="another:1"))


def with_other_counts(index: Path) -> None:
    amended(index, lambda manifest: manifest["counts"].update(nodes=1))


def without_a_version_of_a_table(index: Path) -> None:
    amended(index, lambda manifest: manifest["tables"].update(edges=77))


def with_a_word_altered_in_json(index: Path) -> None:
    path = next(index.glob("generations/*/summary.json"))
    path.write_bytes(path.read_bytes().replace(b'"started_ns": 1', b'"started_ns": 2'))


def in_table(name: str, change: Callable[[bytes], bytes], what: str = "data") -> Act:
    def act(index: Path) -> None:
        for file in sorted((index / "lance" / f"{name}.lance" / what).rglob("*")):
            if file.is_file():
                file.write_bytes(change(file.read_bytes()))

    return act


def at(name: str, change: Callable[[bytes], bytes] | None) -> Act:
    def act(index: Path) -> None:
        place = index / name
        if change is not None:
            place.write_bytes(change(place.read_bytes() if place.exists() else b""))
        elif place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()

    return act


def middle(data: bytes) -> bytes:
    """Other bytes in the middle, where tables keep their rows."""
    half = len(data) // 2
    return data[:half] + bytes(byte ^ 0x55 for byte in data[half : half + 64]) + data[half + 64 :]


WRONG: dict[str, tuple[str, Act]] = {
    "an edge leads nowhere": ("structure", dangling),
    "a parent is another one": ("structure", with_a_wrong_parent),
    "names are out of order": ("structure", with_names_out_of_order),
    "an id is there twice": ("structure", with_ids_twice),
    "spans end before they begin": ("structure", with_spans_reversed),
    "the children are in another order": ("structure", with_an_index_that_does_not_fit),
    "counts are others": ("structure", with_other_counts),
    "two vectors are swapped": ("vectors", with_vectors_swapped),
    "a vector is no number": ("vectors", without_finite_vectors),
    "the numbers of vectors are altered": ("vectors", at("generations/1/vectors.bin", flipped(0.9))),
    "the model is another one": ("model", of_another_model),
    "a version of a table is missing": ("tables of the graph", without_a_version_of_a_table),
    "the report is altered": ("report", with_a_word_altered_in_json),
    "the file states are altered": ("file states", at("generations/1/files.bin", flipped(0.5))),
    "the facts are truncated": ("cache of facts", at("cache/facts.pack", truncated(0.9))),
    "the facts are altered": ("cache of facts", at("cache/facts.pack", flipped(0.5))),
    "the facts are a folder": ("cache of facts", with_a_folder_for_facts),
    "the documents are altered": ("cache of documents", at("cache/sheets.pack", flipped(0.7))),
    "the resolution is altered": ("cache of the resolution", at("cache/resolution.bin", flipped(0.5))),
    "the rules are altered": ("cache of the rules", at("cache/rules.bin", flipped(0.5))),
    "the list of files is altered": ("cache of the list of files", at("cache/inventory.bin", flipped(0.5))),
    "the note of the tree is garbage": ("note of what lies around", at("tree.bin", replaced(b"garbage"))),
    "the trigrams are garbage": ("trigrams", at("trigrams.bin", replaced(b"garbage"))),
    "the note of the refresh is garbage": ("note of the last refresh", at("refresh.json", replaced(b"{"))),
    "the summaries are garbage": ("summaries", at("summaries.sqlite", replaced(b"garbage" * 100))),
    **{
        f"{name} is {how} in LanceDB": (title, in_table(name, change, what))
        for name, title in (
            ("nodes", "tables of the graph"),
            ("edges", "tables of the graph"),
            ("chunks", "texts"),
            ("vectors", "vectors"),
        )
        for how, change, what in (
            ("altered", middle, "data"),
            ("truncated", truncated(0.5), "data"),
            ("without versions", truncated(0.3), "_versions"),
        )
    },
}
NAMES = {
    "codegraph-index.json": "marker",
    "CURRENT": "pointer",
    "manifest.json": "manifest",
    "graph.bin": "graph",
    "unresolved.bin": "unresolved",
    "files.bin": "file states",
    "summary.json": "report",
    "lexical.sqlite": "full-text index",
    "vectors.bin": "vectors",
    "generations": "pointer",
    "lance": "tables of the graph",
}


def test_a_sound_index_has_no_fault_and_is_left_as_it_is(copy: Project, doctor: Doctor) -> None:
    before = {path: path.read_bytes() for path in (copy.root / INDEX).rglob("*") if path.is_file()}
    ran = doctor()
    assert (ran.code, faults(ran), ran.err) == (0, [], "")
    assert ran.out.splitlines()[-1] == "nothing is wrong"
    assert before == {path: path.read_bytes() for path in (copy.root / INDEX).rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", [name for name in DAMAGES if name != "the cache is gone"])
def test_a_damaged_file_is_named(copy: Project, doctor: Doctor, name: str) -> None:
    path, change = DAMAGES[name]
    damage(copy, path, change)
    ran = doctor()
    assert ran.code == 6, ran
    assert [line for line in checked(ran, NAMES[Path(path).name]) if line.startswith("bad ")], ran.out


@pytest.mark.parametrize(
    "names",
    [
        ["the marker is garbage"],
        ["CURRENT points nowhere"],
        ["the graph's text is altered", "the manifest is gone"],
        ["the full-text index is truncated", "the tables are gone"],
        ["the vectors are truncated"],
        ["all generations are gone", "CURRENT is gone", "the cache is gone"],
    ],
    ids=lambda names: names[0],
)
def test_damaged_files_are_built_again(
    copy: Project, sound: Project, doctor: Doctor, names: list[str]
) -> None:
    for name in names:
        damage(copy, *DAMAGES[name])
    repaired = doctor("--repair")
    assert repaired.code == 0, repaired
    assert apart(copy, sound) == []


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_and_questions_are_answered_or_refused(
    copy: Project, doctor: Doctor, name: str
) -> None:
    check, act = WRONG[name]
    act(copy.root / INDEX)
    ran = doctor()
    assert ran.code == 6, ran
    assert [line for line in checked(ran, check) if line.startswith("bad ")], ran.out
    asked(copy, doctor)


def _caches() -> list[str]:
    return [
        "the facts are altered", "the documents are altered", "the resolution is altered",
        "the note of the tree is garbage", "the trigrams are garbage", "the summaries are garbage",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "names",
    [
        ["an edge leads nowhere"],
        ["two vectors are swapped", "edges is altered in LanceDB"],
        ["a vector is no number"],
        ["the numbers of vectors are altered"],
        ["vectors is altered in LanceDB"],
        ["vectors is without versions in LanceDB"],
        ["chunks is altered in LanceDB", "nodes is without versions in LanceDB"],
        ["the model is another one"],
        ["the facts are a folder"],
        _caches(),
    ],
    ids=lambda names: names[0],
)
def test_what_is_wrong_is_repaired(copy: Project, sound: Project, doctor: Doctor, names: list[str]) -> None:
    for name in names:
        WRONG[name][1](copy.root / INDEX)
    repaired = doctor("--repair")
    assert repaired.code == 0, repaired
    assert apart(copy, sound) == []


def test_only_what_is_wrong_is_rebuilt(copy: Project, doctor: Doctor) -> None:
    generation = copy.root / GENERATION
    before = (generation / "graph.bin").stat().st_ino
    for act in (WRONG["nodes is altered in LanceDB"][1], WRONG["two vectors are swapped"][1]):
        act(copy.root / INDEX)
    ran = doctor("--repair")
    assert ran.code == 0, ran
    assert (generation / "graph.bin").stat().st_ino == before
    assert "generation 1" in ran.out


def test_facts_that_are_whole_are_used_to_build_again(copy: Project, doctor: Doctor) -> None:
    damage(copy, f"{GENERATION}/graph.bin", flipped(0.9))
    ran = doctor("--repair")
    assert (
        "done  index: built again as generation 2, 0 files parsed, 3 from the cache, 0 texts embedded"
        in ran.out
    )


def test_an_index_without_vectors_stays_so(copy: Project, doctor: Doctor) -> None:
    shutil.rmtree(copy.root / INDEX)
    copy.update()
    assert doctor().code == 0
    damage(copy, f"{GENERATION}/lexical.sqlite", truncated(0.5))
    assert doctor("--repair").code == 0
    assert not list((copy.root / INDEX).glob("generations/*/vectors.bin"))


def test_options_of_the_build_hold_for_the_repair(copy: Project, doctor: Doctor) -> None:
    copy.update(embeddings=True, exclude=["money.py"])
    damage(copy, f"{INDEX}/generations/2/graph.bin", flipped(0.9))
    assert doctor("--repair").code == 0
    assert doctor("symbol", "shop/money.py").code == 3


def test_files_that_have_changed_are_told_and_are_no_fault(copy: Project, doctor: Doctor) -> None:
    copy.write({"shop/cart.py": FILES["shop/cart.py"] + "\nx = 1\n"})
    ran = doctor()
    assert ran.code == 0
    assert checked(ran, "files") == [
        "note  files: 1 file has changed since (shop/cart.py); `codegraph index` does what follows from it"
    ]


def test_tables_that_wait_are_no_fault(copy: Project, doctor: Doctor) -> None:
    copy.write({"shop/cart.py": FILES["shop/cart.py"] + "\nx = 1\n"})
    copy.update(embeddings=True)
    ran = doctor()
    assert ran.code == 0
    assert "not written yet" in checked(ran, "tables of the graph")[0]


def test_a_note_of_a_dead_writer_is_told_and_cleared_away(copy: Project, doctor: Doctor) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    who = {"pid": dead.pid, "host": "elsewhere", "command": "codegraph index", "started_at": 1.0}
    (copy.root / INDEX / "writer.json").write_text(json.dumps(who))
    ran = doctor()
    assert ran.code == 0
    assert checked(ran, "lock")[0].startswith(f"note  lock: process {dead.pid} on elsewhere died as it wrote")
    assert doctor("--repair").code == 0
    assert checked(doctor(), "lock") == ["good  lock: nobody writes"]


def test_a_writer_is_told_and_a_repair_waits_for_it(copy: Project, doctor: Doctor) -> None:
    hold = (
        "import sys\nfrom pathlib import Path\nfrom codegraph.store import Store\n"
        "with Store(Path(sys.argv[1])).writer('codegraph index'):\n"
        "    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    WRONG["two vectors are swapped"][1](copy.root / INDEX)
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(copy.root / INDEX)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=copy.environ, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert f"`codegraph index` (process {holder.pid} on" in checked(doctor(), "lock")[0]
        ran = doctor("--repair")
        assert ran.code == 7
        assert ran.error.endswith("try again when it has ended")
        holder.communicate("")
    assert doctor("--repair").code == 0


def test_what_killed_runs_left_is_told_and_cleared_away(copy: Project, doctor: Doctor) -> None:
    index = copy.root / INDEX
    (index / "generations" / ".partial-9").mkdir()
    (index / "generations" / ".partial-9" / "graph.bin").write_bytes(b"half")
    (index / ".CURRENT.partial").write_bytes(b"7")
    shutil.copytree(index / "generations" / "1", index / "generations" / "9")
    ran = doctor()
    assert ran.code == 0
    assert checked(ran, "leftovers")[0].startswith(
        "note  leftovers: .CURRENT.partial, generations/.partial-9, generations/9: left by a run"
    )
    assert doctor("--repair").code == 0
    assert checked(doctor(), "leftovers") == ["good  leftovers: none"]
    assert sorted(entry.name for entry in (index / "generations").iterdir()) == ["1"]


def test_where_there_is_no_index_there_is_nothing_to_check(make_project: MakeProject) -> None:
    project = make_project("empty")
    assert project.run("doctor").code == 5
    assert project.run("doctor", "-C", ".").code == 5
    assert project.run("doctor", "-C", ".", "--repair").code == 5


def test_the_answer_for_programs_has_an_entry_for_each_check(copy: Project, doctor: Doctor) -> None:
    WRONG["two vectors are swapped"][1](copy.root / INDEX)
    answer = doctor("--json")
    found = json.loads(answer.out)
    assert answer.code == 6
    assert (found["good"], found["faults"], found["repaired"], found["done"]) == (False, 1, False, [])
    assert {entry["state"] for entry in found["checks"]} == {"good", "bad"}
    wrong = next(entry for entry in found["checks"] if entry["state"] == "bad")
    assert wrong["check"] == "vectors"
    assert wrong["advice"] == "`codegraph doctor --repair` mends it"


def test_a_read_only_index_is_checked(copy: Project) -> None:
    if os.name == "nt" or os.geteuid() == 0:
        pytest.skip("permissions don't hold here")
    place = copy.root / INDEX
    for folder in (place, *(path for path in place.rglob("*") if path.is_dir())):
        folder.chmod(0o555)
    try:
        assert copy.run("doctor").code == 0
    finally:
        for folder in (place, *(path for path in place.rglob("*") if path.is_dir())):
            folder.chmod(0o755)


def test_summaries_that_can_be_read_are_no_fault(copy: Project, doctor: Doctor) -> None:
    with closing(sqlite3.connect(copy.root / INDEX / "summaries.sqlite")) as database:
        database.execute(
            "CREATE TABLE replies (key TEXT PRIMARY KEY, text TEXT NOT NULL, cut INTEGER NOT NULL)"
        )
        database.commit()
    assert checked(doctor(), "summaries")[0].startswith("good ")


def test_summaries_that_somebody_writes_are_no_fault_and_stay(copy: Project, doctor: Doctor) -> None:
    place = copy.root / INDEX / "summaries.sqlite"
    with closing(sqlite3.connect(place)) as database:
        database.execute("CREATE TABLE replies (key TEXT PRIMARY KEY, text TEXT, cut INTEGER)")
        database.commit()
        database.execute("BEGIN EXCLUSIVE")
        database.execute("INSERT INTO replies VALUES ('a', 'what a model said', 0)")
        assert checked(doctor(), "summaries")[0].startswith("good ")
        doctor("--repair")
        assert place.exists()
        database.commit()


def test_another_version_is_told_and_built_again(copy: Project, sound: Project, doctor: Doctor) -> None:
    marker = {"format": "codegraph-index", "schema_version": 99}
    (copy.root / INDEX / "codegraph-index.json").write_text(json.dumps(marker))
    ran = doctor()
    assert ran.code == 6
    assert f"has schema version 99, this codegraph reads {SCHEMA_VERSION}" in checked(ran, "marker")[0]
    assert doctor("--repair").code == 0
    assert apart(copy, sound) == []


def _files(index: Path) -> list[Path]:
    return sorted(
        path.relative_to(index) for path in index.rglob("*") if path.is_file() and path.stat().st_size
    )


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_damage_is_told_without_a_traceback_and_repaired(
    sound: Project, make_project: MakeProject, capfd: pytest.CaptureFixture[str], data: st.DataObject
) -> None:
    """Any bytes of any file: no command stumbles, and a repair leaves what a build from nothing gives."""
    project = copied(sound, make_project("shop"))
    index = project.root / INDEX
    path = index / data.draw(st.sampled_from(_files(sound.root / INDEX)))
    content = bytearray(path.read_bytes())
    begin = data.draw(st.integers(0, len(content) - 1))
    end = min(len(content), begin + data.draw(st.integers(1, 64)))
    content[begin:end] = data.draw(st.binary(min_size=end - begin, max_size=end - begin))
    path.write_bytes(content)

    def ask(*words: str) -> Ran:
        capfd.readouterr()
        return Ran(main([*words, "-C", str(project.root)]), *capfd.readouterr())

    for words in (("symbol", "Cart.total"), ("search", "money"), ("impact", "add"), ("doctor",)):
        ran = ask(*words)
        assert ran.code in (0, 3, 5, 6, 9), (words, ran)
        assert "Traceback" not in ran.err, (words, ran)
    repaired = ask("doctor", "--repair")
    assert repaired.code == 0, repaired
    assert apart(project, sound) == []
