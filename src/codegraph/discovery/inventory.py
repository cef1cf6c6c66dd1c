"""Discovery: from a root folder to the list of what there is to index."""

from __future__ import annotations

import os
import stat
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery.content import SUFFIX, has_minified_name, open_inside
from codegraph.discovery.dependencies import read_declarations
from codegraph.discovery.documents import Documents
from codegraph.discovery.excludes import Excludes
from codegraph.discovery.listing import Listing, list_tree
from codegraph.discovery.module_config import ModuleConfig, read_module_config
from codegraph.discovery.packages import Package, find_packages, owners
from codegraph.discovery.paths import parent
from codegraph.discovery.prose import FORMATS, document_language, format_of
from codegraph.discovery.shared import settled
from codegraph.errors import SettingsError, UsageError
from codegraph.model import Declaration, Skipped

if TYPE_CHECKING:
    from codegraph.config import Settings
    from codegraph.languages.table import LanguageTable

_FIRST_LINE = 256
_SETTINGS_FILES = ("codegraph.toml", "pyproject.toml")
_IGNORE_FILES = frozenset({".gitignore", ".codegraphignore"})
NOTEBOOK_OUTPUT = 16
"""So many times the limit a notebook may have, most of which is what its cells once printed."""


class SourceFile(NamedTuple):
    """A file to be indexed."""

    path: str
    """Relative to the root, with ``/``."""
    size: int
    mtime_ns: int
    language: str
    package: int
    """Index into ``Inventory.packages``."""
    inode: int = 0
    """Number of the file in its file system, 0 where there is none: what is moved over a file has another one."""
    ctime_ns: int = 0
    """When the system last noted a change of it, which no program can set back; on Windows when it was made."""


class Inventory(NamedTuple):
    """All that discovery found below a root."""

    root: Path
    """Absolute, links resolved."""
    name: str
    """The root's alias, else its folder's name."""
    files: list[SourceFile]
    """Sorted by path."""
    packages: list[Package]
    """Sorted by path; the first is the root."""
    skipped: list[Skipped]
    """Files of a known language without a place in ``files``, links, and broken manifests; sorted."""
    configs: ModuleConfig
    notes: list[str]
    """Sentences for the user about how the files were found."""
    declarations: list[Declaration]
    """What each package declares, in the order of the packages."""
    documents: list[SourceFile]
    """Documents that people read, with their format as language; sorted by path, none of them in ``files``."""
    names: list[str]
    """The paths of all regular files that are not ignored, of whatever kind; sorted."""
    consulted: list[str]
    """Files, there or not, whose contents decide what is indexed or how, though they are no sources; sorted."""


def discover(root: Path, settings: Settings, languages: LanguageTable) -> Inventory:
    """List the source files, packages and module settings below a root.

    Files are not read, only looked at; what is read are ignore files, manifests, module settings, and the
    first line of executables without an extension. The result does not depend on the order in which the file
    system lists things.

    Raises:
        UsageError: the root does not exist, is not a folder, or may not be listed.
        SettingsError: ``settings.languages`` names a language that is neither in the table nor a format of documents.
    """
    absolute = check_root(root)
    wanted = _wanted_languages(settings, languages)
    excludes = Excludes(os.fsencode(absolute), settings.exclude, _index_folder(absolute, settings))
    listing = list_tree(os.fsencode(absolute), excludes, respect_gitignore=settings.respect_gitignore)
    sifted = _Sieve(absolute, settings, languages, wanted)
    sifted.sift(listing)
    sifted.settle()
    name = settings.root_alias or absolute.name or "root"
    documents = Documents(absolute)
    packages, manifests = find_packages(
        documents, sifted.names, _with_files(listing.nested, sifted.names), name
    )
    configs = read_module_config(documents, manifests, sifted.names)
    declarations = read_declarations(documents, packages, set(sifted.names), configs)
    files = _source_files(sifted.sources, packages)
    prose = _source_files(sifted.prose, packages)
    unused, remarks = _broken_manifests(documents, {file.path for file in files})
    skipped = sorted([*sifted.skipped, *unused])
    notes = [*listing.notes, *remarks]
    return Inventory(
        absolute,
        name,
        files,
        packages,
        skipped,
        configs,
        notes,
        declarations,
        prose,
        sifted.names,
        sorted({*sifted.consulted, *documents.asked}),
    )


def language_reader(
    root: Path, settings: Settings, languages: LanguageTable
) -> Callable[[str, Callable[[], bytes]], str]:
    """A function that tells the language of a path and its first line as discovery would; "" for what is no source.

    The file need not be there any more. What git ignores is not asked for: it holds no tracked files.
    """
    absolute = check_root(root)
    wanted = _wanted_languages(settings, languages)
    excludes = Excludes(os.fsencode(absolute), settings.exclude, _index_folder(absolute, settings))

    def language_of(path: str, read_first_line: Callable[[], bytes]) -> str:
        folder, _, name = path.encode().rpartition(b"/")
        if has_minified_name(path) or excludes.hides_folder(folder) or excludes.hides(folder, name, False):
            return ""
        language = languages.language_of(path, read_first_line)
        return language if language in wanted and language not in FORMATS else ""

    return language_of


def folder_filter(root: Path, settings: Settings) -> Callable[[str], bool]:
    """A function that tells of a folder below an absolute root whether it is left out whatever it holds."""
    excludes = Excludes(os.fsencode(root), settings.exclude, _index_folder(root, settings))
    return lambda folder: excludes.hides_folder(os.fsencode(folder))


def path_filter(root: Path, settings: Settings) -> Callable[[str], bool]:
    """The same for any path, folder or not."""
    excludes = Excludes(os.fsencode(root), settings.exclude, _index_folder(root, settings))

    def hides(path: str) -> bool:
        folder, _, name = os.fsencode(path).rpartition(b"/")
        is_dir = (root / path).is_dir()
        return excludes.hides_folder(folder) or excludes.hides(folder, name, is_dir)

    return hides


def list_files(root: Path, settings: Settings, endings: tuple[str, ...]) -> list[tuple[str, int]]:
    """Path and size of the files below a root that end so, of whatever language, in order of their paths.

    What git ignores and what settings exclude is left out, as everywhere.

    Raises:
        UsageError: the root does not exist, is not a folder, or may not be listed.
    """
    absolute = check_root(root)
    excludes = Excludes(os.fsencode(absolute), settings.exclude, _index_folder(absolute, settings))
    listing = list_tree(os.fsencode(absolute), excludes, respect_gitignore=settings.respect_gitignore)
    wanted = tuple(ending.encode() for ending in endings)
    found = []
    for raw, info in listing.files:
        if raw.endswith(wanted):
            with suppress(UnicodeDecodeError):  # no text of ours could name it
                found.append((raw.decode(), info.st_size))
    return found


def check_root(root: Path) -> Path:
    """The absolute path of a folder that can be listed.

    Raises:
        UsageError: there is no such folder, it is a file, or it may not be listed.
    """
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in str(root))
    try:
        absolute = root.expanduser().resolve(strict=True)
        if not absolute.is_dir():
            raise UsageError(f"{shown}: is a file; name the folder that it lies in")
        with os.scandir(absolute):
            return absolute
    except FileNotFoundError:
        raise UsageError(f"{shown}: there is no such folder; check the path") from None
    except PermissionError:
        raise UsageError(f"{shown}: no permission to list this folder") from None
    except (OSError, RuntimeError, ValueError):
        raise UsageError(f"{shown}: can't be opened as a folder; check the path") from None


def _source_files(
    sources: list[tuple[str, os.stat_result, str]], packages: list[Package]
) -> list[SourceFile]:
    owner = owners(packages)
    return [
        SourceFile(
            path,
            info.st_size,
            info.st_mtime_ns,
            language,
            owner[parent(path)],
            info.st_ino,
            info.st_ctime_ns,
        )
        for path, info, language in sources
    ]


def _broken_manifests(documents: Documents, indexed: set[str]) -> tuple[list[Skipped], list[str]]:
    """What to report of broken manifests: as skipped, or as a note on those that are indexed as sources."""
    broken = sorted(documents.broken.items())
    skipped = [Skipped(path, f"manifest not used: {why}") for path, why in broken if path not in indexed]
    notes = [f"{path}: not used as a manifest: {why}" for path, why in broken if path in indexed]
    return skipped, notes


class _Sieve:
    """Goes through what was listed and keeps the files of a known language."""

    def __init__(
        self, root: Path, settings: Settings, languages: LanguageTable, wanted: frozenset[str]
    ) -> None:
        self.root = root
        self.settings = settings
        self.languages = languages
        self.wanted = wanted
        self._telling = {
            language for pair in languages.shared.values() if not wanted.isdisjoint(pair) for language in pair
        }
        self.names: list[str] = []
        """The paths of all regular files, manifests among them."""
        self.sources: list[tuple[str, os.stat_result, str]] = []
        self.prose: list[tuple[str, os.stat_result, str]] = []
        """Documents, with their formats."""
        self.skipped: list[Skipped] = []
        self.consulted: list[str] = [*_SETTINGS_FILES]

    def sift(self, listing: Listing) -> None:
        for raw, why in listing.skipped:
            self.skipped.append(Skipped(_printable(raw), why))
        for raw, info in listing.files:
            try:
                path = raw.decode()
            except UnicodeDecodeError:
                self._skip_unnameable(_printable(raw))
                continue
            self.names.append(path)
            language = self.languages.language_of(path, partial(self._first_line, path, info))
            if language in self.wanted or self._tells(language):
                self._take(path, info, language or "", self.sources)
            elif language is None and self.settings.documents.enable:
                format_ = document_language(path)
                if format_ and format_ in self.wanted:
                    self._take(path, info, format_, self.prose)
            if path.rpartition("/")[2] in _IGNORE_FILES or (language is None and "." not in path):
                self.consulted.append(path)

    def settle(self) -> None:
        """Find out the languages of files whose extension two of them share, now that all are known."""
        if self.languages.shared:
            found = settled(self.sources, self.languages.shared)
            self.sources = [source for source in found if source[2] in self.wanted]

    def _tells(self, language: str | None) -> bool:
        """Whether files of a language help to tell what language others are in."""
        return language in self._telling

    def _take(
        self, path: str, info: os.stat_result, language: str, to: list[tuple[str, os.stat_result, str]]
    ) -> None:
        limit = size_limit(path, self.settings)
        if info.st_size > limit:
            self.skipped.append(Skipped(path, f"larger than {limit} bytes"))
            self.consulted.append(path)
        elif has_minified_name(path):
            self.skipped.append(Skipped(path, "minified"))
        else:
            to.append((path, info, language))

    def _skip_unnameable(self, printable: str) -> None:
        if self.languages.language_of(printable, bytes) in self.wanted:
            self.skipped.append(Skipped(printable, "name is not valid UTF-8"))

    def _first_line(self, path: str, info: os.stat_result) -> bytes:
        # Windows has no executable bit that would tell scripts from other files without extension
        if os.name != "nt" and not info.st_mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH):
            return b""
        try:
            with open_inside(self.root, path) as stream:
                return stream.readline(_FIRST_LINE)
        except OSError as error:
            self.skipped.append(Skipped(path, f"unreadable: {error.strerror}"))
            return b""


def size_limit(path: str, settings: Settings) -> int:
    """How many bytes a file may have."""
    return settings.max_file_bytes * (NOTEBOOK_OUTPUT if path.endswith(SUFFIX) else 1)


def _wanted_languages(settings: Settings, languages: LanguageTable) -> frozenset[str]:
    """The languages to index: those of the setting (also written as an extension, ``ts``), else all."""
    known = languages.languages | FORMATS
    wanted = set()
    for asked in settings.languages:
        language = (
            asked.lower() if asked.lower() in known else languages.by_extension.get("." + asked.lower(), "")
        ) or format_of(asked.lower())
        if not language:
            import difflib

            near = difflib.get_close_matches(asked.lower(), sorted(known), n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(known))}"
            raise SettingsError(f"languages: no adapter for {asked!r}; {hint}")
        wanted.add(language)
    return frozenset(wanted) or known


def _index_folder(root: Path, settings: Settings) -> Iterator[bytes]:
    """The index's own folder where it lies inside the root, so that it never indexes itself."""
    folder = (root / settings.index_dir).resolve()
    if folder != root and folder.is_relative_to(root):
        yield os.fsencode(folder.relative_to(root).as_posix())


def _with_files(folders: list[bytes], names: list[str]) -> list[str]:
    """The folders, as text, that hold a file; a submodule that is not checked out holds none."""
    prefixes = [raw.decode(errors="replace") + "/" for raw in folders]
    places = [(prefix, bisect_left(names, prefix)) for prefix in prefixes]
    return [prefix[:-1] for prefix, at in places if at < len(names) and names[at].startswith(prefix)]


def _printable(raw: bytes) -> str:
    return raw.decode(errors="backslashreplace")
