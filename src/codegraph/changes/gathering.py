"""The two texts of each file that differs: those that count, what can't be read, and what is no source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery import check_content
from codegraph.discovery.content import decode, read_bytes
from codegraph.model import Skipped

if TYPE_CHECKING:
    from codegraph.store import FileState

LanguageOf = Callable[[str, Callable[[], bytes]], str]
_NOTEBOOK = ".ipynb"
_NOTEBOOK_FACTOR = 16
"""A notebook may be so many times larger than another file: most of it is what its cells gave."""


class Project(NamedTuple):
    """What has to be known of the project: which files count, and how they were when it was indexed."""

    root: Path
    language_of: LanguageOf
    states: Mapping[str, FileState]
    max_bytes: int

    def most_bytes(self, path: str) -> int:
        """How large a file may be that is read."""
        return self.max_bytes * (_NOTEBOOK_FACTOR if path.endswith(_NOTEBOOK) else 1)

    def may_count(self, path: str) -> bool:
        """Whether a file of this path may be a source; that of a script hangs on its first line."""
        asked: list[str] = []

        def first_line() -> bytes:
            asked.append(path)
            return b""

        return bool(self.language_of(path, first_line) or asked)


class Pair(NamedTuple):
    """A file on both sides: path, language, and text as UTF-8; "" and None where there is no file."""

    old_path: str
    new_path: str
    old: bytes | None
    new: bytes | None
    language: str


class Sides(NamedTuple):
    """All files that differ and count, sorted by path; what could not be compared; what else is to be told."""

    old_name: str
    new_name: str
    pairs: list[Pair]
    unread: list[Skipped]
    outside: int
    """How many files differ that are no source of the project."""
    notes: list[str]


def on_disk(root: Path, path: str, limit: int) -> bytes | None:
    """The bytes of a file of the project, of a larger one than ``limit`` one byte more than that; None without one."""
    try:
        return read_bytes(root, path, limit + 1)
    except (OSError, ValueError):
        return None


class Gathered:
    """Sorts files into those that count, those that can't be read, and those outside of the project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.pairs: list[Pair] = []
        self.unread: list[Skipped] = []
        self.outside = 0
        self.notes: list[str] = []

    def add(self, old_path: str, new_path: str, old: bytes | None, new: bytes | None) -> None:
        """Note a file by its raw bytes."""
        old_language, new_language = self._language(old_path, old), self._language(new_path, new)
        if not old_language and not new_language:
            self.outside += 1
            return
        if old_language and new_language and old_language != new_language:
            self.add(old_path, "", old, None)
            self.add("", new_path, None, new)
            return
        path = new_path or old_path
        texts = [
            self._text(path, raw) for raw in (old if old_language else None, new if new_language else None)
        ]
        if any(isinstance(text, str) for text in texts):
            reason = next(text for text in texts if isinstance(text, str))
            self.unread.append(Skipped(path, reason))
            return
        before, after = (text if isinstance(text, bytes) else None for text in texts)
        self.pairs.append(
            Pair(
                old_path if old_language else "",
                new_path if new_language else "",
                before,
                after,
                new_language or old_language,
            )
        )

    def too_large(self, path: str) -> None:
        """Note a file that was not read since it is larger than sources are."""
        self.unread.append(Skipped(path, self._larger()))

    def _larger(self) -> str:
        return f"larger than {self.project.max_bytes} bytes"

    def _language(self, path: str, raw: bytes | None) -> str:
        if not path or raw is None:
            return ""
        language = self.project.language_of(path, lambda: raw.split(b"\n", 1)[0][:256])
        known = self.project.states.get(path)
        return known.language if language and known is not None else language

    def _text(self, path: str, raw: bytes | None) -> bytes | str | None:
        """The text as it is parsed, or why it is not."""
        if raw is None:
            return None
        if len(raw) > self.project.most_bytes(path):
            return self._larger()
        try:
            text = decode(raw)
            if path.endswith(_NOTEBOOK):
                from codegraph.discovery.notebooks import text_of

                text = text_of(text)
        except ValueError as error:
            return str(error)
        return check_content(text) or text

    def sides(self, old_name: str, new_name: str) -> Sides:
        """All of it, sorted."""
        pairs = sorted(self.pairs, key=lambda pair: (pair.new_path or pair.old_path, pair.old_path))
        return Sides(old_name, new_name, pairs, sorted(self.unread), self.outside, self.notes)
