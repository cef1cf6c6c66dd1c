"""NuGet: the references of project files, with central versions and shared settings, conditions left aside."""

from __future__ import annotations

from collections.abc import Iterator

from codegraph.discovery.dependencies.reading import Context, Reading, text_of, topics_of
from codegraph.discovery.documents import XmlElement, parse_elements
from codegraph.discovery.paths import base_name, inside, join, parent
from codegraph.model import Dependency, EntryPoint, Group

ECOSYSTEM = "nuget"
_CENTRAL = "Directory.Packages.props"
_SHARED = ("Directory.Build.props", "Directory.Build.targets", _CENTRAL)


def project_file(context: Context, path: str) -> Reading | None:
    """The packages and projects that a project file references, and what all projects of the repository get."""
    own = context.documents.load(path, parse_elements)
    if own is None:
        return None
    files = [(path, own)]
    for name in _SHARED:
        files += _above(context, path, name)
    versions = dict(_versions(files))
    dependencies = [
        dependency for file, elements in files for dependency in _references(file, elements, versions)
    ]
    old = join(parent(path), "packages.config")
    if old in context.files:
        dependencies += _old_packages(old, context.documents.load(old, parse_elements) or [])
    output = _property(own, "OutputType").lower()
    entries = [EntryPoint("bin", base_name(path).rpartition(".")[0], path)] if output.endswith("exe") else []
    version = _property(own, "Version") or _property(own, "VersionPrefix")
    return Reading(
        dependencies,
        "" if "$(" in version else text_of(version),
        text_of(" ".join(_property(own, "Description").split())),
        tuple(entries),
        topics=topics_of(_property(own, "PackageTags")),
    )


def _above(context: Context, path: str, name: str) -> Iterator[tuple[str, list[XmlElement]]]:
    """The files of a name at or above a project."""
    folder = path
    while folder:
        folder = parent(folder)
        file = join(folder, name)
        found = context.documents.load(file, parse_elements) if file in context.files else None
        if found is not None:
            yield file, found


def _versions(files: list[tuple[str, list[XmlElement]]]) -> Iterator[tuple[str, str]]:
    for _, elements in reversed(files):
        for element in elements:
            if element.path == "Project/ItemGroup/PackageVersion":
                name = element.attributes.get("Include") or element.attributes.get("Update", "")
                yield name.lower(), element.attributes.get("Version", "")


def _references(file: str, elements: list[XmlElement], versions: dict[str, str]) -> Iterator[Dependency]:
    for at, element in enumerate(elements):
        _, _, kind = element.path.rpartition("/")
        included = element.attributes.get("Include", "")
        if kind in ("PackageReference", "GlobalPackageReference"):
            fields = _fields(elements, at)
            for name in _listed(included):
                written = (
                    fields.get("Version") or fields.get("VersionOverride") or versions.get(name.lower(), "")
                )
                private = fields.get("PrivateAssets", "").lower() == "all" or kind.startswith("Global")
                group = Group.DEV if private else Group.RUNTIME
                yield Dependency(text_of(name), text_of(written), group, ECOSYSTEM, file, element.line)
        elif kind == "ProjectReference":
            for written in _listed(included.replace("\\", "/")):
                place = inside(parent(file), written)
                if place is not None:
                    name = base_name(written).rpartition(".")[0]
                    is_library = _fields(elements, at).get("ReferenceOutputAssembly", "").lower() != "false"
                    group = Group.RUNTIME if is_library else Group.BUILD
                    yield Dependency(
                        text_of(name), "", group, ECOSYSTEM, file, element.line, place=parent(place)
                    )


def _fields(elements: list[XmlElement], at: int) -> dict[str, str]:
    """The attributes of an item, and the elements in it."""
    item = elements[at]
    fields = dict(item.attributes)
    for element in elements[at + 1 :]:
        above, _, name = element.path.rpartition("/")
        if above != item.path:
            break
        fields.setdefault(name, element.text)
    return fields


def _old_packages(file: str, elements: list[XmlElement]) -> Iterator[Dependency]:
    for element in elements:
        if element.path == "packages/package" and element.attributes.get("id"):
            version = element.attributes.get("version", "")
            group = Group.DEV if element.attributes.get("developmentDependency") == "true" else Group.RUNTIME
            yield Dependency(
                text_of(element.attributes["id"]), text_of(version), group, ECOSYSTEM, file, element.line
            )


def _property(elements: list[XmlElement], name: str) -> str:
    return next((e.text for e in elements if e.path == f"Project/PropertyGroup/{name}"), "")


def _listed(text: str) -> list[str]:
    parts = (part.strip() for part in text.split(";"))
    return [part for part in parts if part and "$(" not in part and "@(" not in part and "*" not in part]
