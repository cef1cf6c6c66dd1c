"""Types in parts: classes that several places declare together, and what files add to types of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Ref, ScopeKind
from codegraph.model import NodeKind
from codegraph.resolve.values import (
    CLASS_KINDS,
    DEFINITION,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    GENERIC,
    INSTANCE,
    KINDS,
    UNIT,
    Entity,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

PARTIAL = "partial"
BLOCK = int(ScopeKind.BLOCK)
OBJECT = "object"
BIND_DEFINITION = int(Bind.DEFINITION)
EXTENDS, TYPE = int(Ref.EXTENDS), int(Ref.TYPE)
INTERFACE = KINDS.index(NodeKind.INTERFACE)
NONE: tuple[int, ...] = ()


class Parts:
    """Which definitions are one type.

    Attributes:
        whole: the type that a further part, or what adds members to it, belongs to: the first of its parts.
        of: all parts of a type that has several, the first included.
        of_externals: what files add to a type outside of the project, by its FQN.
        others: what the receiver is in what adds members to a type that is no class of the project, or has type
            arguments there, by its number.
        outside: the FQN of each class of the language itself that the project adds to.
        of_all: by where the names of a language live that no scope binds what files add to all of its objects.
        in_module: the parts of types in several parts that stand in each module.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.whole: dict[int, int] = {}
        self.of: dict[int, list[int]] = {}
        self.of_externals: dict[str, list[int]] = {}
        self.others: dict[int, Entity] = {}
        self.outside: dict[int, str] = {}
        self.of_all: dict[str, list[int]] = {}
        self.in_module: dict[int, list[int]] = {}

    def entity(self, entity: Entity) -> Entity:
        """The first part in place of a further one."""
        if entity[0] == DEFINITION and entity[1] in self.whole:
            return (DEFINITION, self.whole[entity[1]])
        return entity

    def collect(self) -> None:
        """Find all parts: to be called once, before anything is asked of members."""
        modules = self.evaluator.project.modules
        reopened: dict[tuple[str, str, str], list[int]] = {}
        for module in modules:
            if module.spec.members.reopened == "interfaces":
                self._interfaces(module)
            elif module.spec.members.reopened == "companions":
                self._companions(module)
            elif module.spec.members.reopened != "never":
                self._reopened(module, reopened)
        for path, numbers in reopened.items():
            self._join(numbers)
            self._reopen_outside(path, numbers)
        holding = [module for module in modules if module.has_holders]
        for module in holding:
            for number, expression in zip(*module.holders, strict=True):
                self._add_to_holder(module, module.base + number, expression)
        if holding:
            self.evaluator.forget_missed()
            self._without_type()
        for parts in self.of.values():
            for part in parts:
                self.in_module.setdefault(self.evaluator.owners[part].index, []).append(part)

    def _without_type(self) -> None:
        """Bases of what adds members to no class of the project are mere uses: there is no class that has them."""
        import numpy as np

        project = self.evaluator.project
        lost = np.array(sorted(set(project.references.held) - self.whole.keys()), np.int64)
        columns = project.references.columns
        number = columns["definition"] + np.array(project.definitions.bases)[project.references.module]
        rows = np.flatnonzero((columns["kind"] >= EXTENDS) & np.isin(number, lost))
        columns["kind"][rows] = TYPE

    def settle(self) -> None:
        """Give what stands in a part without a node the type as its parent, where that is in the same file.

        References that stand in such a part itself, as to its bases, are the type's own.
        """
        import numpy as np

        project = self.evaluator.project
        definitions, owners = project.definitions, project.owners
        around = definitions.columns["parent"] + np.array(definitions.bases)[definitions.owner]
        around[definitions.columns["parent"] < 0] = -1
        references = project.references
        inside = references.columns["definition"] + np.array(definitions.bases)[references.module]
        inside[references.columns["definition"] < 0] = -1
        held = sorted(part for part, whole in self.whole.items() if definitions.node[part] != part)
        if not held:
            return
        types = np.array([self.whole[part] for part in held])
        same = np.array([owners[part] is owners[self.whole[part]] for part in held])
        bases = references.columns["kind"] >= EXTENDS
        for column, target, also in (
            (around, definitions.parent, np.zeros(len(around), bool)),
            (inside, references.source, bases),
        ):
            place = np.searchsorted(held, column)
            place[place == len(held)] = 0
            rows = np.flatnonzero((np.array(held)[place] == column) & (same[place] | also))
            target[rows] = types[place[rows]]

    def _interfaces(self, module: Module) -> None:
        """Interfaces of one name in one scope."""
        kinds = self.evaluator.definitions.kind
        for variable, count in enumerate(module.var_count):
            if count > 1:
                numbers = [
                    module.base + module.bind_target[binding]
                    for binding in module.bindings(variable)
                    if module.bind_kind[binding] == BIND_DEFINITION
                ]
                self._join([number for number in numbers if kinds[number] == INTERFACE])

    @staticmethod
    def _unit_scope(module: Module, scope: int) -> int:
        """The scope of the names around a class; its own type parameters stand between the two."""
        around = module.scope_parent[scope]
        while around > 0 and module.scope_kind[around] == BLOCK:
            around = module.scope_parent[around]
        return around

    def _companions(self, module: Module) -> None:
        """A class and the object of its name in one scope: the class comes first."""
        definitions = self.evaluator.definitions
        modifiers = definitions.columns["modifiers"]
        for variable, count in enumerate(module.var_count):
            if count > 1:
                numbers = [
                    module.base + module.bind_target[binding]
                    for binding in module.bindings(variable)
                    if module.bind_kind[binding] == BIND_DEFINITION
                ]
                objects = {n for n in numbers if OBJECT in module.text(int(modifiers[n])).split()}
                types = [number for number in numbers if definitions.kind[number] in CLASS_KINDS]
                if objects and len(types) > len(objects):
                    self._join(sorted(types, key=lambda number: (number in objects, number)))

    def _reopened(self, module: Module, found: dict[tuple[str, str, str], list[int]]) -> None:
        definitions = self.evaluator.definitions
        units = self.evaluator.units
        only_partial = module.spec.members.reopened == PARTIAL
        names, parents, modifiers = (definitions.columns[c] for c in ("name", "parent", "modifiers"))
        paths: dict[int, tuple[str, str, str] | None] = {}
        for scope, definition in enumerate(module.scope_definition):
            number = module.base + definition
            if (
                definition < 0
                or definitions.scope[number] != scope
                or definitions.kind[number] not in CLASS_KINDS
            ):
                continue
            if number in units.of_namespace:
                continue
            if only_partial and PARTIAL not in module.text(int(modifiers[number])).split():
                continue
            name = module.text(int(names[number])).replace(module.spec.units.separator, "\0")
            if name and module.spec.members.arities:
                name += f"`{len(module.type_parameters.get(definition, ()))}"
            parent = int(parents[number])
            path: tuple[str, str, str] | None
            if parent < 0 or module.base + parent in units.of_namespace:
                key = units.of_scope.get((module.index, self._unit_scope(module, scope)))
                path = (*key, name) if key is not None and name else None
            else:
                above = paths.get(parent)
                path = (above[0], above[1], f"{above[2]}\0{name}") if above is not None and name else None
            paths[definition] = path
            if path is not None:
                found.setdefault(path, []).append(number)

    def _reopen_outside(self, path: tuple[str, str, str], numbers: list[int]) -> None:
        """Note a class of the language itself that the project adds to; to some of them all objects belong."""
        module = self.evaluator.owners[numbers[0]]
        _, unit, name = path
        if module.spec.members.reopened != "always" or unit or name not in module.globals:
            return
        fqn = f"{module.spec.builtins}::{name}"
        self.of_externals.setdefault(fqn, []).extend(numbers)
        self.outside[self.whole.get(numbers[0], numbers[0])] = fqn
        if fqn == module.spec.root_class or name in module.spec.members.of_all:
            self.of_all.setdefault(module.spec.builtins, []).extend(numbers)

    def _join(self, numbers: list[int]) -> None:
        if len(numbers) > 1:
            nodes = self.evaluator.definitions.node
            numbers = sorted(numbers, key=lambda number: nodes[number] != number)  # such with a node first
            first = numbers[0]
            self.of.setdefault(first, [first]).extend(numbers[1:])
            self.whole.update(dict.fromkeys(numbers[1:], first))

    def _add_to_holder(self, module: Module, number: int, expression: int) -> None:
        evaluator = self.evaluator
        if number in self.whole or self._is_namespace(module, number, expression):
            return
        for value in evaluator.types.instances(module, expression).found[:1]:
            if value[0] == INSTANCE:
                named: int = value[1]
                whole = self.whole.get(named, named)
                self.whole[number] = whole
                self.of.setdefault(whole, [whole]).append(number)
                if value[2]:
                    self.others[number] = (INSTANCE, whole, value[2])
            elif value[0] in (EXTERNAL, EXTERNAL_INSTANCE):
                self._add_to_external(module, number, value[1])
                self.others[number] = value
            elif value[0] == GENERIC:
                self.others[number] = value

    def _is_namespace(self, module: Module, number: int, expression: int) -> bool:
        """Whether what adds members names a namespace; they are names of its unit then."""
        units = self.evaluator.units
        for entity in self.evaluator.denote(module, expression).found[:1]:
            key = (entity[1], entity[2]) if entity[0] == UNIT else units.of_namespace.get(entity[1])
            if key is not None and entity[0] in (UNIT, DEFINITION):
                units.add(key, module, self.evaluator.definitions.scope[number], number)
                return True
        return False

    def _add_to_external(self, module: Module, number: int, fqn: str) -> None:
        """Note what is added to an external type; what is added to references to it is looked at later."""
        added = self.of_externals.setdefault(fqn, [])
        mark = module.spec.members.reference_mark
        names = self.evaluator.definitions.columns["name"]
        if mark and not module.strings[names[number]].startswith(mark):
            at = next((at for at, other in enumerate(added) if self._is_reference(other)), len(added))
            added.insert(at, number)
        else:
            added.append(number)

    def _is_reference(self, number: int) -> bool:
        module = self.evaluator.owners[number]
        name = module.strings[self.evaluator.definitions.columns["name"][number]]
        return bool(name.startswith(module.spec.members.reference_mark))

    def numbers(self, number: int) -> list[int] | tuple[int, ...]:
        """All parts of a type."""
        return self.of.get(number) or (number,)
