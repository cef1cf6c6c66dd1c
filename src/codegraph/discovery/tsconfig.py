"""The module resolution settings of tsconfig.json and jsconfig.json, with what they extend."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from codegraph.discovery.documents import (
    Documents,
    parse_json,
    parse_jsonc,
    table_in,
    text_in,
    texts_in,
    value_in,
)
from codegraph.discovery.paths import base_name, inside, join, parent

# the first of these in a folder governs the files below it; the last is what Nx gives a workspace's root
_NAMES = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")
_MAX_CHAIN = 20
_CONFIG_DIR = "${configDir}"


class TsConfig(msgspec.Struct, frozen=True):
    """What governs imports in the JavaScript and TypeScript files of a folder and those below it, up to the
    next such folder. All paths are relative to the root; what leads out of the root is left out."""

    folder: str
    file: str
    base_url: str | None
    """Where bare imports are looked up before packages are; None when not set."""
    paths: dict[str, list[str]]
    """Import pattern, with at most one ``*``, to targets in the order in which they are tried."""
    root_dirs: list[str]
    """Folders that count as one when a relative import is looked up."""
    out_dir: str | None
    """Where the compiler writes; with ``root_dir`` it leads from a built file back to its source."""
    root_dir: str | None


class _Options(NamedTuple):
    """Compiler options after ``extends``, each path already relative to the root."""

    base_url: str | None = None
    paths: dict[str, list[str]] | None = None
    paths_folder: str = ""
    root_dirs: list[str] | None = None
    out_dir: str | None = None
    root_dir: str | None = None
    references: tuple[str, ...] = ()


def read_tsconfigs(
    documents: Documents, files: Collection[str], node_names: Mapping[str, str]
) -> list[TsConfig]:
    """The settings of each folder that has some, sorted by folder.

    Args:
        documents: the reader of the files.
        files: all files that are neither ignored nor excluded.
        node_names: import names of this repository's own packages and their folders, for ``extends`` of a
            shared package of settings. Others, from node_modules, are passed over: whether they are
            installed must not change the graph.
    """
    found = [path for path in files if path.endswith(_NAMES) and base_name(path) in _NAMES]
    found.sort(key=lambda path: _NAMES.index(base_name(path)), reverse=True)
    reader = _Reader(documents, node_names)
    return [reader.config(folder, path) for folder, path in sorted({parent(p): p for p in found}.items())]


class _Reader:
    def __init__(self, documents: Documents, node_names: Mapping[str, str]) -> None:
        self.documents = documents
        self.node_names = node_names
        self._known: dict[tuple[str, str], _Options] = {}

    def config(self, folder: str, path: str) -> TsConfig:
        options = self._options(path, folder, ())
        if options.paths is None and options.base_url is None:
            options = self._referenced(options, folder)
        base = options.paths_folder if options.base_url is None else options.base_url
        paths = {
            pattern: [place for target in targets if (place := _place(base, target, folder)) is not None]
            for pattern, targets in (options.paths or {}).items()
        }
        return TsConfig(
            folder,
            path,
            options.base_url,
            paths,
            options.root_dirs or [],
            options.out_dir,
            options.root_dir,
        )

    def _referenced(self, options: _Options, folder: str) -> _Options:
        """A file that only lists projects: the first project of the same folder with paths speaks for it."""
        for reference in options.references:
            if parent(reference) == folder:
                found = self._options(reference, folder, ())
                if found.paths is not None or found.base_url is not None:
                    return found
        return options

    def _options(self, path: str, leaf: str, chain: tuple[str, ...]) -> _Options:
        """The options of one file over those of the files it extends, the later over the earlier.

        Args:
            path: the file.
            leaf: the folder of the file that the chain began with, which ``${configDir}`` stands for.
            chain: the files on the way here; a file that extends itself is not read again.
        """
        if (path, leaf) in self._known:
            return self._known[path, leaf]
        found = self.documents.load(path, parse_jsonc)
        if found is None or path in chain or len(chain) > _MAX_CHAIN:
            return _Options()
        options = _Options()
        for specifier in texts_in(found, "extends"):
            target = self._extended(path, specifier)
            if target is not None:
                options = _merge(options, self._options(target, leaf, (*chain, path)))
        options = self._known[path, leaf] = _merge(options, _own_options(found, parent(path), leaf))
        return options

    def _extended(self, path: str, specifier: str) -> str | None:
        """The file that an ``extends`` means, or None for one outside the root or in node_modules."""
        if specifier.startswith((".", "/")):
            return self._first_file(inside(parent(path), specifier))
        parts = specifier.split("/")
        cut = 2 if specifier.startswith("@") else 1
        folder = self.node_names.get("/".join(parts[:cut]))
        if folder is None:
            return None
        if len(parts) > cut:
            return self._first_file(inside(folder, "/".join(parts[cut:])))
        named = text_in(self.documents.load(join(folder, "package.json"), parse_json), "tsconfig")
        return self._first_file(inside(folder, named or "tsconfig.json"))

    def _first_file(self, path: str | None) -> str | None:
        if path is None:
            return None
        names = (path,) if path.endswith(".json") else (path, f"{path}.json")
        return next((name for name in names if (self.documents.root / name).is_file()), None)


def _own_options(found: object, folder: str, leaf: str) -> _Options:
    options = table_in(found, "compilerOptions")
    paths = options.get("paths")
    root_dirs = [_place(folder, place, leaf) for place in texts_in(options, "rootDirs")]
    return _Options(
        base_url=_place(folder, base, leaf) if (base := text_in(options, "baseUrl")) else None,
        paths={key: texts_in(paths, key) for key in paths} if isinstance(paths, dict) else None,
        paths_folder=folder,
        root_dirs=[place for place in root_dirs if place is not None] if "rootDirs" in options else None,
        out_dir=_place(folder, out, leaf) if (out := text_in(options, "outDir")) else None,
        root_dir=_place(folder, root, leaf) if (root := text_in(options, "rootDir")) else None,
        references=tuple(_references(value_in(found, "references"), folder)),
    )


def _references(listed: object, folder: str) -> list[str]:
    places = [inside(folder, text_in(item, "path")) for item in listed] if isinstance(listed, list) else []
    return [place for place in places if place is not None and place.endswith(".json")]


def _merge(below: _Options, above: _Options) -> _Options:
    """``above`` where it says something, else ``below``; references are never inherited."""
    return _Options(
        above.base_url if above.base_url is not None else below.base_url,
        above.paths if above.paths is not None else below.paths,
        above.paths_folder if above.paths is not None else below.paths_folder,
        above.root_dirs if above.root_dirs is not None else below.root_dirs,
        above.out_dir if above.out_dir is not None else below.out_dir,
        above.root_dir if above.root_dir is not None else below.root_dir,
        above.references,
    )


def _place(folder: str, path: str, leaf: str) -> str | None:
    if path.startswith(_CONFIG_DIR):
        return inside(leaf, path.removeprefix(_CONFIG_DIR).lstrip("/"))
    return inside(folder, path)
