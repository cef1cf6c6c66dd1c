"""The first codegraph.toml of a project: every setting, and the excludes of the ecosystems it uses."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from codegraph.config import Settings, render_settings
from codegraph.discovery.documents import Documents
from codegraph.discovery.excludes import Excludes
from codegraph.discovery.ignore import Rules
from codegraph.discovery.inventory import check_root
from codegraph.discovery.listing import list_tree
from codegraph.discovery.packages import find_packages
from codegraph.discovery.paths import base_name, folders_above
from codegraph.discovery.patterns import parse_patterns

_OUTPUT_OF: Mapping[str, tuple[str, ...]] = {
    "bazel": ("bazel-*/",),
    "cargo": ("target/",),
    "cmake": ("build/", "cmake-build-*/"),
    "composer": ("vendor/",),
    "go": ("vendor/",),
    "gradle": ("build/", "out/"),
    "luarocks": (),
    "make": (),
    "maven": ("target/",),
    "meson": ("builddir/",),
    "npm": ("build/", "coverage/", "out/", "storybook-static/"),
    "nuget": ("bin/", "obj/"),
    "pypi": ("build/", "htmlcov/"),
    "rubygems": ("vendor/bundle/",),
    "sbt": ("target/",),
    "swift": (".build/",),
}
"""What builds of an ecosystem write beyond the default excludes, under names that may also hold sources."""


def starter_settings(root: Path) -> str:
    """The text of a codegraph.toml with comments for a project.

    ``exclude`` holds what builds of the ecosystems found (by their manifests, anywhere below the root) write.
    A folder of such a name that has files which neither git nor a default hides may well be one of sources,
    so its pattern is left out.

    Raises:
        UsageError: the root is no folder that can be listed.
    """
    absolute = check_root(root)
    excludes = Excludes(os.fsencode(absolute), Settings().exclude)
    listing = list_tree(os.fsencode(absolute), excludes, respect_gitignore=True)
    files = [path for raw, _ in listing.files if (path := raw.decode(errors="replace"))]
    tree = find_packages(Documents(absolute), files, (), absolute.name)
    ecosystems = sorted({manifest.ecosystem for manifest in tree.manifests})
    folders = folders_above(files) - {""}
    chosen: dict[str, str] = {}  # pattern to the first ecosystem that needs it
    for name in ecosystems:
        for pattern in _OUTPUT_OF[name]:
            if not _in_use(pattern, folders):
                chosen.setdefault(pattern, name)
    return render_settings({name: [p for p in chosen if chosen[p] == name] for name in chosen.values()})


def _in_use(pattern: str, folders: set[str]) -> bool:
    rules = Rules(parse_patterns(pattern.encode()))
    return any(rules.verdict(folder.encode(), base_name(folder).encode(), True) for folder in folders)
