"""The functions, classes and tables of functions that calls are given: ``app.use(log)``, ``scheduler.add(clean)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.fingerprint.trees import Expr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.handlers import Handlers
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.places import Argument
    from codegraph.fingerprint.routers import Routers
    from codegraph.fingerprint.view import Use

MAX_DEPTH = 6


class Given:
    """Answers for the calls of a graph.

    Args:
        sources: where values come from.
        reader: reads arguments.
        handlers: finds functions.
    """

    def __init__(self, sources: Sources, reader: Reader, handlers: Handlers) -> None:
        self.sources, self.reader, self.handlers = sources, reader, handlers

    def rows(self, use: Use, wanted: Argument, routers: Routers) -> list[int]:
        """The nodes that an argument of calls at some places is, in order; of a table of functions each of these.

        A router is none of them, nor is a function that makes one.
        """
        found: dict[int, None] = {}
        for _, call in self.sources.trees.calls(use.row, use.sites):
            for expr in self._arguments(call, wanted):
                if routers.is_made(expr):
                    continue
                found.update(dict.fromkeys(self._meant(expr, 0)))
                found.update(dict.fromkeys(self._word(expr, use.row)))
        return list(found)

    def _word(self, expr: Expr, owner: int) -> list[int]:
        """The method of the calling class that a symbol names."""
        view = self.sources.view
        if expr.file.op(expr.node) != "symbol" or not view.is_type(owner):
            return []
        name = self.reader.value(expr)
        row = view.member(owner, name) if isinstance(name, str) else -1
        return [row] if row >= 0 else []

    def _arguments(self, call: Expr, wanted: Argument) -> list[Expr]:
        arguments = self.reader.arguments(call)
        if wanted.rest:
            return arguments.positional[wanted.position or 0 :]
        found = self.reader.find(arguments, wanted)
        return [found] if isinstance(found, Expr) else []

    def _meant(self, expr: Expr, depth: int) -> Iterator[int]:
        """The functions and classes that an expression stands for, or that are in the literal that it is."""
        if depth > MAX_DEPTH:
            return
        types = [row for row in self.sources.literal_types(expr) if not self.sources.is_external(row)]
        entries, elements = self.reader.entries(expr), self.reader.elements(expr)
        if types:
            yield from types
        elif entries is not None:
            for value in entries[0].values():
                yield from self._meant(value, depth + 1)
        elif elements is not None:
            for value in elements:
                yield from self._meant(value, depth + 1)
        else:
            rows = [handler.row for handler in self.handlers.of(expr) if handler.row >= 0]
            yield from rows
            for value in (self.sources.given(expr) or self._from_callers(expr)) if not rows else ():
                yield from self._meant(value, depth + 1)

    def _from_callers(self, expr: Expr) -> list[Expr]:
        """What the calls of a function give to the parameter that an expression is."""
        sources = self.sources
        parameter = sources.parameter(expr) if expr.file.op(expr.node) == "name" else None
        row = sources.function_row(parameter.function) if parameter is not None else -1
        if parameter is None or row < 0 or parameter.key:
            return []
        extends = sources.extends(row)
        given = [
            sources.given_to(call, self.reader.arguments(call), parameter.position, extends=extends)
            for call in sources.callers(row)
        ]
        return [value for value in given if value is not None]
