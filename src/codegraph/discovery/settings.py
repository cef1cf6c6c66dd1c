"""Plain data that manifests give to the resolver: what an import means, ecosystem by ecosystem.

All paths are relative to the root, and none leads out of it; "" is the root itself.
"""

from __future__ import annotations

import msgspec


class GoModule(msgspec.Struct, frozen=True):
    """A go.mod in the terms of import resolution."""

    path: str
    """What import paths of its packages begin with."""
    version: str
    """Of the language, "1.22"; "" when it is not given."""
    visible: dict[str, str]
    """Module path to folder in this repository, as seen from this module: itself, the members of its
    workspace, what it replaces by a folder (under the path that is replaced), and what it requires that lies
    in the repository. An import path belongs to the longest of them that it begins with."""
    vendor: str | None
    """The folder of vendored packages where it is listed: import path ``p`` lies in ``vendor/p``."""
    requires: list[str]
    """Paths of the modules that it requires, sorted."""


class CargoTarget(msgspec.Struct, frozen=True):
    """One crate: what the compiler is started for."""

    kind: str
    """``lib``, ``bin``, ``example``, ``test``, ``bench`` or ``build``."""
    name: str
    """As it is written in code, with ``_`` for ``-``."""
    root: str
    """The file that its modules hang from."""


class CargoPackage(msgspec.Struct, frozen=True):
    """A Cargo.toml in the terms of ``use``."""

    name: str
    edition: str
    targets: list[CargoTarget]
    """Those whose root file is there: the library, then the others by kind and root."""
    dependencies: dict[str, str]
    """Name in code to the root file of a library of this repository, the package's own among them."""
    external: dict[str, str]
    """Name in code to the name in the registry, of all other dependencies."""


class ComposerPackage(msgspec.Struct, frozen=True):
    """A composer.json in the terms of autoloading, with what only development loads."""

    name: str
    psr4: dict[str, list[str]]
    r"""Prefix of a namespace, ``Acme\Shop\`` or "", to folders; the longest prefix first."""
    psr0: dict[str, list[str]]
    classmap: list[str]
    """Files, and folders whose classes are found by name."""
    files: list[str]
    """Files that are always loaded."""
    visible: list[str]
    """Folders of the other packages of this repository that it requires, sorted."""


class IncludeSet(msgspec.Struct, frozen=True):
    """How a compiler is told to compile some files."""

    quote: list[str]
    """Folders for ``#include "..."`` alone, in order."""
    paths: list[str]
    """Folders for every include, in order."""
    defines: list[str]
    """``NAME`` or ``NAME=value``, sorted."""


class Includes(msgspec.Struct, frozen=True):
    """Where C and C++ files find what they include; only folders with listed files."""

    files: dict[str, int] = {}
    """Compiled file to number of its set; headers are not compiled."""
    sets: list[IncludeSet] = []
    folders: dict[str, list[str]] = {}
    """Folder to include folders for the files in it and below, of those of the folders above as well."""


class JvmModule(msgspec.Struct, frozen=True):
    """A module of Maven, Gradle or sbt."""

    name: str
    group: str
    sources: list[str]
    """Source roots that are there, those of tests last."""
    tests: list[str]
    """The roots of tests."""
    dependencies: list[str]
    """Folders of the modules of this repository that it depends on, also through others, sorted."""


class DotnetUsing(msgspec.Struct, frozen=True):
    """A namespace or class that every file of a project imports."""

    namespace: str
    alias: str = ""
    is_static: bool = False


class DotnetProject(msgspec.Struct, frozen=True):
    """The project files of a folder."""

    name: str
    root_namespace: str
    references: list[str]
    """Folders of the projects that it references, also through others, sorted."""
    usings: list[DotnetUsing]
    """Those that project files and ``Directory.Build.props`` give; sources may hold others."""


class RubyProject(msgspec.Struct, frozen=True):
    """A gem or an application."""

    name: str
    load_paths: list[str]
    """Folders that ``require`` looks in, those that are there, in order."""
    autoload: list[str]
    """Folders below which a constant's name gives its file."""
    is_rails: bool


class SwiftPackage(msgspec.Struct, frozen=True):
    """A Package.swift."""

    modules: dict[str, str]
    """Target, which is what ``import`` names, to folder."""


class LuaPackage(msgspec.Struct, frozen=True):
    """A rockspec."""

    modules: dict[str, str]
    """What ``require`` names, to file."""
    roots: list[str]
    """Folders in which other modules are looked for."""
