"""The files that make a folder a package, and what each says about it."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from codegraph.discovery import ecosystems, node_project, python_project
from codegraph.discovery.documents import (
    Documents,
    parse_yaml,
    text_in,
)
from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import base_name


class Manifest(NamedTuple):
    """One manifest. A folder may have several."""

    path: str
    ecosystem: str
    """Where such packages are published, in the words of external nodes: ``pypi``, ``npm``, ``go``, ..."""
    facts: ManifestFacts
    """Empty when it could not be understood, which makes a nameless package."""
    rank: int
    """Which manifest names a folder that has several: the one of the lowest rank."""


def read_manifest(documents: Documents, path: str) -> Manifest:
    """What a manifest says (``is_manifest`` holds for its path); a broken one makes a nameless package."""
    file = base_name(path)
    rank, (_, ecosystem, read) = next((n, kind) for n, kind in enumerate(_KINDS) if file.endswith(kind[0]))
    return Manifest(path, ecosystem, read(documents, path) or ManifestFacts(""), rank)


def is_manifest(path: str) -> bool:
    """Whether a path is that of a manifest."""
    return path.endswith(_ENDINGS) and _MANIFEST.fullmatch(base_name(path)) is not None


# --- one reader a format; each gives None for a file that is broken ---------------------------------------


def _python(read: Callable[[Documents, str], python_project.PythonProject | None]) -> _Reader:
    def facts(documents: Documents, path: str) -> ManifestFacts | None:
        found = read(documents, path)
        return None if found is None else ManifestFacts(found.name, found.is_package, found.is_workspace_root)

    return facts


def _package_json(documents: Documents, path: str) -> ManifestFacts | None:
    found = node_project.read_package_json(documents, path)
    return (
        None
        if found is None
        else ManifestFacts(
            text_in(found, "name"), node_project.is_package(found), bool(found.get("workspaces"))
        )
    )


def _pnpm(documents: Documents, path: str) -> ManifestFacts | None:
    found = documents.load(path, parse_yaml)
    return (
        None if found is None else ManifestFacts("", is_package=False, is_workspace_root="packages" in found)
    )


def _of(module: str, name: str) -> _Reader:
    """A reader in a module of ``ecosystems``, which is imported when there is such a manifest."""

    def read(documents: Documents, path: str) -> ManifestFacts | None:
        found: ManifestFacts | None = getattr(import_module(f"{ecosystems.__name__}.{module}"), name)(
            documents, path
        )
        return found

    return read


_Reader = Callable[[Documents, str], ManifestFacts | None]

# In this order a folder takes its name. A package.json stands behind the languages of which it often builds
# no more than the web part or the documentation, and before CMake, which builds native parts of Node ones. A
# pom.xml beside a gemspec builds a gem's part for the JVM.
_KINDS: tuple[tuple[str, str, _Reader], ...] = (
    ("Cargo.toml", "cargo", _of("cargo", "read_cargo")),
    ("go.mod", "go", _of("go", "read_go_mod")),
    ("pyproject.toml", "pypi", _python(python_project.read_pyproject)),
    ("setup.cfg", "pypi", _python(python_project.read_setup_cfg)),
    ("setup.py", "pypi", _python(python_project.read_setup_py)),
    (".gemspec", "rubygems", _of("ruby", "read_gemspec")),
    ("pom.xml", "maven", _of("maven", "read_pom")),
    ("settings.gradle", "gradle", _of("gradle", "read_settings")),
    ("settings.gradle.kts", "gradle", _of("gradle", "read_settings")),
    ("build.gradle", "gradle", _of("gradle", "read_build")),
    ("build.gradle.kts", "gradle", _of("gradle", "read_build")),
    ("build.sbt", "sbt", _of("sbt", "read_sbt")),
    ("build.mill", "sbt", _of("sbt", "read_mill")),
    ("build.sc", "sbt", _of("sbt", "read_mill")),
    (".csproj", "nuget", _of("dotnet", "read_project")),
    (".fsproj", "nuget", _of("dotnet", "read_project")),
    (".vbproj", "nuget", _of("dotnet", "read_project")),
    ("composer.json", "composer", _of("composer", "read_composer")),
    ("package.json", "npm", _package_json),
    ("pnpm-workspace.yaml", "npm", _pnpm),
    ("Package.swift", "swift", _of("swift", "read_swift")),
    (".rockspec", "luarocks", _of("lua", "read_rockspec")),
    ("go.work", "go", _of("go", "read_go_work")),
    (".sln", "nuget", _of("dotnet", "read_solution")),
    (".slnx", "nuget", _of("dotnet", "read_solution")),
    ("CMakeLists.txt", "cmake", _of("cmake", "read_cmake")),
    ("meson.build", "meson", _of("meson", "read_meson")),
    ("Gemfile", "rubygems", _of("ruby", "read_gemfile")),
    ("MODULE.bazel", "bazel", _of("bazel", "read_workspace")),
    ("WORKSPACE.bazel", "bazel", _of("bazel", "read_workspace")),
    ("WORKSPACE", "bazel", _of("bazel", "read_workspace")),
    ("configure.ac", "make", _of("makefiles", "read_configure")),
    ("GNUmakefile", "make", _of("makefiles", "read_makefile")),
    ("Makefile", "make", _of("makefiles", "read_makefile")),
    ("makefile", "make", _of("makefiles", "read_makefile")),
)
SOLUTIONS = (".sln", ".slnx")
"""Endings of the manifests that list packages and are called like one of them."""

MEMBER_RANK = len(_KINDS)
"""What a manifest's rank has to be raised by for a folder that it only lists."""

_ENDINGS = tuple(ending for ending, _, _ in _KINDS)
_MANIFEST = re.compile(
    "|".join((".+" if e.startswith(".") else "") + re.escape(e) for e in _ENDINGS), re.DOTALL
)
