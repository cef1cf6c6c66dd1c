"""What is left of a value's types where a test has told more about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.resolve.values import (
    EXTERNAL_INSTANCE,
    FUNCTION,
    INSTANCE,
    NOTHING,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
OP_CALL = int(Op.CALL)
OP_EXCLUDE = int(Op.EXCLUDE)
OP_GUARD = int(Op.GUARD)
OP_UNION = int(Op.UNION)


class Narrowing:
    """Questions about values that were tested."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def value(self, module: Module, expression: int) -> Answer:
        """The values of a NARROW or EXCLUDE."""
        given = self.evaluator.value(module, module.a[expression])
        types = self._types(module, module.b[expression])
        if not types.found:
            return given
        if module.op[expression] == OP_EXCLUDE:
            left = tuple(value for value in given.found if not self._is_any(value, types.found))
            return Answer(left, given.confidence, given.rule) if left else given
        found: list[Entity] = []
        for kind in types.found:
            kept = [value for value in given.found if self._is(value, kind)]
            found += kept or [self._with_arguments(kind, given.found)]
        return merge([Answer((value,), types.confidence, "narrowed") for value in found])

    def _types(self, module: Module, expression: int) -> Answer:
        """The instances that a test is for."""
        op = module.op[expression]
        if op == OP_UNION:
            return merge(
                [self._types(module, module.a[expression]), self._types(module, module.b[expression])]
            )
        if op == OP_CALL:
            callee = self.evaluator.value(module, module.a[expression])
            return merge([self._guarded(value[1]) for value in callee.found if value[0] == FUNCTION])
        return self.evaluator.types.instances(module, expression)

    def _guarded(self, number: int) -> Answer:
        """The instances that a type guard is for; nothing for any other function."""
        evaluator = self.evaluator
        module, returns = evaluator.owners[number], evaluator.definitions.returns[number]
        op = module.op[returns] if returns >= 0 else -1
        if op == OP_GUARD:
            return evaluator.types.instances(module, module.a[returns])
        return NOTHING

    def _is_any(self, value: Entity, kinds: tuple[Entity, ...]) -> bool:
        return any(self._is(value, kind) for kind in kinds)

    def _is(self, value: Entity, kind: Entity) -> bool:
        """Whether every instance that a value stands for is of a kind."""
        if value[0] == INSTANCE:
            order = self.evaluator.classes.order(value[1])
            return bool(kind[1] in (order.classes if kind[0] == INSTANCE else order.externals))
        return bool(value[0] == EXTERNAL_INSTANCE == kind[0] and value[1] == kind[1])

    def _with_arguments(self, kind: Entity, given: tuple[Entity, ...]) -> Entity:
        """A kind of container with what the container holds that is known to be of that kind."""
        if kind[0] == EXTERNAL_INSTANCE and not kind[2]:
            held = [value[2] for value in given if value[0] == EXTERNAL_INSTANCE and value[2]]
            if len(held) == 1:
                return (EXTERNAL_INSTANCE, kind[1], held[0])
        return kind
