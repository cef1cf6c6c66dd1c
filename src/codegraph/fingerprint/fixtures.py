"""What is given to tests by name, and what runs around them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from codegraph.fingerprint.globs import fits
from codegraph.fingerprint.signatures import parameter_names
from codegraph.fingerprint.testing import FIXTURE, SETUP
from codegraph.model import TYPE_KINDS, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View

NAME, AUTO, NAMED = "fixture", "autouse", "fixture-"
"""Attributes: a fixture's name if it is not the function's, whether all tests have it, beginning of what is named."""


class Fixtures:
    """Answers for one graph.

    Args:
        view: the graph, with tags.
        shared: globs on the files whose fixtures all tests in and below their folder see.
    """

    def __init__(self, view: View, shared: Collection[str]) -> None:
        self._view = view
        self._shared = list(shared)
        self._by_name: dict[str, list[int]] = {}
        self._auto: list[int] = []
        self._setups: dict[int, list[int]] = {}
        self._around: dict[int, list[int]] = {}
        self._given: dict[int, list[int]] = {}
        self._lineages: dict[int, list[int]] = {}
        nodes = view.nodes
        for row, tags in view.tagged:
            if FIXTURE in tags:
                attributes = json.loads(nodes["attributes"][row] or "{}")
                self._by_name.setdefault(attributes.get(NAME) or nodes["name"][row], []).append(row)
                if attributes.get(AUTO) is True:
                    self._auto.append(row)
            if SETUP in tags:
                self._setups.setdefault(nodes["parent"][row], []).append(row)

    @property
    def named(self) -> bool:
        """Whether there is any fixture that may be asked for."""
        return bool(self._by_name)

    def given(self, row: int) -> list[int]:
        """The fixtures that a test or fixture asks for by the names of its parameters, or in another way by name."""
        if not self._by_name:
            return []
        known = self._given.get(row)
        if known is None:
            known = self._given[row] = list(self._find_given(row))
        return known

    def _find_given(self, row: int) -> Iterator[int]:
        names = [] if self._is_type(row) else parameter_names(self._view.nodes["signature"][row])
        for name in dict.fromkeys([*names, *self._named(row)]):
            fixtures = [at for at in self._by_name.get(name, ()) if at != row]
            found = self._nearest(row, fixtures) if fixtures else -1
            if found >= 0:
                yield found

    def _named(self, row: int) -> list[str]:
        """The names of fixtures that a mark on a test, or on a class of tests, has."""
        text = self._view.nodes["attributes"][row]
        if NAMED not in text:
            return []
        return [str(value) for key, value in sorted(json.loads(text).items()) if key.startswith(NAMED)]

    def _is_type(self, row: int) -> bool:
        return self._view.nodes["kind"][row] in TYPE_KINDS

    @property
    def rows(self) -> list[int]:
        """All fixtures and setups, in order."""
        found = {row for rows in self._by_name.values() for row in rows}
        return sorted(found.union(*self._setups.values()))

    def around(self, row: int) -> list[int]:
        """What runs before or after a test: of its class and the classes above, or of its file; and what all have."""
        nodes = self._view.nodes
        owner = row if self._is_type(row) else nodes["parent"][row]
        known = self._around.get(owner)
        if known is None:
            known = self._around[owner] = list(dict.fromkeys(self._find_around(row, owner)))
        return known

    def _find_around(self, row: int, owner: int) -> Iterator[int]:
        if self._is_type(owner):
            for type_ in self._lineage(owner):
                yield from self.given(type_)
                yield from self._setups.get(type_, ())
                yield from self.constructors(type_)
        yield from self._setups.get(self._view.module(row), ())
        yield from (at for at in self._auto if self._sees(row, at))

    def constructors(self, type_: int) -> list[int]:
        """The constructors of a class itself."""
        return self._constructors.get(type_, [])

    @cached_property
    def _constructors(self) -> dict[int, list[int]]:
        """The constructors right within each class."""
        view, found = self._view, dict[int, list[int]]()
        edges = view.edges_of({EdgeKind.CONTAINS})
        src, dst = view.ends("src")[edges], view.ends("dst")[edges]
        kept = view.nodes_of({NodeKind.CONSTRUCTOR})[dst]
        for owner, row in zip(src[kept].tolist(), dst[kept].tolist(), strict=True):
            found.setdefault(owner, []).append(row)
        return found

    def _lineage(self, owner: int) -> list[int]:
        """A class of tests and the classes of tests that it derives from."""
        known = self._lineages.get(owner)
        if known is None:
            known = self._lineages[owner] = [owner]
            seen = {owner}
            for type_ in known:
                fresh = [base for base in self._bases.get(type_, ()) if base not in seen]
                known += fresh
                seen.update(fresh)
        return known

    @cached_property
    def _bases(self) -> dict[int, list[int]]:
        """The classes of tests that classes derive from."""
        view, tests = self._view, self._view.nodes["is_test"]
        found: dict[int, list[int]] = {}
        edges = view.edges_of({EdgeKind.EXTENDS})
        for src, dst in zip(view.ends("src")[edges].tolist(), view.ends("dst")[edges].tolist(), strict=True):
            if tests[dst]:
                found.setdefault(src, []).append(dst)
        return found

    def _nearest(self, row: int, fixtures: list[int]) -> int:
        """Of fixtures of one name that which a test has; the only one there is, wherever that is; else -1."""
        seen = [at for at in fixtures if self._sees(row, at)]
        if not seen:
            return fixtures[0] if len(fixtures) == 1 else -1
        paths = self._view.nodes["path"]
        own = self._view.module(row)
        return max(
            seen,
            key=lambda at: (
                self._view.nodes["level"][self._view.nodes["parent"][at]] == Level.SYMBOL,
                self._view.module(at) == own,
                len(paths[at].rpartition("/")[0]),
                -at,
            ),
        )

    def _sees(self, row: int, fixture: int) -> bool:
        nodes = self._view.nodes
        owner = nodes["parent"][fixture]
        if nodes["kind"][owner] in TYPE_KINDS:
            return owner in self._lineage(nodes["parent"][row])
        if self._view.module(fixture) == self._view.module(row):
            return True
        path: str = nodes["path"][fixture]
        folder = path.rpartition("/")[0]
        return fits(self._shared, path) and (not folder or nodes["path"][row].startswith(f"{folder}/"))
