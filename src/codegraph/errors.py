"""What can go wrong for a user, and the exit code that the command line gives for it.

::

    CodegraphError                      1
    ├── UsageError                      2   an argument, option or setting is wrong
    │   ├── SettingsError                   a settings file or environment variable is wrong
    │   └── AdapterError                    an adapter or fingerprint file is wrong
    ├── NotFoundError                   3   no such symbol or path in the index (carries suggestions)
    ├── AmbiguousError                  4   a name fits several nodes (carries the candidates)
    ├── NotIndexedError                 5   there is no index here yet
    ├── IndexFormatError                6   the index is damaged or of another version; `codegraph doctor` found faults
    ├── BusyError                       7   another process is writing this index
    ├── MissingPartError                8   the embedding model or an optional package is missing or damaged
    ├── StorageError                    9   the index can't be written: disk full, no permission
    ├── ServiceError                   10   a server that embeds can't be reached, refuses or answers with nonsense
    └── VectorStoreError               11   an outside store of vectors can't be reached or refuses

What can't be parsed or resolved is data (``Skipped``, ``Unresolved``), never an exception.
130 stands for an interrupted run (143 when SIGTERM and 129 when SIGHUP ended it), 70 for a bug in codegraph itself.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Any

INTERRUPTED = 130
INTERNAL = 70
NO_MEMORY = "memory ran out; close other programs, or index less with --exclude, or with --workers 1"
BUILD_AGAIN = "run `codegraph index` to build it again, or `codegraph doctor` to see what is wrong"
"""What to do about an index that is damaged."""


class CodegraphError(Exception):
    """Base of all errors that a user can do something about.

    Args:
        message: one line: what happened, where, and what to do next.
    """

    exit_code = 1
    code = "error"

    def __init__(self, message: str) -> None:
        self.message = " ".join(message.splitlines())  # what somebody asked for may hold line breaks
        super().__init__(self.message)


class UsageError(CodegraphError):
    """An argument, an option or a setting has a value that makes no sense."""

    exit_code = 2
    code = "invalid_argument"


class SettingsError(UsageError):
    """A settings file or a ``CODEGRAPH_*`` variable can't be used."""


class AdapterError(UsageError):
    """An adapter or fingerprint file breaks its schema, or one of its queries does not compile."""


class NotFoundError(CodegraphError):
    """Nothing in the index has this name.

    Args:
        message: one line for the user.
        suggestions: up to three FQNs that come near to what was asked for.
    """

    exit_code = 3
    code = "not_found"

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class AmbiguousError(CodegraphError):
    """A name fits several nodes; nothing is picked silently.

    Args:
        message: one line for the user.
        candidates: the FQNs that fit, in order, at most twenty.
    """

    exit_code = 4
    code = "ambiguous"

    def __init__(self, message: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class NotIndexedError(CodegraphError):
    """No index was found here or in a folder above."""

    exit_code = 5
    code = "not_indexed"


class IndexFormatError(CodegraphError):
    """The index is damaged or was written by another version."""

    exit_code = 6
    code = "index_format"


class BusyError(CodegraphError):
    """Another process holds the writer's lock of this index."""

    exit_code = 7
    code = "busy"


class MissingPartError(CodegraphError):
    """A file of the embedding model or an optional package is missing or damaged."""

    exit_code = 8
    code = "missing_part"


class StorageError(CodegraphError):
    """The index folder can't be written."""

    exit_code = 9
    code = "storage"


class ServiceError(CodegraphError):
    """A server that the settings name can't be reached, refuses, or answers with something else than was asked."""

    exit_code = 10
    code = "service"


class VectorStoreError(CodegraphError):
    """A store of vectors outside the index can't be reached, or refuses what is asked of it."""

    exit_code = 11
    code = "vector_store"


_CHECK_PERMISSIONS = "check the permissions of the index folder"
_MOVE_AWAY = "a file stands where a folder is needed: move it away or set index_dir to another place"
_WRITE_ADVICE = {
    errno.ENOSPC: "free some disk space and run the command again",
    errno.EDQUOT: "free some of your disk quota and run the command again",
    errno.EFBIG: "raise the limit on file sizes and run the command again",
    errno.EACCES: _CHECK_PERMISSIONS,
    errno.EPERM: _CHECK_PERMISSIONS,
    errno.EROFS: "the file system is read-only: set index_dir to a folder that can be written",
    errno.EEXIST: _MOVE_AWAY,
    errno.ENOTDIR: _MOVE_AWAY,
}


def write_advice(number: int | None) -> str:
    """What a user can do where the index can't be written, by the system's number of the error."""
    return _WRITE_ADVICE.get(number or 0, "check the disk and the permissions of the index folder")


def error_object(error: CodegraphError) -> dict[str, Any]:
    """An error as every face tells it: ``code``, ``message`` and ``suggestions``, names that may have been meant."""
    meant: Sequence[str] = ()
    if isinstance(error, NotFoundError):
        meant = error.suggestions
    elif isinstance(error, AmbiguousError):
        meant = error.candidates
    return {"code": error.code, "message": error.message, "suggestions": list(meant)}
