"""Routers that a call takes in by the folder that their files lie in: plugins that load themselves."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.arguments import Arguments
from codegraph.fingerprint.trees import Expr
from codegraph.model import SEPARATOR, Level

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.prefix_rules import FolderPrefix

_NO_CODE = (".d.ts", ".d.mts", ".d.cts")


class Loaded(NamedTuple):
    """What a file of such a folder is, and the parts of the path that stand before its routes; None if not known."""

    value: Expr
    parts: tuple[str | None, ...]


def loaded(
    sources: Sources, reader: Reader, loaders: set[int], call: Expr, rule: FolderPrefix
) -> Iterator[Loaded]:
    """What the files of the folder are that a call names.

    Args:
        sources: where values come from.
        reader: reads arguments.
        loaders: rows of what loads a folder.
        call: the call.
        rule: its rule.
    """
    arguments = reader.arguments(call)
    loader, where = reader.find(arguments, rule.loader), reader.find(arguments, rule.folder)
    if not isinstance(loader, Expr) or loaders.isdisjoint(sources.targets(loader)):
        return
    folder = _folder(reader, where) if isinstance(where, Expr) else None
    if folder is None:
        return
    options = reader.find(arguments, rule.options)
    before = reader.find(Arguments([options], {}, True), rule.path) if isinstance(options, Expr) else None
    prefix: tuple[str | None, ...] = ()
    if before is not None:
        value = reader.value(before) if isinstance(before, Expr) else None
        prefix = (value if isinstance(value, str) else None,)
    is_plain = _is(reader, reader.find(arguments, rule.plain), wanted=False)
    mark = rule.mark if _is(reader, reader.find(arguments, rule.marked), wanted=True) else ""
    for row, folders in _files(sources, folder, rule.index):
        own = _own(sources, reader, row, rule.own)
        parts = () if is_plain else tuple(_shown(name, mark) for name in folders)
        for found in sources.module_values(row):
            yield Loaded(found, (*prefix, *(parts if own is None else (own,))))


def _folder(reader: Reader, where: Expr) -> str | None:
    """The path of a folder in the repository, None where it is not known."""
    parts = reader.parts(where)
    text = ""
    for part in parts or ():
        text = "" if part is None else text + part
    if not text:
        return None
    folder = posixpath.normpath(posixpath.join(posixpath.dirname(where.file.path), text.lstrip("/")))
    return None if folder.startswith("..") else folder


def _files(sources: Sources, folder: str, index: str) -> Iterator[tuple[int, list[str]]]:
    """The files below a folder that count, each with the names of the folders on the way to it."""
    nodes = sources.view.nodes
    found: dict[str, list[tuple[int, str]]] = {}
    for row, level in enumerate(nodes["level"]):
        path = nodes["path"][row]
        if level == Level.MODULE and path.startswith(f"{folder}/") and not path.endswith(_NO_CODE):
            found.setdefault(posixpath.dirname(path), []).append((row, posixpath.basename(path)))
    for place, files in sorted(found.items()):
        indexes = [item for item in files if item[1].partition(".")[0] == index]
        below = place[len(folder) :].strip("/")
        for row, _ in indexes or files:
            yield row, below.split("/") if below else []


def _own(sources: Sources, reader: Reader, module: int, name: str) -> str | None:
    """What a variable of a file says that stands before its routes."""
    row = sources.view.row(f"{sources.view.fqns[module]}{SEPARATOR}{name}")
    values = [reader.value(value) for value in (sources.values(row) if row >= 0 else ())]
    return next((value for value in values if isinstance(value, str)), None)


def _is(reader: Reader, given: object, *, wanted: bool) -> bool:
    return isinstance(given, Expr) and reader.value(given) is wanted


def _shown(name: str, mark: str) -> str:
    return f":{name.removeprefix(mark)}" if mark and name.startswith(mark) else name
