"""Extension methods: static methods that are called on their first parameter as if that had them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag
from codegraph.model import SEPARATOR
from codegraph.resolve.values import (
    CERTAIN,
    DEFINITION,
    DISPLAY,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    NOTHING,
    UNIT,
    Answer,
    Entity,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.generics import Environment
    from codegraph.resolve.project import Module
    from codegraph.resolve.units import Key

EXTENSION = int(Flag.EXTENSION)
RECEIVER = -1  # position of the parameter that the method is called on
EXACT, BASE, ANY, NONE = range(4)
"""How well a receiver fits: it is of that very type, of a type below it, of any type, of none of these."""
HOLDERS = frozenset((INSTANCE, EXTERNAL_INSTANCE, GENERIC, DISPLAY))


class Extensions:
    """Questions about extension methods."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.owners, self.definitions = evaluator.project.owners, evaluator.project.definitions
        self._named: dict[str, list[int]] = {}
        self._visible: dict[int, frozenset[Key | int]] = {}
        self._homes: dict[int, Key | None] = {}
        self._bases: dict[int, frozenset[str]] = {}
        names = self.definitions.columns["name"]
        for number, flags in enumerate(self.definitions.flags):
            if flags & EXTENSION:
                name = self.owners[number].strings[names[number]]
                self._named.setdefault(name, []).append(number)

    def of(self, module: Module, receiver: Answer, name: str) -> Answer:
        """The extension methods of a name that a file sees and that fit a receiver, of the best fit."""
        named = self._named.get(name)
        if named is None or not receiver.found or receiver.found[0][0] not in HOLDERS:
            return NOTHING
        seen = self.visible(module)
        best, found = NONE, []
        for number in named:
            if not (
                self.home(number) in seen
                or int(self.definitions.parent[number]) in seen
                or self._is_imported(module, name, number)
                or self._is_inside(module, number)
            ):
                continue
            fit = self._fit(receiver.found, number)
            if fit < best:
                best, found = fit, [number]
            elif fit == best != NONE:
                found.append(number)
        if not found:
            return NOTHING
        sure = CERTAIN if best == EXACT else INFERRED
        entities = tuple((DEFINITION, number) for number in found)
        return Answer(entities, max(sure, receiver.confidence), "extension")

    def bound(self, answer: Answer, receiver: Answer) -> Answer:
        """The values of extension methods that know what the receiver tells of their type parameters."""
        found: list[Entity] = []
        for _, number in answer.found:
            known = self.known(number, receiver)
            found.append((FUNCTION, number, tuple(sorted(known.items()))) if known else (FUNCTION, number))
        return Answer(tuple(found), answer.confidence, answer.rule)

    def known(self, number: int, receiver: Answer) -> Environment:
        """What a receiver tells of the type parameters of an extension method."""
        generics = self.evaluator.generics
        wanted = {key for key, _ in generics.parameters(number)}
        return generics.matched(self._declared(number), receiver.found, wanted) if wanted else {}

    def _is_imported(self, module: Module, name: str, number: int) -> bool:
        """Whether a file imports an extension by its name."""
        variable = module.names[0].get(name)
        if variable is None:
            return False
        return (DEFINITION, number) in self.evaluator.variables.denote(module, variable).found

    def _is_inside(self, module: Module, number: int) -> bool:
        """Whether an extension is a member of a class of the same file."""
        return int(self.definitions.parent[number]) >= 0 and self.owners[number] is module

    # --- which are seen ---

    def visible(self, module: Module) -> frozenset[Key | int]:
        """The units, and classes, whose extension methods a file sees: its own, those around, those that it imports."""
        known = self._visible.get(module.index)
        if known is None:
            units = self.evaluator.units
            found: set[Key | int] = set()
            for scope in range(len(module.scope_kind)):
                if (module.index, scope) in units.of_scope:
                    found.update(units.around(module, scope))
            for specifier in self.evaluator.stars.specifiers(module):
                for entity in self.evaluator.imports.module(module, specifier).found:
                    if entity[0] == UNIT:
                        found.add((entity[1], entity[2]))
                    elif entity[0] == DEFINITION:
                        found.add(entity[1])
            known = self._visible[module.index] = frozenset(found)
        return known

    def home(self, number: int) -> Key | None:
        """The unit that the class of a method stands in."""
        parent = int(self.definitions.parent[number])
        if parent not in self._homes:
            key = self.evaluator.units.of_scope.get((~parent, 0)) if parent < 0 else None
            if parent >= 0:
                owner, of_scope = self.owners[parent], self.evaluator.units.of_scope
                scope = owner.scope_parent[self.definitions.scope[parent]]
                while scope > 0 and (owner.index, scope) not in of_scope:
                    scope = owner.scope_parent[scope]
                key = of_scope.get((owner.index, scope))
            self._homes[parent] = key
        return self._homes[parent]

    # --- which fit ---

    def _declared(self, number: int) -> tuple[Entity, ...]:
        owner = self.owners[number]
        for position, expression, _ in owner.parameters.get(number - owner.base, ()):
            if position == RECEIVER:
                return self.evaluator.types.instances(owner, expression).found
        return ()

    def _fit(self, receivers: Iterable[Entity], number: int) -> int:
        declared = self._declared(number)
        return min(
            (self._fits(value, kind) for value in receivers for kind in declared),
            default=NONE if declared else ANY,
        )

    def _fits(self, value: Entity, kind: Entity) -> int:
        """How well a value fits the type of a parameter."""
        generics = self.evaluator.generics
        if kind[0] == GENERIC:
            bounds = generics.bound(kind).found
            fit = min((self._fits(value, bound) for bound in bounds), default=ANY)
            return max(fit, BASE)
        if value[0] == GENERIC:
            return min((self._fits(bound, kind) for bound in generics.bound(value).found), default=NONE)
        if kind[0] == INSTANCE:
            if value[0] != INSTANCE:
                return NONE
            if value[1] == kind[1]:
                return EXACT
            return BASE if kind[1] in self.evaluator.classes.order(value[1]).classes else NONE
        if kind[0] != EXTERNAL_INSTANCE:
            return NONE
        return self._fits_external(value, kind[1])

    def _fits_external(self, value: Entity, fqn: str) -> int:
        name = fqn.rpartition(SEPARATOR)[2]
        if value[0] == INSTANCE:
            if name in self._external_bases(value[1]):
                return BASE
            return ANY if fqn == self.owners[value[1]].spec.root_class else NONE
        own = value[1].rpartition(SEPARATOR)[2]
        if own == name:
            return EXACT
        if name in self.evaluator.stars.bases(own):
            return BASE
        return ANY if name == "Object" else NONE

    def _external_bases(self, number: int) -> frozenset[str]:
        """The names of all types outside of the project that a class derives from or implements."""
        known = self._bases.get(number)
        if known is None:
            classes = self.evaluator.classes
            names = {
                entity[1].rpartition(SEPARATOR)[2]
                for current in classes.order(number).classes
                for _, base in classes.bases(current)
                for entity in base.found
                if isinstance(entity[1], str)
            }
            more = {above for name in names for above in self.evaluator.stars.bases(name)}
            known = self._bases[number] = frozenset(names | more)
        return known
