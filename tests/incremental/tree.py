"""A working tree as it should be, and a folder that is made to look like it, with times of a clock of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.incremental.templates import Change, Sample

FIRST_DAY = 1_700_000_000
"""Long before any build, in seconds: files with such times are trusted until their times change."""

DAMAGES = ("binary", "not utf-8", "broken", "cut", "empty", "one line", "gone unreadable")

STROKES = ("drop", "twice", "blank", "up", "word")
"""What can be done to a line or a word without knowing the language."""
MOST_STROKES = 5
_WORD = re.compile(r"[A-Za-z_]\w+")


class Stroke(NamedTuple):
    """A small edit at a place of a file; places beyond its end begin again."""

    how: str
    place: int
    other: int

    def of(self, text: str) -> str:
        """The text after the edit: a line is gone, there twice, after a blank one or further up, a word is another."""
        if self.how == "word":
            found = list(_WORD.finditer(text))
            if not found:
                return text
            word, other = found[self.place % len(found)], found[self.other % len(found)]
            return text[: word.start()] + other[0] + text[word.end() :]
        lines = text.splitlines(keepends=True)
        if not lines:
            return text
        at = self.place % len(lines)
        match self.how:
            case "drop":
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "blank":
                lines.insert(at, "\n")
            case _:
                lines.insert(self.other % len(lines), lines.pop(at))
        return "".join(lines)


class Tree:
    """The files of a sample, where they lie and how they are written.

    Args:
        sample: what it begins as.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.ways = {file: [0] * len(template.places) for file, template in sample.files.items()}
        self.places = {file: file for file in sample.files}
        self.damaged: dict[str, str] = {}
        self.strokes: dict[str, list[Stroke]] = {}

    def copy(self) -> Tree:
        """Another tree that looks the same."""
        other = Tree(self.sample)
        other.ways = {file: list(ways) for file, ways in self.ways.items()}
        other.places, other.damaged = dict(self.places), dict(self.damaged)
        other.strokes = {file: list(strokes) for file, strokes in self.strokes.items()}
        return other

    def change(self, change: Change) -> None:
        """Write a place in another way, wherever the file lies."""
        self.ways[change.file][change.place] = change.way

    def stroke(self, path: str, stroke: Stroke) -> None:
        """Make a small edit in a file; of many the oldest is taken back."""
        strokes = self.strokes.setdefault(self.places[path], [])
        strokes.append(stroke)
        del strokes[:-MOST_STROKES]

    def path(self, number: int) -> str | None:
        """One of the paths that there are."""
        paths = sorted(self.places)
        return paths[number % len(paths)] if paths else None

    @property
    def unreadable(self) -> set[str]:
        """The paths that can't be read."""
        return {
            path for path, how in self.damaged.items() if how == "gone unreadable" and path in self.places
        }

    def files(self) -> dict[str, bytes]:
        """The content of each path."""
        return {path: self._content(path, file) for path, file in self.places.items()}

    def _content(self, path: str, file: str) -> bytes:
        written = self.sample.files[file].text(tuple(self.ways[file]))
        for stroke in self.strokes.get(file, ()):
            written = stroke.of(written)
        text = written.encode()
        match self.damaged.get(path):
            case "binary":
                return b"\x7fELF\0\0\1" + text
            case "not utf-8":
                return text.replace(b"\n", b"\xff\xfe\n", 3)
            case "broken":
                return text[: len(text) // 3] + b"\n)]}{[( \n" + text[len(text) // 3 :]
            case "cut":
                return text[: len(text) * 2 // 3]
            case "empty":
                return b""
            case "one line":
                return text + b"\n" + b"x = 1; " * 4000
            case _:
                return text


class Folder:
    """A folder on disk that follows a tree."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._written: dict[str, bytes] = {}
        self._times: dict[str, int] = {}
        self._clock = FIRST_DAY

    def follow(self, files: dict[str, bytes], *, same_times: bool = False) -> list[str]:
        """Write what changed, remove what is gone; the paths of both.

        With ``same_times`` a file that changes keeps its time, and its size where a few blank lines at the end can
        make up for what is missing.
        """
        gone = sorted(self._written.keys() - files.keys())
        for path in gone:
            self._remove(path)
        changed = [path for path in sorted(files) if self._written.get(path) != files[path]]
        for path in changed:
            self._write(path, files[path], same_times=same_times)
        return [*gone, *changed]

    def turn_clock(self, seconds: int) -> None:
        """What is written from now on has times that are so much later, or earlier."""
        self._clock += seconds

    def touch(self, paths: Iterable[str]) -> None:
        """Give files another time and leave them as they are."""
        for path in sorted(paths):
            if path in self._written:
                self._set_time(path, None)

    def _write(self, path: str, content: bytes, *, same_times: bool) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        old = self._written.get(path)
        padding = len(old) - len(content) if same_times and old is not None else 0
        new = place.with_name(f"{place.name}~")
        new.write_bytes(content + b"\n" * padding)
        new.replace(place)  # as editors do it, so that the file is another one even if nothing else tells
        self._written[path] = content
        self._set_time(path, self._times.get(path) if same_times else None)

    def _remove(self, path: str) -> None:
        (self.root / path).unlink()
        del self._written[path]
        self._times.pop(path, None)
        for folder in (self.root / path).parents:
            if folder == self.root or any(folder.iterdir()):
                break
            folder.rmdir()

    def _set_time(self, path: str, time: int | None) -> None:
        if time is None:
            self._clock += 1
            time = self._clock
        self._times[path] = time
        os.utime(self.root / path, (time, time))
