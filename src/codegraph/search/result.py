"""What a search answers."""

from __future__ import annotations

import msgspec


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One symbol that was found; lines count from 1 and are 0 where a node has none.

    ``score`` lies in 0..1 and only means something within one answer. ``match_origin`` is ``exact`` (the
    query is its name), ``name`` (nearly: another spelling, one wrong letter, the beginning), ``lexical`` (words),
    ``dense`` (meaning) or ``hybrid`` (both).
    """

    fqn: str
    name: str
    kind: str
    level: int
    language: str
    path: str
    line: int
    start_line: int
    end_line: int
    score: float
    match_origin: str
    signature: str
    summary: str
    """The first sentence of its documentation."""
    snippet: str
    """Up to three lines of its source, or "" where they can't be read."""
    tags: tuple[str, ...]


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The hits, best first, and how they were found."""

    query: str
    hits: list[Hit]
    total: int
    """How many symbols were ranked, those beyond the limit included."""
    truncated: bool
    mode: str
    """How it was searched in the end: ``hybrid``, ``vector`` or ``lexical``."""
    named: bool
    """Whether the query is the name of something in the index; if not, hits merely come near."""
    embedded_share: float
    """The share of texts that have a vector: below 1 while embedding goes on, 0 without."""
    notes: list[str]
    """What the asker should know: an unknown name, a search without meaning and why."""
