"""Swift: the targets of a Package.swift, which are what ``import`` names; the file is never run."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import folders_above, inside, join, parent
from codegraph.discovery.settings import SwiftPackage

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*.*?(?:\*/|\Z)|[()]|\w+', re.DOTALL)
_TARGETS = frozenset({"target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary"})
_PLACES = ("Sources", "Source", "src", "srcs", "Tests", "Plugins")


class _Call(NamedTuple):
    """A call in the manifest with its literal arguments."""

    function: str
    texts: dict[str, str]


def read_swift(documents: Documents, path: str) -> ManifestFacts | None:
    """The package's name; None for a file that is missing or broken."""
    calls = documents.load(path, _parse)
    if calls is None:
        return None
    return ManifestFacts(
        next((call.texts.get("name", "") for call in calls if call.function == "Package"), "")
    )


def swift_packages(
    documents: Documents, manifests: Collection[str], files: Collection[str]
) -> dict[str, SwiftPackage]:
    """All packages by folder.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all Package.swift, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    holders = folders_above(files)
    found: dict[str, SwiftPackage] = {}
    for path in sorted(manifests):
        calls = documents.load(path, _parse)
        if calls is None:
            continue
        folder = parent(path)
        modules: dict[str, str] = {}
        # a target that is named without a path may be one that another target depends on
        for call in sorted(calls, key=lambda call: "path" not in call.texts):
            name = call.texts.get("name", "")
            if call.function in _TARGETS and name:
                places = [call.texts["path"]] if "path" in call.texts else [join(p, name) for p in _PLACES]
                known = (inside(folder, place) for place in places)
                place = next((place for place in known if place is not None and place in holders), None)
                if place is not None:
                    modules.setdefault(name, place)
        found[folder] = SwiftPackage(dict(sorted(modules.items())))
    return found


def _parse(text: str) -> list[_Call]:
    """All calls, the inner before the outer, with the texts that are given to them by name."""
    done: list[_Call] = []
    waiting = [_Call("", {})]
    word = label = ""
    for part in _TOKEN.findall(text):
        if part.startswith(("//", "/*")):
            continue
        if part == "(":
            waiting.append(_Call(word, {}))
        elif part == ")":
            if len(waiting) > 1:
                done.append(waiting.pop())
        elif part.startswith('"') and label:
            waiting[-1].texts.setdefault(label, part.strip('"'))
        word = label = part if part[0].isalnum() or part[0] == "_" else ""
    return [*done, *reversed(waiting[1:])]
