"""A look at the disk: one stat a file and folder; contents are read only where these say that something changed."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.freshness.marks import Marks
from codegraph.store.tree import has_changed

if TYPE_CHECKING:
    from codegraph.store.files import FileState
    from codegraph.store.tree import Tree

_STRIDE = 512
"""So many files are looked at between two looks at the clock."""


class Look(NamedTuple):
    """What a look found.

    Args:
        changed: indexed files that have other contents now, or are gone.
        touched: how many have the same contents, but another size in the file system, times or inode.
        around: whether something around the indexed files changed, so that only a listing can tell what is new.
        complete: whether all was looked at in the time that was given.
        marks: those that were there.
        seconds: what the look took.
        cost: that, or the time of the processor, whichever is less; all of it where the time did not suffice.
    """

    changed: list[str]
    touched: int
    around: bool
    complete: bool
    marks: Marks
    seconds: float
    cost: float

    @property
    def is_clean(self) -> bool:
        """Whether the index tells of the files as they are, as far as was looked."""
        return not self.changed and not self.around


class Known(NamedTuple):
    """What is known of a project's files: their states, and what lies around them (None: nothing is known of that)."""

    root: Path
    files: Sequence[FileState]
    tree: Tree | None


def look(known: Known, marks: Marks, source_of: Callable[[str], bytes], deadline: float) -> Look:
    """Compare what was indexed with what is on the disk.

    Args:
        known: what was indexed.
        marks: paths whose contents are looked at in any case.
        source_of: the text of a file, as it is indexed; raises OSError or ValueError.
        deadline: when to stop, on the clock of ``time.monotonic``.
    """
    begun, processor = time.monotonic(), time.thread_time()
    suspects, complete = _suspects(known, marks, deadline)
    changed = [state.path for state in suspects if is_other(state, source_of)]
    around = complete and (_is_unknown_marked(known, marks) or _has_changed_around(known))
    took = time.monotonic() - begun
    cost = min(took, time.thread_time() - processor) if complete else took
    return Look(changed, len(suspects) - len(changed), around, complete, marks, took, cost)


def _suspects(known: Known, marks: Marks, deadline: float) -> tuple[list[FileState], bool]:
    """The files whose contents have to be looked at, and whether time sufficed for all."""
    prefix, lstat, regular = f"{known.root}{os.sep}", os.lstat, stat.S_ISREG
    is_racy = known.tree.is_racy if known.tree is not None else _never
    found: list[FileState] = []
    for number, state in enumerate(known.files):
        if not number % _STRIDE and time.monotonic() > deadline:
            return found, False
        try:
            info = lstat(prefix + state.path)
        except (OSError, ValueError):
            found.append(state)
            continue
        if (
            info.st_mtime_ns != state.mtime_ns
            or info.st_size != state.size
            or (info.st_ctime_ns != state.ctime_ns and state.ctime_ns and info.st_ctime_ns)
            or (info.st_ino != state.inode and state.inode and info.st_ino)
            or not regular(info.st_mode)
            or is_racy(state.mtime_ns)
            or marks.has(state.path)
        ):
            found.append(state)
    return found, True


def _never(_: int) -> bool:
    return False


def is_other(state: FileState, source_of: Callable[[str], bytes]) -> bool:
    """Whether a file has other contents than when it was indexed, or is gone."""
    from codegraph.parse.cache import content_id

    try:
        return content_id(source_of(state.path)) != state.content_id
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return bool(state.content_id)  # it could not be read then either


def _is_unknown_marked(known: Known, marks: Marks) -> bool:
    """Whether a path is marked that is not indexed and is there."""
    if not marks.paths:
        return False
    paths = {state.path for state in known.files}
    return any(os.path.lexists(known.root / path) for path in marks.paths - paths)


def _has_changed_around(known: Known) -> bool:
    """Whether a folder holds other names, or a file that says what is indexed has other contents."""
    return known.tree is None or has_changed(known.root, known.tree)
