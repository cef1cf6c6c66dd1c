"""Who reads a generation: a shared lock on its folder, which the system frees when the reader closes it or dies.

A writer clears away no generation that somebody reads, so a reader may open files of it late. Locks on folders need
no right to write and leave nothing behind. Windows has none, but refuses to move a folder whose files are open.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EBADF, errno.EINVAL)
"""What a file system says that has no locks, or none on folders: some of networks."""


class Lease:
    """Keeps a generation's folder from being cleared away until it is closed.

    Raises:
        FileNotFoundError: the folder is not there, or is being cleared away.
        OSError: it can't be opened.
    """

    def __init__(self, folder: Path) -> None:
        self._number: int | None = None
        if sys.platform == "win32":
            return
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            _lock_shared(number, folder)
            # A writer may have moved it away between the two.
            if not os.path.samestat(os.fstat(number), folder.stat()):
                raise _gone(folder)
        except OSError:
            os.close(number)
            raise
        self._number = number

    def close(self) -> None:
        """Let go of the folder."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


def take_away(folder: Path, aside: Path, *, spare: bool) -> bool:
    """Rename a generation's folder to ``aside`` unless somebody reads it; whether it was renamed.

    Args:
        spare: leave it also where nobody can tell whether it is read.

    Raises:
        OSError: it can't be renamed for another reason.
    """
    if sys.platform == "win32":
        try:
            if not spare:
                folder.replace(aside)
        except PermissionError:
            return False
        return not spare
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        folder.replace(aside)
    except OSError as error:
        if error.errno == errno.EWOULDBLOCK:
            return False
        if error.errno not in _NO_LOCKS:
            raise
        if spare:
            return False
        folder.replace(aside)
    finally:
        os.close(number)
    return True


def _lock_shared(number: int, folder: Path) -> None:
    try:
        fcntl.flock(number, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno == errno.EWOULDBLOCK:  # only a writer that clears it away locks it for itself alone
            raise _gone(folder) from None
        if error.errno not in _NO_LOCKS:
            raise


def _gone(folder: Path) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
