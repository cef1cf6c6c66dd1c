"""Classes that are given to something as type arguments: ``Table<Order>``, ``Use<Clock>()``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from codegraph.fingerprint.view import CALLS, DERIVES
from codegraph.model import EdgeKind
from codegraph.text import SourceOf, read_or_nothing

if TYPE_CHECKING:
    from codegraph.fingerprint.view import Use, View

_FIRST = re.compile(rb"\s*(?:<|\[)\s*([\w$]+(?:(?:\.|::)[\w$]+)*)")
_WHERE = CALLS | DERIVES | {EdgeKind.REFERENCES}


def type_arguments(view: View, targets: Collection[int], source_of: SourceOf) -> Iterator[tuple[int, int]]:
    """Each class of the project that is a target's first type argument on the target's line, with that target.

    Args:
        view: the graph.
        targets: rows of what has type arguments.
        source_of: gives the source of a file; read are those that name a target.
    """

    @lru_cache(maxsize=16)
    def lines(path: str) -> list[bytes]:
        return read_or_nothing(source_of, path).split(b"\n")

    @lru_cache(maxsize=16)
    def in_module(module: int) -> dict[tuple[int, int], list[tuple[str, Use]]]:
        return view.sites(module)

    def sites(row: int) -> dict[tuple[int, int], list[tuple[str, Use]]]:
        return in_module(view.module(row))

    for target, uses in sorted(view.uses(targets, _WHERE).items()):
        name = view.nodes["name"][target].encode()
        for use in uses:
            text = lines(view.nodes["path"][use.row])
            for line, column in use.sites:
                at = text[line - 1][column:] if line <= len(text) else b""
                found = _FIRST.match(at, len(name)) if at.startswith(name) else None
                if found is None:
                    continue
                last = found.end() - len(re.split(rb"\.|::", found[1])[-1])
                for _, named in sites(use.row).get((line, column + last), ()):
                    if view.is_type(named.row):
                        yield named.row, target
