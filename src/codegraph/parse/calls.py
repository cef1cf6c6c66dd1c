"""Calls and objects that are made as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.parse.members import Members
from codegraph.parse.names import FREE, MEMBER, SELF, SUPER
from codegraph.parse.nodes import part_of
from codegraph.parse.scopes import view_at
from codegraph.parse.walking import (
    APPLY,
    AWAIT,
    CALL,
    CAST,
    DEFINITION,
    FIRST_NAME,
    INFIX,
    MAX_ARGUMENTS,
    MAX_MEMO,
    NEW,
    PAIR,
    RECEIVER,
    elements,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.spec.syntax import ExpressionRule
    from codegraph.parse.scopes import ScopeState


class Calls(Members):
    """Reads nodes that call something."""

    __slots__ = ()

    def _call(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if self.import_at and node.start_byte in self.import_at and self._imports(rule, node):
            return self.add(int(Op.IMPORT), self.import_at[node.start_byte])
        if rule.operand == RECEIVER:
            return self._applied(CALL, rule, node, self._chained(node, scope), scope, depth)
        callee = self._operand(rule, node)
        if callee is not None and callee.type in self.reading.awaits and callee.named_child_count == 1:
            # Grammars take ``await f<T>(x)`` for a call of what is awaited.
            called = self._part(callee.named_children[0], scope, in_type, depth)
            return self.add(AWAIT, self._applied(CALL, rule, node, called, scope, depth))
        if rule.member:
            return self._applied(
                CALL, rule, node, self._held_callee(rule, node, callee, scope, depth), scope, depth
            )
        if callee is None:
            return self.unknown
        start, end = callee.byte_range
        text = self.source[start:end]
        if self.spec.cast_calls and text[-1:] == b">":
            typed = self._cast_type(callee)
            if typed is not None:
                return self.add(CAST, self._part(typed, scope, True, depth))
        if text in self._super_calls:
            return self.receiver(scope, SUPER)
        forms = self.reading.argument_calls
        form = forms.get(text.rpartition(b".")[2].rpartition(b"::")[2]) if forms else None
        found = self._part(callee, scope, in_type, depth)
        if form is not None and (form or not self.spec.members.overloads):
            pair = self._arguments(part_of(node, rule.arguments), scope, form, depth)
            return self.add(CALL, found, pair)
        return self._applied(CALL, rule, node, found, scope, depth)

    def _imports(self, rule: ExpressionRule, node: Node) -> bool:
        """Whether a call is the one that imports, none of what that gives: ``require("m")``, not ``require("m")()``."""
        callee = self._operand(rule, node)
        return callee is None or self.source[callee.start_byte : callee.end_byte] in self.reading.import_calls

    def _chained(self, node: Node, scope: ScopeState) -> int:
        """The receiver or its bases, by the word that a call of another constructor begins with."""
        first = node.child(0)
        word = self._text(first) if first is not None else ""
        return self.receiver(scope, SUPER if word in self.reading.supers else SELF)

    def _infix(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """A call of a method that stands between what it is called on and its argument: ``a to b``."""
        children = node.named_children
        if len(children) != INFIX:
            return self.unknown
        left, name, right = children
        callee = self.add(MEMBER, self._part(left, scope, in_type, depth), self.string(self._text(name)))
        return self._call_of(CALL, callee, [right], scope, depth)

    def held_call(self, node: Node, captures: dict[str, list[Node]], scope: ScopeState) -> int:
        """The expression of a call that itself holds the name, by the parts that its query captured."""
        start, end = span = node.byte_range
        if scope.views is not None:
            scope = view_at(scope.views, start, scope)
        text = self.source[start:end] if end - start <= MAX_MEMO else b""
        known = scope.memo.get(text) if text else self.long.get(span)
        if known is not None:
            return known
        rule, name = self._walkers[node.type][1], captures["name"][0]
        callee = self._callee(rule, captures["object"][0] if "object" in captures else None, name, scope, 0)
        if rule.types and b"<" in (text or self.source[start : name.start_byte]):
            types = part_of(node, rule.types)
            callee = self._with_types(callee, types, scope, 0) if types is not None else callee
        found = self._call_of(CALL, callee, elements(captures["arguments"][0]), scope, 0)
        if text:
            scope.memo[text] = found
        else:
            self.long[span] = found
        return found

    def _cast_type(self, callee: Node) -> Node | None:
        """The type that a call of a function with type arguments makes its argument one of, None for other calls."""
        rule = self.spec.expressions.get(callee.type)
        name = self._operand(rule, callee) if rule is not None and rule.op == "apply" else None
        if rule is None or name is None or self._text(name) not in self.spec.cast_calls:
            return None
        holder = callee.child_by_field_name(rule.arguments)
        return holder.named_children[0] if holder is not None and holder.named_child_count else None

    def made_of(self, typed: Node, arguments: Node | None, scope: ScopeState) -> int:
        """An object of a type that is made of arguments: ``T x(a)``, where no node holds just that."""
        pair = -1
        for child in reversed(elements(arguments)[:MAX_ARGUMENTS] if arguments is not None else []):
            pair = self.add(PAIR, self._part(child, scope, False, 0), pair)
        return self.add(NEW, self.of(typed, scope, in_type=True), pair)

    def _held_callee(
        self, rule: ExpressionRule, node: Node, holder: Node | None, scope: ScopeState, depth: int
    ) -> int:
        """What is called by a call that itself holds the name, and perhaps what that is a member of."""
        name = part_of(node, rule.member)
        return self.unknown if name is None else self._callee(rule, holder, name, scope, depth)

    def _callee(
        self, rule: ExpressionRule, holder: Node | None, name: Node, scope: ScopeState, depth: int
    ) -> int:
        if holder is None:
            if self.spec.naming.separate and name.type in self.reading.name_types:
                return self.add(FREE, self.string(self._text(name)), scope.context)
            return self._part(name, scope, False, depth)
        inner = self._part(holder, scope, False, depth)
        if rule.names and name.type not in rule.names:
            return self.unknown
        return self.member(inner, self._text(name))

    def _new(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.operand == RECEIVER:
            owner = scope.enclosing_class()
            made = self.unknown if owner < 0 else self.add(SELF, owner, 1)
            return self._applied(NEW, rule, node, made, scope, depth)
        operand = self._operand(rule, node)
        inner = self.spec.expressions.get(operand.type) if operand is not None else None
        if operand is None or inner is None or inner.op != "index" or inner.keys:
            made = self.unknown if operand is None else self._part(operand, scope, in_type, depth)
            return self._applied(NEW, rule, node, made, scope, depth)
        # A generic class with its type arguments: new Box<Lamp>()
        named, *arguments = operand.named_children
        holder = arguments[0] if arguments and arguments[0].type in self.spec.argument_lists else operand
        callee = self._part(named, scope, False, depth)
        return self._applied(NEW, rule, node, self._with_types(callee, holder, scope, depth), scope, depth)

    def made(self, node: Node, context: Node, scope: ScopeState) -> int:
        """An instantiation without a class, of the type that its place asks for: ``T x = new()``, ``x = new()``."""
        callee = self._part(context, scope, False, 0)
        rule = self.spec.expressions[node.type]
        return self._applied(NEW, rule, node, callee, scope, 1)

    def _with_types(self, callee: int, holder: Node, scope: ScopeState, depth: int) -> int:
        """What is called, with the type arguments that a node holds, if there are any."""
        given = -1
        for child in reversed(elements(holder)[:MAX_ARGUMENTS]):
            given = self.add(PAIR, self._part(child, scope, True, depth), given)
        return self.add(APPLY, callee, given) if given >= 0 else callee

    def _applied(
        self, op: int, rule: ExpressionRule, node: Node, callee: int, scope: ScopeState, depth: int
    ) -> int:
        """A call or instantiation, with type arguments and with arguments where the language's types need them."""
        if rule.values == "none":
            return self.add(op, callee)
        if rule.values == "first":
            return self.add(op, callee, self._first_argument(rule, node, scope))
        types = part_of(node, rule.types) if rule.types else None
        if types is not None:
            callee = self._with_types(callee, types, scope, depth)
        holder = part_of(node, rule.arguments)
        pair = -1
        if holder is not None and holder.named_child_count:
            if self.spec.members.overloads:
                return self._call_of(op, callee, self._given_in(holder), scope, depth)
            for child in reversed(elements(holder)[:MAX_ARGUMENTS]):
                pair = self.add(PAIR, self._part(child, scope, False, depth), pair)
        return self.add(op, callee, pair)

    def _given_in(self, holder: Node) -> list[Node]:
        """The arguments in a node; some may stand in a list of their own, with others behind it."""
        lists, found = self.spec.argument_lists, []
        for child in elements(holder):
            found += elements(child) if child.type in lists else [child]
        return found

    def _call_of(self, op: int, callee: int, given: list[Node], scope: ScopeState, depth: int) -> int:
        """A call with all its arguments; it is noted for functions without a name that are among them."""
        lists = self.spec.argument_lists
        if lists and given and any(child.type in lists for child in given):
            callee, given = self._flat_arguments(callee, given, scope, depth)
        if self.spec.keyword_arguments:
            parts = [self._argument(child, scope, depth) for child in given]
        else:
            parts = [self._part(child, scope, False, depth) for child in given]
        pair = -1
        for part in reversed(parts):
            pair = self.add(PAIR, part, pair)
        call = self.add(op, callee, pair)
        if self.definition_at:
            for position, part in enumerate(parts):
                if self.op[part] == DEFINITION:
                    self.given[self.a[part], position] = call
        return call

    def _flat_arguments(
        self, callee: int, given: list[Node], scope: ScopeState, depth: int
    ) -> tuple[int, list[Node]]:
        """What is called and its arguments where lists of them, and of types, stand side by side: ``f<T>(a) { b }``."""
        found: list[Node] = []
        for child in given:
            if child.type not in self.spec.argument_lists:
                found.append(child)
            elif child.type in self.spec.type_lists:
                callee = self._with_types(callee, child, scope, depth)
            else:
                found += elements(child)
        return callee, found

    def _argument(self, node: Node, scope: ScopeState, depth: int) -> int:
        """An argument; of one that is given by name the place is not known."""
        if node.type in self.spec.keyword_arguments and node.named_child_count > 1:
            return self.unknown
        return self._part(node, scope, False, depth)

    def _first_argument(self, rule: ExpressionRule, node: Node, scope: ScopeState) -> int:
        """The first argument of a call if it is a name, read from the text alone: most calls need none."""
        operand = self._operand(rule, node)
        found = FIRST_NAME.match(self.source, operand.end_byte) if operand is not None else None
        if found is None:
            return -1
        first, rest, _ = self.parts.get(found[1]) or self.split(found[1])
        return -1 if rest is None else self.add(PAIR, self.dotted(first, rest, scope))
