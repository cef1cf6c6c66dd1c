"""Maven: what a pom.xml says of its module."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.documents import parse_xml
from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import inside, parent

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents


class Pom(NamedTuple):
    """A pom.xml; "" for what it does not say, or computes."""

    artifact: str
    group: str
    parent: str
    """The artifact that it inherits from."""
    dependencies: list[str]
    """Artifacts, in order."""
    sources: list[str]
    """Source folders with a name of their own, relative to the root."""
    tests: list[str]


def read_pom(documents: Documents, path: str) -> ManifestFacts | None:
    """The module's name, and whether it lists others; None for a file that is missing or broken."""
    found = documents.load(path, parse_xml)
    if found is None:
        return None
    modules = "project/modules/module" in found or "project/profiles/profile/modules/module" in found
    return ManifestFacts(_literal(found, "project/artifactId"), is_workspace_root=modules)


def pom(documents: Documents, path: str) -> Pom | None:
    """All that is needed of a pom.xml; None for one that is missing or broken."""
    found = documents.load(path, parse_xml)
    if found is None:
        return None
    folder = parent(path)
    artifacts = [
        *found.get("project/dependencies/dependency/artifactId", ()),
        *found.get("project/profiles/profile/dependencies/dependency/artifactId", ()),
    ]
    return Pom(
        _literal(found, "project/artifactId"),
        _literal(found, "project/groupId") or _literal(found, "project/parent/groupId"),
        _literal(found, "project/parent/artifactId"),
        artifacts,
        _folders(found, "project/build/sourceDirectory", folder),
        _folders(found, "project/build/testSourceDirectory", folder),
    )


def _literal(found: dict[str, list[str]], path: str) -> str:
    """The text of an element that holds no property."""
    return next((text for text in found.get(path, ()) if "${" not in text), "")


def _folders(found: dict[str, list[str]], path: str, folder: str) -> list[str]:
    texts = (
        text.replace("${project.basedir}/", "").replace("${basedir}/", "") for text in found.get(path, ())
    )
    places = (inside(folder, text) for text in texts if text and "${" not in text)
    return [place for place in places if place is not None]
