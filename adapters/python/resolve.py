"""How Python finds modules: dotted names on the source roots, relative imports, packages and stubs."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Paths of the files that a module name may mean, the best first.

    Args:
        specifier: as written: ``a.b``, ``.b``, ``..``.
        importer: path of the importing file.
        context: the project's files and its source roots (``configs.python_roots``).
    """
    folder = importer.rpartition("/")[0]
    if specifier.startswith("."):
        dots = len(specifier) - len(specifier.lstrip("."))
        base = folder
        for _ in range(dots - 1):
            if not base:
                return []  # above the root
            base = base.rpartition("/")[0]
        return _below(base, specifier[dots:], context)
    found: list[str] = []
    for root in context.configs.python_roots:
        found.extend(_below(root, specifier, context))
    # A script's own folder is on the path when it is run, and test runners do the same; a package's is not.
    if folder not in context.configs.python_roots and not context.exists(f"{folder}/__init__.py"):
        found.extend(_below(folder, specifier, context))
    return found


def _below(folder: str, dotted: str, context: Any) -> list[str]:
    path = "/".join(part for part in (folder, dotted.replace(".", "/")) if part)
    if not dotted:
        options = [
            f"{path}/__init__.py" if path else "__init__.py",
            f"{path}/__init__.pyi" if path else "__init__.pyi",
        ]
    else:
        # A package wins over a module of the same name, as in Python's own finder.
        options = [path + suffix for suffix in ("/__init__.py", ".py", "/__init__.pyi", ".pyi", ".pyw")]
    return [option for option in options if context.exists(option)]


@lru_cache(maxsize=1)
def _standard_library() -> frozenset[str]:
    raw = tomllib.loads((files("codegraph.adapters") / "python" / "adapter.toml").read_text(encoding="utf-8"))
    return frozenset(raw["standard_library"])


def external(specifier: str) -> str:
    """The FQN of a module outside of the project, "" for a relative import, which can only mean a file in it."""
    if specifier.startswith("."):
        return ""
    parts = specifier.split(".")
    root = "ext::python::" if parts[0] in _standard_library() else "ext::pypi::"
    return root + "::".join(parts)
