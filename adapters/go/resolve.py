"""How Go finds packages: import paths by module, workspace, replacement and vendor folder."""

from __future__ import annotations

import re
from typing import Any

_VERSION = re.compile(r"v(?:[2-9]|\d\d+)")  # there is no v1 in import paths: that is a name
_WORD = re.compile(r"[-._]")
_VERSIONED = re.compile(r"\.v\d+$")


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Folders of the project that an import path may mean, the best first.

    Args:
        specifier: as written: ``example.org/shop/cart``.
        importer: path of the importing file.
        context: what the project says: ``configs.go_modules``, and which folders hold files.
    """
    module = context.nearest(context.configs.go_modules, importer)
    if module is None:
        return _without_module(specifier, context)
    asked = (module.path, specifier)
    if asked not in context.memo:
        context.memo[asked] = _of_module(specifier, module)
    return list(context.memo[asked])


def _of_module(specifier: str, module: Any) -> list[str]:
    """The folders by what a module sees."""
    found = []
    best = _longest(module.visible, specifier)
    if best is not None:
        rest = specifier[len(best) + 1 :]
        found.append("/".join(part for part in (module.visible[best], rest) if part))
    if module.vendor is not None:
        found.append(f"{module.vendor}/{specifier}")
    return found


def _longest(paths: Any, specifier: str) -> str | None:
    """The longest of some paths that a specifier is or lies below."""
    path = specifier
    while path and path not in paths:
        path = path.rpartition("/")[0]
    return path or None


def _without_module(specifier: str, context: Any) -> list[str]:
    """Where no go.mod says what the root is called: the longest end of the path that is a folder with files."""
    rest = specifier
    while rest:
        if any(path.endswith(".go") for path in context.files_in(rest)):
            return [rest]
        rest = rest.partition("/")[2]
    return []


def names(specifier: str) -> list[str]:
    """The names that a package outside of the project may declare, by the customs of import paths, the likeliest first.

    The last part, without a version, is the name most often; ``go-`` before and ``-go`` behind it are left out. Else it
    is one of its words.
    """
    parts = specifier.split("/")
    version = parts.pop() if len(parts) > 1 and _VERSION.fullmatch(parts[-1]) else ""
    last = _VERSIONED.sub("", parts[-1])
    plain = last.removeprefix("go-").removeprefix("go.").removesuffix("-go").removesuffix(".go")
    found = [last, plain, plain.replace("-", "_"), plain.replace("-", ""), *_WORD.split(plain), version]
    return list(dict.fromkeys(name for name in found if name))


def external(specifier: str) -> str:
    """The FQN of a package outside of the project: its import path is one segment."""
    return "" if specifier.startswith(".") else f"ext::go::{specifier}"
