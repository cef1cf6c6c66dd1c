"""Finds the rules of every framework: built in, installed, and brought by the project.

A later source wins over an earlier one, framework by framework: built in < installed < project < settings. Rules are
data wherever they come from; a file of the project's that is broken costs a warning, not the run.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from codegraph.errors import AdapterError
from codegraph.fingerprint.kept import Kept
from codegraph.fingerprint.library import known_of
from codegraph.fingerprint.schema import Framework, read_framework
from codegraph.model import EXTERNAL_ROOT, SEPARATOR
from codegraph.version import __version__

if TYPE_CHECKING:
    from codegraph.config import Settings
    from codegraph.languages.known import KnownLibraries

ENTRY_POINTS = "codegraph.fingerprints"
PROJECT_FOLDER = ".codegraph/fingerprints"
RULES_VERSION = 2
"""Raise it when the engine finds something else by the same rules: indexes are then built anew."""

_BUILT_IN = "codegraph.fingerprints"
_MAX_FILE = 1 << 20
_HEAD = re.compile(r'^(framework|language|ecosystem) = "([^"\n]*)"', re.MULTILINE)


class Rules(msgspec.Struct, frozen=True, dict=True):
    """All rules that are to be applied.

    Args:
        frameworks: sorted by name.
        warnings: files of the project that could not be read and frameworks that nobody knows, a line each.
    """

    frameworks: tuple[Framework, ...]
    warnings: tuple[str, ...] = ()

    @cached_property
    def version(self) -> str:
        """16 hex digits over all that decides what the rules find."""
        digest = hashlib.blake2b(msgspec.json.encode([RULES_VERSION, self.frameworks]), digest_size=8)
        return digest.hexdigest()

    @cached_property
    def library(self) -> KnownLibraries:
        """What the functions and fields of all frameworks give."""
        return known_of(
            ((framework.ecosystem, framework.library) for framework in self.frameworks),
            (
                (framework.ecosystem, target)
                for framework in self.frameworks
                for rule in framework.rule
                for target in (*rule.when.targets, *rule.when.parameter)
            ),
        )


class Used(NamedTuple):
    """What a project is written in: adapters of its files, and the registries that their packages come from."""

    languages: frozenset[str]
    ecosystems: frozenset[str]


class _Read(msgspec.Struct, array_like=True):
    """Frameworks as they were read from the texts that ``key`` is a fingerprint of."""

    key: str
    frameworks: list[Framework]


def _read(texts: Sequence[tuple[str, str]], kept: Kept) -> list[Framework]:
    """The frameworks of some files, by name and text; read anew where others were kept, or they are damaged."""
    named = msgspec.msgpack.encode([__version__, RULES_VERSION, texts])
    key = hashlib.blake2b(named, digest_size=16).hexdigest()
    known = kept.read(key, _Read)
    if known is None:
        known = _Read(key, [read_framework(text, where) for where, text in texts])
        kept.keep(known)
    return known.frameworks


def load_rules(
    root: Path | None = None,
    settings: Settings | None = None,
    used: Used | None = None,
    kept: Kept | None = None,
) -> Rules:
    """Read all rules: built in, installed (entry points), of a project's folder, and of its settings.

    Args:
        root: the project's folder; its ``.codegraph/fingerprints/*.toml`` are read.
        settings: says which frameworks are wanted and names further files.
        used: leaves out what is built in for other languages, which would find nothing.
        kept: what is not the project's, as a build before read it; reading TOML takes longer.

    Raises:
        AdapterError: rules that are not the project's are broken.
    """
    frameworks: dict[str, Framework] = {}
    built_in = {where: (text, _head(text)) for where, text in _built_in()}
    known = {head.framework for _, head in built_in.values()}
    texts = [*_of_use(built_in, used), *_installed()]
    for found in _read(texts, kept or Kept()):
        frameworks[found.framework] = found
    warnings: list[str] = []
    extra = settings.fingerprints.extra if settings is not None else ()
    for where, path in _of_project(root, extra):
        try:
            found = read_framework(_read_plain(path), where)
        except (AdapterError, OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            warnings.append(f"{where} is left out: {str(why).removeprefix(f'{where}: ')}")
        else:
            frameworks[found.framework] = found
    wanted = settings.fingerprints.enable if settings is not None else True
    if not isinstance(wanted, bool):
        known.update(frameworks)
        warnings += [_unknown(name, known) for name in wanted if name not in known]
    chosen = [name for name in sorted(frameworks) if wanted is True or (wanted and name in wanted)]
    return Rules(tuple(frameworks[name] for name in chosen), tuple(warnings))


def framework_names(root: Path | None = None) -> frozenset[str]:
    """The names of the frameworks that there are rules for: built in, each in a file of its name, and a project's."""
    from importlib.resources import files

    built_in = {
        file.name.removesuffix(".toml") for file in files(_BUILT_IN).iterdir() if file.name.endswith(".toml")
    }
    own = {path.stem for _, path in _of_project(root, ())}
    return frozenset(built_in | own)


class _Head(NamedTuple):
    """What the file of a framework says of it before its first table."""

    framework: str
    language: str
    ecosystem: str


def _head(text: str) -> _Head:
    """The head of a file of ours, without reading the rest: parsing all of them takes longer than most updates."""
    found = dict(_HEAD.findall(text[: text.find("\n[")]))
    return _Head(*(found.get(name, "") for name in _Head._fields))


def _of_use(built_in: Mapping[str, tuple[str, _Head]], used: Used | None) -> Iterator[tuple[str, str]]:
    """The files of those frameworks that have to do with a project's languages, or name these."""
    languages = set(used.languages) if used is not None else set()
    if used is not None:  # what is for one language of a registry is for all of them
        languages.update(head.language for _, head in built_in.values() if head.ecosystem in used.ecosystems)
    for where, (text, head) in built_in.items():
        if (
            used is None
            or head.ecosystem in used.ecosystems
            or head.language in languages
            or any(f'"{name}"' in text for name in languages)
            or any(f"{EXTERNAL_ROOT}{SEPARATOR}{name}{SEPARATOR}" in text for name in used.ecosystems)
        ):
            yield where, text


def _built_in() -> Iterator[tuple[str, str]]:
    from importlib.resources import files

    yield from _texts(files(_BUILT_IN), "fingerprints")


def _installed() -> Iterator[tuple[str, str]]:
    from importlib.metadata import entry_points
    from importlib.resources import files

    for point in sorted(entry_points(group=ENTRY_POINTS)):
        try:
            folder = files(point.value)
        except (ImportError, TypeError) as error:
            raise AdapterError(
                f"the installed fingerprints {point.name!r} name the package {point.value!r}, which can't be "
                f"imported: {error}; reinstall or remove what provides it"
            ) from error
        yield from _texts(folder, point.value)


def _texts(folder: Traversable, where: str) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            yield f"{where}/{file.name}", file.read_text(encoding="utf-8")


def _of_project(root: Path | None, extra: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    if root is None:
        return
    folder = root / PROJECT_FOLDER
    # A link could lead out of the project.
    if not folder.is_symlink() and not folder.parent.is_symlink() and folder.is_dir():
        for path in sorted(folder.glob("*.toml")):
            yield f"{PROJECT_FOLDER}/{path.name}", path
    for name in extra:
        yield name, root / name


def _read_plain(path: Path) -> str:
    # Reading a pipe or a device might never end.
    info = path.lstat()
    if not stat.S_ISREG(info.st_mode):
        raise ValueError("it is no plain file")
    if info.st_size > _MAX_FILE:
        raise ValueError(f"it is larger than {_MAX_FILE // 1024} kB")
    return path.read_text(encoding="utf-8")


def _unknown(name: str, frameworks: Collection[str]) -> str:
    near = difflib.get_close_matches(name, sorted(frameworks), n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(frameworks))}"
    return f"fingerprints.enable names {name!r}, which is no framework: {hint}"
