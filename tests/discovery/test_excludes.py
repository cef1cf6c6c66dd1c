"""The setting ``exclude``, ``.codegraphignore``, and folders of build output."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.config import DEFAULT_EXCLUDE
from tests.discovery.conftest import Tree, git, paths, write


@pytest.fixture(params=["git", "no git"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder whose files are listed by git, or by walking."""
    if request.param == "git":
        git(tmp_path, "init", "-q")
    return tmp_path


def test_installed_and_built_folders_are_left_out_even_when_tracked(root: Path) -> None:
    hidden = ["node_modules/m/i.js", "dist/b.js", "pkg/__pycache__/c.py", ".venv/lib/s.py", "x.egg-info/e.py"]
    write(root, dict.fromkeys([*hidden, "a.py", "distance/d.py"], ""))
    if (root / ".git").exists():
        git(root, "add", "-Af")
    assert paths(root) == ["a.py", "distance/d.py"]


def test_exclude_uses_the_syntax_of_gitignore(root: Path) -> None:
    write(root, dict.fromkeys(("a.py", "old/a.py", "x/old/a.py", "gen/a_pb2.py", "gen/b.py"), ""))
    assert paths(root, exclude=("/old", "*_pb2.py")) == ["a.py", "gen/b.py", "x/old/a.py"]
    assert paths(root, exclude=("./old", "gen/")) == ["a.py", "x/old/a.py"]


def test_a_later_pattern_takes_a_default_back(root: Path) -> None:
    write(root, {"dist/a.js": "", "sub/dist/b.js": "", "venv/c.py": ""})
    assert paths(root, exclude=(*DEFAULT_EXCLUDE, "!/dist/")) == ["dist/a.js"]


def test_a_codegraphignore_counts_in_its_folder_and_below(root: Path) -> None:
    write(
        root,
        {
            ".codegraphignore": "*.gen.py\n!dist/\n",
            "sub/.codegraphignore": "/local.py\n!keep.gen.py\n",
            **dict.fromkeys(("a.gen.py", "local.py", "dist/a.js", "sub/local.py", "sub/keep.gen.py"), ""),
            "sub/deep/local.py": "",
        },
    )
    assert paths(root) == ["dist/a.js", "local.py", "sub/deep/local.py", "sub/keep.gen.py"]


def test_a_codegraphignore_that_git_ignores_still_counts(root: Path) -> None:
    write(
        root, {".gitignore": ".codegraphignore\n", "s/.codegraphignore": "a.py\n", "s/a.py": "", "s/b.py": ""}
    )
    assert paths(root) == ["s/b.py"]


BESIDE: dict[str, tuple[Tree, list[str]]] = {
    "bin of a Node project": ({"package.json": "{}", "bin/cli.js": ""}, ["bin/cli.js"]),
    "bin of a .NET project": ({"src/App.csproj": "<Project/>", "src/bin/x.js": "", "src/obj/y.js": ""}, []),
    "target of a Rust project": (
        {"Cargo.toml": "", "target/debug/b.py": "", "t/target/a.py": ""},
        ["t/target/a.py"],
    ),
    "build of a Gradle project": ({"build.gradle.kts": "", "build/x.js": ""}, []),
    "build of another project": ({"build/x.js": ""}, ["build/x.js"]),
    "vendor of a Go module": ({"go.mod": "module m\n", "vendor/v.py": ""}, []),
    "vendor of a Go workspace": ({"go.work": "", "vendor/v.py": ""}, []),
    "build of a Swift package": ({"Package.swift": "", ".build/x.py": ""}, []),
    "vendor elsewhere": ({"static/vendor/v.js": ""}, ["static/vendor/v.js"]),
    "a virtual environment of any name": ({"env3/pyvenv.cfg": "", "env3/lib/a.py": "", "b.py": ""}, ["b.py"]),
}


@pytest.mark.parametrize("name", BESIDE)
def test_build_output_is_known_by_the_manifest_beside_it(root: Path, name: str) -> None:
    files, expected = BESIDE[name]
    write(root, files)
    assert paths(root) == expected


def test_build_output_can_be_taken_back(root: Path) -> None:
    write(root, {"Cargo.toml": "", "target/a.py": "", "env/pyvenv.cfg": "", "env/b.py": ""})
    assert paths(root, exclude=("!target/", "!env/")) == ["env/b.py", "target/a.py"]


def test_the_index_and_git_are_never_entered_whatever_the_settings(root: Path) -> None:
    write(
        root,
        {
            "a.py": "",
            ".codegraph/adapters/x.py": "",
            "sub/.codegraph/y.py": "",
            ".git/hooks/z.py": "",
            "my/index/w.py": "",
            "index/v.py": "",
        },
    )
    found = paths(
        root, exclude=("!.codegraph/", "!.git/", "!index/"), index_dir="my/index", respect_gitignore=False
    )
    assert found == ["a.py", "index/v.py"]
