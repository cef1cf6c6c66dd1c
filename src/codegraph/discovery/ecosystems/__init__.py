"""What the manifests of each ecosystem say, one module an ecosystem, imported where there is such a manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class ManifestFacts(NamedTuple):
    """What one manifest says of its folder."""

    name: str
    """"" when it gives none."""
    is_package: bool = True
    """False when it only configures tools or lists members, so that it makes its folder no package."""
    is_workspace_root: bool = False
    members: tuple[tuple[str, str], ...] = ()
    """Folders, relative to the root, that it makes packages although they may have no manifest, and their names,
    "" for those of the folders."""
    sources: tuple[str, ...] = ()
    """Extensions: the folder is a package only if such a file lies in it or below."""


def reachable(start: str, links: Mapping[str, Iterable[str]]) -> set[str]:
    """Everything that links lead to from a start, which is among it."""
    found = {start}
    pending = [start]
    while pending:
        for target in links.get(pending.pop(), ()):
            if target not in found:
                found.add(target)
                pending.append(target)
    return found


C_SOURCES = (
    ".c", ".cc", ".cpp", ".cxx", ".c++", ".cu", ".m", ".mm", ".cppm", ".ixx",
    ".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".inc", ".inl", ".ipp", ".tpp",
)  # fmt: skip
"""How files end that C and C++ compile or include."""
