"""Nested repositories, links, hostile repositories, and git in trouble."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

from codegraph.discovery.git import GitError, find_git, list_files
from tests.discovery.conftest import git, look, paths, reasons, write

# --- repositories in repositories -----------------------------------------------------------------------


def commit_all(folder: Path) -> None:
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")


@pytest.mark.parametrize("outer_is_repository", [True, False])
def test_a_nested_repository_is_entered_and_obeys_its_own_rules(
    tmp_path: Path, outer_is_repository: bool
) -> None:
    write(
        tmp_path,
        {
            ".gitignore": "x.py\n",
            "a.py": "",
            "nested.d/x.py": "",
            "nested.d/y.py": "",
            "nested.d/.gitignore": "y.py\n",
        },
    )
    git(tmp_path / "nested.d", "init", "-q")
    if outer_is_repository:
        git(tmp_path, "init", "-q")
    inventory = look(tmp_path)
    assert [(file.path, file.package) for file in inventory.files] == [("a.py", 0), ("nested.d/x.py", 1)]
    assert [package.path for package in inventory.packages] == ["", "nested.d"]
    assert inventory.packages[1].name == "nested.d"


def test_a_nested_repository_that_the_outer_one_ignores_is_not_entered(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "vendored/\n", "a.py": "", "vendored/v.py": ""})
    git(tmp_path / "vendored", "init", "-q")
    assert paths(tmp_path) == ["a.py"]
    git(tmp_path, "init", "-q")
    assert paths(tmp_path) == ["a.py"]


def test_a_submodule_is_entered_whether_or_not_git_can_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = write(tmp_path / "library", {"lib.py": "", "ignored.py": "", ".gitignore": "ignored.py\n"})
    commit_all(library)
    root = write(tmp_path / "root", {"a.py": ""})
    git(root, "init", "-q")
    git(root, "submodule", "add", "-q", str(library), "libs/lib.io")
    write(root, {"libs/lib.io/ignored.py": ""})
    expected = ["a.py", "libs/lib.io/lib.py"]
    assert paths(root) == expected
    assert [package.path for package in look(root).packages] == ["", "libs/lib.io"]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert paths(root) == expected


def test_a_submodule_that_is_not_checked_out_is_no_package(tmp_path: Path) -> None:
    library = write(tmp_path / "library", {"lib.py": ""})
    commit_all(library)
    root = write(tmp_path / "root", {"a.py": ""})
    git(root, "init", "-q")
    git(root, "submodule", "add", "-q", str(library), "lib")
    git(root, "submodule", "deinit", "-f", "lib")
    inventory = look(root)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert len(inventory.packages) == 1
    assert inventory.notes == []


def test_a_second_work_tree_is_listed_like_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path / "root", {"a.py": ""})
    commit_all(root)
    write(root, {".git/info/exclude": "x.py\n"})
    git(root, "worktree", "add", "-q", str(tmp_path / "tree"))
    write(tmp_path / "tree", {"x.py": "", "b.py": ""})
    assert paths(tmp_path / "tree") == ["a.py", "b.py"]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert paths(tmp_path / "tree") == ["a.py", "b.py"]


def test_a_git_folder_that_is_no_repository_changes_nothing(tmp_path: Path) -> None:
    write(
        tmp_path, {".gitignore": "x.py\n", "a.py": "", "sub/.git/note.py": "", "sub/x.py": "", "sub/b.py": ""}
    )
    assert paths(tmp_path) == ["a.py", "sub/b.py"]
    git(tmp_path, "init", "-q")
    assert paths(tmp_path) == ["a.py", "sub/b.py"]


def test_an_unborn_branch_is_listed(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": ""})
    git(tmp_path, "init", "-q")
    inventory = look(tmp_path)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert inventory.notes == []


def test_a_deleted_file_that_is_still_tracked_is_neither_listed_nor_reported(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "", "gone/b.py": ""})
    commit_all(tmp_path)
    (tmp_path / "gone" / "b.py").unlink()
    (tmp_path / "gone").rmdir()
    inventory = look(tmp_path)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert inventory.skipped == []


# --- links and other things that are no files -----------------------------------------------------------


def make_links(root: Path, outside: Path) -> None:
    """A loop, a link to the root, one that leads nowhere, one out of the root, and one to a neighbour."""
    (root / "sub" / "loop").symlink_to("../sub")
    (root / "self").symlink_to(".")
    (root / "sub" / "broken.py").symlink_to("../../../nowhere/missing.py")
    (root / "sub" / "link_out.py").symlink_to(outside)
    (root / "sub" / "link_in.py").symlink_to("../a_first.py")


@pytest.mark.parametrize("with_git", [True, False])
def test_links_are_listed_as_skipped_and_never_followed(tmp_path: Path, with_git: bool) -> None:
    outside = write(tmp_path, {"target.py": "def outside():\n    return 3\n"}) / "target.py"
    root = write(
        tmp_path / "root",
        {
            "a_first.py": "def first():\n    return 1\n",
            "sub/deep.py": "def deep():\n    return 2\n",
            "zz_last.py": "from a_first import first\n\n\ndef last():\n    return first()\n",
        },
    )
    make_links(root, outside)
    if with_git:
        git(root, "init", "-q")
    inventory = look(root)
    assert [file.path for file in inventory.files] == ["a_first.py", "sub/deep.py", "zz_last.py"]
    assert reasons(inventory) == dict.fromkeys(
        ["self", "sub/broken.py", "sub/link_in.py", "sub/link_out.py", "sub/loop"], "symbolic link"
    )


def test_tracked_files_behind_a_folder_that_became_a_link_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, {"secret/s.py": "", "root/sub/s.py": "", "root/a.py": ""})
    root = tmp_path / "root"
    commit_all(root)
    (root / "sub" / "s.py").unlink()
    (root / "sub").rmdir()
    (root / "sub").symlink_to("../secret")
    inventory = look(root)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert reasons(inventory) == {"sub": "symbolic link"}


def test_pipes_and_sockets_are_not_opened(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": ""})
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / ".codegraphignore")
    os.mkfifo(tmp_path / "script")
    (tmp_path / "script").chmod(0o755)
    with socket.socket(socket.AF_UNIX) as plug:
        plug.bind(str(tmp_path / "s.py"))
    inventory = look(tmp_path)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert reasons(inventory)["pipe.py"] == "not a regular file"
    assert reasons(inventory)["s.py"] == "not a regular file"


def test_a_root_that_is_a_link_is_listed(tmp_path: Path) -> None:
    write(tmp_path / "real", {"a.py": ""})
    (tmp_path / "link").symlink_to("real")
    inventory = look(tmp_path / "link")
    assert inventory.root == (tmp_path / "real").resolve()
    assert [file.path for file in inventory.files] == ["a.py"]


# --- repositories that would run something --------------------------------------------------------------


def test_a_file_system_monitor_of_the_repository_is_not_started(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    write(tmp_path, {"monitor.sh": f"#!/bin/sh\ntouch {trap}\n", "r/a.py": ""})
    (tmp_path / "monitor.sh").chmod(0o755)
    root = tmp_path / "r"
    git(root, "init", "-q")
    git(root, "config", "core.fsmonitor", str(tmp_path / "monitor.sh"))
    assert paths(root) == ["a.py"]
    assert not trap.exists()
    git(root, "ls-files", "-co")  # the trap works: plain git runs it
    assert trap.exists()


def test_a_missing_object_is_not_fetched_by_the_repositorys_own_command(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    root = write(tmp_path / "r", {"d/a.py": "", "d/.gitignore": "*.log\n"})
    commit_all(root)
    blob = git(root, "rev-parse", ":d/.gitignore").strip()
    git(root, "update-index", "--skip-worktree", "d/.gitignore")
    (root / "d" / ".gitignore").unlink()
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for name, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(root),
        "remote.origin.uploadpack": f"touch {trap};",
    }.items():
        git(root, "config", name, value)
    write(root, {"d/b.py": ""})  # git asks for the rules of a folder only to judge a file in it
    assert paths(root) == ["d/a.py", "d/b.py"]
    assert not trap.exists()
    git(root, "ls-files", "-co", "--exclude-standard")  # the trap works: plain git runs it
    assert trap.exists()


def test_a_git_program_in_the_folder_at_hand_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"git": "#!/bin/sh\ntouch trap\n", "a.py": ""})
    (tmp_path / "git").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert find_git({"PATH": f".{os.pathsep}{os.pathsep}bin"}) is None
    assert find_git({"PATH": f".{os.pathsep}{tmp_path}"}) == str(tmp_path / "git")


def test_a_folder_that_pretends_to_be_a_bare_repository_is_walked(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "fake")
    write(tmp_path, {"fake/a.py": ""})
    with pytest.raises(GitError):
        list_files(str(tmp_path / "fake").encode())
    assert paths(tmp_path / "fake") == ["a.py"]


def test_the_environment_of_a_hook_does_not_lead_to_another_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "r", {"a.py": ""})
    other = write(tmp_path / "other", {"b.py": ""})
    commit_all(root)
    commit_all(other)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert paths(root) == ["a.py"]


# --- trouble --------------------------------------------------------------------------------------------


def test_a_repository_of_another_owner_is_listed_without_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "r", {".gitignore": "x.py\n", "a.py": "", "x.py": ""})
    git(root, "init", "-q")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    inventory = look(root)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert len(inventory.notes) == 1
    assert "dubious ownership" in inventory.notes[0]


def test_a_git_that_gives_no_answer_is_given_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path / "r", {".gitignore": "x.py\n", "a.py": "", "x.py": "", "n/b.py": "", "n/c.py": ""})
    os.mkfifo(tmp_path / "rules")  # git waits for someone to write into it
    for repository in (root, root / "n"):
        git(repository, "init", "-q")
        git(repository, "config", "core.excludesFile", str(tmp_path / "rules"))
    monkeypatch.setattr("codegraph.discovery.git.TIMEOUT", 0.2)
    inventory = look(root)
    assert [file.path for file in inventory.files] == ["a.py", "n/b.py", "n/c.py"]
    assert len(inventory.notes) == 1
    assert "gave no answer" in inventory.notes[0]


def test_tracked_files_in_a_folder_that_may_not_be_entered_are_reported(as_nobody: Path) -> None:
    root = write(as_nobody, {"a.py": "", "closed/c.py": "", "p/package.json": "{}", "p/b.js": ""})
    commit_all(root)
    (root / "closed").chmod(0)
    (root / "p" / "package.json").chmod(0)
    try:
        inventory = look(root)
    finally:
        (root / "closed").chmod(stat.S_IRWXU)
    assert [file.path for file in inventory.files] == ["a.py", "p/b.js"]
    assert reasons(inventory) == {
        "closed": "unreadable folder: Permission denied",
        "closed/c.py": "unreadable: Permission denied",
        "p/package.json": "manifest not used: unreadable: Permission denied",
    }


def test_a_damaged_repository_is_listed_without_git(tmp_path: Path) -> None:
    root = write(
        tmp_path / "r", {".gitignore": "x.py\n", "a.py": "", "x.py": "", "s/n/n.py": "", "s/n/x.py": ""}
    )
    git(root, "init", "-q")
    git(root / "s" / "n", "init", "-q")
    (root / ".git" / "index").write_bytes(b"not an index")
    inventory = look(root)
    assert [file.path for file in inventory.files] == ["a.py", "s/n/n.py", "s/n/x.py"]
    assert "index" in inventory.notes[0]


@pytest.mark.parametrize("with_git", [True, False])
def test_a_folder_that_may_not_be_listed_is_reported_and_the_rest_is_found(
    as_nobody: Path, with_git: bool
) -> None:
    root = write(as_nobody, {"a.py": "", "z.py": "", "n/closed/c.py": ""})
    if with_git:
        git(root, "init", "-q")
    (root / "n" / "closed").chmod(0)
    try:
        inventory = look(root)
    finally:
        (root / "n" / "closed").chmod(stat.S_IRWXU)
    assert [file.path for file in inventory.files] == ["a.py", "z.py"]
    assert reasons(inventory) == {"n/closed": "unreadable folder: Permission denied"}


def test_a_path_longer_than_the_system_allows_ends_there(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": ""})
    here = Path.cwd()
    try:
        os.chdir(tmp_path)
        for _ in range(20):
            Path("d" * 250).mkdir()
            os.chdir("d" * 250)
        inventory = look(tmp_path)
    finally:
        os.chdir(here)
    assert [file.path for file in inventory.files] == ["a.py"]
    assert set(reasons(inventory).values()) == {"unreadable folder: File name too long"}


def test_a_tree_deeper_than_pythons_stack_is_listed() -> None:
    top = tempfile.mkdtemp()
    try:
        place = top
        for _ in range(1200):
            place += "/d"
            Path(place).mkdir()
        Path(place, "b.py").touch()
        deep = "/".join(["d"] * 1200) + "/b.py"
        assert paths(Path(top)) == [deep]
        git(Path(top), "init", "-q")
        assert paths(Path(top)) == [deep]
    finally:
        subprocess.run(["rm", "-rf", top], check=True)  # shutil has no such depth
