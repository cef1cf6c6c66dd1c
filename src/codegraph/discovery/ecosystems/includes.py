"""C and C++: where files find what they include, from compilation databases, CMake, Meson and Makefiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from codegraph.discovery.ecosystems import C_SOURCES
from codegraph.discovery.ecosystems.cmake import cmake_folders, parse_cmake
from codegraph.discovery.ecosystems.compile_commands import find_database, read_database
from codegraph.discovery.ecosystems.makefiles import make_folders
from codegraph.discovery.ecosystems.meson import meson_folders, read_meson
from codegraph.discovery.paths import base_name, folders_above, parent
from codegraph.discovery.settings import Includes, IncludeSet

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_MAKEFILES = frozenset({"GNUmakefile", "Makefile", "makefile", "Makefile.am"})
_CONFIGURE = ("configure.ac", "configure.in")
_MAX_OF_ALL = 500
"""Include folders that hold for a whole project because some file of it is compiled with them."""


def read_includes(documents: Documents, files: Collection[str]) -> Includes:
    """The include folders of all files below a root, those alone that hold C or C++ files.

    Args:
        documents: the reader of the files.
        files: all files that are neither ignored nor excluded.
    """
    named: defaultdict[str, list[str]] = defaultdict(list)
    sources: list[str] = []
    for path in files:
        name = base_name(path)
        if name.endswith(C_SOURCES):
            sources.append(path)
        elif name in _WANTED:
            named[name].append(path)
    if not sources:
        return Includes()
    finder = _Finder(folders_above(sources))
    for folder in _projects(documents, named):
        database = find_database(documents, folder)
        if database is not None:
            finder.compiled(folder, read_database(documents, database, files))
    configured = {parent(path) for name in _CONFIGURE for path in named[name]}
    makefiles = chain.from_iterable(named[name] for name in _MAKEFILES)
    finder.told(cmake_folders(documents, named["CMakeLists.txt"]))
    finder.told(meson_folders(documents, named["meson.build"]))
    finder.told(make_folders(documents, sorted(makefiles), configured))
    return finder.found()


_WANTED = _MAKEFILES.union(_CONFIGURE, ("CMakeLists.txt", "meson.build"))


def _projects(documents: Documents, named: Mapping[str, list[str]]) -> list[str]:
    """The folders where a compilation database is looked for: the root, and those of projects, the deepest first."""
    projects = {""}
    for path in named["CMakeLists.txt"]:
        found = documents.load(path, parse_cmake)
        if found is not None and found.project():
            projects.add(parent(path))
    for path in named["meson.build"]:
        facts = read_meson(documents, path)
        if facts is not None and facts.is_package:
            projects.add(parent(path))
    return sorted(projects, key=lambda folder: (-folder.count("/") - bool(folder), folder))


class _Finder:
    """Collects what is told of files and folders."""

    def __init__(self, known: Collection[str]) -> None:
        self.known = known
        self.files: dict[str, int] = {}
        self.numbers: dict[tuple[tuple[str, ...], ...], int] = {}
        self.sets: list[IncludeSet] = []
        self.folders: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def compiled(self, project: str, files: Iterator[tuple[str, IncludeSet]]) -> None:
        """Take what a compilation database says; what an earlier one says of a file stays."""
        all_folders: dict[str, None] = {}
        for path, given in files:
            if path not in self.files:
                number = self.files[path] = self._number(given)
                folders = dict.fromkeys((*self.sets[number].quote, *self.sets[number].paths))
                self.folders[parent(path)] |= folders
                all_folders |= folders
        if all_folders:
            self.folders[project] |= dict.fromkeys(list(all_folders)[:_MAX_OF_ALL])

    def told(self, pairs: Iterator[tuple[str, str]]) -> None:
        """Take include folders of folders."""
        for folder, place in pairs:
            if place in self.known:
                self.folders[folder].setdefault(place)

    def found(self) -> Includes:
        """All of it, sorted."""
        folders = {folder: list(self.folders[folder]) for folder in sorted(self.folders)}
        return Includes(
            dict(sorted(self.files.items())),
            self.sets,
            {folder: places for folder, places in folders.items() if places},
        )

    def _number(self, given: IncludeSet) -> int:
        quote = tuple(place for place in given.quote if place in self.known)
        paths = tuple(place for place in given.paths if place in self.known)
        key = quote, paths, tuple(given.defines)
        if key not in self.numbers:
            self.numbers[key] = len(self.sets)
            self.sets.append(IncludeSet(list(quote), list(paths), given.defines))
        return self.numbers[key]
