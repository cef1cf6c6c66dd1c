"""Composes the prefixes of routes: what stands before a router's paths, and before those of a class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from codegraph.fingerprint.arguments import find, literal
from codegraph.fingerprint.literals import Value
from codegraph.fingerprint.view import CALLS
from codegraph.model import SEPARATOR

if TYPE_CHECKING:
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.schema import Argument, Framework, IncludePrefix
    from codegraph.fingerprint.sites import Site, Sites
    from codegraph.fingerprint.view import View

MAX_PREFIXES = 32  # of one router: taken in many times by routers that are themselves taken in many times

Prefix = tuple[str | None, ...]
"""The parts of a prefix from the outside in; None is a part that is not known."""


class Called(Protocol):
    """A call as the resolver gives it: who calls what, through which variable, and where it stands."""

    @property
    def node(self) -> int: ...
    @property
    def target(self) -> str: ...
    @property
    def receiver(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class _Included(NamedTuple):
    """One taking in of a router: through which other one, and what it sets before (None: nothing given)."""

    owner: str
    owner_class: str
    prefix: Prefix | None
    replaces: bool


class Routers:
    """The routers of one framework: variables that a call has made, known by FQN.

    A router that was made in another way than by a plain assignment has an unknown prefix; one that is taken in
    where it can't be seen (in a loop, by a function) counts as not taken in.
    """

    def __init__(
        self, view: View, externals: Externals, sites: Sites, framework: Framework, calls: Iterable[Called]
    ) -> None:
        self._view = view
        self._sites = sites
        self._classes: set[str] = set()
        self._own: dict[str, Prefix] = {}
        self._included: dict[str, list[_Included]] = {}
        for router in framework.prefix.router:
            rows = externals.rows(framework.ecosystem, router.call)
            self._classes.update(view.fqns[row] for row in rows)
            self._constructed(rows, router.path)
        includes: dict[str, IncludePrefix] = {
            view.fqns[row]: include
            for include in framework.prefix.include
            for row in externals.rows(framework.ecosystem, include.call)
        }
        for call in calls:
            if call.target in includes:
                self._include(call, includes[call.target])

    def _constructed(self, rows: Sequence[int], path: Argument) -> None:
        uses = self._view.uses(rows, CALLS)
        for row in rows:
            for use in uses.get(row, ()):
                for line, column in use.sites:
                    site = self._sites.at(self._view.nodes["path"][use.row], line, column)
                    if site is None or not site.bound_to:
                        continue
                    key = f"{self._view.fqns[use.row]}{SEPARATOR}{site.bound_to}"
                    found = (_known(literal(site.arguments, path)),)
                    # Made anew under the same name: which one a route belongs to is not known.
                    self._own[key] = found if self._own.get(key, found) == found else (None,)

    def _include(self, call: Called, include: IncludePrefix) -> None:
        site = self._sites.at(self._view.nodes["path"][call.node], call.line, call.column)
        if site is None:
            return
        taken = find(site.arguments, include.router)
        key = self.variable(call.node, site, taken) if isinstance(taken, Value) else ""
        if not key:
            return
        given = find(site.arguments, include.path)
        prefix = None if given is None else (_known(given.value if isinstance(given, Value) else given),)
        owner_class = call.target.rpartition(SEPARATOR)[0]
        self._included.setdefault(key, []).append(
            _Included(call.receiver, owner_class, prefix, include.replaces)
        )

    def variable(self, row: int, site: Site, value: Value) -> str:
        """The FQN of the definition or local variable that an argument names, "" if it is no name that is known."""
        named = site.name(value)
        if named is None:
            return ""
        name, line, column = named
        found = self._view.named_at(row, line, column)
        if found >= 0:
            return str(self._view.fqns[found])
        if "." in name:
            return ""
        scopes = [f"{scope}{SEPARATOR}{name}" for scope in self._view.scopes(row)]
        return next((key for key in scopes if key in self._own), scopes[0])

    def prefixes(self, receiver: str, target: str) -> list[Prefix]:
        """What stands before the paths of routes that are declared through a variable.

        Args:
            receiver: FQN of the variable, "" if it is none.
            target: FQN of the member that declares the route.
        """
        return self._prefixes(receiver, target.rpartition(SEPARATOR)[0], frozenset())

    def _prefixes(self, key: str, class_: str, above: frozenset[str]) -> list[Prefix]:
        own = self._own.get(key, (None,) if class_ in self._classes else ())
        found: list[Prefix] = []
        for included in self._included.get(key, ()):
            if included.owner in above or included.owner == key:
                continue  # in a circle
            outer = self._prefixes(included.owner, included.owner_class, above | {key})
            replaced = included.replaces and included.prefix is not None
            inner = (*(included.prefix or ()), *(() if replaced else own))
            found += [(*prefix, *inner) for prefix in outer]
        return sorted(set(found), key=str)[:MAX_PREFIXES] if found else [own]


def join(parts: Iterable[str], *, trailing_slash: bool) -> str:
    """One path from its parts, with exactly one slash where two of them meet; an empty part changes nothing."""
    path = ""
    for part in parts:
        if part:
            path = f"{path.rstrip('/')}/{part.lstrip('/')}"
    if not trailing_slash:
        path = path.rstrip("/")
    return path or "/"


def _known(value: object) -> str | None:
    return value if isinstance(value, str) else None
