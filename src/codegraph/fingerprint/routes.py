"""Reads what decorators and calls declare as routes: method, path, handler, and what requests pass before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.actions import Conventions
from codegraph.fingerprint.arguments import Arguments
from codegraph.fingerprint.decorators import Carried, carried
from codegraph.fingerprint.endpoints import Pass, Route, replaced
from codegraph.fingerprint.filters import Filters
from codegraph.fingerprint.handlers import Handler
from codegraph.fingerprint.locators import located
from codegraph.fingerprint.methods import METHODS, method_names
from codegraph.fingerprint.patterns import expand
from codegraph.fingerprint.places import Argument
from codegraph.fingerprint.resources import Resources
from codegraph.fingerprint.routers import NOWHERE, Origin, Prefix, Routers, join, of_item
from codegraph.fingerprint.schema import Rule
from codegraph.fingerprint.trees import Expr, chain
from codegraph.fingerprint.versions import Versions
from codegraph.model import EXTERNAL_ROOT, SEPARATOR, EdgeKind, NodeKind

if TYPE_CHECKING:
    from codegraph.fingerprint.arguments import Reader, Unknown
    from codegraph.fingerprint.endpoint_rules import Endpoint
    from codegraph.fingerprint.handlers import Handlers
    from codegraph.fingerprint.loops import Loops
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.schema import Framework
    from codegraph.text import SourceOf

Place = tuple[int, int, int, int]
"""Where a route is declared: row of the node around, row of what is called, line, column."""
Before = tuple[list[Prefix], list[int]]
"""The alternatives of what stands before a route, and the class that each is of, -1 for none."""
MAX_CHAIN = 40
PATH = Argument(position=0)
_NOTHING = Arguments([], {}, True)
_IN_PATH = re.compile(r"(?:([A-Z]+)\s+)?(\S*)")


class Declared(NamedTuple):
    """A place that a rule with a route has found.

    Args:
        rule: the rule.
        node: row of the decorated node, or of the one that makes the call.
        target: row of what is applied or called.
        confidence: of that edge.
        line: where, from 1; ``column`` in bytes, from 0.
    """

    rule: Rule
    node: int
    target: int
    confidence: str
    line: int
    column: int


class Routes:
    """The routes of one framework.

    Args:
        sources: where values come from.
        reader: reads arguments.
        handlers: finds handlers.
        externals: the graph's external nodes.
        framework: its rules.
        source_of: gives the source of a file.
        stands: methods of the project's interfaces that stand for those of routers, by name.
        loops: loops around declarations.
    """

    def __init__(
        self,
        sources: Sources,
        reader: Reader,
        handlers: Handlers,
        externals: Externals,
        framework: Framework,
        source_of: SourceOf,
        stands: dict[str, list[int]],
        loops: Loops,
    ) -> None:
        self._loops = loops
        self.sources, self.reader, self.handlers = sources, reader, handlers
        self.view = sources.view
        self.framework = framework
        self.externals = externals
        self.routers = Routers(sources, reader, externals, framework, stands, loops)
        self._resources = Resources(self.routers, reader, handlers, externals, framework.ecosystem)
        self._composed = self._carried()
        self._filters = Filters(self.routers, handlers, externals, framework)
        self._passing = {
            row: item
            for item in framework.prefix.passing
            for row in externals.rows(framework.ecosystem, item.decorator)
        }
        self._declaring = {
            row
            for rule in framework.rule
            if rule.endpoint is not None
            for row in externals.rows(framework.ecosystem, rule.when.decorator)
        }
        self._classes = self._class_prefixes()
        self._everywhere = self._whole_prefixes()
        self._versions = Versions(self.routers, reader, externals, framework.ecosystem, framework.prefix)
        self._narrowing = {
            row: item.methods
            for item in framework.views.narrowed
            for row in externals.rows(framework.ecosystem, item.decorator)
        }
        self._conventions = Conventions(self.routers, externals, framework, source_of)
        self._bases = {
            row: methods
            for base, methods in framework.views.bases.items()
            for row in externals.rows(framework.ecosystem, [base])
        }

    # --- places ---

    def site(self, node: int, line: int, column: int) -> Expr | None:
        """The call or decorator at a place, or the name of one without arguments; None where it can't be read."""
        file = self.sources.trees.file(node)
        if file is None:
            return None
        call = file.call_at(line, column)
        if call is not None:
            return Expr(file, call)
        found = file.node_at(line, column)
        parent = found.parent if found is not None else None
        if found is None or file.op(found) not in ("name", "symbol"):
            return None
        return Expr(file, parent if parent is not None and file.op(parent) == "member" else found)

    def _carried(self) -> dict[int, list[tuple[int, Carried]]]:
        """The decorators that stand on nodes through those of the project, by node, where these may carry others."""
        prefix, ecosystem = self.framework.prefix, self.framework.ecosystem
        named = [target for item in prefix.classes for target in item.decorator]
        named += [target for item in prefix.passing for target in item.decorator]
        named += [t for rule in self.framework.rule if rule.endpoint is not None for t in rule.when.decorator]
        found: dict[int, list[tuple[int, Carried]]] = {}
        for target in self.externals.rows(ecosystem, named) if self.framework.composed else ():
            for item in carried(self.view, target):
                found.setdefault(item.row, []).append((target, item))
                site, inner = self.site(item.row, *item.place), self.site(item.carrier, *item.carried)
                said = self.reader.arguments(inner) if inner is not None else None
                if site is not None and inner is not None and said is not None and said != _NOTHING:
                    self.reader.carried[site.key] = inner
        return found

    def _decorated_by(self, target: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """The nodes that have a decorator, be it through one of the project's, each with the places."""
        for use in self.view.into(target, {EdgeKind.DECORATES}):
            yield use.row, use.sites
        for row, items in self._composed.items():
            places = [item.place for external, item in items if external == target]
            if places:
                yield row, places

    def decorators(self, row: int) -> Iterator[tuple[int, str, Expr | None]]:
        """The decorators of a node: target, confidence, place."""
        for target, item in self._composed.get(row, ()):
            yield target, item.confidence, self.site(row, *item.place)
        for use in self.view.out(row, EdgeKind.DECORATES):
            for line, column in use.sites:
                yield use.row, use.confidence, self.site(row, line, column)

    # --- what stands before ---

    def _class_prefixes(self) -> dict[int, list[Prefix]]:
        """What stands before the methods of each class that a decorator or base gives routes."""
        found: dict[int, list[Prefix]] = {}
        plain: set[int] = set()
        for item in self.framework.prefix.classes:
            for base in self.externals.rows(self.framework.ecosystem, item.base):
                plain.update(self.view.descendants(base))
            unless = {
                use.row
                for target in self.externals.rows(self.framework.ecosystem, item.unless)
                for use in self.view.into(target, {EdgeKind.DECORATES})
            }
            for target in self.externals.rows(self.framework.ecosystem, item.decorator):
                for row, sites in self._decorated_by(target):
                    if not self.view.is_type(row) or row in unless:
                        continue
                    if item.path is None:
                        plain.add(row)
                        continue
                    for line, column in sites:
                        paths = self._strings(self.site(row, line, column), item.path)
                        parts = [(path,) for path in paths] if paths is not None else [(None,)]
                        found.setdefault(row, []).extend(Prefix(part) for part in parts)
        self._add_located(found)
        if all(item.path is not None for item in self.framework.prefix.classes):
            return found
        given: dict[int, list[Prefix]] = {}
        for row in plain:
            if "abstract" in self.view.nodes["modifiers"][row]:
                continue
            nearest = next((base for base in self.view.bases(row) if base in found), -1)
            given[row] = found.get(nearest, [Prefix()])
        return given

    def _add_located(self, found: dict[int, list[Prefix]]) -> None:
        """Add what stands before the classes that methods give."""
        methods: list[tuple[int, list[str]]] = []
        for item in self.framework.prefix.classes:
            rows = self.externals.rows(self.framework.ecosystem, item.decorator) if item.locates else ()
            for row, sites in (used for target in rows for used in self._decorated_by(target)):
                own = {use.row for use in self.view.out(row, EdgeKind.DECORATES)}
                if self.view.is_callable(row) and own.isdisjoint(self._declaring) and item.path is not None:
                    methods.append((row, self._strings(self.site(row, *sites[0]), item.path) or []))
        for owner, given, path in located(self.sources, methods, set(found)) if methods else ():
            found.setdefault(given, []).extend(Prefix((*prefix.parts, path)) for prefix in found[owner])

    def _strings(self, site: Expr | None, wanted: Argument) -> list[str] | None:
        if site is None:
            return None
        given = self.reader.find(self.reader.arguments(site), wanted)
        if given is None:
            default = wanted.default
            return [default] if isinstance(default, str) else default
        return self.reader.strings(given) if isinstance(given, Expr) else None

    def _whole_prefixes(self) -> dict[int, tuple[Prefix, frozenset[str]]]:
        """The prefix of all routes of a package, by its row, and the paths that it does not stand before."""
        found: dict[int, tuple[Prefix, frozenset[str]]] = {}
        for item in self.framework.prefix.everywhere:
            rows = self.externals.rows(self.framework.ecosystem, item.call)
            for call, _ in self.routers.sites(rows):
                arguments = self.reader.arguments(call)
                prefix = Prefix((self.routers.path(self.reader.find(arguments, item.path), item.path),))
                given = self.reader.find(arguments, item.leave) if item.leave is not None else None
                listed = self.reader.listed(given) if isinstance(given, Expr) else []
                left = frozenset(path for element in listed for path in self._left_out(element))
                package = self.view.package(call.file.module)
                known = found.get(package, (prefix, frozenset()))
                if known[0] == prefix:  # another application of the package may leave out others
                    found[package] = (prefix, known[1] | left)
            for target in self.externals.rows(self.framework.ecosystem, item.decorator):
                for use in self.view.into(target, {EdgeKind.DECORATES}):
                    paths = self._strings(self.site(use.row, *use.sites[0]), item.path) if use.sites else None
                    prefix = Prefix((paths[0] if paths else None,))
                    found.setdefault(self.view.package(use.row), (prefix, frozenset()))
        return found

    def _left_out(self, element: Expr) -> Iterator[str]:
        value = self.reader.value(element)
        path = value.get("path") if isinstance(value, dict) else value
        if isinstance(path, str):
            yield join([path], trailing_slash=False)

    def _everywhere_before(
        self, node: int, handler: int, before: Before, paths: list[str] | None
    ) -> tuple[list[Prefix], list[int]]:
        """Prefixes with that of all routes before them, where it counts, and with versions of the API."""
        whole, left = self._everywhere.get(self.view.package(node), (None, frozenset()))
        found: list[Prefix] = []
        owners: list[int] = []
        for prefix, owner in zip(*before, strict=True):
            for version in self._versions.of(handler, owner):
                versioned = prefix if version == "" else prefix.below(Prefix((version,)))
                is_left = whole is None or self._whole_path(prefix, paths) in left
                found.append(versioned if whole is None or is_left else versioned.below(whole))
                owners.append(owner)
        return found, owners

    def _whole_path(self, prefix: Prefix, paths: list[str] | None) -> str:
        """The path of a route's first alternative, empty where a part of it is not known."""
        parts = [*prefix.parts, *(paths or ())[:1]]
        known = [part for part in parts if part is not None]
        return join(known, trailing_slash=False) if len(known) == len(parts) else ""

    def _of_class(self, handler: int) -> list[tuple[Prefix, int]]:
        """The prefixes of the handler's class and of all classes that inherit it, with the class; none, no route."""
        owner = self.view.nodes["parent"][handler] if handler >= 0 else -1
        if owner < 0 or not self.view.is_type(owner):
            return []
        given = self._classes.get(owner)
        is_abstract = "abstract" in self.view.nodes["modifiers"][owner]
        if given is None and self.framework.prefix.any_class and not is_abstract:
            given = [Prefix()]
        if given is None and self.framework.prefix.overriding:
            given = next(
                (self._classes[base] for base in self.view.bases(owner) if base in self._classes), None
            )
        own = [(prefix, owner) for prefix in given or ()]
        heirs = self.view.descendants(owner, without=self.view.nodes["name"][handler])
        return own + [(prefix, row) for row in heirs for prefix in self._classes.get(row, ())]

    # --- routes ---

    def conventional(self) -> Iterator[Route]:
        """The routes that nothing declares: of methods of controllers, and of pages."""
        rules = self.framework.prefix.actions
        ecosystem = self.framework.ecosystem
        paths_at = set(self.externals.rows(ecosystem, rules.path_at)) if rules is not None else set()
        skipped = {
            *self.externals.rows(ecosystem, rules.leave if rules is not None else []),
            *self._declaring,
        }
        for row, base in self._conventions.actions():
            own: Expr | None = None
            given = {target: site for target, _, site in self.decorators(row)}
            if not skipped.isdisjoint(given):
                continue
            own = next((site for target, site in given.items() if target in paths_at), None)
            below = self._in_place(row, has_path=own is not None)
            path = self._strings(own, PATH) if own is not None else [""]
            before = [prefix for prefix, _ in below], [owner for _, owner in below]
            yield self._route(self._line(row, base), None, Handler(row), ["ANY"], path, before, [])
        for page in self._conventions.pages():
            place = self._line(page.row, page.target)
            yield self._route(
                place, None, Handler(page.row), [page.method], [page.path], ([Prefix()], [-1]), []
            )

    def _line(self, row: int, target: int) -> Place:
        return row, target, self.view.nodes["line"][row], self.view.nodes["column"][row]

    def _in_place(self, handler: int, *, has_path: bool) -> list[tuple[Prefix, int]]:
        """The prefixes of a handler's classes; where neither they nor it have a path, the pattern of the package."""
        below = self._of_class(handler)
        if self.framework.prefix.actions is None:
            return below
        found: list[tuple[Prefix, int]] = []
        for prefix, owner in below:
            package = self.view.package(self.view.module(owner))
            if has_path or prefix.parts:
                found.append((prefix, owner))
            elif package in self._conventions.patterns:
                found.append((Prefix((self._conventions.patterns[package],)), owner))
        return found

    def resources(self) -> Iterator[Route]:
        """The routes of all resources."""
        for call, row in self.routers.sites(self.routers.resources):
            yield from self._loops.each(call, partial(self._resource, call, row))

    def _resource(self, call: Expr, row: int) -> Iterator[Route]:
        place = (call.file.module, row, *self._position(call))
        for prefixes in _alike(self.routers.prefixes(call)):
            owners = [-1] * len(prefixes)
            for resource in self.routers.resources[row]:
                for action in self._resources.of(call, resource, prefixes[0].names):
                    paths = [action.path] if action.path is not None else None
                    methods, before = action.methods, (prefixes, owners)
                    yield self._route(place, call, action.handler, methods, paths, before, [])

    def _position(self, call: Expr) -> tuple[int, int]:
        name = call.file.callee(call.node)[1] or call.node
        return name.start_point[0] + 1, name.start_point[1]

    def of(self, declared: Declared) -> Iterator[Route]:
        """The routes that one place declares."""
        endpoint = declared.rule.endpoint
        if endpoint is None:
            return
        site = self.site(declared.node, declared.line, declared.column)
        if endpoint.handler is None:
            rows = [*self._overriding(declared.node)] if self.framework.prefix.overriding else []
            if not rows or self.view.nodes["kind"][self._owner(declared.node)] != NodeKind.INTERFACE:
                rows.insert(0, declared.node)
            for row in rows:
                yield self._decorated(declared, endpoint, site, row)
            return
        if site is None or not self.routers.is_real(site, declared.target):
            return
        yield from self._loops.each(site, lambda: self._called(declared, endpoint, site))

    def _overriding(self, row: int) -> Iterator[int]:
        """The methods that override one with a route, at any remove, and have no decorator with one of their own."""
        seen = {row}
        queue = [row]
        for current in queue:
            for use in self.view.into(current, {EdgeKind.OVERRIDES}):
                own = {found.row for found in self.view.out(use.row, EdgeKind.DECORATES)}
                if use.row not in seen and own.isdisjoint(self._declaring):
                    seen.add(use.row)
                    queue.append(use.row)
                    yield use.row

    def _decorated(self, declared: Declared, endpoint: Endpoint, site: Expr | None, handler: int) -> Route:
        methods = self._methods(endpoint, declared, site, known=True)
        paths = self._strings(site, endpoint.path)
        for target, _, other in self.decorators(declared.node) if endpoint.path_at else ():
            own = self.reader.find(self.reader.arguments(site), endpoint.path) if site is not None else None
            if own is None and target in self.externals.rows(self.framework.ecosystem, endpoint.path_at):
                paths = self._strings(other, PATH if endpoint.path.position is None else endpoint.path)
        prefixes = self.routers.prefixes(site) if site is not None else [Prefix((None,))]
        if endpoint.taken:
            prefixes = self.routers.before(Origin("function", self.view.fqns[declared.node]))
            prefixes = [] if endpoint.optional and prefixes == [NOWHERE] else prefixes
        owners = [-1] * len(prefixes)
        if self.framework.prefix.classes:
            below = self._in_place(handler, has_path=paths != [""])
            prefixes, owners = [prefix for prefix, _ in below], [row for _, row in below]
        return self._route(
            self._place(declared),
            site,
            Handler(handler, declared.confidence),
            methods,
            paths,
            (prefixes, owners),
            [],
        )

    def _called(self, declared: Declared, endpoint: Endpoint, site: Expr) -> Iterator[Route]:
        arguments = self.reader.arguments(site)
        wanted = endpoint.handler
        given = self.reader.find(arguments, wanted) if wanted is not None else None
        if given is None and not endpoint.implied:
            return
        if isinstance(given, Expr) and given == self.reader.find(arguments, endpoint.path):
            return  # app.get("title") asks for a setting
        all_prefixes = self._of_item(endpoint, arguments, self.routers.prefixes(site))
        if not all_prefixes:
            return
        for prefixes in _alike(all_prefixes) if endpoint.words is not None else [all_prefixes]:
            yield from self._declared(endpoint, declared, site, arguments, given, prefixes)

    def _declared(
        self,
        endpoint: Endpoint,
        declared: Declared,
        site: Expr,
        arguments: Arguments,
        given: Expr | Unknown | None,
        prefixes: list[Prefix],
    ) -> Iterator[Route]:
        """The routes of a call below prefixes that words mean the same classes below."""
        place = self._place(declared)
        paths = self._strings(site, endpoint.path)
        owners = [-1] * len(prefixes)
        inner = self._methods_in(paths) if endpoint.in_path else []
        if inner:
            paths = [path for _, path in inner]
        passes = self._middleware(arguments, endpoint, given) + self._after(site, endpoint.after.middleware)
        if endpoint.verbs:
            for method, handler in self._verbs(endpoint, given):
                yield self._route(place, site, handler, [method], paths, (prefixes, owners), passes)
            return
        if given is not None and isinstance(given, Expr) and self.routers.passes_on(given):
            return
        found = self._of_owner(endpoint, arguments, given, paths, prefixes)
        if not found and given is not None:
            found = self._handlers(endpoint, given, prefixes)
        if not found and given is None:
            found = self._implied(endpoint, arguments, paths, prefixes)
        known = given is None or any(handler.row >= 0 or handler.inline for handler in found)
        methods = self._methods(endpoint, declared, site, known=known)
        methods = self._chained(site, endpoint) or [m for m, _ in inner if m] or methods
        if not found and isinstance(given, Expr):
            methods = self._outside(given) or methods
        for handler in found or [Handler(-1)]:
            views: list[tuple[Handler, list[str] | None]] = [*self._views(handler)] or [
                (handler, self._narrowed(handler.row) or methods)
            ]
            for member, verbs in views:
                yield self._route(place, site, member, verbs, paths, (prefixes, owners), passes)

    def _of_item(self, endpoint: Endpoint, arguments: Arguments, prefixes: list[Prefix]) -> list[Prefix]:
        """Prefixes of a route that may say whether it is below one item of a resource."""
        item = endpoint.item
        given = self.reader.find(arguments, item.at) if item is not None else None
        if item is None or not isinstance(given, Expr):
            return prefixes
        word = self.reader.value(given)
        where = "one" if word in item.one else "all" if word in item.all else ""
        return [of_item(prefix, where) for prefix in prefixes]

    def _methods_in(self, paths: list[str] | None) -> list[tuple[str, str]]:
        """Method and path of paths that may begin with a method."""
        found = [_IN_PATH.fullmatch(path) for path in paths or ()]
        return [(match.group(1) or "", match.group(2)) for match in found if match is not None]

    def _of_owner(
        self,
        endpoint: Endpoint,
        arguments: Arguments,
        given: Expr | Unknown | None,
        paths: list[str] | None,
        prefixes: Sequence[Prefix],
    ) -> list[Handler]:
        """The method of a class that the route or its group names by itself: ``Route::controller(Users::class)``."""
        words = endpoint.words
        owner = self._word(arguments, endpoint.owner) or (prefixes[0].holder if prefixes else None)
        if words is None or owner is None:
            return []
        action = self._word(arguments, endpoint.action)
        if action is None and isinstance(given, Expr):
            action = given
        name = self.reader.value(action) if action is not None else (paths or [""])[0].strip("/")
        if not isinstance(name, str) or any(mark and mark in name for mark in words.separators):
            return []
        rows = [handler.row for handler in self.handlers.of(owner) if handler.row >= 0]
        text = self.reader.value(owner)
        if not rows and isinstance(text, str):
            rows = self.handlers.classes(text, words, prefixes[0].names if prefixes else ())
        members = [self.view.member(row, name) for row in rows if self.view.is_type(row)]
        return [Handler(row) for row in members if row >= 0]

    def _word(self, arguments: Arguments, wanted: Argument | None) -> Expr | None:
        given = self.reader.find(arguments, wanted) if wanted is not None else None
        return given if isinstance(given, Expr) else None

    def _implied(
        self,
        endpoint: Endpoint,
        arguments: Arguments,
        paths: list[str] | None,
        prefixes: Sequence[Prefix],
    ) -> list[Handler]:
        """The handlers that paths name: ``preview`` of the resource around, ``photos/show``."""
        words = endpoint.words
        if words is None or not paths or not prefixes:
            return []
        action = self._word(arguments, endpoint.action)
        name = self.reader.value(action) if action is not None else None
        path, owner = name if isinstance(name, str) else paths[0].strip("/"), prefixes[0].owner
        mark = words.separators[0]
        text = f"{owner}{mark}{path}" if owner and "/" not in path else mark.join(path.rsplit("/", 1))
        return [Handler(row) for row in self.handlers.worded(text, words, prefixes[0].names)]

    def _handlers(
        self, endpoint: Endpoint, given: Expr | Unknown, prefixes: Sequence[Prefix]
    ) -> list[Handler]:
        if not isinstance(given, Expr):
            return []
        names = prefixes[0].names if prefixes else ()
        found = self.handlers.of(given, endpoint.words, names)
        result = []
        for handler in found:
            row = handler.row
            if row >= 0 and endpoint.invokes and self.view.is_type(row):
                inner = self.handlers.function_in(row, endpoint.invokes)
                row = inner if inner >= 0 else row
            result.append(handler._replace(row=row))
        return result

    def _views(self, handler: Handler) -> list[tuple[Handler, list[str]]]:
        """The methods of a class that handles requests by a method for each HTTP method; none for other handlers."""
        row, views = handler.row, self.framework.views
        if row < 0 or not self.view.is_type(row) or not (views.members or views.bases):
            return []
        mapped = self._mapped(handler)
        if mapped:
            return mapped
        found: dict[str, Handler] = {}
        for name, method in views.members.items():
            member = self.view.member(row, name)
            if member >= 0:
                found[method] = handler._replace(row=member)
        for base in self.view.bases(row):
            for entry in self._bases.get(base, ()):
                method, *names = entry.split()
                member = self.handlers.function_in(row, names)
                found.setdefault(method, handler._replace(row=member) if member >= 0 else handler)
        allowed = self._allowed(row)
        return [
            (item, [method]) for method, item in found.items() if allowed is None or method.lower() in allowed
        ]

    def _allowed(self, row: int) -> set[str] | None:
        """The methods that a class says it answers at all, in lower case; None where it says none."""
        field = self.view.member(row, self.framework.views.allowed) if self.framework.views.allowed else -1
        for value in self.sources.values(field) if field >= 0 else ():
            words = self.reader.strings(value)
            if words is not None:
                return {word.lower() for word in words}
        return None

    def _outside(self, given: Expr) -> list[str]:
        """The methods that a class of the framework's answers which is the handler itself: ``Page.as_view()``."""
        called = self.sources.called(given) if given.file.op(given.node) == "call" else []
        head = SEPARATOR.join([EXTERNAL_ROOT, self.framework.ecosystem, ""])
        names = {self.view.fqns[row].rpartition(SEPARATOR)[0].removeprefix(head) for row in called}
        bases = self.framework.views.bases.items() if names else ()
        found = [entries for base, entries in bases if names.intersection(expand(base))]
        return [entry.partition(" ")[0] for entries in found for entry in entries]

    def _narrowed(self, handler: int) -> list[str] | None:
        """The methods to which decorators narrow what a function answers."""
        for target, _, site in self.decorators(handler) if self._narrowing and handler >= 0 else ():
            wanted = self._narrowing.get(target)
            if isinstance(wanted, Argument):
                given = self.reader.find(self.reader.arguments(site), wanted) if site is not None else None
                if isinstance(given, Expr):
                    return method_names(self.reader, given)
                wanted = [wanted.default] if isinstance(wanted.default, str) else wanted.default
            if wanted:
                return wanted
        return None

    def _mapped(self, handler: Handler) -> list[tuple[Handler, list[str]]]:
        """What an object literal says: ``as_view({"get": "list"})``."""
        found: list[tuple[Handler, list[str]]] = []
        given = self.reader.arguments(handler.call).positional if handler.call is not None else []
        entries = self.reader.entries(given[0]) if given else None
        for verb, value in (entries[0] if entries is not None else {}).items():
            name = self.reader.value(value)
            member = self.view.member(handler.row, name) if isinstance(name, str) else -1
            if verb.upper() in METHODS:
                found.append((handler._replace(row=member) if member >= 0 else handler, [verb.upper()]))
        return found

    def _place(self, declared: Declared) -> Place:
        return declared.node, declared.target, declared.line, declared.column

    def _route(
        self,
        place: Place,
        site: Expr | None,
        handler: Handler,
        methods: list[str] | None,
        paths: list[str] | None,
        before: Before,
        passes: list[Expr],
    ) -> Route:
        node, target, line, column = place
        prefixes, owners = self._everywhere_before(node, handler.row, before, paths)
        own = [*passes, *handler.passes]
        if paths is not None and self.framework.prefix.query:
            paths = [path.partition(self.framework.prefix.query)[0] for path in paths]
        return Route(
            framework=self.framework.framework,
            evidence=self.view.fqns[target],
            place=node,
            line=line,
            column=column,
            site=site,
            handler=handler.row,
            confidence=handler.confidence,
            methods=methods,
            paths=paths,
            prefixes=self._named(prefixes, owners, handler.row),
            passes=[
                self._passed([*prefix.passes, *own], handler.row, owner)
                for prefix, owner in zip(prefixes, owners, strict=True)
            ],
            inline=handler.inline,
            rules=self.framework.prefix,
            words=self._words(owners, handler.row),
        )

    def _named(self, prefixes: list[Prefix], owners: list[int], handler: int) -> list[Prefix]:
        """Prefixes with names of classes and methods in the place of tokens."""
        return [
            prefix._replace(
                parts=tuple(None if part is None else replaced(part, words) for part in prefix.parts)
            )
            for prefix, words in zip(prefixes, self._words(owners, handler), strict=True)
        ]

    def _words(self, owners: list[int], handler: int) -> list[dict[str, str]]:
        """What the tokens of paths stand for, by the alternative."""
        tokens, names = self.framework.prefix.tokens, self.view.nodes["name"]
        if not tokens:
            return [{} for _ in owners]
        found: list[dict[str, str]] = []
        for owner in owners:
            if owner < 0:
                found.append({})
                continue
            class_ = names[owner].removesuffix(self.framework.prefix.suffix)
            rules = self.framework.prefix.actions
            method = names[handler] if handler >= 0 else ""
            method = method.removesuffix(rules.method_suffix) if rules is not None else method
            class_, method = self._conventions.word(class_, owner), self._conventions.word(method, owner)
            found.append({token: class_ if what == "class" else method for token, what in tokens.items()})
        return found

    # --- methods ---

    def _methods(
        self, endpoint: Endpoint, declared: Declared, site: Expr | None, *, known: bool
    ) -> list[str] | None:
        """The methods of a route, None if they are not known: without its handler, a default would be a guess."""
        wanted = endpoint.methods
        if not isinstance(wanted, Argument):
            name = self.view.nodes["name"][declared.target].rstrip("!")
            for word in endpoint.beside:
                name = name.removeprefix(word).removesuffix(word)
            return wanted or [name.upper()]
        if site is None:
            return None
        arguments = self.reader.arguments(site)
        if wanted.rest:
            named = [method_names(self.reader, item) for item in self.routers.listed(arguments, wanted)]
            return [name for names in named for name in names or ()] or None
        given = self.reader.find(arguments, wanted)
        if given is None:
            default = wanted.default if known else None
            return [default] if isinstance(default, str) else default
        return method_names(self.reader, given) if isinstance(given, Expr) else None

    def _after(self, site: Expr, targets: list[str]) -> list[Expr]:
        """The arguments of calls on what a declaration gives, or these calls where they have none."""
        wanted = set(self.externals.rows(self.framework.ecosystem, targets))
        found: list[Expr] = []
        for call in chain(site) if wanted else ():
            if wanted.intersection(self.sources.called(call)):
                given = self.reader.arguments(call).positional
                found += [inner for item in given for inner in self.reader.elements(item) or [item]] or [call]
        return found

    def _chained(self, site: Expr, endpoint: Endpoint) -> list[str]:
        names = [method_names(self.reader, item) for item in self._after(site, endpoint.after.methods)]
        return [name for found in names if found for name in found]

    def _verbs(self, endpoint: Endpoint, given: Expr | Unknown | None) -> Iterator[tuple[str, Handler]]:
        """Method and handler of each call in a chain: ``get(list).post(make)``, ``get().to(list)``."""
        if not isinstance(given, Expr):
            return
        ecosystem = self.framework.ecosystem
        verbs = set(self.externals.rows(ecosystem, endpoint.verbs))
        takes = set(self.externals.rows(ecosystem, endpoint.takes))
        waiting: list[Handler] = []
        current: Expr | None = given
        for _ in range(MAX_CHAIN):
            if current is None:
                return
            if current.file.op(current.node) not in ("call", "new"):
                current = next(iter(self.sources.given(current)), None)
                continue
            called = self.sources.called(current)
            if takes.intersection(called):
                waiting = self._taken(self.reader.arguments(current).positional) or [Handler(-1)]
            for row in called:
                if row in verbs:
                    yield from self._verb(row, self.reader.arguments(current).positional, waiting)
                    waiting = []
            current = self._made_by(called) or self.sources.receiver(current)

    def _verb(self, row: int, arguments: list[Expr], waiting: list[Handler]) -> Iterator[tuple[str, Handler]]:
        """Methods and handlers of one call in a chain; the name of the method may be its first argument."""
        name = self.view.fqns[row].rpartition(SEPARATOR)[2].upper()
        methods = [name] if name in METHODS else ["ANY"]
        if name not in METHODS and (len(arguments) > 1 or (arguments and waiting)):
            named = method_names(self.reader, arguments[0])
            methods, arguments = (named, arguments[1:]) if named else (methods, arguments)
        handlers = self._taken(arguments) if arguments else waiting
        for method in methods:
            for handler in handlers or [Handler(-1)]:
                yield method, handler

    def _taken(self, arguments: list[Expr]) -> list[Handler]:
        return [handler for item in arguments for handler in self.handlers.of(item)]

    def _made_by(self, called: list[int]) -> Expr | None:
        """What a function of the project gives back."""
        own = [row for row in called if not self.sources.is_external(row) and self.view.is_callable(row)]
        return next((value for row in own for value in self.sources.returned(row)), None)

    # --- what requests pass ---

    def _middleware(
        self, arguments: Arguments, endpoint: Endpoint, handler: Expr | Unknown | None
    ) -> list[Expr]:
        if endpoint.middleware is None:
            return []
        found = self.routers.listed(arguments, endpoint.middleware)
        return [item for item in found if not isinstance(handler, Expr) or item.key != handler.key]

    def _passed(self, passes: Sequence[Expr], handler: int, owner: int) -> list[Pass]:
        """What requests pass, by the graph; what is decorated on the class and the handler comes last."""
        found = [item for expr in passes for item in self._pass(expr)]
        found += self._filters.of(handler, owner if owner >= 0 else self._owner(handler))
        for row in (owner if owner >= 0 else self._owner(handler), handler) if self._passing else ():
            for target, _, site in self.decorators(row) if row >= 0 else ():
                item = self._passing.get(target)
                if item is None:
                    continue
                if item.handlers is None or site is None:
                    found.append(Pass(self.view.nodes["name"][target], -1))
                    continue
                for expr in self.routers.listed(self.reader.arguments(site), item.handlers):
                    found += self._pass(expr)
        return list(dict.fromkeys(found))

    def _owner(self, row: int) -> int:
        owner = self.view.nodes["parent"][row] if row >= 0 else -1
        return owner if owner >= 0 and self.view.is_type(owner) else -1

    def _pass(self, expr: Expr) -> list[Pass]:
        """What an argument is that requests pass; where a function of the project makes it, that function."""
        found = self.handlers.passed(expr)
        known = [Pass(self.view.fqns[h.row], h.row) for h in found if h.row >= 0]
        if known:
            return known
        text = " ".join(expr.file.text(expr.node).split())
        return [] if expr.file.op(expr.node) == "function" else [Pass(text[:80], -1)]


def _alike(prefixes: list[Prefix]) -> list[list[Prefix]]:
    """Prefixes in groups below which words name the same classes."""
    found: dict[object, list[Prefix]] = {}
    for prefix in prefixes:
        key = prefix.names, prefix.owner, prefix.holder and prefix.holder.key
        found.setdefault(key, []).append(prefix)
    return list(found.values())
