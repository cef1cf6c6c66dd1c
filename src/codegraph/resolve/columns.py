"""Brings collected edges and unresolved references into columns, sorted and grouped as whole columns by numpy."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.languages.facts import Ref
from codegraph.model import Confidence, EdgeKind, Lists
from codegraph.resolve.edges import NO_SITE, SITE_BITS, Found, Further
from codegraph.resolve.targets import CALLS, EDGE_KINDS, INSTANTIATES
from codegraph.resolve.values import CERTAIN, POSSIBLE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from codegraph.languages.facts import Ints

CONFIDENCES = tuple(Confidence)
CONTAINS = EDGE_KINDS.index(EdgeKind.CONTAINS)
NONE: list[str] = []  # shared: columns are never changed in place
SITE_MASK = (1 << SITE_BITS) - 1
TYPE = int(Ref.TYPE)


def int32(values: Ints | Sequence[int]) -> array[int]:
    """Numbers as an ``array``, which takes the place of a list that is eight times as large."""
    import numpy as np

    return array("i", np.ascontiguousarray(values, np.int32).tobytes())


def pick(words: Sequence[Any], codes: Ints | Sequence[int]) -> list[Any]:
    """The word of each code."""
    return table(words)[codes].tolist()  # type: ignore[no-any-return]


def table(words: Sequence[Any]) -> npt.NDArray[np.object_]:
    """Words, or lists of them, as an array that is asked for many at once."""
    import numpy as np

    return np.fromiter(words, object, len(words))


class Occurrences(NamedTuple):
    """Edges as often as they occur: ends as nodes (or as rows), the rest as codes; ``site`` may be ``NO_SITE``."""

    source: Ints
    target: Ints
    kind: Ints
    confidence: Ints
    rule: Ints
    type_only: Ints
    dynamic: Ints
    site: Ints


class EdgeColumns:
    """The edges of a project as columns.

    Args:
        found: what all references lead to.
        rows: the row of each node; that of the node ``~0`` is the last, that of ``~1`` the one before it.
        parents: the row of each row's parent, -1 for none.

    Attributes:
        counts: references and imports: ``total`` = ``resolved`` + ``external`` + ``unresolved``.
    """

    def __init__(self, found: Found, rows: Ints, parents: Sequence[int]) -> None:
        import numpy as np

        self._rules: dict[str, int] = {}
        self.counts = found.imports.copy()
        parts = [self._of_references(found), self._further(found.further)]
        ends = [(rows[part.source], rows[part.target]) for part in parts]
        above = np.array(parents, np.int64)
        children = np.flatnonzero(above >= 0)
        parts.append(self._contains(len(children)))
        ends.append((above[children], children))
        src, dst = (np.concatenate(side) for side in zip(*ends, strict=True))
        edges = Occurrences(
            src, dst, *(np.concatenate(column) for column in list(zip(*parts, strict=True))[2:])
        )
        del parts, ends
        self._group(edges, len(parents))

    def _of_references(self, found: Found) -> Occurrences:
        """What references lead to; one to itself counts only as a call."""
        import numpy as np

        references = found.references
        use, first = np.array(found.uses, np.int64), np.array(found.first, np.int64)
        count = np.diff(first)[use]
        target, kind, confidence = _columns(found.reached, 3)
        self._count(count, target[first[use[count > 0]]] >= found.definitions)
        number = np.repeat(np.arange(len(use)), count)
        row = np.arange(len(number)) - np.repeat(np.cumsum(count) - count, count) + first[use][number]
        target, kind, confidence = target[row], kind[row], confidence[row]
        rule = self._codes(item[3] for item in found.reached)[row]
        source = references.source[number]
        kept = (source != target) | (kind == CALLS)
        number = number[kept]
        columns = references.columns
        site = columns["line"][number].astype(np.int64) << SITE_BITS | columns["column"][number]
        return Occurrences(
            source[kept],
            target[kept],
            kind[kept],
            confidence[kept],
            rule[kept],
            columns["kind"][number] == TYPE,
            np.zeros(len(number), bool),
            site,
        )

    def _count(self, targets: Ints, external: npt.NDArray[np.bool_]) -> None:
        """Add the references to the imports: how many targets each has, and whether those with any lead outside."""
        counts, outside = self.counts, int(external.sum())
        counts["resolved"] += len(external) - outside
        counts["external"] += outside
        counts["unresolved"] += len(targets) - len(external)
        counts["total"] = sum(counts.values())

    def _further(self, edges: Sequence[Further]) -> Occurrences:
        import numpy as np

        source, target, kind, confidence = _columns(edges, 4)
        return Occurrences(
            source,
            target,
            kind,
            confidence,
            self._codes(edge.rule for edge in edges),
            np.array([edge.type_only for edge in edges], bool),
            np.array([edge.dynamic for edge in edges], bool),
            np.array([edge.site for edge in edges], np.int64),
        )

    def _contains(self, count: int) -> Occurrences:
        import numpy as np

        none, no = np.empty(0, np.int64), np.zeros(count, bool)
        rule = self._codes(["contains"]).repeat(count)
        kind, site = np.full(count, CONTAINS), np.full(count, NO_SITE)
        return Occurrences(none, none, kind, np.full(count, CERTAIN), rule, no, no, site)

    def _codes(self, rules: Iterable[str]) -> Ints:
        """A number for each rule."""
        import numpy as np

        codes = self._rules
        return np.array([codes.setdefault(rule, len(codes)) for rule in rules], np.int64)

    def _group(self, found: Occurrences, count: int) -> None:
        """Make one edge of all with the same ends and kind: the surest of them, the first of equals."""
        import numpy as np

        key = (found.source.astype(np.int64) * len(EDGE_KINDS) + found.kind) * count + found.target
        order = np.lexsort((found.site, key))
        begins = _begins(key[order])
        starts = np.flatnonzero(begins)
        surest = (
            np.minimum.reduceat(found.confidence[order].astype(np.int64) << 32 | order, starts) & 0xFFFFFFFF
        )
        self.src, self.dst, self.kind = found.source[surest], found.target[surest], found.kind[surest]
        self.confidence, self.rule = found.confidence[surest], found.rule[surest]
        self.type_only = np.logical_and.reduceat(found.type_only[order], starts)
        self.dynamic = np.logical_and.reduceat(found.dynamic[order], starts)
        site = found.site[order]
        kept = (site != NO_SITE) & (begins | _begins(site))
        self.sites = np.add.reduceat(kept, starts, dtype=np.int64)  # how many each edge has
        self.places = np.stack((site[kept] >> SITE_BITS, site[kept] & SITE_MASK), axis=1)

    def degrees(self, count: int) -> tuple[array[int], array[int]]:
        """Fan-in and fan-out of each row: edges of calls that are at least inferred."""
        import numpy as np

        calling = ((self.kind == CALLS) | (self.kind == INSTANTIATES)) & (self.confidence < POSSIBLE)
        incoming = np.bincount(self.dst[calling], minlength=count)
        return int32(incoming), int32(np.bincount(self.src[calling], minlength=count))

    def columns(self) -> dict[str, Any]:
        """The columns of ``model.EDGE_COLUMNS``."""
        import numpy as np

        ends = np.concatenate(([0], 2 * np.cumsum(self.sites)))
        return {
            "src": int32(self.src),
            "dst": int32(self.dst),
            "kind": pick(EDGE_KINDS, self.kind),
            "confidence": pick(CONFIDENCES, self.confidence),
            "rule": pick(list(self._rules), self.rule),
            "type_only": self.type_only.tolist(),
            "dynamic": self.dynamic.tolist(),
            "sites": Lists(int32(ends), int32(self.places.ravel())),
        }


def unresolved_columns(found: Found, rows: Ints, fqns: Sequence[str]) -> dict[str, Any]:
    """The columns of ``model.UNRESOLVED_COLUMNS``.

    Args:
        found: what all references lead to.
        rows: as for ``EdgeColumns``.
        fqns: the FQN of each definition.
    """
    import numpy as np

    references = found.references
    use = np.array(found.uses, np.int64)
    missed = np.flatnonzero(np.diff(np.array(found.first, np.int64))[use] == 0)
    numbers = np.zeros(len(found.first), np.int64)
    numbers[list(found.misses)] = np.arange(len(found.misses))
    items = [*found.misses.values(), *(lost.miss for lost in found.lost)]
    lost_module, lost_line, lost_column = _columns([lost[1:] for lost in found.lost], 3)
    item = np.concatenate((numbers[use[missed]], np.arange(len(found.misses), len(items))))
    module = np.concatenate((references.module[missed], lost_module))
    row = rows[np.concatenate((references.source[missed], ~lost_module))]
    line = np.concatenate((references.columns["line"][missed], lost_line))
    column = np.concatenate((references.columns["column"][missed], lost_column))
    kind = np.array([item.kind for item in items], np.int64)[item]
    texts = [item.text for item in items]
    ranks = {text: rank for rank, text in enumerate(sorted(set(texts)))}
    rank = np.array([ranks[text] for text in texts], np.int64)[item]
    order = np.lexsort((rank, kind, column, line, row))
    item = item[order]
    return {
        "src": int32(row[order]),
        "kind": pick(EDGE_KINDS, kind[order]),
        "text": pick(texts, item),
        "path": pick(found.paths, module[order]),
        "line": int32(line[order]),
        "column": int32(column[order]),
        "reason": pick([item.reason for item in items], item),
        "candidates": pick([_fqns(item.candidates, fqns) for item in items], item),
    }


def _fqns(numbers: Sequence[int], fqns: Sequence[str]) -> list[str]:
    return sorted(fqns[number] for number in numbers) if numbers else NONE


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[Ints]:
    """The first columns of rows, which are numbers."""
    import numpy as np

    return [np.array([row[column] for row in rows], np.int64) for column in range(count)]


def _begins(values: Ints) -> npt.NDArray[np.bool_]:
    """Whether each value differs from the one before it."""
    import numpy as np

    return np.concatenate((np.ones(min(len(values), 1), bool), values[1:] != values[:-1]))
