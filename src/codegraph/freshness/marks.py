"""Marks: paths that somebody who wrote them told of, so that their contents are looked at without more ado.

A mark costs one append to a small file, whatever the size of the project. It is a hint and no state: without it a
change is found by size, times and inode, with it also where these are as they were.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from codegraph.errors import IndexFormatError, NotIndexedError
from codegraph.freshness.paths import inside
from codegraph.store.disk import storage_errors
from codegraph.store.layout import MARKER, MARKS

MOST_BYTES = 1 << 20
"""When the marks grow beyond this, one that stands for every file replaces them."""
_ALL = b'"."\n'


class Marks(NamedTuple):
    """The marked paths; ``all_files`` says that there were too many to tell them one by one.

    ``size`` is how many bytes of the file were read.
    """

    paths: frozenset[str]
    all_files: bool
    size: int

    def has(self, path: str) -> bool:
        """Whether a path is marked."""
        return self.all_files or path in self.paths


NONE = Marks(frozenset(), False, 0)


def add_marks(index_dir: Path, root: Path, paths: Iterable[str]) -> list[str]:
    """Note that files were written, made or deleted; the paths as the index has them come back.

    Raises:
        UsageError: a path lies outside of the root; then none is noted.
        NotIndexedError: there is no index.
        StorageError: the index folder can't be written.
    """
    found = [inside(root, path) for path in paths]
    if not (index_dir / MARKER).is_file():
        raise NotIndexedError(f"there is no index at {index_dir}; run `codegraph index` first")
    lines = b"".join(msgspec.json.encode(path) + b"\n" for path in found)
    with storage_errors(index_dir), (index_dir / MARKS).open("ab", buffering=0) as file:
        file.write(lines)
        if file.tell() > MOST_BYTES:
            file.truncate(0)
            file.write(_ALL)
    return found


def read_marks(index_dir: Path) -> Marks:
    """The marks as they are now; a line that is damaged marks everything."""
    try:
        data = (index_dir / MARKS).read_bytes()
    except OSError:
        return NONE
    paths: set[str] = set()
    all_files = False
    for line in data.splitlines():
        try:
            path = msgspec.json.decode(line, type=str)
        except msgspec.DecodeError:
            path = "."
        if path == ".":
            all_files = True
        else:
            paths.add(path)
    return Marks(frozenset(paths), all_files, len(data))


def clear_marks(index_dir: Path, marks: Marks) -> None:
    """Forget marks that were read; those that came later stay.

    A mark that is added in the very instant may be lost, which costs nothing unless the file also kept its size,
    times and inode.
    """
    if not marks.size:
        return
    place, taken = index_dir / MARKS, index_dir / f".{MARKS}.taken-{os.getpid()}"
    with suppress(OSError):
        place.rename(taken)
        later = taken.read_bytes()[marks.size :]
        if later:
            with place.open("ab", buffering=0) as file:
                file.write(later)
        taken.unlink()


@contextmanager
def taken_marks(index_dir: Path) -> Iterator[frozenset[str]]:
    """The marked files, for a build in the body that looks at their contents; forgotten when it succeeds."""
    marks = read_marks(index_dir)
    paths = marks.paths
    if marks.all_files:
        from codegraph.store import Store

        with suppress(IndexFormatError):  # what is damaged is built again from all files
            paths = frozenset(state.path for state in Store(index_dir).load_files())
    yield paths
    clear_marks(index_dir, marks)
