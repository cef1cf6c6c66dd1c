"""How Rust finds modules: files below their parent, crates by their names in Cargo.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

STANDARD = frozenset({"alloc", "core", "proc_macro", "std", "test"})
ROOTS = frozenset({"lib.rs", "main.rs", "mod.rs", "build.rs"})


def candidates(specifier: str, importer: str, context: Any) -> list[str]:
    """Paths of the files that a specifier may mean, the best first.

    Args:
        specifier: ``self::a::b`` (a module ``b`` that the file declares in its namespace ``a``), ``./a/b.rs`` (one
            whose path it says), ``crate`` (the file at the root of the importer's crate), ``super`` (the file that
            most likely declares the importer), or the name of a crate.
        importer: path of the importing file.
        context: the project's files and its Cargo packages.
    """
    folder, _, name = importer.rpartition("/")
    if specifier.startswith("./"):
        return _existing([_join(folder, specifier[2:])], context)
    if specifier.startswith("self::"):
        below = specifier[6:].replace("::", "/")
        own = _join(folder, name.removesuffix(".rs"))
        bases = [folder, own] if name in ROOTS or _is_root(importer, context) else [own, folder]
        paths = [_join(base, below) for base in bases]
        return _existing([path + end for path in paths for end in (".rs", "/mod.rs")], context)
    if specifier == "super":
        return _existing(list(_parents(folder, name)), context)
    if specifier == "crate":
        key = ("crate root", importer.rpartition("/")[0])
        if key not in context.memo:
            context.memo[key] = _existing(list(_crate_roots(importer, context)), context)[:1]
        found: list[str] = context.memo[key]
        return found
    return _crate(specifier, importer, context)


def external(specifier: str) -> str:
    """The FQN of a crate outside of the project; those of the compiler are one: ``std`` gives what others have."""
    first, separator, rest = specifier.partition("::")
    if first in STANDARD:
        first = "std" if first in ("alloc", "core") else first
        base = f"ext::rust::{first}"
    else:
        base = f"ext::cargo::{first}"
    return f"{base}{separator}{rest}"


def declares(name: str, importer: str, context: Any) -> bool:
    """Whether a name is that of a crate outside of the project: such a one counts before what a glob may bring."""
    if name in STANDARD:
        return True
    package = _package(importer, context)
    return package is not None and name in package.external


def _join(folder: str, path: str) -> str:
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _existing(paths: list[str], context: Any) -> list[str]:
    return [path for path in dict.fromkeys(paths) if context.exists(path)]


def _package(importer: str, context: Any) -> Any:
    return context.nearest(context.configs.cargo_packages, importer)


def _is_root(path: str, context: Any) -> bool:
    return path in _roots(path, context)


def _roots(path: str, context: Any) -> frozenset[str]:
    """The roots of the crates of the package that a file lies in."""
    key = ("crate roots", path.rpartition("/")[0])
    if key not in context.memo:
        package = _package(path, context)
        context.memo[key] = frozenset(target.root for target in package.targets) if package else frozenset()
    found: frozenset[str] = context.memo[key]
    return found


def _parents(folder: str, name: str) -> Iterator[str]:
    """The files that may declare a module: those of its folder, or the folder's own file beside it."""
    if name == "mod.rs":
        folder = folder.rpartition("/")[0]
    elif name in ("lib.rs", "main.rs"):
        return
    for own in ("mod.rs", "lib.rs", "main.rs"):
        yield _join(folder, own)
    if folder:
        yield f"{folder}.rs"


def _crate_roots(importer: str, context: Any) -> Iterator[str]:
    """The roots of crates that a file may belong to: of its package's targets the one that is nearest above it."""
    roots = _roots(importer, context)
    above = [root for root in roots if "/" not in root or importer.startswith(root.rpartition("/")[0] + "/")]
    yield from sorted(above, key=lambda root: (-root.count("/"), root))
    folder = importer.rpartition("/")[0]
    while True:
        for name in ("lib.rs", "main.rs", "src/lib.rs", "src/main.rs"):
            yield _join(folder, name)
        if not folder:
            return
        folder = folder.rpartition("/")[0]


def _crate(name: str, importer: str, context: Any) -> list[str]:
    package = _package(importer, context)
    if package is None:
        return []
    root = package.dependencies.get(name)
    return _existing([root], context) if root else []
