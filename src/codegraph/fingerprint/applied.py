"""What a function of the project gives for what it is called with, where that is a text: ``path_of(kind, "{id}")``.

Nothing is run: of a function the returned expressions are read, with what is given for its parameters. Where it
chooses by one of these, the case that names what is given counts. Anything else is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.arguments import UNKNOWN
from codegraph.fingerprint.origins import names_of_parameter
from codegraph.fingerprint.trees import Expr

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.fingerprint.arguments import Reader
    from codegraph.fingerprint.origins import Sources

Parts = list[str | None]
MAX_FRAMES = 4
MAX_RETURNS = 40


class _Frame(NamedTuple):
    """A function, and what its parameters are given, read in the frame before."""

    function: Expr
    values: dict[str, list[Expr]]

    def has(self, expr: Expr) -> list[Expr] | None:
        file, node = self.function
        is_inside = expr.file.path == file.path and node.start_byte <= expr.node.start_byte < node.end_byte
        is_name = is_inside and expr.file.op(expr.node) == "name"
        return self.values.get(expr.file.text(expr.node)) if is_name else None


class Applied:
    """Reads texts that functions of the project give.

    Args:
        sources: where values come from.
        reader: reads texts.
    """

    def __init__(self, sources: Sources, reader: Reader) -> None:
        self._sources = sources
        self._reader = reader
        self._frames: list[_Frame] = []

    def call(self, call: Expr, depth: int) -> Parts | None:
        """What a call gives; None where that is no text, or not known."""
        sources = self._sources
        rows = [row for row in sources.called(call) if not sources.is_external(row)]
        if len(rows) != 1 or not sources.view.is_callable(rows[0]):
            return None
        return self._result(rows[0], self._reader.arguments(call).positional, None, depth)

    def bound(self, expr: Expr, depth: int) -> Parts | None:
        """What a parameter, or an element of one that takes several, is given; None for anything else."""
        value = self._given(expr)
        if value is None:
            return None
        frame = self._frames.pop()
        try:
            return self._reader.parts(value, depth + 1) or self.shown(value, depth + 1)
        finally:
            self._frames.append(frame)

    def shown(self, expr: Expr, depth: int) -> Parts | None:
        """A value as its type writes it, by the method that the language asks for that."""
        view, method = self._sources.view, expr.file.text_method
        for type_ in self._types(expr) if method else ():
            row = view.member(type_, method)
            if row >= 0:
                return self._result(row, [], expr, depth)
        return None

    def _types(self, expr: Expr) -> list[int]:
        """The types that a parameter or a constant is declared with."""
        sources, view = self._sources, self._sources.view
        parameter = sources.parameter(expr) if expr.file.op(expr.node) == "name" else None
        if parameter is not None:
            rows = sources.parameter_types(parameter.function, parameter.position)
            return [row for row in rows if view.is_type(row)]
        return [type_ for row in sources.targets(expr) for type_ in sources.declared_types(row)]

    def _given(self, expr: Expr) -> Expr | None:
        """What stands for an expression in the frame before."""
        if not self._frames:
            return None
        shape = expr.file.shape(expr.node)
        holder, number = expr.node, 0
        if shape is not None and shape.op == "index":
            inner, key = expr.file.part(expr.node, shape.object), expr.file.part(expr.node, shape.key)
            value = self._reader.value(Expr(expr.file, key)) if key is not None else UNKNOWN
            if inner is None or not isinstance(value, int):
                return None
            holder, number = inner, value
        values = self._frames[-1].has(Expr(expr.file, holder))
        return values[number] if values is not None and 0 <= number < len(values) else None

    def _result(self, row: int, given: list[Expr], receiver: Expr | None, depth: int) -> Parts | None:
        function = self._sources.function(row)
        if function is None or len(self._frames) >= MAX_FRAMES:
            return None
        self._frames.append(_Frame(function, self._values(function, given, receiver)))
        try:
            found = [self._reader.parts(value, depth + 1) for value in self._returned(function)]
        finally:
            self._frames.pop()
        texts = ["".join(str(piece) for piece in pieces) for pieces in found if _is_text(pieces) and pieces]
        return [texts[0]] if texts and len(texts) == len(found) and len(set(texts)) == 1 else None

    def _values(self, function: Expr, given: list[Expr], receiver: Expr | None) -> dict[str, list[Expr]]:
        file, node = function
        shape = file.shapes[node.type]
        values: dict[str, list[Expr]] = {}
        holder = file.part(node, shape.object) if shape.object and receiver is not None else None
        for child in file.children(holder)[:1] if holder is not None else ():
            values.update(
                (name, [receiver]) for name in names_of_parameter(file, child) if receiver is not None
            )
        parameters = file.part(node, shape.parameters) if shape.parameters else None
        position = 0
        for child in file.children(parameters) if parameters is not None else ():
            for name in names_of_parameter(file, child):
                rest = file.op(child) == "spread"
                values[name] = given[position:] if rest else given[position : position + 1]
                position += 1
        return values

    # --- what is returned ---

    def _returned(self, function: Expr) -> list[Expr]:
        """The expressions that a function may give back with what it is given."""
        file, node = function
        body = file.part(node, file.shapes[node.type].body)
        found: list[Expr] = []
        stack = [body] if body is not None else []
        while stack and len(found) < MAX_RETURNS:
            inner = stack.pop()
            shape = file.shape(inner)
            op = shape.op if shape is not None else ""
            if shape is not None and op == "return":
                value = file.part(inner, shape.value)
                several = file.children(value) if value is not None and file.op(value) == "group" else [value]
                found += [Expr(file, one) for one in several[:1] if one is not None]
            elif op == "switch":
                stack += self._cases(function, inner)
            elif op not in ("function", "type"):
                stack += inner.named_children
        return found

    def _cases(self, function: Expr, switch: Node) -> list[Node]:
        """The case of a switch that is meant; all of them where that can't be told."""
        file = function.file
        subject = file.part(switch, file.shapes[switch.type].value)
        cases = [child for child in switch.named_children if file.op(child) == "case"]
        value = self._origin(Expr(file, subject)) if subject is not None else None
        if value is None:
            return cases
        default = [case for case in cases if file.part(case, file.shapes[case.type].value or "?") is None]
        for case in cases:
            listed = file.part(case, file.shapes[case.type].value) if case not in default else None
            names = file.children(listed) if listed is not None and file.op(listed) == "group" else [listed]
            if any(name is not None and self._is_same(Expr(file, name), value) for name in names):
                return [case]
        return default

    def _origin(self, expr: Expr) -> Expr | None:
        """What is given for a parameter, by the outermost call that says so."""
        found: Expr | None = None
        frames = list(self._frames)
        try:
            while (value := self._given(expr)) is not None:
                found = expr = value
                self._frames.pop()
        finally:
            self._frames[:] = frames
        return found

    def _is_same(self, left: Expr, right: Expr) -> bool:
        rows = set(self._sources.targets(left))
        if rows:
            return not rows.isdisjoint(self._sources.targets(right))
        value = self._reader.value(left)
        return value is not UNKNOWN and value == self._reader.value(right)


def _is_text(parts: Parts | None) -> bool:
    return parts is not None and None not in parts
