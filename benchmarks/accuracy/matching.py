"""Holds found edges against wanted ones: counts, ratios, and the mistakes by sort."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from benchmarks.accuracy.places import Place

if TYPE_CHECKING:
    from benchmarks.accuracy.found import FoundEdge
    from benchmarks.accuracy.gold import GoldEdge

Pair = tuple[Place, Place]


class Figures(NamedTuple):
    """Counts of one kind: found edges that are right or wrong, gold edges that were found, and all of them."""

    right: int
    wrong: int
    found: int
    gold: int
    unjudged: int = 0

    @property
    def precision(self) -> float | None:
        """Right ones among those found; None when nothing was found."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        """Found ones among those required; None when nothing is."""
        return self.found / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None without both."""
        precision, recall = self.precision, self.recall
        if precision is None or recall is None:
            return None
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


class Mistake(NamedTuple):
    """A wrong or a missing edge: what sort it is of, and where."""

    sort: str
    source: Place
    line: int
    target: Place
    rule: str = ""


class Verdict(NamedTuple):
    """The figures of one kind of edge and its mistakes; (found, gold) by shape of the reference."""

    figures: Figures
    wrong: list[Mistake]
    missing: list[Mistake]
    shapes: dict[str, tuple[int, int]]


class Wanted(msgspec.Struct):
    """A gold edge with everything that satisfies it, put together from all its sites."""

    line: int
    optional: bool
    pairs: set[Pair]
    shapes: set[str]


class Wanting:
    """The gold edges of one kind: one for each source and target, however many sites."""

    def __init__(self) -> None:
        self.edges: dict[Pair, Wanted] = {}

    def add(self, sources: Iterable[Place], targets: Iterable[Place], edge: GoldEdge) -> None:
        """Want an edge from one of ``sources`` to one of ``targets``; the first of each is what it is called."""
        pairs = [(source, target) for source in sources for target in targets]
        one = self.edges.setdefault(pairs[0], Wanted(edge.src_line, True, set(), set()))
        one.pairs.update(pairs)
        one.optional &= edge.opt
        one.shapes.add(edge.shape or edge.sub or edge.kind)

    def accepted(self) -> dict[Pair, set[Pair]]:
        """For each pair that is right: the wanted edges that it satisfies."""
        accepted: dict[Pair, set[Pair]] = defaultdict(set)
        for key, one in self.edges.items():
            for pair in one.pairs:
                accepted[pair].add(key)
        return dict(accepted)


def match(
    wanting: Wanting,
    candidates: Mapping[Pair, FoundEdge],
    sort: Callable[[Pair, FoundEdge], str],
    unjudged: Callable[[Pair, FoundEdge], bool] = lambda pair, edge: False,  # noqa: ARG005
) -> Verdict:
    """Judge candidates. ``sort`` names the class of a wrong one, ``unjudged`` says which count in neither way."""
    accepted = wanting.accepted()
    right, passed = 0, 0
    satisfied: set[Pair] = set()
    wrong = []
    for pair, edge in candidates.items():
        if pair in accepted:
            right += 1
            satisfied |= accepted[pair]
        elif unjudged(pair, edge):
            passed += 1
        else:
            wrong.append(Mistake(sort(pair, edge), pair[0], edge.src_line, pair[1], edge.rule))
    required = {key: one for key, one in wanting.edges.items() if not one.optional}
    missing = [
        Mistake(" + ".join(sorted(one.shapes)), key[0], one.line, key[1])
        for key, one in required.items()
        if key not in satisfied
    ]
    shapes: dict[str, tuple[int, int]] = {}
    for key, one in required.items():
        for shape in one.shapes:
            hits, total = shapes.get(shape, (0, 0))
            shapes[shape] = (hits + (key in satisfied), total + 1)
    figures = Figures(right, len(wrong), len(required) - len(missing), len(required), passed)
    return Verdict(figures, wrong, missing, dict(sorted(shapes.items())))
