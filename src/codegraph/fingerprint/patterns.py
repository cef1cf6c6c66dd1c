"""Targets with wildcards, and which of the graph's external nodes they mean."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from codegraph.model import EXTERNAL_ROOT, SEPARATOR

_BRACES = re.compile(r"\{([^{}]*)\}")


def expand(pattern: str) -> list[str]:
    """A pattern without its braces: ``a::{B,C}::d`` gives ``a::B::d`` and ``a::C::d``.

    Raises:
        ValueError: a brace has no partner, or lies within others.
    """
    found = _BRACES.search(pattern)
    if found is None:
        if "{" in pattern or "}" in pattern:
            raise ValueError(f"{pattern!r} has a brace without a partner")
        return [pattern]
    head, tail = pattern[: found.start()], expand(pattern[found.end() :])
    if "{" in head or "}" in head:
        raise ValueError(f"{pattern!r} has a brace without a partner")
    return [head + word + rest for word in found.group(1).split(",") for rest in tail]


class Externals:
    """The external nodes of a graph.

    Args:
        fqns: FQNs of all nodes, sorted.
    """

    def __init__(self, fqns: Sequence[str]) -> None:
        self._fqns = fqns

    def rows(self, ecosystem: str, targets: Iterable[str]) -> list[int]:
        """Rows of the external nodes that targets mean, sorted."""
        found = {row for target in targets for name in expand(target) for row in self._rows(ecosystem, name)}
        return sorted(found)

    def _rows(self, ecosystem: str, name: str) -> Iterator[int]:
        head = f"{EXTERNAL_ROOT}{SEPARATOR}"
        fqn = name if name.startswith(head) else f"{head}{ecosystem}{SEPARATOR}{name}"
        literal, star, _ = fqn.partition("*")
        at = bisect_left(self._fqns, literal)
        if not star:
            if at < len(self._fqns) and self._fqns[at] == fqn:
                yield at
            return
        regex = re.compile("[^:]*".join(re.escape(part) for part in fqn.split("*")))
        while at < len(self._fqns) and self._fqns[at].startswith(literal):
            if regex.fullmatch(self._fqns[at]):
                yield at
            at += 1
