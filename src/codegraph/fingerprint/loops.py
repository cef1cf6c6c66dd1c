"""Loops over literals: what is declared in one is declared for each of its elements.

``%w[a b].each { |name| get name }`` and ``for _, r := range routes { mux.Handle(r.path, r.handler) }``. Nothing is run:
for each round the names of the loop stand for what the literal has there.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tree_sitter import Node

from codegraph.fingerprint.origins import names_of_parameter, taken_apart
from codegraph.fingerprint.trees import MAX_CLIMB, Expr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.trees import File

T = TypeVar("T")
MAX_ROUNDS = 128
MAX_DEPTH = 4


class _Names(NamedTuple):
    """A loop.

    Args:
        body: what runs in each round.
        value: what it runs over.
        names: what an element is called, behind the name of its key or number where it has one.
        apart: whether an element is taken apart into these names.
        keys: the names that entries of an element have, each with the entry's key.
    """

    body: Node
    value: Expr
    names: list[str]
    apart: bool
    keys: dict[str, str]

    @classmethod
    def of_loop(cls, file: File, node: Node) -> _Names | None:
        """A statement."""
        shape = file.shapes[node.type]
        body, target, value = (file.part(node, part) for part in (shape.body, shape.name, shape.value))
        if body is None or target is None or value is None:
            return None
        key = file.part(node, shape.key) if shape.key else None
        if key is not None:
            target = target if file.op(target) == "name" else file.children(target)[-1]
            names = [file.text(part) for part in (key, target)]
            return None if key == target else cls(body, Expr(file, value), names, False, {})
        if file.op(target) == "name":
            return cls(body, Expr(file, value), [file.text(target)], False, {})
        return cls(body, Expr(file, value), [file.text(part) for part in file.children(target)], True, {})


class _Round(NamedTuple):
    """Where a loop's names count, and what they stand for."""

    file: str
    start: int
    end: int
    values: dict[str, Expr]


class Loops:
    """The rounds of loops around a place, and what names stand for in the one that is read.

    Args:
        sources: where values come from.
        reader: reads literals.
    """

    def __init__(self, sources: Sources, reader: Reader) -> None:
        self._sources = sources
        self._reader = reader
        self._rounds: list[_Round] = []

    def each(self, site: Expr, found: Callable[[], Iterator[T]]) -> list[T]:
        """What is found at a place, in each round of the loops around it; once where there is none."""
        loops = [
            item for node in site.file.around(site.node, "function", "loop") for item in self._of(site, node)
        ]
        if not loops:
            return list(found())
        return list(islice(self._nested(loops[::-1], found), MAX_ROUNDS))

    def _nested(self, loops: list[list[_Round]], found: Callable[[], Iterator[T]]) -> Iterator[T]:
        """The rounds of a loop with those of all inside of it; ``loops`` from the outside in."""
        if not loops:
            yield from list(found())
            return
        for item in loops[0][:MAX_ROUNDS]:
            self._rounds.append(item)
            try:
                inner = list(islice(self._nested(loops[1:], found), MAX_ROUNDS))
            finally:
                self._rounds.pop()
            yield from inner

    @property
    def is_running(self) -> bool:
        """Whether names stand for what they are in one round, so that nothing may be kept that depends on them."""
        return bool(self._rounds)

    def given(self, expr: Expr) -> Expr | None:
        """What a name, or a member or element of one, stands for in the round that is read."""
        for depth in range(MAX_CLIMB if self._rounds else 0):
            found = self._given(expr)
            if found is None:
                return expr if depth else None
            expr = found
        return None

    def _given(self, expr: Expr) -> Expr | None:
        file, node = expr.file, expr.file.inner(expr.node)
        shape = file.shapes.get(node.type)
        op = shape.op if shape is not None else ""
        if op == "name":
            return self._named(Expr(file, node))
        holder = file.part(node, shape.object) if shape is not None and op in ("member", "index") else None
        value = self._named(Expr(file, file.inner(holder))) if holder is not None else None
        if shape is None or value is None:
            return None
        return self._entry(value, Expr(file, node), op)

    def _named(self, expr: Expr) -> Expr | None:
        text = expr.file.text(expr.node) if expr.file.op(expr.node) == "name" else ""
        for item in reversed(self._rounds if text else []):
            if (
                item.file == expr.file.path
                and item.start <= expr.node.start_byte < item.end
                and text in item.values
            ):
                return item.values[text]
        return None

    def _entry(self, value: Expr, expr: Expr, op: str) -> Expr | None:
        """The entry of an element that is an object or a list."""
        file, shape = expr.file, expr.file.shapes[expr.node.type]
        part = file.part(expr.node, shape.name if op == "member" else shape.key)
        key: object = None
        if part is not None:
            key = file.text(part) if op == "member" else self._reader.value(Expr(file, part))
        entries = self._reader.entries(value)
        if entries is not None and isinstance(key, str) and key in entries[0]:
            return entries[0][key]
        elements = self._reader.elements(value)
        number = self._number(expr) if op == "member" else key
        if elements is None or not isinstance(number, int) or not 0 <= number < len(elements):
            return None
        return elements[number]

    def _number(self, member: Expr) -> int | None:
        """Which field of its type a member is, in the order of their declaration."""
        view = self._sources.view
        for row in self._sources.targets(member):
            parent = view.nodes["parent"][row]
            if parent >= 0 and view.is_type(parent):
                kinds, lines, columns = view.nodes["kind"], view.nodes["line"], view.nodes["column"]
                fields = [child for child in view.children(parent) if kinds[child] == kinds[row]]
                return sorted(fields, key=lambda child: (lines[child], columns[child])).index(row)
        return None

    # --- loops ---

    def _of(self, site: Expr, node: Node) -> Iterator[list[_Round]]:
        """The rounds of a node around a place, if it is a loop over a literal."""
        file = site.file
        names = _Names.of_loop(file, node) if file.op(node) == "loop" else self._of_function(file, node)
        if names is None or not names.body.start_byte <= site.node.start_byte < names.body.end_byte:
            return
        for value in self._literals(names.value, 0):
            elements, entries = self._reader.elements(value), self._reader.entries(value)
            rounds: list[dict[str, Expr]] = []
            if entries is not None and elements is None and len(names.names) == 2:
                rounds = [self._pair(names, value, item) for item in entries[0].values()]
            elif elements is not None:
                rounds = [self._taken(names, element) for element in elements]
            if rounds:
                body = names.body
                yield [_Round(file.path, body.start_byte, body.end_byte, values) for values in rounds]
                return

    def _literals(self, value: Expr, depth: int) -> Iterator[Expr]:
        """The literals that a loop may run over: by names, and through calls of their members without arguments."""
        value = Expr(value.file, value.file.inner(value.node))
        yield value
        if depth > MAX_DEPTH:
            return
        for given in self._sources.given(value):
            yield from self._literals(given, depth + 1)
        holder = self._sources.receiver(value) if value.file.op(value.node) == "call" else None
        if holder is not None and not self._reader.arguments(value).positional:
            yield from self._literals(holder, depth + 1)

    def _of_function(self, file: File, node: Node) -> _Names | None:
        """The function that a member of a list is called with: ``routes.forEach((route) => ...)``."""
        shape = file.shapes[node.type]
        call = self._sources.argument_of(Expr(file, node))
        holder = self._sources.receiver(call) if call is not None else None
        parameters = file.part(node, shape.parameters) if shape.parameters else None
        if call is None or holder is None or parameters is None:
            return None
        listed = [parameters] if file.op(parameters) == "name" else file.children(parameters)
        names = [name for child in listed for name in names_of_parameter(file, child)]
        outer = file.shapes[call.node.type]
        is_block = bool(outer.block) and file.part(call.node, outer.block) == node
        keys = taken_apart(file, listed[0]) if listed else {}
        return _Names(node, holder, names if is_block else names[:1], is_block and len(names) > 1, keys)

    def _pair(self, names: _Names, value: Expr, item: Expr) -> dict[str, Expr]:
        """A round over an object: its key, as it is written, and its value."""
        found = {names.names[1]: item}
        for child in value.file.children(value.file.inner(value.node)):
            shape = value.file.shapes.get(child.type)
            part = value.file.part(child, shape.key or shape.name) if shape is not None else None
            if part is not None and item.node.parent == child:
                found[names.names[0]] = Expr(value.file, part)
        return found

    def _taken(self, names: _Names, element: Expr) -> dict[str, Expr]:
        """A round over a list."""
        entries = self._reader.entries(element) if names.keys else None
        if entries is not None:
            return {name: entries[0][key] for name, key in names.keys.items() if key in entries[0]}
        if not names.apart:
            return {names.names[-1]: element} if names.names else {}
        parts = self._reader.elements(element) or []
        return dict(zip(names.names, parts, strict=False))
