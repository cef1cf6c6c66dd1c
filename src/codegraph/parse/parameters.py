"""Reads a callable's parameters: their names, annotations and defaults, and which one is the receiver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, Op, ParameterFlag, ScopeKind
from codegraph.parse.doctypes import type_at
from codegraph.parse.nodes import part_of
from codegraph.parse.scopes import Binding, ScopeState, bound_to
from codegraph.parse.sweep import FLAGS, PARAMETERS, Sweep
from codegraph.parse.targets import assign

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.spec.syntax import ParameterRule

STATIC, EXTENSION = int(Flag.STATIC), int(Flag.EXTENSION)
BLOCK = int(ScopeKind.BLOCK)
PLAIN_LIST = re.compile(rb"\(\s*\)|\( *[A-Za-z_$][\w$]*(?: *, *[A-Za-z_$][\w$]*)* *\)")
MAX_LISTS = 10_000
REST, OPTIONAL = int(ParameterFlag.REST), int(ParameterFlag.OPTIONAL)
CONTEXT = int(Op.PARAMETER)
OF_ARRAY = ((int(Op.ARRAY), -1),)
WHOLE = "."  # a parameter without a name is its type
MAX_WORD = 32
EACH = 1 << 8  # only while a file is read: the type is that of each of the remaining arguments
VALUE = int(Bind.VALUE)
PARAMETER, ARGUMENT, TYPE, RECEIVER, CLASS_RECEIVER = (
    int(Bind.PARAMETER),
    int(Bind.ARGUMENT),
    int(Bind.TYPE),
    int(Bind.RECEIVER),
    int(Bind.CLASS_RECEIVER),
)


def read_parameters(sweep: Sweep, node: Node, scope: ScopeState) -> None:
    """Bind the parameters in a node in the scope of their callable.

    Annotations and defaults are read in the scope around the callable, as they are evaluated there.
    """
    read = _read_shared if sweep.reading.shared_types else _read_each
    read(sweep, node, scope)


def read_further(sweep: Sweep, lists: list[Node], scope: ScopeState) -> None:
    """Bind the parameters in lists behind the first one: ``f(a)(b)``. What a call gives, it gives to the first.

    If that holds what the function is called on, it is the second.
    """
    extends = sweep.definitions[scope.owner][FLAGS] & EXTENSION > 0
    given = len(sweep.parameters)
    for number, listed in enumerate(lists):
        read_parameters(sweep, listed, scope)
        if number > 0 or not extends:
            del sweep.parameters[given:]
        given = len(sweep.parameters)


def _read_each(sweep: Sweep, node: Node, scope: ScopeState) -> None:
    """Bind parameters that each have what says something of them."""
    row = sweep.definitions[scope.owner]
    receiver = scope.method_of >= 0 and sweep.reading.first_parameter and not row[FLAGS] & STATIC
    # Only of what has a name is it known who calls it.
    filled = ARGUMENT if scope.definition == scope.owner else PARAMETER
    names = _plain_names(sweep, node) if sweep.reading.plain_lists else None
    if names is not None:
        row[PARAMETERS] += len(names)
        line = node.start_point[0] + 1
        if receiver and names:
            bind_receiver(sweep, names[0], scope, line)
            names = names[1:]
        for position, name in enumerate(names):
            sweep.bind(scope, name, _untyped(sweep, scope, filled, position, line))
        return
    rules = sweep.spec.parameters
    children = [node] if node.type in rules else node.named_children
    position = -1
    beside = _beside(sweep, node) if sweep.spec.parts.beside else {}
    extends = row[FLAGS] & EXTENSION > 0 and not beside and not sweep.spec.scopes.receivers
    for child in children:
        rule = rules.get(child.type)
        if rule is None:
            continue
        row[PARAMETERS] += 1
        target = part_of(child, rule.name) if rule.name else child
        target, rest, many = _declared(sweep, target, rule)
        if target is None:
            if rule.type == WHOLE or (
                rule.type and not sweep.reading.plain_lists
            ):  # one without a name: void f(int);
                position += _unnamed(sweep, rule, child, scope, position + 1)
            continue
        if receiver:
            receiver = False
            if not rest:
                bind_receiver(sweep, sweep.text(target), scope, target.start_point[0] + 1)
                continue
        typed = _type_of(sweep, rule, child, node) if rule.type_beside or not rest else None
        value = part_of(child, rule.value) if rule.value else None
        place = -1
        if sweep.text(target) in sweep.reading.receivers:  # this: T says of what it is called on
            sweep.expressions.typed_receivers = True
        elif extends:
            extends = False
        else:
            position += 1
            place = position
        counts = rest and not sweep.reading.plain_lists  # even if its type says nothing
        if typed is not None or counts:
            flags = REST * (many or rule.each) | EACH * rule.each
            flags |= OPTIONAL * (rule.optional or value is not None) | beside.get(child.start_byte, 0)
            sweep.parameters.append((scope.owner, place, typed or child, scope.parent or scope, flags))
        each = rule.each or beside.get(child.start_byte, 0) & EACH > 0
        _bind(sweep, target, scope, typed, value, filled, -1 if many or rest else position, each=each)
    if sweep.spec.rest_mark:
        _read_mark(sweep, node, scope, position + 1)


def extended(sweep: Sweep, number: int, typed: Node, scope: ScopeState) -> None:
    """Give a function the type that it is called on, as if that had it: ``fun T.f() { }``."""
    outer = scope.parent or scope
    sweep.definitions[number][FLAGS] |= EXTENSION
    sweep.parameters.append((number, -1, typed, outer, 0))
    sweep.expressions.typed_receivers = True
    for word in sweep.spec.receivers[:1]:
        sweep.bind(scope, word, (TYPE, -1, typed.start_point[0] + 1, typed, outer, (), True))


def implied(sweep: Sweep, number: int, node: Node, scope: ScopeState) -> None:
    """Bind the one parameter that a function without a name has although it declares none."""
    known = sweep.expressions.add(CONTEXT, number, 0)
    name = sweep.spec.parts.implicit_parameter
    sweep.bind(scope, name, (VALUE, known, node.start_point[0] + 1, None, None, (), False))


def _beside(sweep: Sweep, node: Node) -> dict[int, int]:
    """The flags of parameters by what stands beside them in their list, by where they begin."""
    words, rules = sweep.spec.parts.beside, sweep.spec.parameters
    found: dict[int, int] = {}
    latest, rest = -1, 0
    for child in node.children:
        if child.type in rules:
            latest = child.start_byte
            found[latest] = rest
            rest = 0
            continue
        word = words.get(sweep.text(child)) if child.end_byte - child.start_byte < MAX_WORD else None
        if word == "rest":
            rest = REST | EACH
        elif word == "default" and latest >= 0:
            found[latest] |= OPTIONAL
    return found


def _read_mark(sweep: Sweep, node: Node, scope: ScopeState, position: int) -> None:
    """Add the parameter for all remaining arguments, where a list of parameters ends in a mark for them."""
    last = node.child(node.child_count - 2) if node.child_count > 2 else None
    if last is not None and last.type == sweep.spec.rest_mark:
        sweep.definitions[scope.owner][PARAMETERS] += 1
        sweep.parameters.append((scope.owner, position, last, scope.parent or scope, REST))


def _declared(sweep: Sweep, target: Node | None, rule: ParameterRule) -> tuple[Node | None, bool, bool]:
    """What a parameter declares, whether its type says nothing of it, and whether it takes what remains."""
    rules, patterns = sweep.spec.parameters, sweep.spec.patterns
    rest = many = rule.rest
    while target is not None and target.type not in sweep.name_types and target.type in rules:
        form = patterns[target.type].form if target.type in patterns else ""
        if form in ("sequence", "members", "variant"):
            break
        many = many or form == "rest"
        inner = rules[target.type]
        rest = rest or inner.rest
        target = _inner_target(target, inner)
    return target, rest, many


def _inner_target(target: Node, rule: ParameterRule) -> Node | None:
    """What a declarator that is no name declares."""
    if rule.name:
        return target.child_by_field_name(rule.name)
    return target.named_children[0] if target.named_child_count else None


def _unnamed(sweep: Sweep, rule: ParameterRule, parameter: Node, scope: ScopeState, position: int) -> int:
    """Add a parameter without a name; gives 0 if it says that there is none: ``(void)``."""
    typed = parameter if rule.type == WHOLE else part_of(parameter, rule.type)
    if typed is None:
        return 0
    if sweep.text(typed) in sweep.spec.no_parameters and position == 0:
        sweep.definitions[scope.owner][PARAMETERS] -= 1
        return 0
    sweep.parameters.append((scope.owner, position, typed, scope.parent or scope, 0))
    return 1


def _type_of(sweep: Sweep, rule: ParameterRule, parameter: Node, listed: Node) -> Node | None:
    """The annotation of a parameter in a list."""
    if rule.type_beside:
        return listed.child_by_field_name(rule.type_beside)
    typed = part_of(parameter, rule.type) if rule.type else None
    return type_at(sweep, parameter.start_byte) if typed is None and sweep.notes else typed


def class_parameters(sweep: Sweep, number: int, node: Node, outer: ScopeState) -> ScopeState:
    """A scope around a class with the parameters that the class itself has: ``class C(int x) { }``."""
    scope = sweep.open_scope(BLOCK, outer, outer.definition, outer.owner)
    for position, child in enumerate(
        child for child in node.named_children if child.type in sweep.spec.parameters
    ):
        rule = sweep.spec.parameters[child.type]
        target = part_of(child, rule.name) if rule.name else child
        typed = part_of(child, rule.type) if rule.type else None
        if target is not None and typed is not None:
            optional = OPTIONAL * bool(rule.value and part_of(child, rule.value))
            sweep.parameters.append((number, position, typed, outer, optional))
            line = target.start_point[0] + 1
            if not sweep.spec.members.parameter_fields:
                sweep.bind(scope, sweep.text(target), (TYPE, -1, line, typed, outer, (), True))
    return scope


def _read_shared(sweep: Sweep, node: Node, scope: ScopeState) -> None:
    """Bind parameters of which several names share one type, and which may have a type alone."""
    outer = scope.parent or scope
    position = -1
    for rule, typed, names in _shared(sweep, node):
        for _ in names or (typed,):
            position += 1
            sweep.parameters.append((scope.owner, position, typed, outer, (REST | EACH) * rule.each))
        for name_node in names:
            line = name_node.start_point[0] + 1
            wrap = OF_ARRAY if rule.each else ()
            sweep.bind(scope, sweep.text(name_node), (TYPE, -1, line, typed, outer, wrap, True))
    sweep.definitions[scope.owner][PARAMETERS] += position + 1


def _shared(sweep: Sweep, node: Node) -> Iterator[tuple[ParameterRule, Node, list[Node]]]:
    """The parameters in a list with their rule, type and names.

    Where some have names, all have: the grammar may take the first of many names of one type for types.
    """
    found: list[tuple[ParameterRule, Node, list[Node]]] = []
    for child in node.named_children:
        rule = sweep.spec.parameters.get(child.type)
        typed = child.child_by_field_name(rule.type) if rule is not None else None
        if rule is not None and typed is not None:
            found.append((rule, typed, child.children_by_field_name(rule.name)))
    named = any(names for *_, names in found)
    taken: list[Node] = []
    for rule, typed, names in found:
        if named and not names:
            taken.append(typed)
            sweep.base_names.add(typed.start_byte)  # so that it is no reference
        else:
            yield rule, typed, [*taken, *names]
            taken = []


def _plain_names(sweep: Sweep, node: Node) -> tuple[str, ...] | None:
    """The names in a list of nothing but names, None if there is more to it. Few texts make most of the lists."""
    start, end = node.byte_range
    text = sweep.source[start:end]
    known = sweep.reading.plain_parameters
    if text in known:
        return known[text]
    if len(known) > MAX_LISTS:
        known.clear()
    names = None
    if PLAIN_LIST.fullmatch(text):
        words = text[1:-1].decode().replace(",", " ").split()
        names = None if any(word in sweep.reading.words for word in words) else tuple(words)
    known[text] = names
    return names


def bind_receiver(sweep: Sweep, name: str, scope: ScopeState, line: int) -> None:
    """Bind the name of a method's receiver."""
    kind = CLASS_RECEIVER if scope.static else RECEIVER
    sweep.bind(scope, name, bound_to(kind, scope.method_of, line))
    scope.receiver = name


def _untyped(sweep: Sweep, scope: ScopeState, filled: int, position: int, line: int) -> Binding:
    """The binding of a parameter without a type: what calls give it, or what its function is given to says."""
    if filled == ARGUMENT:
        return (ARGUMENT, position, line, None, None, (), False)
    if sweep.spec.contextual:
        known = sweep.expressions.add(CONTEXT, scope.owner, position)
        return (VALUE, known, line, None, None, (), False)
    return (PARAMETER, -1, line, None, None, (), False)


def _bind(
    sweep: Sweep,
    target: Node,
    scope: ScopeState,
    typed: Node | None,
    default: Node | None,
    filled: int,
    position: int,
    *,
    each: bool = False,
) -> None:
    line = target.start_point[0] + 1
    outer = scope.parent or scope
    binding: Binding
    if typed is not None:
        binding = (TYPE, -1, line, typed, outer, OF_ARRAY if each else (), True)
    else:
        binding = (PARAMETER, -1, line, default, outer, (), False)
    given = typed is None and position >= 0 and (filled == ARGUMENT or sweep.spec.contextual)
    if target.type not in sweep.name_types and sweep.text(target) not in sweep.reading.receivers:
        bindings: list[Binding] = [binding]
        if given and sweep.spec.contextual:
            bindings.insert(0, _untyped(sweep, scope, PARAMETER, position, line))
        assign(sweep, "parameter", target, scope, bindings, target)
        return
    name = sweep.text(target)
    if typed is not None or default is not None or not given:
        sweep.bind(scope, name, binding)
    if given:
        sweep.bind(scope, name, _untyped(sweep, scope, filled, position, line))
    elif position >= 0 and filled == ARGUMENT and _says_callable(sweep, typed):
        sweep.bind(scope, name, bound_to(ARGUMENT, position, line))


def _says_callable(sweep: Sweep, typed: Node | None) -> bool:
    pattern = sweep.reading.callable_type
    if pattern is None or typed is None:
        return False
    return pattern.search(sweep.source, *typed.byte_range) is not None
