"""The two texts of each file that differs between two sides that git knows: out of its objects, or from disk."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from codegraph.changes.gathering import Gathered, Project, Sides, on_disk
from codegraph.discovery.content import decode, open_inside, read_bytes
from codegraph.discovery.git import top_of_work_tree
from codegraph.discovery.revisions import (
    INDEX,
    UNMERGED,
    WORK_TREE,
    FileChange,
    Span,
    changed_files,
    read_blobs,
    tracked_files,
)
from codegraph.errors import UsageError
from codegraph.model import Skipped
from codegraph.parse.cache import content_id

_PIECE = 1 << 20


def from_git(project: Project, span: Span) -> Sides:
    """The files that differ between two sides that git knows.

    Raises:
        GitError: git gives no answer.
    """
    folder = os.fsencode(project.root)
    changes = changed_files(folder, Span(span.old, INDEX, "", "") if span.new == WORK_TREE else span)
    if span.new == WORK_TREE:
        changes = _on_disk(project, folder, changes)
    gathered = Gathered(project)
    counted = [change for change in changes if project.may_count(change.path)]
    gathered.outside = len(changes) - len(counted)
    most = {
        blob: project.most_bytes(change.path)
        for change in counted
        for blob in (change.old, change.new)
        if blob
    }
    found = read_blobs(folder, most)
    for change in counted:
        from_disk = span.new == WORK_TREE and change.new != ""
        old, new = (found.texts.get(blob) for blob in (change.old, change.new))
        if from_disk:
            new = on_disk(project.root, change.path, project.most_bytes(change.path))
        if change.new == UNMERGED:
            gathered.unread.append(Skipped(change.path, "it has a conflict that is not resolved"))
        elif found.too_large.intersection((change.old, "" if from_disk else change.new)):
            gathered.too_large(change.path)
        elif (change.old and old is None) or (change.new and new is None):
            gathered.unread.append(Skipped(change.path, "its text is missing here"))
        elif not (from_disk and _same_lines(old, new)):
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
    old |= {change.path: change.old for change in changes if project.may_count(change.path)}
    found = [change for change in changes if change.path not in old]
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
        figures = info.st_size, info.st_mtime_ns, info.st_ino, info.st_ctime_ns
        if known is not None and known.looks_like(*figures):
            return known.content_id or "-"
        if info.st_size > project.most_bytes(path):
            return _blob_in_pieces(project.root, path, info.st_size)
        return content_id(read_bytes(project.root, path))
    except (OSError, ValueError):
        return ""


def _blob_in_pieces(root: Path, path: str, size: int) -> str:
    """The blob id of a file that is larger than what is read as a whole."""
    digest = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    with open_inside(root, path) as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _same_lines(old: bytes | None, new: bytes | None) -> bool:
    """Whether texts differ in nothing but what git takes for the same: how their lines end, how they are encoded."""
    if old is None or new is None:
        return False
    try:
        return decode(old).replace(b"\r\n", b"\n") == decode(new).replace(b"\r\n", b"\n")
    except ValueError:
        return False


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
