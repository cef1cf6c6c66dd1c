"""Pairs of rows and the edges that lead on from their second ones, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Ints: TypeAlias = npt.NDArray[np.int64]


class Steps(NamedTuple):
    """Edges by source: row ``r`` has those from ``offsets[r]`` to ``offsets[r + 1]``; ``edges`` are their numbers."""

    offsets: Ints
    ends: Ints
    edges: Ints

    @classmethod
    def of(cls, src: Ints, dst: Ints, edges: Ints, rows: int) -> Steps:
        """Steps of some edges in a graph of so many rows."""
        import numpy as np

        order = np.argsort(src, kind="stable")
        offsets = np.searchsorted(src[order], np.arange(rows + 1))
        return cls(offsets, dst[order], edges[order])

    def on(self, rows: Ints) -> tuple[Ints, Ints, Ints]:
        """All steps from some rows: the number of the row in ``rows``, the end, and the edge."""
        import numpy as np

        counts = self.offsets[rows + 1] - self.offsets[rows]
        at = np.repeat(np.arange(len(rows)), counts)
        places = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        places += np.repeat(self.offsets[rows], counts)
        return at, self.ends[places], self.edges[places]


def first_of_each(first: Ints, second: Ints, rows: int) -> Ints:
    """The numbers of the first occurrence of each pair, by pair."""
    import numpy as np

    found: Ints = np.unique(first * rows + second, return_index=True)[1]
    return found


def among(keys: Ints, known: Ints) -> npt.NDArray[np.bool_]:
    """Which keys are among known ones, which are in order."""
    import numpy as np

    if not len(known):
        return np.zeros(len(keys), bool)
    places = np.searchsorted(known, keys)
    places[places == len(known)] = 0
    return np.equal(known[places], keys)
