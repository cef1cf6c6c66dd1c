"""Containers as they are written: which of their elements a subscript, an unpacking or a loop takes out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Op
from codegraph.resolve.values import (
    CERTAIN,
    DEFINITION,
    DISPLAY,
    EXTERNAL_INSTANCE,
    INFERRED,
    NOTHING,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
BIND_ITEM = int(Bind.ITEM)
OP_ENTRY = int(Op.ENTRY)
OP_LITERAL = int(Op.LITERAL)

Element = tuple[str, int]
"""Key of an element, "" where it is not known, and the expression of its value."""


class Containers:
    """Questions about lists, tuples and mappings that stand in the source."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def display(self, module: Module, expression: int) -> Answer:
        """The value of a container as written; of one that holds mere data its class is all there is to know."""
        kind = module.spec.home(module.strings[module.b[expression]])
        if module.a[expression] < 0:
            return Answer(((EXTERNAL_INSTANCE, kind, ()),), CERTAIN, "literal")
        return Answer(((DISPLAY, kind, module.index, expression, 0, -1),), CERTAIN, "literal")

    def with_items(self, module: Module, variable: int, answer: Answer) -> Answer:
        """The values of a variable that items are put into (``handlers["key"] = f``), which know of these."""
        found: list[Entity] = []
        for value in answer.found:
            if value[0] == DISPLAY and value[5] < 0 and value[2] == module.index:
                found.append((*value[:5], variable))
            elif value[0] == EXTERNAL_INSTANCE and not value[2]:
                found.append((DISPLAY, value[1], module.index, -1, 0, variable))
            else:
                found.append(value)
        return Answer(tuple(found), answer.confidence, answer.rule)

    def sliced(self, value: Entity, start: int) -> Entity:
        """A container without its first elements."""
        return (*value[:4], value[4] + start, value[5])

    def key(self, module: Module, subscript: int) -> str:
        """The key or position that a literal subscript (a PAIR) names, "" if it can be any."""
        inner = module.a[subscript]
        literal = module.op[inner] == OP_LITERAL and module.b[inner] >= 0 and module.b[subscript] < 0
        key = module.strings[module.b[inner]] if literal else ""
        return "" if key[:1] == "[" else key

    def computed(self, module: Module, expression: int) -> Answer:
        """The member that a subscript names by a constant (``this[kQueue]``), if a class of the project has it."""
        pair = module.b[expression]
        inner = module.a[pair] if pair >= 0 else -1
        if inner < 0 or module.op[inner] != OP_LITERAL or module.b[inner] < 0:
            return NOTHING
        name = module.strings[module.b[inner]]
        if name[:1] != "[":
            return NOTHING
        answer = self.evaluator.members.of(self.evaluator.value(module, module.a[expression]), name)
        found = tuple(entity for entity in answer.found if entity[0] == DEFINITION)
        sure = max(answer.confidence, INFERRED)  # constants of one name are taken for one
        return Answer(found, sure, "computed-member") if found else NOTHING

    def element(self, value: Entity, key: str) -> Answer:
        """The values of the element with a key or position (from the end where negative), of all elements for ""."""
        module = self.evaluator.project.modules[value[2]]
        elements = list(self._elements(module, value[3], value[4]))
        if key[:1] == "-" and key[1:].isdigit():
            key = str(len(elements) + int(key))
        if value[5] >= 0:
            elements += self._items(module, value[5])
        answers = [
            self.evaluator.value(module, expression)
            for own, expression in elements
            if not (key and own and own != key)
        ]
        merged = merge([answer for answer in answers if answer.found])
        return merged.at_best(INFERRED, "element") if merged.found else NOTHING

    def each(self, value: Entity) -> list[tuple[Entity, ...]]:
        """The values of each element in order."""
        module = self.evaluator.project.modules[value[2]]
        return [
            self.evaluator.value(module, expression).found
            for _, expression in self._elements(module, value[3], value[4])
        ]

    def elements(self, module: Module, expression: int) -> list[int]:
        """The expressions of all elements of a container as written."""
        return [element for _, element in self._elements(module, expression, 0)]

    @staticmethod
    def _elements(module: Module, expression: int, start: int) -> Iterator[Element]:
        pair = module.a[expression] if expression >= 0 else -1
        position = -start
        while pair >= 0:
            element = module.a[pair]
            if module.op[element] == OP_ENTRY:
                key = module.b[element]
                yield (module.strings[key] if key >= 0 else "", module.a[element])
            elif position >= 0:
                yield (str(position), element)
            position += 1
            pair = module.b[pair]

    def _items(self, module: Module, variable: int) -> Iterator[Element]:
        for binding in module.bindings(variable):
            if module.bind_kind[binding] == BIND_ITEM:
                yield from self._elements(module, module.bind_target[binding], 0)
