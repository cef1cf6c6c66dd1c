"""Turns syntax nodes into the small expression trees of the facts, once all names of a file are bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.parse.containers import Containers
from codegraph.parse.names import DOTTED, LITERAL, SELF, SUPER
from codegraph.parse.nodes import part_of
from codegraph.parse.walking import BOUND, CALL, CAST, CLASS, MAX_MEMO, PAIR

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.spec.syntax import ExpressionRule
    from codegraph.parse.scopes import ScopeState


class Expressions(Containers):
    """The expressions of one file: types, literals, choices and what else is left."""

    __slots__ = ()

    def _array(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.add(int(Op.ARRAY), self._child(rule, node, scope, in_type, depth))

    def _typeof(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.add(int(Op.TYPEOF), self._child(rule, node, scope, False, depth))

    def _cast(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.operand:
            typed = self._operand(rule, node)
            return self.unknown if typed is None else self.add(CAST, self._part(typed, scope, True, depth))
        children = node.named_children
        if len(children) != 2:
            return self._child(rule, node, scope, in_type, depth)  # x as const
        kind = children[1 - rule.skip]
        if kind.type in self.spec.argument_lists and kind.named_child_count == 1:
            kind = kind.named_children[0]
        named = self._part(kind, scope, True, depth)
        if kind.type in rule.calls:
            given = self._part(children[rule.skip], scope, False, depth)
            return self.add(CALL, named, self.add(PAIR, given, -1))
        return self.add(CAST, named)

    def _guard(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        while node.named_child_count == 1:
            node = node.named_children[0]
        kind = part_of(node, rule.operand)
        if kind is None:
            return self.add(LITERAL, self.string(rule.type))
        return self.add(int(Op.GUARD), self._part(kind, scope, True, depth))

    def _inner(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if self.cast_places and node.type in self.spec.docs.casts:
            note = self.casts.get(node.start_byte)
            if note is not None and note.type is not None:
                typed = self._part(note.type, scope, True, depth)
                if typed != self.unknown:
                    return self.add(CAST, typed)
        return self._child(rule, node, scope, in_type, depth)

    def _union(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        children = node.named_children
        if rule.operand:
            condition = node.child_by_field_name(rule.operand)
            children = [child for child in children if child != condition]
        if rule.operators:
            operator = node.child_by_field_name("operator")
            if operator is not None and operator.type not in rule.operators:
                given = rule.results.get(operator.type)
                return self.add(LITERAL, self.string(given)) if given else self.unknown
        if len(children) > 2 or self.reading.ignored:
            ignored = self.reading.ignored
            children = [child for child in children if not child.is_extra and child.type not in ignored]
        if rule.skip >= 0 and len(children) == 3:
            del children[rule.skip]
        if not children:
            return self.unknown
        current = self._part(children[-1], scope, in_type, depth)
        for child in reversed(children[:-1][:6]):
            current = self.add(int(Op.UNION), self._part(child, scope, in_type, depth), current)
        return current

    def _literal(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if in_type and rule.strings and self.spec.annotation_strings:
            return self._quoted_type(node, scope, depth)
        if rule.suffixes:
            last = self.source[node.end_byte - 1 : node.end_byte].decode("utf-8", "replace")
            return self.add(LITERAL, self.string(rule.suffixes.get(last, rule.type)))
        return self.add(LITERAL, self.string(rule.type or self._text(node)))

    def _quoted_type(self, node: Node, scope: ScopeState, depth: int) -> int:
        text = self._text(node).strip("\"'").strip().encode()
        if DOTTED.fullmatch(text):
            first, _, rest = text.partition(b".")
            return self.dotted(first.decode(), rest, scope)
        if depth > 4 or len(text) > MAX_MEMO:
            return self.unknown
        outer, self.source = self.source, text
        try:
            root = self.parser.parse(text).root_node
            if root.has_error or root.named_child_count != 1:
                return self.unknown
            return self._walk(root.named_children[0], scope, True, depth)
        finally:
            self.source = outer

    def _slice(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """A range that is no subscript."""
        return self.add(LITERAL, self.string(rule.type))

    def _receiver(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        if node.named_child_count and self.spec.scopes.receivers:
            return self._labelled(self._text(node.named_children[0]), scope)
        return self.receiver(scope, SELF)

    def _labelled(self, label: str, scope: ScopeState) -> int:
        """The receiver of the class around that has a name: ``this@Outer``."""
        around: ScopeState | None = scope
        while around is not None:
            named = (
                around.parent.names.get(label) if around.kind == CLASS and around.parent is not None else None
            )
            if named is not None and any(b[0] == BOUND and b[1] == around.definition for b in named.bindings):
                return self.add(SELF, around.definition, 0)
            around = around.parent
        return self.unknown

    def _super(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.receiver(scope, SUPER)

    def _definition(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        number = self.definition_at.get(node.start_byte, -1)
        return self.unknown if number < 0 else self.add(int(Op.DEFINITION), number)
