"""Values of expressions where parameters are bound to the arguments of certain calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from codegraph.fingerprint.trees import MAX_CLIMB, Expr

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Arguments, Reader
    from codegraph.fingerprint.origins import Parameter, Sources
    from codegraph.fingerprint.places import Argument

MAX_FOLLOWED = 12
MAX_PIECES = 60
Key = tuple[str, int, int]
"""What an expression is known by."""
Entries = tuple[dict[str, Expr], bool] | None
Bound = Mapping[Key, Expr]
"""The call that a function is looked at for, by the function."""
FREE: Bound = {}


class Bindings:
    """Reads values through calls.

    Args:
        sources: where values come from.
        reader: reads literals.
    """

    def __init__(self, sources: Sources, reader: Reader) -> None:
        self._sources = sources
        self._reader = reader
        # What no call decides on is asked again for each call of the same function.
        self._values: dict[Key, Expr | None] = {}
        self._parameters: dict[Key, Parameter | None] = {}
        self._arguments: dict[Key, Arguments] = {}
        self._entries: dict[Key, Entries] = {}
        self._written: dict[Key, list[str | Expr] | None] = {}

    def origin(self, expr: Expr, bound: Bound = FREE) -> Expr:
        """The expression that a name stands for in the end, the name itself where that is not known."""
        seen = set()
        for _ in range(MAX_FOLLOWED):
            expr = Expr(expr.file, expr.file.inner(expr.node))
            following = None if expr.key in seen else self._following(expr, bound)
            if following is None:
                return expr
            seen.add(expr.key)
            expr = following
        return expr

    def _following(self, expr: Expr, bound: Bound) -> Expr | None:
        op = expr.file.op(expr.node)
        if op not in ("name", "member"):
            return None
        value = self._value(expr)
        if value is not None:
            return value
        if op == "name":
            parameter = self.parameter(expr)
            return None if parameter is None else self._argument(parameter, bound)
        shape = expr.file.shapes[expr.node.type]
        holder, name = expr.file.part(expr.node, shape.object), expr.file.part(expr.node, shape.name)
        if holder is None or name is None:
            return None
        return self._entry(Expr(expr.file, holder), [expr.file.text(name)], bound)

    def _value(self, expr: Expr) -> Expr | None:
        """What a name or member is given, None where that is not known."""
        key = expr.key
        if key not in self._values:
            given = self._sources.given(expr) or self._sources.member(expr)
            self._values[key] = given[0] if given else None
        return self._values[key]

    def parameter(self, name: Expr) -> Parameter | None:
        """The parameter that a name is, None for others."""
        key = name.key
        if key not in self._parameters:
            is_free = name.file.op(name.node) == "name" and not self._sources.targets(name)
            self._parameters[key] = self._sources.parameter(name) if is_free else None
        return self._parameters[key]

    def arguments(self, call: Expr) -> Arguments:
        """The arguments of a call."""
        key = call.key
        if key not in self._arguments:
            self._arguments[key] = self._reader.arguments(call)
        return self._arguments[key]

    def _entries_of(self, expr: Expr) -> Entries:
        """The entries of an object literal, see ``Reader.entries``."""
        key = expr.key
        if key not in self._entries:
            self._entries[key] = self._reader.entries(expr)
        return self._entries[key]

    def _written_in(self, expr: Expr) -> list[str | Expr] | None:
        """The parts of a string as it is written, see ``Reader.pieces``."""
        key = expr.key
        if key not in self._written:
            self._written[key] = self._reader.pieces(expr, loose=True)
        return self._written[key]

    def _argument(self, parameter: Parameter, bound: Bound) -> Expr | None:
        """What a call gives a parameter."""
        call = bound.get(parameter.function.key)
        if call is None:
            return None
        arguments = self.arguments(call)
        found = arguments.keywords.get(parameter.name)
        if found is None and parameter.position < len(arguments.positional):
            found = arguments.positional[parameter.position]
        if found is not None and parameter.key:
            return self._entry(found, [parameter.key], bound)
        return found

    def _entry(self, holder: Expr, names: list[str], bound: Bound, depth: int = 0) -> Expr | None:
        """The entry of an object that a name stands for, through objects that are spread in it."""
        found = self._entries_of(self.origin(holder, bound)) if depth < MAX_FOLLOWED else None
        if found is None:
            return None
        for name in names:
            if name in found[0]:
                return found[0][name]
        for spread in self._reader.spreads(self.origin(holder, bound)):
            inner = self._entry(spread, names, bound, depth + 1)
            if inner is not None:
                return inner
        return None

    def find(self, call: Expr, wanted: Argument, bound: Bound = FREE) -> tuple[Expr | None, list[Expr]]:
        """The argument of a call that is wanted, and the names on which it depends where it is not found."""
        arguments = self.arguments(call)
        for name in wanted.names:
            if name in arguments.keywords:
                return arguments.keywords[name], []
        opened: list[Expr] = []
        for given in arguments.positional if wanted.names else ():
            found = self._entry(given, wanted.names, bound)
            if found is not None:
                return found, []
            opened += self._spread(given, bound)
        position = wanted.position
        if position is not None and 0 <= position < len(arguments.positional):
            found = arguments.positional[position]
            if not wanted.names or self._entries_of(self.origin(found, bound)) is None:
                return found, []
        return None, opened

    def _spread(self, given: Expr, bound: Bound, depth: int = 0) -> Iterator[Expr]:
        """The names without a value that an object's entries come from, or that stand for the object itself."""
        expr = self.origin(given, bound)
        if expr.file.op(expr.node) in ("name", "member"):
            parameter = self.parameter(expr)
            if parameter is None or parameter.function.key not in bound:  # else it is left out, and empty
                yield expr
        elif depth < MAX_FOLLOWED and self._entries_of(expr) is not None:
            for spread in self._reader.spreads(expr):
                yield from self._spread(spread, bound, depth + 1)

    def pieces(self, expr: Expr, bound: Bound = FREE, depth: int = 0) -> list[str | Expr]:
        """The parts of a string, the expression itself for each that is not known."""
        found = self._written_in(expr)
        if found is None:
            expr = self.origin(expr, bound)
            found = self._written_in(expr) or [expr]
        if depth > MAX_FOLLOWED:
            return found[:MAX_PIECES]
        whole: list[str | Expr] = []
        own = {expr.key, Expr(expr.file, expr.file.inner(expr.node)).key}  # a hole for which nothing is given
        for item in found:
            origin = item if isinstance(item, str) else self.origin(item, bound)
            if isinstance(origin, str) or origin.key in own:
                whole.append(origin)
            else:
                whole += self.pieces(origin, bound, depth + 1)
        return whole[:MAX_PIECES]

    def free(self, expr: Expr, bound: Bound) -> Parameter | None:
        """The parameter without an argument on which an expression depends."""
        for _ in range(MAX_CLIMB):
            shape = expr.file.shape(expr.node)
            if shape is None or shape.op != "member":
                break
            holder = expr.file.part(expr.node, shape.object)
            if holder is None:
                return None
            expr = Expr(expr.file, expr.file.inner(holder))
        parameter = self.parameter(expr)
        return None if parameter is None or parameter.function.key in bound else parameter
