"""C#, F# and Visual Basic: what project files and ``Directory.Build.props`` say literally, conditions left aside."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.documents import XmlElement, parse_elements, parse_text
from codegraph.discovery.ecosystems import ManifestFacts, reachable
from codegraph.discovery.paths import base_name, inside, join, parent
from codegraph.discovery.settings import DotnetProject, DotnetUsing

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_SHARED = ("Directory.Build.props", "Directory.Build.targets")
_PROPERTIES = ("AssemblyName", "RootNamespace", "ImplicitUsings")
_VARIABLE = re.compile(r"\$\((\w+)\)")
_SWITCHED_ON = frozenset({"enable", "true"})

_BASE = (
    "System",
    *(
        f"System.{name}"
        for name in ("Collections.Generic", "IO", "Linq", "Net.Http", "Threading", "Threading.Tasks")
    ),
)
_HOSTED = tuple(
    f"Microsoft.Extensions.{name}" for name in ("Configuration", "DependencyInjection", "Hosting", "Logging")
)
_WEB = tuple(f"Microsoft.AspNetCore.{name}" for name in ("Builder", "Hosting", "Http", "Routing"))
_IMPLICIT = {
    "Microsoft.NET.Sdk": _BASE,
    "Microsoft.NET.Sdk.Web": (*_BASE, "System.Net.Http.Json", *_WEB, *_HOSTED),
    "Microsoft.NET.Sdk.Worker": (*_BASE, *_HOSTED),
}
"""What ``ImplicitUsings`` stands for, by SDK: the table in Microsoft's reference of the project SDK."""


class _Settings(NamedTuple):
    """What one file of MSBuild sets."""

    sdk: str
    properties: dict[str, str]
    usings: list[DotnetUsing]
    removed: list[str]
    references: list[str]
    goes_on_above: bool
    """Whether it imports the file of its name from the folders above."""


def read_project(documents: Documents, path: str) -> ManifestFacts | None:
    """The name of the assembly, else of the file; None for a file that is missing or broken.

    A root namespace is no name: many projects of a solution share one.
    """
    found = documents.load(path, _parse)
    if found is None:
        return None
    stem = base_name(path).rpartition(".")[0]
    return ManifestFacts(
        _filled(found.properties.get("AssemblyName", ""), {"MSBuildProjectName": stem}) or stem
    )


def read_solution(documents: Documents, path: str) -> ManifestFacts | None:
    """The file's name, as that of a folder in which projects lie; None for a file that is broken."""
    if documents.load(path, parse_text) is None:
        return None
    return ManifestFacts(base_name(path).rpartition(".")[0], is_workspace_root=True)


def dotnet_projects(
    documents: Documents, manifests: Collection[str], files: Collection[str]
) -> dict[str, DotnetProject]:
    """All projects by folder; those of one folder are taken together, as they compile the same files.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all project files and solutions, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    shared = {path for path in files if base_name(path) in _SHARED}
    found: dict[str, DotnetProject] = {}
    for path in sorted(manifests):
        settings = documents.load(path, _parse) if path.endswith("proj") else None
        if settings is not None:
            project = _project(path, [*_above(documents, path, shared), settings])
            old = found.get(parent(path))
            found[parent(path)] = project if old is None else _together(old, project)
    links = {folder: [place for place in one.references if place in found] for folder, one in found.items()}
    return {
        folder: DotnetProject(
            one.name, one.root_namespace, sorted(reachable(folder, links) - {folder}), one.usings
        )
        for folder, one in found.items()
    }


def _above(documents: Documents, path: str, shared: Collection[str]) -> list[_Settings]:
    """The shared settings that hold for a project, the outermost first."""
    chain: list[_Settings] = []
    for name in _SHARED:
        folder, goes_on = path, True
        own: list[_Settings] = []
        while folder and goes_on:
            folder = parent(folder)
            file = join(folder, name)
            settings = documents.load(file, _parse) if file in shared else None
            if settings is not None:
                own.insert(0, settings)
                goes_on = settings.goes_on_above
        chain += own
    return chain


def _project(path: str, chain: Iterable[_Settings]) -> DotnetProject:
    """One project, its own settings last in the chain."""
    stem = base_name(path).rpartition(".")[0]
    properties = {"MSBuildProjectName": stem, "AssemblyName": stem, "RootNamespace": stem.replace(" ", "_")}
    usings: dict[DotnetUsing, None] = {}
    removed: set[str] = set()
    references: list[str] = []
    sdk = ""
    for settings in chain:
        for name, value in settings.properties.items():
            properties[name] = _filled(value, properties) or properties.get(name, "")
        usings |= dict.fromkeys(settings.usings)
        removed.update(settings.removed)
        references += settings.references
        sdk = settings.sdk or sdk
    if properties.get("ImplicitUsings", "").lower() in _SWITCHED_ON and path.endswith(".csproj"):
        implicit = (DotnetUsing(namespace) for namespace in _IMPLICIT.get(sdk, _BASE))
        usings = dict.fromkeys(implicit) | usings
    places = (inside(parent(path), reference) for reference in references)
    return DotnetProject(
        properties["AssemblyName"],
        properties["RootNamespace"],
        [parent(place) for place in places if place is not None],
        [using for using in usings if using.namespace not in removed],
    )


def _together(first: DotnetProject, second: DotnetProject) -> DotnetProject:
    return DotnetProject(
        first.name,
        first.root_namespace,
        [*first.references, *second.references],
        list(dict.fromkeys((*first.usings, *second.usings))),
    )


def _filled(value: str, properties: dict[str, str]) -> str:
    """A property's value with those that are known filled in; "" for one that is computed."""
    filled = (
        _VARIABLE.sub(lambda match: properties.get(match[1], match[0]), value) if len(value) < 500 else "$("
    )
    return "" if "$(" in filled or len(filled) > 500 else filled


# --- one file ---


def _parse(text: str) -> _Settings:
    elements = parse_elements(text)
    sdk = next((element.attributes.get("Sdk", "") for element in elements if element.path == "Project"), "")
    removed: list[str] = []
    usings: list[DotnetUsing] = []
    for element in _items(elements, "Using"):
        removed += _listed(element.attributes.get("Remove", ""))
        usings += _usings(element)
    return _Settings(
        sdk.partition("/")[0],
        {
            element.path.rpartition("/")[2]: element.text
            for element in elements
            if element.path.startswith("Project/PropertyGroup/")
            and element.path.rpartition("/")[2] in _PROPERTIES
            and element.text
        },
        usings,
        removed,
        [
            path.replace("\\", "/")
            for element in _items(elements, "ProjectReference")
            for path in _listed(element.attributes.get("Include", ""))
        ],
        any(
            any(name in element.attributes.get("Project", "") for name in _SHARED)
            for element in elements
            if element.path == "Project/Import"
        ),
    )


def _items(elements: list[XmlElement], name: str) -> Iterator[XmlElement]:
    return (element for element in elements if element.path == f"Project/ItemGroup/{name}")


def _usings(element: XmlElement) -> Iterator[DotnetUsing]:
    alias = element.attributes.get("Alias", "")
    is_static = element.attributes.get("Static", "").lower() == "true"
    for namespace in _listed(element.attributes.get("Include", "")):
        yield DotnetUsing(namespace, alias, is_static)


def _listed(text: str) -> list[str]:
    parts = (part.strip() for part in text.split(";"))
    return [part for part in parts if part and "$(" not in part and "@(" not in part]
