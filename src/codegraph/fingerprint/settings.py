"""What settings give that are asked for by their names: ``config.get("app.prefix")``, as the project registers them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from codegraph.fingerprint.places import Argument
from codegraph.fingerprint.trees import Expr
from codegraph.fingerprint.view import CALLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.schema import Framework


class Registered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that registers settings.

    Args:
        call: targets.
        values: the object with the settings, or a function that gives it; in a list, each of them.
        under: the name before theirs; without it they stand by themselves.
    """

    call: list[str]
    values: Argument
    under: Argument | None = None


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that asks for a setting by its name, whose parts have dots between them.

    Args:
        call: targets.
        name: the name.
        register: what registers settings.
        default: what it gives where nobody registers such a setting.
    """

    call: list[str]
    register: list[Registered]
    name: Argument = Argument(position=0)
    default: Argument | None = None


class _Values(NamedTuple):
    """Registered settings: the name before theirs, and where they stand."""

    under: str
    value: Expr


class Settings:
    """The settings of one graph.

    Args:
        sources: where values come from.
        reader: reads arguments.
        externals: the graph's external nodes.
        frameworks: say which calls ask for settings.
    """

    def __init__(
        self, sources: Sources, reader: Reader, externals: Externals, frameworks: Iterable[Framework]
    ) -> None:
        self._sources, self._reader, self._externals = sources, reader, externals
        self._asking = {
            row: (framework.ecosystem, setting)
            for framework in frameworks
            for setting in framework.setting
            for row in externals.rows(framework.ecosystem, setting.call)
        }
        self._values: dict[int, list[_Values]] = {}

    def of(self, call: Expr) -> list[Expr]:
        """The expressions that a call gives which asks for a setting; none for any other call."""
        if not self._asking:
            return []
        row = next((row for row in self._sources.called(call) if row in self._asking), -1)
        if row < 0:
            return []
        ecosystem, setting = self._asking[row]
        arguments = self._reader.arguments(call)
        given = self._reader.find(arguments, setting.name)
        name = self._reader.value(given) if isinstance(given, Expr) else None
        if row not in self._values:
            self._values[row] = list(self._registered(ecosystem, setting))
        package = self._sources.view.package(call.file.module)
        found = [
            value
            for values in self._values[row]
            if self._sources.view.package(values.value.file.module) == package and isinstance(name, str)
            for value in self._inside(values, name)
        ]
        default = self._reader.find(arguments, setting.default) if setting.default is not None else None
        return found or ([default] if isinstance(default, Expr) else [])

    def _registered(self, ecosystem: str, setting: Setting) -> Iterator[_Values]:
        view, reader = self._sources.view, self._reader
        for rule in setting.register:
            for row in self._externals.rows(ecosystem, rule.call):
                for use in view.into(row, CALLS):
                    for _, call in self._sources.trees.calls(use.row, use.sites):
                        arguments = reader.arguments(call)
                        under = reader.find(arguments, rule.under) if rule.under is not None else None
                        name = reader.value(under) if isinstance(under, Expr) else ""
                        given = reader.find(arguments, rule.values)
                        if isinstance(given, Expr) and isinstance(name, str):
                            yield from (_Values(name, value) for value in reader.listed(given) or [given])

    def _inside(self, values: _Values, name: str) -> Iterator[Expr]:
        """What a name stands for among registered settings."""
        steps = name.split(".")
        if values.under:
            if steps[0] != values.under:
                return
            steps = steps[1:]
        for found in self._objects(values.value):
            inner: Expr | None = found
            for step in steps:
                entries = self._reader.entries(inner) if inner is not None else None
                inner = entries[0].get(step) if entries is not None else None
            if inner is not None and steps:
                yield inner

    def _objects(self, value: Expr) -> list[Expr]:
        """The objects that an expression is or gives: itself, what its name stands for, what a function gives back."""
        found = [value]
        if value.file.op(value.node) in ("name", "member"):
            rows = self._sources.targets(value)
            found = [
                result
                for row in rows
                if self._sources.view.is_callable(row)
                for result in self._sources.returned(row)
            ]
            found += self._sources.given(value)
        results = [item for one in found for item in self._of_function(one)]
        return [Expr(item.file, item.file.inner(item.node)) for item in results]

    def _of_function(self, value: Expr) -> list[Expr]:
        return self._sources.results(value) if value.file.op(value.node) == "function" else [value]
