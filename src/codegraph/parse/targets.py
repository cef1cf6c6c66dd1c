"""Takes binding targets apart: names, members of the receiver, and patterns of either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, Op, ScopeKind
from codegraph.parse.scopes import Binding, ScopeState, bound_to
from codegraph.parse.sweep import KIND_NUMBERS, VISIBILITY_NUMBERS, Captures, Sweep, bare_name, signature_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.spec.syntax import PatternRule

MAX_VARIABLE_SIGNATURE = 160
MAX_MODIFIER = 24  # bytes before a declaration in which its last modifier stands
MAX_DEPTH = 12
DEFINITION, VALUE, TYPE = int(Bind.DEFINITION), int(Bind.VALUE), int(Bind.TYPE)
ITEM, PARAMETER = int(Bind.ITEM), int(Bind.PARAMETER)
UNPACK, MEMBER, SLICE, VARIANT = int(Op.UNPACK), int(Op.MEMBER), int(Op.SLICE), int(Op.VARIANT)
ENTRY, PAIR, DISPLAY = int(Op.ENTRY), int(Op.PAIR), int(Op.DISPLAY)
MODULE, CLASS = int(ScopeKind.MODULE), int(ScopeKind.CLASS)
DECLARES = frozenset({"value", "constant", "hoisted", "field"})
SPREAD = "..."


def assign(
    sweep: Sweep,
    kind: str,
    target: Node,
    scope: ScopeState,
    bindings: list[Binding],
    node: Node,
    depth: int = 0,
    whole: Node | None = None,
) -> None:
    """Bind a target, taking patterns apart.

    Args:
        kind: the binding's kind as captured (``value``, ``constant``, ``iterate``, ...).
        target: what is bound.
        scope: where it is bound.
        bindings: what it gets; for an element of a pattern each is wrapped in the way to the element.
        node: where the declaration ends.
        whole: the pattern that a target is an element of.
    """
    whole = whole or target
    rule = sweep.spec.patterns.get(target.type)
    if rule is None or depth > MAX_DEPTH:
        _leaf(sweep, kind, target, scope, bindings, node, whole)
        return
    if rule.form == "members":
        for child in target.named_children:
            assign(sweep, kind, child, scope, bindings, node, depth + 1, whole)
        return
    if rule.form == "sequence":
        for child, op, position in _elements(sweep, target):
            found = _wrapped(bindings, op, position)
            assign(sweep, kind, child, scope, found, node, depth + 1, whole)
        return
    if rule.form == "variant":
        _variant(sweep, kind, target, rule, scope, bindings, node, depth, whole)
        return
    if rule.form == "name":
        name = sweep.text(target)
        _bind_name(
            sweep, kind, name, target, scope, _wrapped(bindings, MEMBER, sweep.string(name)), node, whole
        )
        return
    inner = target.child_by_field_name(rule.operand) if rule.operand else None
    if inner is None and target.named_child_count:
        inner = target.named_children[-1 if rule.form == "inner" else 0]
    if inner is None:
        return
    if rule.form == "pair":
        key = target.child_by_field_name(rule.key)
        name = bare_name(sweep.text(key)) if key is not None else "["
        bindings = _wrapped(bindings, MEMBER, sweep.string(name)) if name[:1] != "[" else []
    elif rule.form == "rest":
        bindings = [bound_to(VALUE, -1, target.start_point[0] + 1)]
    assign(sweep, kind, inner, scope, bindings, node, depth + 1, whole)
    default = target.child_by_field_name(rule.key) if rule.form == "default" and rule.key else None
    if default is not None and kind == "parameter":
        given: list[Binding] = [(PARAMETER, -1, default.start_point[0] + 1, default, scope, (), False)]
        shape = sweep.spec.patterns.get(inner.type)
        if shape is not None and shape.form == "name":
            _bind_name(sweep, kind, sweep.text(inner), inner, scope, given, node, whole)
        else:
            assign(sweep, kind, inner, scope, given, node, depth + 1, whole)


def _variant(
    sweep: Sweep,
    kind: str,
    target: Node,
    rule: PatternRule,
    scope: ScopeState,
    bindings: list[Binding],
    node: Node,
    depth: int,
    whole: Node,
) -> None:
    """Bind the parts of what a constructor has made, by their names or positions."""
    maker = target.child_by_field_name(rule.operand)
    if maker is None:
        return
    made = [(*b[:5], (*b[5], (VARIANT, (maker, scope))), b[6]) for b in bindings]
    position = 0
    for child in target.children:
        if child.type == ",":
            position += 1
        elif child.is_named and child != maker:
            part = sweep.spec.patterns.get(child.type)
            if part is not None and part.form == "pair":
                assign(sweep, kind, child, scope, made, node, depth + 1, whole)
            else:
                held = _wrapped(made, MEMBER, sweep.string(str(position)))
                assign(sweep, kind, child, scope, held, node, depth + 1, whole)


def _elements(sweep: Sweep, pattern: Node) -> list[tuple[Node, int, int]]:
    """The targets in a sequence: each with the operator and the position that take its value out of the whole.

    What follows a target that takes the rest (``first, *rest, last``) is counted from the end.
    """
    found: list[tuple[Node, int, int]] = []
    position = 0
    rest = -1
    for child in pattern.children:
        if child.type == ",":
            position += 1  # JavaScript leaves elements out: [first, , third]
        elif child.is_named:
            rule = sweep.spec.patterns.get(child.type)
            if rule is not None and rule.form == "rest" and child.named_child_count:
                rest = len(found)
                found.append((child.named_children[0], SLICE, position))
            else:
                found.append((child, UNPACK, position))
    if rest >= 0:
        total = found[-1][2] + 1
        found[rest + 1 :] = [(child, op, at - total) for child, op, at in found[rest + 1 :]]
    return found


def _wrapped(bindings: list[Binding], op: int, operand: int) -> list[Binding]:
    # An annotation types the whole pattern; its elements are what that type's members and elements are.
    return [(*b[:5], (*b[5], (op, operand)), b[6]) for b in bindings]


def _leaf(
    sweep: Sweep,
    kind: str,
    target: Node,
    scope: ScopeState,
    bindings: list[Binding],
    node: Node,
    whole: Node,
) -> None:
    rule = sweep.spec.expressions.get(target.type)
    if rule is None:
        return
    if rule.op == "name":
        name = sweep.text(target)
        if target is whole or not sweep.spec.scopes.constants or not name[:1].isupper():
            _bind_name(sweep, kind, name, target, scope, bindings, node, whole)
    elif rule.op == "member":
        _bind_member(sweep, kind, target, scope, bindings, node)
    elif rule.keys and kind == "value":
        sweep.items.append((target, scope, bindings))
    elif rule.keys and kind == "assign":
        _bind_computed(sweep, target, scope, bindings, node)


def bind_items(sweep: Sweep) -> None:
    """Bind what is put into containers (``handlers["key"] = f``) to their variables, once all of these are known."""
    expressions = sweep.expressions
    for target, scope, bindings in sweep.items:
        holder, *subscripts = target.named_children
        variable = scope.lookup(sweep.text(holder)) if holder.type in sweep.name_types else None
        if variable is None or len(subscripts) != 1:
            continue
        key = expressions.key_of(subscripts[0])
        wrap = ((ENTRY, key), (PAIR, -1), (DISPLAY, expressions.string("")))
        for _, _, line, value, around, before, typed in bindings:
            if value is not None:
                variable.add((ITEM, -1, line, value, around, (*before, *wrap), typed))


def _bind_name(
    sweep: Sweep,
    kind: str,
    name: str,
    target: Node,
    scope: ScopeState,
    bindings: list[Binding],
    node: Node,
    whole: Node,
) -> None:
    bound = sweep.spec.naming.sigil + name
    if kind == "assign":
        variable = scope.lookup(bound)
        if variable is None:
            return  # a global that some other script declares
        scope = variable.scope
    elif kind in DECLARES and scope.kind in (MODULE, CLASS) and bound not in scope.names:
        add_variable(sweep, _variable_kind(sweep, kind, name, scope), name, target, node, scope, 0, whole)
    for binding in bindings:
        sweep.bind(scope, bound, binding)


def bind_literal_member(sweep: Sweep, node: Node, rule: PatternRule, scope: ScopeState) -> None:
    """Bind one member of an object literal to its value, which is read in the scope around the object."""
    value: Node | None = node
    name = sweep.text(node)
    if rule.form != "name":
        value = node.child_by_field_name(rule.operand) if rule.operand else node.named_child(0)
        key = node.child_by_field_name(rule.key) if rule.key else None
        name = SPREAD if rule.form == "rest" else bare_name(sweep.text(key)) if key is not None else "["
    if value is not None and name != "[":
        note = sweep.notes.get(node.start_byte) if sweep.notes else None
        if note is not None and note.type is not None:
            sweep.bind(scope, name, (TYPE, -1, node.start_point[0] + 1, note.type, scope.parent, (), True))
        sweep.bind(scope, name, (VALUE, -1, node.start_point[0] + 1, value, scope.parent, (), False))


def _variable_kind(sweep: Sweep, kind: str, name: str, scope: ScopeState) -> str:
    if scope.kind == CLASS:
        return "field"
    if sweep.spec.naming.constants == "upper":
        return "constant" if name.isupper() else "variable"
    return "constant" if kind == "constant" else "variable"


def add_variable(
    sweep: Sweep,
    final: str,
    name: str,
    target: Node,
    node: Node,
    scope: ScopeState,
    flags: int,
    whole: Node | None = None,
) -> int:
    """Append the definition of a module's or class's variable and bind its name; gives the definition."""
    line, column = target.start_point
    start, end = target.start_byte, max(node.end_byte, target.end_byte)
    private = sweep.spec.naming.private == "underscore" and name[:1] == "_" and not name.endswith("__")
    hidden = "internal" if sweep.spec.naming.private == "capital" and not name[:1].isupper() else ""
    number = len(sweep.definitions)
    shown = whole.start_byte if whole is not None else start
    signature = sweep.source[shown : min(end, shown + MAX_VARIABLE_SIGNATURE)].split(b"\n")[0]
    kept = _kept(sweep, shown) if sweep.spec.units.private and scope.kind == MODULE else ""
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
            sweep.string(kept) if kept else -1,
            VISIBILITY_NUMBERS[
                hidden or ("private" if private or kept or name.startswith("#") else "public")
            ],
            0,
            0,
            0,
            0,
            -1,
            -1,
        ]
    )
    sweep.bind(scope, sweep.spec.naming.sigil + name, bound_to(DEFINITION, number, line + 1))
    return number


def _kept(sweep: Sweep, start: int) -> str:
    """The modifier right before a place that keeps what is declared there to the file, "" without one."""
    words = sweep.source[max(start - MAX_MODIFIER, 0) : start].split()
    text = words[-1].decode("utf-8", "replace") if words else ""
    return text if text in sweep.spec.units.private else ""


def _bind_member(
    sweep: Sweep, kind: str, target: Node, scope: ScopeState, bindings: list[Binding], node: Node
) -> None:
    """``self.x = ...``: a field of the class around."""
    receiver, _, name = sweep.text(target).partition(".")
    if sweep.spec.separators:
        receiver, name = _member_parts(sweep, target)
    if not name or not name.replace("_", "a").replace("#", "a").replace("$", "a").isalnum():
        return
    holder = sweep.class_scopes.get(_receiver_class(sweep, receiver, scope))
    if holder is None:
        return
    if name not in holder.names:
        last = target.named_children[-1] if target.named_child_count else target
        add_variable(sweep, "field", name, last, node, holder, int(Flag.INSTANCE_FIELD))
        holder.hidden = holder.hidden or set()
        holder.hidden.add(name)
    for binding in bindings:
        sweep.bind(holder, name, binding)


def bind_field(sweep: Sweep, captures: Captures, target: Node, scope: ScopeState) -> None:
    """A field that its own name tells to be one of the receiver: ``@x = ...``; ``@@x`` is one of its class."""
    holder = sweep.class_scopes.get(scope.enclosing_class())
    if holder is None:
        return
    mark = sweep.spec.members.field_mark
    name = mark * ("accessor" in captures) + sweep.text(target)
    static = scope.static_context() and not name.startswith(mark * 2)
    known = sweep.spec.members.class_mark + name if static else name
    value = captures["value"][0] if "value" in captures else None
    line = target.start_point[0] + 1
    if known not in holder.names:
        flags = int(Flag.STATIC) if static or name.startswith(mark * 2) else int(Flag.INSTANCE_FIELD)
        number = add_variable(sweep, "field", name, target, value or target, holder, flags)
        if known != name:
            sweep.bind(holder, known, bound_to(DEFINITION, number, line))
    sweep.bind(holder, known, (VALUE, -1, line, value, scope, (), False))


def _member_parts(sweep: Sweep, target: Node) -> tuple[str, str]:
    """The receiver and the name of a member, by the fields of its node; no name if it is computed."""
    rule = sweep.spec.expressions[target.type]
    operand, member = target.child_by_field_name(rule.operand), target.child_by_field_name(rule.member)
    if operand is None or member is None or (rule.names and member.type not in rule.names):
        return "", ""
    return sweep.text(operand), rule.prefix + sweep.text(member)


def _bind_computed(
    sweep: Sweep, target: Node, scope: ScopeState, bindings: list[Binding], node: Node
) -> None:
    """``this[key] = ...``: a field whose name is a constant."""
    if target.named_child_count != 2:
        return
    receiver, subscript = target.named_children
    name = sweep.expressions.computed_name(sweep.text(subscript), scope)
    holder = sweep.class_scopes.get(_receiver_class(sweep, sweep.text(receiver), scope))
    if not name or holder is None:
        return
    if name not in holder.names:
        add_variable(sweep, "field", name, subscript, node, holder, int(Flag.INSTANCE_FIELD))
    for binding in bindings:
        sweep.bind(holder, name, binding)


def _receiver_class(sweep: Sweep, receiver: str, scope: ScopeState) -> int:
    if receiver in sweep.spec.receivers or receiver in sweep.spec.class_receivers:
        return scope.enclosing_class()
    current: ScopeState | None = scope
    while current is not None:
        if current.receiver == receiver:
            return current.method_of
        current = current.parent
    return -1
