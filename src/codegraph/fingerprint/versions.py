"""The versions of an API that stand before the paths of routes, between the prefix of all routes and the class's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.trees import Expr
from codegraph.model import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegraph.fingerprint.arguments import Arguments, Reader
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.places import Argument
    from codegraph.fingerprint.prefix_rules import Prefix as PathRules
    from codegraph.fingerprint.routers import Routers

NONE = ("",)
"""The parts of a path for a route without a version."""


class _Package(NamedTuple):
    """What a package says of versions: what stands before each, and those of routes that say none themselves."""

    mark: str | None
    default: tuple[str | None, ...]


class Versions:
    """The versions of the routes of one framework.

    Args:
        routers: its routers.
        reader: reads arguments.
        externals: the graph's external nodes.
        ecosystem: that of the framework.
        rules: how its paths are composed.
    """

    def __init__(
        self, routers: Routers, reader: Reader, externals: Externals, ecosystem: str, rules: PathRules
    ) -> None:
        self._routers, self._reader = routers, reader
        self._sources, self._view = routers.sources, routers.sources.view
        self._rule = rules.version
        self._packages: dict[int, _Package] = {}
        if self._rule is None:
            return
        self._neutral = set(externals.rows(ecosystem, self._rule.neutral))
        self._inside = set(externals.rows(ecosystem, self._rule.inside))
        self._methods = set(externals.rows(ecosystem, self._rule.decorator))
        classes = [target for item in rules.classes for target in item.decorator]
        self._classes = set(externals.rows(ecosystem, classes))
        for call, _ in routers.sites(externals.rows(ecosystem, self._rule.call)):
            self._enable(call)

    def _enable(self, call: Expr) -> None:
        """Note what a call says for its package, if it puts versions into paths."""
        rule = self._rule
        if rule is None:
            return
        arguments = self._reader.arguments(call)
        kind = self._reader.find(arguments, rule.kind)
        if kind is not None and not (
            isinstance(kind, Expr) and self._inside.intersection(self._sources.targets(kind))
        ):
            return
        mark = self._routers.path(self._reader.find(arguments, rule.mark), rule.mark)
        default = self._given(arguments, rule.default) or NONE
        self._packages.setdefault(self._view.package(call.file.module), _Package(mark, default))

    def of(self, handler: int, owner: int) -> tuple[str | None, ...]:
        """The alternatives of the part of the path that is a version; None for one that is not known.

        Args:
            handler: row of the method.
            owner: row of its class.
        """
        rule = self._rule
        package = self._packages.get(self._view.package(handler)) if handler >= 0 else None
        if rule is None or package is None:
            return NONE
        found = self._decorated(handler, self._methods, rule.at)
        if found is None and owner >= 0:
            found = self._decorated(owner, self._classes, rule.own)
        words = package.default if found is None else found
        return tuple(
            word if not word else None if package.mark is None else package.mark + word for word in words
        )

    def _decorated(self, row: int, targets: set[int], wanted: Argument) -> tuple[str | None, ...] | None:
        """The versions that a decorator of a node says, None where none does."""
        for use in self._view.out(row, EdgeKind.DECORATES):
            for _, call in self._sources.trees.calls(row, use.sites) if use.row in targets else ():
                found = self._given(self._reader.arguments(call), wanted)
                if found is not None:
                    return found
        return None

    def _given(self, arguments: Arguments, wanted: Argument) -> tuple[str | None, ...] | None:
        given = self._reader.find(arguments, wanted)
        if given is None:
            return None
        if not isinstance(given, Expr):
            return (None,)
        return tuple(self._words(given))

    def _words(self, given: Expr) -> Iterator[str | None]:
        listed = self._reader.elements(given)
        for item in [given] if listed is None else listed:
            value = self._reader.value(item)
            if self._neutral.intersection(self._sources.targets(item)):
                yield ""
            else:
                yield value if isinstance(value, str) else None
