"""Roots that are not what one hopes for: empty, without git, closed, not there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project


NO_DAC = "-dac_override,-dac_read_search"
CODE = {"a.py": "def a():\n    return 1\n"}


def ordinary() -> list[str]:
    """What to put before a command so that permissions count for it, even when the superuser runs the tests."""
    if os.name == "nt":
        pytest.skip("Windows has other permissions")
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("the superuser may read everything, and there is no setpriv to take that away")
    return ["setpriv", f"--bounding-set={NO_DAC}", f"--inh-caps={NO_DAC}"]


@pytest.fixture(scope="module")
def empty(make_project: MakeProject) -> Project:
    """A folder without any file, indexed with embeddings."""
    project = make_project("empty")
    ran = project.run("index")
    assert ran.code == 0, ran.err
    assert "nothing to index: no file of a known language" in ran.err
    assert "a bug" not in ran.err
    return project


def test_an_empty_folder_becomes_an_empty_graph(empty: Project) -> None:
    exported = empty.export()
    assert [(node["fqn"], node["level"]) for node in exported.nodes] == [("//empty", 0), ("empty", 1)]
    assert [edge["kind"] for edge in exported.edges] == ["contains"]
    assert exported.unresolved == []


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("status",), 0, "files"),
        (("map",), 0, "1 package"),
        (("search", "anything"), 0, "nothing found"),
        (("search", "anything", "--mode", "vector"), 0, "nothing found"),
        (("graph",), 0, "flowchart"),
        (("graph", "--format", "dot"), 0, "digraph"),
        (("symbol", "anything"), 3, ""),
        (("impact", "anything"), 3, ""),
        (("trace", "one", "other"), 3, ""),
        (("source", "anything"), 3, ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_an_empty_graph_answers_every_question(
    empty: Project, words: tuple[str, ...], code: int, says: str
) -> None:
    ran = empty.run(*words)
    assert ran.code == code, ran.err
    assert says in ran.out
    assert code == 0 or ran.error.startswith("nothing in the index is called")


def test_a_folder_without_a_known_language_becomes_an_empty_graph_and_says_so(project: Project) -> None:
    project.write({"notes.txt": "hello\n", "data/table.csv": "a,b\n", "Makefile": "all:\n"})
    ran = project.run("index", "--no-embeddings")
    assert ran.code == 0
    assert "nothing to index: no file of a known language (`codegraph languages` lists them)" in ran.err
    assert project.export().code == set()


def test_a_folder_whose_files_are_all_skipped_says_that(project: Project) -> None:
    project.write({"all.min.js": "f()\n"})
    ran = project.run("index", "--no-embeddings")
    assert ran.code == 0
    assert "nothing is indexed: every file was skipped" in ran.err
    assert "all.min.js" in ran.out


def test_a_folder_that_is_not_there_is_a_wrong_argument(project: Project) -> None:
    ran = project.run("index", "nowhere")
    assert (ran.code, ran.out) == (2, "")
    assert ran.error == "there is no folder nowhere; give the path of the project's root"
    assert project.run("index", "nowhere", "--json").json["error"]["code"] == "invalid_argument"


def test_a_file_is_not_a_root(project: Project) -> None:
    ran = project.write(CODE).run("index", "a.py")
    assert ran.code == 2
    assert ran.error == "a.py is a file; give the folder that holds the project"


def test_questions_outside_of_an_index_say_how_to_make_one(project: Project) -> None:
    questions = ["status"], ["symbol", "a"], ["search", "a"], ["graph"], ["export", "jsonl", "-o", "out"]
    for words in questions:
        ran = project.run(*words)
        assert ran.code == 5, words
        assert ran.error == (
            f"no index in {project.root} or above it; run `codegraph index` in your project first"
        )
    assert project.run("map", "--json").json["error"]["code"] == "not_indexed"
    assert list(project.root.iterdir()) == []


def test_the_same_files_are_indexed_without_git_on_an_unborn_branch_and_after_a_commit(
    project: Project,
) -> None:
    project.write({**CODE, "b.py": "import a\n\na.a()\n", ".gitignore": "c.py\n", "c.py": "", "d.pyc": ""})
    without = project.update(full=True)
    assert (without.files, without.notes) == ({"python": 2}, [])
    exported = project.exported()
    project.git("init", "-q")
    assert project.update(full=True).notes == []
    assert project.exported() == exported
    project.git("add", "-A")
    project.git("commit", "-qm", "first")
    project.update(full=True)
    assert project.exported() == exported
    assert project.git("status", "--porcelain") == "", "the index shows up in git"


def test_a_root_below_the_root_of_its_repository_is_a_project_of_its_own(project: Project) -> None:
    project.git("init", "-q")
    project.write({"web/a.py": CODE["a.py"], "other/b.py": "", ".gitignore": "generated.py\n"})
    project.write({"web/generated.py": ""})
    assert project.run("index", "web", "--no-embeddings", "-q").code == 0
    ran = project.run("status", "--json", cwd=project.root / "web")
    assert ran.json["roots"][0]["virtual_root"] == str(project.root / "web")
    assert ran.json["report"]["files"] == {"python": 1}


def test_an_unreadable_file_and_folder_are_named_and_the_rest_is_indexed(project: Project) -> None:
    before = ordinary()
    project.write({**CODE, "closed.py": "def b():\n    return 1\n", "shut/c.py": ""})
    project.age()
    (project.root / "closed.py").chmod(0)
    (project.root / "shut").chmod(0)
    words = ["index", "--no-embeddings", "--json", "-q"]
    ran = project.run(*words, before=before)
    assert ran.code == 0, ran.err
    assert ran.json["report"]["skipped"] == [
        ["closed.py", "can't be read: Permission denied"],
        ["shut", "unreadable folder: Permission denied"],
    ]
    assert ran.json["report"]["files"] == {"python": 1}
    (project.root / "closed.py").chmod(0o644)
    again = project.run(*words, before=before).json["report"]
    assert [path for path, _ in again["skipped"]] == ["shut"], "a file that was opened up is tried again"
    assert again["files"] == {"python": 2}
    (project.root / "shut").chmod(0o755)


def test_a_root_that_may_not_be_read_is_a_wrong_argument(project: Project) -> None:
    before = ordinary()
    root = project.root / "shut"
    root.mkdir()
    root.chmod(0)
    try:
        ran = project.run("index", "shut", before=before)
    finally:
        root.chmod(0o755)
    assert ran.code == 2
    assert ran.error == "shut may not be read; check the permissions of the folder"


def test_a_root_that_may_not_be_written_is_told_so(project: Project) -> None:
    before = ordinary()
    project.write(CODE)
    project.root.chmod(0o555)
    try:
        ran = project.run("index", "--no-embeddings", "--quiet", before=before)
    finally:
        project.root.chmod(0o755)
    assert ran.code == 9
    assert ran.error.startswith(f"the index can't be written at {project.root}")
    assert "Permission denied; check the permissions" in ran.error


def test_a_read_only_index_answers_and_is_not_changed(project: Project) -> None:
    before = ordinary()
    project.write(CODE).update()
    everything = [project.root, *project.root.rglob("*")]
    for path in everything:
        path.chmod(path.stat().st_mode & 0o555)
    try:
        answers = [
            project.run(*words, before=before)
            for words in (["status"], ["symbol", "a.a"], ["search", "a"], ["impact", "a.py"], ["graph"])
        ]
        refused = project.run("index", "--full", "--quiet", before=before)
        export = project.run("export", "jsonl", "-o", "out", before=before)
    finally:
        for path in everything:
            path.chmod(path.stat().st_mode | 0o200)
    assert [(ran.code, bool(ran.out)) for ran in answers] == [(0, True)] * 5
    assert refused.code == 9
    assert "check the permissions of the index folder" in refused.error
    assert export.code == 9
    assert export.error == "the export can't be written to out: Permission denied; choose another --output"


def test_a_root_reached_through_a_link_is_the_folder_itself(project: Project, tmp_path: Path) -> None:
    project.write(CODE)
    link = tmp_path / "link"
    link.symlink_to(project.root)
    assert project.run("index", str(link), "--no-embeddings", "-q").code == 0
    assert project.run("symbol", "a.a", cwd=link).code == 0
    assert project.run("symbol", str(link / "a.py"), "-C", str(link)).code == 0
