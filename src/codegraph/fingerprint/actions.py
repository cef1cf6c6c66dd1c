"""Routes that no decorator or call declares: methods of controllers by a pattern, pages by the place of their file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.trees import Expr
from codegraph.model import NodeKind, Visibility
from codegraph.text import read_or_nothing

if TYPE_CHECKING:
    from codegraph.fingerprint.package_rules import Hyphens
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.places import Argument
    from codegraph.fingerprint.resource_rules import Actions, Pages
    from codegraph.fingerprint.routers import Routers
    from codegraph.fingerprint.schema import Framework
    from codegraph.text import SourceOf

_PARAMETER = re.compile(r"\{(\w+)[^{}]*\}")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_CALLED = frozenset({"static", "override", "abstract"})


class Page(NamedTuple):
    """A method of a page: its row, HTTP method, path, and the row of what makes its class a page."""

    row: int
    method: str
    path: str
    target: int


class Conventions:
    """The routes of one framework that stand nowhere.

    Args:
        routers: where values come from, and the graph.
        externals: its external nodes.
        framework: its rules.
        source_of: gives the source of a file.
    """

    def __init__(
        self, routers: Routers, externals: Externals, framework: Framework, source_of: SourceOf
    ) -> None:
        self._routers, self._source_of = routers, source_of
        self._ecosystem = framework.ecosystem
        self._rules = framework.prefix
        self._view = routers.sources.view
        self._externals = externals
        self.patterns = self._patterns(framework.prefix.actions)
        self._hyphened = self._with_hyphens(framework.prefix.hyphens)

    def _patterns(self, actions: Actions | None) -> dict[int, str | None]:
        """The pattern of each package, its parameters as tokens; None where it is not known."""
        found: dict[int, str | None] = {}
        for item in actions.pattern if actions is not None else ():
            for call, _ in self._routers.sites(self._externals.rows(self._ecosystem, item.call)):
                text = self._text(call, item.path)
                if text is not None:
                    text = _PARAMETER.sub(self._as_token, text)
                found.setdefault(self._view.package(call.file.module), text)
        return found

    def _text(self, call: Expr, wanted: Argument) -> str | None:
        reader = self._routers.reader
        given = reader.find(reader.arguments(call), wanted)
        if given is None:
            return wanted.default if isinstance(wanted.default, str) else None
        return self._routers.path(given, wanted)

    def _as_token(self, parameter: re.Match[str]) -> str:
        actions = self._rules.actions
        what = actions.parameters.get(parameter[1]) if actions is not None else None
        return next((token for token, means in self._rules.tokens.items() if means == what), parameter[0])

    def _with_hyphens(self, hyphens: Hyphens | None) -> set[int]:
        """The packages in which words for tokens have hyphens."""
        found: set[int] = set()
        if hyphens is None:
            return found
        reader, sources, nodes = self._routers.reader, self._routers.sources, self._view.nodes
        for call, _ in self._routers.sites(self._externals.rows(self._ecosystem, hyphens.call)):
            given = reader.find(reader.arguments(call), hyphens.argument)
            rows = sources.called(given) if isinstance(given, Expr) else []
            for row in rows:
                source = read_or_nothing(self._source_of, nodes["path"][row])
                if hyphens.mark.encode() in source[nodes["start_byte"][row] : nodes["end_byte"][row]]:
                    found.add(self._view.package(call.file.module))
        return found

    def word(self, name: str, row: int) -> str:
        """A class's or method's name as it stands for a token."""
        if self._view.package(self._view.module(row)) in self._hyphened:
            return _HUMP.sub("-", name).lower()
        return name

    def actions(self) -> Iterator[tuple[int, int]]:
        """The methods that have routes without saying which, each with the row of what makes its class one of these."""
        rules = self._rules.actions
        for base in self._externals.rows(self._ecosystem, rules.base) if rules is not None else ():
            for row in self._view.descendants(base):
                for child in self._methods(row):
                    yield child, base

    def _methods(self, row: int) -> Iterator[int]:
        nodes = self._view.nodes
        for child in self._view.children(row):
            if (
                nodes["kind"][child] == NodeKind.METHOD
                and nodes["visibility"][child] == Visibility.PUBLIC
                and _NOT_CALLED.isdisjoint(nodes["modifiers"][child])
            ):
                yield child

    def pages(self) -> Iterator[Page]:
        """The methods of all pages."""
        rules = self._rules.pages
        for base in self._externals.rows(self._ecosystem, rules.base) if rules is not None else ():
            for row in self._view.descendants(base):
                path = self._place(rules, self._view.nodes["path"][row]) if rules is not None else None
                if rules is not None and path is not None:
                    yield from self._answers(rules, row, path, base)

    def _answers(self, rules: Pages, row: int, path: str, base: int) -> Iterator[Page]:
        found: set[str] = set()
        for child in self._methods(row):
            name = self._view.nodes["name"][child]
            for begin, method in rules.methods.items():
                if name.startswith(begin):
                    found.add(method)
                    yield Page(child, method, path, base)
        if "GET" not in found:  # it is shown all the same
            yield Page(row, "GET", path, base)

    def _place(self, rules: Pages, file: str) -> str | None:
        """The path of a page by its file."""
        if not file.endswith(rules.suffix):
            return None
        parts = file.removesuffix(rules.suffix).split("/")
        if rules.folder not in parts[:-1]:
            return None
        at = parts.index(rules.folder)
        in_area = bool(rules.areas) and at >= 2 and parts[at - 2] == rules.areas
        place = [*(parts[at - 1 : at] if in_area else ()), *parts[at + 1 :]]
        if place[-1] == rules.index:
            place.pop()
        said = self._said(rules, file)
        if said.startswith("/"):
            return said
        return "/" + "/".join([*place, *([said] if said else [])])

    def _said(self, rules: Pages, file: str) -> str:
        if not rules.says:
            return ""
        text = read_or_nothing(self._source_of, file.removesuffix(rules.suffix) + rules.beside)
        pattern = rf'^\W{{0,3}}{re.escape(rules.says)}[ \t]+"([^"\n]*)"'
        found = re.search(pattern, text[:2000].decode("utf-8", "replace"), re.MULTILINE)
        return found[1] if found is not None else ""
