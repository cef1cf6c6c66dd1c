"""Reads a callable's parameters: their names, annotations and defaults, and which one is the receiver."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag
from codegraph.parse.doctypes import type_at
from codegraph.parse.scopes import Binding, ScopeState, bound_to
from codegraph.parse.sweep import FLAGS, PARAMETERS, Sweep
from codegraph.parse.targets import assign

if TYPE_CHECKING:
    from tree_sitter import Node

STATIC = int(Flag.STATIC)
PLAIN_LIST = re.compile(rb"\(\s*\)|\( *[A-Za-z_$][\w$]*(?: *, *[A-Za-z_$][\w$]*)* *\)")
MAX_LISTS = 10_000
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
    row = sweep.definitions[scope.owner]
    receiver = scope.method_of >= 0 and sweep.reading.first_parameter and not row[FLAGS] & STATIC
    # Only of what has a name is it known who calls it.
    filled = ARGUMENT if scope.definition == scope.owner else PARAMETER
    names = _plain_names(sweep, node)
    if names is not None:
        row[PARAMETERS] += len(names)
        line = node.start_point[0] + 1
        if receiver and names:
            _bind_receiver(sweep, names[0], scope, line)
            names = names[1:]
        for position, name in enumerate(names):
            sweep.bind(
                scope, name, (filled, position if filled == ARGUMENT else -1, line, None, None, (), False)
            )
        return
    rules = sweep.spec.parameters
    children = [node] if node.type in rules else node.named_children
    position = -1
    for child in children:
        rule = rules.get(child.type)
        if rule is None:
            continue
        row[PARAMETERS] += 1
        target = child.child_by_field_name(rule.name) if rule.name else child
        rest = many = rule.rest
        while target is not None and target.type not in sweep.name_types and target.type in rules:
            pattern = sweep.spec.patterns.get(target.type)
            if pattern is not None and pattern.form in ("sequence", "members"):
                break
            many = many or (pattern is not None and pattern.form == "rest")
            inner = rules[target.type]
            rest = rest or inner.rest
            target = target.named_children[0] if target.named_child_count else None
        if target is None:
            continue
        if receiver:
            receiver = False
            if not rest:
                _bind_receiver(sweep, sweep.text(target), scope, target.start_point[0] + 1)
                continue
        if sweep.text(target) not in sweep.reading.receivers:  # this: T says of what it is called on
            position += 1
        typed = child.child_by_field_name(rule.type) if rule.type and not rest else None
        if typed is None and sweep.notes:
            typed = type_at(sweep, child.start_byte)
        value = child.child_by_field_name(rule.value) if rule.value else None
        _bind(sweep, target, scope, typed, value, -1 if many or rest or filled == PARAMETER else position)


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


def _bind_receiver(sweep: Sweep, name: str, scope: ScopeState, line: int) -> None:
    kind = CLASS_RECEIVER if scope.static else RECEIVER
    sweep.bind(scope, name, bound_to(kind, scope.method_of, line))
    scope.receiver = name


def _bind(
    sweep: Sweep, target: Node, scope: ScopeState, typed: Node | None, default: Node | None, position: int
) -> None:
    line = target.start_point[0] + 1
    outer = scope.parent or scope
    binding: Binding
    if typed is not None:
        binding = (TYPE, -1, line, typed, outer, (), True)
    else:
        binding = (PARAMETER, -1, line, default, outer, (), False)
    if target.type not in sweep.name_types:
        assign(sweep, "parameter", target, scope, [binding], target)
        return
    name = sweep.text(target)
    filled = typed is None and position >= 0
    if filled:
        sweep.bind(scope, name, bound_to(ARGUMENT, position, line))
    if not filled or default is not None:
        sweep.bind(scope, name, binding)
