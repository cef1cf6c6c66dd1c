"""Finds OpenAPI 3 and Swagger 2 documents by what is in them, and reads their operations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from codegraph.discovery.content import read_bytes
from codegraph.discovery.documents import Documents
from codegraph.discovery.paths import inside, parent
from codegraph.openapi.trees import MAX_BYTES, Tree, parse_json_tree, parse_yaml_tree

ENDINGS = (".yaml", ".yml", ".json")
"""Endings of the files that may be such a document."""

METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace"})
"""The keys of a path that are operations."""

_TOP = 4_096  # bytes
_MAX_HOPS = 4  # references from file to file
_VERSION = re.compile(rb"""(?:^|[\s{,])["']?(?:openapi|swagger)["']?[ \t]*:[ \t\r\n]*["']?[23]\.\d""")
_HOST = re.compile(r"(?:[A-Za-z][\w+.-]*:)?//[^/]*")
_VARIABLE = re.compile(r"\{([^{}]*)\}")


class Operation(NamedTuple):
    """A declared operation: ``path`` as it is written, below each of ``bases``; ``file`` and ``line`` of its method."""

    method: str
    path: str
    bases: tuple[str, ...]
    name: str
    file: str
    line: int


class Specification(NamedTuple):
    """One document: its file, ``version`` (``3.0.3``, ``2.0``), title and operations in order."""

    file: str
    version: str
    title: str
    operations: list[Operation]


def read_specifications(
    root: Path, files: Iterable[tuple[str, int]]
) -> tuple[list[Specification], dict[str, str]]:
    """The documents among files, and of those that can't be used why.

    Args:
        root: the folder that nothing may lead out of.
        files: path and size of the files that may be documents.

    Returns:
        Documents in the order of the files; path and reason of those that are broken or too large.
    """
    documents = Documents(root)
    found: list[Specification] = []
    broken: dict[str, str] = {}
    for path, size in files:
        if not _looks_like_one(root, path, size):
            continue
        if size > MAX_BYTES:
            broken[path] = f"larger than {MAX_BYTES} bytes"
            continue
        tree = _load(documents, path)
        version = "" if tree is None else tree.at("openapi").text or tree.at("swagger").text
        if tree is None:
            broken[path] = documents.broken.get(path, "can't be read")
        elif version.startswith(("2.", "3.")) and tree.at("paths").value:
            found.append(_Reader(documents, path).specification(tree, version))
    return found, {**broken, **documents.broken}


def _looks_like_one(root: Path, path: str, size: int) -> bool:
    """Whether it has the words that such a document has; of one that is too large they are looked for at its top."""
    whole = size <= MAX_BYTES
    try:
        data = read_bytes(root, path, MAX_BYTES if whole else _TOP)
    except OSError:
        return False
    named = b"openapi" in data or b"swagger" in data
    return named and (b"paths" in data or not whole) and _VERSION.search(data) is not None


def _load(documents: Documents, path: str) -> Tree | None:
    return documents.load(path, parse_json_tree if path.endswith(".json") else parse_yaml_tree, MAX_BYTES)


class _Reader:
    """Reads one document, with what it refers to in other files."""

    def __init__(self, documents: Documents, path: str) -> None:
        self._documents = documents
        self._path = path

    def specification(self, tree: Tree, version: str) -> Specification:
        """The document whose tree that is."""
        if version.startswith("2."):
            bases: tuple[str, ...] = (_path_of(tree.at("basePath").text),)
        else:
            bases = _bases(tree) or ("",)
        file, paths = self._resolved(self._path, tree.at("paths"))
        operations = [
            operation
            for path, item in paths.entries.items()
            if path.startswith("/")
            for operation in self._operations(path, *self._resolved(file, item), bases)
        ]
        return Specification(self._path, version, tree.at("info", "title").text, operations)

    def _operations(self, path: str, file: str, item: Tree, bases: tuple[str, ...]) -> Iterator[Operation]:
        nearer = _bases(item) or bases
        for key, operation in item.entries.items():
            if key.lower() in METHODS:
                own = _bases(operation) or nearer
                name = operation.at("operationId").text
                yield Operation(key.upper(), path, own, name, file, operation.line)

    def _resolved(self, file: str, tree: Tree) -> tuple[str, Tree]:
        """The file and tree that a ``$ref`` leads to; what leads nowhere stays as it is."""
        for _ in range(_MAX_HOPS):
            reference = tree.at("$ref").text
            if not reference:
                break
            place, _, pointer = reference.partition("#")
            target = inside(parent(file), place) if place else file
            loaded = None if target is None or "://" in place else _load(self._documents, target)
            if target is None or loaded is None:
                break
            file, tree = target, loaded.at(*_keys(pointer))
        return file, tree


def _keys(pointer: str) -> list[str]:
    """The keys of a JSON pointer as it stands in a URL: ``/paths/~1users~1%7Bid%7D``."""
    from urllib.parse import unquote

    keys = unquote(pointer).split("/")[1:]
    return [key.replace("~1", "/").replace("~0", "~") for key in keys]


def _bases(tree: Tree) -> tuple[str, ...]:
    """The paths of a document's, path's or operation's servers, in order."""
    return tuple(dict.fromkeys(_server_path(server) for server in tree.at("servers").items))


def _server_path(server: Tree) -> str:
    def default(found: re.Match[str]) -> str:
        return server.at("variables", found[1], "default").text or found[0]

    return _path_of(_VARIABLE.sub(default, server.at("url").text))


def _path_of(url: str) -> str:
    """The path of a URL without a slash at its end, "" for none."""
    path = _HOST.sub("", url, count=1) if _HOST.match(url) else url
    path = path.partition("?")[0].strip("/")
    return f"/{path}" if path and path != "." else ""
