"""What calls give to the parameters that have no annotation: the arguments at every call that is in the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag
from codegraph.resolve.values import (
    CLASS,
    CLASS_KINDS,
    DEFINITION,
    EXTERNAL,
    FUNCTION,
    INFERRED,
    NOTHING,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

MAX_CALLS = 24
"""A parameter that more calls fill in different ways takes anything."""

BOUND_TO_CLASS = int(Flag.STATIC) | int(Flag.CLASS_METHOD)
MAX_TAKEN = 4  # so deep may functions that are called back from outside take in others
Key = int | str  # position or keyword


class Arguments:
    """The arguments of all calls, by the callable and parameter that they fill."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._given: dict[tuple[int, Key], dict[tuple[int, int], None]] = {}
        self._taken: dict[
            int, dict[Entity, None]
        ] = {}  # by function what calls it back, outside of the project

    def collect(self) -> None:
        """Find out whom the calls call that have arguments of interest.

        A callee may itself hang on a parameter: what is not found yet is forgotten, to be asked for again. What is
        called back from outside may take in others in the same way.
        """
        for _ in range(MAX_TAKEN):
            before = len(self._taken)
            for module in self.evaluator.project.modules:
                self._collect(module)
            if self._given or self._taken:
                self.evaluator.forget_missed()
            if len(self._taken) == before:
                return

    def _collect(self, module: Module) -> None:
        evaluator, library = self.evaluator, self.evaluator.library
        sends = module.spec.members.reads == "call"
        for callee, position, keyword, value in zip(*module.arguments, strict=True):
            answer = self._sent(module, callee) if sends else evaluator.value(module, callee)
            key = module.strings[keyword] if keyword >= 0 else position
            for entity in answer.found:
                if entity[0] == EXTERNAL and library.calls_back(entity[1]):
                    self._take(evaluator.value(module, value), entity)
                    continue
                number = self._callable(entity, answer.rule)
                if number >= 0:
                    self._given.setdefault((number, key), {})[module.index, value] = None

    def _take(self, given: Answer, function: Entity) -> None:
        """Note the functions that one from outside of the project is called with, and calls back."""
        for value in given.found:
            if value[0] == FUNCTION:
                self._taken.setdefault(value[1], {})[function] = None

    def _sent(self, module: Module, callee: int) -> Answer:
        """The methods and classes that a call names where naming a method gives what it gives."""
        named = self.evaluator.denote(module, callee)
        kinds = self.evaluator.definitions.kind
        found = tuple(
            (CLASS if kinds[entity[1]] in CLASS_KINDS else FUNCTION, entity[1])
            for entity in named.found
            if entity[0] == DEFINITION
        )
        return Answer(found, named.confidence, "")

    def _callable(self, entity: Entity, rule: str) -> int:
        """The callable whose parameters a call fills; -1 if it is not in the project, or the receiver comes first."""
        definitions = self.evaluator.project.definitions
        if entity[0] == FUNCTION:
            unbound = rule == "class-member" and not definitions.flags[entity[1]] & BOUND_TO_CLASS
            return -1 if unbound else int(entity[1])
        if entity[0] == CLASS:
            owner = self.evaluator.project.owners[entity[1]]
            for name in owner.spec.members.constructors:
                for found in self.evaluator.classes.member(entity[1], name).found:
                    if found[0] == DEFINITION:
                        return int(found[1])
        return -1

    def given(self, module: Module, variable: int, position: int) -> Answer:
        """The values that calls give to a parameter."""
        if not self._given and not self._taken:
            return NOTHING
        number = module.base + module.scope_definition[module.var_scope[variable]]
        name = module.strings[module.var_name[variable]]
        taken = tuple(self._taken.get(number, ()))
        if taken:
            held = self.evaluator.library.gives_to(Answer(taken, INFERRED, ""), position)
            if held:
                return Answer(held, INFERRED, "argument")
        places = [*self._given.get((number, position), ()), *self._given.get((number, name), ())]
        if len(places) > MAX_CALLS:
            return NOTHING
        modules, value = self.evaluator.project.modules, self.evaluator.value
        answers = [value(modules[index], expression) for index, expression in places]
        merged = merge([answer for answer in answers if answer.found])
        return merged.at_best(INFERRED, "argument") if merged.found else NOTHING
