"""Members that are added to every type, or to all that another trait is implemented for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import DEFINITION, GENERIC, INFERRED, INSTANCE, NOTHING, Answer, Entity, Held

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator


class Blankets:
    """Questions about what is added to a type parameter: ``impl<T: Bound> Trait for T { ... }``."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._members: dict[str, list[int]] | None = None  # by name the definitions that add it

    def member(self, value: Entity, name: str) -> Answer:
        """What a member of a value denotes by what is added to all types that its own type is one of."""
        if self._members is None:
            self._members = self._all_members()
        for number in self._members.get(name, ()):
            if self._fits(value, number):
                found = self.evaluator.classes.member(number, name)
                if found.found:
                    return found.at_best(INFERRED, "blanket")
        return NOTHING

    def _all_members(self) -> dict[str, list[int]]:
        evaluator = self.evaluator
        found: dict[str, list[int]] = {}
        for number, other in evaluator.parts.others.items():
            if other[0] == GENERIC:
                for added in (number, *evaluator.classes.order(number).classes[1:]):
                    module, scope = evaluator.owners[added], evaluator.definitions.scope[added]
                    for name in module.names[scope] if scope >= 0 else ():
                        numbers = found.setdefault(name, [])
                        if number not in numbers:
                            numbers.append(number)
        return found

    def _fits(self, value: Entity, number: int) -> bool:
        """Whether a value has all bounds of what members are added to; of external types only the project's count."""
        evaluator = self.evaluator
        bounds: Held = evaluator.generics.bound(evaluator.parts.others[number]).found
        wanted = {bound[1] for bound in bounds if bound[0] == INSTANCE}
        if not wanted:
            return True
        if value[0] != INSTANCE:
            return any(self._is_implemented(value, bound) for bound in wanted)
        return wanted <= set(evaluator.classes.order(value[1]).classes)

    def _is_implemented(self, value: Entity, bound: int) -> bool:
        """Whether the project implements a trait for a type outside of it."""
        evaluator = self.evaluator
        for number in evaluator.parts.of_externals.get(value[1], ()) if isinstance(value[1], str) else ():
            for _, answer in evaluator.classes.bases(number):
                if (DEFINITION, bound) in answer.found:
                    return True
        return False
