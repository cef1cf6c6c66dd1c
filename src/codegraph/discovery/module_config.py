"""What the project's own files say about how imports find modules, as plain data for the resolver."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec

from codegraph.discovery import ecosystems
from codegraph.discovery.ecosystems import C_SOURCES
from codegraph.discovery.node_project import NodePackage, node_packages
from codegraph.discovery.paths import base_name
from codegraph.discovery.python_project import python_roots
from codegraph.discovery.settings import (
    CargoPackage,
    ComposerPackage,
    DotnetProject,
    GoModule,
    Includes,
    JvmModule,
    LuaPackage,
    RubyProject,
    SwiftPackage,
)
from codegraph.discovery.tsconfig import TsConfig, read_tsconfigs

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents
    from codegraph.discovery.manifests import Manifest


class ModuleConfig(msgspec.Struct, frozen=True):
    """Settings that decide what an import means. All paths are relative to the root; "" is the root."""

    tsconfigs: list[TsConfig] = []
    """Sorted by folder; the deepest one at or above a file governs it."""
    node_packages: dict[str, NodePackage] = {}
    """By the name that any file may import them by."""
    node_folders: dict[str, NodePackage] = {}
    """Every package.json by its folder: the deepest one at or above a file decides on its ``#aliases``, on
    the module type, and on imports of its own name."""
    python_roots: list[str] = []
    """Folders on which absolute imports are looked up, in order."""
    go_modules: dict[str, GoModule] = {}
    """By the folder of the go.mod; the deepest one at or above a file governs it."""
    cargo_packages: dict[str, CargoPackage] = {}
    """By the folder of the Cargo.toml."""
    composer_packages: dict[str, ComposerPackage] = {}
    """By the folder of the composer.json."""
    includes: Includes = Includes()
    """Where C and C++ files find what they include."""
    jvm_modules: dict[str, JvmModule] = {}
    """Modules of Maven, Gradle and sbt by folder."""
    dotnet_projects: dict[str, DotnetProject] = {}
    """By the folder of the project file."""
    ruby_projects: dict[str, RubyProject] = {}
    """Gems and applications by folder."""
    swift_packages: dict[str, SwiftPackage] = {}
    """By the folder of the Package.swift."""
    lua_packages: dict[str, LuaPackage] = {}
    """By the folder that the paths in a rockspec count from."""


def read_module_config(
    documents: Documents,
    manifests: Collection[Manifest],
    files: Collection[str],
) -> ModuleConfig:
    """Read the settings of all ecosystems below a root.

    Args:
        documents: the reader of the files.
        manifests: all manifests.
        files: all files that are neither ignored nor excluded.
    """
    known = set(files)
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for manifest in manifests:
        paths[manifest.ecosystem].append(manifest.path)
    package_jsons = [path for path in paths["npm"] if base_name(path) == "package.json"]
    folders, names = node_packages(documents, package_jsons, known)
    sources = [path for path in files if path.endswith((".py", ".pyi"))]
    python = [m.path for m in manifests if m.ecosystem == "pypi" and m.facts.is_package]
    return ModuleConfig(
        tsconfigs=read_tsconfigs(documents, files, names),
        node_packages={name: folders[folder] for name, folder in sorted(names.items())},
        node_folders=folders,
        python_roots=python_roots(documents, python, known, sources),
        includes=_includes(documents, known),
        **{
            field: getattr(import_module(f"{ecosystems.__name__}.{module}"), field)(documents, wanted, known)
            for field, (module, ecosystems_read) in _TABLES.items()
            if (wanted := [path for ecosystem in ecosystems_read for path in paths[ecosystem]])
        },
    )


def _includes(documents: Documents, files: Collection[str]) -> Includes:
    if not any(path.endswith(C_SOURCES) for path in files):
        return Includes()
    from codegraph.discovery.ecosystems.includes import read_includes

    return read_includes(documents, files)


# each table of the settings is made by the function of its name, from the manifests of some ecosystems
_TABLES = {
    "go_modules": ("go", ("go",)),
    "cargo_packages": ("cargo", ("cargo",)),
    "composer_packages": ("composer", ("composer",)),
    "dotnet_projects": ("dotnet", ("nuget",)),
    "lua_packages": ("lua", ("luarocks",)),
    "ruby_projects": ("ruby", ("rubygems",)),
    "swift_packages": ("swift", ("swift",)),
    "jvm_modules": ("jvm", ("maven", "gradle", "sbt")),
}
