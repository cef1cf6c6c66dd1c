"""The same files with git, and without it, as git itself lists."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.discovery.conftest import Tree, git, listed_by_git, look, paths, write

# 16 files with anchored, nested, negated, folder-only and escaped lines, and which of them are left
RULES_OF_EVERY_SORT: Tree = {
    ".gitignore": """\
# comment
/coverage
*.gen.py
!keep.gen.py
plugins/*
!plugins/app
logs/
\\#real.py
file[0-9].py
""",
    "web/.gitignore": ".output/\n!important.gen.py\n",
    **dict.fromkeys(
        (
            "src/coverage/inner.py",
            "src/logs.py",
            "web/important.gen.py",
            "web/ok.py",
            "web/.output/bundle.py",
            "filex.py",
            "#real.py",
            "logs/x.py",
            "coverage/top.py",
            "keep.gen.py",
            "file1.py",
            "plugins/vendorx/lib.py",
            "plugins/app/main.py",
            "a.gen.py",
        ),
        "def f():\n    return 1\n",
    ),
}
LEFT = [
    "filex.py",
    "keep.gen.py",
    "plugins/app/main.py",
    "src/coverage/inner.py",
    "src/logs.py",
    "web/important.gen.py",
    "web/ok.py",
]


def test_rules_of_every_sort_give_the_same_files_with_and_without_git(tmp_path: Path) -> None:
    plain = write(tmp_path / "plain", RULES_OF_EVERY_SORT)
    repository = write(tmp_path / "repository", RULES_OF_EVERY_SORT)
    git(repository, "init", "-q")
    assert paths(plain) == LEFT
    assert paths(repository) == LEFT
    assert sorted(p for p in listed_by_git(repository) if p.endswith(".py")) == LEFT


def without_git(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", str(folder))


def test_without_the_git_program_a_repository_is_listed_by_its_ignore_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "r", {**RULES_OF_EVERY_SORT, "secret/s.py": ""})
    git(root, "init", "-q")
    write(root, {".git/info/exclude": "secret/\n"})
    assert paths(root) == LEFT
    without_git(monkeypatch, tmp_path)
    inventory = look(root)
    assert [file.path for file in inventory.files] == LEFT
    assert inventory.notes == [
        (
            "git could not be asked (git is not installed); its ignore files were read instead, "
            "so files that are tracked although they are ignored are missing"
        )
    ]


@pytest.mark.parametrize("with_git", [True, False])
def test_a_root_inside_a_repository_obeys_the_rules_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_git: bool
) -> None:
    git(tmp_path, "init", "-q")
    write(
        tmp_path,
        {
            ".gitignore": "/app/src/gen\n*.tmp.py\n",
            "app/.gitignore": "local.py\n!keep.tmp.py\n",
            "app/src/a.py": "",
            "app/src/gen/g.py": "",
            "app/src/local.py": "",
            "app/src/b.tmp.py": "",
            "app/src/keep.tmp.py": "",
            "gen/g.py": "",
        },
    )
    if not with_git:
        without_git(monkeypatch, tmp_path)
    assert paths(tmp_path / "app" / "src") == ["a.py", "keep.tmp.py"]


@pytest.mark.parametrize("with_git", [True, False])
def test_a_root_that_its_repository_ignores_is_listed_by_its_own_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_git: bool
) -> None:
    git(tmp_path, "init", "-q")
    write(
        tmp_path, {".gitignore": "*\n", "work/p/.gitignore": "x.py\n", "work/p/a.py": "", "work/p/x.py": ""}
    )
    if not with_git:
        without_git(monkeypatch, tmp_path)
    inventory = look(tmp_path / "work" / "p")
    assert [file.path for file in inventory.files] == ["a.py"]
    if with_git:
        assert inventory.notes == [
            "the git repository around this folder ignores it, so its rules are left aside"
        ]


def test_a_tracked_file_stays_although_it_is_ignored(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, {"build/tracked.py": "", "build/other.py": "", ".gitignore": ""})
    git(tmp_path, "add", "build/tracked.py")
    write(tmp_path, {".gitignore": "build/\n"})
    assert paths(tmp_path) == ["build/tracked.py"]


def test_a_file_is_not_taken_back_from_an_ignored_folder(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "gen/\n!gen/keep.py\n", "gen/keep.py": "", "a.py": ""})
    assert paths(tmp_path) == ["a.py"]


def test_the_users_own_ignore_file_counts_in_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = write(tmp_path / "home", {"git/ignore": "mine.py\n"})
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    root = write(tmp_path / "r", {"mine.py": "", "a.py": ""})
    git(root, "init", "-q")
    assert paths(root) == ["a.py"]
    without_git(monkeypatch, tmp_path)
    assert paths(root) == ["a.py"]


def test_an_ignore_file_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"rules": "a.py\n", "r/a.py": ""})
    (tmp_path / "r" / ".gitignore").symlink_to("../rules")
    assert paths(tmp_path / "r") == ["a.py"]
    git(tmp_path / "r", "init", "-q")
    assert paths(tmp_path / "r") == ["a.py"]


def test_respect_gitignore_off_lists_ignored_files_too(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "*.py\n", "a.py": "", "node_modules/m/m.js": ""})
    git(tmp_path, "init", "-q")
    assert paths(tmp_path) == []
    assert paths(tmp_path, respect_gitignore=False) == ["a.py"]


# --- random trees against git ---------------------------------------------------------------------------

NAMES = st.sampled_from(["a", "b", "ab", "abc", "a.py", "b.py", "é.py", "a b", "[a]", "-", "#a", "!x", "a\\"])
LINES = st.one_of(
    st.builds(
        "".join,
        st.tuples(
            st.sampled_from(["", "!"]),
            st.sampled_from(["", "/", "**/"]),
            st.sampled_from(["a", "b", "ab", "a.py", "*", "*.py", "a*", "?", "[ab]"]),
            st.sampled_from(["", "/", "/*", "/**", "/**/a", "/b", "/a/"]),
        ),
    ),
    st.builds(
        "".join,
        st.lists(
            st.sampled_from(["a", "b", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", "[", "]", ".py", "é"])
            | st.sampled_from(["*", "?", "**", "/", "\\", "!", "#", " ", "\r"]),
            min_size=1,
            max_size=6,
        ),
    ),
)
IGNORE_FILES = st.lists(LINES, max_size=5).map("\n".join)
TREES = st.lists(st.lists(NAMES, min_size=1, max_size=4), min_size=1, max_size=12)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=TREES, rules=IGNORE_FILES, nested=IGNORE_FILES, where=st.sampled_from(["a", "b", "ab"]))
@example([["a.py", "a", "b"], ["a.py", "x"]], "a.py/*\n!a.py/a", "", "a")
@example([["a", "b", "a.py"], ["a", "a.py"]], "*\n!*/\n!*.py", "", "b")
@example([["a", "a.py"], ["a", "b.py"]], "*.py", "!a.py", "a")
def test_any_tree_is_listed_as_git_lists_it(
    tree: list[list[str]], rules: str, nested: str, where: str
) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        for parts in tree:
            if not any(folder.joinpath(*parts[:n]).is_file() for n in range(1, len(parts) + 1)):
                folder.joinpath(*parts[:-1]).mkdir(parents=True, exist_ok=True)
                if not folder.joinpath(*parts).is_dir():
                    folder.joinpath(*parts).write_bytes(b"")
        (folder / ".gitignore").write_bytes(rules.encode())
        if (folder / where).is_dir():
            (folder / where / ".gitignore").write_bytes(nested.encode())
        walked = every_file(folder)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        assert walked == listed_by_git(folder)
        assert every_file(folder) == walked
    finally:
        shutil.rmtree(folder)


def every_file(folder: Path) -> set[str]:
    """All files that are found, of whatever language."""
    from codegraph.discovery.excludes import Excludes
    from codegraph.discovery.listing import list_tree

    root = str(folder).encode()
    return {path.decode() for path, _ in list_tree(root, Excludes(root, ()), respect_gitignore=True).files}
