"""Expands resources: one call that declares a route for each action of a class."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.handlers import Handler
from codegraph.fingerprint.places import Argument
from codegraph.fingerprint.routers import plural, singular
from codegraph.fingerprint.trees import Expr, chain
from codegraph.model import EdgeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Arguments, Reader
    from codegraph.fingerprint.handlers import Handlers
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.resource_rules import Extra, Resource
    from codegraph.fingerprint.routers import Routers


_WORD = re.compile(r"\{(\w+)\}")


class Action(NamedTuple):
    """One route of a resource: its methods, its path, None where that is not known, and what handles it."""

    methods: list[str]
    path: str | None
    handler: Handler


class Resources:
    """The resources of one framework.

    Args:
        routers: its routers.
        reader: reads arguments.
        handlers: finds classes and methods.
        externals: the graph's external nodes.
        ecosystem: that of the framework.
    """

    def __init__(
        self, routers: Routers, reader: Reader, handlers: Handlers, externals: Externals, ecosystem: str
    ) -> None:
        self._routers, self._reader, self._handlers = routers, reader, handlers
        self._externals, self._ecosystem = externals, ecosystem
        self._view = handlers.view

    def of(self, call: Expr, resource: Resource, names: tuple[str, ...]) -> Iterator[Action]:
        """The routes that a call declares.

        Args:
            call: the call.
            resource: its rule.
            names: what stands before the classes that strings name.
        """
        arguments = self._reader.arguments(call)
        wanted = self._wanted(call, arguments, resource)
        spelled = self._spelled(arguments, resource)
        if resource.entry:
            names = ()
        names = (*names, *self._routers.names(arguments, resource.names))
        for name in self._routers.resource_names(arguments, resource):
            path = self._routers.resource_path(arguments, resource, name)
            classes = self._classes(arguments, resource, name, names)
            owner = classes[0] if classes else -1
            param = self._param(owner, arguments, resource)
            end = self._end(call, resource)
            allowed = self._allowed(owner, resource)
            for action, routes in resource.actions.items():
                if action not in wanted or (allowed is not None and action not in allowed):
                    continue
                member = self._view.member(owner, action) if owner >= 0 else -1
                for route in routes:
                    route = _WORD.sub(lambda word: spelled.get(word[1], word[0]), route)  # noqa: PLW2901
                    method, _, rest = route.replace("{param}", param).partition(" ")
                    rest = rest.replace("{one}", resource.one.replace("{name}", singular(name)))
                    row = member if member >= 0 or allowed is None else owner
                    yield Action([method], end(_below(path, rest)), Handler(row))
            if resource.extra is not None and owner >= 0:
                one = resource.one.replace("{param}", param)
                for further in self._extras(owner, path, one, resource.extra):
                    yield further._replace(path=end(further.path))

    def _param(self, owner: int, arguments: Arguments, resource: Resource) -> str:
        """The name of the parameter that stands for one item."""
        rows = [self._view.member(owner, name) for name in resource.param_at] if owner >= 0 else []
        texts = [self._reader.value(v) for row in rows if row >= 0 for v in self._routers.sources.values(row)]
        given = next((text for text in texts if isinstance(text, str)), None)
        return given if given is not None else self._routers.resource_param(arguments, resource)

    def _end(self, call: Expr, resource: Resource) -> Callable[[str | None], str | None]:
        """What the router of a call makes of the ends of paths."""
        for made in self._routers.made_by(call) if resource.trailing is not None else ():
            given = self._reader.find(self._reader.arguments(made), resource.trailing or Argument())
            if isinstance(given, Expr) and self._reader.value(given) is False:
                return lambda path: path.rstrip("/") if path is not None else None
        return lambda path: path

    def _wanted(self, call: Expr, arguments: Arguments, resource: Resource) -> set[str]:
        """The actions that a call asks for, by its arguments or by calls on what it gives."""
        only, left = self._words(arguments, resource.only), set(self._words(arguments, resource.leave) or ())
        if resource.entry:
            named = self._handler(arguments, resource) is not None and resource.entry not in left
            return set(resource.actions if named and (only is None or resource.entry in only) else ())
        targets = {
            row: what
            for target, what in resource.after.items()
            for row in self._externals.rows(self._ecosystem, [target])
        }
        for later in chain(call) if targets else ():
            given = self._reader.arguments(later).positional
            words = [word for item in given for word in self._reader.strings(item) or ()]
            for row in self._routers.sources.called(later):
                if targets.get(row) == "only":
                    only = words
                elif row in targets:
                    left.update(words)
        wanted = set(resource.actions)
        return (wanted if only is None else wanted & set(only)) - left

    def _handler(self, arguments: Arguments, resource: Resource) -> Expr | None:
        """The argument, or the entry of one, that names the class."""
        given = self._reader.find(arguments, resource.handler) if resource.handler is not None else None
        if not isinstance(given, Expr):
            return None
        entries = self._reader.entries(given) if resource.entry else None
        return (
            given if not resource.entry else entries[0].get(resource.entry) if entries is not None else None
        )

    def _spelled(self, arguments: Arguments, resource: Resource) -> dict[str, str]:
        """What a call says that stands for words in the paths of its actions."""
        given = self._reader.find(arguments, resource.words_at) if resource.words_at is not None else None
        value = self._reader.value(given) if isinstance(given, Expr) else None
        words = value if isinstance(value, dict) else {}
        found = {
            word: word for routes in resource.actions.values() for word in _WORD.findall("".join(routes))
        }
        found = found if resource.words_at is not None else {}
        return found | {word: text for word, text in words.items() if isinstance(text, str)}

    def _words(self, arguments: Arguments, argument: Argument | None) -> list[str] | None:
        given = self._reader.find(arguments, argument) if argument is not None else None
        if not isinstance(given, Expr):
            return None
        return [] if self._reader.elements(given) == [] else self._reader.strings(given)

    def _classes(
        self, arguments: Arguments, resource: Resource, name: str, names: tuple[str, ...]
    ) -> list[int]:
        given = self._handler(arguments, resource)
        if given is not None:
            rows = [handler.row for handler in self._handlers.of(given) if handler.row >= 0]
            text = self._reader.value(given)
            if rows or not isinstance(text, str) or resource.words is None:
                return [row for row in rows if self._view.is_type(row)]
            name = text
        elif resource.plural:
            name = plural(name)
        return self._handlers.classes(name, resource.words, names) if resource.words is not None else []

    def _allowed(self, owner: int, resource: Resource) -> set[str] | None:
        """The actions that a class has, None where the framework does not look at the class."""
        if not resource.bases:
            return None
        found = {
            action for action in resource.actions if owner >= 0 and self._view.member(owner, action) >= 0
        }
        above = set(self._view.bases(owner)) if owner >= 0 else set()
        for base, actions in resource.bases.items():
            if above.intersection(self._externals.rows(self._ecosystem, [base])):
                found.update(actions)
        return found

    def _extras(self, owner: int, path: str | None, one: str, extra: Extra) -> Iterator[Action]:
        """The routes that decorators of a class's methods add."""
        targets = set(self._externals.rows(self._ecosystem, extra.decorator))
        more = set(self._externals.rows(self._ecosystem, extra.more))
        seen: set[str] = set()
        paths: dict[str, str | None] = {}
        for row in self._members(owner):
            name = self._view.nodes["name"][row]
            for use in self._view.out(row, EdgeKind.DECORATES):
                if use.row in targets and name not in seen:
                    seen.add(name)
                    for action in self._extra(row, use.sites, path, one, extra):
                        paths.setdefault(name, action.path)
                        yield action
        for row in self._members(owner) if more else ():
            for use in self._view.out(row, EdgeKind.DECORATES):
                first = self._decorated(row, use.sites) if use.row in more else ""
                if first in paths:
                    yield Action([self._view.nodes["name"][use.row].upper()], paths[first], Handler(row))

    def _members(self, owner: int) -> Iterator[int]:
        """The members of a class and of those that it derives from."""
        for base in self._view.bases(owner):
            yield from self._view.children(base) if self._view.nodes["kind"][base] != "external" else ()

    def _decorated(self, row: int, sites: list[tuple[int, int]]) -> str:
        """The name of the method that a decorator ``@first.mapping.delete`` of another one begins with."""
        file = self._routers.sources.trees.file(row)
        node = file.node_at(*sites[0]) if file is not None and sites else None
        text = file.text(node.parent) if file is not None and node is not None and node.parent else ""
        return text.partition(".")[0]

    def _extra(
        self, row: int, sites: list[tuple[int, int]], path: str | None, one: str, extra: Extra
    ) -> Iterator[Action]:
        for _, call in self._routers.sources.trees.calls(row, sites):
            arguments = self._reader.arguments(call)
            is_one = self._reader.find(arguments, extra.one)
            below = one if isinstance(is_one, Expr) and self._reader.value(is_one) is True else ""
            given = self._reader.find(arguments, extra.path)
            own = self._reader.value(given) if isinstance(given, Expr) else self._view.nodes["name"][row]
            methods = self._words(arguments, extra.methods) or _default(extra.methods)
            whole = _below(_below(path, below), own + extra.end) if isinstance(own, str) else None
            yield Action([method.upper() for method in methods], whole, Handler(row))


def _below(path: str | None, rest: str) -> str | None:
    if not path:
        return path if path is None else rest.lstrip("/")
    return f"{path.rstrip('/')}/{rest.lstrip('/')}" if rest else path


def _default(argument: Argument) -> list[str]:
    default = argument.default
    return [default] if isinstance(default, str) else default or []
