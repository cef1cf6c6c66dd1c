"""What the last refresh cost and how it ended: ``refresh.json``, so that another process need not find out again."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from codegraph.store.disk import write_whole
from codegraph.store.layout import REFRESH
from codegraph.version import __version__

MANY = 50
"""Up to so many changed files cost about as much as one: most of a refresh does not depend on their number."""
RETRY_SECONDS = 60.0
"""After so long a refresh is tried again whose process had died: something may have killed it once."""
HALF_LIFE = 600.0
"""Seconds after which half of what a refresh once took is expected."""
VAIN_SHARE = 5
"""A refresh that was given up is tried again when so many times its cost has passed, later each time."""
LONGEST_PAUSE = 600.0


class Memory(msgspec.Struct, kw_only=True):
    """How the last refresh went.

    Args:
        version: of the program that did it.
        seconds: what it cost: its time, or the time of the processors where that is less, since a machine that is
            busy with other things is no reason against the next one.
        files: how many files it was for.
        gave_up: whether it ran out of time.
        vain: how often in a row it did.
        died: whether its process ended before it could tell how it went.
        error: why it failed, "" when it did not.
        signature: of what there was to do, for a failure: the same is not tried again for nothing.
        at: when it ended, in seconds since 1970.
    """

    version: str = __version__
    seconds: float = 0.0
    files: int = 0
    gave_up: bool = False
    vain: int = 0
    died: bool = False
    error: str = ""
    signature: str = ""
    at: float = 0.0

    def estimate(self, files: int, now: float) -> float:
        """How many seconds a refresh for so many changed files may take; 0 where nothing is known of it.

        What is remembered loses weight with time: files and machines change.
        """
        age = max(0.0, now - self.at)
        return self.seconds * max(files, MANY) / max(self.files, MANY) * math.exp2(-age / HALF_LIFE)

    def pauses(self, now: float) -> bool:
        """Whether a refresh was given up so recently that another try would most likely be in vain, too."""
        if not self.gave_up:
            return False
        pause = VAIN_SHARE * self.seconds * math.exp2(min(self.vain - 1, 10))
        return 0 <= now - self.at < min(pause, LONGEST_PAUSE)

    def forbids(self, signature: str, now: float) -> bool:
        """Whether a refresh of what has this signature failed before, and need not be tried again."""
        if not self.error or self.gave_up or self.signature != signature:
            return False
        return not self.died or 0 <= now - self.at < RETRY_SECONDS


def recall(index_dir: Path) -> Memory:
    """What is remembered; nothing where another version wrote it, or nobody did."""
    try:
        found = msgspec.json.decode((index_dir / REFRESH).read_bytes(), type=Memory)
    except (OSError, msgspec.DecodeError):
        return Memory()
    return found if found.version == __version__ else Memory()


def remember(index_dir: Path, memory: Memory) -> None:
    """Keep it for later processes; a folder that can't be written keeps nothing."""
    with suppress(OSError):
        write_whole(index_dir / REFRESH, msgspec.json.encode(memory))


def forget(index_dir: Path) -> None:
    """Forget how the last refresh went, so that the next one is tried."""
    with suppress(OSError):
        (index_dir / REFRESH).unlink(missing_ok=True)


def signature(root: Path, paths: Iterable[str]) -> str:
    """Tells whether what there is to do is the same as before: the paths, with sizes and times of the files."""
    import hashlib

    from codegraph.store.tree import figures_of

    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(paths):
        digest.update(repr((path, figures_of(root, path))).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
