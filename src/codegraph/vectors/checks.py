"""Checks of arguments that all stores share, so that each refuses the same things."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.vectors.protocol import Matrix, Point, Vector

MAX_NAMESPACE = 48
"""As long as leaves room for a prefix in PostgreSQL's 63 bytes of a name."""
_NAMESPACE = re.compile(r"[a-z0-9][a-z0-9_-]*")
_LENGTH_TOLERANCE = 0.01
"""float16, in which models hand their vectors over, moves a length by a thousandth."""


def check_namespace(namespace: str) -> str:
    """The namespace, if it can be one.

    Raises:
        ValueError: it has other characters than a-z, 0-9, ``_`` and ``-``, or too many.
    """
    if len(namespace) > MAX_NAMESPACE or not _NAMESPACE.fullmatch(namespace):
        raise ValueError(f"a namespace is up to {MAX_NAMESPACE} of a-z, 0-9, _ and -, not {namespace!r}")
    return namespace


def check_points(points: Sequence[Point], matrix: Matrix) -> Matrix:
    """The matrix as float32, if it fits the points.

    Raises:
        ValueError: shapes don't agree, an id is impossible or there twice, or a vector is not of length 1.
    """
    import numpy as np

    vectors = np.ascontiguousarray(matrix, dtype=np.float32)
    if vectors.ndim != 2 or len(vectors) != len(points) or not vectors.shape[1]:
        raise ValueError(f"{len(points)} points need a row each, got vectors of shape {vectors.shape}")
    if len({point.id for point in points}) < len(points):
        raise ValueError("no id may come twice in one call")
    for point in points:
        check_id(point.id)
    lengths = np.linalg.norm(vectors, axis=1)
    if not bool(np.all(np.abs(lengths - 1) < _LENGTH_TOLERANCE)):
        raise ValueError("all vectors must have length 1")
    return vectors


def check_id(text: str) -> str:
    """The id, if it can be one.

    Raises:
        ValueError: it is empty, or has a NUL or half a character, which databases refuse.
    """
    if not text or "\0" in text:
        raise ValueError(f"{text!r} can't be an id")
    text.encode()  # UnicodeEncodeError is a ValueError
    return text


def check_dimensions(namespace: str, there: int, given: int) -> None:
    """See that vectors are as long as those of the namespace (``there`` is 0 for an empty one).

    Raises:
        ValueError: they are not.
    """
    if there and there != given:
        raise ValueError(f"{namespace} has vectors of {there} numbers, not of {given}")


def check_query(vector: Vector, k: int) -> Vector | None:
    """The question's vector as float32, of length 1; None when it is all zeros, which is near to nothing.

    Raises:
        ValueError: it is no vector of finite numbers, or ``k`` is below 1.
    """
    import numpy as np

    query = np.ascontiguousarray(vector, dtype=np.float32)
    if query.ndim != 1 or not len(query) or not bool(np.all(np.isfinite(query))):
        raise ValueError(f"a question is a vector of finite numbers, not of shape {query.shape}")
    if k < 1:
        raise ValueError(f"the number of matches must be at least 1, not {k}")
    length = np.linalg.norm(query.astype(np.float64))
    return (query / length).astype(np.float32) if length else None


def key_of(text: str) -> str:
    """A short ASCII stand-in for an id, for stores that can't take any text as a key: 32 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def batches(count: int, size: int) -> Iterator[slice]:
    """Slices that cut ``count`` things into pieces of ``size``."""
    return (slice(start, min(start + size, count)) for start in range(0, count, size))
