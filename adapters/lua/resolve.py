"""Which file ``require("a.b")`` means: the package paths that Lua programs, rocks and editors' plugins have."""

from __future__ import annotations

from posixpath import normpath
from typing import Any

FOLDERS = ("", "lua/", "src/", "lib/", "lualib/", "share/lua/")
ENDINGS = (".lua", "/init.lua", ".luau")


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Paths that a module's name may mean, the best first: below the folders above the importing file, then anywhere.

    Args:
        specifier: as written: ``a.b``, or a path in ``dofile``.
        importer: path of the importing file.
        context: the project's files.
    """
    rock = context.nearest(context.configs.lua_packages, importer)
    if rock is not None and specifier in rock.modules:
        return [rock.modules[specifier]]
    path = specifier if specifier.endswith(".lua") else specifier.replace(".", "/")
    endings = ("",) if specifier.endswith(".lua") else ENDINGS
    folder = importer.rpartition("/")[0]
    found = []
    while True:
        base = f"{folder}/" if folder else ""
        for below in FOLDERS:
            options = (normpath(f"{base}{below}{path}{ending}") for ending in endings)
            found += [option for option in options if context.exists(option)]
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    for root in rock.roots if rock is not None else ():
        found += [f"{root}/{path}{ending}".lstrip("/") for ending in endings]
    return [*dict.fromkeys(found), *_anywhere(path, context)]


def _anywhere(path: str, context: Any) -> list[str]:
    """The one file whose path ends like a module's name of several parts; none where several do."""
    if "/" not in path:
        return []
    known: dict[str, list[str]] | None = context.memo.get(("lua", "ends"))
    if known is None:
        known = context.memo["lua", "ends"] = _by_end(context)
    found = known.get(path, [])
    return list(found) if len(found) == 1 else []


def _by_end(context: Any) -> dict[str, list[str]]:
    """The project's modules by the ends of their paths."""
    known: dict[str, list[str]] = {}
    for file in sorted(context.files):
        stem = file.removesuffix(".lua").removesuffix("/init")
        for end in _ends(stem) if stem != file else ():
            known.setdefault(end, []).append(file)
    return known


def _ends(stem: str) -> list[str]:
    """The ends of a path, of two parts and more."""
    parts = stem.split("/")
    return ["/".join(parts[at:]) for at in range(max(len(parts) - 6, 0), len(parts) - 1)]


def external(specifier: str) -> str:
    """The FQN of a module outside of the project: ``ext::luarocks::socket.http``; "" for a path."""
    if specifier.endswith(".lua") or specifier.startswith((".", "/")):
        return ""
    return f"ext::luarocks::{specifier}"
