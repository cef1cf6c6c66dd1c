"""What manifests and settings of services name as entry points, found in the graph."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from codegraph.model import SEPARATOR

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View
    from codegraph.model import EntryPoint

Entries = Mapping[str, Sequence["EntryPoint"]]
"""Entry points that manifests name, by the folder of the package."""

_OBJECT = re.compile(r"([\w.]+):([\w.]+)(?:\s*\[.*\])?")
_BUILT = re.compile(r"(?:\./)?(?:dist|build|lib|out|target)/(?:(?:src|cjs|esm)/)?")


def entry_rows(view: View, entries: Entries) -> Iterator[tuple[int, str, str]]:
    """The functions and files that entry points mean: row, kind and name; what can't be found is left out."""
    for folder, listed in sorted(entries.items()):
        for entry in listed:
            row = _row(view, folder, entry)
            if row >= 0:
                yield row, entry.kind, entry.name


def _row(view: View, folder: str, entry: EntryPoint) -> int:
    if entry.kind == "function":
        return _handler(view, entry.target)
    if entry.kind not in ("bin", "script"):
        return -1
    named = _OBJECT.fullmatch(entry.target)
    if named is not None:
        return _symbol(view, folder, named.group(1), named.group(2).split("."))
    return _file(view, folder, entry.target) if entry.kind == "bin" else -1


def _symbol(view: View, folder: str, module: str, names: list[str]) -> int:
    """A name in a module that is given with dots; of several such modules that nearest to the package's folder."""
    found = [
        row
        for row in (*view.modules(module), *view.modules(f"{module}.__init__"))
        if _within(folder, view.nodes["path"][row])
    ]
    for row in sorted(found, key=lambda row: (view.nodes["path"][row].count("/"), row)):
        symbol = view.row(SEPARATOR.join([view.fqns[row], *names]))
        if symbol >= 0:
            return symbol
    return -1


def _file(view: View, folder: str, target: str) -> int:
    """A file of a package, or the one that it is built from."""
    path = posixpath.normpath(posixpath.join(folder, target))
    row = view.module_at(path)
    if row < 0:
        row = view.module_at(posixpath.normpath(target))
    if row >= 0:
        return row
    built = _BUILT.match(target)
    if built is None:
        return -1
    stem = posixpath.splitext(target[built.end() :])[0]
    found = [row for row in view.modules(f"src/{stem}") if _within(folder, view.nodes["path"][row])]
    return found[0] if len(found) == 1 else -1


def _handler(view: View, target: str) -> int:
    """``path/to/module.function``, from the root."""
    module, _, name = target.rpartition(".")
    for path in dict.fromkeys(
        (module, f"{posixpath.dirname(module)}/{posixpath.basename(module).replace('.', '/')}")
    ):
        for row in view.modules(path):
            whole = posixpath.splitext(view.nodes["path"][row])[0]
            symbol = view.row(f"{view.fqns[row]}{SEPARATOR}{name}")
            if symbol >= 0 and whole == path.lstrip("/"):
                return symbol
    return -1


def _within(folder: str, path: str) -> bool:
    return not folder or path.startswith(f"{folder}/")
