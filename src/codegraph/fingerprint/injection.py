"""Dependency injection: from what asks for an interface, a token or a function to what the container gives it.

A class that a container makes gets its dependencies through its constructor, fields and parameters. Where it calls a
method of an interface there, a further edge leads to the method of the implementation: by a registration that names
both, or as one of the classes that the framework makes by itself. A function that asks for another one calls it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.fingerprint.places import Argument, check_argument
from codegraph.fingerprint.trees import Expr
from codegraph.fingerprint.view import CALLS
from codegraph.fingerprint.when import check_targets
from codegraph.model import SEPARATOR, Confidence, EdgeKind, Level, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.handlers import Handlers
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.schema import Framework

RULE = "injected"
_GIVEN = frozenset({NodeKind.CONSTRUCTOR, NodeKind.FIELD, NodeKind.PROPERTY})
MAX_IMPLEMENTATIONS = 4
"""Of an interface with more of them nobody can say which one is meant."""


class Injection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a framework's container makes, and how that is told.

    Args:
        beans: tags of the classes that it makes by itself.
        consumers: further tags of classes that it gives something.
        register: targets of calls that name a service and then what implements it, as types or class values.
        providers: targets of decorators and calls with a list of object literals, each of which names both.
        listed: the argument that has this list.
        service: the key of the service or token in such a literal.
        implementation: the keys of what implements it.
        token: targets of decorators of a parameter whose argument is the token that it asks for.
        asks: targets of calls in parameters that ask for what the function among their arguments gives.
        function: the argument that is this function.
    """

    beans: list[str] = []
    consumers: list[str] = []
    register: list[str] = []
    providers: list[str] = []
    listed: Argument = Argument(keyword="providers")
    service: str = "provide"
    implementation: tuple[str, ...] = ("useClass", "useExisting", "useFactory")
    token: list[str] = []
    asks: list[str] = []
    function: Argument = Argument(position=0)

    def check(self) -> None:
        """Raise ValueError for what makes no sense."""
        check_targets([*self.register, *self.providers, *self.token, *self.asks])
        check_argument("listed", self.listed)
        check_argument("function", self.function)


class Injected:
    """Finds the edges of one graph.

    Args:
        sources: where values come from.
        reader: reads arguments.
        handlers: finds functions.
        externals: the graph's external nodes.
        tags: what rules have found, by row.
    """

    def __init__(
        self,
        sources: Sources,
        reader: Reader,
        handlers: Handlers,
        externals: Externals,
        tags: Mapping[int, set[str]],
    ) -> None:
        self._sources, self._reader, self._handlers = sources, reader, handlers
        self._view, self._externals, self._tags = sources.view, externals, tags

    def edges(self, framework: Framework) -> list[dict[str, Any]]:
        """The edges by one framework's rules, ends as FQNs, each once."""
        injection = framework.injection
        if injection is None:
            return []
        found: dict[tuple[int, int], tuple[str, list[int]]] = {}
        for src, dst, confidence, sites in (
            *self._asked(framework, injection),
            *self._implemented(framework, injection),
        ):
            if src != dst and not any(use.row == dst for use in self._view.out(src, EdgeKind.CALLS)):
                found.setdefault((src, dst), (confidence, sites))
        fqns = self._view.fqns
        return [
            {
                "src": fqns[src],
                "dst": fqns[dst],
                "kind": EdgeKind.CALLS,
                "confidence": confidence,
                "rule": RULE,
                "sites": sites,
            }
            for (src, dst), (confidence, sites) in sorted(found.items())
        ]

    # --- functions that ask for functions ---

    def _asked(self, framework: Framework, injection: Injection) -> Iterator[tuple[int, int, str, list[int]]]:
        for target in self._externals.rows(framework.ecosystem, injection.asks):
            for use in self._view.into(target, CALLS):
                for (line, column), call in self._sources.trees.calls(use.row, use.sites):
                    given = self._reader.find(self._reader.arguments(call), injection.function)
                    rows = [h.row for h in self._handlers.of(given)] if isinstance(given, Expr) else []
                    for asking, place in self._asking(use.row, line, column):
                        yield from ((asking, row, Confidence.INFERRED, place) for row in rows if row >= 0)

    def _asking(self, row: int, line: int, column: int) -> Iterator[tuple[int, list[int]]]:
        """The functions that ask where a call stands: the one around, or those with a parameter of such a type."""
        if self._view.is_callable(row):
            yield row, [line, column]
            return
        variable = self._view.variable_at(row, line)
        for use in self._view.into(variable, {EdgeKind.REFERENCES}) if variable >= 0 else ():
            if self._view.is_callable(use.row):
                yield use.row, [number for site in use.sites[:1] for number in site]

    # --- classes that ask for interfaces ---

    def _implemented(
        self, framework: Framework, injection: Injection
    ) -> Iterator[tuple[int, int, str, list[int]]]:
        pairs = self._registered(framework, injection)
        beans = self._tagged(framework, injection.beans)
        tokens = self._tokens(framework, injection)
        consumers = {
            consumer: self._asks_for(consumer)
            for consumer in beans | self._tagged(framework, injection.consumers)
        }
        for registered in pairs:
            if isinstance(registered, int):
                for row in self._naming(registered):
                    consumers.setdefault(row, set()).add(registered)
        for consumer, services in sorted(consumers.items()):
            for service in sorted(services):
                names = [pairs.get(token, ()) for token in tokens.get((consumer, service), ())]
                rows = {row for found in names for row in found} or set(pairs.get(service, ()))
                if not rows:
                    rows = {row for row in self._view.descendants(service) if row in beans}
                rows.discard(service)
                if 0 < len(rows) <= MAX_IMPLEMENTATIONS:
                    yield from self._calls(consumer, service, sorted(rows))

    def _tagged(self, framework: Framework, wanted: list[str]) -> set[int]:
        """The classes with the framework's tag and one of some others."""
        rows = self._types.get(framework.framework, ()) if wanted else ()
        return {row for row in rows if not self._tags[row].isdisjoint(wanted)}

    @cached_property
    def _types(self) -> dict[str, list[int]]:
        """The classes that have each tag."""
        found: dict[str, list[int]] = {}
        for row, tags in self._tags.items():
            if self._view.is_type(row):
                for tag in tags:
                    found.setdefault(tag, []).append(row)
        return found

    def _naming(self, service: int) -> Iterator[int]:
        """The classes that name a service, and the functions outside of such that do."""
        view = self._view
        for use in view.into(service, {EdgeKind.REFERENCES}):
            if view.is_type(use.row):
                yield use.row
            elif view.nodes["level"][use.row] == Level.SYMBOL:
                owner = view.nodes["parent"][use.row]
                yield owner if owner >= 0 and view.is_type(owner) else use.row

    def _asks_for(self, consumer: int) -> set[int]:
        """The types of the project that a class names in its fields and its constructors."""
        view = self._view
        kinds = view.nodes["kind"]
        places = [consumer]
        places += [row for row in view.children(consumer) if kinds[row] in _GIVEN]
        found = {use.row for place in places for use in view.out(place, EdgeKind.REFERENCES)}
        return {row for row in found if view.is_type(row)}

    def _calls(
        self, consumer: int, service: int, rows: list[int]
    ) -> Iterator[tuple[int, int, str, list[int]]]:
        """Edges from the consumer's calls of a service to the methods that implement what is called."""
        view = self._view
        confidence = Confidence.INFERRED if len(rows) == 1 else Confidence.POSSIBLE
        head = f"{view.fqns[service]}{SEPARATOR}"
        for row in (consumer, *view.members(consumer)):
            for use in view.out(row, EdgeKind.CALLS):
                name = view.fqns[use.row]
                if not name.startswith(head):
                    continue
                for implementation in rows:
                    member = view.member(implementation, view.nodes["name"][use.row])
                    if member >= 0 and member != use.row:
                        yield row, member, confidence, [n for site in use.sites for n in site]

    # --- registrations ---

    def _registered(self, framework: Framework, injection: Injection) -> dict[int | str, set[int]]:
        """What implements each service, which is a type or the text of a token."""
        found: dict[int | str, set[int]] = {}
        for call in self._sites(framework, injection.register, CALLS):
            service, rows = self._named_types(call)
            if service >= 0 and rows:
                found.setdefault(service, set()).update(rows)
        for call in self._sites(framework, injection.providers, (*CALLS, EdgeKind.DECORATES)):
            given = self._reader.find(self._reader.arguments(call), injection.listed)
            for element in (self._reader.elements(given) or ()) if isinstance(given, Expr) else ():
                entries = self._reader.entries(element)
                if entries is None or injection.service not in entries[0]:
                    continue
                rows = {row for key in injection.implementation for row in self._classes(entries[0].get(key))}
                for key in self._keys(entries[0][injection.service]):
                    found.setdefault(key, set()).update(rows)
        return found

    def _sites(
        self, framework: Framework, targets: list[str], kinds: tuple[str, ...] | frozenset[str]
    ) -> Iterator[Expr]:
        """The calls and decorators of some targets."""
        for target in self._externals.rows(framework.ecosystem, targets):
            for use in self._view.into(target, kinds):
                for _, call in self._sources.trees.calls(use.row, use.sites):
                    yield call

    def _named_types(self, call: Expr) -> tuple[int, set[int]]:
        """The first type of the project that a registration names, and those behind it that derive from it."""
        rows = [use.row for _, _, _, use in call.file.within(call.node) if self._view.is_type(use.row)]
        if not rows:
            return -1, set()
        below = set(self._view.descendants(rows[0]))
        return rows[0], {row for row in rows[1:] if row in below}

    def _classes(self, expr: Expr | None) -> Iterator[int]:
        """The classes that a value names or makes."""
        if expr is None:
            return
        for handler in self._handlers.of(expr):
            if handler.row >= 0 and self._view.is_type(handler.row):
                yield handler.row
            elif handler.inline is not None:
                inner = handler.inline
                for _, _, kind, use in inner.file.within(inner.node):
                    if kind == EdgeKind.INSTANTIATES and self._view.is_type(use.row):
                        yield use.row

    def _keys(self, expr: Expr) -> list[int | str]:
        """What names a service: the type, and the text of a token."""
        found: list[int | str] = [row for row in self._sources.targets(expr) if self._view.is_type(row)]
        value = self._reader.value(expr)
        if isinstance(value, str):
            found.append(value)
        elif not found:
            found += [f"row {row}" for row in self._sources.targets(expr)]
        return found

    def _tokens(self, framework: Framework, injection: Injection) -> dict[tuple[int, int], list[int | str]]:
        """The tokens by which a class asks for a type, by class and type."""
        found: dict[tuple[int, int], list[int | str]] = {}
        for call in self._sites(framework, injection.token, (EdgeKind.DECORATES,)):
            arguments = self._reader.arguments(call).positional
            decorator = call.node.parent
            parameter = decorator.parent if decorator is not None else None
            if not arguments or parameter is None:
                continue
            types = [use.row for _, _, _, use in call.file.within(parameter) if self._view.is_type(use.row)]
            for row in types:
                for owner in self._owners(call):
                    found.setdefault((owner, row), []).extend(self._keys(arguments[0]))
        return found

    def _owners(self, call: Expr) -> Iterator[int]:
        """The classes around a place."""
        for node in call.file.around(call.node, "type"):
            shape = call.file.shapes[node.type]
            name = call.file.part(node, shape.name) if shape.name else None
            if name is not None:
                place = (name.start_point[0] + 1, name.start_point[1])
                row = self._view.defined(call.file.module).get(place, -1)
                if row >= 0:
                    yield row
