"""How C and C++ find the files that they include: beside the file, in include folders, and by search."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from posixpath import normpath
from typing import Any

SEARCH = "includes by their last name"


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Paths of the files that an include may mean, the best first.

    Args:
        specifier: as written, without quotes, but with angle brackets.
        importer: path of the including file.
        context: the project's files and its include folders (``configs.includes``).
    """
    angled = specifier.startswith("<")
    name = specifier.strip("<>")
    if not name or name.startswith("/"):
        return []
    found = [] if angled else _at(importer.rpartition("/")[0], name, context)
    for folder in _folders(importer, angled, context):
        found += _at(folder, name, context)
    if not found and not (angled and name in standard_headers()):
        found = _anywhere(name, importer, context)
    return found


def external(specifier: str) -> str:
    """The FQN of a header outside of the project, "" for one that can only mean a file in it: in quotes, and no folder.

    A header in quotes that is not in the project, but in a folder, most often comes with a library of that name.
    """
    if not specifier.startswith("<") and ("/" not in specifier or specifier.startswith(".")):
        return ""
    return "::".join(["ext", "c", *(part for part in specifier.strip("<>").split("/") if part)])


def _at(folder: str, name: str, context: Any) -> list[str]:
    path = normpath(f"{folder}/{name}" if folder else name)
    return [path] if not path.startswith("..") and context.exists(path) else []


def _folders(importer: str, angled: bool, context: Any) -> list[str]:
    """Where the build looks for what a file includes."""
    includes = context.configs.includes
    number = includes.files.get(importer)
    if number is not None:
        rules = includes.sets[number]
        return [*([] if angled else rules.quote), *rules.paths]
    return context.nearest(includes.folders, importer) or []


def _anywhere(name: str, importer: str, context: Any) -> list[str]:
    """The files of the project whose path ends so, the nearest first: what a build finds by folders not known here."""
    name = normpath(name)
    while name.startswith("../"):
        name = name[3:]
    ending = "/" + name
    found = [
        path for path in _by_name(context).get(name.rpartition("/")[2], ()) if f"/{path}".endswith(ending)
    ]
    home = importer.split("/")[:-1]
    return sorted(found, key=lambda path: (-_shared(home, path.split("/")[:-1]), path.count("/"), path))


def _shared(home: list[str], folder: list[str]) -> int:
    """How many folders two paths begin with alike."""
    count = 0
    for ours, theirs in zip(home, folder, strict=False):
        if ours != theirs:
            break
        count += 1
    return count


def _by_name(context: Any) -> dict[str, list[str]]:
    known: dict[str, list[str]] | None = context.memo.get((SEARCH, ""))
    if known is None:
        known = {}
        for path in sorted(context.files):
            known.setdefault(path.rpartition("/")[2], []).append(path)
        context.memo[SEARCH, ""] = known
    return known


@lru_cache(maxsize=1)
def standard_headers() -> frozenset[str]:
    """The headers that come with the language, those of C++ included."""
    names: set[str] = set()
    for language in ("c", "cpp"):
        folder = files("codegraph.adapters") / language
        names.update(tomllib.loads((folder / "adapter.toml").read_text(encoding="utf-8"))["standard_library"])
    return frozenset(names)
