"""Interfaces that classes implement by having their methods, without saying so (Go's specification, "Method sets").

A class implements an interface if it has each of its methods, own or promoted, with the same types of parameters and
results. A type that is not known fits any other one, and makes the edge an inferred one. Names that are not public
are names of their unit alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Flag
from codegraph.model import NodeKind
from codegraph.resolve.classes import INTERFACE
from codegraph.resolve.values import (
    CERTAIN,
    CLASS_KINDS,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    KINDS,
    TYPE_ALIAS,
    Entity,
    Held,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

METHOD = KINDS.index(NodeKind.METHOD)
DISTINCT = int(Flag.DISTINCT)
MAX_NESTING = 6
SHAPE = re.compile(r"\*|\[\d*\]?|\.\.\.|\b(?:map|chan)\b|<-")
ANY = ("any",)
UNKNOWN = ("?",)
LIBRARY = -1
"""A method that a class has from an embedded type of the library: its signature is not known here."""

Key = tuple[object, ...]


class Implementation(NamedTuple):
    """A class, an interface that it implements, how sure that is, and its own methods with those they implement."""

    type: int
    interface: int
    confidence: int
    methods: list[tuple[int, int]]


class Signature(NamedTuple):
    """What tells the types of methods apart: how they are written, without names, and what these names denote."""

    shape: tuple[str, ...]
    parameters: Key
    result: Key


class Structural:
    """Finds the interfaces that the classes of the project implement."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.owners, self.definitions = evaluator.owners, evaluator.definitions
        self.own = self._own_methods()
        self._methods: dict[int, dict[str, int]] = {}
        self._signatures: dict[int, Signature] = {}
        self._units: dict[int, object] = {}

    def _own_methods(self) -> dict[int, dict[str, int]]:
        """The methods that each type has itself, by name."""
        definitions, whole = self.definitions, self.evaluator.whole
        found: dict[int, dict[str, int]] = {}
        names, parents = definitions.columns["name"].tolist(), definitions.columns["parent"].tolist()
        for number, kind in enumerate(definitions.kind):
            if kind != METHOD or parents[number] < 0:
                continue
            module = self.owners[number]
            if module.spec.members.structural:
                holder = module.base + parents[number]
                name = module.strings[names[number]]
                found.setdefault(whole.get(holder, holder), {}).setdefault(name, number)
        return found

    def implementations(self) -> Iterator[Implementation]:
        """All pairs of a class and an interface, in the order of the interfaces and classes."""
        types, interfaces = self._candidates()
        having: dict[str, list[int]] = {}
        for number in types:
            for name in self._all_methods(number):
                having.setdefault(name, []).append(number)
        for interface in interfaces:
            wanted = self._wanted(interface)
            if wanted:
                rarest = min((having.get(name, []) for name in wanted), key=len)
                for number in rarest:
                    found = self._implements(number, interface, wanted)
                    if found is not None:
                        yield found

    def _candidates(self) -> tuple[list[int], list[int]]:
        """The types that may implement something, and the interfaces; those with type parameters are left out."""
        definitions = self.definitions
        types, interfaces = [], []
        for number, kind in enumerate(definitions.kind):
            if definitions.node[number] != number:
                continue
            module = self.owners[number]
            if not module.spec.members.structural or number - module.base in module.type_parameters:
                continue
            if kind == INTERFACE:
                interfaces.append(number)
            elif kind in CLASS_KINDS or (kind == TYPE_ALIAS and definitions.flags[number] & DISTINCT):
                types.append(number)
        return types, interfaces

    def _all_methods(self, number: int) -> dict[str, int]:
        """The methods of a type, own and promoted: the less deep hides the deeper."""
        known = self._methods.get(number)
        if known is None:
            order = self.evaluator.classes.order(number)
            if len(order.classes) == 1 and not order.externals:
                known = self.own.get(number, {})
            else:
                known = {}
                for external in order.externals:
                    known.update(
                        dict.fromkeys(self.evaluator.classes.library_methods.get(external, ()), LIBRARY)
                    )
                for current in reversed(order.classes):
                    known.update(self.own.get(current, {}))
            self._methods[number] = known
        return known

    def _wanted(self, interface: int) -> dict[str, int]:
        """The methods of an interface; none if it embeds something that is not known."""
        order = self.evaluator.classes.order(interface)
        known = self.evaluator.classes.library_methods
        if not order.whole or not known.keys() >= set(order.externals):
            return {}
        return self._all_methods(interface)

    def _implements(self, number: int, interface: int, wanted: dict[str, int]) -> Implementation | None:
        methods = self._all_methods(number)
        if any(name not in methods for name in wanted):
            return None
        own = self.own.get(number, {})
        confidence = CERTAIN
        pairs = []
        for name, method in wanted.items():
            candidate = methods[name]
            if candidate == method:
                continue  # by the interface itself, which it embeds
            if LIBRARY in (candidate, method):
                confidence = INFERRED
                continue
            if not name[:1].isupper() and self._unit(candidate) != self._unit(method):
                return None
            fits = self._fits(candidate, method)
            if not fits:
                return None
            confidence = max(confidence, CERTAIN if fits > 1 else INFERRED)
            if own.get(name) == candidate:
                pairs.append((candidate, method))
        return Implementation(number, interface, confidence, pairs)

    def _unit(self, number: int) -> object:
        module = self.owners[number]
        return self.evaluator.units.of_scope.get((module.index, 0))

    def _fits(self, candidate: int, method: int) -> int:
        """Whether two methods have the same signature: 2 surely, 1 as far as is known, 0 not."""
        first, second = self._signature(candidate), self._signature(method)
        if first.shape != second.shape or len(first.parameters) != len(second.parameters):
            return 0
        return min(_same(first.parameters, second.parameters), _same(first.result, second.result))

    # --- signatures ---

    def _signature(self, number: int) -> Signature:
        known = self._signatures.get(number)
        if known is None:
            module = self.owners[number]
            known = self._signatures[number] = Signature(
                self._shape(module, number), *self._keys(module, number - module.base, 0)
            )
        return known

    def _shape(self, module: Module, number: int) -> tuple[str, ...]:
        columns = self.definitions.columns
        name = module.strings[int(columns["name"][number])]
        text = module.text(int(columns["signature"][number]))
        return tuple(SHAPE.findall(text.partition(f"{name}(")[2]))

    def _keys(self, module: Module, local: int, depth: int) -> tuple[Key, Key]:
        """The types of the parameters and of the result of a callable."""
        types = self.evaluator.types
        rows = sorted(module.parameters.get(local, ()))
        parameters = tuple(self._key(types.instances(module, row[1]).found, depth) for row in rows)
        result = self.definitions.returns[module.base + local]
        return parameters, self._key(types.instances(module, result).found, depth) if result >= 0 else ()

    def _key(self, held: Held, depth: int) -> Key:
        """What a type is, in a form that can be compared."""
        if len(held) != 1 or depth > MAX_NESTING:
            return UNKNOWN
        value = held[0]
        tag = value[0]
        if tag == GENERIC:
            return ("generic",)
        if tag == FUNCTION:
            module = self.owners[value[1]]
            return ("function", *self._keys(module, value[1] - module.base, depth + 1))
        if tag == EXTERNAL_INSTANCE:
            if value[1].endswith("::any"):
                return ANY
            return ("external", value[1], *(self._key(part, depth + 1) for part in value[2]))
        if tag == INSTANCE:
            return self._own_key(value, depth)
        return UNKNOWN

    def _own_key(self, value: Entity, depth: int) -> Key:
        number = value[1]
        if self.definitions.node[number] == number:
            return ("type", number, *(self._key(part, depth + 1) for part in value[2]))
        module, scope = self.owners[number], self.definitions.scope[number]
        names = sorted(module.names[scope]) if scope >= 0 else []
        if not names and self.definitions.kind[number] == INTERFACE:
            return ANY
        return ("literal", *names)


def _same(first: object, second: object) -> int:
    """Whether two keys are equal: 2 surely, 1 as far as is known, 0 not."""
    if first is UNKNOWN or second is UNKNOWN:
        return 1
    if not isinstance(first, tuple) or not isinstance(second, tuple):
        return 2 if first == second else 0
    if len(first) != len(second):
        return 0
    return min((_same(a, b) for a, b in zip(first, second, strict=True)), default=2)
