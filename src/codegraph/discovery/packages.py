"""Packages: the folders with a manifest, their names, and which package a file belongs to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.folders import PerFolder
from codegraph.discovery.manifests import MEMBER_RANK, SOLUTIONS, Manifest, is_manifest, read_manifest
from codegraph.discovery.paths import base_name, folders_above, join, parent
from codegraph.model import EXTERNAL_ROOT, REPOSITORY_MARK

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

MAX_NAME = 200
"""Characters of a package's name; a longer one is no name that anyone could type."""


class Package(NamedTuple):
    """A folder that is named, built or published as one."""

    name: str
    """As its manifest has it, else the folder's name."""
    path: str
    """The folder relative to the root, "" for the root itself."""
    manifest: str
    """The file that gave the name, "" when there is none."""
    ecosystem: str
    is_workspace_root: bool
    is_named: bool
    """Whether the manifest gives the name, and not the folder."""
    unique_name: str
    """``name``, or ``name@folder`` where another package has that name; the head of its FQNs."""


class PackageTree(NamedTuple):
    """All packages of a root and all manifests that were read for them."""

    packages: list[Package]
    """Sorted by path; the first is the root."""
    manifests: list[Manifest]
    """Sorted by path."""


def find_packages(
    documents: Documents, files: Iterable[str], nested: Iterable[str], root_name: str
) -> PackageTree:
    """The packages below a root.

    Args:
        documents: the reader of the manifests.
        files: all files that are neither ignored nor excluded.
        nested: folders of submodules and nested repositories, which are packages with or without a manifest.
        root_name: what the root is called if no manifest names it.
    """
    known = set(files)
    holders = _Holders(known)
    manifests = [read_manifest(documents, path) for path in sorted(known) if is_manifest(path)]
    manifests = [_not_a_package(m) if _is_mere_module(m, known) else m for m in manifests]
    by_folder: dict[str, list[Manifest]] = defaultdict(list)
    for manifest in manifests:
        folder, facts = parent(manifest.path), manifest.facts
        if not facts.sources or folder in holders.of(facts.sources):
            by_folder[folder].append(manifest)
        for member, name in facts.members:
            if member in holders.of(("",)):
                by_folder[member].append(_member(manifest, name))
    for manifest in _of_bazel(manifests, known):
        by_folder[parent(manifest.path)].append(manifest)
    folders = {folder for folder, found in by_folder.items() if any(m.facts.is_package for m in found)}
    packages = [
        _package(folder, by_folder.get(folder, []), root_name) for folder in sorted({"", *nested, *folders})
    ]
    return PackageTree(_with_unique_names(packages), manifests)


class _Holders:
    """Which folders hold files of a kind, themselves or further below."""

    def __init__(self, files: Collection[str]) -> None:
        self.files = files
        self._known: dict[tuple[str, ...], set[str]] = {}

    def of(self, endings: tuple[str, ...]) -> set[str]:
        """The folders with a file that ends like this; ``("",)`` is any file."""
        if endings not in self._known:
            self._known[endings] = folders_above(path for path in self.files if path.endswith(endings))
        return self._known[endings]


def owners(packages: Sequence[Package]) -> PerFolder[str, int]:
    """Maps a folder to the index of the package that its files belong to, the deepest at or above it."""
    own = {package.path: index for index, package in enumerate(packages)}
    return PerFolder("/", own[""], lambda folder, _name, above: own.get(folder, above))


def clean_name(name: str) -> str:
    """A manifest's name fit for FQNs: without ``::``, white space or control characters."""
    printable = "".join(
        char if char.isprintable() and not char.isspace() else "_" for char in name[:MAX_NAME]
    )
    return re.sub(r":{2,}", ".", printable).strip(":")


def _is_mere_module(manifest: Manifest, files: Container[str]) -> bool:
    """Whether a setup.py lies inside an import package, as one of its modules, and sets up nothing."""
    folder = parent(manifest.path)
    return base_name(manifest.path) == "setup.py" and join(folder, "__init__.py") in files


def _member(manifest: Manifest, name: str) -> Manifest:
    """What the manifest that lists a folder says of it; one in the folder itself says more."""
    return manifest._replace(facts=ManifestFacts(name), rank=manifest.rank + MEMBER_RANK)


def _of_bazel(manifests: list[Manifest], files: Collection[str]) -> list[Manifest]:
    """BUILD files that make their folder a package."""
    workspaces = {parent(m.path) for m in manifests if m.ecosystem == "bazel"}
    if not workspaces:
        return []
    from codegraph.discovery.ecosystems.bazel import bazel_packages

    others = [
        (parent(m.path), m.ecosystem) for m in manifests if m.facts.is_package and m.ecosystem != "bazel"
    ]
    return [
        Manifest(path, "bazel", ManifestFacts(name), MEMBER_RANK)
        for path, name in bazel_packages(workspaces, others, files)
    ]


def _not_a_package(manifest: Manifest) -> Manifest:
    return manifest._replace(facts=manifest.facts._replace(is_package=False))


def _package(folder: str, manifests: list[Manifest], root_name: str) -> Package:
    ranked = sorted((m for m in manifests if m.facts.is_package or not folder), key=lambda m: m.rank)
    named = [m for m in ranked if clean_name(m.facts.name)]
    chosen = next(iter(named or ranked), None)
    fallback = clean_name(base_name(folder) if folder else root_name) or "root"
    return Package(
        name=clean_name(chosen.facts.name) or fallback if chosen else fallback,
        path=folder,
        manifest=chosen.path if chosen else "",
        ecosystem=chosen.ecosystem if chosen else "",
        is_workspace_root=any(manifest.facts.is_workspace_root for manifest in manifests),
        is_named=bool(named),
        unique_name="",
    )


def _with_unique_names(packages: list[Package]) -> list[Package]:
    taken = {EXTERNAL_ROOT}  # the head of external nodes
    unique: dict[str, str] = {}
    for package in sorted(packages, key=_precedence):
        name = package.name
        # a folder can itself have an "@" in its name, so that one "@folder" may not be enough
        while name in taken or name.startswith(REPOSITORY_MARK):
            name = f"{name.lstrip('/')}@{clean_name(package.path) or '.'}"
        taken.add(name)
        unique[package.path] = name
    return [package._replace(unique_name=unique[package.path]) for package in packages]


def _precedence(package: Package) -> tuple[bool, int, str]:
    """Who gets a name that several want: the shallowest, but the root's folder may be called anything on another
    machine, and a solution is called like the project in it that matters most."""
    yields = package.manifest.endswith(SOLUTIONS) or not (package.is_named or package.path)
    return yields, package.path.count("/") + bool(package.path), package.path
