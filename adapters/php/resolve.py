"""How PHP finds files: namespaced classes by composer's autoload rules, included files by their path."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from posixpath import normpath
from typing import Any

BACKSLASH = "\\"


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Paths of the files that a name or an included path may mean, the best first.

    Args:
        specifier: ``A\\B\\C`` of a class, or a path as in ``include``.
        importer: path of the importing file.
        context: the project's files and its composer packages (``configs.composer_packages``).
    """
    if "/" in specifier or specifier.endswith((".php", ".inc", ".phtml")):
        return [path for path in _included(specifier, importer) if context.exists(path)]
    package = context.nearest(context.configs.composer_packages, importer)
    if package is None:
        return []
    return [path for path in _autoloaded(specifier.strip(BACKSLASH), package) if context.exists(path)]


def _included(specifier: str, importer: str) -> list[str]:
    folder = importer.rpartition("/")[0]
    path = specifier.lstrip("/")
    found = [normpath(f"{folder}/{path}"), normpath(path)]
    return [path for path in found if not path.startswith("..")]


def _autoloaded(name: str, package: Any) -> list[str]:
    """Paths by PSR-4 (the prefix stands for a folder) and PSR-0 (the whole name lies below it)."""
    found = []
    for prefix, folders in package.psr4.items():
        if name.startswith(prefix):
            below = name[len(prefix) :].replace(BACKSLASH, "/")
            found += [normpath(f"{folder}/{below}.php") for folder in folders]
    for prefix, folders in package.psr0.items():
        if name.startswith(prefix):
            space, _, last = name.rpartition(BACKSLASH)
            below = "/".join([*space.split(BACKSLASH), last.replace("_", "/")])
            found += [normpath(f"{folder}/{below}.php") for folder in folders]
    return found


@lru_cache(maxsize=1)
def _built_in() -> frozenset[str]:
    raw = tomllib.loads((files("codegraph.adapters") / "php" / "adapter.toml").read_text(encoding="utf-8"))
    return frozenset(raw["globals"])


def external(specifier: str) -> str:
    """The FQN of a class or namespace outside of the project, "" for a path, which can only mean a file in it."""
    if not specifier or "/" in specifier or "." in specifier:
        return ""
    parts = [part for part in specifier.split(BACKSLASH) if part]
    root = "ext::php" if len(parts) == 1 and parts[0] in _built_in() else "ext::composer"
    return "::".join([root, *parts])
