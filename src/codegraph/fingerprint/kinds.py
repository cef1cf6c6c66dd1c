"""The notation of a language by the numbers of a grammar's node types, and the steps to parts of nodes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Language, Node

    from codegraph.languages.spec.notation import Shape


class Kinds:
    """The notation of a language by the numbers that a grammar has for its node types.

    Args:
        grammar: the grammar.
        notation: what the node types are; those that the grammar lacks are left out.
    """

    def __init__(self, grammar: Language, notation: Mapping[str, Shape]) -> None:
        self.shapes: dict[int, Shape] = {}
        self._of_ops: dict[tuple[str, ...], frozenset[int]] = {}
        for name, shape in notation.items():
            for named in (False, True):
                number = grammar.id_for_node_kind(name, named)
                if number is not None:
                    self.shapes[number] = shape

    def of(self, *ops: str) -> frozenset[int]:
        """The numbers of all node types that are one of some ops."""
        known = self._of_ops.get(ops)
        if known is None:
            numbers = (number for number, shape in self.shapes.items() if shape.op in ops)
            known = self._of_ops[ops] = frozenset(numbers)
        return known


class Step(NamedTuple):
    """One step to a part of a node: a field, or the first child of a type, or the child of a number."""

    field: str | None = None
    type: str = ""
    number: int = 0


@lru_cache(maxsize=1024)
def steps_to(where: str) -> tuple[Step, ...]:
    """The steps that lead to a part, see ``Shape``."""
    return tuple(
        Step(number=int(step[1:]))
        if step.startswith("#")
        else Step(type=step[1:-1])
        if step.startswith("<")
        else Step(field=step)
        for step in where.split("/")
    )


def child_at(node: Node, step: Step) -> Node | None:
    """The child of a node that a step leads to, which is no field."""
    if step.type:
        return next((child for child in node.named_children if child.type == step.type), None)
    children = [child for child in node.named_children if not child.is_extra]
    return children[step.number] if -len(children) <= step.number < len(children) else None
