"""How Ruby finds files: `require` on the load paths, `require_relative` from the file itself."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from posixpath import normpath
from typing import Any


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Paths of the files that a required name may mean, the best first.

    Args:
        specifier: ``a/b`` on the load paths, ``./a`` or ``../a`` from the file itself.
        importer: path of the requiring file.
        context: the project's files and its Ruby projects (``configs.ruby_projects``).
    """
    folder = importer.rpartition("/")[0]
    if specifier.startswith("."):
        roots = [folder]
    else:
        project = context.nearest(context.configs.ruby_projects, importer)
        roots = list(project.load_paths) if project is not None else _usual(importer, context)
        roots += [path for known in _all_paths(context) for path in known if path not in roots]
    found = []
    for root in roots:
        path = normpath(f"{root}/{specifier}" if root else specifier)
        found += [path, f"{path}.rb"] if path.endswith(".rb") else [f"{path}.rb"]
    return [path for path in found if not path.startswith("..") and context.exists(path)]


def _usual(importer: str, context: Any) -> list[str]:
    """The folders above a file that usually are load paths: lib, test, spec."""
    found = []
    parts = importer.split("/")[:-1]
    for depth in range(len(parts), -1, -1):
        above = "/".join(parts[:depth])
        for name in ("lib", "test", "spec"):
            path = f"{above}/{name}" if above else name
            if context.is_folder(path):
                found.append(path)
    return found


def _all_paths(context: Any) -> list[list[str]]:
    return [list(project.load_paths) for _, project in sorted(context.configs.ruby_projects.items())]


@lru_cache(maxsize=1)
def _standard_library() -> frozenset[str]:
    raw = tomllib.loads((files("codegraph.adapters") / "ruby" / "adapter.toml").read_text(encoding="utf-8"))
    return frozenset(raw["standard_library"])


def external(specifier: str) -> str:
    """The FQN of a library outside of the project, "" for a path, which can only mean a file in it."""
    if specifier.startswith((".", "/")) or not specifier:
        return ""
    parts = [part for part in specifier.removesuffix(".rb").split("/") if part]
    root = "ext::ruby" if parts and parts[0] in _standard_library() else "ext::gem"
    return "::".join([root, *parts])
