"""Composes what stands before a route: prefixes of routers, groups and mounts, and what requests pass there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.fingerprint.arguments import UNKNOWN, Arguments
from codegraph.fingerprint.folders import loaded
from codegraph.fingerprint.methods import method_names
from codegraph.fingerprint.middleware import Middleware
from codegraph.fingerprint.places import Argument
from codegraph.fingerprint.prefix_rules import RouterPrefix
from codegraph.fingerprint.standins import names_of
from codegraph.fingerprint.trees import MAX_CLIMB, Expr
from codegraph.fingerprint.view import CALLS
from codegraph.model import SEPARATOR, NodeKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node

    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.loops import Loops
    from codegraph.fingerprint.origins import Parameter, Sources
    from codegraph.fingerprint.patterns import Externals
    from codegraph.fingerprint.prefix_rules import FolderPrefix, GroupPrefix, IncludePrefix, Named, Through
    from codegraph.fingerprint.prefix_rules import Use as Adding
    from codegraph.fingerprint.resource_rules import Resource
    from codegraph.fingerprint.schema import Framework
    from codegraph.fingerprint.when import When

MAX_PREFIXES = 32  # of one router: taken in many times by routers that are themselves taken in many times
MAX_STEPS = 16


class Origin(NamedTuple):
    """What a router is known by.

    Args:
        kind: ``call`` that made it, ``function`` that declares routes, ``closure`` likewise, ``variable``, ``list`` of
            routes, ``file``.
        key: FQN, or path of the file.
        at: where it begins in the file, in bytes.
        position: number of the function's parameter that it is.
    """

    kind: str
    key: str
    at: int = 0
    position: int = 0


class Prefix(NamedTuple):
    """One alternative of what stands before a route.

    Args:
        parts: of the path from the outside in; None is a part that is not known.
        passes: what requests pass, from the outside in.
        names: what stands before the classes that strings name.
        owner: the name of the resource around.
        holder: the class of which routes name only a method, as it is written.
        methods: the HTTP methods of routes that say none.
    """

    parts: tuple[str | None, ...] = ()
    passes: tuple[Expr, ...] = ()
    names: tuple[str, ...] = ()
    owner: str = ""
    methods: tuple[str, ...] = ()
    holder: Expr | None = None

    def below(self, outer: Prefix) -> Prefix:
        """This one with another one before it."""
        return Prefix(
            outer.parts + self.parts,
            outer.passes + self.passes,
            outer.names + self.names,
            self.owner or outer.owner,
            self.methods or outer.methods,
            self.holder or outer.holder,
        )


NOWHERE = Prefix((None,))


class _Included(NamedTuple):
    """One taking in of a router: by which others, what that sets before (None: nothing given), and where."""

    owners: tuple[Origin, ...]
    prefix: Prefix
    given: bool
    replaces: bool
    call: Expr


class Routers:
    """The routers of one framework.

    Args:
        sources: where values come from.
        reader: reads arguments.
        externals: the graph's external nodes.
        framework: its rules.
        stands: methods of the project's interfaces that stand for those of its routers, by name.
        loops: loops around declarations.
    """

    def __init__(
        self,
        sources: Sources,
        reader: Reader,
        externals: Externals,
        framework: Framework,
        stands: dict[str, list[int]],
        loops: Loops,
    ) -> None:
        self.sources = sources
        self._loops = loops
        self.reader = reader
        self.framework = framework
        prefix, ecosystem = framework.prefix, framework.ecosystem

        def table(items: Iterable[Any]) -> dict[int, Any]:
            own = {row: item for item in items for row in externals.rows(ecosystem, item.call)}
            for item in items if stands else ():
                for name in sorted(names_of(item.call)):
                    own.update(dict.fromkeys(stands.get(name, ()), item))
            return own

        self._has_classes = any(item.holder for item in prefix.through)
        self._stands = frozenset(row for rows in stands.values() for row in rows)
        self._makers: dict[int, RouterPrefix] = table(prefix.router)
        self._groups: dict[int, GroupPrefix] = table(prefix.group)
        self._includes: dict[int, IncludePrefix] = table(prefix.include)
        self._throughs: dict[int, Through] = table(prefix.through)
        self._uses: dict[int, Adding] = table(prefix.use)
        self.resources: dict[int, list[Resource]] = {}
        for item in prefix.resource:
            for row in table([item]):
                self.resources.setdefault(row, []).append(item)
        declaring = [
            row for rule in framework.rule if rule.endpoint for row in self._targets(externals, rule.when)
        ]
        for row in (*self._groups, *self._includes, *self._uses, *self.resources, *declaring):
            # What makes an object through which routes are declared needs no rule if nothing is set there.
            made = sources.view.row(sources.view.fqns[row].rpartition(SEPARATOR)[0])
            if made >= 0 and row not in self._stands:
                self._makers.setdefault(made, RouterPrefix(call=[]))
        view = sources.view
        for made, maker in list(self._makers.items()):  # a router of a class of the project's own
            for heir in view.descendants(made):
                self._makers.setdefault(heir, maker)
        self._entries = {
            row
            for item in prefix.entry
            for base in externals.rows(framework.ecosystem, item.base)
            for class_ in view.descendants(base)
            for row in view.children(class_)
            if view.nodes["name"][row] in item.member
        }
        self._applications = frozenset(externals.rows(ecosystem, prefix.application))
        self._origins: dict[tuple[str, int, int], tuple[Origin, ...]] = {}
        self._made: dict[Origin, Expr] = {}
        self._alone: set[Origin] = set()
        self._included: dict[Origin, list[_Included]] = {}
        self._middleware = Middleware()
        self._prefixes: dict[Origin, list[Prefix]] = {}
        self._named: dict[tuple[int, str], Origin] = {}
        named = {row: item for item in prefix.named for row in externals.rows(ecosystem, item.call)}
        for call, row in self.sites(named):
            self._name(call, named[row])
        self._blocks = frozenset(self._named.values())
        for call, row in self.sites(self._includes):
            self._include(call, self._includes[row])
        for folder in prefix.folders:
            self._load(externals, folder)
        self._stacks = {row for use in prefix.use for row in externals.rows(ecosystem, use.stack)}
        for call, row in self.sites(self._uses):
            self._add(call, self._uses[row])

    def _targets(self, externals: Externals, when: When) -> list[int]:
        return externals.rows(self.framework.ecosystem, [*when.decorator, *when.call])

    def sites(self, rows: Iterable[int]) -> list[tuple[Expr, int]]:
        """The calls of some external functions, in order of files and positions."""
        view, trees = self.sources.view, self.sources.trees
        found = [
            (call, row)
            for row in rows
            for use in view.into(row, CALLS)
            for _, call in trees.calls(use.row, use.sites)
        ]
        return sorted(found, key=lambda item: (item[0].file.path, item[0].node.end_byte, item[1]))

    # --- where a router comes from ---

    def origins(self, expr: Expr, depth: int = 0) -> tuple[Origin, ...]:
        """The routers that an expression may be; none where it is no router."""
        links: list[Expr] = []
        known: tuple[Origin, ...] | None = None
        current: Expr | None = expr
        while current is not None and known is None:
            current = Expr(current.file, current.file.inner(current.node))
            known = self._origins.get(current.key)
            if known is None and depth >= MAX_STEPS:
                return ()
            if known is None:
                self._origins[current.key] = ()  # in a circle
                links.append(current)
                known = tuple(dict.fromkeys(self._find(current, depth))) or None
                # Of a long chain each call gives back what it is called on.
                current = self.sources.receiver(current) if current.file.op(current.node) == "call" else None
        for link in links:
            self._origins[link.key] = known or ()
        return known or ()

    def _find(self, expr: Expr, depth: int) -> Iterable[Origin]:
        op = expr.file.op(expr.node)
        if op in ("call", "new"):
            return self._of_call(expr, depth)
        if op in ("name", "member"):
            return self._of_name(expr, depth)
        if op == "function":
            return [Origin("closure", expr.file.path, expr.node.start_byte)]
        if op in ("list", "concat"):
            return self._of_list(expr, depth)
        choices = [self.origins(choice, depth + 1) for choice in self.sources.choices(expr)]
        found = [origin for choice in choices for origin in choice]
        if len(choices) > 1:
            self._alone.update(found)  # where one takes in the other, that one may stand by itself as well
        return found

    def _of_call(self, expr: Expr, depth: int) -> Iterable[Origin]:
        called = self.sources.called(expr)
        for row in called:
            if row in self._makers or row in self._groups:
                origin = Origin("call", expr.file.path, expr.node.start_byte, expr.node.end_byte)
                self._made[origin] = expr
                return [origin]
            if row in self._throughs:
                return self._passed_through(expr, self._throughs[row], depth)
        found: list[Origin] = []
        for row in called:
            if self.sources.view.is_callable(row):
                for returned in self.sources.returned(row):
                    found += self._as_called(self.origins(returned, depth + 1), expr, row, depth)
        for row in self.sources.modules(expr):
            for value in self.sources.module_values(row):
                found += self.origins(value, depth + 1)
        name = expr.file.callee(expr.node)[1] if not called and not found else None
        for value in self.sources.given(Expr(expr.file, name)) if name is not None else ():
            if value.file.op(value.node) == "function":
                for returned in self.sources.results(value):
                    found += self.origins(returned, depth + 1)
        return found

    def _as_called(self, found: Iterable[Origin], call: Expr, called: int, depth: int) -> Iterable[Origin]:
        """What a function gives back; of its parameters what this call gives to them."""
        for origin in found:
            if origin.kind != "function" or origin.key != self.sources.view.fqns[called]:
                yield origin
                continue
            arguments, extends = self.reader.arguments(call), self.sources.extends(called)
            given = self.sources.given_to(call, arguments, origin.position, extends=extends)
            yield from self.origins(given, depth + 1) if given is not None else ()

    def _passed_through(self, expr: Expr, through: Through, depth: int) -> list[Origin]:
        """The routers that a call only passes on; where that sets a path, they are taken in by one that has it."""
        arguments = self.reader.arguments(expr)
        if through.holder:
            holder = self.sources.receiver(expr)
            return [] if holder is None else [*self.taken(holder, "", depth + 1)] or self._of_class(holder)
        found = [
            o
            for given in self.listed(arguments, through.router)
            for o in self.taken(given, through.variable, depth + 1)
        ]
        if through.path is None or not found:
            return found
        made = Origin("call", expr.file.path, expr.node.start_byte, expr.node.end_byte)
        path = self.reader.find(arguments, through.path)
        prefix = Prefix((self.path(path, through.path),))
        for origin in dict.fromkeys(found):
            self._included.setdefault(origin, []).append(_Included((made,), prefix, True, False, expr))
        return [made]

    def _of_class(self, expr: Expr) -> list[Origin]:
        """The class that an expression names in full where something is called on it."""
        view, text = self.sources.view, expr.file.text(expr.node)
        name = expr.file.text(expr.file.last_name(expr.node))
        rows = view.types.get(name, []) if SEPARATOR in text else []
        found = [view.fqns[row] for row in rows if view.fqns[row].endswith(f"{SEPARATOR}{text.lstrip(':')}")]
        return [Origin("class", fqn) for fqn in found[:1]]

    def _of_name(self, expr: Expr, depth: int) -> Iterable[Origin]:
        sources, view = self.sources, self.sources.view
        targets = sources.targets(expr)
        found: list[Origin] = []
        for row in targets:
            if sources.is_external(row):
                continue
            if view.is_callable(row):
                found += self._of_heir(expr, row, depth)
                found.append(Origin("function", view.fqns[row]))
                continue
            if self._has_classes and view.is_type(row):
                found.append(Origin("class", view.fqns[row]))
                continue
            given = [o for value in sources.values(row) for o in self.origins(value, depth + 1)]
            if not given and view.nodes["kind"][row] in ("variable", "constant", "field", "property"):
                given = [Origin("variable", view.fqns[row])]
            found += given
        if found:
            return found
        if any(not sources.is_external(row) for row in targets):
            return [o for value in sources.given(expr) for o in self.origins(value, depth + 1)]
        if expr.file.op(expr.node) == "member":
            holder = expr.file.part(expr.node, expr.file.shapes[expr.node.type].object)
            return self.origins(Expr(expr.file, holder), depth + 1) if holder is not None else []
        if targets:
            return []
        parameter = sources.parameter(expr)
        if parameter is not None and not parameter.key:
            return [self._of_parameter(parameter)]
        for value in sources.given(expr):
            found += self.origins(value, depth + 1)
        return found

    def _of_heir(self, expr: Expr, row: int, depth: int) -> list[Origin]:
        """The router that has a property which a class of the project writes anew: ``router.urls``."""
        view = self.sources.view
        if view.nodes["kind"][row] != NodeKind.PROPERTY or expr.file.op(expr.node) != "member":
            return []
        holder = expr.file.part(expr.node, expr.file.shapes[expr.node.type].object)
        if holder is None or view.nodes["parent"][row] not in self._makers:
            return []
        found = list(self.origins(Expr(expr.file, holder), depth + 1))
        return [*found, *(o for value in self.sources.returned(row) for o in self.origins(value, depth + 1))]

    def _of_parameter(self, parameter: Parameter) -> Origin:
        function, position = parameter.function, parameter.position
        row = self.sources.function_row(function)
        if row >= 0:
            return Origin("function", self.sources.view.fqns[row], 0, position)
        return Origin("closure", function.file.path, function.node.start_byte, position)

    def _of_list(self, expr: Expr, depth: int) -> Iterable[Origin]:
        found = [Origin("list", expr.file.path, expr.node.start_byte)]
        holder = self.holder(expr, own=True)
        if holder is not None:
            found = [holder]
        for child in expr.file.children(expr.node):
            op = expr.file.op(child)
            if op == "spread":  # [*router.urls]
                child = next(iter(expr.file.children(child)), child)  # noqa: PLW2901
            if op in ("spread", "name", "member", "list", "concat"):
                found += self.origins(Expr(expr.file, child), depth + 1)
        return found

    def taken(self, expr: Expr, variable: str, depth: int = 0) -> tuple[Origin, ...]:
        """The routers that are taken in where an expression stands; a string may name the module that has it."""
        found = self.origins(expr, depth)
        if not found and self._named:
            word = self.reader.value(expr)
            named = self._named.get((self.sources.view.package(expr.file.module), str(word)))
            return (named,) if named is not None else ()
        if found or not variable:
            return found
        view = self.sources.view
        modules = [row for row in self.sources.targets(expr) if not self.sources.is_external(row)]
        name = self.reader.value(expr)
        if isinstance(name, str):
            modules += view.modules(name)
        rows = [view.row(f"{view.fqns[row]}{SEPARATOR}{variable}") for row in modules]
        origins: list[Origin] = []
        for row in rows:
            if row >= 0:
                origins += [o for value in self.sources.values(row) for o in self.origins(value, depth + 1)]
                origins.append(Origin("variable", view.fqns[row]))
        return tuple(dict.fromkeys(origins))

    def passes_on(self, expr: Expr) -> bool:
        """Whether an expression is a call that only passes a router on."""
        called = self.sources.called(expr) if expr.file.op(expr.node) == "call" else []
        return any(row in self._throughs for row in called)

    def holder(self, expr: Expr, *, own: bool = False) -> Origin | None:
        """The list of routes that an expression stands in: by the variable that it is given to, or the call."""
        file, node = expr
        in_list: Node | None = node if own else None
        for _ in range(MAX_CLIMB):
            parent = node.parent
            if parent is None:
                break
            shape = file.shape(parent)
            op = shape.op if shape is not None else ""
            if op == "list":
                in_list = in_list or parent
            elif in_list is None and op not in ("", "group", "argument"):
                return None
            elif shape is not None and op == "assign":
                target = file.part(parent, shape.name)
                return Origin("variable", self.sources.variable(Expr(file, target))) if target else None
            elif op in ("call", "new"):
                called = self.sources.called(Expr(file, parent))
                if any(row in self._makers or row in self._groups or row in self._includes for row in called):
                    origin = Origin("call", file.path, parent.start_byte, parent.end_byte)
                    self._made[origin] = Expr(file, parent)
                    return origin
                if any(row in self._throughs for row in called):
                    break
            elif op in ("function", "return", "type"):
                break
            node = parent
        return None if in_list is None else Origin("list", file.path, in_list.start_byte)

    def around(self, expr: Expr) -> Origin:
        """The function or file that a declaration without a router stands in, if that has a prefix of its own."""
        for node in expr.file.around(expr.node, "function"):
            function = Expr(expr.file, node)
            row = self.sources.function_row(function)
            origin = (
                Origin("function", self.sources.view.fqns[row])
                if row >= 0
                else Origin("closure", expr.file.path, node.start_byte)
            )
            if (
                origin in self._included
                or origin in self._blocks
                or (row < 0 and self._group_of(function) is not None)
            ):
                return origin
        return Origin("file", expr.file.path)

    def owners(self, call: Expr) -> tuple[Origin, ...]:
        """The routers through which a call declares something."""
        if any(row in self._makers for row in self.sources.called(call)):
            return self.origins(call)  # a router that is a route by itself
        receiver = self.sources.receiver(call)
        found = self.origins(receiver) if receiver is not None else ()
        if not found:
            holder = self.holder(call)
            found = (holder,) if holder is not None else (self.around(call),)
        return found

    def made_by(self, call: Expr) -> list[Expr]:
        """The calls that make the routers through which a call declares something."""
        return [self._made[origin] for origin in self.owners(call) if origin in self._made]

    def _group_of(self, function: Expr) -> Expr | None:
        call = self.sources.argument_of(function)
        rows = self.sources.called(call) if call is not None else []
        return call if any(row in self._groups or row in self.resources for row in rows) else None

    def is_real(self, call: Expr, target: int) -> bool:
        """Whether what a call declares is declared through a router, where an interface hides that."""
        return target not in self._stands or any(self._is_made(o, frozenset()) for o in self.owners(call))

    def _is_made(self, origin: Origin, above: frozenset[Origin]) -> bool:
        """Whether a router is, or is below, one that the framework makes."""
        if origin in above or len(above) > MAX_STEPS:
            return False
        outer: list[Expr | None] = []
        made = self._made.get(origin)
        if made is not None:
            if self._stands.isdisjoint(self.sources.called(made)):
                return True
            outer.append(self.sources.receiver(made))
        row = self.sources.view.row(origin.key) if origin.kind == "function" else -1
        for call in self.sources.callers(row) if row >= 0 else ():
            arguments, extends = self.reader.arguments(call), self.sources.extends(row)
            outer.append(self.sources.given_to(call, arguments, origin.position, extends=extends))
        function = self._closure(origin) if origin.kind == "closure" else None
        group = self._group_of(function) if function is not None else None
        outer.append(self.sources.receiver(group) if group is not None else None)
        found = [owner for expr in outer if expr is not None for owner in self.origins(expr)]
        found += [owner for item in self._included.get(self._entry(origin), ()) for owner in item.owners]
        return any(self._is_made(owner, above | {origin}) for owner in found)

    # --- what stands before ---

    def _include(self, call: Expr, include: IncludePrefix) -> None:
        made = any(row in self._makers for row in self.sources.called(call))
        # What makes a router may take in others: Starlette(routes=routes)
        owners = self.origins(call) if made else self.owners(call)
        if any(
            row in self.resources for row in self.sources.called(call)
        ):  # resources :posts, concerns: :search
            owners = (Origin("call", call.file.path, call.node.start_byte, call.node.end_byte),)
            self._made[owners[0]] = call
        for arguments in self._each(call):
            self._take_in(call, arguments, include, owners)

    def _name(self, call: Expr, named: Named) -> None:
        """Take down the name of a block."""
        arguments = self.reader.arguments(call)
        name = self._argument(arguments, named.name)
        word = self.reader.value(name) if name is not None else None
        for block in arguments.positional if isinstance(word, str) else ():
            if block.file.op(block.node) == "function":
                origin = Origin("closure", block.file.path, block.node.start_byte)
                self._named[self.sources.view.package(call.file.module), str(word)] = origin

    def _each(self, call: Expr) -> list[Arguments]:
        """The arguments of a call; as often as there are elements where it stands in a loop over a list literal."""
        arguments = self.reader.arguments(call)
        function = next(call.file.around(call.node, "function"), None)
        loop = self.sources.argument_of(Expr(call.file, function)) if function is not None else None
        holder = self.sources.receiver(loop) if loop is not None else None
        if function is None or holder is None:
            return [arguments]
        for value in [holder, *self.sources.given(holder)]:
            elements = self.reader.elements(value)
            if elements is not None:
                return [self._with(arguments, function, element) for element in elements]
        return [arguments]

    def _with(self, arguments: Arguments, function: Node, element: Expr) -> Arguments:
        """Arguments in which the first parameter of a function around stands for an element."""

        def put(expr: Expr) -> Expr:
            file, node = expr.file, expr.file.inner(expr.node)
            shape = file.shape(node)
            holder = file.part(node, shape.object) if shape is not None and shape.op == "member" else node
            name = file.part(node, shape.name) if shape is not None and holder != node else None
            if holder is None or file.op(holder) != "name":
                return expr
            parameter = self.sources.parameter(Expr(file, holder))
            if parameter is None or parameter.position or parameter.function.node != function:
                return expr
            if name is None:
                return element
            entries = self.reader.entries(element)
            return entries[0].get(file.text(name), expr) if entries is not None else expr

        keywords = {name: put(value) for name, value in arguments.keywords.items()}
        return Arguments([put(value) for value in arguments.positional], keywords, arguments.whole)

    def _take_in(
        self, call: Expr, arguments: Arguments, include: IncludePrefix, owners: tuple[Origin, ...]
    ) -> None:
        path = self.reader.find(arguments, include.path) if include.path is not None else None
        routers = self.listed(arguments, include.router)
        if include.router.rest and isinstance(path, Expr) and self._is_no_path(path):
            path = None
        if isinstance(path, Expr):
            routers = [router for router in routers if router.key != path.key]
        prefix = () if path is None else (self.path(path, include.path),)
        passes: list[Expr] = []
        for router in routers:
            origins = self.taken(router, include.variable)
            mixed = include.router.rest and include.path is not None
            if not origins or (mixed and not self.is_made(router)):
                passes.append(router)
                continue
            for origin in origins:
                self._included.setdefault(origin, []).append(
                    _Included(
                        owners,
                        Prefix(prefix, tuple(passes)),
                        path is not None,
                        include.replaces,
                        call,
                    )
                )

    def _load(self, externals: Externals, folder: FolderPrefix) -> None:
        """Take in what the files of folders are."""
        ecosystem = self.framework.ecosystem
        loaders = set(externals.rows(ecosystem, folder.loaders))
        for call, _ in self.sites(externals.rows(ecosystem, folder.call)) if loaders else ():
            for found in loaded(self.sources, self.reader, loaders, call, folder):
                origins = self.taken(found.value, "")
                if found.value.file.op(found.value.node) == "function":
                    row = self.sources.function_row(found.value)
                    origins = (Origin("function", self.sources.view.fqns[row]),) if row >= 0 else origins
                for origin in origins:
                    self._included.setdefault(origin, []).append(
                        _Included(self.owners(call), Prefix(found.parts), True, False, call)
                    )

    def _is_no_path(self, expr: Expr) -> bool:
        """Whether an argument that may be a path is something else."""
        if self.reader.parts(expr) is not None:
            return False
        op = expr.file.op(expr.file.inner(expr.node))
        rows = self.sources.targets(expr)
        view = self.sources.view
        known = any(
            view.is_callable(row) or view.is_type(row) or self.sources.is_external(row) for row in rows
        )
        return op in ("function", "call", "new") or known or bool(self.origins(expr))

    def listed(self, arguments: Arguments, wanted: Argument) -> list[Expr]:
        """The arguments that are meant, with ``rest`` those behind it and those in lists as well."""
        if not wanted.rest:
            found = self.reader.find(arguments, wanted)
            return [found] if isinstance(found, Expr) else []
        named = [self.reader.find(arguments, Argument(keyword=name)) for name in wanted.names]
        given = [item for item in named if isinstance(item, Expr)]
        if wanted.position is not None:
            given += arguments.positional[wanted.position :]
        flat: list[Expr] = []
        for item in given:
            elements = self.reader.elements(item)
            flat += [item] if elements is None else elements
        return flat

    def path(self, given: object, wanted: Argument | None) -> str | None:
        """A prefix as it is written, the default where there is none; None where it is not known."""
        if wanted is None:
            return ""
        if given is None:
            return wanted.default if isinstance(wanted.default, str) else None
        value = self.reader.value(given) if isinstance(given, Expr) else UNKNOWN
        return value if isinstance(value, str) else None

    def _add(self, call: Expr, adding: Adding) -> None:
        handlers = self.listed(self.reader.arguments(call), adding.handlers)
        if handlers and self._is_text(handlers[0]) and self.reader.value(handlers[0]) not in ("/", "*"):
            return  # only for paths that begin so
        passes = [
            item
            for handler in handlers
            for item in self._stacked(handler)
            if not (self._is_text(item) or self.is_made(item))
        ]
        for origin in self.owners(call):
            self._middleware.add(origin, call, passes, adding)

    def _stacked(self, expr: Expr) -> list[Expr]:
        """All that one argument puts together, the first one first; itself if it is no such thing."""
        found: list[Expr] = []
        current: Expr | None = expr
        for _ in range(MAX_CLIMB if self._stacks else 0):
            if current is None or current.file.op(current.node) != "call":
                break
            if self._stacks.intersection(self.sources.called(current)):
                found[:0] = self.reader.arguments(current).positional
            current = self.sources.receiver(current)
        return found or [expr]

    def is_made(self, expr: Expr) -> bool:
        """Whether an expression is a router, not a function that may be anything."""
        return any(origin.kind == "call" for origin in self.taken(expr, ""))

    def _is_text(self, expr: Expr) -> bool:
        return self.reader.parts(expr) is not None and expr.file.op(expr.node) != "symbol"

    def prefixes(self, call: Expr) -> list[Prefix]:
        """What stands before the paths of the routes that a call declares, all alternatives."""
        found = [
            prefix._replace(passes=(*prefix.passes, *self._middleware.of(origin, call)))
            for origin in self.owners(call)
            for prefix in self.before(origin)
        ]
        return _distinct(found)

    def before(self, origin: Origin, above: frozenset[Origin] = frozenset()) -> list[Prefix]:
        """What stands before the routes of a router; nothing is the one alternative of one that nobody takes in."""
        known = None if self._loops.is_running else self._prefixes.get(origin)
        if known is None:
            known = self._before(origin, above | {origin})
            if not (above or self._loops.is_running):
                self._prefixes[origin] = known
        return known

    def _before(self, origin: Origin, above: frozenset[Origin]) -> list[Prefix]:
        own = Prefix()
        found: list[Prefix] = []
        call = self._made.get(origin)
        if call is not None:
            own, outer = self._own(call, above)
            found += [own.below(prefix) for prefix in outer]
        elif origin.kind == "closure":
            found += self._of_closure(origin, above)
        elif origin.kind == "file":
            found += self._of_file(origin.key)
        elif origin.kind == "function":
            found += self._of_callers(origin, above)
        for included in self._included.get(self._entry(origin), ()):
            if self._only_tested(origin, included.call.file.path):
                continue
            inner = included.prefix
            if not (included.replaces and included.given):
                inner = own.below(inner)
            for owner in included.owners:
                if owner not in above:
                    passes = tuple(self._middleware.of(owner, included.call))
                    found += [
                        inner.below(p._replace(passes=p.passes + passes)) for p in self.before(owner, above)
                    ]
        if not found and origin.kind == "function" and self.sources.view.row(origin.key) in self._entries:
            return [own]
        if not found and origin.kind in ("function", "closure"):
            return [own] if self._is_application(origin) else [NOWHERE]
        if origin in self._alone:
            found.append(own)
        return _distinct(found) if found else [own]

    def _only_tested(self, origin: Origin, path: str) -> bool:
        """Whether a file that uses a router is a test of it: what tests set before routes nobody answers."""
        view = self.sources.view
        tests = view.nodes["is_test"]
        own = view.row(origin.key) if SEPARATOR in origin.key else view.module_at(origin.key)
        return bool(tests[view.module_at(path)]) and not (own >= 0 and tests[own])

    def _is_application(self, origin: Origin) -> bool:
        """Whether a parameter that nobody is seen to give anything is declared to be a whole application."""
        view, sources = self.sources.view, self.sources
        row = view.row(origin.key) if origin.kind == "function" else -1
        function = sources.function(row) if row >= 0 else self._closure(origin)
        if not self._applications or function is None:
            return False
        return any(row in self._applications for row in sources.parameter_types(function, origin.position))

    def _entry(self, origin: Origin) -> Origin:
        """A function is taken in as a whole: its first parameter is the router."""
        return origin._replace(position=0) if origin.kind in ("function", "closure") else origin

    def _own(self, call: Expr, above: frozenset[Origin]) -> tuple[Prefix, list[Prefix]]:
        """What a router's own call sets before its routes, and what stands before that of a group."""
        arguments = self.reader.arguments(call)
        own, outer = Prefix(), []
        for row in self.sources.called(call):
            maker, group = self._makers.get(row), self._groups.get(row)
            for resource in self.resources.get(row, ()):
                return self._one(arguments, resource), self._outer(call, above)
            item = group or maker
            if item is None:
                continue
            given = self.reader.find(arguments, item.path) if item.path is not None else None
            if isinstance(given, Expr) and given.file.op(given.node) == "function":
                given = None  # a group without a path, whose block comes first
            parts = () if item.path is None else (self.path(given, item.path),)
            passes = self.listed(arguments, item.middleware) if item.middleware is not None else []
            names: tuple[str, ...] = ()
            holder: Expr | None = None
            if group is not None:
                names, holder = self.names(arguments, group.names), self._argument(arguments, group.owner)
                outer = [Prefix()] if group.root else self._outer(call, above)
                outer = [of_item(prefix, group.item) for prefix in outer]
            passes = [p for p in passes if p.file.op(p.node) != "function" or group is None]
            own = Prefix(parts, tuple(passes), names, "", self._methods_of(arguments, group), holder)
            break
        return own, outer

    def _argument(self, arguments: Arguments, wanted: Argument | None) -> Expr | None:
        given = self.reader.find(arguments, wanted) if wanted is not None else None
        return given if isinstance(given, Expr) else None

    def names(self, arguments: Arguments, wanted: Argument | None) -> tuple[str, ...]:
        """What an argument says that stands before the classes that strings name."""
        given = self._argument(arguments, wanted)
        value = self.reader.value(given) if given is not None else None
        return (value,) if isinstance(value, str) else ()

    def _methods_of(self, arguments: Arguments, group: GroupPrefix | None) -> tuple[str, ...]:
        if group is None or group.methods is None:
            return ()
        named = [method_names(self.reader, item) for item in self.listed(arguments, group.methods)]
        return tuple(name for names in named for name in names or ())

    def _outer(self, call: Expr, above: frozenset[Origin]) -> list[Prefix]:
        """What stands before a group."""
        found: list[Prefix] = []
        for owner in self.owners(call):
            if owner not in above:
                passes = tuple(self._middleware.of(owner, call))
                found += [p._replace(passes=p.passes + passes) for p in self.before(owner, above)]
        return found

    def _one(self, arguments: Arguments, resource: Resource) -> Prefix:
        """What one item of a resource sets before the routes in its block."""
        names = self.resource_names(arguments, resource)
        if not names:
            return NOWHERE
        path = self.resource_path(arguments, resource, names[0])
        one = resource.one.replace("{name}", singular(names[0]))
        one = one.replace("{param}", self.resource_param(arguments, resource))
        owner = plural(names[0]) if resource.plural else names[0]
        before, holder = self.names(arguments, resource.names), self._argument(arguments, resource.handler)
        return Prefix((path, one), (), before, owner, (), holder)

    def resource_param(self, arguments: Arguments, resource: Resource) -> str:
        """The name of the parameter that stands for one item of a resource."""
        if resource.param is None:
            return "id"
        given = self.reader.find(arguments, resource.param)
        value = self.reader.value(given) if isinstance(given, Expr) else resource.param.default
        return value if isinstance(value, str) else "id"

    def resource_names(self, arguments: Arguments, resource: Resource) -> list[str]:
        """The names of the resources that a call declares."""
        given = self.listed(arguments, resource.name)
        names = [self.reader.value(item) for item in given if item.file.op(item.node) != "function"]
        return [name for name in names if isinstance(name, str)]

    def resource_path(self, arguments: Arguments, resource: Resource, name: str) -> str | None:
        """The path of a resource."""
        given = self.reader.find(arguments, resource.path) if resource.path is not None else None
        return name if given is None or resource.path is None else self.path(given, resource.path)

    def _of_closure(self, origin: Origin, above: frozenset[Origin]) -> list[Prefix]:
        function = self._closure(origin)
        call = self._group_of(function) if function is not None else None
        if call is None:
            calls = self.sources.exported_calls(function) if function is not None else ()
            return self._given_by(calls, origin, above)
        own, outer = self._own(call, above)
        return [own.below(prefix) for prefix in outer or [Prefix()]]

    def _closure(self, origin: Origin) -> Expr | None:
        view = self.sources.view
        row = view.module_at(origin.key)
        file = self.sources.trees.file(row) if row >= 0 else None
        node = file.root.descendant_for_byte_range(origin.at, origin.at + 1) if file is not None else None
        while file is not None and node is not None:
            if node.start_byte == origin.at and file.op(node) == "function":
                return Expr(file, node)
            node = node.parent
        return None

    def _of_callers(self, origin: Origin, above: frozenset[Origin]) -> list[Prefix]:
        """What stands before a router that a function gets from those who call it."""
        row = self.sources.view.row(origin.key)
        extends = row >= 0 and self.sources.extends(row)
        return self._given_by(self.sources.callers(row), origin, above, extends=extends) if row >= 0 else []

    def _given_by(
        self, calls: Iterable[Expr], origin: Origin, above: frozenset[Origin], *, extends: bool = False
    ) -> list[Prefix]:
        """What stands before a router that is given to a function's parameter by some calls."""
        found: list[Prefix] = []
        for call in calls:
            if self._only_tested(origin, call.file.path):
                continue
            given = self.sources.given_to(call, self.reader.arguments(call), origin.position, extends=extends)
            for owner in self.origins(given) if given is not None else ():
                if owner not in above:
                    passes = tuple(self._middleware.of(owner, call))
                    found += [p._replace(passes=p.passes + passes) for p in self.before(owner, above)]
        return found

    def _of_file(self, path: str) -> list[Prefix]:
        from fnmatch import fnmatchcase

        below = self.sources.view.below_package(path)
        return [
            Prefix((item.path,))
            for item in self.framework.prefix.files
            if any(fnmatchcase(below, pattern) for pattern in item.file)
        ][:1]


def _distinct(found: Sequence[Prefix]) -> list[Prefix]:
    """Prefixes without repetitions, in a fixed order."""
    unique = {
        (p.parts, tuple(e.key for e in p.passes), p.names, p.owner, p.methods, p.holder and p.holder.key): p
        for p in found
    }
    return [unique[key] for key in sorted(unique, key=str)][:MAX_PREFIXES]


def singular(word: str) -> str:
    """An English word that is a plural as a singular, by its ending; others as they are."""
    name = word.rpartition("/")[2]
    for ending, other in (
        ("ies", "y"),
        ("sses", "ss"),
        ("shes", "sh"),
        ("ches", "ch"),
        ("xes", "x"),
        ("uses", "us"),
    ):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            return name.removesuffix(ending) + other
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us", "is")) else name


def plural(word: str) -> str:
    """An English word that is a singular as a plural, by its ending; others as they are."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


def of_item(prefix: Prefix, item: str) -> Prefix:
    """What stands before routes in a resource's block that are below one item by its own name, or below all."""
    last = prefix.parts[-1] if prefix.parts else None
    if not item or not prefix.owner or last is None:
        return prefix
    parts = prefix.parts[:-1]
    if item == "one":
        parts = (*parts, last.replace(f"{singular(prefix.owner)}_", "", 1))
    return prefix._replace(parts=parts)


def join(parts: Iterable[str], *, trailing_slash: bool, slash: bool = True) -> str:
    """One path from its parts, with exactly one slash where two of them meet; an empty part changes nothing."""
    path = ""
    for part in parts:
        if part:
            path = f"{path.rstrip('/')}/{part.lstrip('/')}" if slash else path + part
    if not trailing_slash:
        path = path.rstrip("/")
    return path if path.startswith("/") else f"/{path}"
