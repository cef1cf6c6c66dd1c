"""Members that a test calls on something unknown, looked for in the classes that the test names.

``SchemaClass().load(data)`` of a parametrized test calls ``load`` of one of the classes in its decorator. Which one,
no rule of a language tells, but a class that is named and has such a member is exercised by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING

from codegraph.model import EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.joins import Ints
    from codegraph.fingerprint.view import View

MAX_CLASSES = 200
"""So many classes of one test are looked into at most."""
_MAX_LINEAGE = 50
_MEMBER = re.compile(r"(?:\.|->|::)(\w+)$")
_UP = (EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS)


class NamedMembers:
    """Answers for one graph."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._members: dict[int, dict[str, int]] = {}
        self._own: dict[int, dict[str, int]] = {}
        self._lineages: dict[int, list[int]] = {}
        self._bases: dict[int, list[int]] = {}
        for kind in _UP:
            edges = view.edges_of({kind})
            src, dst = view.ends("src")[edges].tolist(), view.ends("dst")[edges].tolist()
            for start, end in zip(src, dst, strict=True):
                self._bases.setdefault(start, []).append(end)

    def called(self, units: Ints) -> dict[int, set[str]]:
        """The names of members that each test calls on something unknown; ``units`` has the test of each node or -1."""
        import numpy as np

        found: dict[int, set[str]] = {}
        unresolved = self._view.unresolved
        tests = units[np.asarray(unresolved["src"], np.int64)] if len(unresolved["src"]) else units[:0]
        kinds, texts, names = unresolved["kind"], unresolved["text"], dict[str, str]()
        inside = np.flatnonzero(tests >= 0)
        for at, test in zip(inside.tolist(), tests[inside].tolist(), strict=True):
            if kinds[at] != EdgeKind.CALLS:
                continue
            if (name := names.get(text := texts[at])) is None:
                match = _MEMBER.search(text)
                name = names[text] = match[1] if match is not None else ""
            if name:
                found.setdefault(test, set()).add(name)
        return found

    def find(self, classes: Iterable[int], names: Set[str]) -> Iterator[int]:
        """The members of some names that classes have, their own ones before those of what they derive from."""
        for one in sorted(classes)[:MAX_CLASSES]:
            members = self._all_members(one)
            yield from (members[name] for name in names & members.keys())

    def _all_members(self, one: int) -> dict[str, int]:
        """The members of a class, inherited ones too, by name."""
        known = self._members.get(one)
        if known is None:
            known = self._members[one] = {}
            for owner in reversed(self._lineage(one)):
                known.update(self._own_members(owner))
        return known

    def _own_members(self, owner: int) -> dict[str, int]:
        if owner not in self._own:
            names = self._view.nodes["name"]
            self._own[owner] = {names[row]: row for row in self._view.children(owner)}
        return self._own[owner]

    def _lineage(self, one: int) -> list[int]:
        if one not in self._lineages:
            found = dict.fromkeys([one])
            queue = [one]
            for current in queue:
                for base in self._bases.get(current, ()):
                    if base not in found and len(found) < _MAX_LINEAGE:
                        found[base] = None
                        queue.append(base)
            self._lineages[one] = queue
        return self._lineages[one]
