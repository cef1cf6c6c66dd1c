"""Calls: what calling and instantiating values gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag, Op
from codegraph.resolve.values import (
    BUILT_IN_CLASSES,
    CERTAIN,
    CLASS,
    CLASS_KINDS,
    CLASS_WRAPPERS,
    DEFINITION,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    NOTHING,
    OPAQUE_CALL,
    PROPERTY,
    SELF_TYPES,
    SUPER,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.generics import Site
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
FLAG_GENERATOR, FLAG_STATIC = int(Flag.GENERATOR), int(Flag.STATIC)
FLAG_VARIANT = int(Flag.VARIANT)
OP_CALL = int(Op.CALL)
OP_MEMBER = int(Op.MEMBER)
OP_NAME = int(Op.NAME)
OP_NEW = int(Op.NEW)
OP_SELF = int(Op.SELF)


class Calls:
    """Questions about calls; what a callable gives is found out once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.owners, self.definitions = evaluator.project.owners, evaluator.project.definitions
        self._results: dict[int, Answer] = {}
        self._receivers: dict[int, bool] = {}

    def forget_missed(self) -> None:
        """Forget the results that are not known."""
        self._results = {number: answer for number, answer in self._results.items() if answer is not NOTHING}

    def call(self, callee: Answer, site: Site | None = None) -> Answer:
        """What calling values gives.

        Args:
            callee: what is called.
            site: the module and the PAIR of arguments of a call as written.
        """
        answers = []
        for value in callee.found:
            tag = value[0]
            if tag == CLASS:
                made = self.evaluator.generics.made(value, site)
                answers.append(Answer((made,), INFERRED, "construction"))
            elif tag == FUNCTION:
                answers.append(self.evaluator.generics.given_back(value, site))
            elif tag == GENERIC:
                answers.append(self.call(self.evaluator.generics.bound(value), site))
            elif tag == EXTERNAL:
                passed = self._passed(value, site)
                answers.append(passed if passed.found else self._external_result(value))
            elif tag == EXTERNAL_INSTANCE and value[2]:
                answers.append(self._held_result(value))
            elif tag == EXTERNAL_INSTANCE and self.evaluator.project.is_opaque(value[1]):
                answers.append(self._opaque_result(value))
            elif tag == EXTERNAL_INSTANCE:
                answers.append(self.evaluator.library.called(value[1]))
            elif tag == INSTANCE and self.evaluator.types.is_distinct(value[1]):
                answers.append(self.call(self.evaluator.types.content(value), site))
            elif tag == INSTANCE:
                called = self.evaluator.generics.member(value, "__call__")
                answers.append(self.call(called, site) if called.found else NOTHING)
        if not answers:
            return NOTHING
        merged = merge(answers) if len(answers) != 1 else answers[0]
        return merged.at_best(callee.confidence) if merged.found else NOTHING

    def _held_result(self, value: Entity) -> Answer:
        """What calling something external gives by its type arguments: ``type[T]`` and ``Callable[..., T]`` a T."""
        function = self.evaluator.library.function(value)
        if function is not None:
            return Answer(function[1], INFERRED, "return-annotation") if function[1] else NOTHING
        name = value[1].rpartition("::")[2]
        if name in CLASS_WRAPPERS:
            return Answer(value[2][0], INFERRED, "construction")
        return Answer(value[2][-1], INFERRED, "return-annotation") if name == "Callable" else NOTHING

    def receiver_again(self, module: Module, callee: int, functions: Answer) -> Answer:
        """What a call gives of a method that gives back its receiver: the receiver's own type, not its base's."""
        if not self.give_receiver(functions):
            return NOTHING
        receiver = self.evaluator.value(module, module.a[callee])
        found = [
            (INSTANCE, value[1], () if value[0] == SUPER else value[2])
            for value in receiver.found
            if value[0] in (INSTANCE, CLASS, SUPER)
        ]
        return (
            Answer(tuple(found), max(INFERRED, receiver.confidence), "return-receiver") if found else NOTHING
        )

    def give_receiver(self, functions: Answer) -> bool:
        """Whether all of these are methods that give back what they were called on."""
        return bool(functions.found) and all(
            value[0] == FUNCTION and self.gives_receiver(value[1]) for value in functions.found
        )

    def gives_receiver(self, number: int) -> bool:
        """Whether a method gives back what it was called on, or (called on a class) an instance of that class."""
        known = self._receivers.get(number)
        if known is None:
            module = self.owners[number]
            annotation = self.definitions.returns[number]
            given = [annotation] if annotation >= 0 else module.yields.get(number - module.base, [])
            known = bool(given) and all(self._is_receiver(module, expression) for expression in given)
            self._receivers[number] = known
        return known

    def _is_receiver(self, module: Module, expression: int) -> bool:
        op, a = module.op[expression], module.a[expression]
        if op == OP_SELF:
            return True
        if op in (OP_CALL, OP_NEW):
            return module.op[a] == OP_SELF and module.b[a] == 1
        if op in (OP_NAME, OP_MEMBER):
            named = self.evaluator.denote(module, expression).found
            return bool(named) and named[0][0] == EXTERNAL and named[0][1] in SELF_TYPES
        return False

    def _passed(self, value: Entity, site: Site | None) -> Answer:
        """What an external function gives back that gives back what it is given."""
        if site is None or site[1] < 0 or value[1] not in site[0].spec.passes:
            return NOTHING
        return self.evaluator.value(site[0], site[0].a[site[1]])

    def _external_result(self, value: Entity) -> Answer:
        fqn = value[1]
        if self.evaluator.project.is_opaque(fqn):
            return self._opaque_result(value)
        holder, _, name = fqn.rpartition("::")
        if fqn.startswith(self.evaluator.project.capital_functions):
            if self.evaluator.generics.type_arguments(value) or self.evaluator.library.is_container(holder):
                return NOTHING  # it may give back what it holds
            return self._opaque_result(value)
        # By the conventions of most languages here a capital says class; built-in types are the exception.
        if name[:1].isupper() or fqn in BUILT_IN_CLASSES:
            arguments = self.evaluator.generics.type_arguments(value)
            return Answer(((EXTERNAL_INSTANCE, fqn, arguments),), INFERRED, "construction")
        return NOTHING

    def variant(self, number: int) -> Answer:
        """What a variant of an enumeration is: an instance of that, or what makes one of the values it is given."""
        module, scope = self.owners[number], self.definitions.scope[number]
        if scope >= 0 and "0" in module.names[scope]:
            return Answer(((FUNCTION, number),), CERTAIN, "scope")
        return self.made_variant(number)

    def made_variant(self, number: int) -> Answer:
        """The instance of an enumeration that one of its variants makes."""
        whole = int(self.definitions.parent[number])
        return Answer(((INSTANCE, whole, ()),), CERTAIN, "construction")

    @staticmethod
    def _opaque_result(value: Entity) -> Answer:
        return Answer(((EXTERNAL_INSTANCE, value[1] + OPAQUE_CALL, ()),), INFERRED, "external")

    def instances(self, callee: Answer, site: Site | None = None) -> Answer:
        """What instantiating values gives; arguments as for ``call``."""
        found: list[Entity] = []
        for value in callee.found:
            if value[0] == CLASS:
                found.append(self.evaluator.generics.made(value, site))
            elif value[0] == EXTERNAL:
                found.append((EXTERNAL_INSTANCE, value[1], self.evaluator.generics.type_arguments(value)))
            elif value[0] == EXTERNAL_INSTANCE:  # of a class that a word stands for: new object()
                found.append(value)
            elif value[0] == FUNCTION:
                if self.definitions.node[value[1]] == value[1]:
                    found.append((INSTANCE, value[1], ()))
                else:  # the type of something that makes objects
                    found.extend(self.evaluator.generics.given_back(value, site).found)
            elif value[0] == INSTANCE:
                made = self.evaluator.generics.member(value, "__new__")
                if made.found and made.found[0][0] == FUNCTION:
                    found.extend(self.call(made, site).found)
        return Answer(tuple(found), max(callee.confidence, INFERRED), "construction") if found else NOTHING

    def result(self, number: int) -> Answer:
        """What a callable gives back: by its annotation, else by what it returns."""
        known = self._results.get(number)
        if known is not None:
            return known
        self._results[number] = NOTHING
        module = self.owners[number]
        if self.definitions.flags[number] & FLAG_VARIANT:
            made = self._results[number] = self.made_variant(number)
            return made
        annotation = self.definitions.returns[number]
        if annotation >= 0:
            answer = self.evaluator.types.instances(module, annotation).at_best(INFERRED, "return-annotation")
            if any(value[0] == EXTERNAL_INSTANCE and value[1] in SELF_TYPES for value in answer.found):
                answer = self._with_own_class(number, answer)
            if not answer.found and module.spec.paths.roots:
                answer = self._result_above(module, number)
        else:
            answer = self._inferred_result(module, number)
        self._results[number] = answer
        return answer

    def _result_above(self, module: Module, number: int) -> Answer:
        """What the method gives that a method implements, where its own result is not known."""
        evaluator = self.evaluator
        columns = self.definitions.columns
        local = int(columns["parent"][number])
        if local < 0 or self.definitions.kind[module.base + local] not in CLASS_KINDS:
            return NOTHING
        whole = evaluator.whole.get(module.base + local, module.base + local)
        name = module.strings[columns["name"][number]]
        found = evaluator.classes.member(whole, name, whole)
        above = [entity[1] for entity in found.found if entity[0] == DEFINITION and entity[1] != number]
        return self.result(above[0]).at_best(INFERRED, "implemented") if above else NOTHING

    def _with_own_class(self, number: int, answer: Answer) -> Answer:
        """A result with the class of a method in the place of ``Self``."""
        owner = int(self.definitions.parent[number])
        own: Entity = (INSTANCE, owner, ())
        if owner < 0 or self.definitions.kind[owner] not in CLASS_KINDS:
            return answer
        found = tuple(own if value[1] in SELF_TYPES else value for value in answer.found)
        return Answer(found, answer.confidence, answer.rule)

    def _field_of(self, module: Module, number: int) -> Answer:
        """What an accessor without code gives: the field of its name."""
        owner = int(self.definitions.parent[number])
        if owner < 0:
            return NOTHING
        owner = self.evaluator.whole.get(owner, owner)
        mark = module.spec.members.class_mark if self.definitions.flags[number] & FLAG_STATIC else ""
        name = f"{mark}{module.spec.members.field_mark}{self.name_of(number)}"
        field = self.evaluator.classes.member(owner, name)
        if not field.found or field.found[0][0] != DEFINITION:
            return NOTHING
        return self.evaluator.values_of(field).at_best(INFERRED, "accessor")

    def name_of(self, number: int) -> str:
        """The name of a definition."""
        name = int(self.definitions.columns["name"][number])
        return str(self.owners[number].text(name))

    def _inferred_result(self, module: Module, number: int) -> Answer:
        given = module.yields.get(number - module.base, ())
        if not given and module.spec.members.field_mark and self.definitions.kind[number] == PROPERTY:
            return self._field_of(module, number)
        answers = [self.evaluator.value(module, expression) for expression in given]
        merged = merge([answer for answer in answers if answer.found])
        if not merged.found:
            return NOTHING
        if self.definitions.flags[number] & FLAG_GENERATOR:
            element = tuple(merged.found)
            held = (EXTERNAL_INSTANCE, f"{module.spec.builtins}::generator", (element,))
            return Answer((held,), INFERRED, "return-inferred")
        return Answer(merged.found, max(merged.confidence, INFERRED), "return-inferred")
