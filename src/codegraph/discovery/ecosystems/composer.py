"""Composer: in which folders the classes of a PHP package lie."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from codegraph.discovery.documents import parse_json, table_in, text_in, texts_in
from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import inside, parent
from codegraph.discovery.settings import ComposerPackage

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents, Json

_LOADERS = ("autoload", "autoload-dev")
_REQUIREMENTS = ("require", "require-dev")


def read_composer(documents: Documents, path: str) -> ManifestFacts | None:
    """The package's name; None for a file that is missing or broken."""
    found = documents.load(path, parse_json)
    return None if found is None else ManifestFacts(text_in(found, "name"))


def composer_packages(
    documents: Documents, manifests: Collection[str], _files: Collection[str]
) -> dict[str, ComposerPackage]:
    """All packages by folder.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all composer.json, relative to the root.
    """
    read = {parent(path): documents.load(path, parse_json) for path in sorted(manifests)}
    found = {folder: data for folder, data in read.items() if data is not None}
    by_name: dict[str, str] = {}
    for folder in sorted(found, key=lambda folder: (folder.count("/") + bool(folder), folder)):
        by_name.setdefault(text_in(found[folder], "name").lower(), folder)
    return {folder: _package(folder, data, by_name) for folder, data in found.items()}


def _package(folder: str, found: Json, by_name: dict[str, str]) -> ComposerPackage:
    required = {name.lower() for key in _REQUIREMENTS for name in table_in(found, key)}
    visible = {by_name[name] for name in required if name in by_name} - {folder}
    return ComposerPackage(
        text_in(found, "name"),
        psr4=_prefixes(found, "psr-4", folder),
        psr0=_prefixes(found, "psr-0", folder),
        classmap=list(dict.fromkeys(_places(found, "classmap", folder))),
        files=list(dict.fromkeys(_places(found, "files", folder))),
        visible=sorted(visible),
    )


def _prefixes(found: Json, standard: str, folder: str) -> dict[str, list[str]]:
    """Prefix to folders, the longest prefix first as it is the one that counts."""
    prefixes: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for loader in _LOADERS:
        table = table_in(found, loader, standard)
        for prefix in table:
            for path in texts_in(table, prefix):
                place = inside(folder, path)
                if place is not None:
                    prefixes[prefix].setdefault(place)
    return {
        prefix: list(prefixes[prefix])
        for prefix in sorted(prefixes, key=lambda prefix: (-len(prefix), prefix))
    }


def _places(found: Json, kind: str, folder: str) -> Iterator[str]:
    for loader in _LOADERS:
        for path in texts_in(found, loader, kind):
            place = inside(folder, path)
            if place is not None:
                yield place
