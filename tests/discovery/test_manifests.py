"""Manifests of every ecosystem: the names that they give, and what is broken or hostile."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discovery.conftest import look, reasons, write

# file, content, and (name, ecosystem, is_workspace_root) of its folder
MANIFESTS: dict[str, tuple[str, str, tuple[str, str, bool]]] = {
    "package.json": ("package.json", '{"name": "@kit/app"}', ("@kit/app", "npm", False)),
    "package.json of a workspace": (
        "package.json",
        '{"name": "r", "workspaces": ["packages/*"]}',
        ("r", "npm", True),
    ),
    "yarn's workspaces": (
        "package.json",
        '{"private": true, "workspaces": {"packages": ["p"]}}',
        ("pkg", "npm", True),
    ),
    "nameless package.json": ("package.json", '{"dependencies": {"a": "1"}}', ("pkg", "npm", False)),
    "project table": ("pyproject.toml", '[project]\nname = "shop"\n', ("shop", "pypi", False)),
    "poetry": ("pyproject.toml", '[tool.poetry]\nname = "shop"\n', ("shop", "pypi", False)),
    "build system only": ("pyproject.toml", '[build-system]\nrequires = ["x"]\n', ("pkg", "pypi", False)),
    "uv workspace": (
        "pyproject.toml",
        '[project]\nname = "w"\n[tool.uv.workspace]\nmembers = ["p/*"]\n',
        ("w", "pypi", True),
    ),
    "setup.cfg": ("setup.cfg", "[metadata]\nname = shop\n", ("shop", "pypi", False)),
    "setup.py": ("setup.py", "from setuptools import setup\nsetup(name='shop')\n", ("shop", "pypi", False)),
    "setup.py with a constant": (
        "setup.py",
        "import setuptools\nNAME = 'shop'\nif True:\n    setuptools.setup(name=NAME)\n",
        ("shop", "pypi", False),
    ),
    "setup.py that computes": (
        "setup.py",
        "from setuptools import setup\nsetup(name=f())\n",
        ("pkg", "pypi", False),
    ),
    "go.mod": (
        "go.mod",
        "// c\nmodule example.org/shop/v2 // x\n\ngo 1.22\n",
        ("example.org/shop/v2", "go", False),
    ),
    "go.work": ("go.work", "go 1.22\nuse ./a\n", ("pkg", "go", True)),
    "Cargo.toml": ("Cargo.toml", '[package]\nname = "shop"\n', ("shop", "cargo", False)),
    "virtual Cargo workspace": ("Cargo.toml", '[workspace]\nmembers = ["a"]\n', ("pkg", "cargo", True)),
    "pom.xml": (
        "pom.xml",
        """<?xml version="1.0" encoding="ISO-8859-1"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><artifactId>parent</artifactId></parent>
  <artifactId> shop </artifactId>
</project>""",
        ("shop", "maven", False),
    ),
    "pom.xml with modules": (
        "pom.xml",
        "<project><artifactId>shop</artifactId><modules><module>a</module></modules></project>",
        ("shop", "maven", True),
    ),
    "settings.gradle": (
        "settings.gradle",
        "rootProject.name = 'shop'\ninclude ':app'\n",
        ("shop", "gradle", True),
    ),
    "build.gradle.kts": ("build.gradle.kts", "plugins {}\n", ("pkg", "gradle", False)),
    "csproj": (
        "Shop.Api.csproj",
        '<Project Sdk="x"><PropertyGroup/></Project>',
        ("Shop.Api", "nuget", False),
    ),
    "csproj with an assembly": (
        "Api.csproj",
        """<Project><PropertyGroup>
  <AssemblyName>$(X)</AssemblyName>
  <AssemblyName>Shop.$(MSBuildProjectName)</AssemblyName>
  <RootNamespace>Shop</RootNamespace>
</PropertyGroup></Project>""",
        ("Shop.Api", "nuget", False),
    ),
    "csproj with a root namespace": (
        "Api.csproj",
        "<Project><PropertyGroup><RootNamespace>Shop</RootNamespace></PropertyGroup></Project>",
        ("Api", "nuget", False),
    ),
    "sln": ("Shop.sln", "Microsoft Visual Studio Solution File\n", ("Shop", "nuget", True)),
    "composer.json": ("composer.json", '{"name": "acme/shop"}', ("acme/shop", "composer", False)),
    "gemspec": (
        "shop.gemspec",
        'Gem::Specification.new do |spec|\n  spec.name = "shop_rb"\nend\n',
        ("shop_rb", "rubygems", False),
    ),
    "Swift": (
        "Package.swift",
        """import PackageDescription // Package(name: "no")
let package = Package(
    name: "shop",
    targets: [.target(name: "core")])
""",
        ("shop", "swift", False),
    ),
    "rockspec": ("shop-1.0-1.rockspec", 'package = "shop"\nversion = "1.0-1"\n', ("shop", "luarocks", False)),
    "Bazel module": ("MODULE.bazel", '# x\nmodule(\n    name = "shop",\n)\n', ("shop", "bazel", True)),
    "Bazel workspace": ("WORKSPACE", "load()\n", ("pkg", "bazel", True)),
    "build.sbt": ("build.sbt", 'name := "shop"\n', ("shop", "sbt", False)),
    "CMakeLists.txt": (
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3)\nPROJECT( shop CXX)\n",
        ("shop", "cmake", False),
    ),
    "CMake targets": (
        "CMakeLists.txt",
        "add_library(${x} a.c)\nadd_executable(run a.c)\nadd_library(shop STATIC a.c)\n",
        ("shop", "cmake", False),
    ),
    "a CMake target with the folder's name": (
        "CMakeLists.txt",
        "add_library(shop a.c)\nadd_library(pkg a.c)\n",
        ("pkg", "cmake", False),
    ),
    "CMake programs": (
        "CMakeLists.txt",
        "add_executable(one a.c)\nadd_executable(two a.c)\n",
        ("pkg", "cmake", False),
    ),
    "Meson": ("meson.build", "# x\nproject('shop', 'c')\n", ("shop", "meson", False)),
}

# ... and those that make their folder no package
NO_PACKAGES = {
    "a switch of the module type": ("package.json", '{"type": "module", "main": "x.js"}'),
    "settings of tools": ("pyproject.toml", "[tool.ruff]\nline-length = 100\n"),
    "settings of linters": ("setup.cfg", "[flake8]\nmax-line-length = 100\n"),
    "part of a CMake project": ("CMakeLists.txt", "add_subdirectory(x)\nadd_library(x ALIAS y)\n"),
    "CMake targets whose sources lie elsewhere": ("CMakeLists.txt", "add_library(x ../x.cpp)\n"),
    "part of a Meson project": ("meson.build", "library('x', 'x.c')\n"),
    "a Gemfile without Ruby": ("Gemfile", "gem 'jekyll'\n"),
    "a BUILD file outside of a workspace": ("BUILD", "py_library(name = 'x')\n"),
    "a Makefile": ("Makefile", "all:\n"),
    "a list of workspace members": ("pnpm-workspace.yaml", "packages: [a]\n"),
    "a module that is called setup": ("setup.py", "def setup(app): ...\nsetup(name='x')\n"),
    "another file": ("my-package.json", '{"name": "x"}'),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_makes_its_folder_a_package(tmp_path: Path, name: str) -> None:
    file, content, expected = MANIFESTS[name]
    write(tmp_path, {f"in/pkg/{file}": content, "in/pkg/sub/a.py": "", "in/pkg/a.c": "", "b.py": ""})
    inventory = look(tmp_path)
    assert [package.path for package in inventory.packages] == ["", "in/pkg"]
    package = inventory.packages[1]
    assert (package.name, package.ecosystem, package.is_workspace_root) == expected
    assert package.manifest == f"in/pkg/{file}"
    assert [(f.path, f.package) for f in inventory.files if "setup.py" not in f.path] == [
        ("b.py", 0),
        ("in/pkg/sub/a.py", 1),
    ]
    assert inventory.notes == []


@pytest.mark.parametrize("name", NO_PACKAGES)
def test_some_manifests_make_no_package(tmp_path: Path, name: str) -> None:
    file, content = NO_PACKAGES[name]
    write(tmp_path, {f"pkg/{file}": content, "pkg/a.py": ""})
    assert len(look(tmp_path).packages) == 1


def test_a_setup_py_inside_an_import_package_is_one_of_its_modules(tmp_path: Path) -> None:
    setup = "from numpy.distutils.core import setup\nsetup(name='core')\n"
    write(tmp_path, {"setup.py": setup, "np/core/__init__.py": "", "np/core/setup.py": setup})
    assert [package.path for package in look(tmp_path).packages] == [""]


# --- hostile and broken manifests -----------------------------------------------------------------------

BROKEN: dict[str, tuple[str, bytes]] = {
    "JSON": ("package.json", b"{,}"),
    "JSON that is no object": ("package.json", b"[1]"),
    "deep JSON": ("package.json", b"[" * 200_000),
    "TOML": ("pyproject.toml", b"[project\n"),
    "deep TOML": ("pyproject.toml", b"a = " + b"[" * 100_000),
    "XML": ("pom.xml", b"<project>"),
    "XML with entities": (
        "pom.xml",
        b'<!DOCTYPE p [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><project><artifactId>&b;</artifactId></project>',
    ),
    "deep XML": ("pom.xml", b"<a>" * 100_000),
    "YAML": ("pnpm-workspace.yaml", b"packages: [\n"),
    "deep YAML": ("pnpm-workspace.yaml", b"[" * 20_000),
    "INI": ("setup.cfg", b"name = x\n"),
    "huge": ("package.json", b'{"name": "' + b"x" * 2_000_000 + b'"}'),
    "broken UTF-16": ("package.json", b"\xff\xfe{"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_manifest_is_reported_and_harms_nothing(tmp_path: Path, name: str) -> None:
    file, content = BROKEN[name]
    write(tmp_path, {f"pkg/{file}": content, "pkg/a.py": ""})
    inventory = look(tmp_path)
    assert [f.path for f in inventory.files] == ["pkg/a.py"]
    assert list(reasons(inventory)) == [f"pkg/{file}"]
    assert reasons(inventory)[f"pkg/{file}"].startswith("manifest not used: ")


@pytest.mark.parametrize(
    "content", ["(" * 100_000, "-" * 100_000 + "1", "a" + ".a" * 90_000, "x=" + "1+" * 90_000 + "1", "\0"]
)
def test_a_hostile_setup_py_is_given_up(tmp_path: Path, content: str) -> None:
    write(tmp_path, {"pkg/setup.py": content})
    inventory = look(tmp_path)
    assert inventory.packages[1].name == "pkg"
    assert inventory.notes == [] or inventory.notes[0].startswith("pkg/setup.py: not used as a manifest")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_manifests_may_have_a_byte_order_mark(tmp_path: Path, encoding: str) -> None:
    write(tmp_path, {"package.json": '{"name": "é"}'.encode(encoding)})
    assert look(tmp_path).packages[0].name == "é"


def test_a_manifest_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"out.json": '{"name": "secret"}', "root/pkg/a.js": ""})
    (tmp_path / "root" / "pkg" / "package.json").symlink_to("../../out.json")
    inventory = look(tmp_path / "root")
    assert len(inventory.packages) == 1
    assert reasons(inventory) == {"pkg/package.json": "symbolic link"}
