"""Which endpoint answers a request: by its method and path, the most specific one first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from codegraph.fingerprint.addresses import HOLE, REST, Address, pattern_of
from codegraph.model import Confidence

MAX_ALIKE = 4
"""So many endpoints may answer one request; where more of them could, none is likelier than the others."""
ANY_METHOD = frozenset({"", "ANY", "ALL", "*"})
LITERAL, MIXED, PARAMETER, MANY, GUESS = range(5)
"""How a segment of a request meets one of a route, the most specific first."""


class Answer(NamedTuple):
    """One endpoint as requests find it.

    Args:
        fqn: of its node.
        method: "" where it is not known.
        segments: of its path, in lower case; or of the end of it.
        whole: whether nothing stands before these segments.
        path: of its file.
        package: FQN of its package.
        line: where it is declared.
        is_test: whether that is in a test.
    """

    fqn: str
    method: str
    segments: tuple[str, ...]
    whole: bool
    path: str
    package: str
    line: int
    is_test: bool


class Asker(NamedTuple):
    """Who sends a request: the file, its package, the first and last line of the function, whether it is a test."""

    path: str
    package: str
    first: int
    last: int
    is_test: bool


class Found(NamedTuple):
    """An endpoint that answers a request, and how sure that is."""

    fqn: str
    confidence: str


def answers(nodes: Iterable[dict[str, Any]], package_of: dict[str, str]) -> Iterator[Answer]:
    """The endpoints that have a path or the end of one.

    Args:
        nodes: rows of endpoint nodes.
        package_of: FQN of the package by the path of a file.
    """
    for node in nodes:
        attributes = json.loads(node["attributes"])
        path, end = attributes["path"], attributes.get("path_end", "")
        for segments in pattern_of(path or end) if path or end else ():
            yield Answer(
                node["fqn"],
                attributes["method"],
                tuple(part.lower() for part in segments),
                bool(path),
                node["path"],
                package_of.get(node["path"], ""),
                node["line"],
                bool(node["is_test"]),
            )


class _Shelf:
    """Endpoints by the segments that stand at some places of their paths.

    Args:
        places: numbers of segments that all of them have, or -1 for the last one.
    """

    def __init__(self, places: Sequence[int]) -> None:
        self._all: list[Answer] = []
        self._literal: dict[int, dict[str, list[Answer]]] = {place: {} for place in places}
        self._open: dict[int, list[Answer]] = {place: [] for place in places}

    def add(self, item: Answer) -> None:
        """Put an endpoint where it is found."""
        self._all.append(item)
        for place, literal in self._literal.items():
            segment = item.segments[place] if item.segments else REST
            is_open = HOLE in segment or segment == REST
            (self._open[place] if is_open else literal.setdefault(segment, [])).append(item)

    def likely(self, segments: Sequence[str], *, guess: bool = False) -> list[Answer]:
        """Endpoints that may fit some segments: all that do, and few others.

        Args:
            segments: what is asked for.
            guess: whether a hole in it may be a literal segment; then it has to have a literal one, too.
        """
        if not self._literal or not segments:
            return self._all
        shelves = [
            (literal.get(segments[place], ()), self._open[place])
            for place, literal in self._literal.items()
            if not (guess and HOLE in segments[place])
        ]
        literals, others = min(shelves, key=lambda shelf: len(shelf[0]) + len(shelf[1]), default=((), ()))
        return [*literals, *others]


Ranked = list[tuple[tuple[int, ...], Answer]]


class Matcher:
    """The endpoints of a graph."""

    def __init__(self, endpoints: Iterable[Answer]) -> None:
        self._fixed: dict[int, _Shelf] = {}
        self._rest: list[Answer] = []
        self._whole, self._ends = _Shelf([-1]), _Shelf([-1])
        self._known: dict[tuple[str, str, tuple[str, ...], bool], Ranked] = {}
        for item in sorted(set(endpoints)):
            if not item.whole:
                self._ends.add(item)
            elif REST in item.segments:
                self._rest.append(item)
            else:
                count = len(item.segments)
                self._fixed.setdefault(count, _Shelf(range(count))).add(item)
                self._whole.add(item)

    def find(self, method: str, address: Address, asker: Asker) -> list[Found]:
        """The endpoints that answer a request, sorted; none where it is not clear which.

        Args:
            method: in upper case, "" where it is not known.
            address: where the request goes.
            asker: who sends it.
        """
        segments = tuple(part.lower() for part in address.segments)
        if not address.says_something:
            return []
        whole = (*segments[:-1], segments[-1] + HOLE) if address.open_tail else segments
        exact = self._exact(method, whole, asker)
        if not exact and address.open_tail:
            exact = [
                found._replace(confidence=Confidence.POSSIBLE)
                for found in self._exact(method, segments, asker)
            ]
        if exact:
            return exact
        ends = self._by_end(method, segments, asker, open_head=address.open_head)
        return ends or self._guessed(method, segments, asker)

    def _exact(self, method: str, segments: tuple[str, ...], asker: Asker) -> list[Found]:
        """The whole path fits."""

        def found() -> Ranked:
            shelf = self._fixed.get(len(segments))
            candidates = [*(shelf.likely(segments) if shelf is not None else ()), *self._rest]
            return _ranked(candidates, method, segments, is_test=asker.is_test)

        ranked = self._once("whole", method, segments, asker, found)
        return _chosen(ranked, asker, Confidence.INFERRED)

    def _once(
        self, how: str, method: str, segments: tuple[str, ...], asker: Asker, find: Callable[[], Ranked]
    ) -> Ranked:
        """What is found for a request; the same is asked for at many places."""
        key = (how, method, segments, asker.is_test)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = find()
        return known

    def _by_end(
        self, method: str, segments: tuple[str, ...], asker: Asker, *, open_head: bool
    ) -> list[Found]:
        """What stands before the request's path, or before the route's, is not known; one endpoint fits."""

        def found() -> Ranked:
            is_test, size = asker.is_test, len(segments)
            fitting: Ranked = []
            for item in self._ends.likely(segments):
                if len(item.segments) <= size:
                    tail = segments[size - len(item.segments) :]
                    fitting += _ranked([item], method, tail, is_test=is_test)
            for item in self._whole.likely(segments) if open_head else ():
                if len(item.segments) > size:
                    short = item._replace(segments=item.segments[len(item.segments) - size :])
                    ranks = _ranked([short], method, segments, is_test=is_test)
                    fitting += [(rank, item) for rank, _ in ranks]
            return fitting

        ranked = self._once("open head" if open_head else "end", method, segments, asker, found)
        best = min((rank for rank, _ in ranked), default=None)
        names = {item.fqn: item for rank, item in ranked if rank == best and item.segments}
        same = {(item.method, item.segments) for item in names.values()}
        if len(same) != 1:
            return []
        return _chosen([((), item) for item in names.values()], asker, Confidence.POSSIBLE)

    def _guessed(self, method: str, segments: tuple[str, ...], asker: Asker) -> list[Found]:
        """What is computed in the request may be a literal segment of the route: all that it may be."""

        def found() -> Ranked:
            shelf = self._fixed.get(len(segments))
            return [
                (rank, item)
                for item in (shelf.likely(segments, guess=True) if shelf is not None else ())
                if (asker.is_test or not item.is_test)
                and item.method == method
                and (rank := rank_of(segments, item.segments, guess=True)) is not None
                and LITERAL in rank
            ]

        names = sorted({item.fqn for _, item in self._once("guess", method, segments, asker, found)})
        return [Found(name, Confidence.POSSIBLE) for name in names] if len(names) <= MAX_ALIKE else []


def _ranked(candidates: Iterable[Answer], method: str, segments: tuple[str, ...], *, is_test: bool) -> Ranked:
    """Those of some endpoints that answer a request, each with how well; those of tests only to tests."""
    found = []
    for item in candidates:
        if item.is_test and not is_test:
            continue
        rank = rank_of(segments, item.segments) if _answers_to(item, method) else None
        if rank is not None and (LITERAL in rank or MIXED in rank or not segments):
            found.append((rank, item))
    return found


def _answers_to(item: Answer, method: str) -> bool:
    return (
        not method
        or item.method == method
        or item.method in ANY_METHOD
        or (method == "HEAD" and item.method == "GET")
    )


def _chosen(ranked: Sequence[tuple[tuple[int, ...], Answer]], asker: Asker, confidence: str) -> list[Found]:
    """The most specific ones; of several that are alike, those nearest to who asks."""
    best = min((rank for rank, _ in ranked), default=None)
    alike = [item for rank, item in ranked if rank == best]
    named = [item for item in alike if item.method not in ANY_METHOD]
    alike = named or alike
    nearest = min((_distance(item, asker) for item in alike), default=0)
    names = sorted({item.fqn for item in alike if _distance(item, asker) == nearest})
    if len(names) > MAX_ALIKE:
        return []
    return [Found(name, confidence if len(names) == 1 else Confidence.POSSIBLE) for name in names]


def _distance(item: Answer, asker: Asker) -> int:
    """0 in the same function, 1 in the same file, 2 in the same package, 3 elsewhere, 4 in tests of others."""
    if item.path == asker.path:
        return 0 if asker.first <= item.line <= asker.last else 1
    if item.is_test:
        return 4
    return 2 if item.package == asker.package else 3


def rank_of(
    asked: tuple[str, ...], answered: tuple[str, ...], *, guess: bool = False
) -> tuple[int, ...] | None:
    """How each segment of a request meets a route's, the most specific in front; None where they do not.

    >>> rank_of(("users", "7"), ("users", HOLE))
    (0, 2)

    Args:
        asked: the request's segments, ``HOLE`` for what is not known.
        answered: the route's.
        guess: whether what is not known may be a literal segment.
    """
    found: list[int] = []
    for at, wanted in enumerate(answered):
        if wanted == REST and at == len(answered) - 1:
            return (*found, MANY)
        if at >= len(asked):
            return None
        met = MANY if wanted == REST else _met(asked[at], wanted, guess=guess)
        if met is None:
            return None
        found.append(met)
    return tuple(found) if len(asked) == len(answered) else None


def _met(asked: str, wanted: str, *, guess: bool) -> int | None:
    if wanted == HOLE:
        return PARAMETER
    if asked == wanted:
        return LITERAL if HOLE not in wanted else MIXED
    if asked == HOLE:
        return GUESS if guess or HOLE in wanted else None
    if HOLE in wanted:
        return MIXED if _fits(asked, wanted) else None
    return GUESS if guess and HOLE in asked and _fits(wanted, asked) else None


def _fits(text: str, pattern: str) -> bool:
    """Whether a segment is one of those that a pattern with holes stands for; a hole has a character at least."""
    first, *middle, last = pattern.split(HOLE)
    at, end = len(first), len(text) - len(last)
    if not (text.startswith(first) and text.endswith(last)):
        return False
    for part in middle:
        found = text.find(part, at + 1, end)
        if found < 0:
            return False
        at = found + len(part)
    return at < end
