"""Names, members and paths as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.parse.names import FREE, MEMBER, READS_NOTHING, SELF
from codegraph.parse.nodes import part_of
from codegraph.parse.walking import (
    APPLY,
    CALL,
    DEFINITION,
    MAX_PATH,
    MAX_TYPES,
    MODULE,
    PAIR,
    Walking,
    elements,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.spec.syntax import ExpressionRule
    from codegraph.parse.scopes import ScopeState


class Members(Walking):
    """Reads nodes that name something."""

    __slots__ = ()

    def _name(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        start, end = node.byte_range
        first, _, rest = self.source[start:end].partition(b".")
        return self.dotted(first.decode("utf-8", "replace"), rest, scope)

    def _variable(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        operand = self._operand(rule, node)
        if operand is None:
            return self.unknown
        name = self.spec.naming.sigil + self._text(operand)
        found = self.root(name, scope)
        if self.reads(name, scope) == READS_NOTHING:
            self.generic.add(found)  # local: to read it is no reference
        return found

    def _member(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.outermost and node.child_by_field_name(rule.operand) is None:
            name = part_of(node, rule.member)
            text = self._text(name) if name is not None else ""
            return self.add(int(Op.FREE), self.string(self.spec.separator + text))
        inner = self._child(rule, node, scope, in_type, depth)
        return self._member_of(rule, node, inner, scope, in_type, depth)

    def _member_of(
        self, rule: ExpressionRule, node: Node, inner: int, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        member = part_of(node, rule.member)
        if member is None or (rule.names and member.type not in rule.names):
            return self.unknown
        if member == self._operand(rule, node):
            return inner  # C::new: the class itself
        if member.type not in self.reading.name_types:
            shape = self.spec.expressions.get(member.type)
            if shape is not None and shape.op in ("inner", "index", "apply"):
                return self._shaped_member(inner, member, shape, scope, in_type, depth)
        name = self._text(member)
        return inner if name in self.spec.members.itself else self.member(inner, rule.prefix + name)

    def _send(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        name = node.child_by_field_name(rule.member)
        text = self._text(name) if name is not None else "call"
        receiver = node.child_by_field_name(rule.operand)
        if receiver is not None:
            found = self.member(self._part(receiver, scope, in_type, depth), text)
            form = self.reading.argument_calls.get(text.encode()) if rule.arguments else None
            if form is None:
                return found
            return self.add(
                CALL, found, self._arguments(node.child_by_field_name(rule.arguments), scope, form, depth)
            )
        if text in self.reading.supers:
            return self.root(text, scope)
        variable = scope.local(text)
        if variable is not None and variable.lasting:
            return self._bound(text, variable, -1)
        return self.sent(text, scope)

    def setter(self, target: int, name: str) -> int:
        """What is called by an assignment to a member of that name."""
        return self.member(self.a[target], f"{name}=") if self.op[target] == MEMBER else self.unknown

    def _field(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.member(self.receiver(scope, SELF), self._text(node))

    def member(self, inner: int, name: str) -> int:
        """The expression of a member of an expression."""
        return self.add(MEMBER, inner, self.string(name))

    def _path(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        text, separator = self._text(node), self.spec.separator
        if text.startswith(separator):
            return self.add(int(Op.FREE), self.string(text))
        first, *rest = text.split(separator)
        if rest and first == self.spec.units.own:
            first, *rest = rest
        found = self.root(first, scope)
        for name in rest:
            found = self.member(found, name)
        return found

    def _shaped_member(
        self, inner: int, member: Node, shape: ExpressionRule, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A member whose name stands in a node of its own: ``a.f<T>``, ``a?.f``, ``a?[0]``."""
        if shape.op == "index":
            return self.indexed(inner, member.named_children, scope, in_type=in_type, depth=depth)
        if shape.op == "inner":
            name = self._operand(shape, member)
            rule = self.spec.expressions.get(name.type) if name is not None else None
            if name is None or rule is None:
                return self.unknown
            if rule.op != "apply":
                return self.add(MEMBER, inner, self.string(self._text(name)))
            member, shape = name, rule
        name = self._operand(shape, member)
        if name is None:
            return self.unknown
        found = self.add(MEMBER, inner, self.string(self._text(name)))
        return self._given_types(found, shape, member, scope, in_type, depth)

    def _apply(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self._given_types(
            self._child(rule, node, scope, in_type, depth), rule, node, scope, in_type, depth
        )

    def _given_types(
        self, inner: int, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A class or function that is given type arguments."""
        holder = node.child_by_field_name(rule.arguments) if rule.arguments else node.named_children[-1]
        arguments = elements(holder) if holder is not None else []
        if in_type:
            return self.indexed(inner, arguments, scope, depth=depth)
        pair = -1
        for child in reversed(arguments[:MAX_TYPES]):
            pair = self.add(PAIR, self._part(child, scope, True, depth), pair)
        return self.add(APPLY, inner, pair)

    def _within(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """A name in what another name means: ``a::B``, ``Self::new``, ``crate::a``."""
        holder, name = node.child_by_field_name(rule.operand), node.child_by_field_name(rule.member)
        if name is None:
            return self.unknown
        text = self._text(name)
        if holder is None:
            return self.add(FREE, self.string(f"{self.spec.separator}{text}"))
        word = self.spec.paths.roots.get(holder.type)
        if word is not None:
            inner = self.path_root(word, self._text(holder), scope)
        elif holder.type in self.reading.name_types:
            first = self._text(holder)
            inner = self.dotted(first, b"", scope)
            if self.op[inner] == FREE:
                inner = self.add(FREE, self.string(f"{self.spec.separator}{first}"), self.b[inner])
        else:
            inner = self._part(holder, scope, in_type, depth)
        return self.add(MEMBER, inner, self.string(text))

    def path_root(self, word: str, text: str, scope: ScopeState) -> int:
        """The module that a path begins at: that of the file or a namespace in it, the one around it, or the root."""
        around: ScopeState | None = scope
        while (
            around is not None
            and (around.kind != MODULE or around.parent is None)
            and around.parent is not None
        ):
            if around.kind == MODULE:
                break
            around = around.parent
        if word == "root" or around is None or around.parent is None:
            return self.add(FREE, self.string(text))
        if word == "outer":
            around = around.parent
            while around.kind != MODULE and around.parent is not None:
                around = around.parent
            if around.parent is None:
                own = next(word for word, root in self.spec.paths.roots.items() if root == "own")
                return self.add(FREE, self.string(own))
        return self.add(DEFINITION, around.definition)

    def _through(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        inner = self._child(rule, node, scope, in_type, depth)
        return self.add(CALL, self.add(MEMBER, inner, self.string(rule.member)))

    def _tuple(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.indexed(
            self.add(FREE, self.string(rule.type)), elements(node), scope, in_type=in_type, depth=depth
        )

    def _marked(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        child = self._operand(rule, node)
        if child is None:
            return self.unknown
        first, _, rest = self._text(child).rpartition(self.spec.separator)
        if first:
            return self.add(
                MEMBER, self.add(FREE, self.string(f"::{first}")), self.string(rest + rule.member)
            )
        return self.dotted(rest + rule.member, b"", scope)

    def _qualified(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A name in what is named before it: ``a::b<T>::c``, where ``b<T>::c`` is one node in another."""
        holder = node.child_by_field_name(rule.operand)
        if holder is None:
            while scope.parent is not None:
                scope = scope.parent
            found = -1
        else:
            found = self._part(holder, scope, True, depth)
        inner = node.child_by_field_name(rule.member)
        for _ in range(MAX_PATH):
            if inner is None:
                return self.unknown
            shape = self.spec.expressions.get(inner.type)
            if shape is None or shape.op != "qualified":
                break
            holder = inner.child_by_field_name(rule.operand)
            if holder is None:
                return self.unknown
            found = self._step(found, holder, scope, True, depth)
            inner = inner.child_by_field_name(rule.member)
        return self.unknown if inner is None else self._step(found, inner, scope, in_type, depth)

    def _step(self, found: int, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The next name of a path."""
        if found < 0:
            return self._part(node, scope, in_type, depth)
        shape = self.spec.expressions.get(node.type)
        if shape is not None and shape.op in ("inner", "index", "apply"):
            return self._shaped_member(found, node, shape, scope, in_type, depth)
        return self.add(MEMBER, found, self.string(self._text(node)))
