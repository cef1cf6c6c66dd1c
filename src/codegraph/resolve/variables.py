"""What variables stand for and what values they have, by all that is bound to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, Op
from codegraph.resolve.circles import OPEN
from codegraph.resolve.merged import apart
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CERTAIN,
    CLASS,
    CLASS_KINDS,
    DEFINITION,
    DISPLAY,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    INFERRED,
    INSTANCE,
    MODULE,
    NOTHING,
    POSSIBLE,
    PROPERTY,
    TYPE_ALIAS,
    Answer,
    as_class,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
BIND_ARGUMENT = int(Bind.ARGUMENT)
BIND_CATCH = int(Bind.CATCH)
BIND_CLASS_RECEIVER = int(Bind.CLASS_RECEIVER)
BIND_DEFINITION = int(Bind.DEFINITION)
BIND_IMPORT = int(Bind.IMPORT)
BIND_ITEM = int(Bind.ITEM)
BIND_PARAMETER = int(Bind.PARAMETER)
BIND_RECEIVER = int(Bind.RECEIVER)
BIND_TYPE = int(Bind.TYPE)
BIND_TYPE_PARAMETER = int(Bind.TYPE_PARAMETER)
BIND_VALUE = int(Bind.VALUE)
OP_IMPORT, OP_MEMBER = int(Op.IMPORT), int(Op.MEMBER)
FLAG_OVERLOAD = int(Flag.OVERLOAD)
ALTERNATIVE = int(Flag.ALTERNATIVE)
NO_BODY = FLAG_OVERLOAD | int(Flag.DECLARED)
WITH_VALUE = CLASS_KINDS | CALLABLE_KINDS | {PROPERTY}


class Variables:
    """Questions about variables, each answered once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.definitions = evaluator.project.definitions

    @property
    def links(self) -> dict[int, tuple[int, ...]]:
        """What is only declared, and the definitions that it stands for."""
        return self.evaluator.links

    def denote(self, module: Module, variable: int) -> Answer:
        """The definitions and imports that a variable stands for."""
        known = module.variable_denotes[variable]
        if known is None:
            known = module.variable_denotes[variable] = self._denote(module, variable)
        return known

    def _denote(self, module: Module, variable: int) -> Answer:
        first, count = module.var_first[variable], module.var_count[variable]
        kinds, targets = module.bind_kind, module.bind_target
        if count == 1 and kinds[first] == BIND_DEFINITION:  # most are
            number = module.base + targets[first]
            if number in self.links:
                return self._linked([number])
            return Answer(((DEFINITION, number),), CERTAIN, "scope")
        definitions: list[int] = []
        answers = []
        for binding in range(first, first + count):
            kind, target = kinds[binding], targets[binding]
            if kind == BIND_DEFINITION:
                definitions.append(target)
            elif kind == BIND_IMPORT:
                answers.append(self.evaluator.imports.denote(module, target))
            elif kind == BIND_VALUE and target >= 0 and module.op[target] == OP_IMPORT:
                answers.append(self._required(self.evaluator.denote(module, target)))
            elif kind == BIND_VALUE and target >= 0 and self._is_taken_apart(module, target):
                answers.append(self.evaluator.denote(module, target))
        if definitions:
            answers.append(self.defined(module, definitions))
        if len(answers) == 1:
            return answers[0]
        return merge(answers) if answers else NOTHING

    @staticmethod
    def _is_taken_apart(module: Module, target: int) -> bool:
        """Whether a value is a part of a module that is loaded: ``const { f } = require("./m")``."""
        return module.op[target] == OP_MEMBER and module.op[module.a[target]] == OP_IMPORT

    def _required(self, loaded: Answer) -> Answer:
        """What a variable stands for that a module is loaded into: the function or class that it is as a whole."""
        found = loaded.found[0] if loaded.found else (EXTERNAL,)
        if found[0] != MODULE:
            return loaded
        whole = self.evaluator.exports.whole(self.evaluator.project.modules[found[1]])
        named = tuple((DEFINITION, value[1]) for value in whole.found if value[0] in (CLASS, FUNCTION))
        return Answer(named, CERTAIN, "import") if named else loaded

    def _linked(self, numbers: list[int]) -> Answer:
        """Definitions in the place of what is only declared; where there are several, any of them may be meant."""
        found = dict.fromkeys(target for number in numbers for target in self.links.get(number, (number,)))
        sure = CERTAIN if len(found) <= len(numbers) else INFERRED
        return Answer(tuple((DEFINITION, number) for number in found), sure, "scope")

    def defined(self, module: Module, definitions: list[int]) -> Answer:
        """Of several definitions of one name those that a use may mean."""
        groups = [definitions]
        if module.spec.members.overloads:
            groups = [[definition] for definition in definitions]
        elif len(definitions) > 1 and module.spec.members.receiver == "keyword":
            groups = apart(self.definitions, module.base, definitions)
        chosen = tuple((DEFINITION, module.base + self._implementation(module, group)) for group in groups)
        if self.links:
            return self._linked([number for _, number in chosen])
        if len(chosen) > 1 and module.spec.members.reopened == "companions":
            chosen = tuple(dict.fromkeys((DEFINITION, self._whole(number)) for _, number in chosen))
        sure = INFERRED if module.spec.unlikely and len(chosen) < len(definitions) else CERTAIN
        return Answer(chosen, sure, "scope")

    def _implementation(self, module: Module, definitions: list[int]) -> int:
        """Of several definitions of one name the one that counts: no overload signature, no setter."""
        if len(definitions) == 1:
            return definitions[0]
        flags, base = self.definitions.flags, module.base
        if module.spec.unlikely:  # one for each configuration of the build
            return self.evaluator.conditions.usual([base + d for d in definitions])[0] - base
        real = [d for d in definitions if not flags[base + d] & NO_BODY] or definitions
        real = [d for d in real if not flags[base + d] & ALTERNATIVE] or real
        return real[0] if self.definitions.kind[base + real[0]] == PROPERTY else real[-1]

    def value(self, module: Module, variable: int) -> Answer:
        """The values of a variable: by its annotation, else by all that is assigned to it."""
        memo = module.variable_values
        known = memo[variable]
        circular = self.evaluator.circular
        if known is not None:
            if known is OPEN:
                circular.back.add((module.index, variable))
                return NOTHING
            return known
        memo[variable] = OPEN
        answer = self._value(module, variable)
        if circular.back:
            if circular.ends((module.index, variable), answer):
                memo[variable] = answer
                answer = self._value(module, variable)
            circular.trail.append((memo, variable))
        memo[variable] = answer
        return answer

    def _value(self, module: Module, variable: int) -> Answer:
        answers: list[Answer] = []
        declared = NOTHING
        items = False
        decided = module.spec.first_value
        bindings = module.bindings(variable)
        alternatives = (module.spec.unlikely or module.spec.members.arities) and len(bindings) > 1
        if alternatives and all(module.bind_kind[binding] == BIND_DEFINITION for binding in bindings):
            return self.evaluator.values_of(self.denote(module, variable))
        for binding in bindings:
            kind, target = module.bind_kind[binding], module.bind_target[binding]
            if declared.found and kind != BIND_ARGUMENT:
                continue
            if kind == BIND_TYPE:
                declared = self.evaluator.types.instances(module, target)
                # Of a type that is not known the values say more.
                if declared.found and not self._is_any_callable(module, declared):
                    return self._filled(module, declared, range(binding + 1, bindings.stop))
            elif kind == BIND_ITEM:
                items = True
            elif kind == BIND_ARGUMENT:
                given = self._given(module, variable, target)
                # What is declared as a mere callable is there to be called by anyone with anything.
                answers.append(given.at_best(POSSIBLE) if declared.found else given)
            else:
                answers.append(self._bound(module, variable, kind, target))
                if decided and kind == BIND_VALUE and answers[-1].found:
                    rest = range(binding + 1, bindings.stop)
                    found = self._annotated(module, rest) or answers[-1]
                    filled = any(module.bind_kind[later] == BIND_ITEM for later in rest)
                    return self.evaluator.containers.with_items(module, variable, found) if filled else found
                decided = decided and kind != BIND_VALUE  # declared without a value: any later one counts
        answers = [answer for answer in answers if answer.found]
        answer = answers[0] if len(answers) == 1 else merge(answers) if answers else declared
        return self.evaluator.containers.with_items(module, variable, answer) if items else answer

    def _bound(self, module: Module, variable: int, kind: int, target: int) -> Answer:
        """What one binding of a variable gives it."""
        if kind == BIND_VALUE:
            return self._assigned(self.evaluator.value(module, target)) if target >= 0 else NOTHING
        if kind == BIND_DEFINITION:
            overload = self.definitions.flags[module.base + target] & FLAG_OVERLOAD
            return NOTHING if overload else self._defined(module, target, variable)
        if kind == BIND_IMPORT:
            return self.evaluator.values_of(self.evaluator.imports.denote(module, target))
        if kind == BIND_RECEIVER:
            return Answer(((INSTANCE, self._whole(module.base + target), ()),), CERTAIN, "self")
        if kind == BIND_CLASS_RECEIVER:
            return Answer(((CLASS, self._whole(module.base + target), ()),), CERTAIN, "self")
        if kind == BIND_CATCH and target >= 0:
            return self.evaluator.types.instances(module, target)
        if kind == BIND_TYPE_PARAMETER and target >= 0 and module.spec.alias_values:
            bound = self.evaluator.types.instances(module, target)
            return Answer(tuple(as_class(value) for value in bound.found), INFERRED, "bound")
        if kind == BIND_PARAMETER and target >= 0:
            return self.evaluator.value(module, target).at_best(INFERRED, "default")
        return NOTHING

    def _whole(self, number: int) -> int:
        return self.evaluator.whole.get(number, number)

    def _given(self, module: Module, variable: int, position: int) -> Answer:
        """What a parameter gets: by what its function is given to, by the calls of its function, or by its name."""
        found = self.evaluator.contexts.of_variable(module, variable, position)
        if not found.found:
            found = self.evaluator.arguments.given(module, variable, position)
        return found if found.found else self.evaluator.fixtures.value(module, variable)

    def _filled(self, module: Module, declared: Answer, bindings: range) -> Answer:
        """A declared container whose arguments are left open (``Vec<_>``) with what the value next to it holds."""
        (first, *others) = declared.found
        if others or first[0] != EXTERNAL_INSTANCE or not first[2] or any(first[2]):
            return declared
        for binding in bindings:
            if module.bind_kind[binding] == BIND_VALUE and module.bind_target[binding] >= 0:
                given = self.evaluator.value(module, module.bind_target[binding])
                held = [value[2] for value in given.found if value[0] == EXTERNAL_INSTANCE and value[2]]
                if len(held) == 1 and len(held[0]) == len(first[2]):
                    return Answer(((*first[:2], held[0]),), INFERRED, declared.rule)
        return declared

    @staticmethod
    def _is_any_callable(module: Module, declared: Answer) -> bool:
        """Whether a declared type says no more than that the value can be called."""
        names = module.spec.callable_types
        return (
            bool(names)
            and bool(declared.found)
            and all(
                value[0] == EXTERNAL_INSTANCE and value[1].rpartition("::")[2] in names
                for value in declared.found
            )
        )

    def declared(self, module: Module, variable: int) -> Answer:
        """What the declared type of a variable says of its members, nothing if that is no type of the project."""
        for binding in module.bindings(variable):
            if module.bind_kind[binding] == BIND_TYPE:
                typed = self.evaluator.types.instances(module, module.bind_target[binding])
                return typed if typed.found and typed.found[0][0] == INSTANCE else NOTHING
        return NOTHING

    def _annotated(self, module: Module, bindings: range) -> Answer | None:
        """What the annotation among some bindings says, None without one."""
        for binding in bindings:
            if module.bind_kind[binding] == BIND_TYPE:
                return self.evaluator.types.instances(module, module.bind_target[binding])
        return None

    def _defined(self, module: Module, local: int, variable: int) -> Answer:
        number = module.base + local
        if (
            self.definitions.kind[number] not in WITH_VALUE
            and not (self.definitions.kind[number] == TYPE_ALIAS and module.spec.alias_values)
            and self.definitions.scope[number] < 0
            and module.variable_of.get(local) == variable
        ):
            return NOTHING  # the variable's own node
        if number in self.links:
            return self.evaluator.values_of(self._linked([number]))
        return self.evaluator.definition_value(number)

    @staticmethod
    def _assigned(answer: Answer) -> Answer:
        """What an assignment passes on: a name may have been bound anew since, so an instance is inferred."""
        if (
            answer.found
            and answer.confidence == CERTAIN
            and answer.found[0][0] in (INSTANCE, EXTERNAL_INSTANCE, DISPLAY)
        ):
            return answer.at_best(INFERRED)
        return answer
