"""Unified patches, read without trust: which files they name, and what they do to these."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codegraph.changes.hunks import COMBINED, HUNK, Hunk, read_combined, read_hunk

_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\([abtnvfr\"\\]|[0-7]{3})")
_LETTERS = {
    b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r", b'"': b'"', b"\\": b"\\",
}  # fmt: skip
_NOWHERE = b"/dev/null"
_MERGED = re.compile(rb"diff --(?:cc|combined) ")


class FilePatch(NamedTuple):
    """What a patch says of one file: its path before and after, "" where there is none.

    What it says is ``merged`` when it was made of a merge: only what differs from all parents, here as it differs from
    the first.
    """

    old_path: str
    new_path: str
    hunks: list[Hunk]
    binary: bool
    merged: bool


class _Head:
    """What is known of a file until its hunks begin."""

    def __init__(self, line: bytes = b"") -> None:
        self.git = line
        self.old = self.new = b""
        self.created = self.deleted = self.binary = self.renamed = self.merged = False

    def paths(self) -> tuple[str, str]:
        old, new = self.old, self.new
        if not old and not new:
            old, new = _git_paths(self.git)
        if self.renamed:
            return _text(old), _text(new)
        old, new = _without_prefixes(old, new)
        return "" if self.created else _text(old), "" if self.deleted else _text(new)


def read_patch(text: bytes) -> list[FilePatch]:
    """The files of a unified patch, of git or of ``diff -u``, in order; whatever else is in it is passed over."""
    lines = text.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    found: list[FilePatch] = []
    head: _Head | None = None
    hunks: list[Hunk] = []
    at = 0
    while at < len(lines):
        line = lines[at].removesuffix(b"\r")
        if line.startswith(b"diff --git "):
            found += _finished(head, hunks)
            head, hunks = _Head(line), []
        elif line.startswith(b"--- ") and at + 1 < len(lines) and lines[at + 1].startswith(b"+++ "):
            if head is None or hunks:
                found += _finished(head, hunks)
                head, hunks = _Head(), []
            head.renamed = False
            head.old, head.new = _name(line[4:]), _name(lines[at + 1].removesuffix(b"\r")[4:])
            head.created, head.deleted = head.old == _NOWHERE, head.new == _NOWHERE
            at += 1
        elif (merged := _MERGED.match(line)) is not None:
            found += _finished(head, hunks)
            head, hunks = _Head(), []
            head.old = head.new = _name(line[merged.end() :])
            head.merged = True
        elif head is not None and (match := HUNK.match(line)) is not None:
            hunk, at = read_hunk(lines, at + 1, match)
            hunks.append(hunk)
            continue
        elif head is not None and head.merged and (match := COMBINED.match(line)) is not None:
            hunk, at = read_combined(lines, at + 1, match)
            hunks.append(hunk)
            continue
        elif head is not None:
            _extend(head, line)
        at += 1
    return [*found, *_finished(head, hunks)]


def _extend(head: _Head, line: bytes) -> None:
    if line.startswith(b"new file mode"):
        head.created = True
    elif line.startswith(b"deleted file mode"):
        head.deleted = True
    elif line.startswith((b"Binary files ", b"GIT binary patch")):
        head.binary = True
    elif line.startswith(b"rename from "):
        head.old, head.renamed = _name(line[12:]), True
    elif line.startswith(b"rename to "):
        head.new = _name(line[10:])
    elif line.startswith((b"copy from ", b"copy to ")):
        head.created = True


def _finished(head: _Head | None, hunks: list[Hunk]) -> Iterator[FilePatch]:
    if head is not None:
        old, new = head.paths()
        if (old or new) and (hunks or head.binary or head.created or head.deleted or old != new):
            yield FilePatch(old, new, hunks, head.binary, head.merged)


def _name(text: bytes) -> bytes:
    """A path as a patch has it: quoted, or followed by a tab and a date."""
    if (match := _QUOTED.match(text)) is not None:
        return _unquoted(match[1])
    return text.partition(b"\t")[0].rstrip()


def _unquoted(text: bytes) -> bytes:
    return _ESCAPE.sub(lambda m: _LETTERS.get(m[1]) or bytes([int(m[1], 8) & 255]), text)


def _git_paths(line: bytes) -> tuple[bytes, bytes]:
    """The two paths of a ``diff --git`` line, which are equal but for their prefixes."""
    rest = line.removeprefix(b"diff --git ")
    quoted = _QUOTED.findall(rest)
    if len(quoted) == 2:
        return _unquoted(quoted[0]), _unquoted(quoted[1])
    middle = len(rest) // 2
    return (rest[:middle], rest[middle + 1 :]) if rest[middle : middle + 1] == b" " else (b"", b"")


def _without_prefixes(old: bytes, new: bytes) -> tuple[bytes, bytes]:
    """Paths without ``a/`` and ``b/`` or what else git writes before them, which is never the same twice."""
    prefixed = all(path == _NOWHERE or re.match(rb"[abciwo12]/", path) for path in (old, new))
    prefixed = prefixed and old[:2] != new[:2]
    return (
        (old[2:] if old != _NOWHERE else old, new[2:] if new != _NOWHERE else new) if prefixed else (old, new)
    )


def _text(path: bytes) -> str:
    return "" if path == _NOWHERE else path.decode("utf-8", "replace").removeprefix("./")
