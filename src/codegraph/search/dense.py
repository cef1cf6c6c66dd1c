"""Ranks by meaning: the query's vector against all vectors of the generation, exactly, in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import IndexFormatError
from codegraph.store.vectors_file import read_vectors_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.search.ranking import Question, Ranking

_BLOCK_ROWS = 8192
_KEEP_ROWS = 150_000
"""Up to this many vectors stay in memory as float32 (230 MB) between searches of one process."""


class VectorIndex:
    """The vectors of one generation; several may belong to one node, which then counts by its best."""

    def __init__(self, path: Path) -> None:
        import numpy as np

        self.path = path
        nodes, stored = read_vectors_file(path)
        self._nodes = np.array(nodes)
        # A copy leaves the file free to be replaced, which Windows would refuse while it is mapped.
        self._matrix = stored.astype(np.float32) if len(nodes) <= _KEEP_ROWS else stored

    def __len__(self) -> int:
        return len(self._nodes)

    def vectors_of(self, row: int) -> NDArray[np.float16]:
        """The vectors of a node's chunks, float16 of shape (n, dimensions); n is 0 when it has none."""
        import numpy as np

        found: NDArray[np.float16] = self._matrix[self._nodes == row].astype(np.float16)
        return found

    def rank(self, vector: NDArray[np.float16], question: Question, node_count: int) -> Ranking:
        """Rows and cosines of the accepted nodes that are nearest to the question's vector.

        Raises:
            IndexFormatError: the vectors are of another length than the question's.
        """
        import numpy as np

        if not len(self):
            return []
        if vector.shape != self._matrix.shape[1:]:
            raise IndexFormatError(f"{self.path} holds vectors of another model; run `codegraph index`")
        # Rounded, so that a tie is a tie whatever the order of the additions inside the product.
        scores = np.round(self._scores(vector.astype(np.float32)), 6)
        taken: dict[int, float] = {}
        for place in _descending(scores, self._nodes, 4 * question.depth):
            row = int(self._nodes[place])
            if row not in taken and 0 <= row < node_count and question.accept(row):
                taken[row] = float(scores[place])
                if len(taken) == question.depth:
                    break
        return list(taken.items())

    def cosines(self, vector: NDArray[np.float16], node_count: int) -> NDArray[np.float32]:
        """The best cosine of each node by row, -1 for nodes without a vector."""
        import numpy as np

        best = np.full(node_count, -1.0, np.float32)
        inside = (self._nodes >= 0) & (self._nodes < node_count)
        scores = np.round(self._scores(vector.astype(np.float32)), 6)
        np.maximum.at(best, self._nodes[inside], scores[inside])
        return best

    def _scores(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        import numpy as np

        if self._matrix.dtype == np.float32:
            return self._matrix @ query
        blocks = range(0, len(self), _BLOCK_ROWS)
        return np.concatenate(
            [self._matrix[start : start + _BLOCK_ROWS].astype(np.float32) @ query for start in blocks]
        )


def _descending(scores: NDArray[np.float32], nodes: NDArray[np.int32], first: int) -> Iterator[int]:
    """Places by falling score, then by row; all are sorted only when the first few don't suffice."""
    import numpy as np

    if len(scores) > first:
        floor = np.partition(scores, len(scores) - first)[len(scores) - first]
        best = np.flatnonzero(scores > floor)
        yield from best[np.lexsort((nodes[best], -scores[best]))].tolist()
        rest = np.flatnonzero(scores <= floor)
    else:
        rest = np.arange(len(scores))
    yield from rest[np.lexsort((nodes[rest], -scores[rest]))].tolist()


def open_vectors(path: Path) -> VectorIndex:
    """The vectors in a file; the last one stays open for the next search of this process.

    Raises:
        FileNotFoundError: there is none.
        IndexFormatError: it is damaged.
    """
    state = path.stat()
    return _open(path, state.st_ino, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1)
def _open(path: Path, *_state: int) -> VectorIndex:
    return VectorIndex(path)
