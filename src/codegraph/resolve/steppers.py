"""Types of the project whose values are gone through one by one, by the method that gives the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import DEFINITION, EXTERNAL_INSTANCE, GENERIC, INSTANCE, NOTHING, Answer, Entity

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module


class Steppers:
    """Questions about such types, in languages where one method makes a type a container of its steps."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def is_one(self, number: int) -> bool:
        """Whether a class has the method that gives the next value."""
        step = self.evaluator.owners[number].spec.members.step
        return bool(step) and bool(self.evaluator.classes.own(number, step).found)

    def elements(self, value: Entity) -> Answer:
        """What the values are that an instance gives one by one."""
        evaluator = self.evaluator
        members = evaluator.owners[value[1]].spec.members
        for name in (members.step, members.stepper) if members.step else ():
            found = evaluator.generics.member(value, name)
            if found.found and found.found[0][0] not in (DEFINITION, EXTERNAL_INSTANCE):
                result = evaluator.calls.call(found)
                given = (
                    evaluator.types.elements(result, "__iter__", "") if result.found != (value,) else NOTHING
                )
                if given.found:
                    return given
        return NOTHING

    def as_container(self, module: Module, value: Entity) -> Entity:
        """A value as the library's container that it stands for where it is gone through, itself if it is none."""
        evaluator = self.evaluator
        if value[0] == GENERIC:
            bounds = [b for b in evaluator.generics.bound(value).found if b[0] == EXTERNAL_INSTANCE and b[2]]
            return bounds[0] if bounds else value
        if value[0] == INSTANCE and module.spec.members.step and self.is_one(value[1]):
            return (EXTERNAL_INSTANCE, module.spec.home("Iter"), (self.elements(value).found,))
        return value
