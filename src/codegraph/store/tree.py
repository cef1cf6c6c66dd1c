"""What lay around the indexed files when they were last listed: ``tree.bin``.

An indexed file tells of its own changes. A file that is new is told of by its folder, whose time changes, and a change
of what is ignored or declared by the few files that say so. Together they tell cheaply whether a listing would find
anything else than the last one did.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from codegraph.sealing import opened, sealed
from codegraph.store.disk import write_whole
from codegraph.store.layout import TREE

COARSE_NS = 2_000_000_000
"""The longest tick of a file system's clock, that of FAT."""
FINE_NS = 20_000_000
"""Longer than a tick of the clock where times have fractions of seconds."""
MOST_BYTES = 4_000_000
"""Of a larger file that is consulted only size and times count."""

MOST_FOLDERS = 200_000
"""Above so many folders those that hold nothing listed are not followed."""

# Files that editors and programs make for a moment, and that nobody indexes.
_PASSING = ("~", ".swp", ".swo", ".swx", ".tmp", ".temp", ".pyc", ".pyo", ".log", ".pid", ".partial")
_OWN = frozenset({".git", ".codegraph"})
_FORMAT = 3


class Tree(msgspec.Struct, array_like=True):
    """The folders with their times and the digests of their names; the files that were consulted, with digests.

    A digest is "" where there was nothing, and where what was seen may have changed within one tick of the clock:
    it then never fits. ``started_ns`` and ``ended_ns`` are when the build began that listed the files, and when
    this was written. ``version`` is the one of the program, ``listing`` a name for the listing that told of all this.
    """

    format: int
    version: str
    started_ns: int
    ended_ns: int
    folders: list[str]
    times: list[int]
    names: list[str]
    consulted: list[str]
    figures: list[tuple[int, int, int, int]]
    contents: list[str]
    listing: str

    def is_racy(self, mtime_ns: int) -> bool:
        """Whether what has this time may have been changed after it was looked at, without another time."""
        slack = FINE_NS if mtime_ns % 1_000_000_000 else COARSE_NS
        return self.started_ns - slack <= mtime_ns <= self.ended_ns + slack

    def tells_as(self, other: Tree | None) -> bool:
        """Whether both tell the same, whenever they were written."""
        return other is not None and self == msgspec.structs.replace(
            other, started_ns=self.started_ns, ended_ns=self.ended_ns, listing=self.listing
        )

    def seen_again(self, started_ns: int) -> Tree:
        """The same, where a look since ``started_ns`` found nothing else."""
        return msgspec.structs.replace(self, started_ns=started_ns, ended_ns=time.time_ns())


def save_tree(index_dir: Path, tree: Tree) -> None:
    """Write it.

    Raises:
        OSError: it can't be written.
    """
    write_whole(index_dir / TREE, sealed(msgspec.msgpack.encode(tree)))


def load_tree(index_dir: Path) -> Tree | None:
    """What was written last; None when there is none, or none that can be read: it is only made again."""
    try:
        tree = msgspec.msgpack.decode(opened((index_dir / TREE).read_bytes()), type=Tree)
    except (OSError, ValueError):
        return None
    whole = len(tree.folders) == len(tree.times) == len(tree.names)
    whole = whole and len(tree.consulted) == len(tree.figures) == len(tree.contents)
    return tree if whole and tree.format == _FORMAT else None


class Around(NamedTuple):
    """What a listing found around the sources.

    Args:
        names: the paths of all files that are not ignored.
        consulted: the files that say what is indexed, there or not.
        is_hidden: whether a folder is left out whatever it holds; asked of folders that hold nothing listed.
    """

    names: Collection[str]
    consulted: Sequence[str]
    is_hidden: Callable[[str], bool]


def note_tree(root: Path, around: Around, before: Tree | None, version: str, started_ns: int) -> Tree:
    """The tree as it is now. Changes since ``started_ns`` are not believed, for the listing may have missed them.

    Folders that were not touched since ``before`` are not looked into again.
    """
    listing = os.urandom(8).hex()
    tree = Tree(_FORMAT, version, started_ns, time.time_ns(), [], [], [], [], [], [], listing)
    old = _Old(before)
    folders = _folders(around.names)
    known = {*around.names, *folders}
    waiting = [(folder, True) for folder in reversed(folders)]
    while waiting:
        folder, is_listed = waiting.pop()
        time_ns = folder_time(root, folder)
        names = old.names(folder, time_ns)
        if names is None:
            held = _scan(root, folder)
            settled = not tree.is_racy(time_ns) or _is_settled(root, held, known, started_ns)
            names = held.digest if settled else ""
            inner, is_empty = held.folders, not held.files
        else:
            inner, is_empty = old.inner[folder], True
        tree.folders.append(folder)
        tree.times.append(time_ns)
        tree.names.append(names)
        if (is_listed or is_empty) and len(tree.folders) < MOST_FOLDERS:  # files, none listed: it is ignored
            waiting.extend((f, False) for f in inner if f not in known and not around.is_hidden(f))
    for path in around.consulted:
        figures = figures_of(root, path)
        tree.consulted.append(path)
        tree.figures.append(figures)
        tree.contents.append("?" if tree.is_racy(figures[1]) else content_digest(root, path, figures))
    return tree


def has_changed(root: Path, tree: Tree) -> bool:
    """Whether a folder holds other names, or a file that says what is indexed has other contents."""
    for folder, time_ns, names in zip(tree.folders, tree.times, tree.names, strict=True):
        if (folder_time(root, folder) != time_ns or not names) and names_digest(root, folder) != (
            names or "?"
        ):
            return True
    for path, figures, content in zip(tree.consulted, tree.figures, tree.contents, strict=True):
        now = figures_of(root, path)
        if (now != figures or content == "?") and content_digest(root, path, now) != content:
            return True
    return False


def _folders(names: Iterable[str]) -> list[str]:
    """The folders that hold files, and those above them, in order."""
    found = {""}
    for folder in {name.rpartition("/")[0] for name in names}:
        above = folder
        while above not in found:
            found.add(above)
            above = above.rpartition("/")[0]
    return sorted(found)


def _is_settled(root: Path, held: _Held, known: Collection[str], started_ns: int) -> bool:
    """Whether what a folder holds besides what was listed was there when the listing began."""
    for path in (*held.files, *held.folders):
        if path not in known and path not in _OWN:
            try:
                changed_ns = os.lstat(f"{root}{os.sep}{path}").st_ctime_ns
            except OSError:
                return False
            if changed_ns >= started_ns - COARSE_NS:
                return False
    return True


class _Old:
    """An earlier tree, by folder."""

    def __init__(self, tree: Tree | None) -> None:
        self._times: dict[str, tuple[int, str]] = {}
        self.inner: defaultdict[str, list[str]] = defaultdict(list)
        """Every folder by the one around it."""
        if tree is not None:
            self._times = dict(zip(tree.folders, zip(tree.times, tree.names, strict=True), strict=True))
            for folder in tree.folders:
                if folder:
                    self.inner[folder.rpartition("/")[0]].append(folder)

    def names(self, folder: str, time_ns: int) -> str | None:
        """The digest of names of a folder that was not touched since; None where it must be looked into."""
        then, names = self._times.get(folder, (0, ""))
        return names if names and then == time_ns else None


def folder_time(root: Path, folder: str) -> int:
    """When names in a folder last changed, in nanoseconds; 0 where it is no folder (any more)."""
    try:
        info = os.lstat(f"{root}{os.sep}{folder}" if folder else root)
    except (OSError, ValueError):
        return 0
    return info.st_mtime_ns if stat.S_ISDIR(info.st_mode) else 0


def names_digest(root: Path, folder: str) -> str:
    """A digest of what a folder holds, by name and kind, without what is there for a moment; "" without a folder."""
    return _scan(root, folder).digest


class _Held(NamedTuple):
    """What a folder holds: the digest, and the paths of what is in it."""

    digest: str
    folders: list[str]
    files: list[str]


def _scan(root: Path, folder: str) -> _Held:
    digest = hashlib.blake2b(digest_size=12)
    held = _Held("", [], [])
    try:
        with os.scandir(f"{root}{os.sep}{folder}" if folder else root) as entries:
            found = sorted(
                (entry.name, entry.is_dir(follow_symlinks=False), entry.is_symlink())
                for entry in entries
                if not is_passing(entry.name)
            )
    except (OSError, ValueError):
        return held
    for name, is_dir, is_link in found:
        digest.update(b"%d%d%s\0" % (is_dir, is_link, os.fsencode(name)))
        (held.folders if is_dir else held.files).append(f"{folder}/{name}" if folder else name)
    return held._replace(digest=digest.hexdigest())


def is_passing(name: str) -> bool:
    """Whether a file of this name is one that editors and programs make for a moment."""
    return name.endswith(_PASSING)


def figures_of(root: Path, path: str) -> tuple[int, int, int, int]:
    """Size, time, inode and time of the last change of a file; zeros where there is none."""
    try:
        info = os.lstat(f"{root}{os.sep}{path}")
    except (OSError, ValueError):
        return 0, 0, 0, 0
    return info.st_size, info.st_mtime_ns, info.st_ino, info.st_ctime_ns


def content_digest(root: Path, path: str, figures: tuple[int, int, int, int]) -> str:
    """A digest of a consulted file's content or a folder's names, of its figures where it is large; "" for all else."""
    place = f"{root}{os.sep}{path}"
    if figures[0] > MOST_BYTES:
        return repr(figures)
    try:
        number = os.open(place, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return ""
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        return names_digest(root, path)
    with os.fdopen(number, "rb") as file:
        return hashlib.blake2b(file.read(MOST_BYTES + 1), digest_size=12).hexdigest()
