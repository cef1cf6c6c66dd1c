"""Handlers for what functions and objects are given to, which types their parameters and members."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from codegraph.languages.facts import Op

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.sweep import Captures, Sweep

CALL, NEW, TYPEOF = int(Op.CALL), int(Op.NEW), int(Op.TYPEOF)


def read(sweep: Sweep, kind: str, found: list[Captures], capture: str) -> None:
    """Add what functions and objects are given to.

    Args:
        kind: ``argument`` of a call, of the ``declared`` type of what it becomes, ``assigned`` to something.
        found: matches with the function or object as ``given``.
        capture: what it is given to.
    """
    definitions = sweep.expressions.definition_at
    for captures in found:
        given, to = captures["given"][0], captures[capture][0]
        number = definitions.get(given.start_byte, -1)
        if number < 0:
            continue
        scope = sweep.scope_at(to.start_byte)
        if kind == "argument":
            _argument(sweep, number, given, to, captures["holder"][0])
        elif kind == "assigned":
            held = sweep.expressions.of(to, scope)
            sweep.contexts.append((number, sweep.expressions.add(TYPEOF, held), -1))
        else:
            sweep.contexts.append((number, sweep.expressions.of(to, scope, in_type=True), -1))


def _argument(sweep: Sweep, number: int, given: Node, call: Node, holder: Node) -> None:
    callee = call.named_children[0]
    start, end = callee.byte_range
    if sweep.source[start:end] in sweep.reading.globals:
        return
    expressions = sweep.expressions
    expression = expressions.of(call, sweep.scope_at(call.start_byte))
    if expressions.op[expression] not in (CALL, NEW):
        return
    arguments = [child.start_byte for child in holder.named_children if not child.is_extra]
    sweep.contexts.append((number, expression, bisect_right(arguments, given.start_byte) - 1))
