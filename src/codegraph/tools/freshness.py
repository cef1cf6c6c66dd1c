"""Whether files are still what they were when they were indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.store.files import FileState, load_files
from codegraph.store.layout import FILES_FILE

if TYPE_CHECKING:
    from codegraph.tools.index import Index


def known_files(index: Index) -> list[FileState]:
    """The files as they were indexed, sorted by path."""
    return load_files(index.view.folder / FILES_FILE)


def has_changed(index: Index, known: FileState) -> bool:
    """Whether a file has other contents now or is gone; it is read only if its size or time differ."""
    from codegraph.parse.cache import content_id

    try:
        found = (index.root / known.path).stat()
        if (found.st_size, found.st_mtime_ns) == (known.size, known.mtime_ns):
            return False
        return content_id(index.source_of(known.path)) != known.content_id
    except (OSError, ValueError):
        return True
