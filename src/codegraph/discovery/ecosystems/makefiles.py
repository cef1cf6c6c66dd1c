"""Make and Autoconf: a marker of a root, its name, and the include folders that compilers are given."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from codegraph.discovery.documents import parse_text
from codegraph.discovery.ecosystems import C_SOURCES, ManifestFacts
from codegraph.discovery.paths import inside, parent

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_NAME = re.compile(r"^[ \t]*AC_INIT\([ \t]*\[*([\w.+-]+)", re.MULTILINE)
_FLAG = re.compile(r"(?<![\w-])-(?:I|isystem|iquote)[ \t]*([^\s\"'`;,|&<>]+)")
_VARIABLE = re.compile(r"\$[({](srcdir|CURDIR|PWD|abs_srcdir|top_srcdir|abs_top_srcdir)[)}](?:/|$)")


def read_makefile(_documents: Documents, _path: str) -> ManifestFacts | None:
    """That there is C or C++ to build; it makes no folder a package but names the ecosystem of the root."""
    return ManifestFacts("", is_package=False, sources=C_SOURCES)


def read_configure(documents: Documents, path: str) -> ManifestFacts | None:
    """The name that ``AC_INIT`` gives literally; like a Makefile it makes no folder a package."""
    text = documents.load(path, parse_text)
    if text is None:
        return None
    found = _NAME.search(text)
    return ManifestFacts(found[1] if found else "", is_package=False, sources=C_SOURCES)


def make_folders(
    documents: Documents, makefiles: Collection[str], configured: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Pairs of a folder and a folder in which its files find what they include, in order.

    Args:
        documents: the reader of the manifests.
        makefiles: the paths of all Makefiles, relative to the root.
        configured: the folders with a configure.ac, which ``$(top_srcdir)`` stands for.
    """
    for path in sorted(makefiles):
        folder = parent(path)
        for match in _FLAG.finditer(documents.load(path, parse_text) or ""):
            variable = _VARIABLE.match(match[1])
            rest = match[1][variable.end() :] if variable else match[1]
            base = _top(folder, configured) if variable and "top_" in variable[1] else folder
            place = inside(base, rest or ".") if "$" not in rest else None
            if place is not None:
                yield folder, place


def _top(folder: str, configured: Collection[str]) -> str:
    while folder and folder not in configured:
        folder = parent(folder)
    return folder
