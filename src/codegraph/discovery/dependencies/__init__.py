"""What packages say that they depend on: the manifests of every ecosystem, read as data and never run."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.dependencies.internal import Targets
from codegraph.discovery.dependencies.mentions import may_mention
from codegraph.discovery.dependencies.reading import MAX_DEPENDENCIES, Context, Reading
from codegraph.discovery.packages import Package, owners
from codegraph.discovery.paths import base_name, parent
from codegraph.model import Declaration, Dependency

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents
    from codegraph.discovery.module_config import ModuleConfig

# name of the file, ecosystem of what it declares ("" for one without dependencies), module and function that reads it
_READERS: tuple[tuple[str, str, str, str], ...] = (
    (r"pyproject\.toml", "pypi", "python", "pyproject"),
    (r"setup\.cfg", "pypi", "python", "setup_cfg"),
    (r"setup\.py", "pypi", "setup_py", "setup_py"),
    (r"Pipfile", "pypi", "python", "pipfile"),
    (r"[\w.-]*requirements[\w.-]*\.(?:txt|in)", "pypi", "python", "requirements"),
    (r"package\.json", "npm", "node", "package_json"),
    (r"go\.mod", "go", "golang", "go_mod"),
    (r"Cargo\.toml", "cargo", "cargo", "cargo_toml"),
    (r"pom\.xml", "maven", "maven", "pom_xml"),
    (r"[\w.-]+\.gradle(?:\.kts)?", "maven", "gradle", "build_gradle"),
    (r"build\.(?:sbt|sc|mill)", "maven", "sbt", "build_sbt"),
    (r".+\.(?:cs|fs|vb)proj", "nuget", "dotnet", "project_file"),
    (r"composer\.json", "composer", "composer", "composer_json"),
    (r"Gemfile|gems\.rb", "rubygems", "ruby", "gemfile"),
    (r".+\.gemspec", "rubygems", "ruby", "gemspec"),
    (r"Package\.swift", "swift", "swift", "package_swift"),
    (r".+\.rockspec", "luarocks", "lua", "rockspec"),
    (r"serverless\.ya?ml", "", "serverless", "serverless"),
    (r"(?:sam|template)\.ya?ml", "", "serverless", "template"),
)
_FILE = re.compile(
    "|".join(f"(?P<r{number}>{reader[0]})" for number, reader in enumerate(_READERS)), re.DOTALL
)
_ENDINGS = (
    ".toml", ".cfg", ".py", "Pipfile", ".txt", ".in", ".json", ".mod", ".xml", ".gradle", ".kts", ".sbt", ".sc",
    ".mill", "proj", "Gemfile", "gems.rb", ".gemspec", ".swift", ".rockspec", ".yml", ".yaml",
)  # fmt: skip
_REQUIREMENTS = re.compile(r"(?:.*/)?requirements/[\w.-]+\.(?:txt|in)")
_SPEAK_OF_ABOVE = {
    ".rockspec": ("rockspec", "rockspecs"),
    ".txt": ("requirements",),
    ".in": ("requirements",),
}
"""Endings of manifests that may have a folder of their own, and what it is called."""


class _Found(NamedTuple):
    ecosystem: str
    folder: str
    """Which code the manifest speaks of: that in the folder and below."""
    reading: Reading


def read_declarations(
    documents: Documents, packages: Sequence[Package], files: Collection[str], configs: ModuleConfig
) -> list[Declaration]:
    """What each package declares, in the order of the packages.

    A manifest speaks for the package that its folder belongs to. Dependencies that mean a package of the repository
    have its name as their ``target``.

    Args:
        documents: the reader of the manifests.
        packages: all packages, sorted by path.
        files: all files that are neither ignored nor excluded.
        configs: what is known of the modules of each ecosystem.
    """
    context = Context(documents, files, configs, [path for path in files if may_mention(path)])
    owner = owners(packages)
    readings: dict[int, list[_Found]] = defaultdict(list)
    for path in sorted(path for path in files if path.endswith(_ENDINGS)):
        number = _reader(path)
        if number is None:
            continue
        _, ecosystem, module, function = _READERS[number]
        read = getattr(import_module(f"{__name__}.{module}"), function)
        reading: Reading | None = read(context, path)
        if reading is not None:
            folder = _folder(path)
            readings[owner[folder]].append(_Found(ecosystem, folder, reading))
            for place, dependencies in reading.elsewhere.items():
                further = Reading(dependencies, is_complete=False)
                readings[owner[place]].append(_Found(ecosystem, place, further))
    targets = Targets(packages, owner, configs)
    return [
        _declaration(readings[number], package, targets) if number in readings else Declaration()
        for number, package in enumerate(packages)
    ]


def _reader(path: str) -> int | None:
    """The number of the reader of a file."""
    found = _FILE.fullmatch(base_name(path))
    if found is not None and found.lastgroup is not None:
        return int(found.lastgroup[1:])
    if _REQUIREMENTS.fullmatch(path):
        return next(n for n, reader in enumerate(_READERS) if reader[3] == "requirements")
    return None


def _folder(path: str) -> str:
    """The folder that a manifest speaks of."""
    folder = parent(path)
    for ending, names in _SPEAK_OF_ABOVE.items():
        if path.endswith(ending) and base_name(folder) in names:
            return parent(folder)
    return folder


def _declaration(found: list[_Found], package: Package, targets: Targets) -> Declaration:
    dependencies: dict[tuple[str, ...], Dependency] = {}
    readings = [each.reading for each in found]
    for reading in readings:
        for dependency in reading.dependencies[:MAX_DEPENDENCIES]:
            key = (dependency.ecosystem, dependency.name, dependency.group, dependency.label)
            target = targets.of(dependency, package)
            if target is not None and key not in dependencies:
                dependencies[key] = dependency._replace(target=target)
    return Declaration(
        next((reading.version for reading in readings if reading.version), ""),
        next((reading.description for reading in readings if reading.description), ""),
        tuple(dict.fromkeys(entry for reading in readings for entry in reading.entries)),
        tuple(dict.fromkeys(name for reading in readings for name in reading.provides)),
        tuple(sorted({each.ecosystem for each in found if each.ecosystem})),
        tuple(sorted({each.ecosystem for each in found if not each.reading.is_complete})),
        tuple(sorted({(each.ecosystem, each.folder) for each in found if each.ecosystem})),
        tuple(sorted(dependencies.values(), key=_order)),
        tuple(dict.fromkeys(topic for reading in readings for topic in reading.topics)),
    )


def _order(dependency: Dependency) -> tuple[str, int, str, str, str]:
    groups = tuple(type(dependency.group))
    return (
        dependency.ecosystem,
        groups.index(dependency.group),
        dependency.name.lower(),
        dependency.label,
        dependency.name,
    )
