"""Contextual types: what the parameters of a function are by what the function is given to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag, Op, ParameterFlag
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CLASS,
    DEFINITION,
    DISPLAY,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    INFERRED,
    INSTANCE,
    MAX_UNION,
    NOTHING,
    Answer,
    Entity,
    Held,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.generics import Environment
    from codegraph.resolve.project import Module

ASKED = frozenset((FUNCTION, INSTANCE, EXTERNAL_INSTANCE))
EXTENSION = int(Flag.EXTENSION)
REST = int(ParameterFlag.REST)
OP_CALL, OP_DEFINITION, OP_MEMBER, OP_NEW = (int(op) for op in (Op.CALL, Op.DEFINITION, Op.MEMBER, Op.NEW))


class Contexts:
    """Questions about what functions and objects are given to, each answered once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.generics = evaluator.generics
        self.owners, self.definitions = evaluator.project.owners, evaluator.project.definitions
        self._expected: dict[int, Held] = {}
        self._returned: dict[int, dict[int, int]] = {}

    def of_variable(self, module: Module, variable: int, position: int) -> Answer:
        """The values of a parameter of a function that has a name."""
        if not module.spec.contextual:
            return NOTHING
        scope = module.var_scope[variable]
        local = module.scope_definition[scope]
        if local < 0 or self.definitions.scope[module.base + local] != scope:
            return NOTHING
        return self.parameter(module, local, position)

    def receiver(self, module: Module, local: int) -> Answer:
        """The values that a function is called on: as it declares, or by what it is given to."""
        for position, expression, _ in module.parameters.get(local, ()):
            if position < 0:
                return self.evaluator.types.instances(module, expression)
        if module.contexts.get(local) is None:
            return NOTHING
        return self.parameter(module, local, -1)

    def parameter(self, module: Module, local: int, position: int) -> Answer:
        """The values of a parameter.

        Args:
            module: the function's module.
            local: the function's definition.
            position: of the parameter; -1 for the receiver.
        """
        found: dict[Entity, None] = {}
        for value in self.expected(module.base + local):
            known = self.evaluator.library.function(value)
            if known is not None:
                found.update(dict.fromkeys(known[0][position] if 0 <= position < len(known[0]) else ()))
                continue
            if value[0] == EXTERNAL_INSTANCE:
                asked = Answer(((EXTERNAL, value[1]),), INFERRED, "")
                found.update(dict.fromkeys(self.evaluator.library.gives_to(asked, position)))
                found.update(dict.fromkeys(self._of_library(module, value, position)))
                continue
            for function in self._functions(value):
                for held in self.declared(function, position):
                    found.setdefault(held)
        if not found:
            found = dict.fromkeys(self._held(module, local, position))
        return Answer(tuple(found)[:MAX_UNION], INFERRED, "context") if found else NOTHING

    def _held(self, module: Module, local: int, position: int) -> Held:
        """What a container or a promise gives to a function that one of its methods is called with."""
        found: list[Entity] = []
        for call, place in module.contexts.get(local, ()):
            callee = module.a[call]
            if place >= 0 and module.spec.everywhere:
                found.extend(self.evaluator.library.everywhere(module, call, position))
            if place >= 0:
                called = self.evaluator.value(module, callee)
                library = self.evaluator.library
                found.extend(library.runs_on(called) if position < 0 else library.gives_to(called, position))
            if place >= 0 and module.op[callee] == OP_MEMBER:
                found.extend(self._given_by_container(module, callee, position))
            if place != 0 or module.op[callee] != OP_MEMBER:
                continue
            if position not in module.spec.callbacks.get(module.strings[module.b[callee]], ()):
                continue
            for value in self.evaluator.value(module, module.a[callee]).found:
                if value[0] == EXTERNAL_INSTANCE and value[2]:
                    elements = self.evaluator.library.elements(value, "__iter__")
                    found.extend(value[2][-1] if elements is None or not module.spec.library else elements)
                elif value[0] == DISPLAY:
                    found.extend(self.evaluator.containers.element(value, "").found)
        return tuple(found)

    def _given_by_container(self, module: Module, callee: int, position: int) -> Held:
        """What the containers that a method is called on give to its function by their table."""
        method = module.strings[module.b[callee]]
        found: list[Entity] = []
        steps = bool(module.spec.members.step)
        for value in self.evaluator.value(module, module.a[callee]).found:
            if steps:
                value = self.evaluator.steppers.as_container(module, value)  # noqa: PLW2901
            if value[0] in (EXTERNAL_INSTANCE, DISPLAY):
                found.extend(self.evaluator.library.given(value, method, position) or ())
        return tuple(found)

    def declared(self, function: Entity, position: int) -> Held:
        """What a function declares for a parameter."""
        module = self.owners[function[1]]
        environment: Environment = dict(function[2]) if len(function) > 2 else {}
        for at, expression, flags in module.parameters.get(function[1] - module.base, ()):
            if at == position or (flags & REST and position >= at >= 0):
                held = self.evaluator.types.instances(module, expression).found
                held = self.generics.substitute(held, environment)
                if flags & REST:
                    return tuple(i for v in held if v[0] == EXTERNAL_INSTANCE and v[2] for i in v[2][0])
                return held
        return ()

    def _functions(self, value: Entity) -> Held:
        if value[0] == FUNCTION:
            return (value,)
        if value[0] == INSTANCE:
            called = tuple(v for v in self.generics.member(value, "__call__").found if v[0] == FUNCTION)
            return called or self.generics.of_interface(value)
        return ()

    def _of_library(self, module: Module, value: Entity, position: int) -> Held:
        """What an interface of the library that functions stand for gives to a parameter of such a function."""
        fitting = self.evaluator.overloads.fitting
        known = fitting.conversions(module.spec).functions.get(value[1])
        if known is None or not 0 <= position < len(known.parameters):
            return ()
        return fitting.of_function(known.parameters[position], value, module.spec)

    def expected(self, number: int) -> Held:
        """The values that the place of a function or object asks for."""
        known = self._expected.get(number)
        if known is None:
            self._expected[number] = ()
            known = self._expected[number] = self._find_expected(number)
        return known

    def _find_expected(self, number: int) -> Held:
        module = self.owners[number]
        local = number - module.base
        found: list[Entity] = []
        for expression, position in module.contexts.get(local, ()):
            if position < 0:
                found.extend(self.evaluator.types.instances(module, expression).found)
            else:
                found.extend(self._argument(module, expression, position))
        giver = self._givers(module).get(local)
        if giver is not None:
            found.extend(self._asked_of(module, giver))
        if not found:
            found.extend(self._member(module, number))
        return tuple(found)

    def _givers(self, module: Module) -> dict[int, int]:
        """The function that gives each function or object back."""
        known = self._returned.get(module.index)
        if known is None:
            known = self._returned[module.index] = {
                module.a[expression]: owner
                for owner, given in module.yields.items()
                for expression in given
                if module.op[expression] == OP_DEFINITION
            }
        return known

    def _asked_of(self, module: Module, giver: int) -> Held:
        """What a function has to give back."""
        annotation = self.definitions.returns[module.base + giver]
        if annotation >= 0:
            return self.evaluator.types.instances(module, annotation).found
        return tuple(
            held
            for value in self.expected(module.base + giver)
            for function in self._functions(value)
            for held in self.generics.given_back(function, None).found
        )

    def _member(self, module: Module, number: int) -> Held:
        """What the object asks for that a function is a member of."""
        columns = self.definitions.columns
        parent = int(columns["parent"][number])
        name = module.strings[columns["name"][number]]
        if parent < 0 or not name or module.scope_kind[self.definitions.scope[module.base + parent]] != 1:
            return ()
        return tuple(
            held
            for value in self.expected(module.base + parent)
            if value[0] == INSTANCE
            for held in self.generics.member(value, name).found
        )

    def asked(self, module: Module, call: int, position: int) -> Answer:
        """What a call gives to a name at a position among its arguments."""
        if module.op[call] not in (OP_CALL, OP_NEW):
            return NOTHING
        found = self._argument(module, call, position, callbacks=False)
        callee = module.a[call]
        if not found and module.op[callee] == OP_MEMBER:
            name = module.strings[module.b[callee]]
            held, library = self.evaluator.value(module, module.a[callee]).found, self.evaluator.library
            found = tuple(
                v for value in held if value[0] == EXTERNAL_INSTANCE for v in library.put_out(value, name)
            )
        return Answer(found[:MAX_UNION], INFERRED, "argument") if found else NOTHING

    def _argument(self, module: Module, call: int, position: int, *, callbacks: bool = True) -> Held:
        """What a call asks for at a position: only functions and objects, or anything."""
        site = (module, module.b[call])
        count = len(module.listed(module.b[call]))
        found: list[Entity] = []
        for function, environment in self._called(module, call):
            for signature in self.generics.signatures(function[1]):
                if len(self.generics.signatures(function[1])) > 1 and not self.generics.fits(
                    signature, count
                ):
                    continue
                asked = self._asked(signature, function, environment, site, position, callbacks=callbacks)
                if asked:
                    found.extend(asked)
                    break
        return tuple(found)

    def _asked(
        self,
        signature: int,
        function: Entity,
        environment: Environment,
        site: tuple[Module, int],
        position: int,
        *,
        callbacks: bool,
    ) -> Held:
        declared = self.declared((FUNCTION, signature), position)
        if callbacks:
            declared = tuple(v for v in declared if v[0] in ASKED)
        if not declared:
            return ()
        known = {**environment, **(dict(function[2]) if len(function) > 2 else {})}
        own = [key for key, _ in self.generics.parameters(signature)]
        known.update(self.generics.inferred(signature, own, known, site, callbacks=False))
        return self.generics.substitute(declared, known)

    def _meant(self, module: Module, call: int) -> list[tuple[Entity, Environment]]:
        """The same where the arguments decide which of several is called."""
        evaluator, generics = self.evaluator, self.generics
        overloads = evaluator.overloads
        meant = overloads.of_chain(module, call) or evaluator.denote(module, call).found
        callee = module.a[call]
        around: Environment = {}
        if module.op[callee] == OP_MEMBER:
            around = generics.around(evaluator.value(module, module.a[callee]).found)
        found: list[tuple[Entity, Environment]] = []
        for entity in meant:
            if entity[0] != DEFINITION:
                continue
            if self.definitions.kind[entity[1]] in CALLABLE_KINDS:
                known = dict(around)
                if module.op[callee] == OP_MEMBER and self.definitions.flags[entity[1]] & EXTENSION:
                    receiver = evaluator.value(module, module.a[callee])
                    known.update(evaluator.extensions.known(entity[1], receiver))
                found.append(((FUNCTION, entity[1]), known))
                continue
            for made in evaluator.value(module, callee).found:
                if made[0] == CLASS:
                    chosen = overloads.constructor(module, call, made[1])
                    environment = generics.environment(made[1], made[2])
                    found.extend(((FUNCTION, e[1]), environment) for e in chosen.found if e[0] == DEFINITION)
        return found

    def _called(self, module: Module, call: int) -> list[tuple[Entity, Environment]]:
        """The functions that a call may call, and what the type parameters of their classes stand for."""
        evaluator, generics = self.evaluator, self.generics
        found: list[tuple[Entity, Environment]] = []
        if module.spec.members.overloads:
            return self._meant(module, call)
        for value in evaluator.value(module, module.a[call]).found:
            if value[0] == CLASS:
                constructor = generics.constructor(value[1])
                if constructor >= 0:
                    found.append(((FUNCTION, constructor), generics.environment(value[1], value[2])))
            else:
                found.extend((function, {}) for function in self._functions(value))
        return found
