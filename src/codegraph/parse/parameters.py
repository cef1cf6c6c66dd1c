"""Reads a callable's parameters: their names, annotations and defaults, and which one is the receiver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag
from codegraph.parse.scopes import ScopeState, bound_to
from codegraph.parse.sweep import FLAGS, PARAMETERS, Sweep
from codegraph.parse.targets import assign

if TYPE_CHECKING:
    from tree_sitter import Node

STATIC = int(Flag.STATIC)
PARAMETER, TYPE, RECEIVER, CLASS_RECEIVER = (
    int(Bind.PARAMETER),
    int(Bind.TYPE),
    int(Bind.RECEIVER),
    int(Bind.CLASS_RECEIVER),
)


def read_parameters(sweep: Sweep, node: Node, scope: ScopeState) -> None:
    """Bind the parameters in a node in the scope of their callable.

    Annotations and defaults are read in the scope around the callable, as they are evaluated there.
    """
    rules = sweep.spec.parameters
    row = sweep.definitions[scope.owner]
    receiver = (
        scope.method_of >= 0 and sweep.spec.members.receiver == "first-parameter" and not row[FLAGS] & STATIC
    )
    children = [node] if node.type in rules else node.named_children
    for child in children:
        rule = rules.get(child.type)
        if rule is None:
            continue
        row[PARAMETERS] += 1
        target = child.child_by_field_name(rule.name) if rule.name else child
        rest = rule.rest
        while target is not None and target.type not in sweep.name_types and target.type in rules:
            pattern = sweep.spec.patterns.get(target.type)
            if pattern is not None and pattern.form in ("sequence", "members"):
                break
            inner = rules[target.type]
            rest = rest or inner.rest
            target = target.named_children[0] if target.named_child_count else None
        if target is None:
            continue
        if receiver:
            receiver = False
            if not rest:
                _bind_receiver(sweep, sweep.text(target), scope, target)
                continue
        typed = child.child_by_field_name(rule.type) if rule.type and not rest else None
        value = child.child_by_field_name(rule.value) if rule.value else None
        _bind(sweep, target, scope, typed, value)


def _bind_receiver(sweep: Sweep, name: str, scope: ScopeState, target: Node) -> None:
    kind = CLASS_RECEIVER if scope.static else RECEIVER
    sweep.bind(scope, name, bound_to(kind, scope.method_of, target.start_point[0] + 1))
    scope.receiver = name


def _bind(sweep: Sweep, target: Node, scope: ScopeState, typed: Node | None, default: Node | None) -> None:
    line = target.start_point[0] + 1
    outer = scope.parent or scope
    if typed is not None:
        binding = (TYPE, -1, line, typed, outer, (), True)
    else:
        binding = (PARAMETER, -1, line, default, outer, (), False)
    if target.type in sweep.name_types:
        sweep.bind(scope, sweep.text(target), binding)
    else:
        assign(sweep, "parameter", target, scope, [binding], target)
