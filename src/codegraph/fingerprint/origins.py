"""Where a value comes from: the call that made a router, the function that a name stands for, a parameter.

Values are followed through names, local variables, fields, parameters, and functions of the project that give them
back; all by the syntax tree and the edges that the resolver has found.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.spelled import Spelled
from codegraph.fingerprint.trees import MAX_CLIMB, Expr
from codegraph.fingerprint.view import CALLS
from codegraph.model import SEPARATOR, EdgeKind, Level

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tree_sitter import Node

    from codegraph.fingerprint.arguments import Arguments
    from codegraph.fingerprint.trees import File, Trees
    from codegraph.fingerprint.view import View

_EXTENSION = re.compile(r"\(\s*this\s")
_ONLY_USED = re.compile(rb"[\w$]|\s*[.()\[\],;}]")
MAX_STEPS = 12
MAX_CALLERS = 24
_RECEIVERS = frozenset({"self", "cls", "&self", "&mut self", "mut self"})
_ENDS = frozenset({"call", "new", "name", "member", "choice", "block", "inner"})
_NAMING = frozenset({EdgeKind.REFERENCES, EdgeKind.IMPORTS, *CALLS})


class Parameter(NamedTuple):
    """A parameter.

    Args:
        function: of which function.
        position: its number, from 0; -1 for what a method is called on.
        name: what it is called.
        key: the entry of its value that the name stands for, where an object is taken apart.
    """

    function: Expr
    position: int
    name: str = ""
    key: str = ""


class Sources:
    """Answers where values come from.

    Args:
        view: the graph.
        trees: its files.
    """

    def __init__(self, view: View, trees: Trees) -> None:
        self.view = view
        self.trees = trees
        self._locals: dict[tuple[str, int], dict[str, list[Expr]]] = {}
        self._members: dict[tuple[str, int], dict[str, list[Expr]]] = {}
        self._assigned: dict[tuple[str, int, str], bool] = {}
        self._targets: dict[tuple[str, int, int], list[int]] = {}
        self._positions: dict[tuple[str, int], dict[str, tuple[int, str, str]]] = {}
        self._values: dict[int, list[Expr]] = {}
        self._spelled = Spelled(self)
        self._passed_on: dict[int, frozenset[int] | None] = {}
        self.in_round: Callable[[Expr], Expr | None] = lambda _: None  # in the round of a loop that is read

    # --- what names denote ---

    def targets(self, expr: Expr) -> list[int]:
        """The nodes that a name or member denotes by the graph."""
        key = expr.key
        known = self._targets.get(key)
        if known is None:
            self._targets[key] = []  # a name that leads to itself
            name = expr.file.last_name(expr.node)
            found = {use.row: None for kind, use in expr.file.at(name) if kind in _NAMING}
            known = self._targets[key] = list(found) or self._spelled.targets(expr)
        return known

    def called(self, call: Expr) -> list[int]:
        """The nodes that a call or decorator denotes."""
        name = call.file.callee(call.node)[1]
        if name is None:
            return []
        name = call.file.last_name(name)
        kinds = (*CALLS, EdgeKind.DECORATES)
        found = {use.row: None for kind, use in call.file.at(name) if kind in kinds}
        return list(found)

    def names_called(self, call: Expr) -> list[str]:
        """The FQNs of what a call or decorator denotes."""
        return [str(self.view.fqns[row]) for row in self.called(call)]

    def is_external(self, row: int) -> bool:
        """Whether a node lies outside of the project."""
        return bool(self.view.nodes["kind"][row] == "external")

    def receiver(self, call: Expr) -> Expr | None:
        """What a call's callee is a member of."""
        holder = call.file.callee(call.node)[0]
        return None if holder is None else Expr(call.file, call.file.inner(holder))

    def choices(self, expr: Expr) -> list[Expr]:
        """What an expression that is one of several, or a block, may be; none for any other."""
        file, node = expr
        shape = file.shape(node)
        if shape is None or shape.op not in ("choice", "block"):
            return []
        if shape.op == "block":
            children = file.children(node)
            return [Expr(file, file.inner(children[-1]))] if children else []
        parts = [file.part(node, where) for where in shape.choices]
        return [Expr(file, file.inner(part)) for part in parts if part is not None]

    # --- what names are given ---

    def given(self, expr: Expr) -> list[Expr]:
        """The expressions that a name or member is given as its value; none where nothing is known."""
        here = self.in_round(expr)
        if here is not None:
            return [here]
        found: list[Expr] = []
        targets = self.targets(expr)
        for row in targets:
            if not self.is_external(row):
                found += self.values(row)
        if not targets and expr.file.op(expr.node) == "name":
            found += self.local(expr)
        if not found:
            found = [value for row in self.modules(expr) for value in self.module_values(row)]
        return found

    def modules(self, expr: Expr) -> list[int]:
        """The modules of the project that a name or a call such as ``require("./a")`` stands for."""
        file, node = expr
        levels = self.view.nodes["level"]
        if file.op(node) == "call":
            name = file.callee(node)[1]
            rows = (
                [use.row for kind, use in file.at(name) if kind == EdgeKind.IMPORTS]
                if name is not None
                else []
            )
        else:
            rows = self.targets(expr)
        return [row for row in rows if levels[row] == Level.MODULE and not self.is_external(row)]

    def module_values(self, row: int) -> list[Expr]:
        """What a module is as a whole: ``module.exports = router``, ``export default router``."""
        file = self.trees.file(row)
        found = []
        for child in file.children(file.root) if file is not None else ():
            node = file.inner(child) if file is not None else child
            shape = file.shape(node) if file is not None else None
            while file is not None and shape is not None and shape.words and shape.op in ("assign", "export"):
                target = file.part(node, shape.name) if shape.op == "assign" else None
                value = file.part(node, shape.value)
                if value is None or (target is not None and file.text(target) not in shape.words):
                    break
                inner = file.shape(value)
                if inner is None or inner.op != "assign":
                    found.append(Expr(file, value))
                    break
                node, shape = value, inner  # exports = module.exports = router
        return found

    def values(self, row: int) -> list[Expr]:
        """The expressions that a variable, constant or field is given, in its own file."""
        known = self._values.get(row)
        if known is not None:
            return known
        self._values[row] = []
        view = self.view
        if view.is_callable(row) or view.is_type(row) or view.nodes["level"][row] != Level.SYMBOL:
            return []
        file = self.trees.file(row)
        found: dict[tuple[str, int, int], Expr] = {}
        if file is not None:
            name = file.node_at(view.nodes["line"][row], view.nodes["column"][row])
            places = [(file, name)] if name is not None else []
            for use in view.into(row, {EdgeKind.REFERENCES}):
                if len(places) >= MAX_CALLERS:  # before one more file is parsed
                    break
                other = self.trees.file(use.row)
                for line, column in use.sites if other is not None else ():
                    node = other.node_at(line, column) if other is not None else None
                    if other is not None and node is not None:
                        places.append((other, node))
            for where, node in places[:MAX_CALLERS]:
                value = _assigned(where, node)
                if value is not None:
                    found[Expr(where, value).key] = Expr(where, value)
        self._values[row] = list(found.values())
        return self._values[row]

    def local(self, name: Expr) -> list[Expr]:
        """The expressions that a variable without a node of its own is given."""
        file, text = name.file, name.file.text(name.node)
        for scope in [*file.functions(name.node), file.root]:
            if self._position(file, scope, text) is not None:
                return []
            found = self._assignments(file, scope).get(text)
            if found:
                return found
        return []

    def member(self, expr: Expr) -> list[Expr]:
        """The expressions that a member without a node of its own is given in its class, as it is written there."""
        file = expr.file
        around = next(file.around(expr.node, "type"), None) if file.op(expr.node) == "member" else None
        if around is None or self.targets(expr):
            return []
        text = file.text(expr.node)
        if not self._may_be_assigned(file, around, text):
            return []
        key = (file.path, around.start_byte)
        known = self._members.get(key)
        if known is None:
            known = self._members[key] = {}
            for node in reversed(file.inside(around, "assign", deep=True)):  # what is given last counts
                shape = file.shapes[node.type]
                target, value = file.part(node, shape.name), file.part(node, shape.value)
                if target is not None and value is not None and file.op(target) == "member":
                    known.setdefault(file.text(target), []).append(Expr(file, value))
        return known.get(text, [])

    def _may_be_assigned(self, file: File, scope: Node, text: str) -> bool:
        """Whether a text stands in a scope where something else follows than after what is only used.

        Of most members of large classes nothing else is to be found, and this is a search in the source.
        """
        key = (file.path, scope.start_byte, text)
        known = self._assigned.get(key)
        if known is None:
            word, source, end = text.encode(), file.source, scope.end_byte
            at = source.find(word, scope.start_byte, end)
            while at >= 0 and _ONLY_USED.match(source, at + len(word)):
                at = source.find(word, at + len(word), end)
            known = self._assigned[key] = at >= 0
        return known

    def parameter(self, name: Expr) -> Parameter | None:
        """The parameter that a name is; None where it is a variable."""
        file, text = name.file, name.file.text(name.node)
        for scope in file.functions(name.node):
            found = self._position(file, scope, text)
            if found is not None:
                return Parameter(Expr(file, scope), *found)
            if text in self._assignments(file, scope):
                return None
        return None

    def _assignments(self, file: File, scope: Node) -> dict[str, list[Expr]]:
        """What the variables of a function are given, without what is in functions inside of it."""
        key = (file.path, scope.start_byte)
        known = self._locals.get(key)
        if known is None:
            known = self._locals[key] = {}
            for node in file.inside(scope, "assign"):
                shape = file.shapes[node.type]
                target, value = file.part(node, shape.name), file.part(node, shape.value)
                if target is not None and value is not None and target != value:
                    for left, right in _pairs(file, target, value):
                        if file.op(left) == "name":
                            known.setdefault(file.text(left), []).append(Expr(file, right))
        return known

    def _position(self, file: File, function: Node, name: str) -> tuple[int, str, str] | None:
        """The number of a function's parameter, -1 for the receiver, its name, and the key that a name is of it.

        None if it has none of that name.
        """
        key = (file.path, function.start_byte)
        known = self._positions.get(key)
        if known is None:
            known = self._positions[key] = self._parameters(file, function)
        return known.get(name)

    def _parameters(self, file: File, function: Node) -> dict[str, tuple[int, str, str]]:
        """What each name is that a function's parameters declare."""
        found: dict[str, tuple[int, str, str]] = {}
        shape = file.shape(function)
        holder = file.part(function, shape.parameters) if shape is not None and shape.parameters else None
        if shape is None or not shape.parameters:
            return found
        holder = holder or function.child_by_field_name("parameter")
        if holder is None:
            return found
        children = [holder] if file.op(holder) == "name" else file.children(holder)
        position = 0
        for child in children:
            names = names_of_parameter(file, child)
            is_receiver = position == 0 and file.text(child) in _RECEIVERS
            for number, name in enumerate(names):
                found.setdefault(name, (-1 if is_receiver else position + number, name, ""))
            for name, key in taken_apart(file, child).items():
                found.setdefault(name, (position, "", key))
            if not is_receiver:
                position += max(len(names), 1)
        return found

    def parameter_types(self, function: Expr, position: int) -> list[int]:
        """The nodes that the declaration of a function's parameter names, so its type."""
        file, node = function
        shape = file.shapes[node.type]
        holder = file.part(node, shape.parameters) if shape.parameters else None
        children = file.children(holder) if holder is not None else []
        if position >= len(children):
            return []
        return [use.row for _, _, _, use in file.within(children[position])]

    def declared_types(self, row: int) -> list[int]:
        """The types that a constant is declared with; one without a type has that of those before it in its group."""
        file = self.trees.file(row)
        nodes = self.view.nodes
        found = file.node_at(nodes["line"][row], nodes["column"][row]) if file is not None else None
        while file is not None and found is not None and file.op(found) != "assign":
            found = found.parent
        while file is not None and found is not None and file.op(found) == "assign":
            type_ = found.child_by_field_name("type")
            if type_ is not None:
                return [use.row for _, _, _, use in file.within(type_) if self.view.is_type(use.row)]
            found = found.prev_named_sibling
            while found is not None and found.is_extra:
                found = found.prev_named_sibling
        return []

    # --- functions ---

    def function_row(self, function: Expr) -> int:
        """The row of a function that has a node, -1 for one without."""
        file, node = function
        shape = file.shapes[node.type]
        defined = self.view.defined(file.module)
        name = file.part(node, shape.name) if shape.name else None
        outer = file.shape(node.parent) if name is None and node.parent is not None else None
        if outer is not None and node.parent is not None and outer.op in ("pair", "assign"):
            # make: () => 1
            name = file.part(node.parent, outer.key or outer.name)
        if name is None:
            start = node.start_point
            row = defined.get((start[0] + 1, start[1]), -1)
            name = (_holding(file, node) or self._default(file, node)) if row < 0 else None
            if name is None:
                return row
        start = file.last_name(name).start_point
        return defined.get((start[0] + 1, start[1]), -1)

    def _default(self, file: File, node: Node) -> Node | None:
        """The word that a function has for a name where a module exports it without one."""
        parent = node.parent
        shape = file.shape(parent) if parent is not None else None
        if parent is None or shape is None or shape.op != "export":
            return None
        return next((child for child in parent.children if child.type in shape.words), None)

    def function(self, row: int) -> Expr | None:
        """The syntax node of a function."""
        file = self.trees.file(row)
        node = (
            file.node_at(self.view.nodes["line"][row], self.view.nodes["column"][row])
            if file is not None
            else None
        )
        while file is not None and node is not None:
            shape = file.shape(node)
            if shape is not None and shape.op == "function":
                return Expr(file, node)
            if shape is not None and shape.op in ("assign", "export"):  # const f = () => ..., export default
                value = file.part(node, shape.value)
                return Expr(file, value) if value is not None and file.op(value) == "function" else None
            node = node.parent
        return None

    def returned(self, row: int) -> list[Expr]:
        """The expressions that a function gives back."""
        function = self.function(row)
        return self.results(function) if function is not None else []

    def results(self, function: Expr) -> list[Expr]:
        """The expressions that a function gives back, by its syntax."""
        file, node = function
        shape = file.shapes[node.type]
        body = file.part(node, shape.body) if shape.body else None
        if body is None:
            return []
        if file.op(body) not in ("", "object", "block"):
            return [Expr(file, body)]
        found = []
        for inner in file.inside(node, "return"):
            value = file.part(inner, file.shapes[inner.type].value)
            if value is not None:
                several = file.children(value) if file.op(value) == "group" else [value]
                found += [Expr(file, one) for one in several]
        children = file.children(body)
        if children and file.op(children[-1]) in _ENDS:  # what a block ends with
            found.append(Expr(file, children[-1]))
        return found

    def passed_on(self, row: int) -> frozenset[int] | None:
        """The parameters of a function that what it gives back may hold; None where all may.

        These are the ones that are named in what it returns, in a function inside of it, or where a variable gets its
        value. ``table(name, convert)`` that calls ``convert`` to make a text holds no ``convert``.
        """
        known = self._passed_on.get(row)
        if known is None and row not in self._passed_on:
            known = self._passed_on[row] = self._find_passed_on(row)
        return known

    def _find_passed_on(self, row: int) -> frozenset[int] | None:
        function = self.function(row)
        if function is None:
            return None
        file, node = function
        shape = file.shapes[node.type]
        body = file.part(node, shape.body) if shape.body else None
        if body is None or file.op(body) not in ("", "object", "block"):
            return None
        found: set[int] = set()
        for name in self._held(file, body):
            position = self._position(file, node, name)
            if position is not None:
                found.add(position[0])
        return frozenset(found)

    def _held(self, file: File, body: Node) -> set[str]:
        """The names that stand in a body other than as what is called right there."""
        names: set[str] = set()
        stack = [(body, False)]
        while stack:
            node, inside = stack.pop()
            op = file.op(node)
            if op == "name":
                names.add(file.text(node))
                continue
            called = file.callee(node)[1] if op == "call" and not inside else None
            inside = inside or op in ("function", "type")
            stack += [(child, inside) for child in node.named_children if child != called]
        return names

    def callers(self, row: int) -> Iterator[Expr]:
        """The calls of a function of the project."""
        for _, call in self.calls(row):
            yield call

    def calls(self, row: int, limit: int = MAX_CALLERS) -> Iterator[tuple[int, Expr]]:
        """The calls of a function of the project, each with the row of the node that it stands in."""
        found = (
            (use.row, call)
            for use in self.view.into(row, CALLS)
            for _, call in self.trees.calls(use.row, use.sites)
        )
        yield from islice(found, limit)

    def extends(self, row: int) -> bool:
        """Whether a function is called as a member of its first parameter: ``static void Map(this Router on)``."""
        return _EXTENSION.search(self.view.nodes["signature"][row]) is not None

    def literal_types(self, expr: Expr) -> list[int]:
        """The types of the project that a literal is an object of: ``&Cart{}``."""
        file, node = expr
        for _ in range(MAX_CLIMB):
            shape = file.shapes.get(node.type)
            if shape is None or shape.op != "inner":
                break
            named = file.part(node, shape.type) if shape.type else None
            if named is not None:
                return [row for row in self.targets(Expr(file, named)) if self.view.is_type(row)]
            found = file.part(node, shape.value)
            if found is None:
                break
            node = found
        return []

    def names_type(self, expr: Expr) -> bool:
        """Whether an expression is the name of a type."""
        return any(self.view.is_type(row) for row in self.targets(expr))

    def exported_calls(self, function: Expr) -> Iterator[Expr]:
        """The calls of a function without a node that its module is: ``export default (app) => {}``."""
        module = function.file.module
        if all(value.key != function.key for value in self.module_values(module)):
            return
        for use in self.view.into(module, {EdgeKind.IMPORTS}):
            file = self.trees.file(use.row)
            for line, column in use.sites if file is not None else ():
                node = file.node_at(line, column) if file is not None else None
                if file is None or node is None:
                    continue
                name = file.text(node)
                for called in file.inside(file.root, "call", deep=True):
                    holder, callee = file.callee(called)
                    if callee is None:
                        continue
                    if holder is None and file.op(callee) == "name" and file.text(callee) == name:
                        yield Expr(file, called)
                    elif file.op(callee) == "call" and callee.start_byte == node.start_byte:
                        yield Expr(file, called)  # require("./routes")(app)

    def given_to(self, call: Expr, arguments: Arguments, position: int, *, extends: bool) -> Expr | None:
        """What a call gives to a parameter of the function that it calls, which may be called as a member of it."""
        receiver = self.receiver(call)
        given = arguments.positional
        if position < 0:
            return receiver
        if receiver is not None and extends and not self.names_type(receiver):
            given = [receiver, *given]
        return given[position] if position < len(given) else None

    def argument_of(self, function: Expr) -> Expr | None:
        """The call that a function without a name is an argument of."""
        file, node = function
        found = node.parent
        for _ in range(MAX_CLIMB):
            if found is None or file.op(found) in ("function", "assign", "return", "type"):
                return None
            if file.op(found) in ("call", "new"):
                return Expr(file, found)
            found = found.parent
        return None

    def scope_name(self, expr: Expr) -> str:
        """The FQN of the innermost definition around an expression."""
        for function in expr.file.around(expr.node, "function"):
            row = self.function_row(Expr(expr.file, function))
            if row >= 0:
                return str(self.view.fqns[row])
        return str(self.view.fqns[expr.file.module])

    def variable(self, expr: Expr) -> str:
        """The FQN of the variable that an assigned name is, whether it has a node or not."""
        name = expr.file.last_name(expr.node)
        row = self.view.defined(expr.file.module).get((name.start_point[0] + 1, name.start_point[1]), -1)
        if row < 0:
            row = next((use.row for kind, use in expr.file.at(name) if kind == EdgeKind.REFERENCES), -1)
        if row >= 0:
            return str(self.view.fqns[row])
        return f"{self.scope_name(expr)}{SEPARATOR}{expr.file.text(name)}"


def _holding(file: File, node: Node) -> Node | None:
    """The name of what is given a function without a name: ``const f = () => ...``, ``{ f: () => ... }``."""
    for _ in range(MAX_CLIMB):
        parent = node.parent
        shape = file.shape(parent) if parent is not None else None
        if parent is None or shape is None or shape.op not in ("inner", "assign", "pair"):
            return None
        if shape.op != "inner":
            return file.part(parent, shape.key or shape.name)
        node = parent
    return None


def _pairs(file: File, target: Node, value: Node) -> Iterable[tuple[Node, Node]]:
    """The names that an assignment gives values, each with its value: ``a, b = x, y``."""
    if file.op(target) not in ("group", "list"):
        value = value if file.op(value) != "group" else (file.children(value) or [value])[0]
        return [(target, value)]
    names = file.children(target)
    values = file.children(value) if file.op(value) in ("group", "list") else [value]
    return zip(names, values, strict=False)


def _assigned(file: File, name: Node) -> Node | None:
    """What an assignment around a name gives it, None where the name is no target."""
    node = name
    for _ in range(MAX_CLIMB):
        parent = node.parent
        if parent is None or file.op(parent) in ("function", "type", "call", "new"):
            return None
        shape = file.shape(parent)
        if shape is not None and shape.op == "assign":
            target, value = file.part(parent, shape.name), file.part(parent, shape.value)
            if target is None or value is None or target == value:
                return None
            for left, right in _pairs(file, target, value):
                if left.start_byte <= name.start_byte < left.end_byte:
                    last = file.last_name(left)
                    return right if last.start_byte <= name.start_byte < last.end_byte else None
            return None
        node = parent
    return None


def names_of_parameter(file: File, parameter: Node) -> list[str]:
    """The names that a parameter declares: mostly one, in Go several of one type."""
    if file.op(parameter) == "name":
        return [file.text(parameter)]
    named = [child for child in parameter.children_by_field_name("name") if file.op(child) == "name"]
    if not named:
        pattern = parameter.child_by_field_name("pattern") or next(iter(file.children(parameter)), None)
        while pattern is not None and file.op(pattern) != "name":
            if file.op(pattern) == "object":
                return []
            pattern = next(iter(file.children(pattern)), None)
        named = [pattern] if pattern is not None else []
    return [file.text(node) for node in named]


def taken_apart(file: File, parameter: Node) -> dict[str, str]:
    """The names that a parameter's pattern gives to entries of its value, each with the entry's key."""
    pattern: Node | None = parameter
    for _ in range(MAX_CLIMB):
        if pattern is None or file.op(pattern) in ("object", "name"):
            break
        pattern = pattern.child_by_field_name("pattern") or next(iter(file.children(pattern)), None)
    found: dict[str, str] = {}
    for child in file.children(pattern) if pattern is not None and file.op(pattern) == "object" else ():
        shape = file.shape(child)
        key = file.part(child, shape.key or shape.name) if shape is not None and shape.op != "name" else child
        value = file.part(child, shape.value) if shape is not None and shape.op == "pair" else key
        if key is not None and value is not None:
            found[file.text(value)] = file.text(key)
    return found
