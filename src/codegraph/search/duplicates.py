"""Finds code that stands in several places: functions that share most runs of five tokens.

Two functions are near-duplicates when the Jaccard index of their sets of runs is high enough: the share of
runs that both have among those that either has (Broder 1997, "On the resemblance and containment of documents").
Blanks and line ends don't count, so that code that was only formatted anew stays the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.model import CALLABLE_KINDS
from codegraph.text import SourceOf, read_or_nothing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.graph.view import GraphView
    from codegraph.search.filters import Accept

    Numbers = NDArray[np.int64]

Links = dict[int, list[tuple[int, float]]]
"""For each function those that are like it, and how much."""

RUN: Final = 5
"""Tokens in a run."""
MAX_SHARED: Final = 40
"""A run that more different functions have does not bring two of them together; it counts when they are compared."""
_TOKEN = re.compile(rb"\w+|[^\w\s]")


class Group(NamedTuple):
    """Functions that are near-duplicates of each other, directly or by way of others of the group."""

    rows: tuple[int, ...]
    similarity: float
    """The lowest of the pairs that bind it together: 1.0 when all are the same."""
    lines: int
    """Lines of the longest."""

    @property
    def saved(self) -> int:
        """Lines that would go if one of them served for all."""
        return self.lines * (len(self.rows) - 1)


def duplicates(
    view: GraphView, source_of: SourceOf, accept: Accept, *, threshold: float = 0.8, min_lines: int = 6
) -> list[Group]:
    """Groups of accepted functions and methods that are alike, those first that cost most lines.

    All copies that are the same are found, however many; of those that differ, all whose rarest shared run is in
    no more than ``MAX_SHARED`` of them.

    Args:
        threshold: the Jaccard index of two functions from which on they count as alike, above 0 up to 1.
        min_lines: shorter ones are left out.
    """
    rows = [
        row
        for row in range(view.node_count)
        if view.kind(row) in CALLABLE_KINDS
        and view.path(row)
        and view.end_line(row) - view.start_line(row) + 1 >= min_lines
        and accept(row)
    ]
    same: dict[bytes, list[int]] = {}
    runs: list[Numbers] = []
    for row, own in zip(rows, _runs_of(view, rows, source_of), strict=True):
        if not len(own):
            continue
        copies = same.setdefault(own.tobytes(), [])
        if not copies:
            runs.append(own)
        copies.append(row)
    copied = list(same.values())
    links: Links = {place: [] for place, copies in enumerate(copied) if len(copies) > 1}
    for one, other in _candidates(runs, threshold):
        alike = _jaccard(runs[one], runs[other])
        if alike >= threshold and not _nested(view, copied[one][0], copied[other][0]):
            links.setdefault(one, []).append((other, alike))
            links.setdefault(other, []).append((one, alike))
    groups = [_group(view, copied, members, links) for members in _components(links)]
    return sorted(groups, key=lambda group: (-group.saved, group.rows))


def _runs_of(view: GraphView, rows: Sequence[int], source_of: SourceOf) -> Iterator[Numbers]:
    """The distinct runs of each row's code as sorted 64-bit hashes; rows of one file lie together."""
    import numpy as np

    path, source = "", b""
    for row in rows:
        if view.path(row) != path:
            path = view.path(row)
            source = read_or_nothing(source_of, path)
        tokens = _TOKEN.findall(source[view.start_byte(row) : view.end_byte(row)])
        yield np.array(sorted(set(_hashes(tokens))), dtype=np.int64)


def _hashes(tokens: list[bytes]) -> Iterator[int]:
    for place in range(len(tokens) - RUN + 1):
        run = b" ".join(tokens[place : place + RUN])
        yield int.from_bytes(blake2b(run, digest_size=8).digest(), "little", signed=True)


def _candidates(runs: list[Numbers], threshold: float) -> list[tuple[int, int]]:
    """Pairs that may reach the threshold, found by the rarer runs that they share.

    Of two sets whose Jaccard index is t, each holds the other's by at least t: with the runs of each in order of
    how rare they are, the rarest ``len - ceil(t * len) + 1`` of both must have one in common (prefix filtering;
    Bayardo, Ma and Srikant 2007, "Scaling up all pairs similarity search").
    """
    import numpy as np

    if not runs:
        return []
    every = np.concatenate(runs)
    owner = np.repeat(np.arange(len(runs)), [len(own) for own in runs])
    _, number, count = np.unique(every, return_inverse=True, return_counts=True)
    rarity = count[number]
    order = np.lexsort((number, rarity, owner))
    owner, number, rarity = owner[order], number[order], rarity[order]
    sizes = np.array([len(own) for own in runs])
    begins = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    rank = np.arange(len(owner)) - begins[owner]
    prefix = sizes - np.ceil(threshold * sizes - 1e-9).astype(np.int64) + 1
    kept = (rank < prefix[owner]) & (rarity > 1) & (rarity <= MAX_SHARED)
    return _pairs(owner[kept], number[kept])


def _pairs(owner: Numbers, number: Numbers) -> list[tuple[int, int]]:
    """All pairs of different owners of the same number, each once and in order."""
    import numpy as np

    order = np.lexsort((owner, number))
    owner, number = owner[order], number[order]
    found: set[tuple[int, int]] = set()
    for step in range(1, MAX_SHARED):
        same = number[step:] == number[:-step]
        if not same.any():
            break
        found.update(zip(owner[:-step][same].tolist(), owner[step:][same].tolist(), strict=True))
    return sorted(found)


def _jaccard(one: Numbers, other: Numbers) -> float:
    import numpy as np

    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared / max(len(one) + len(other) - shared, 1)


def _nested(view: GraphView, one: int, other: int) -> bool:
    """Whether one function stands in the other, which then holds all of it."""
    outer, inner = sorted((one, other), key=lambda row: view.start_byte(row) - view.end_byte(row))
    return view.path(outer) == view.path(inner) and view.start_byte(outer) <= view.start_byte(
        inner
    ) < view.end_byte(outer)


def _components(links: Links) -> Iterator[list[int]]:
    seen: set[int] = set()
    for start in sorted(links):
        if start in seen:
            continue
        seen.add(start)
        members, queue = [], [start]
        while queue:
            one = queue.pop()
            members.append(one)
            for other, _ in links[one]:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        yield sorted(members)


def _group(view: GraphView, copied: Sequence[list[int]], members: list[int], links: Links) -> Group:
    lowest = min(max((alike for _, alike in links[one]), default=1.0) for one in members)
    found = tuple(sorted(row for one in members for row in copied[one]))
    return Group(found, round(lowest, 4), max(view.end_line(row) - view.start_line(row) + 1 for row in found))
