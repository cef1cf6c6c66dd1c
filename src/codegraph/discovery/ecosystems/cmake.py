"""CMake: projects and targets, and the folders in which their files find what they include."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.ecosystems import C_SOURCES, ManifestFacts
from codegraph.discovery.paths import base_name, inside, parent

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_COMMAND = re.compile(
    r"^[ \t]*(project|add_library|add_executable|target_include_directories|include_directories"
    r"|target_link_libraries|set)[ \t]*\(([^()]*)\)",
    re.MULTILINE | re.IGNORECASE,
)
# what is never closed reaches to the end, so that nothing is looked at twice
_WORD = re.compile(
    r'#\[(?P<level>=*)\[.*?(?:\](?P=level)\]|\Z)|#[^\n]*|"(?P<quoted>(?:[^"\\]|\\.)*)"?|(?P<bare>[^\s"#;]+)',
    re.DOTALL,
)
_VARIABLE = re.compile(r"\$\{([\w./+-]+)\}")
_BUILD_INTERFACE = re.compile(r"\$<BUILD_INTERFACE:([^<>]*)>")
_LITERAL = re.compile(r"[\w.+:-]+")
_ROOT = "\0"
"""Stands for the root's path in values of variables, which no text of a file can hold."""
_MAX_VALUE = 4096
_MAX_LINKED = 200
"""Targets that are followed from one."""


class CMakeFile(NamedTuple):
    """The commands of a CMakeLists.txt that matter here, in order."""

    commands: list[tuple[str, list[str]]]
    """Name in lower case, and arguments."""

    def project(self) -> str:
        """The name of the first project, "" if there is none."""
        return next(iter(self.first_arguments("project")), "")

    def targets(self) -> list[str]:
        """Libraries, then programs, in order; those whose names are computed are left out."""
        return [*self.first_arguments("add_library"), *self.first_arguments("add_executable")]

    def first_arguments(self, wanted: str) -> Iterator[str]:
        """The names that commands of a kind are given first, those that are literal."""
        for command, arguments in self.commands:
            real = command == wanted and {"ALIAS", "IMPORTED"}.isdisjoint(arguments)
            if real and arguments and _LITERAL.fullmatch(arguments[0]):
                yield arguments[0]


def read_cmake(documents: Documents, path: str) -> ManifestFacts | None:
    """The name of the project, else that of a target; None for a file that is missing or broken.

    A folder with neither is part of the package above it, and so is one with targets whose sources all lie
    elsewhere. Of several targets the one with the folder's name counts, else the first library; a folder with
    programs alone, as of tests, has its own name.
    """
    found = documents.load(path, parse_cmake)
    if found is None:
        return None
    if project := found.project():
        return ManifestFacts(project)
    targets = found.targets()
    folder = base_name(parent(path))
    libraries = found.first_arguments("add_library")
    name = next((name for name in (folder, *libraries) if name in targets), "")
    return ManifestFacts(
        name or (targets[0] if len(targets) == 1 else ""), is_package=bool(targets), sources=C_SOURCES
    )


def parse_cmake(text: str) -> CMakeFile:
    """The commands of a file."""
    commands = []
    for match in _COMMAND.finditer(text):
        words = [
            word["bare"] if word["quoted"] is None else word["quoted"] for word in _WORD.finditer(match[2])
        ]
        commands.append((match[1].lower(), [word for word in words if word is not None]))
    return CMakeFile(commands)


class _Target:
    """A library or program: the folders of its own files, those for whoever links it, and what it links."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.own: list[str] = []
        self.shared: list[str] = []
        self.links: list[str] = []
        self.shared_links: list[str] = []


def cmake_folders(documents: Documents, manifests: Collection[str]) -> Iterator[tuple[str, str]]:
    """Pairs of a folder and a folder in which its files find what they include, in order.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all CMakeLists.txt, relative to the root.
    """
    read = {parent(path): documents.load(path, parse_cmake) for path in sorted(manifests)}
    found = {folder: file for folder, file in read.items() if file is not None}
    targets: dict[str, _Target] = {}
    for folder, file in found.items():
        for name in file.targets():
            targets.setdefault(name, _Target(folder))
    projects = {folder: name for folder, file in found.items() if (name := file.project())}
    places = {f"{name}_SOURCE_DIR": folder for folder, name in reversed(projects.items())}
    scopes = [
        _Scope(folder, file, ChainMap(_projects_above(folder, projects), places), targets)
        for folder, file in found.items()
    ]
    for scope in scopes:
        yield from ((scope.folder, place) for place in scope.run())
    aliases = {alias: name for scope in scopes for alias, name in scope.aliases}
    for target in targets.values():
        yield from ((target.folder, place) for place in _visible(target, targets, aliases))


def _visible(target: _Target, targets: dict[str, _Target], aliases: dict[str, str]) -> Iterator[str]:
    """The include folders of a target: its own, and those of what it links, also through others."""
    yield from target.own
    seen = {id(target)}
    pending = list(reversed(target.links))
    while pending and len(seen) < _MAX_LINKED:
        name = pending.pop()
        linked = targets.get(aliases.get(name, name))
        if linked is not None and id(linked) not in seen:
            seen.add(id(linked))
            yield from linked.shared
            pending += reversed(linked.shared_links)


def _projects_above(folder: str, projects: Collection[str]) -> dict[str, str]:
    """The folders of the project that a folder belongs to, and of the one at the top."""
    nearest, top, above = None, folder, folder
    while True:
        if above in projects:
            nearest, top = above if nearest is None else nearest, above
        if not above:
            return {"PROJECT_SOURCE_DIR": folder if nearest is None else nearest, "CMAKE_SOURCE_DIR": top}
        above = parent(above)


class _Scope:
    """The commands of one file, run in order on what they say literally."""

    def __init__(
        self, folder: str, file: CMakeFile, projects: Mapping[str, str], targets: dict[str, _Target]
    ) -> None:
        self.folder = folder
        self.file = file
        self.targets = targets
        self.aliases: list[tuple[str, str]] = []
        self.values = dict.fromkeys(
            ("CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_LIST_DIR"), f"{_ROOT}/{folder}"
        )
        self.projects = projects

    def run(self) -> Iterator[str]:
        """Tell the targets what they get; yields the include folders for all files of the folder."""
        for command, arguments in self.file.commands:
            if command == "include_directories":
                yield from self._places(arguments)
            elif command == "set" and arguments:
                self._set(arguments[0], arguments[1:])
            elif command == "add_library" and arguments[1:2] == ["ALIAS"]:
                self.aliases.append((arguments[0], "".join(arguments[2:3])))
            elif command.startswith("target_") and arguments:
                target = self.targets.get(self._value(arguments[0]))
                if target is not None:
                    self._tell(target, command, arguments[1:])

    def _tell(self, target: _Target, command: str, arguments: Sequence[str]) -> None:
        links = command == "target_link_libraries"
        scope = "PUBLIC"  # what holds for libraries before any keyword
        for argument in arguments:
            if argument in _KEYWORDS:
                scope = _KEYWORDS[argument] or scope
                continue
            values = [self._value(argument)] if links else self._places([argument])
            if scope != "INTERFACE":
                (target.links if links else target.own).extend(values)
            if scope != "PRIVATE":
                (target.shared_links if links else target.shared).extend(values)

    def _set(self, name: str, values: Sequence[str]) -> None:
        value = ";".join(map(self._value, values))
        if len(value) <= _MAX_VALUE:
            self.values[name] = value

    def _value(self, text: str) -> str:
        """A text with the variables that are known filled in; it may grow no longer than a limit."""
        if "${" not in text or len(text) > _MAX_VALUE:
            return text
        value = _VARIABLE.sub(lambda match: self._variable(match[1]) or match[0], text)
        return value if len(value) <= _MAX_VALUE else text

    def _variable(self, name: str) -> str:
        """The value of a variable, "" for one that is not known."""
        place = None if name in self.values else self.projects.get(name)
        return self.values.get(name, "") if place is None else f"{_ROOT}/{place}"

    def _places(self, arguments: Sequence[str]) -> list[str]:
        """The folders that arguments name; one that is computed, or lies outside, is left out."""
        places = []
        for argument in arguments:
            for path in _BUILD_INTERFACE.sub(r"\1", self._value(argument)).split(";"):
                if "$" in path or not path or path in _KEYWORDS:
                    continue
                rooted = path.startswith(_ROOT)
                place = inside("", path.lstrip(f"{_ROOT}/") or ".") if rooted else inside(self.folder, path)
                if place is not None:
                    places.append(place)
        return places


# whom arguments that follow are for; "" says nothing of that
_KEYWORDS = {
    "PUBLIC": "PUBLIC",
    "PRIVATE": "PRIVATE",
    "INTERFACE": "INTERFACE",
    "LINK_PUBLIC": "PUBLIC",
    "LINK_PRIVATE": "PRIVATE",
    "LINK_INTERFACE_LIBRARIES": "INTERFACE",
    "SYSTEM": "",
    "BEFORE": "",
    "AFTER": "",
    "debug": "",
    "optimized": "",
    "general": "",
}
