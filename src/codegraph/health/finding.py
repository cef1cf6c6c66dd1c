"""What a check found, and what it looked at."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.discovery import read_source

if TYPE_CHECKING:
    from codegraph.config import Settings


class State(StrEnum):
    """Whether something is as it should be; a ``note`` is no fault."""

    GOOD = "good"
    NOTE = "note"
    BAD = "bad"


class Cure(IntEnum):
    """What puts a fault right, the least first: each takes care of nothing but its own."""

    NOTHING = 0
    LITTER = 1
    """Files that nobody needs are removed."""
    CACHE = 2
    """What was only kept to save time is thrown away as far as it is damaged."""
    TABLES = 3
    """LanceDB's tables of the graph are written again from the generation's own files."""
    CHUNKS = 4
    """The texts are composed again, then VECTORS."""
    VECTORS = 5
    """The vectors are taken from the copy that is whole; what neither has is embedded again."""
    BUILD = 6
    """Everything is built again from the sources; facts that are whole are taken from the cache."""
    FULL = 7
    """Everything is built again from the sources, nothing is taken from anywhere."""


class Finding(NamedTuple):
    """What one check found.

    Args:
        check: what was looked at, a few words.
        state: how it is.
        message: what is right or wrong, one line.
        advice: what to do next; "" where nothing is to be done.
        cure: what ``repair`` does about it.
    """

    check: str
    state: State
    message: str
    advice: str = ""
    cure: Cure = Cure.NOTHING


class Subject(NamedTuple):
    """The index in question: the project, where its index lies, and the settings with which it is built."""

    root: Path
    index_dir: Path
    settings: Settings

    @property
    def source_of(self) -> Callable[[str], bytes]:
        """Gives the text of a file of the project as it is indexed."""
        return partial(read_source, self.root)


MEND = "`codegraph doctor --repair` mends it"


def good(check: str, message: str) -> Finding:
    """Something is as it should be."""
    return Finding(check, State.GOOD, message)


def note(check: str, message: str, advice: str = "", cure: Cure = Cure.NOTHING) -> Finding:
    """Something to know that is no fault."""
    return Finding(check, State.NOTE, message, advice, cure)


def bad(check: str, message: str, cure: Cure, advice: str = MEND) -> Finding:
    """A fault."""
    return Finding(check, State.BAD, message, advice, cure)
