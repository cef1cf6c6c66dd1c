"""Edges that are inferred, many at once: ends and rules as arrays, and the columns that a graph takes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.model import Coded, Confidence, EdgeKind, Lists

if TYPE_CHECKING:
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.view import View


class Edges(NamedTuple):
    """Inferred edges of one kind: their ends as rows, their rules, and where they stand."""

    src: Ints
    dst: Ints
    kind: EdgeKind
    rules: Coded
    sites: Lists


def no_edges(kind: EdgeKind) -> Edges:
    """No edges at all."""
    import numpy as np

    none = np.zeros(0, np.int64)
    return Edges(none, none, kind, Coded(np.zeros(0, np.uint8), []), Lists.of(()))


def behind(*parts: Edges) -> dict[str, Any]:
    """The columns of some edges, one behind the other."""
    import numpy as np

    counts = [len(part.src) for part in parts]
    rules = list(dict.fromkeys(rule for part in parts for rule in part.rules.values))
    codes = [
        np.array([rules.index(rule) for rule in part.rules.values] or [0], np.uint8)[part.rules.codes]
        for part in parts
    ]
    return {
        "src": np.concatenate([part.src for part in parts]),
        "dst": np.concatenate([part.dst for part in parts]),
        "kind": Coded(
            np.repeat(np.arange(len(parts), dtype=np.uint8), counts), [part.kind for part in parts]
        ),
        "confidence": Coded(np.zeros(sum(counts), np.uint8), [Confidence.INFERRED]),
        "rule": Coded(np.concatenate(codes), rules),
        "sites": sites_behind([part.sites for part in parts]),
    }


def own_places(view: View, rows: Ints) -> Lists:
    """The place of each of some nodes, as the sites of what is seen nowhere else."""
    import numpy as np

    lines = np.maximum(np.asarray(view.nodes["line"], np.int64)[rows], 1)
    columns = np.asarray(view.nodes["column"], np.int64)[rows]
    return lists_of(np.full(len(rows), 2), np.stack([lines, columns], 1).ravel())


def lists_of(counts: Ints, values: Ints) -> Lists:
    """A column of lists from how long each is, and from their numbers."""
    import numpy as np

    offsets = np.append([0], np.cumsum(counts)).astype(np.int32)
    return Lists(array("i", offsets.tobytes()), array("i", values.astype(np.int32).tobytes()))


def sites_behind(parts: Sequence[Lists]) -> Lists:
    """Columns of lists, one behind the other."""
    import numpy as np

    counts = [np.diff(np.asarray(part.offsets, np.int64)) for part in parts]
    values = [np.asarray(part.values, np.int64) for part in parts]
    none = np.zeros(0, np.int64)
    return lists_of(np.concatenate([none, *counts]), np.concatenate([none, *values]))


def held(sites: Iterable[list[int]]) -> Lists:
    """A column of lists as arrays."""
    return sites if isinstance(sites, Lists) else Lists.of(sites)
