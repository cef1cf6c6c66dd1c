"""Keeps what models said, by the hash of all that they were told."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from codegraph.errors import StorageError
from codegraph.summaries.summarizer import Prompt, Reply

_TABLE = "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, text TEXT NOT NULL, cut INTEGER NOT NULL)"
_WAIT = 30.0


class ReplyCache:
    """Replies in a file, which several processes may use.

    Raises (all methods):
        StorageError: the file can't be read or written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def get(self, key: str) -> Reply | None:
        """What was said, None when nothing was."""
        if not self._path.exists():
            return None
        rows = self._run("SELECT text, cut FROM replies WHERE key = ?", (key,))
        return Reply(str(rows[0][0]), bool(rows[0][1])) if rows else None

    def put(self, key: str, reply: Reply) -> None:
        """Keep what was said; it is on the disk afterwards."""
        self._run("INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", (key, reply.text, reply.cut))

    def _run(self, statement: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        try:
            with self._lock, closing(sqlite3.connect(self._path, timeout=_WAIT)) as database, database:
                database.execute(_TABLE)
                return database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise StorageError(f"the summaries in {self._path} can't be used: {error}") from error


def cache_key(fingerprint: str, prompt: Prompt) -> str:
    """What a reply depends on: who was asked, and everything that was said."""
    return hashlib.sha256("\0".join((fingerprint, *prompt)).encode("utf-8", "surrogatepass")).hexdigest()
