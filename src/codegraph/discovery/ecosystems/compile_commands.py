"""compile_commands.json: with which include folders and macros each file is compiled.

Build systems write it into a folder of output, mostly one that git ignores, so it is looked for and not taken from
the listing. It may come from another machine or a container: where its paths do not lie below the root, what
they have in common with the listed files tells where that root lay.
"""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from posixpath import isabs, normpath
from typing import TYPE_CHECKING

import msgspec

from codegraph.discovery.documents import MalformedError
from codegraph.discovery.paths import join
from codegraph.discovery.settings import IncludeSet

if TYPE_CHECKING:
    from pathlib import Path

    from codegraph.discovery.documents import Documents

FILE = "compile_commands.json"
MAX_BYTES = 64_000_000
"""A database of more bytes is not read; that of LLVM has 15 million."""

_OUTPUT = re.compile(r"build|builddir|_build|out|cmake-build-.*|build[-_.].*")
_MAX_FOLDERS = 200
"""Folders of output, and folders in each, that are looked into."""
_PROBED = 500
"""Entries from which the root of another machine is told."""
_WORD = re.compile(r"""(?:[^\s"'\\]+|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?|\\)+""", re.DOTALL)
_QUOTED = re.compile(r"""\\(.)|"((?:[^"\\]|\\.)*)"?|'([^']*)'?""", re.DOTALL)
_FLAG = re.compile(r"[-/]{1,2}(I|isystem|iquote|idirafter|D|U|include-directory)=?(.*)", re.DOTALL)
_DRIVE = re.compile(r"[A-Za-z]:")

_Flags = tuple[tuple[str, str], ...]


class _Entry(msgspec.Struct):
    file: str
    directory: str = ""
    command: str | None = None
    arguments: list[str] | None = None


def find_database(documents: Documents, folder: str) -> str | None:
    """The database of a project: beside its manifest, else in the first folder of output that has one.

    Args:
        documents: the reader of the files.
        folder: the project's, relative to the root.
    """
    for place in _places(documents.root / folder):
        path = join(folder, join(place, FILE))
        try:
            if stat.S_ISREG(os.lstat(documents.root / path).st_mode):
                return path
        except OSError:
            continue
    return None


def _places(folder: Path) -> Iterator[str]:
    yield ""
    outputs = [name for name in _folders_in(folder) if _OUTPUT.fullmatch(name)][:_MAX_FOLDERS]
    yield from outputs
    for output in (*outputs, "out/build"):
        yield from (f"{output}/{name}" for name in _folders_in(folder / output)[:_MAX_FOLDERS])


def _folders_in(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as scan:
            return sorted(entry.name for entry in scan if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def read_database(
    documents: Documents, path: str, files: Collection[str]
) -> Iterator[tuple[str, IncludeSet]]:
    """Each listed file that a database compiles, and how; of several ways the first.

    Args:
        documents: the reader of the files.
        path: the database, relative to the root.
        files: all files that are neither ignored nor excluded.
    """
    entries = documents.load(path, _parse, MAX_BYTES) or []
    places = _Places(_root(documents.root.as_posix(), entries, files))
    sets: dict[tuple[str, _Flags], IncludeSet] = {}
    seen: set[str] = set()
    for entry in entries:
        file = places.relative(entry.directory, entry.file)
        if file is None or file in seen or file not in files:
            continue
        seen.add(file)
        key = entry.directory, _flags(entry)
        if key not in sets:
            sets[key] = _include_set(*key, places)
        yield file, sets[key]


def _parse(text: str) -> list[_Entry]:
    try:
        return msgspec.json.decode(text.encode(errors="replace"), type=list[_Entry])
    except msgspec.DecodeError as error:
        raise MalformedError(f"not a compilation database: {error}") from None


# --- paths ---


class _Places:
    """Brings the paths of a database below the root."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._known: dict[tuple[str, str], str | None] = {}

    def relative(self, directory: str, path: str) -> str | None:
        """A path, which counts from a directory, relative to the root; None for one outside."""
        key = directory, path
        if key not in self._known:
            place = _absolute(directory, path)
            if not _is_absolute(place):  # of a database that was made by hand to be moved around
                place = normpath(f"{self.root}/{place}")
            inside = place == self.root or place.startswith(f"{self.root}/")
            self._known[key] = place[len(self.root) + 1 :] if inside else None
        return self._known[key]


def _absolute(directory: str, path: str) -> str:
    if _DRIVE.match(directory):
        directory, path = directory.replace("\\", "/"), path.replace("\\", "/")
    return normpath(path if _is_absolute(path) else f"{directory or '.'}/{path}")


def _is_absolute(path: str) -> bool:
    return isabs(path) or _DRIVE.match(path) is not None


def _root(local: str, entries: Sequence[_Entry], files: Collection[str]) -> str:
    """The root as the database knows it: ours, else what most of its files have before a listed path."""
    roots: Counter[str] = Counter()
    step = max(len(entries) // _PROBED, 1)
    for entry in entries[::step]:
        path = _absolute(entry.directory, entry.file)
        if path.startswith(f"{local}/"):
            return local
        cut = path.find("/")
        while cut >= 0:
            if path[cut + 1 :] in files:
                roots[path[:cut]] += 1
                break
            cut = path.find("/", cut + 1)
    return min(roots, key=lambda root: (-roots[root], root), default=local)


# --- flags ---


@lru_cache(maxsize=4096)
def _flags_of(text: str) -> _Flags:
    return tuple(_pick(_unquoted(word) for word in _WORD.findall(text)))


def _flags(entry: _Entry) -> _Flags:
    """The flags of a command that matter here: their names and values."""
    if entry.arguments is not None:
        return tuple(_pick(entry.arguments))
    command = entry.command or ""
    if _DRIVE.match(entry.directory):
        command = command.replace('\\"', '"').replace("\\", "/")
    # what stands before the output is the same for all files of a target, and most of the text
    head, mark, tail = command.partition(" -o ")
    return _flags_of(head) + (_flags_of(tail) if mark else ())


def _pick(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    waiting = ""
    for word in words:
        if waiting:
            yield waiting, word
            waiting = ""
        elif (match := _FLAG.match(word)) is not None:
            if match[2]:
                yield match[1], match[2]
            else:
                waiting = match[1]


def _unquoted(word: str) -> str:
    if '"' not in word and "'" not in word and "\\" not in word:
        return word
    return _QUOTED.sub(_inner, word)


def _inner(match: re.Match[str]) -> str:
    if match[2] is not None:
        return re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL)
    return match[1] or match[3] or ""


def _include_set(directory: str, flags: _Flags, places: _Places) -> IncludeSet:
    found: dict[str, dict[str, None]] = {"iquote": {}, "I": {}, "isystem": {}, "idirafter": {}}
    defines: dict[str, str] = {}
    for flag, value in flags:
        if flag == "D":
            defines[value.partition("=")[0]] = value
        elif flag == "U":
            defines.pop(value, None)
        else:
            place = places.relative(directory, value)
            if place is not None:
                found["I" if flag == "include-directory" else flag].setdefault(place)
    quote = list(found.pop("iquote"))
    paths = dict.fromkeys(place for places in found.values() for place in places)
    return IncludeSet(quote, list(paths), sorted(defines.values()))
