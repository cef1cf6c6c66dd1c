"""Subscripts and containers as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.parse.calls import Calls
from codegraph.parse.names import DOTTED, LITERAL, MEMBER
from codegraph.parse.nodes import part_of
from codegraph.parse.walking import (
    ASSIGNED,
    BUILT_IN,
    DISPLAY,
    ENTRY,
    INDEX,
    MAX_ARGUMENTS,
    MERE_DATA,
    MODULE,
    PAIR,
    SLICE,
    SLICE_START,
    elements,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.spec.syntax import ExpressionRule
    from codegraph.parse.scopes import ScopeState


class Containers(Calls):
    """Reads nodes that hold several values, or take one out."""

    __slots__ = ()

    def _index(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.member:
            return self._path_with_types(rule, node, scope, in_type, depth)
        inner = self._child(rule, node, scope, in_type, depth)
        holder = part_of(node, rule.arguments) if rule.arguments else node
        if holder is None:
            return self.add(INDEX, inner)
        children = holder.named_children[1:] if holder == node else holder.named_children
        if self.reading.ignored:
            children = [child for child in children if child.type not in self.reading.ignored]
        if len(children) == 1 and children[0].type in self.spec.argument_lists:
            children = children[0].named_children
        elif rule.strings and len(children) == 1:
            key = self._text(children[0])
            if len(key) > 2 and key[0] in "\"'`" and key[-1] == key[0]:
                return self.add(MEMBER, inner, self.string(key[1:-1]))
        if rule.keys and len(children) == 1 and not in_type:
            return self._item(inner, children[0], scope, depth)
        return self.indexed(inner, children, scope, in_type=in_type, depth=depth)

    def _path_with_types(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A name of several parts, each a child, with type arguments behind it."""
        parts = [child for child in node.named_children if child.type == rule.member]
        if not parts:
            return self.unknown
        first, *rest = (self._text(part) for part in parts)
        inner = self.dotted(first, ".".join(rest).encode(), scope)
        holder = next((c for c in node.named_children if c.type in self.spec.argument_lists), None)
        if holder is None:
            return inner
        return self.indexed(inner, holder.named_children, scope, in_type=in_type, depth=depth)

    def _item(self, inner: int, subscript: Node, scope: ScopeState, depth: int) -> int:
        rule = self.spec.expressions.get(subscript.type)
        if rule is not None and rule.op == "slice":
            found = SLICE_START.match(self.source, subscript.start_byte, subscript.end_byte)
            return self.add(SLICE, inner, int(found[1]) if found else 0)
        key = self.key_of(subscript)
        if key < 0 and rule is not None and rule.op in ("name", "member"):
            name = self.computed_name(self._text(subscript), scope)
            if name:
                return self.add(
                    INDEX, inner, self.add(PAIR, self.add(LITERAL, self.string("Symbol"), self.string(name)))
                )
        if rule is None or key < 0:
            return self.indexed(inner, [subscript], scope, in_type=False, depth=depth)
        return self.add(INDEX, inner, self.add(PAIR, self.add(LITERAL, self.string(rule.type), key)))

    def computed_name(self, text: str, scope: ScopeState) -> str:
        """The name in brackets of a member that is named by a constant (``this[kQueue]``), "" for any other subscript.

        Constants are what the module binds once, and members of built-in objects.
        """
        first = text.partition(".")[0]
        if not DOTTED.fullmatch(text.encode()):
            return ""
        variable = scope.lookup(first)
        if variable is None:
            constant = first != text and first.encode() in self.reading.globals
        else:
            values = [kind for kind, *_ in variable.bindings if kind in ASSIGNED]
            constant = variable.scope.kind == MODULE and len(values) <= 1
        return f"[{text}]" if constant else ""

    def _comprehension(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A container that is made by a loop: all its elements are one expression, read in the loop's scope."""
        body = self._operand(rule, node)
        value = part_of(body, rule.member) if body is not None else None
        value = value or body
        if value is None or self.scope_at is None:
            return self.unknown
        start = node.start_byte
        entry = self.add(ENTRY, self._part(value, self.scope_at(start), False, depth), -1)
        return self._display(rule, [entry], [self.a[entry]])

    def _sequence(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        if rule.member:
            return self._mixed(rule, node, scope, depth)
        parts = [self._part(child, scope, in_type, depth) for child in elements(node)]
        return self._display(rule, parts, parts)

    def _mixed(self, rule: ExpressionRule, node: Node, scope: ScopeState, depth: int) -> int:
        """A container in which some elements may have keys."""
        parts, values = [], []
        for child in elements(node):
            pair = child.named_children if child.type == rule.member and child.named_child_count == 2 else ()
            values.append(self._part(pair[1] if pair else child, scope, False, depth))
            parts.append(self.add(ENTRY, values[-1], self.key_of(pair[0])) if pair else values[-1])
        return self._display(rule, parts, values)

    def _mapping(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        entries, values = [], []
        for child in elements(node):
            key, value = (part_of(child, field) for field in (rule.member, rule.operand))
            if key is not None and value is not None:
                values.append(self._part(value, scope, in_type, depth))
                entries.append(self.add(ENTRY, values[-1], self.key_of(key)))
        return self._display(rule, entries, values)

    def _display(self, rule: ExpressionRule, parts: list[int], values: list[int]) -> int:
        """A container as written; of one that holds mere data its type is enough."""
        pair = -1
        if any(self.op[value] not in MERE_DATA for value in values):
            for part in reversed(parts):
                pair = self.add(PAIR, part, pair)
        return self.add(DISPLAY, pair, self.string(rule.type))

    def _await(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.add(int(Op.AWAIT), self._child(rule, node, scope, in_type, depth))

    def _iterate(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        inner = self._child(rule, node, scope, in_type, depth)
        if rule.operators:
            operator = node.child_by_field_name("operator")
            if operator is not None and operator.type not in rule.operators:
                return inner
        return self.add(int(Op.ITERATE), inner)

    def _built_in(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        parts = [self._part(child, scope, True, depth) for child in elements(node)[:MAX_ARGUMENTS]]
        return self._built_in_type(rule, parts)

    def _built_in_type(self, rule: ExpressionRule, parts: list[int]) -> int:
        pair = -1
        for part in reversed(parts):
            pair = self.add(PAIR, part, pair)
        return self.add(BUILT_IN, self.string(rule.type), pair)

    def _results(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The results of a function that are written as parameters: the one type, or a tuple of them all."""
        parts: list[int] = []
        for child in elements(node)[:MAX_ARGUMENTS]:
            how = self.spec.parameters.get(child.type)
            typed = child.child_by_field_name(how.type) if how is not None and how.type else None
            if how is not None and typed is not None:
                names = len(child.children_by_field_name(how.name)) if how.name else 1
                parts += [self._part(typed, scope, True, depth)] * max(names, 1)
        return parts[0] if len(parts) == 1 else self._built_in_type(rule, parts)
