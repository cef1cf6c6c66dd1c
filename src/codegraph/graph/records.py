"""What a view hands out about edges and references: small value objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Site = tuple[int, int]
"""Line (from 1) and column (bytes, from 0) of a reference in its source's file."""


class Edge(NamedTuple):
    """One edge with everything that is known of it; ``sites`` is where the references stand."""

    src: int
    dst: int
    kind: str
    confidence: str
    rule: str
    type_only: bool
    dynamic: bool
    sites: tuple[Site, ...]


class Unresolved(NamedTuple):
    """A reference whose target is not known, why, and what it could be (FQNs)."""

    src: int
    kind: str
    text: str
    path: str
    line: int
    column: int
    reason: str
    candidates: tuple[str, ...]


class Adjacency(NamedTuple):
    """All edges of one direction as arrays, for loops that must be quick.

    The edges of ``row`` are ``offsets[row]`` up to ``offsets[row + 1]``; ``ends`` holds the far end,
    ``codes`` the byte that ``GraphView.accept`` tells apart, ``edges`` the number for ``GraphView.edge``.
    """

    offsets: memoryview
    codes: bytes
    ends: memoryview
    edges: Sequence[int]

    def select(self, row: int, accepted: bytes) -> list[int]:
        """The far ends of the edges of ``row`` whose code ``accepted`` maps to 1."""
        begin, end = self.offsets[row], self.offsets[row + 1]
        pairs = zip(self.codes[begin:end], self.ends[begin:end], strict=True)
        return [far for code, far in pairs if accepted[code] == 1]
