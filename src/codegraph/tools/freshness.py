"""Whether files are still what they were when they were indexed, and answers that say so."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from codegraph.store.files import FileState, load_files
from codegraph.store.layout import FILES_FILE

if TYPE_CHECKING:
    from codegraph.tools.answers import Answer, SymbolAnswer
    from codegraph.tools.index import Index

_Request = TypeVar("_Request")
_Answer = TypeVar("_Answer", bound="Answer | SymbolAnswer")


def ask(run: Callable[[Index, _Request], _Answer], index: Index, request: _Request) -> _Answer:
    """The answer of a tool, which says whether the index is behind the files.

    Raises:
        CodegraphError: as the tool does.
    """
    with index.snapshot():
        answer = run(index, request)
        answer.stale = is_stale(index)
    return answer


def is_stale(index: Index) -> bool:
    """Whether an indexed file has other contents now or is gone; new files are not looked for."""
    return any(has_changed(index, known) for known in known_files(index))


def known_files(index: Index) -> list[FileState]:
    """The files as they were indexed, sorted by path."""
    return load_files(index.view.folder / FILES_FILE)


def has_changed(index: Index, known: FileState) -> bool:
    """Whether a file has other contents now or is gone; it is read only if its size or time differ."""
    from codegraph.parse.cache import content_id

    try:
        found = os.stat(f"{index.root}{os.sep}{known.path}")  # noqa: PTH116 (asked of every file)
        if (found.st_size, found.st_mtime_ns) == (known.size, known.mtime_ns):
            return False
        return content_id(index.source_of(known.path)) != known.content_id
    except (OSError, ValueError):
        return True
