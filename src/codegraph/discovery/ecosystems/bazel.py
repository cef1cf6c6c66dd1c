"""Bazel: workspaces, and the folders with a BUILD file where no other build tool has the say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems import C_SOURCES, ManifestFacts
from codegraph.discovery.folders import PerFolder
from codegraph.discovery.paths import base_name, parent

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

    They do where they govern a source that no package of its language's own build tool takes: below a go.mod a
    BUILD file beside Go sources repeats what the module says, but one beside Java sources is all there is.

    Args:
        workspaces: folders of the Bazel workspaces; a BUILD file outside of them is something else.
        others: folder and ecosystem of each package that has another manifest.
        files: all files that are neither ignored nor excluded.
    """
    builds = {parent(path): path for path in sorted(files) if base_name(path) in _BUILD}
    tools: dict[str, frozenset[str]] = {}
    for folder, ecosystem in others:
        tools[folder] = tools.get(folder, frozenset()) | {ecosystem}
    governed = _Nearest(builds)
    taken = PerFolder[str, frozenset[str]](
        "/", tools.get("", frozenset()), lambda folder, _, above: above | tools.get(folder, frozenset())
    )
    rooted = _Nearest(workspaces)
    found: set[str] = set()
    for path in files:
        built_by = _BUILT_BY.get(path[path.rfind(".") :])
        if built_by is not None and built_by.isdisjoint(taken[parent(path)]):
            found.add(governed.of(parent(path)))
    places = ((folder, rooted.of(folder)) for folder in sorted(found - {_NOWHERE} - tools.keys()))
    return [
        (builds[folder], folder[len(root) + 1 :] if root else folder)
        for folder, root in places
        if root not in (_NOWHERE, folder)
    ]


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
