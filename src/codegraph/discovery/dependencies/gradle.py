"""Gradle: the dependencies that build scripts write literally or by a version catalog; scripts are never run."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator

from codegraph.discovery.dependencies.reading import Context, Reading, text_of
from codegraph.discovery.documents import Json, parse_text, parse_toml, table_in, text_in, texts_in
from codegraph.discovery.ecosystems.gradle import COMMENT, accessors, parse_settings
from codegraph.discovery.paths import inside, join, parent
from codegraph.model import Dependency, Group

ECOSYSTEM = "maven"
CATALOG = "gradle/libs.versions.toml"
_CONFIGURATION = (
    r"(?<![\w.$\"'])"
    r"(\w*(?:[iI]mplementation|[aA]pi|[cC]ompile|[cC]ompileOnly|[cC]ompileOnlyApi|[rR]untimeOnly|[rR]untime|"
    r"[aA]nnotationProcessor|[pP]rovided|kapt\w*|ksp\w*|classpath|detektPlugins|[jJ]mh|coreLibraryDesugaring))"
)
_WRAP = (
    r"[ \t]*+(?:\([ \t\r\n]*+)?"
    r"(?:(?:platform|enforcedPlatform|testFixtures|dependencies\.\w+)[ \t]*+\([ \t]*+)?"
)
_LITERAL = re.compile(rf"""{_CONFIGURATION}{_WRAP}["']([\w.-]+):([\w.-]+)(?::([^"'$@\s:]*))?""")
_NAMED = re.compile(
    rf"""{_CONFIGURATION}{_WRAP}group[ \t]*+[:=][ \t]*+["']([\w.-]+)["'],\s*+name[ \t]*+[:=][ \t]*+"""
    r"""["']([\w.-]+)["'](?:,\s*+version[ \t]*+[:=][ \t]*+["']([^"'$\s]*)["'])?"""
)
_CATALOGED = re.compile(rf"""{_CONFIGURATION}{_WRAP}libs((?:\.\w+)+)""")
_PROJECT = re.compile(
    rf"""{_CONFIGURATION}{_WRAP}(?:project[ \t]*+\([ \t]*+(?:path[ \t]*+[:=][ \t]*+)?["']([^"'\n]+)["']"""
    r"""|projects((?:\.\w+)+))"""
)
_KOTLIN = re.compile(rf"""{_CONFIGURATION}{_WRAP}kotlin[ \t]*+\([ \t]*+["']([\w-]+)["']""")
_VERSION = re.compile(r"""^[ \t]*version[ \t]*=?[ \t]*["']([^"'$\n]+)["']""", re.MULTILINE)
_SETTINGS = ("settings.gradle", "settings.gradle.kts")


def build_gradle(context: Context, path: str) -> Reading | None:
    """The dependencies of a build script."""
    text = context.documents.load(path, parse_text)
    if text is None:
        return None
    version = _VERSION.search(text)
    found = sorted(_Script(context, path, text).all(), key=lambda dependency: dependency.line)
    return Reading(found, version[1] if version else "", is_complete=False)


def group_of(configuration: str) -> Group:
    """What a configuration is for, by the words in its name."""
    name = configuration.lower()
    if "test" in name or name.startswith("jmh"):
        return Group.TEST
    if "processor" in name or name.startswith(("kapt", "ksp", "classpath", "detekt")):
        return Group.BUILD
    return Group.RUNTIME


class _Script:
    def __init__(self, context: Context, path: str, text: str) -> None:
        self.context = context
        self.path = path
        # comments keep their line breaks, so that lines can be told
        self.text = COMMENT.sub(lambda match: " " + "\n" * match[0].count("\n"), text)
        self.breaks = [match.start() for match in re.finditer("\n", self.text)]
        self.root, self.projects = self._settings()

    def all(self) -> Iterator[Dependency]:
        """All dependencies, each way of writing them by itself."""
        for pattern in (_LITERAL, _NAMED):
            for match in pattern.finditer(self.text):
                yield self._artifact(match, f"{match[2]}:{match[3]}", match[4] or "")
        for match in _KOTLIN.finditer(self.text):
            yield self._artifact(match, f"org.jetbrains.kotlin:kotlin-{match[2]}", "")
        for match in _CATALOGED.finditer(self.text):
            for name, version in self._catalog(match[2]):
                yield self._artifact(match, name, version)
        for match in _PROJECT.finditer(self.text):
            key = ":" + match[2].strip(":") if match[2] else match[3]
            if key in self.projects:
                name = key if match[2] else key.replace(".", ":")
                yield self._artifact(match, name, "")._replace(place=self.projects[key])

    def _artifact(self, match: re.Match[str], name: str, version: str) -> Dependency:
        line = bisect(self.breaks, match.start(1)) + 1
        group = group_of(match[1])
        return Dependency(
            text_of(name), text_of(version), group, ECOSYSTEM, self.path, line, text_of(match[1])
        )

    def _settings(self) -> tuple[str, dict[str, str]]:
        """The folder of the nearest settings at or above, and the folders of projects by how they are written."""
        folder = parent(self.path)
        while True:
            for name in _SETTINGS:
                file = join(folder, name)
                found = (
                    self.context.documents.load(file, parse_settings) if file in self.context.files else None
                )
                if found is not None:
                    places = {key: inside(folder, place) for key, place in found.projects.items()}
                    known = {":": folder, **{key: place for key, place in places.items() if place}}
                    short = {name: known[key] for name, key in accessors(found.projects) if key in known}
                    return folder, known | short
            if not folder:
                return "", {}
            folder = parent(folder)

    def _catalog(self, accessor: str) -> Iterator[tuple[str, str]]:
        """The artifacts that ``libs.a.b`` or ``libs.bundles.a`` stands for, with their versions."""
        file = join(self.root, CATALOG)
        found = self.context.documents.load(file, parse_toml) if file in self.context.files else None
        if found is None:
            return
        libraries = {_accessor(alias): value for alias, value in table_in(found, "libraries").items()}
        aliases = [accessor.strip(".")]
        if aliases[0].startswith("bundles."):
            bundles = table_in(found, "bundles")
            wanted = aliases[0].removeprefix("bundles.")
            aliases = [
                _accessor(alias)
                for name in bundles
                if _accessor(name) == wanted
                for alias in texts_in(bundles, name)
            ]
        for alias in aliases:
            name, version = _library(found, libraries.get(alias) or libraries.get(alias.removesuffix(".get")))
            if name:
                yield name, version


def _accessor(alias: str) -> str:
    return re.sub(r"[-_.]", ".", alias)


def _library(catalog: Json, value: object) -> tuple[str, str]:
    """Name and version of a library of a catalog, as a text or as a table."""
    if isinstance(value, str):
        group, _, rest = value.partition(":")
        artifact, _, version = rest.partition(":")
        return f"{group}:{artifact}", version
    module = text_in(value, "module") or ":".join(
        filter(None, (text_in(value, "group"), text_in(value, "name")))
    )
    reference = text_in(value, "version", "ref")
    versions = table_in(catalog, "versions")
    version = text_in(value, "version") or text_in(versions, reference)
    return module, version or text_in(versions, reference, "strictly")
