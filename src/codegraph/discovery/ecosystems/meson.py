"""Meson: projects, and the include folders that its files name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import inside, parent

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_PROJECT = re.compile(r"^[ \t]*project[ \t]*\([ \t\r\n]*'([^'\n]+)'", re.MULTILINE)
_INCLUDES = re.compile(r"\binclude_directories[ \t]*\(([^()]*)\)")
_TEXT = re.compile(r"'([^'\n]*)'|#[^\n]*")


def read_meson(documents: Documents, path: str) -> ManifestFacts | None:
    """The name of the project; a meson.build without one is part of the package above it."""
    text = documents.load(path, parse_text)
    if text is None:
        return None
    found = _PROJECT.search(text)
    return ManifestFacts(found[1] if found else "", is_package=found is not None)


def meson_folders(documents: Documents, manifests: Collection[str]) -> Iterator[tuple[str, str]]:
    """Pairs of a folder and a folder in which its files find what they include, in order.

    What a file names holds for its whole folder, as it is given to targets by a variable.
    """
    for path in sorted(manifests):
        folder = parent(path)
        for match in _INCLUDES.finditer(documents.load(path, parse_text) or ""):
            for text in _TEXT.finditer(match[1]):
                place = inside(folder, text[1] or ".") if text[1] is not None else None
                if place is not None:
                    yield folder, place
