"""Bazel: workspaces, and the folders with a BUILD file where no other build tool has the say."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems import C_SOURCES, ManifestFacts
from codegraph.discovery.folders import PerFolder
from codegraph.discovery.paths import base_name, folders_above, parent

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_NAME = re.compile(
    r"""^(?:module|workspace)[ \t]*\([^()]*?\bname[ \t]*=[ \t]*["']([^"'\n]+)["']""", re.MULTILINE
)
_BUILD = frozenset({"BUILD", "BUILD.bazel"})
_JVM = frozenset({"maven", "gradle", "sbt"})
_NATIVE = frozenset({"cmake", "meson", "make"})
_BUILT_BY: Mapping[str, frozenset[str]] = {
    ".go": frozenset({"go"}),
    ".rs": frozenset({"cargo"}),
    ".cs": frozenset({"nuget"}),
    ".rb": frozenset({"rubygems"}),
    ".php": frozenset({"composer"}),
    ".swift": frozenset({"swift"}),
    **dict.fromkeys((".py", ".pyi"), frozenset({"pypi"})),
    **dict.fromkeys((".java", ".kt", ".scala"), _JVM),
    **dict.fromkeys((".js", ".jsx", ".mjs", ".ts", ".tsx", ".vue", ".svelte"), frozenset({"npm"})),
    **dict.fromkeys(C_SOURCES, _NATIVE),
}
"""Ecosystems whose packages take sources by extension."""


def read_workspace(documents: Documents, path: str) -> ManifestFacts | None:
    """The name of a MODULE.bazel or WORKSPACE; None for a file that is missing or broken."""
    text = documents.load(path, parse_text)
    if text is None:
        return None
    found = _NAME.search(text)
    return ManifestFacts(found[1] if found else "", is_workspace_root=True)


def bazel_packages(
    workspaces: Collection[str], others: Iterable[tuple[str, str]], files: Collection[str]
) -> list[tuple[str, str]]:
    """The BUILD files that make their folder a package, and what Bazel calls it, ``services/pay``.

    They do where they govern a source that no package of its language's own build tool takes, and where most sources
    in the folder and below are like that: under a go.mod a BUILD file beside Go sources repeats what the module
    says, also where a script lies between them, but one beside Java sources is all there is.

    Args:
        workspaces: folders of the Bazel workspaces; a BUILD file outside of them is something else.
        others: folder and ecosystem of each package that has another manifest.
        files: all files that are neither ignored nor excluded.
    """
    builds = {parent(path): path for path in sorted(files) if base_name(path) in _BUILD}
    tools: dict[str, frozenset[str]] = {}
    for folder, ecosystem in others:
        tools[folder] = tools.get(folder, frozenset()) | {ecosystem}
    free = _free_sources(files, tools)
    governed, rooted = _Nearest(builds), _Nearest(workspaces)
    wanted = {governed.of(folder) for folder, count in free.items() if count}
    below = _balance(files, free, tools)
    places = ((folder, rooted.of(folder)) for folder in sorted(wanted - {_NOWHERE} - tools.keys()))
    return [
        (builds[folder], folder[len(root) + 1 :] if root else folder)
        for folder, root in places
        if root not in (_NOWHERE, folder) and below[folder] > 0
    ]


def _free_sources(files: Collection[str], tools: Mapping[str, frozenset[str]]) -> Counter[str]:
    """How many sources directly in each folder no package of their language's own tools takes."""
    taken = PerFolder[str, frozenset[str]](
        "/", tools.get("", frozenset()), lambda folder, _, above: above | tools.get(folder, frozenset())
    )
    return Counter(
        parent(path)
        for path in files
        if (built_by := _BUILT_BY.get(path[path.rfind(".") :])) and built_by.isdisjoint(taken[parent(path)])
    )


def _balance(files: Collection[str], free: Counter[str], tools: Collection[str]) -> defaultdict[str, int]:
    """By how many free sources outnumber the others in each folder and below, without packages of other tools."""
    own = Counter(parent(path) for path in files if path[path.rfind(".") :] in _BUILT_BY)
    balance = defaultdict(int, {folder: 2 * free[folder] - count for folder, count in own.items()})
    for folder in sorted(folders_above(own) | own.keys(), key=lambda folder: -folder.count("/")):
        if folder and folder not in tools:
            balance[parent(folder)] += balance[folder]
    return balance


_NOWHERE = "/"
"""No relative path begins with this."""


class _Nearest:
    """The deepest of some folders at or above a folder."""

    def __init__(self, folders: Collection[str]) -> None:
        self._found = PerFolder[str, str](
            "/",
            "" if "" in folders else _NOWHERE,
            lambda folder, _, above: folder if folder in folders else above,
        )

    def of(self, folder: str) -> str:
        """That folder, or ``_NOWHERE``."""
        return self._found[folder]
