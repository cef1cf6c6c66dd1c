"""Edges ``tests`` as arrays: of a test and a target the nearest way counts, and its sites are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from codegraph.fingerprint.inferred import Edges, held, lists_of, sites_behind
from codegraph.fingerprint.joins import among
from codegraph.model import Coded, EdgeKind, Lists

if TYPE_CHECKING:
    import numpy.typing as npt

    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.view import View

NOWHERE = -1
"""In place of an edge's number: what a test exercises is named nowhere in it."""


class Stage(NamedTuple):
    """Ends of edges that one rule finds, and the edge of the graph in which each was seen, or ``NOWHERE``."""

    rule: str
    src: Ints
    dst: Ints
    seen: Ints


class Gathered:
    """All edges so far; what one stage found, later ones do not find again.

    Args:
        view: the graph.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.size = len(view.fqns)
        self.keys: Ints = np.zeros(0, np.int64)
        self._parts: list[tuple[str, Ints, Lists]] = []

    def has(self, src: Ints, dst: Ints) -> npt.NDArray[np.bool_]:
        """Which pairs are there already, as an array of booleans."""
        return among(src * self.size + dst, self.keys)

    def add(self, stage: Stage, *, merge: bool = False) -> None:
        """Take the new ones of a stage; with ``merge`` the sites of all edges of a pair, else those of the first."""
        keys = stage.src * self.size + stage.dst
        fresh = ~among(keys, self.keys)
        keys, seen = keys[fresh], stage.seen[fresh]
        pairs, first, group = np.unique(keys, return_index=True, return_inverse=True)
        if not len(pairs):
            return
        sites = self._merged(group, seen, len(pairs)) if merge else self._of_first(pairs, seen[first])
        self.keys = np.sort(np.concatenate([self.keys, pairs]), kind="stable")  # two runs in order: merged
        self._parts.append((stage.rule, pairs, sites))

    def edges(self) -> Edges:
        """The edges, stage by stage."""
        keys = np.concatenate([self.keys[:0], *(pairs for _, pairs, _ in self._parts)])
        rules = list(dict.fromkeys(rule for rule, _, _ in self._parts))
        codes = [np.full(len(pairs), rules.index(rule), np.uint8) for rule, pairs, _ in self._parts]
        coded = Coded(np.concatenate([np.zeros(0, np.uint8), *codes]), rules)
        size = max(self.size, 1)
        sites = sites_behind([sites for _, _, sites in self._parts])
        return Edges(keys // size, keys % size, EdgeKind.TESTS, coded, sites)

    def _of_first(self, pairs: Ints, seen: Ints) -> Lists:
        """The sites of one edge each; where there is none, the place of the test."""
        values, counts = self._places(seen)
        counts = np.where(seen < 0, 2, counts)
        src = (pairs // self.size)[seen < 0]
        lines = np.maximum(np.asarray(self.view.nodes["line"], np.int64)[src], 1)
        columns = np.asarray(self.view.nodes["column"], np.int64)[src]
        whole = np.empty(int(counts.sum()), np.int64)
        own = np.repeat(seen < 0, counts)
        whole[own] = np.stack([lines, columns], 1).ravel()
        whole[~own] = values
        return lists_of(counts, whole)

    def _merged(self, group: Ints, seen: Ints, size: int) -> Lists:
        """The sites of all edges of each pair, in order and each once."""
        values, counts = self._places(seen)
        of = np.repeat(group, counts // 2)
        lines, columns = values[::2], values[1::2]
        order = np.lexsort((columns, lines, of))
        of, lines, columns = of[order], lines[order], columns[order]
        new = np.ones(len(of), bool)
        new[1:] = (np.diff(of) != 0) | (np.diff(lines) != 0) | (np.diff(columns) != 0)
        kept = np.stack([lines[new], columns[new]], 1).ravel()
        return lists_of(2 * np.bincount(of[new], minlength=size), kept)

    def _places(self, seen: Ints) -> tuple[Ints, Ints]:
        """The sites of edges one behind the other, and how many numbers each has; none for ``NOWHERE``."""
        sites = held(self.view.edges["sites"])
        offsets, values = np.asarray(sites.offsets, np.int64), np.asarray(sites.values, np.int64)
        starts = offsets[seen]
        counts = np.where(seen < 0, 0, offsets[seen + 1] - starts)
        places = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        return values[places + np.repeat(starts, counts)], counts
