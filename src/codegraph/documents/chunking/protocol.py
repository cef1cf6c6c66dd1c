"""What cuts files into chunks: the protocol that plug-ins meet, and the window that they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from codegraph.errors import SettingsError

MAX_SIZE = 100_000


class Chunk(NamedTuple):
    """A piece of a file; lines count from 1, and ``text`` is as it stands in the file."""

    start_line: int
    end_line: int
    text: str
    breadcrumb: str = ""
    """Where it stands: ``Guide > Install > From source``."""


class Window(NamedTuple):
    """How many characters a chunk has at most, and how many of them the next one may repeat."""

    size: int
    overlap: int

    def checked(self, where: str) -> Window:
        """The window itself.

        Raises:
            SettingsError: the size is not above 0, or the overlap is below 0 or not smaller than the size.
        """
        if not 0 < self.size <= MAX_SIZE:
            raise SettingsError(f"{where}: a chunk has 1 to {MAX_SIZE} characters, not {self.size}")
        if not 0 <= self.overlap < self.size:
            raise SettingsError(
                f"{where}: chunks of {self.size} characters overlap by 0 to {self.size - 1}, not {self.overlap}"
            )
        return self


class FileChunker(Protocol):
    """Cuts files into chunks.

    A plug-in offers under the entry-point group ``codegraph.chunkers`` a function that takes a ``Window`` and
    gives one. The same text must always give the same chunks.
    """

    @property
    def name(self) -> str:
        """What settings call it."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same text could give other chunks."""
        ...

    @property
    def patterns(self) -> Sequence[str]:
        """Globs of the files that it cuts unless settings say otherwise."""
        ...

    def chunk(self, path: str, text: str) -> Sequence[Chunk]:
        """The chunks of a file, in order of position."""
        ...
