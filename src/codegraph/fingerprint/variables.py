"""Variables, fields and functions by what makes their value, and by the type that they are declared with."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from codegraph.fingerprint.view import CALLS
from codegraph.model import EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.view import View

# The value is a call, or begins with one: store = new Store(), shape = z.object({}).strict(), command = &Command{}
_MADE = re.compile(r"[^=]*=\s*&?(?:(?:await|new)\s+)*[\w$]+(?:\s*\.\s*[\w$]+)*\s*(?:<[^()]*>\s*)?[({]")
# A type stands behind the name: guard: CanActivateFn = ...
_TYPED = re.compile(r"[^=(:]*[?!]?:\s*[\w$]")

Site = tuple[int, int]


class Variables:
    """Answers for one graph.

    Args:
        view: the graph.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._held: dict[int, list[tuple[Site, int]]] = {}
        self._called: dict[int, list[Site]] = {}
        self._named: dict[int, list[Site]] = {}
        self._open: dict[int, list[Site]] | None = None

    def made(self, targets: Collection[int]) -> Iterator[tuple[int, int]]:
        """The variables and fields whose value begins with a call of a target, each with that target's row."""
        signatures = self._view.nodes["signature"]
        for target, owner, site in self._sites(targets, CALLS):
            row = self._at(owner, site) if self._view.holds_variables(owner) else -1
            if row >= 0 and _MADE.match(signatures[row]) and self._is_first(self._calls(owner), row, site):
                yield row, target

    def typed(self, targets: Collection[int]) -> Iterator[tuple[int, int]]:
        """The variables, fields and functions that are declared with a target as their type."""
        signatures = self._view.nodes["signature"]
        for target, owner, site in self._sites(targets, {EdgeKind.REFERENCES}):
            row = self._at(owner, site) if self._view.holds_variables(owner) else owner
            if row >= 0 and _TYPED.match(signatures[row]) and self._is_first(self._types(owner), row, site):
                yield row, target

    def _sites(self, targets: Collection[int], kinds: Collection[str]) -> Iterator[tuple[int, int, Site]]:
        for target, uses in sorted(self._view.uses(targets, kinds).items()):
            for use in uses:
                for site in use.sites:
                    yield target, use.row, site

    def _at(self, owner: int, site: Site) -> int:
        """The variable or field of a module or class in whose definition a place lies, behind its name; else -1."""
        held = self._held.get(owner)
        if held is None:
            view, nodes = self._view, self._view.nodes
            held = self._held[owner] = sorted(
                ((nodes["line"][row], nodes["column"][row]), row)
                for row in view.children(owner)
                if not (view.is_callable(row) or view.is_type(row))
            )
        at = bisect_right(held, (site, len(self._view.fqns))) - 1
        row = held[at][1] if at >= 0 else -1
        return row if row >= 0 and site[0] <= self._view.nodes["end_line"][row] else -1

    def _is_first(self, sites: list[Site], row: int, site: Site) -> bool:
        """Whether a place is the first of some that stands behind a definition's name."""
        nodes = self._view.nodes
        at = bisect_right(sites, (nodes["line"][row], nodes["column"][row]))
        return at < len(sites) and sites[at] == site

    def _calls(self, owner: int) -> list[Site]:
        """All places at which something calls, also where nobody knows what."""
        known = self._called.get(owner)
        if known is None:
            uses = [use for kind in sorted(CALLS) for use in self._view.out(owner, kind)]
            resolved = [site for use in uses for site in use.sites]
            known = self._called[owner] = sorted([*resolved, *self._unresolved().get(owner, ())])
        return known

    def _types(self, owner: int) -> list[Site]:
        """All places at which something names a definition."""
        known = self._named.get(owner)
        if known is None:
            uses = self._view.out(owner, EdgeKind.REFERENCES)
            known = self._named[owner] = sorted(site for use in uses for site in use.sites)
        return known

    def _unresolved(self) -> dict[int, list[Site]]:
        if self._open is None:
            self._open = {}
            table = self._view.unresolved
            rows = zip(table["src"], table["kind"], table["line"], table["column"], strict=True)
            for src, kind, line, column in rows:
                if kind in CALLS:
                    self._open.setdefault(src, []).append((line, column))
        return self._open
