"""Takes binding targets apart: names, members of the receiver, and patterns of either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, Op, ScopeKind
from codegraph.parse.scopes import Binding, ScopeState
from codegraph.parse.sweep import KIND_NUMBERS, VISIBILITY_NUMBERS, Sweep, signature_text

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_VARIABLE_SIGNATURE = 160
MAX_DEPTH = 12
DEFINITION, VALUE, TYPE = int(Bind.DEFINITION), int(Bind.VALUE), int(Bind.TYPE)
UNPACK, MEMBER = int(Op.UNPACK), int(Op.MEMBER)
MODULE, CLASS = int(ScopeKind.MODULE), int(ScopeKind.CLASS)


def assign(
    sweep: Sweep,
    kind: str,
    target: Node,
    scope: ScopeState,
    bindings: list[Binding],
    node: Node,
    depth: int = 0,
) -> None:
    """Bind a target, taking patterns apart.

    Args:
        kind: the binding's kind as captured (``value``, ``constant``, ``iterate``, ...).
        target: what is bound.
        scope: where it is bound.
        bindings: what it gets; for an element of a pattern each is wrapped in the way to the element.
        node: where the declaration ends.
    """
    rule = sweep.spec.patterns.get(target.type)
    if rule is None or depth > MAX_DEPTH:
        _leaf(sweep, kind, target, scope, bindings, node)
        return
    if rule.form in ("sequence", "members"):
        for position, child in enumerate(target.named_children):
            found = _wrapped(bindings, UNPACK, position) if rule.form == "sequence" else bindings
            assign(sweep, kind, child, scope, found, node, depth + 1)
        return
    if rule.form == "name":
        name = sweep.text(target)
        _bind_name(sweep, kind, name, target, scope, _wrapped(bindings, MEMBER, sweep.string(name)), node)
        return
    inner = target.child_by_field_name(rule.operand) if rule.operand else None
    if inner is None and target.named_child_count:
        inner = target.named_children[0]
    if inner is None:
        return
    if rule.form == "pair":
        key = target.child_by_field_name(rule.key)
        bindings = _wrapped(bindings, MEMBER, sweep.string(sweep.text(key))) if key is not None else []
    elif rule.form == "rest":
        bindings = [Binding(VALUE, -1, target.start_point[0] + 1)]
    assign(sweep, kind, inner, scope, bindings, node, depth + 1)


def _wrapped(bindings: list[Binding], op: int, operand: int) -> list[Binding]:
    # An annotation types the whole pattern; its elements are what that type's members and elements are.
    return [b._replace(wrap=(*b.wrap, (op, operand))) for b in bindings]


def _leaf(
    sweep: Sweep, kind: str, target: Node, scope: ScopeState, bindings: list[Binding], node: Node
) -> None:
    rule = sweep.spec.expressions.get(target.type)
    if rule is None:
        return
    if rule.op == "name":
        _bind_name(sweep, kind, sweep.text(target), target, scope, bindings, node)
    elif rule.op == "member":
        _bind_member(sweep, kind, target, scope, bindings, node)


def _bind_name(
    sweep: Sweep, kind: str, name: str, target: Node, scope: ScopeState, bindings: list[Binding], node: Node
) -> None:
    if kind in ("value", "constant", "hoisted", "field") and scope.kind in (MODULE, CLASS) and name not in scope.names:
        add_variable(sweep, _variable_kind(sweep, kind, name, scope), name, target, node, scope, 0)
    for binding in bindings:
        sweep.bind(scope, name, binding)


def _variable_kind(sweep: Sweep, kind: str, name: str, scope: ScopeState) -> str:
    if scope.kind == CLASS:
        return "field"
    if sweep.spec.naming.constants == "upper":
        return "constant" if name.isupper() else "variable"
    return "constant" if kind == "constant" else "variable"


def add_variable(
    sweep: Sweep, final: str, name: str, target: Node, node: Node, scope: ScopeState, flags: int
) -> int:
    """Append the definition of a module's or class's variable and bind its name; gives the definition."""
    line, column = target.start_point
    start, end = target.start_byte, max(node.end_byte, target.end_byte)
    private = sweep.spec.naming.private == "underscore" and name[:1] == "_" and not name.endswith("__")
    number = len(sweep.definitions)
    signature = sweep.source[start : min(end, start + MAX_VARIABLE_SIGNATURE)].split(b"\n")[0]
    sweep.definitions.append(
        [
            KIND_NUMBERS[final],
            sweep.string(name),
            scope.definition,
            -1,
            line + 1,
            column,
            line + 1,
            max(node.end_point[0], line) + 1,
            start,
            end,
            sweep.string(signature_text(signature)),
            -1,
            flags,
            -1,
            VISIBILITY_NUMBERS["private" if private or name.startswith("#") else "public"],
            0,
            0,
            0,
            0,
            -1,
            -1,
        ]
    )
    sweep.bind(scope, name, Binding(DEFINITION, number, line + 1))
    return number


def _bind_member(
    sweep: Sweep, kind: str, target: Node, scope: ScopeState, bindings: list[Binding], node: Node
) -> None:
    """``self.x = ...``: a field of the class around."""
    receiver, _, name = sweep.text(target).partition(".")
    if not name or not name.replace("_", "a").replace("#", "a").replace("$", "a").isalnum():
        return
    holder = sweep.class_scopes.get(_receiver_class(sweep, receiver, scope))
    if holder is None:
        return
    if name not in holder.names:
        last = target.named_children[-1] if target.named_child_count else target
        add_variable(sweep, "field", name, last, node, holder, int(Flag.INSTANCE_FIELD))
    for binding in bindings:
        sweep.bind(holder, name, binding)


def _receiver_class(sweep: Sweep, receiver: str, scope: ScopeState) -> int:
    if receiver in sweep.spec.receivers:
        return scope.enclosing_class()
    current: ScopeState | None = scope
    while current is not None:
        if current.receiver == receiver:
            return current.method_of
        current = current.parent
    return -1
