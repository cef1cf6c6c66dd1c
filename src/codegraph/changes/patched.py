"""The two texts of each file that a patch names: one lies on disk, the other is made of it in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from codegraph.changes.gathering import Gathered, Project, Sides, on_disk
from codegraph.changes.hunks import Applied, apply_hunks
from codegraph.changes.patch import FilePatch, read_patch
from codegraph.discovery.revisions import prefix_in_repository
from codegraph.errors import UsageError
from codegraph.model import Skipped

_MERGED = (
    "of a merge a patch has only what differs from all parents; it is told as it differs from the first one"
)


def from_patch(project: Project, text: bytes) -> Sides:
    """The files that a patch names: those on disk are one of its sides, the other is made from them.

    Raises:
        UsageError: there is no file in the patch.
    """
    files = read_patch(text)
    if not files and text.strip():
        raise UsageError("this is no unified patch; give what `git diff` or `diff -u` prints")
    gathered = Gathered(project)
    prefix = prefix_in_repository(os.fsencode(project.root))
    sides = {"old": 0, "new": 0}
    for chain in chained(files):
        first, last = (_below(project.root, path, prefix) for path in (chain[0].old_path, chain[-1].new_path))
        if first is None or last is None:
            gathered.outside += 1
        elif any(file.binary for file in chain):
            gathered.unread.append(Skipped(last or first or chain[0].new_path, "binary"))
        elif not first and not last:
            continue  # what is added and taken away again
        elif (found := _applied(project, chain, first, last)) is None:
            gathered.unread.append(Skipped(last or first, "the patch does not fit this file"))
        else:
            counted = len(gathered.pairs)
            gathered.add(first, last, found[0], found[1])
            sides[found[2]] += len(gathered.pairs) - counted
    if sides["old"] and sides["new"]:
        gathered.notes.append("some files of the patch are as before it, others as after it")
    if any(file.merged for file in files):
        gathered.notes.append(
            "of a merge a patch has only what differs from all parents; it is told as it differs from the first"
        )
    return gathered.sides("before the patch", "after the patch")


def chained(files: Iterable[FilePatch]) -> list[list[FilePatch]]:
    """What a patch says of each file, in order: one made of several commits names the same file several times."""
    chains: list[list[FilePatch]] = []
    ends: dict[str, list[FilePatch]] = {}
    for file in files:
        chain = ends.pop(file.old_path or file.new_path, None)
        if chain is None:
            chain = []
            chains.append(chain)
        chain.append(file)
        ends[file.new_path or file.old_path] = chain
    return chains


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
    project: Project, chain: Sequence[FilePatch], old_path: str, new_path: str
) -> tuple[bytes | None, bytes | None, str] | None:
    """Both texts, and which of them lies on disk; None when neither does."""
    after = on_disk(project.root, new_path, project.most_bytes(new_path)) if new_path else None
    before = on_disk(project.root, old_path, project.most_bytes(old_path)) if old_path else None
    if not new_path:
        after = None if before is not None else b""
    if not old_path:
        before = None if after is not None else b""
    older = _followed(after, chain, backwards=True)
    newer = _followed(before, chain)
    if older is not None and (newer is None or older.moved <= newer.moved):
        return (older.text if old_path else None), (after if new_path else None), "new"
    if newer is not None:
        return (before if old_path else None), (newer.text if new_path else None), "old"
    return None


def _followed(text: bytes | None, chain: Sequence[FilePatch], *, backwards: bool = False) -> Applied | None:
    """A text after all that a patch says of its file; None where that does not fit."""
    if text is None:
        return None
    done = Applied(text, 0)
    for file in reversed(chain) if backwards else chain:
        applied = apply_hunks(done.text, file.hunks, backwards=backwards)
        if applied is None:
            return None
        done = Applied(applied.text, done.moved + applied.moved)
    return done
