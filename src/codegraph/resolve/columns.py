"""Brings collected edges and unresolved references into columns, sorted and grouped as whole columns by numpy."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.languages.facts import Ref
from codegraph.model import Coded, Confidence, EdgeKind, Lists, narrow
from codegraph.resolve.edges import FURTHER, NO_SITE, SITE_BITS, Found
from codegraph.resolve.targets import CALLS, EDGE_KINDS, EXTENDS, INSTANTIATES
from codegraph.resolve.values import CERTAIN, POSSIBLE

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    from codegraph.languages.facts import Ints

    Bools: TypeAlias = npt.NDArray[np.bool_]

CONFIDENCES = tuple(Confidence)
OUTCOMES = (*(str(confidence) for confidence in CONFIDENCES), "external", "unresolved")
"""What becomes of a reference: it leads to a node of the project, surely or less so, out of it, or nowhere."""
OUTSIDE, UNRESOLVED = OUTCOMES.index("external"), OUTCOMES.index("unresolved")
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
    """Edges as often as they occur: ends as rows, how as ``Found.manners``; ``site`` may be ``NO_SITE``."""

    src: Ints
    dst: Ints
    manner: Ints
    type_only: Bools
    dynamic: Bools
    site: Ints


class EdgeColumns:
    """The edges of a project as columns.

    Args:
        found: what all references lead to.
        rows: the row of each node; that of the node ``~0`` is the last, that of ``~1`` the one before it.
        parents: the row of each row's parent, -1 for none.

    Attributes:
        accuracy: of each language how many references and imports have one of the ``OUTCOMES``, and the ``total``.
    """

    def __init__(self, found: Found, rows: Ints, parents: Sequence[int]) -> None:
        import numpy as np

        contains = found.manner(CONTAINS, CERTAIN, "contains")
        kinds, confidences, rules = zip(*found.manners, strict=True)
        self._kinds, self._confidences = np.array(kinds, np.int8), np.array(confidences, np.int8)
        self._rules = rules
        parts = [
            self._of_references(found, rows),
            _further(found.further, rows),
            _contains(parents, contains),
        ]
        edges = Occurrences(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        del parts
        self._group(edges, len(parents))

    def _of_references(self, found: Found, rows: Ints) -> Occurrences:
        """What references lead to; one to itself counts only as a call. What has no node has no bases."""
        import numpy as np

        references, columns = found.references, found.references.columns
        use, first = np.array(found.uses), np.array(found.first)
        target, manner = np.array(found.targets), np.array(found.target_manners)
        count = np.diff(first)[use]
        self.accuracy = _accuracy(found, self._outcomes(found, target, manner, first)[use])
        number = np.repeat(np.arange(len(use), dtype=np.int32), count)
        row = np.arange(len(number)) - np.repeat(np.cumsum(count) - count, count) + first[use[number]]
        target, manner = target[row], manner[row]
        calls = np.array([kind in (CALLS, INSTANTIATES) for kind, _, _ in found.manners], bool)
        bases = (columns["kind"] >= EXTENDS) & references.nameless
        kept = np.flatnonzero(((references.source[number] != target) | calls[manner]) & ~bases[number])
        number = number[kept]
        return Occurrences(
            rows[references.source[number]],
            rows[target[kept]],
            manner[kept],
            columns["kind"][number] == TYPE,
            np.zeros(len(number), bool),
            columns["line"][number].astype(np.int64) << SITE_BITS | columns["column"][number],
        )

    def _outcomes(self, found: Found, target: Ints, manner: Ints, first: Ints) -> Ints:
        """What becomes of each use, as places in ``OUTCOMES``: its first target tells where to, its surest how sure."""
        import numpy as np

        outcomes = np.full(len(first) - 1, UNRESOLVED, np.int64)
        hit = np.flatnonzero(np.diff(first))
        if len(hit):
            outcomes[hit] = np.minimum.reduceat(self._confidences[manner], first[hit])
            outcomes[hit[target[first[hit]] >= found.definitions]] = OUTSIDE
        return outcomes

    def _group(self, edges: Occurrences, count: int) -> None:
        """Make one edge of all with the same ends and kind: the surest of them, the first of equals."""
        import numpy as np

        kind, confidence = self._kinds[edges.manner], self._confidences[edges.manner]
        key = (edges.src.astype(np.int64) * len(EDGE_KINDS) + kind) * count + edges.dst
        order = np.lexsort((edges.site, key))
        begins = _begins(key[order])
        starts = np.flatnonzero(begins)
        sureness = confidence[order].astype(np.int64) << 32 | order  # the first one where that is equal
        surest = np.minimum.reduceat(sureness, starts) & 0xFFFFFFFF
        self.src, self.dst, self.manner = edges.src[surest], edges.dst[surest], edges.manner[surest]
        self.type_only = np.logical_and.reduceat(edges.type_only[order], starts)
        self.dynamic = np.logical_and.reduceat(edges.dynamic[order], starts)
        site = edges.site[order]
        kept = (site != NO_SITE) & (begins | _begins(site))
        self.sites = np.add.reduceat(kept, starts, dtype=np.int32)  # how many each edge has
        site = site[kept]
        self.places = np.stack(
            ((site >> SITE_BITS).astype(np.int32), (site & SITE_MASK).astype(np.int32)), axis=1
        )

    def degrees(self, count: int) -> tuple[array[int], array[int]]:
        """Fan-in and fan-out of each row: edges of calls that are at least inferred."""
        import numpy as np

        calls = (self._kinds == CALLS) | (self._kinds == INSTANTIATES)
        calling = (calls & (self._confidences < POSSIBLE))[self.manner]
        incoming = np.bincount(self.dst[calling], minlength=count)
        return int32(incoming), int32(np.bincount(self.src[calling], minlength=count))

    def columns(self) -> dict[str, Any]:
        """The columns of ``model.EDGE_COLUMNS``."""
        import numpy as np

        ends = np.concatenate(([0], 2 * np.cumsum(self.sites)))
        return {
            "src": int32(self.src),
            "dst": int32(self.dst),
            "kind": Coded(self._kinds[self.manner].astype(np.uint8), EDGE_KINDS),
            "confidence": Coded(self._confidences[self.manner].astype(np.uint8), CONFIDENCES),
            "rule": _coded(self._rules, self.manner),
            "type_only": Coded(self.type_only.astype(np.uint8), (False, True)),
            "dynamic": Coded(self.dynamic.astype(np.uint8), (False, True)),
            "sites": Lists(int32(ends), int32(self.places.ravel())),
        }


def _coded(words: Sequence[Any], codes: Ints) -> Coded:
    """The word of each code, where words may come twice."""
    import numpy as np

    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    number_of = np.array([numbers[word] for word in words] or [0])
    return Coded(narrow(number_of, len(numbers))[codes], list(numbers))


def _accuracy(found: Found, outcomes: Ints) -> dict[str, dict[str, int]]:
    """How many references and imports of each language have each of the ``OUTCOMES``."""
    import numpy as np

    names = sorted(set(found.languages))
    codes = {name: code for code, name in enumerate(names)}
    language = np.array([codes[name] for name in found.languages], np.int64)[found.references.module]
    sums = np.bincount(language * len(OUTCOMES) + outcomes, minlength=len(names) * len(OUTCOMES))
    imports: Counter[tuple[str, str]] = Counter()
    for (module, outcome), number in found.imports.items():
        imports[found.languages[module], outcome] += number
    tallies = {}
    for name, row in zip(names, sums.reshape(len(names), len(OUTCOMES)).tolist(), strict=True):
        tally = {
            outcome: number + imports[name, outcome] for outcome, number in zip(OUTCOMES, row, strict=True)
        }
        tallies[name] = {"total": sum(tally.values()), **tally}
    return tallies


def _further(edges: Sequence[int], rows: Ints) -> Occurrences:
    import numpy as np

    source, target, manner, type_only, dynamic, site = np.array(edges, np.int64).reshape(-1, FURTHER).T
    return Occurrences(rows[source], rows[target], manner, type_only > 0, dynamic > 0, site)


def _contains(parents: Sequence[int], manner: int) -> Occurrences:
    """An edge from each parent to each of its children."""
    import numpy as np

    src = np.array(parents, np.int32)
    dst = np.flatnonzero(src >= 0).astype(np.int32)
    no = np.zeros(len(dst), bool)
    return Occurrences(src[dst], dst, np.full(len(dst), manner), no, no, np.full(len(dst), NO_SITE))


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
    lost_module, lost_line, lost_column = (
        np.array([lost[column] for lost in found.lost], np.int64) for column in (1, 2, 3)
    )
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


def _begins(values: Ints) -> Bools:
    """Whether each value differs from the one before it."""
    import numpy as np

    return np.concatenate((np.ones(min(len(values), 1), bool), values[1:] != values[:-1]))
