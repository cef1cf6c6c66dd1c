"""What functions and objects are given to, which types their parameters and members."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.parse.nodes import part_of
from codegraph.parse.walking import MAX_ARGUMENTS

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.scopes import ScopeState
    from codegraph.parse.sweep import Captures, Sweep

CALL, NEW, TYPEOF = int(Op.CALL), int(Op.NEW), int(Op.TYPEOF)
MAX_BEFORE = 1000  # bytes of arguments in which the first function or object begins


def note(sweep: Sweep, captures: Captures, node: Node, scope: ScopeState) -> None:
    """Note a function or object with the type that is declared for it, or with the member that it is put into."""
    start = captures["value"][0].start_byte
    if "holder" in captures:
        to = node.child_by_field_name("left")
        if to is not None:
            sweep.given.append((start, to, scope, False))
        return
    for field in sweep.spec.parts.type:
        typed = node.child_by_field_name(field)
        if typed is not None:
            sweep.given.append((start, typed, scope, True))


def note_value(sweep: Sweep, value: Node | None, typed: Node | None, target: Node, scope: ScopeState) -> None:
    """Note a function without a name that a variable gets, with its declared type, else with the variable."""
    if value is None or not sweep.reading.notes_values:
        return
    rule = sweep.spec.expressions.get(value.type)
    if rule is not None and rule.op == "definition":
        sweep.given.append((value.start_byte, typed or target, scope, typed is not None))


def add_all(sweep: Sweep, calls: Iterable[list[Captures]]) -> None:
    """Add what all functions and objects of a file are given to, if its language types their parameters by it.

    Args:
        calls: matches of calls and instantiations with their arguments.
    """
    if sweep.spec.contextual and sweep.spec.members.reads != "call":
        _of_declarations(sweep)
        given = sweep.expressions.given
        sweep.contexts.extend((number, call, position) for (number, position), call in given.items())
        if sweep.spec.members.overloads:
            return  # all calls were read as a whole
        for found in calls:
            _of_arguments(sweep, found)


def _of_declarations(sweep: Sweep) -> None:
    """Add what ``note`` has noted."""
    expressions = sweep.expressions
    for start, to, scope, typed in sweep.given:
        number = expressions.definition_at.get(start, -1)
        expression = expressions.of(to, scope, in_type=typed)
        if number >= 0 and expression != expressions.unknown:
            expression = expression if typed else expressions.add(TYPEOF, expression)
            sweep.contexts.append((number, expression, -1))


def _of_arguments(sweep: Sweep, found: list[Captures]) -> None:
    """Add the functions and objects among the arguments of calls."""
    source, known, signs = sweep.source, sweep.reading.globals, sweep.reading.function_signs
    for captures in found:
        if "arguments" not in captures:
            continue
        holder = captures["arguments"][0]
        start, end = holder.byte_range
        end = min(end, start + MAX_BEFORE)
        text = source[start:end]
        for sign in signs:
            if sign in text:
                break
        else:
            continue
        callee = (captures.get("call") or captures["new"])[0]
        if source[callee.start_byte : callee.end_byte] not in known:
            _arguments(sweep, holder)


def _arguments(sweep: Sweep, holder: Node) -> None:
    expressions = sweep.expressions
    arguments = [child for child in holder.named_children if not child.is_extra][:MAX_ARGUMENTS]
    given = [(number, at) for at, child in enumerate(arguments) for number in _definitions(sweep, child)]
    call = holder.parent
    if not given or call is None:
        return
    expression = expressions.of(call, sweep.scope_at(call.start_byte))
    if expressions.op[expression] in (CALL, NEW):
        sweep.contexts.extend((number, expression, at) for number, at in given)


def _definitions(sweep: Sweep, node: Node) -> Iterator[int]:
    """The functions and objects that an argument is, either one where it is a choice."""
    rule = sweep.spec.expressions.get(node.type)
    if rule is None:
        return
    if rule.op == "definition":
        number = sweep.expressions.definition_at.get(node.start_byte, -1)
        if number >= 0:
            yield number
    elif rule.op == "inner":
        inner_node = part_of(node, rule.operand) if rule.operand else node.named_child(0)
        if inner_node is not None:
            yield from _definitions(sweep, inner_node)
    elif rule.op == "union" and not rule.operators:
        for child in node.named_children:
            inner = sweep.spec.expressions.get(child.type)
            if inner is not None and inner.op == "definition":
                yield from _definitions(sweep, child)
