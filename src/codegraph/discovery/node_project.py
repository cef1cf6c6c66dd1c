"""What package.json and the workspace files say about how an import finds its package."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from itertools import product

import msgspec

from codegraph.discovery.documents import (
    Documents,
    Json,
    parse_json,
    parse_yaml,
    table_in,
    text_in,
    texts_in,
)
from codegraph.discovery.paths import inside, join, parent
from codegraph.discovery.patterns import translate

_ENTRY_FIELDS = ("source", "types", "typings", "module", "main")
_DEPENDENCY_FIELDS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
# what makes a nameless package.json more than a switch of module type inside a package
_PACKAGE_FIELDS = (*_DEPENDENCY_FIELDS, "workspaces", "scripts")
_MEMBER_KEYS = {
    "package.json": (("workspaces",), ("workspaces", "packages")),
    "pnpm-workspace.yaml": (("packages",),),
    "lerna.json": (("packages",),),
}
_LINK = re.compile(r"(?:file|link|portal):(.+)")
_WORKSPACE_ALIAS = re.compile(r"workspace:((?:@[^/@]+/)?[^/@^~*]+)@")
_BRACES = re.compile(r"\{([^{}]*)\}")
_MAX_ALTERNATIVES = 64


class NodePackage(msgspec.Struct, frozen=True):
    """A package.json in the terms of module resolution. Paths are relative to the root."""

    name: str
    folder: str
    is_module: bool
    """Whether ``"type": "module"`` makes its .js files ES modules."""
    entries: list[str]
    """Files that an import of the bare name may mean, from ``source``, ``types``, ``module``, ``main``."""
    exports: dict[str, list[str]]
    """Subpath (``.``, ``./rules``, ``./icons/*``) to targets in the order written, all conditions taken
    together; no targets means the subpath is closed. Empty when there is no ``exports`` field."""
    imports: dict[str, list[str]]
    """``#alias`` to targets inside the package."""
    import_packages: dict[str, list[str]]
    """``#alias`` to the names of other packages that it stands for."""


def read_package_json(documents: Documents, path: str) -> Json | None:
    """The object in a package.json; None when it is missing or broken."""
    return documents.load(path, parse_json)


def is_package(found: Json) -> bool:
    """Whether a package.json makes its folder a package; one with only ``type`` or ``main`` does not."""
    return bool(text_in(found, "name")) or any(field in found for field in _PACKAGE_FIELDS)


def workspace_patterns(documents: Documents, folder: str, files: Container[str]) -> list[str]:
    """The globs that a folder's package.json, pnpm-workspace.yaml and lerna.json give for its members."""
    patterns: list[str] = []
    for name, parse in (
        ("package.json", parse_json),
        ("pnpm-workspace.yaml", parse_yaml),
        ("lerna.json", parse_json),
    ):
        path = join(folder, name)
        found = documents.load(path, parse) if path in files else None
        for keys in _MEMBER_KEYS[name]:
            patterns += texts_in(found, *keys)
    return list(dict.fromkeys(patterns))


def node_packages(
    documents: Documents, manifests: Collection[str], files: Container[str]
) -> tuple[dict[str, NodePackage], dict[str, str]]:
    """All packages by folder, and the names that an import can reach them by.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all package.json, relative to the root.
        files: all files that are neither ignored nor excluded.

    Returns:
        folder to package, and import name to folder. A name leads to a package of this repository when it is
        the root's, that of a member of a workspace, or that of a dependency by ``file:``, ``link:`` or
        ``workspace:``; a package of that name among, say, test data leaves the one from the registry alone.
    """
    found = {parent(path): read_package_json(documents, path) for path in sorted(manifests)}
    packages = {folder: _package(folder, data) for folder, data in found.items() if data is not None}
    ordered = sorted(packages, key=lambda folder: (folder.count("/") + bool(folder), folder))
    names: dict[str, str] = {}
    members = {"", *_members(documents, ordered, files)}
    for folder in ordered:
        if folder in members and packages[folder].name:
            names.setdefault(packages[folder].name, folder)
    named = {packages[folder].name: folder for folder in reversed(ordered)}
    for folder in ordered:
        for name, target in _linked(folder, found[folder] or {}, named):
            if target in packages:
                names.setdefault(name, target)
    return packages, names


def _members(documents: Documents, folders: list[str], files: Container[str]) -> Iterator[str]:
    for root in folders:
        patterns = [part for line in workspace_patterns(documents, root, files) for part in _expand(line)]
        if not patterns:
            continue
        yield root
        wanted = _matcher(root, (p for p in patterns if not p.startswith("!")))
        unwanted = _matcher(root, (p[1:] for p in patterns if p.startswith("!")))
        for folder in folders:
            text = folder.encode()
            if folder != root and wanted.fullmatch(text) and not unwanted.fullmatch(text):
                yield folder


def _matcher(root: str, patterns: Iterable[str]) -> re.Pattern[bytes]:
    """One expression for the folders that globs of a workspace root mean."""
    places = (inside(root, pattern.rstrip("/")) for pattern in patterns)
    regexes = [translate(place.encode(errors="replace"), crosses_folders=True) for place in places if place]
    return re.compile(b"|".join(regexes) or b"(?!)", re.DOTALL)


def _expand(pattern: str) -> list[str]:
    """Write out the alternatives in braces: ``{apps,libs}/*`` gives two patterns."""
    parts = _BRACES.split(pattern)
    choices = [part.split(",") if number % 2 else [part] for number, part in enumerate(parts)]
    count = 1
    for choice in choices:
        count *= len(choice)
    return ["".join(parts) for parts in product(*choices)] if count <= _MAX_ALTERNATIVES else [pattern]


def _linked(folder: str, found: Json, named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The dependencies that name a folder or a workspace member instead of a version, and where they lie."""
    for field in _DEPENDENCY_FIELDS:
        for name, wanted in table_in(found, field).items():
            target = None
            if isinstance(wanted, str) and (link := _LINK.match(wanted)):
                target = inside(folder, link[1])
            elif isinstance(wanted, str) and wanted.startswith("workspace:"):
                alias = _WORKSPACE_ALIAS.match(wanted)
                target = named.get(alias[1] if alias else name)
            if target is not None:
                yield name, target


def _package(folder: str, found: Json) -> NodePackage:
    exports = _targets_by_key(found.get("exports"), ".")
    imports = _targets_by_key(found.get("imports"), "#")
    entries = (inside(folder, text_in(found, field)) for field in _ENTRY_FIELDS if text_in(found, field))
    return NodePackage(
        name=text_in(found, "name"),
        folder=folder,
        is_module=found.get("type") == "module",
        entries=list(dict.fromkeys(entry for entry in entries if entry is not None)),
        exports={key: _inside(folder, targets) for key, targets in exports.items()},
        imports={key: _inside(folder, targets) for key, targets in imports.items()},
        import_packages={key: outside for key, targets in imports.items() if (outside := _outside(targets))},
    )


def _targets_by_key(field: object, mark: str) -> dict[str, list[str]]:
    """An ``exports`` or ``imports`` field as keys with flat lists of targets."""
    if field is None:
        return {}
    if isinstance(field, dict) and any(key.startswith(mark) for key in field):
        return {key: _flatten(value) for key, value in field.items() if key.startswith(mark)}
    return {".": _flatten(field)} if mark == "." else {}


def _flatten(value: object) -> list[str]:
    """All targets in a tree of conditions and fallbacks, in the order in which they are written."""
    targets: dict[str, None] = {}
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            targets.setdefault(part)
        elif isinstance(part, list):
            pending += reversed(part)
        elif isinstance(part, dict):
            pending += reversed(part.values())
    return list(targets)


def _inside(folder: str, targets: list[str]) -> list[str]:
    places = (inside(folder, target) for target in targets if target.startswith("./"))
    return [place for place in places if place is not None]


def _outside(targets: list[str]) -> list[str]:
    return [target for target in targets if not target.startswith((".", "/"))]
