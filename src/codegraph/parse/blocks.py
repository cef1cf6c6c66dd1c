"""Blocks that calls take along: what they are given to, what methods hand to them, and what is put into containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Op
from codegraph.parse.targets import ENTRY, PAIR
from codegraph.parse.walking import MAX_ARGUMENTS, MERE_DATA

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.scopes import ScopeState, Variable
    from codegraph.parse.sweep import Captures, Sweep

CALL, DISPLAY, ITEM = int(Op.CALL), int(Op.DISPLAY), int(Bind.ITEM)
GIVEN_TO = -1  # in the place of a position: the call that a block is given to


def note_call(sweep: Sweep, captures: Captures, scope: ScopeState, callee: int) -> None:
    """Note the block and the arguments of a call."""
    if "block" in captures:
        number = sweep.expressions.definition_at.get(captures["block"][0].start_byte, -1)
        if number >= 0:
            sweep.blocks.append((number, GIVEN_TO, callee))
    if "arguments" not in captures:
        return
    expressions = sweep.expressions
    rules = sweep.spec.expressions
    for position, child in enumerate(captures["arguments"][0].named_children[:MAX_ARGUMENTS]):
        rule = rules.get(child.type)
        key, value = None, child
        if rule is None:
            pair = child.child_by_field_name("value")
            if pair is None:
                continue
            key, value = child.child_by_field_name("key"), pair
        elif rule.op in ("literal", "iterate"):
            continue
        keyword = sweep.string(sweep.text(key)) if key is not None else -1
        given = expressions.of(value, scope)
        if expressions.op[given] not in MERE_DATA:
            sweep.arguments.append((callee, position if key is None else -1, keyword, given))


def handed(sweep: Sweep, captures: Captures) -> None:
    """What a method hands to the block that it is called with."""
    for holder in captures.get("handed", ()):
        scope = sweep.scope_at(holder.start_byte)
        if scope.definition < 0:
            continue
        for position, child in enumerate(holder.named_children[:MAX_ARGUMENTS]):
            value = sweep.expressions.of(child, scope)
            if sweep.expressions.op[value] not in MERE_DATA:
                sweep.blocks.append((scope.definition, position, value))


def push(sweep: Sweep, captures: Captures, target: Node, scope: ScopeState) -> None:
    """Something that is put into a container: bound once all names are known."""
    if "value" in captures:
        sweep.pushed.append((target, captures["value"][-1]))


def bind_pushed(sweep: Sweep) -> None:
    """Bind what is put into containers to the variables and fields that hold these."""
    for target, value in sweep.pushed:
        scope = sweep.scope_at(target.start_byte)
        variable = _held_by(sweep, sweep.text(target), scope)
        if variable is not None:
            wrap = ((ENTRY, -1), (PAIR, -1), (DISPLAY, sweep.string("")))
            variable.add((ITEM, -1, target.start_point[0] + 1, value, scope, wrap, False))


def _held_by(sweep: Sweep, name: str, scope: ScopeState) -> Variable | None:
    members = sweep.spec.members
    if not members.field_mark or not name.startswith(members.field_mark):
        return scope.local(name)
    holder = sweep.class_scopes.get(scope.enclosing_class())
    if holder is None:
        return None
    static = scope.static_context() and not name.startswith(members.field_mark * 2)
    return holder.names.get(members.class_mark + name if static else name)
