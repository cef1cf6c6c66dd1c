"""``is_path_indexed``: files and folders of an indexed project, and what lies elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import codegraph
from codegraph.errors import UsageError
from codegraph.tools.is_path_indexed import IsPathIndexedRequest, PathIndexed, run


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project").resolve()
    (root / "src").mkdir()
    (root / "src" / "app.py").write_text("def main():\n    pass\n")
    (root / "src" / "big.py").write_text("x = 1\n" * 1000)
    (root / "notes.bin").write_bytes(b"\0\1")
    codegraph.index(root, embeddings=False, max_file_bytes=1000).close()
    return root


def asked(root: Path, path: str) -> PathIndexed:
    return run(IsPathIndexedRequest(virtual_path=path, root_path=str(root)))


def test_a_file_and_the_folders_around_it_are_indexed(project: Path) -> None:
    found = asked(project, "src/app.py")
    assert (found.indexed, found.root_parent, found.path) == (True, str(project), "src/app.py")
    assert found.indexed_at
    assert (found.is_folder, found.files, found.stale, found.reason) == (False, 1, False, "")
    for folder in ("src", "src/", ".", str(project / "src")):
        answer = asked(project, folder)
        assert (answer.indexed, answer.is_folder, answer.files) == (True, True, 1)


@pytest.mark.parametrize("path", ["x" * 300, "src/" + "x" * 5000])
def test_what_can_be_no_path_is_told_so(project: Path, path: str) -> None:
    with pytest.raises(UsageError, match="can't be a path"):
        asked(project, path)


def test_windows_paths_and_absolute_ones_mean_the_same(project: Path) -> None:
    assert asked(project, "src\\app.py").indexed
    assert asked(project, str(project / "src" / "app.py")).path == "src/app.py"
    assert asked(project / "src", "../src/app.py").path == "src/app.py"


def test_what_is_not_indexed_has_a_reason(project: Path) -> None:
    assert "larger than" in asked(project, "src/big.py").reason
    assert "no known language" in asked(project, "notes.bin").reason
    assert asked(project, "src/gone.py").reason == "there is no such file or folder"
    assert not asked(project, "src/gone.py").indexed


def test_outside_of_every_project_there_is_no_root(tmp_path: Path) -> None:
    found = asked(tmp_path, "somewhere.py")
    assert (found.indexed, found.root_parent, found.reason) == (False, "", "no index around it")


def test_the_nearest_project_counts(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for folder in (tmp_path, inner):
        (folder / "a.py").write_text("a = 1\n")
        codegraph.index(folder, embeddings=False).close()
    assert asked(tmp_path, "inner/a.py").root_parent == str(inner.resolve())
    assert asked(tmp_path, "a.py").root_parent == str(tmp_path.resolve())


def test_a_changed_file_is_stale(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    codegraph.index(tmp_path, embeddings=False).close()
    (tmp_path / "a.py").write_text("a = 22\n")
    assert asked(tmp_path, "a.py").stale
    assert asked(tmp_path, ".").stale


def test_a_path_is_needed() -> None:
    with pytest.raises(UsageError, match="virtual_path is empty"):
        run(IsPathIndexedRequest(virtual_path=" "))
