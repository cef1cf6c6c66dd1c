"""SQLite files that are written once and then only read: quickly written, opened so that nothing in them acts."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

WRITING: Final = """
PRAGMA page_size = 8192;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -65536;
"""
"""For a file that nobody sees before it is whole: without a journal."""

HASH_SIZE: Final = 32 << 20
"""Bytes that FTS5 collects before it writes a segment; fewer segments are smaller and quicker."""


def open_to_read(path: Path, number: int) -> sqlite3.Connection:
    """The file at ``path``, opened for reading; nothing in it can run code or change a file.

    Args:
        number: the ``user_version`` that it must have.

    Raises:
        sqlite3.Error: it is missing, damaged or of another version.
    """
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version != number:
            raise sqlite3.DatabaseError(f"it has format {version}, not {number}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection
