"""Packages of several manifests and ecosystems: which there are, what they are called, whose a file is."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.discovery.packages import clean_name
from tests.discovery.conftest import Tree, look, write

FOLDERS: dict[str, tuple[Tree, tuple[str, str]]] = {
    "Python with a web part": (
        {"pyproject.toml": '[project]\nname = "Django"\n', "package.json": '{"name": "web"}'},
        ("Django", "pypi"),
    ),
    "only one of them has a name": (
        {"pyproject.toml": "[build-system]\n", "package.json": '{"name": "web"}'},
        ("web", "npm"),
    ),
    "Rust under a Node package": (
        {"Cargo.toml": "[workspace]\n", "package.json": '{"name": "swc"}'},
        ("swc", "npm"),
    ),
    "setup.cfg beside a pyproject.toml without name": (
        {"pyproject.toml": "[build-system]\nrequires = []\n", "setup.cfg": "[metadata]\nname = x\n"},
        ("x", "pypi"),
    ),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_the_first_named_manifest_names_a_folder_that_has_several(tmp_path: Path, name: str) -> None:
    files, expected = FOLDERS[name]
    root = look(write(tmp_path, files)).packages[0]
    assert (root.name, root.ecosystem) == expected


MAKE = pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"Makefile": "", "src/a.c": ""}, ("root", "make", "Makefile")),
        (
            {"Makefile": "", "configure.ac": "AC_INIT([shop], [1])", "a.h": ""},
            ("shop", "make", "configure.ac"),
        ),
        ({"Makefile": "", "a.py": ""}, ("root", "", "")),
        ({"Makefile": "", "a.c": "", "package.json": '{"name": "x"}'}, ("x", "npm", "package.json")),
    ],
)


def test_bazel_packages_are_those_that_no_other_build_tool_has(tmp_path: Path) -> None:
    files = {
        "mono/MODULE.bazel": 'module(name = "mono")',
        "mono/BUILD": "",
        "mono/go.mod": "module example.org/mono\n",
        "mono/gen/BUILD.bazel": "",
        "mono/gen/gen.go": "",
        "mono/docs/BUILD": "",
        "mono/docs/x.md": "",
        "mono/services/pay/BUILD": "",
        "mono/services/pay/src/Pay.java": "",
        "mono/services/pay/tests/BUILD.bazel": "",
        "mono/services/pay/tests/PayTest.java": "",
        "mono/maven/pom.xml": "<project><artifactId>m</artifactId></project>",
        "mono/maven/x/BUILD": "",
        "mono/maven/x/X.kt": "",
        "mono/gen/script.py": "",
        "mono/gen/deep/BUILD": "",
        "mono/gen/deep/more.go": "",
        "mono/gen/deep/most.go": "",
        "else/BUILD": "",
        "else/x.py": "",
    }
    found = [(p.path, p.name, p.manifest) for p in look(write(tmp_path / "r", files)).packages]
    assert found == [
        ("", "r", ""),
        ("mono", "example.org/mono", "mono/go.mod"),
        ("mono/maven", "m", "mono/maven/pom.xml"),
        ("mono/services/pay", "services/pay", "mono/services/pay/BUILD"),
        ("mono/services/pay/tests", "services/pay/tests", "mono/services/pay/tests/BUILD.bazel"),
    ]


def test_a_gemfile_makes_an_application_where_there_is_ruby(tmp_path: Path) -> None:
    files = {"app/Gemfile": "", "app/lib/x.rb": "", "gem/g.gemspec": "s.name = NAME", "gem/Gemfile": ""}
    found = [(p.path, p.name, p.manifest) for p in look(write(tmp_path / "r", files)).packages]
    assert found == [("", "r", ""), ("app", "app", "app/Gemfile"), ("gem", "g", "gem/g.gemspec")]


def test_rockspecs_may_have_a_folder_of_their_own(tmp_path: Path) -> None:
    write(tmp_path / "r", {"a/rockspecs/x-1-1.rockspec": 'package = "x"\n', "a/x.lua": ""})
    found = [(p.path, p.name) for p in look(tmp_path / "r").packages]
    assert found == [("", "r"), ("a", "x")]


@MAKE
def test_make_and_autoconf_only_mark_the_root(
    tmp_path: Path, files: Tree, expected: tuple[str, str, str]
) -> None:
    packages = look(write(tmp_path / "root", {**files, "deps/y/Makefile": ""})).packages
    assert [(p.name, p.ecosystem, p.manifest) for p in packages] == [expected]


def test_a_manifest_of_the_root_comes_before_the_alias(tmp_path: Path) -> None:
    write(tmp_path, {"package.json": '{"name": "shop"}'})
    inventory = look(tmp_path, root_alias="alias")
    assert inventory.packages[0].name == "shop"
    assert inventory.name == "alias"


def test_a_pnpm_workspace_file_makes_its_package_a_workspace_root(tmp_path: Path) -> None:
    write(tmp_path, {"package.json": '{"name": "r"}', "pnpm-workspace.yaml": "packages:\n  - 'a/*'\n"})
    assert look(tmp_path).packages[0].is_workspace_root


def test_each_file_belongs_to_the_deepest_package_above_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a/package.json": '{"name": "a"}',
            "a/b/package.json": '{"name": "b"}',
            "a/x.js": "",
            "a/b/y.js": "",
            "a/b/c/z.js": "",
            "ab/w.js": "",
        },
    )
    inventory = look(tmp_path)
    owner = {file.path: inventory.packages[file.package].name for file in inventory.files}
    assert owner == {"a/x.js": "a", "a/b/y.js": "b", "a/b/c/z.js": "b", "ab/w.js": tmp_path.name}


def test_a_name_from_a_manifest_does_not_depend_on_how_the_root_is_called(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": "[workspace]",
        "src/Pay.sln": "",
        "src/Pay/Pay.csproj": "<Project/>",
        "tokio/Cargo.toml": '[package]\nname = "tokio"',
    }
    expected = {"src": "Pay@src", "src/Pay": "Pay", "tokio": "tokio"}
    here, there = look(write(tmp_path / "tokio", files)), look(write(tmp_path / "main", files))
    assert {p.path: p.unique_name for p in here.packages} == {"": "tokio@.", **expected}
    assert {p.path: p.unique_name for p in there.packages} == {"": "main", **expected}


def test_a_name_is_kept_by_the_shallowest_folder_and_made_unique_in_the_others(tmp_path: Path) -> None:
    names = {"z": "shop", "a/deep": "shop", "b/deep": "shop", "e": "ext", "s": "//shop", "r": "root"}
    write(
        tmp_path / "root",
        {f"{folder}/package.json": f'{{"name": "{name}"}}' for folder, name in names.items()},
    )
    found = {p.path: p.unique_name for p in look(tmp_path / "root").packages}
    assert found == {
        "": "root@.",
        "a/deep": "shop@a/deep",
        "b/deep": "shop@b/deep",
        "e": "ext@e",
        "r": "root",
        "s": "shop@s",
        "z": "shop",
    }


def test_unique_names_stay_unique_when_a_name_looks_like_one_that_was_made(tmp_path: Path) -> None:
    names = {"p": "a", "q": "a@r/s", "r/s": "a"}
    write(tmp_path, {f"{folder}/package.json": f'{{"name": "{name}"}}' for folder, name in names.items()})
    unique = [package.unique_name for package in look(tmp_path).packages]
    assert len(set(unique)) == len(unique)
    assert unique[1:] == ["a", "a@r/s", "a@r/s@r/s"]


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("@scope/pkg", "@scope/pkg"),
        ("A::B", "A.B"),
        ("a:b", "a:b"),
        ("a:", "a"),
        (":::a", ".a"),
        ("two words\n", "two_words_"),
        ("\x1b[31mred", "_[31mred"),
        ("x" * 1000, "x" * 200),
        ("", ""),
    ],
)
def test_names_are_made_fit_for_fully_qualified_names(name: str, clean: str) -> None:
    assert clean_name(name) == clean
