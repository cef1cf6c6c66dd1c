"""Finds every adapter, built in, installed or brought by the project, and knows what they recognise together.

A later source wins over an earlier one, by name and by extension: built in < installed < project. What a
project brings is data: its Python is never imported, and an adapter of it that is broken costs a warning, not
the run.
"""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from codegraph.errors import AdapterError
from codegraph.languages.adapter import QUERY_FILES, Adapter, read_adapter, read_manifest
from codegraph.languages.facts import FACTS_VERSION
from codegraph.languages.shelf import Claim, Shelf, Unread, read_head
from codegraph.languages.table import LanguageTable

ENTRY_POINTS = "codegraph.adapters"
PROJECT_FOLDER = ".codegraph/adapters"
_BUILT_IN = "codegraph.adapters"
_ADAPTER_FILES = ("adapter.toml", *(f"{kind}.scm" for kind in QUERY_FILES))
_MAX_FILE = 1 << 20
_GRAMMARS = ("tree-sitter", "tree-sitter-language-pack")


@dataclass(frozen=True)
class Registry:
    """All adapters, by the name of their language.

    Args:
        adapters: the adapters, sorted by name; built-in ones are read when they are asked for.
        table: which file is in which language.
        modules: the Python package of each trusted adapter.
        warnings: adapters of the project that could not be read, a line each.
    """

    adapters: Mapping[str, Adapter]
    table: LanguageTable
    modules: dict[str, str]
    warnings: tuple[str, ...] = ()

    def grammar_for(self, language: str, extension: str) -> str:
        """The tree-sitter grammar of a file, by its extension (``.tsx``); a whole path will do as well.

        Raises:
            KeyError: no adapter has this language.
        """
        spec = self.adapters[language].spec
        if spec.grammars:
            name = extension.rpartition("/")[2].lower()
            dot = name.find(".")
            while dot >= 0:
                if name[dot:] in spec.grammars:
                    return spec.grammars[name[dot:]]
                dot = name.find(".", dot + 1)
        return spec.grammar

    def adapter_module(self, language: str) -> ModuleType | None:
        """The Python part of an adapter, ``resolve.py``; None where data suffices or its code is not trusted.

        Raises:
            KeyError: no adapter has this language.
        """
        adapter = self.adapters[language]
        if not adapter.trusted or not (adapter.folder / "resolve.py").is_file():
            return None
        from importlib import import_module

        return import_module(f"{self.modules[language]}.resolve")

    @cached_property
    def version(self) -> str:
        """16 hex digits over all that decides the facts of a file, whatever its language."""
        parts = (
            self.adapters.fingerprints()
            if isinstance(self.adapters, Shelf)
            else [f"{name}={adapter.fingerprint}" for name, adapter in sorted(self.adapters.items())]
        )
        digest = hashlib.blake2b(digest_size=8)
        digest.update("\n".join([str(FACTS_VERSION), *grammar_versions(), *parts]).encode())
        return digest.hexdigest()

    def version_of(self, language: str) -> str:
        """16 hex digits over all of an adapter that decides the facts of a file: its own files and those of its kin.

        Raises:
            KeyError: no adapter has this language.
        """
        adapters = self.adapters
        parts = adapters.kin(language) if isinstance(adapters, Shelf) else [adapters[language].fingerprint]
        return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def grammar_versions() -> list[str]:
    """The versions of the libraries that the grammars come from."""
    from importlib.metadata import version

    return [f"{name}={version(name)}" for name in _GRAMMARS]


def load_registry(project: Path | None = None) -> Registry:
    """Read all adapters: built in, installed (entry points), and in ``.codegraph/adapters`` of a project.

    Raises:
        AdapterError: an adapter that is not the project's is broken, or two of them claim the same files.
    """
    unread = {folder.name: Unread(folder, f"{_BUILT_IN}.{folder.name}", head) for folder, head in _built_in()}
    shelf = Shelf(unread, partial(_read_built_in, unread))
    installed = list(_installed())
    for source in _bases_first(installed):
        shelf.put(_read(source, shelf.plain))
    brought, warnings = _of_project(project) if project is not None else ([], [])
    for source in _bases_first(brought):
        try:
            shelf.put(_read(source, shelf.plain))
        except AdapterError as error:
            warnings.append(_left_out(source.name, error))
    modules = {name: source.module for name, source in unread.items()}
    modules.update((source.name, source.module) for source in installed)
    return Registry(shelf, language_table(shelf.claims()), modules, tuple(warnings))


def _read_built_in(unread: Mapping[str, Unread], name: str, others: Mapping[str, Adapter]) -> Adapter:
    return _read(
        _Source(name, unread[name].folder, unread[name].module, read_manifest(unread[name].folder)), others
    )


def language_table(claims: Iterable[Claim]) -> LanguageTable:
    """What adapters recognise together: a project's own win, of the others no two may claim the same.

    Raises:
        AdapterError: two trusted adapters claim the same extension, file name or interpreter.
    """
    claims = list(claims)
    tables: tuple[dict[str, str], ...] = ({}, {}, {})
    trusted: dict[tuple[int, str], str] = {}
    for claim in sorted(claims, key=lambda claim: not claim.trusted):
        for number, keys in enumerate((claim.extensions, claim.filenames, claim.shebangs)):
            for key in keys:
                owner = trusted.get((number, key))
                if claim.trusted and owner is not None:
                    raise AdapterError(f"adapters {owner} and {claim.name} both claim {key!r}")
                if claim.trusted:
                    trusted[number, key] = claim.name
                tables[number][key] = claim.name
    shared = {
        extension: (tables[0][extension], claim.name)
        for claim in sorted(claims, key=lambda claim: claim.name)
        for extension in claim.shared_extensions
        if tables[0].get(extension, claim.name) != claim.name
    }
    by_extension, by_filename, by_shebang = tables
    return LanguageTable(by_extension, by_filename, by_shebang, shared)


class _Source(NamedTuple):
    """An adapter before it is read; ``module`` is its Python package, "" when that is not trusted."""

    name: str
    folder: Traversable
    module: str
    manifest: dict[str, Any]


def _built_in() -> Iterator[tuple[Traversable, dict[str, Any]]]:
    from importlib.resources import files

    for folder in sorted(files(_BUILT_IN).iterdir(), key=lambda folder: folder.name):
        if (folder / "adapter.toml").is_file():
            yield folder, read_head(folder)


def _installed() -> Iterator[_Source]:
    from importlib.metadata import entry_points
    from importlib.resources import files

    for point in sorted(entry_points(group=ENTRY_POINTS)):
        try:
            folder = files(point.value)
        except (ImportError, TypeError) as error:
            raise AdapterError(
                f"the installed adapter {point.name!r} names the package {point.value!r}, which can't be "
                f"imported: {error}; reinstall or remove what provides it"
            ) from error
        yield _Source(point.name, folder, point.value, read_manifest(folder))


def _of_project(project: Path) -> tuple[list[_Source], list[str]]:
    """The adapters that a project brings and that may be read, and a warning for each other one."""
    folder = project / PROJECT_FOLDER
    sources: list[_Source] = []
    warnings: list[str] = []
    if folder.is_symlink() or folder.parent.is_symlink() or not folder.is_dir():
        return sources, warnings
    for entry in sorted(folder.iterdir()):
        if not entry.is_dir() and not entry.is_symlink():
            continue
        try:
            _check_plain(entry)
            sources.append(_Source(entry.name, entry, "", read_manifest(entry)))
        except AdapterError as error:
            warnings.append(_left_out(entry.name, error))
    return sources, warnings


def _check_plain(folder: Path) -> None:
    # A link could lead out of the project, and reading a pipe or a device might never end.
    for path in (folder, *(folder / name for name in _ADAPTER_FILES)):
        try:
            info = path.lstat()
        except OSError:
            continue  # missing files are told of when the adapter is read
        if not stat.S_ISDIR(info.st_mode) if path == folder else not stat.S_ISREG(info.st_mode):
            raise AdapterError(f"{path.name} is no plain {'folder' if path == folder else 'file'}")
        if info.st_size > _MAX_FILE and path != folder:
            raise AdapterError(f"{path.name} is larger than {_MAX_FILE // 1024} kB")


def _left_out(name: str, error: AdapterError) -> str:
    return f"{PROJECT_FOLDER}/{name} is left out: {error}"


def _bases_first(sources: Iterable[_Source]) -> list[_Source]:
    """Each adapter after the one that it extends; those in a circle last, where reading them fails."""
    waiting = {source.name: source for source in sources}
    ordered: list[_Source] = []
    while waiting:
        ready = [name for name, source in waiting.items() if _base(source) not in waiting]
        ordered += [waiting.pop(name) for name in ready or list(waiting)]
    return ordered


def _base(source: _Source) -> str:
    base = str(source.manifest.get("extends", ""))
    return "" if base == source.name else base  # a project may extend the built-in adapter of the same name


def _read(source: _Source, others: Mapping[str, Adapter]) -> Adapter:
    adapter = read_adapter(source.folder, others, trusted=bool(source.module), manifest=source.manifest)
    if adapter.spec.name != source.name:
        raise AdapterError(f"adapter {source.name}: adapter.toml names it {adapter.spec.name!r}")
    return adapter
