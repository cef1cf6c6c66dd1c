"""What members of values denote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.model import SEPARATOR, NodeKind
from codegraph.resolve.values import (
    CERTAIN,
    CLASS,
    DEFINITION,
    DISPLAY,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    KINDS,
    MODULE,
    NAMESPACE,
    NOTHING,
    SUPER,
    UNIT,
    Answer,
    Entity,
    merge,
)

TRAIT = KINDS.index(NodeKind.TRAIT)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module


NAMESPACE_KIND = KINDS.index(NodeKind.NAMESPACE)

ARROW = "__arrow__"  # what gives what a pointer points to


class Members:
    """Questions about members."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._standing: set[int] = set()  # aliases that are being looked into

    def of(self, receiver: Answer, name: str) -> Answer:
        """What a member of a value denotes."""
        if not receiver.found:
            return NOTHING
        if len(receiver.found) == 1:
            return self._member_of(receiver.found[0], name, receiver)
        return merge([self._member_of(value, name, receiver) for value in receiver.found])

    def outside(self, value: Answer, end: str, tag: int) -> Answer | None:
        """What hangs on something external and can only be external too; None if the value is anything else.

        Args:
            end: what comes behind the value's name.
            tag: of what is found.
        """
        if len(value.found) != 1:
            return None
        ((kind, *rest),) = value.found
        if kind not in (EXTERNAL, EXTERNAL_INSTANCE):
            return None
        found = (tag, rest[0] + end) if tag == EXTERNAL else (tag, rest[0] + end, ())
        return Answer(
            (found,), max(value.confidence, INFERRED) if tag != EXTERNAL else value.confidence, "external"
        )

    def _member_of(self, value: Entity, name: str, receiver: Answer) -> Answer:
        tag = value[0]
        if tag in (CLASS, MODULE) and self._is_place(value):
            return self._graded(
                self.evaluator.paths.member(Answer((self._named(value),), CERTAIN, ""), name),
                receiver,
                "module-member",
            )
        if tag in (INSTANCE, CLASS):
            return self._of_class(value, name, receiver)
        if tag == FUNCTION:
            return self._of_function(value[1], name, receiver)
        if tag in (EXTERNAL, EXTERNAL_INSTANCE, DISPLAY):
            return self._member_outside(value, name, receiver)
        if tag == GENERIC:
            return self.of(self.evaluator.generics.bound(value), name).at_best(receiver.confidence)
        if tag == MODULE:
            return self._graded(
                self._module_member(self.evaluator.project.modules[value[1]], name), receiver, "module-member"
            )
        if tag == SUPER:
            return self._graded(
                self.evaluator.classes.member(value[1], name, after=value[1]), receiver, "super"
            )
        if tag == UNIT:
            answer = self.evaluator.units.name((value[1], value[2]), name).at_best(receiver.confidence)
            return answer if answer.found else self._outside_unit(value, name)
        if tag == NAMESPACE:
            return self._namespace_member(value, name)
        return NOTHING

    def _of_function(self, function: int, name: str, receiver: Answer) -> Answer:
        """A member of a function: what is set on it, or what its decorator makes of it has."""
        if self.evaluator.classes.has_members(function):
            own = self.evaluator.classes.member(function, name)
            if own.found:
                return self._graded(own, receiver, "class-member")
        held = self.evaluator.library.decorated(function)
        return self.of(Answer(held, INFERRED, "decorator"), name) if held else NOTHING

    def _member_outside(self, value: Entity, name: str, receiver: Answer) -> Answer:
        """A member of something external: what the project adds to it, or what it points to has, else its own."""
        added = self._added(value[1], name)
        if not added.found and self.evaluator.parts.others:
            added = self.evaluator.blankets.member(value, name)
        if added.found:
            return self._graded(added, receiver, receiver.rule)
        held = self.evaluator.library.through(value, name) if value[0] == EXTERNAL_INSTANCE else ()
        if held:
            return self.of(Answer(held, max(receiver.confidence, INFERRED), "element"), name)
        fqn = self.evaluator.stars.below(value[1], name) if value[0] == EXTERNAL else f"{value[1]}::{name}"
        return Answer(((EXTERNAL, fqn),), receiver.confidence, "external")

    def _outside_unit(self, value: Entity, name: str) -> Answer:
        """A name that a unit of the project lacks, where a unit of a library has the same name."""
        found = self.evaluator.stars.in_unit(value[1], value[2], name)
        places = self.evaluator.units.places((value[1], value[2]))
        if found.found or not places:
            return found
        spec = places[0][0].spec
        library, separator = spec.builtins, spec.units.separator
        first, *inner = value[2].split(separator)
        if not library.endswith(f"::{first}") or spec.units.kind != "global":
            return found
        return Answer(((EXTERNAL, "::".join([library, *inner, name])),), CERTAIN, "library")

    def _through(self, value: Entity, name: str) -> Answer:
        """A member of what an instance points to, as its class says: what its operator for that gives."""
        evaluator = self.evaluator
        if not evaluator.owners[value[1]].spec.members.names or name.startswith("__"):
            return NOTHING
        pointer = evaluator.generics.member(value, ARROW)
        found = evaluator.calls.call(pointer) if pointer.found else NOTHING
        return self.of(found, name) if found.found and value not in found.found else NOTHING

    def _is_place(self, value: Entity) -> bool:
        """Whether a value is a module, or a namespace in one, in which paths go on."""
        evaluator = self.evaluator
        if value[0] == MODULE:
            return bool(evaluator.project.modules[value[1]].spec.paths.roots)
        return evaluator.definitions.kind[value[1]] == NAMESPACE_KIND and bool(
            evaluator.owners[value[1]].spec.paths.roots
        )

    @staticmethod
    def _named(value: Entity) -> Entity:
        return (DEFINITION, value[1]) if value[0] == CLASS else value

    def _of_class(self, value: Entity, name: str, receiver: Answer) -> Answer:
        """A member of a class or of an instance of it."""
        evaluator, tag = self.evaluator, value[0]
        unit = evaluator.units.of_namespace.get(value[1])
        if unit is not None:
            named = evaluator.units.name(unit, name)
            named = named if named.found else self._outside_unit((UNIT, *unit), name)
            return named.at_best(receiver.confidence)
        members = evaluator.owners[value[1]].spec.members
        if tag == CLASS and members.class_mark:
            return self._graded(evaluator.sent.class_member(value[1], name), receiver, "class-member")
        found = evaluator.classes.member(value[1], name)
        if members.heirs and not found.found and evaluator.definitions.kind[value[1]] == TRAIT:
            found = evaluator.heirs.member(value[1], name)
            return found.at_best(receiver.confidence) if found.found else found
        if len(found.found) > 1 and not members.overloads:
            found = evaluator.merged.members(found, static=tag == CLASS)
        if evaluator.parts.others and (not found.found or found.found[0][0] == EXTERNAL):
            added = evaluator.blankets.member((INSTANCE, *value[1:]), name)
            found = added if added.found else found
        if members.step and not found.found and tag == INSTANCE and evaluator.steppers.is_one(value[1]):
            return Answer(
                ((EXTERNAL, f"{evaluator.owners[value[1]].spec.home('Iter')}::{name}"),), INFERRED, "external"
            )
        if members.stands_for and tag == INSTANCE and (not found.found or found.found[0][0] == EXTERNAL):
            inner = self._stood_for(value, members.stands_for, name)
            found = inner if inner.found else found
        if not found.found and tag == INSTANCE:
            found = self._through(value, name)
        return self._graded(found, receiver, receiver.rule if tag == INSTANCE else "class-member")

    def _stood_for(self, value: Entity, alias: str, name: str) -> Answer:
        """A member of what a value stands for, which an alias among its own members names."""
        evaluator = self.evaluator
        named = evaluator.classes.own(value[1], alias)
        for entity in named.found:
            if entity[0] == DEFINITION and entity[1] not in self._standing:
                self._standing.add(entity[1])
                held = evaluator.types.instances_of(entity[1])
                around = evaluator.generics.environment(value[1], value[2])
                found = self.of(evaluator.generics.substituted(held, around), name)
                self._standing.discard(entity[1])
                if found.found:
                    return found.at_best(INFERRED)
        return NOTHING

    @staticmethod
    def _graded(answer: Answer, receiver: Answer, rule: str) -> Answer:
        if not answer.found:
            return answer
        if answer.rule == "external":
            rule = "external"
        return Answer(answer.found, max(answer.confidence, receiver.confidence), rule)

    def _added(self, fqn: str, name: str) -> Answer:
        """What the project adds to a type outside of it."""
        parts = self.evaluator.parts
        for added in (parts.of_externals.get(fqn, ()), parts.of_all.get(fqn.rpartition(SEPARATOR)[0], ())):
            for number in self.evaluator.holders.having(added, name):
                found = self.evaluator.classes.own(number, name)
                if found.found:
                    return found
        return NOTHING

    def _module_member(self, module: Module, name: str) -> Answer:
        answer = self.evaluator.exports.name(module, name)
        if answer.found or not module.spec.submodules:
            return answer
        if module.path.rpartition("/")[2].partition(".")[0] in module.spec.package_modules:
            below = self.evaluator.project.find(f".{name}", module)
            if below is not None:
                return Answer(((MODULE, below.index),), CERTAIN, "module-member")
        return answer

    def _namespace_member(self, value: Entity, name: str) -> Answer:
        path = f"{value[1]}.{name}"
        module = self.evaluator.project.modules[value[2]]
        found = self.evaluator.project.find(path, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "module-member")
        return Answer(((NAMESPACE, path, value[2]),), CERTAIN, "module-member")
