"""The two texts of each file that a diff names: out of git, from disk, or by applying a patch in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.changes.patch import FilePatch, apply_hunks, read_patch
from codegraph.discovery import check_content
from codegraph.discovery.content import decode, read_bytes
from codegraph.discovery.git import top_of_work_tree
from codegraph.discovery.revisions import (
    INDEX,
    UNMERGED,
    WORK_TREE,
    FileChange,
    Span,
    changed_files,
    prefix_in_repository,
    read_blobs,
    tracked_files,
)
from codegraph.errors import UsageError
from codegraph.model import Skipped
from codegraph.parse.cache import content_id

if TYPE_CHECKING:
    from codegraph.store import FileState

LanguageOf = Callable[[str, Callable[[], bytes]], str]
_NOTEBOOK = ".ipynb"


class Project(NamedTuple):
    """What has to be known of the project: which files count, and how they were when it was indexed."""

    root: Path
    language_of: LanguageOf
    states: Mapping[str, FileState]
    max_bytes: int


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


def from_git(project: Project, span: Span) -> Sides:
    """The files that differ between two sides that git knows.

    Raises:
        GitError: git gives no answer.
    """
    folder = os.fsencode(project.root)
    changes = changed_files(folder, Span(span.old, INDEX, "", "") if span.new == WORK_TREE else span)
    if span.new == WORK_TREE:
        changes = _on_disk(project, folder, changes)
    gathered = _Gathered(project)
    blobs = read_blobs(folder, [blob for change in changes for blob in (change.old, change.new)])
    for change in changes:
        on_disk = span.new == WORK_TREE and change.new != ""
        new = _disk(project.root, change.path) if on_disk else blobs.get(change.new)
        old = blobs.get(change.old)
        if change.new == UNMERGED:
            gathered.unread.append(Skipped(change.path, "it has a conflict that is not resolved"))
        elif (change.old and old is None) or (change.new and new is None):
            gathered.unread.append(Skipped(change.path, "its text is missing or too large"))
        elif not (on_disk and _same_lines(old, new)):
            gathered.add(change.path if change.old else "", change.path if change.new else "", old, new)
    return gathered.sides(span.old_name, span.new_name)


def _on_disk(project: Project, folder: bytes, changes: Iterable[FileChange]) -> list[FileChange]:
    """The files whose text on disk differs from the older side; the new blob is then any but ""."""
    tracked = tracked_files(folder)
    old = {
        path: blob
        for path, blob in tracked.items()
        if path in project.states or project.language_of(path, lambda: b"")
    }
    staged = {change.path: change for change in changes}
    old |= {path: change.old for path, change in staged.items()}
    found = []
    for path, blob in sorted(old.items()):
        now = _blob_on_disk(project, path)
        if now != blob:
            found.append(FileChange(path, blob, now))
    return found


def _blob_on_disk(project: Project, path: str) -> str:
    """The blob id of a file on disk, "" if there is none; it is not read when it is as it was when it was indexed."""
    known = project.states.get(path)
    try:
        info = os.lstat(project.root / path)
        if known is not None and (info.st_size, info.st_mtime_ns) == (known.size, known.mtime_ns):
            return known.content_id or "-"
        return content_id(read_bytes(project.root, path))
    except (OSError, ValueError):
        return ""


def _same_lines(old: bytes | None, new: bytes | None) -> bool:
    """Whether texts differ in nothing but what git takes for the same: how their lines end, how they are encoded."""
    if old is None or new is None:
        return False
    try:
        return decode(old).replace(b"\r\n", b"\n") == decode(new).replace(b"\r\n", b"\n")
    except ValueError:
        return False


def _disk(root: Path, path: str) -> bytes | None:
    try:
        return read_bytes(root, path)
    except (OSError, ValueError):
        return None


def from_patch(project: Project, text: bytes) -> Sides:
    """The files that a patch names: those on disk are one of its sides, the other is made from them.

    Raises:
        UsageError: there is no file in the patch.
    """
    files = read_patch(text)
    if not files and text.strip():
        raise UsageError("this is no unified patch; give what `git diff` or `diff -u` prints")
    gathered = _Gathered(project)
    prefix = prefix_in_repository(os.fsencode(project.root))
    sides = {"old": 0, "new": 0}
    for file in files:
        old_path, new_path = (_below(project.root, path, prefix) for path in (file.old_path, file.new_path))
        if old_path is None or new_path is None:
            gathered.outside += 1
        elif file.binary:
            gathered.unread.append(Skipped(new_path or old_path, "binary"))
        elif (found := _applied(project, file, old_path, new_path)) is None:
            gathered.unread.append(Skipped(new_path or old_path, "the patch does not fit this file"))
        else:
            counted = len(gathered.pairs)
            gathered.add(old_path, new_path, found[0], found[1])
            sides[found[2]] += len(gathered.pairs) - counted
    if sides["old"] and sides["new"]:
        gathered.notes.append("some files of the patch are as before it, others as after it")
    return gathered.sides("before the patch", "after the patch")


def _below(root: Path, path: str, prefix: str) -> str | None:
    """A path of a patch as seen from the root; None for one outside of it."""
    if not path:
        return ""
    if prefix and path.startswith(prefix):
        return path.removeprefix(prefix)
    if path.startswith("/") or ".." in path.split("/"):
        return None
    return path if not prefix or (root / path).exists() else None


def _applied(
    project: Project, file: FilePatch, old_path: str, new_path: str
) -> tuple[bytes | None, bytes | None, str] | None:
    """Both texts, and which of them lies on disk; None when neither does."""
    after = _disk(project.root, new_path) if new_path else None
    before = _disk(project.root, old_path) if old_path else None
    if not new_path:
        after = None if before is not None else b""
    if not old_path:
        before = None if after is not None else b""
    older = apply_hunks(after, file.hunks, backwards=True) if after is not None else None
    newer = apply_hunks(before, file.hunks) if before is not None else None
    if older is not None and (newer is None or older.moved <= newer.moved):
        return (older.text if old_path else None), (after if new_path else None), "new"
    if newer is not None:
        return (before if old_path else None), (newer.text if new_path else None), "old"
    return None


class _Gathered:
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
        if len(raw) > self.project.max_bytes * (16 if path.endswith(_NOTEBOOK) else 1):
            return f"larger than {self.project.max_bytes} bytes"
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


def repository_of(root: Path) -> bytes:
    """The folder to ask git in.

    Raises:
        UsageError: the project is in no git repository.
    """
    folder = os.fsencode(root)
    if top_of_work_tree(folder) is None:
        raise UsageError(
            f"{root} is in no git repository, so there are no revisions to compare; give a patch with --patch"
        )
    return folder
