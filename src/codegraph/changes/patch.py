"""Unified patches: read without trust, and applied to texts in memory, forwards or backwards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

_HUNK = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\([abtnvfr\"\\]|[0-7]{3})")
_LETTERS = {
    b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r", b'"': b'"', b"\\": b"\\",
}  # fmt: skip
_NOWHERE = b"/dev/null"
_SEARCH = 2000  # lines up and down of where a hunk says that it belongs


class Hunk(NamedTuple):
    """Consecutive lines: where they begin on either side (from 0), and what they are, ends of lines included."""

    old_start: int
    new_start: int
    old: list[bytes]
    new: list[bytes]


class FilePatch(NamedTuple):
    """What a patch says of one file: its path before and after, "" where there is none."""

    old_path: str
    new_path: str
    hunks: list[Hunk]
    binary: bool


class _Head:
    """What is known of a file until its hunks begin."""

    def __init__(self, line: bytes = b"") -> None:
        self.git = line
        self.old = self.new = b""
        self.created = self.deleted = self.binary = self.renamed = False

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
        elif head is not None and (match := _HUNK.match(line)):
            hunk, at = _read_hunk(lines, at + 1, match)
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
            yield FilePatch(old, new, hunks, head.binary)


def _read_hunk(lines: list[bytes], at: int, match: re.Match[bytes]) -> tuple[Hunk, int]:
    old_left, new_left = (int(count) if count is not None else 1 for count in (match[2], match[4]))
    old: list[bytes] = []
    new: list[bytes] = []
    sides: tuple[list[bytes], ...] = ()
    while at < len(lines) and (old_left > 0 or new_left > 0 or lines[at].startswith(b"\\")):
        mark, text = lines[at][:1], lines[at][1:] + b"\n"
        if mark == b"\\":
            for side in sides:
                side[-1] = side[-1].removesuffix(b"\n")
        elif mark == b"-":
            sides, old_left = (old,), old_left - 1
        elif mark == b"+":
            sides, new_left = (new,), new_left - 1
        elif mark in (b" ", b"", b"\r"):  # editors take the blank of an empty line away
            sides, old_left, new_left = (old, new), old_left - 1, new_left - 1
            text = b"\n" if not mark else text
        else:
            break
        if mark != b"\\":
            for side in sides:
                side.append(text)
        at += 1
    starts = [
        max(int(start) - (count != b"0"), 0) for start, count in ((match[1], match[2]), (match[3], match[4]))
    ]
    return Hunk(starts[0], starts[1], old, new), at


class Applied(NamedTuple):
    """A text after a patch, and by how many lines its hunks were moved to fit."""

    text: bytes
    moved: int


def apply_hunks(text: bytes, hunks: Sequence[Hunk], *, backwards: bool = False) -> Applied | None:
    """A text after (or, ``backwards``, before) the hunks; None when they do not fit it.

    Lines may have moved; ends of lines may be CRLF in the text and LF in the patch.
    """
    lines = _lines(text)
    crlf = b"\r\n" in text
    plain = [line.rstrip(b"\r\n") for line in lines]
    result: list[bytes] = []
    done, moved, far = 0, 0, 0
    for hunk in hunks:
        before, after, start = (
            (hunk.new, hunk.old, hunk.new_start) if backwards else (hunk.old, hunk.new, hunk.old_start)
        )
        wanted = [line.rstrip(b"\r\n") for line in before]
        place = _place(plain, wanted, start + moved, done)
        if place is None:
            return None
        far += abs(place - start - moved)
        moved = place - start
        result += lines[done:place]
        result += _ended(after, crlf)
        done = place + len(before)
    return Applied(b"".join([*result, *lines[done:]]), far)


def _place(lines: list[bytes], wanted: list[bytes], start: int, least: int) -> int | None:
    """Where lines stand, the place nearest to ``start``."""
    if not wanted:
        return start if least <= start <= len(lines) else (len(lines) if least <= len(lines) else None)
    for away in range(_SEARCH):
        for place in (start + away, start - away) if away else (start,):
            if least <= place <= len(lines) - len(wanted) and lines[place : place + len(wanted)] == wanted:
                return place
    return None


def _ended(lines: Iterable[bytes], crlf: bool) -> Iterator[bytes]:
    for line in lines:
        yield line[:-1] + b"\r\n" if crlf and line.endswith(b"\n") and not line.endswith(b"\r\n") else line


def _lines(text: bytes) -> list[bytes]:
    parts = text.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


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
