"""Maven: the dependencies of a pom.xml, with the properties and versions that its parents in the repository manage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codegraph.discovery.dependencies.reading import Context, Reading, text_of
from codegraph.discovery.documents import XmlElement, parse_elements
from codegraph.discovery.paths import inside, join, parent
from codegraph.model import Dependency, Group

ECOSYSTEM = "maven"
_PLACES = ("project/dependencies/dependency", "project/profiles/profile/dependencies/dependency")
_MANAGED = "project/dependencyManagement/dependencies/dependency"
_PROPERTY = re.compile(r"\$\{([\w.-]+)\}")
_MAX_PARENTS = 10
_SCOPES = {"test": Group.TEST, "import": Group.BUILD, "system": Group.RUNTIME}


class _Pom(NamedTuple):
    texts: dict[str, str]
    """The first text of each element that stands once, by its path."""
    dependencies: list[tuple[dict[str, str], int]]
    managed: list[tuple[dict[str, str], int]]


def pom_xml(context: Context, path: str) -> Reading | None:
    """The dependencies of a module."""
    chain = list(_parents(context, path))
    if not chain:
        return None
    own = chain[0]
    properties: dict[str, str] = {}
    managed: dict[tuple[str, str], str] = {}
    for pom in reversed(chain):
        properties |= _properties(pom)
    for pom in reversed(chain):
        for fields, _ in pom.managed:
            key = (_filled(fields.get("groupId", ""), properties), fields.get("artifactId", ""))
            managed[key] = fields.get("version", "")
    found = [_dependency(fields, line, path, properties, managed) for fields, line in own.dependencies]
    version = _filled(own.texts.get("project/version", ""), properties)
    description = " ".join(own.texts.get("project/description", "").split())
    return Reading(
        [dependency for dependency in found if dependency is not None],
        version or _filled(own.texts.get("project/parent/version", ""), properties),
        text_of(description or own.texts.get("project/name", "")),
    )


def _dependency(
    fields: dict[str, str],
    line: int,
    path: str,
    properties: dict[str, str],
    managed: dict[tuple[str, str], str],
) -> Dependency | None:
    group_id = _filled(fields.get("groupId", ""), properties)
    artifact = _filled(fields.get("artifactId", ""), properties)
    if not artifact:
        return None
    scope = fields.get("scope", "")
    group = _SCOPES.get(scope, Group.RUNTIME)
    if fields.get("optional") == "true" and group is Group.RUNTIME:
        group = Group.OPTIONAL
    written = fields.get("version") or managed.get((group_id, fields.get("artifactId", "")), "")
    name = f"{group_id}:{artifact}" if group_id else artifact
    return Dependency(
        text_of(name), text_of(_filled(written, properties)), group, ECOSYSTEM, path, line, text_of(scope)
    )


def _parents(context: Context, path: str) -> Iterator[_Pom]:
    """A pom and those that it inherits from, as far as they lie in the repository."""
    place: str | None = path
    for _ in range(_MAX_PARENTS):
        pom = context.documents.load(place, _parse) if place is not None and place in context.files else None
        if pom is None or place is None:
            return
        yield pom
        if "project/parent/artifactId" not in pom.texts:
            return
        relative = pom.texts.get("project/parent/relativePath", "../pom.xml")
        place = inside(parent(place), relative) if relative else None
        if place is not None and not place.endswith(".xml"):
            place = join(place, "pom.xml")


def _parse(text: str) -> _Pom:
    elements = parse_elements(text)
    texts: dict[str, str] = {}
    for element in elements:
        texts.setdefault(element.path, element.text)
    return _Pom(texts, _grouped(elements, _PLACES), _grouped(elements, (_MANAGED,)))


def _grouped(elements: list[XmlElement], places: tuple[str, ...]) -> list[tuple[dict[str, str], int]]:
    """The fields of each element at one of the places, and its line."""
    found: list[tuple[dict[str, str], int]] = []
    for element in elements:
        above, _, name = element.path.rpartition("/")
        if element.path in places:
            found.append(({}, element.line))
        elif above in places and found:
            found[-1][0].setdefault(name, element.text)
    return found


def _properties(pom: _Pom) -> dict[str, str]:
    head = "project/properties/"
    found = {path.removeprefix(head): text for path, text in pom.texts.items() if path.startswith(head)}
    for name in ("groupId", "version", "artifactId"):
        text = pom.texts.get(f"project/{name}") or pom.texts.get(f"project/parent/{name}", "")
        if text:
            found[f"project.{name}"] = found[f"pom.{name}"] = text
    found |= {
        f"project.parent.{name}": pom.texts[f"project/parent/{name}"]
        for name in ("groupId", "version")
        if f"project/parent/{name}" in pom.texts
    }
    return found


def _filled(text: str, properties: dict[str, str]) -> str:
    """A text with the properties that are known filled in, those in their values as well."""
    for _ in range(3):
        if "${" not in text or len(text) > 500:
            break
        text = _PROPERTY.sub(lambda match: properties.get(match[1], match[0])[:200], text)
    return text[:500]
