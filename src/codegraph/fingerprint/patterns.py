"""Targets with wildcards, and which of the graph's external nodes they mean."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from codegraph.model import EXTERNAL_ROOT, SEPARATOR

_HEAD = EXTERNAL_ROOT + SEPARATOR
_AFTER = f"{SEPARATOR[:-1]}{chr(ord(SEPARATOR[-1]) + 1)}"
"""Comes right behind all names that go on with a separator."""
_BRACES = re.compile(r"\{([^{}]*)\}")


def expand(pattern: str) -> list[str]:
    """A pattern without its braces: ``a::{B,C}::d`` gives ``a::B::d`` and ``a::C::d``.

    Raises:
        ValueError: a brace has no partner, or lies within others.
    """
    found = _BRACES.search(pattern) if "{" in pattern else None
    if found is None:
        if "{" in pattern or "}" in pattern:
            raise ValueError(f"{pattern!r} has a brace without a partner")
        return [pattern]
    head, tail = pattern[: found.start()], expand(pattern[found.end() :])
    if "{" in head or "}" in head:
        raise ValueError(f"{pattern!r} has a brace without a partner")
    return [head + word + rest for word in found.group(1).split(",") for rest in tail]


def words_of(ecosystem: str, targets: Iterable[str]) -> Iterator[str]:
    """The FQNs that targets stand for, stars left in them."""
    for target in targets:
        for name in expand(target):
            yield name if name.startswith(_HEAD) else f"{_HEAD}{ecosystem}{SEPARATOR}{name}"


def starred(word: str) -> str:
    """A regular expression for a name with stars, each of which stays within a segment."""
    return "[^:]*".join(map(re.escape, word.split("*")))


@lru_cache(maxsize=1024)
def _regex(word: str, tail: str) -> re.Pattern[str]:
    return re.compile(starred(word) + tail)


class Names:
    """FQNs in order, found by targets.

    Args:
        fqns: sorted.
    """

    def __init__(self, fqns: Sequence[str]) -> None:
        self._fqns = fqns
        self._places = {fqn: at for at, fqn in enumerate(fqns)}
        self._ecosystems: set[str] = set()
        at = 0
        while at < len(fqns):  # from the first of one ecosystem to the first of the next one
            head, _, rest = fqns[at].partition(SEPARATOR)
            ecosystem = rest.partition(SEPARATOR)[0]
            self._ecosystems.add(ecosystem)
            at = bisect_left(fqns, f"{head}{SEPARATOR}{ecosystem}{_AFTER}", at + 1)

    def equal(self, ecosystem: str, targets: Iterable[str]) -> set[int]:
        """The places of those that targets mean."""
        return {place for word in self._words(ecosystem, targets) for place in self._matching(word)}

    def within(self, ecosystem: str, targets: Iterable[str]) -> set[int]:
        """The places of those that targets mean, and of all within these."""
        found: set[int] = set()
        for word in self._words(ecosystem, targets):
            found.update(self._matching(word, f"(?:{SEPARATOR}.*)?"))
            if "*" in word:
                continue
            first = bisect_left(self._fqns, word + SEPARATOR)
            found.update(range(first, bisect_left(self._fqns, word + _AFTER, first)))
        return found

    def _words(self, ecosystem: str, targets: Iterable[str]) -> Iterable[str]:
        """The words of targets, without those of an ecosystem that there is nothing of."""
        if ecosystem not in self._ecosystems:
            targets = [target for target in targets if _HEAD in target]
        return words_of(ecosystem, targets) if targets else ()

    def _matching(self, word: str, tail: str = "") -> Iterator[int]:
        """The places of those that a word fits, with what a pattern says may come behind stars."""
        literal, star, _ = word.partition("*")
        if not star:
            at = self._places.get(word, -1)
            if at >= 0:
                yield at
            return
        at = bisect_left(self._fqns, literal)
        while at < len(self._fqns) and self._fqns[at].startswith(literal):
            if _regex(word, tail).fullmatch(self._fqns[at]):
                yield at
            at += 1


class Externals:
    """The external nodes of a graph.

    Args:
        fqns: FQNs of all nodes, sorted.
    """

    def __init__(self, fqns: Sequence[str]) -> None:
        self._first = bisect_left(fqns, _HEAD)
        self._names = Names(fqns[self._first : bisect_left(fqns, EXTERNAL_ROOT + _AFTER)])

    def rows(self, ecosystem: str, targets: Iterable[str]) -> list[int]:
        """Rows of the external nodes that targets mean, sorted."""
        return sorted(self._first + place for place in self._names.equal(ecosystem, targets))
