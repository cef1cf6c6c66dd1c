"""Gradle: the projects that settings include, and what build scripts say literally; they are never run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import inside, parent

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|(?<![:\w])//[^\n]*", re.DOTALL)
_TEXT = re.compile(r"""["']([^"'$\n]+)["']""")
_TEXTS = r"""((?:["'][^"'\n]*["'][\s,]*+)+)"""
_NAME = re.compile(r"""^[ \t]*rootProject\.name[ \t]*=[ \t]*["']([^"'$\n]+)["']""", re.MULTILINE)
_INCLUDE = re.compile(rf"""(?<![\w.])include\s*+\(?\s*+{_TEXTS}""")
_FOLDER = re.compile(
    r"""project\s*+\(\s*+["']([^"'\n]+)["']\s*+\)\.projectDir\s*+=\s*+(?:file|new\s++File|File)?\s*+\(?\s*+"""
    r"""(?:settingsDir|rootDir|rootProject\.projectDir)?\s*+,?\s*+["']([^"'$\n]+)["']"""
)
_DEPENDENCY = re.compile(r"""(?<![\w.])project\s*+\(\s*+(?:path\s*+[:=]\s*+)?["']([^"'\n]+)["']""")
_ACCESSOR = re.compile(r"""(?<![\w.])projects((?:\.\w+)+)""")
_SOURCES = re.compile(rf"""\b(?:srcDirs?|setSrcDirs)\b[^\n"']{{0,40}}{_TEXTS}""")
_GROUP = re.compile(r"""^[ \t]*group[ \t]*=?[ \t]*["']([^"'$\n]+)["']""", re.MULTILINE)
_WORD_BREAK = re.compile(r"[-_](\w)")


class GradleSettings(NamedTuple):
    """A settings.gradle or settings.gradle.kts."""

    name: str
    projects: dict[str, str]
    """Path of each included project, ``:lib:core``, to what is written of its folder, ``lib/core``."""


class GradleBuild(NamedTuple):
    """A build.gradle or build.gradle.kts."""

    group: str
    dependencies: list[str]
    """Paths of projects, ``:lib:core``, and accessors, ``.lib.core``."""
    sources: list[str]
    """Source folders with a name of their own, as written."""


def read_settings(documents: Documents, path: str) -> ManifestFacts | None:
    """The root's name and the included projects; None for a file that is missing or broken."""
    found = documents.load(path, parse_settings)
    if found is None:
        return None
    places = (inside(parent(path), folder) for folder in found.projects.values())
    members = tuple((place, "") for place in places if place)
    return ManifestFacts(found.name, is_workspace_root=bool(members), members=members)


def read_build(documents: Documents, path: str) -> ManifestFacts | None:
    """That there is something to build; a project is called like its folder."""
    return None if documents.load(path, parse_build) is None else ManifestFacts("")


def parse_settings(text: str) -> GradleSettings:
    """The settings, as far as they are literal."""
    bare = COMMENT.sub(" ", text)
    name = _NAME.search(bare)
    projects: dict[str, str] = {}
    for match in _INCLUDE.finditer(bare):
        for project in _TEXT.findall(match[1]):
            parts = [part for part in project.split(":") if part]
            projects[":" + ":".join(parts)] = "/".join(parts)
    for project, folder in _FOLDER.findall(bare):
        key = ":" + project.strip(":")
        if key in projects:
            projects[key] = folder.lstrip("/")
    return GradleSettings(name[1] if name else "", projects)


def parse_build(text: str) -> GradleBuild:
    """A build script, as far as it is literal."""
    bare = COMMENT.sub(" ", text)
    group = _GROUP.search(bare)
    return GradleBuild(
        group[1] if group else "",
        [*(":" + path.strip(":") for path in _DEPENDENCY.findall(bare)), *_ACCESSOR.findall(bare)],
        [place for match in _SOURCES.finditer(bare) for place in _TEXT.findall(match[1])],
    )


def accessors(projects: dict[str, str]) -> Iterator[tuple[str, str]]:
    """How Kotlin and Groovy code writes the paths of projects, ``.lib.coreApi``, and the path of each."""
    for path in projects:
        yield _WORD_BREAK.sub(lambda match: match[1].upper(), path).replace(":", "."), path
