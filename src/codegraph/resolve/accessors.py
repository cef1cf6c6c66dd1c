"""Accessors that stand nowhere: methods that annotations or languages make of fields, and properties of methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.model import NodeKind
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CERTAIN,
    DEFINITION,
    EXTERNAL,
    INFERRED,
    KINDS,
    NOTHING,
    PROPERTY,
    Answer,
)

if TYPE_CHECKING:
    from codegraph.languages.spec.names import Generated
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

HOLE = "{}"
FIELD, RECORD = KINDS.index(NodeKind.FIELD), KINDS.index(NodeKind.RECORD)
DATA = frozenset((FIELD, PROPERTY))


class Accessors:
    """Questions about members of classes that do not declare them."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._decorators: dict[int, dict[int, set[str]]] = {}

    def find(self, module: Module, number: int, name: str) -> Answer:
        """What a name that a class does not declare stands for: the field or method behind it."""
        members = module.spec.members
        for rule in members.generated:
            found = self._generated(module, number, name, rule)
            if found.found:
                return found
        for template in members.properties if name[:1].islower() else ():
            method = _filled(template, name[:1].upper() + name[1:])
            for entity in self._own(module, number, method).found:
                if entity[0] == DEFINITION and self.evaluator.definitions.kind[entity[1]] in CALLABLE_KINDS:
                    return Answer((entity,), CERTAIN, "accessor")
        return NOTHING

    def is_one(self, number: int, name: str) -> bool:
        """Whether a field is called by the name of an accessor: that of a record's component is its own name."""
        evaluator = self.evaluator
        if evaluator.definitions.kind[number] not in DATA:
            return False
        owner = evaluator.owners[number]
        if not owner.spec.members.generated:
            return False
        parent = int(evaluator.definitions.parent[number])
        component = parent >= 0 and evaluator.definitions.kind[parent] == RECORD
        return component or owner.text(int(evaluator.definitions.columns["name"][number])) != name

    def is_read(self, number: int, name: str) -> bool:
        """Whether a method is reached as a property: by another name than its own."""
        owner = self.evaluator.owners[number]
        if not owner.spec.members.properties or self.evaluator.definitions.kind[number] not in CALLABLE_KINDS:
            return False
        own: str = owner.text(int(self.evaluator.definitions.columns["name"][number]))
        return own != name

    def _own(self, module: Module, number: int, name: str) -> Answer:
        scope = self.evaluator.definitions.scope[number]
        variable = module.names[scope].get(name) if scope >= 0 else None
        return NOTHING if variable is None else self.evaluator.variables.denote(module, variable)

    def _generated(self, module: Module, number: int, name: str, rule: Generated) -> Answer:
        if rule.field:
            made = name == rule.field and self._has(module, number, rule)
            return Answer(((EXTERNAL, rule.type),), INFERRED, "generated") if made else NOTHING
        for template in rule.methods:
            prefix, _, suffix = template.partition(HOLE)
            if not name.startswith(prefix) or not name.endswith(suffix) or len(name) <= len(prefix + suffix):
                continue
            inner = name[len(prefix) : len(name) - len(suffix)]
            if prefix and not inner[0].isupper():
                continue
            field = inner[0].lower() + inner[1:] if prefix else inner
            for entity in self._own(module, number, field).found:
                if entity[0] != DEFINITION or self.evaluator.definitions.kind[entity[1]] not in DATA:
                    continue
                if (
                    not rule.decorators
                    or self._has(module, number, rule)
                    or self._has(module, entity[1], rule)
                ):
                    return Answer((entity,), INFERRED if rule.decorators else CERTAIN, "generated")
        return NOTHING

    def _has(self, module: Module, number: int, rule: Generated) -> bool:
        known = self._decorators.get(module.index)
        if known is None:
            known = self._decorators[module.index] = {}
            for owner, _, text in zip(*module.decorators, strict=True):
                name = module.strings[text].partition("(")[0].strip()
                known.setdefault(owner, set()).add(name.rpartition(module.spec.separator)[2])
        return not known.get(number - module.base, frozenset()).isdisjoint(rule.decorators)


def _filled(template: str, name: str) -> str:
    return template.replace(HOLE, name)
