"""Java, Kotlin and Scala: the modules of Maven, Gradle and sbt, their source roots and what they depend on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from codegraph.discovery.ecosystems import reachable
from codegraph.discovery.ecosystems.gradle import GradleSettings, accessors, parse_build, parse_settings
from codegraph.discovery.ecosystems.maven import pom
from codegraph.discovery.ecosystems.sbt import parse_sbt
from codegraph.discovery.paths import base_name, folders_above, inside, join, parent
from codegraph.discovery.settings import JvmModule

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_SOURCES = (".java", ".kt", ".kts", ".scala", ".groovy")
_ROOT = re.compile(r"((?:.*?/)?src/([^/]+)/(?:java|kotlin|scala|groovy))/")
_SETTINGS = ("settings.gradle", "settings.gradle.kts")
_BUILDS = ("build.gradle", "build.gradle.kts")


class _Draft:
    """A module while it is put together."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.group = ""
        self.sources: dict[str, None] = {}
        self.tests: dict[str, None] = {}
        self.links: set[str] = set()


def jvm_modules(
    documents: Documents, manifests: Collection[str], files: Collection[str]
) -> dict[str, JvmModule]:
    """All modules by folder.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all manifests of Maven, Gradle and sbt, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    finder = _Finder(documents, manifests, files)
    finder.maven()
    finder.gradle()
    finder.sbt()
    finder.conventional()
    linked = {folder: sorted(draft.links & finder.drafts.keys()) for folder, draft in finder.drafts.items()}
    return {
        folder: JvmModule(
            draft.name,
            draft.group,
            [*draft.sources, *draft.tests],
            list(draft.tests),
            sorted(reachable(folder, linked) - {folder}),
        )
        for folder, draft in sorted(finder.drafts.items())
    }


class _Finder:
    """Reads all manifests of a repository and tells modules what they say."""

    def __init__(self, documents: Documents, manifests: Collection[str], files: Collection[str]) -> None:
        self.documents = documents
        self.by_name: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(manifests):
            self.by_name[base_name(path)].append(path)
        self.files = files
        self.sources = sorted(path for path in files if path.endswith(_SOURCES))
        self.folders = folders_above(self.sources)
        self.places = folders_above(files)
        self.drafts: dict[str, _Draft] = {}

    def _draft(self, folder: str) -> _Draft:
        return self.drafts.setdefault(folder, _Draft(base_name(folder)))

    def maven(self) -> None:
        """Modules of pom.xml; a dependency is known by its artifact."""
        poms = {parent(path): pom(self.documents, path) for path in self.by_name["pom.xml"]}
        artifacts: dict[str, str] = {}
        for folder in sorted(poms, key=lambda folder: (folder.count("/") + bool(folder), folder)):
            found = poms[folder]
            if found is not None:
                artifacts.setdefault(found.artifact, folder)
        artifacts.pop("", None)
        for folder, found in poms.items():
            if found is not None:
                draft = self._draft(folder)
                draft.name = found.artifact or draft.name
                draft.group = found.group
                draft.sources |= dict.fromkeys(found.sources)
                draft.tests |= dict.fromkeys(found.tests)
                named = (found.parent, *found.dependencies)
                draft.links |= {artifacts[name] for name in named if name in artifacts}

    def gradle(self) -> None:
        """Projects that settings include, and other folders with a build script."""
        for name in _BUILDS:
            for path in self.by_name[name]:
                self._build(path, {})
        for name in _SETTINGS:
            for path in self.by_name[name]:
                found = self.documents.load(path, parse_settings)
                if found is not None:
                    self._include(parent(path), found)

    def _include(self, root: str, found: GradleSettings) -> None:
        draft = self._draft(root)
        draft.name = found.name or draft.name
        known = {":": root}
        for key, folder in found.projects.items():
            place = inside(root, folder)
            if place is not None and place in self.places:
                known[key] = place
        known |= {short: known[key] for short, key in accessors(found.projects) if key in known}
        for folder in dict.fromkeys(known.values()):
            self._draft(folder)
            for build in (*_BUILDS, f"{base_name(folder)}.gradle", f"{base_name(folder)}.gradle.kts"):
                if join(folder, build) in self.files:
                    self._build(join(folder, build), known)

    def _build(self, path: str, known: Mapping[str, str]) -> None:
        found = self.documents.load(path, parse_build)
        if found is None:
            return
        folder = parent(path)
        draft = self._draft(folder)
        draft.group = found.group or draft.group
        draft.links |= {known[name] for name in found.dependencies if name in known}
        for written in found.sources:
            place = inside(folder, written)
            if place is not None and place in self.folders:
                (draft.tests if "test" in written.lower() else draft.sources).setdefault(place)

    def sbt(self) -> None:
        """Projects of build.sbt."""
        for path in self.by_name["build.sbt"]:
            found = self.documents.load(path, parse_sbt) or {}
            places = {key: inside(parent(path), project.folder) for key, project in found.items()}
            for key, project in found.items():
                place = places[key]
                if place is not None:
                    draft = self._draft(place)
                    draft.name = project.name or draft.name
                    draft.links |= {linked for name in project.dependencies if (linked := places.get(name))}
        for name in ("build.sc", "build.mill"):
            for path in self.by_name[name]:
                self._draft(parent(path))

    def conventional(self) -> None:
        """Source roots that lie where they lie by convention, told to the module that they belong to."""
        for root, source_set in self._roots():
            folder = parent(root)
            while folder and folder not in self.drafts:
                folder = parent(folder)
            if folder in self.drafts:
                draft = self.drafts[folder]
                if root not in draft.sources and root not in draft.tests:
                    (draft.tests if "test" in source_set.lower() else draft.sources).setdefault(root)

    def _roots(self) -> Iterator[tuple[str, str]]:
        seen: set[str] = set()
        for path in self.sources:
            match = _ROOT.match(path)
            if match is not None and match[1] not in seen:
                seen.add(match[1])
                yield match[1], match[2]
