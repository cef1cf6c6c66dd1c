"""Lua: the modules of a rockspec, as far as they are literal; the file is never run."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.ecosystems import ManifestFacts
from codegraph.discovery.paths import base_name, folders_above, inside, join, parent
from codegraph.discovery.settings import LuaPackage

if TYPE_CHECKING:
    from codegraph.discovery.documents import Documents

_NAME = re.compile(r"""^[ \t]*package[ \t]*=[ \t]*["']([^"'\n]+)["']""", re.MULTILINE)
_MODULE = re.compile(r"""(?:\[[ \t]*["']([\w.-]+)["'][ \t]*\]|\b(\w+))[ \t]*=[ \t]*["']([^"'\n]+\.lua)["']""")
_ROOTS = ("src", "lib", "lua", "")
_SPECS = frozenset({"rockspec", "rockspecs"})


class _Rock(NamedTuple):
    name: str
    modules: dict[str, str]


def read_rockspec(documents: Documents, path: str) -> ManifestFacts | None:
    """The rock's name; None for a file that is missing or broken. Rockspecs may have a folder of their own."""
    found = documents.load(path, _parse)
    if found is None:
        return None
    folder = _base(path)
    if folder != parent(path):
        return ManifestFacts("", is_package=False, members=((folder, found.name),))
    return ManifestFacts(found.name)


def lua_packages(
    documents: Documents, manifests: Collection[str], files: Collection[str]
) -> dict[str, LuaPackage]:
    """All rocks by the folder that their paths count from.

    Args:
        documents: the reader of the manifests.
        manifests: the paths of all rockspecs, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    holders = folders_above(path for path in files if path.endswith(".lua"))
    found: dict[str, LuaPackage] = {}
    for path in sorted(manifests):
        rock = documents.load(path, _parse)
        if rock is None:
            continue
        folder = _base(path)
        places = {name: inside(folder, file) for name, file in rock.modules.items()}
        modules = {
            name: place for name, place in sorted(places.items()) if place is not None and place in files
        }
        roots = [join(folder, name) if name else folder for name in _ROOTS]
        found[folder] = LuaPackage(modules, [root for root in roots if root in holders])
    return found


def _base(path: str) -> str:
    folder = parent(path)
    return parent(folder) if base_name(folder) in _SPECS else folder


def _parse(text: str) -> _Rock:
    name = _NAME.search(text)
    return _Rock(name[1] if name else "", {m[1] or m[2]: m[3] for m in _MODULE.finditer(text)})
