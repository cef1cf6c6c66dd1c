"""Class hierarchies: bases, the order in which they are searched, and members."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Ref
from codegraph.model import SEPARATOR, NodeKind
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CERTAIN,
    CLASS,
    CLASS_KINDS,
    DEFINITION,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    INFERRED,
    INSTANCE,
    KINDS,
    MISSING,
    NOTHING,
    POSSIBLE,
    TYPE_ALIAS,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

EXTENDS, IMPLEMENTS, MIXES, PREPENDS, EXTENDED = (
    int(kind) for kind in (Ref.EXTENDS, Ref.IMPLEMENTS, Ref.MIXES, Ref.PREPENDS, Ref.EXTENDED)
)
FIELD, INTERFACE = KINDS.index(NodeKind.FIELD), KINDS.index(NodeKind.INTERFACE)
INTERFACES = frozenset((INTERFACE, KINDS.index(NodeKind.TRAIT)))
TYPE_KINDS = CLASS_KINDS | {TYPE_ALIAS}


class Order(NamedTuple):
    """The classes in which a member is looked up, the class itself first.

    Args:
        classes: numbers of definitions.
        externals: FQNs of bases outside of the project, in order.
        whole: False if a base could not be resolved, so that a member may be there all the same.
        only: the one base, where a class has no other: what it lacks itself is what that base has; else -1.
        extended: what is mixed into the class itself, not into its instances.
    """

    classes: tuple[int, ...]
    externals: tuple[str, ...]
    whole: bool
    only: int = -1
    extended: tuple[int, ...] = ()


DEEP = 50
"""From so many classes on, one above the other, the order of a class is found from the uppermost on."""
FURTHEST = 500
"""So many classes count above another; real ones have less than twenty."""


class Classes:
    """Questions about classes, each answered once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.owners = evaluator.project.owners
        self.kinds, self.scopes = evaluator.project.definitions.kind, evaluator.project.definitions.scope
        self.library_methods: dict[str, list[str]] = {}
        for spec in {module.language: module.spec for module in evaluator.project.modules}.values():
            self.library_methods.update(spec.library_methods)
        self._orders: dict[int, Order] = {}
        self.ordering = 0  # how many orders are being found out: those known by then may lack something
        self._depth = 0  # how many classes above one another are being looked at
        self._fields: dict[int, list[int]] = {}
        self._members: dict[tuple[int, str, int], Answer] = {}

    def forget_missed(self) -> None:
        """Forget the members that were not found."""
        self._members = {key: answer for key, answer in self._members.items() if answer is not NOTHING}

    def bases(self, number: int) -> list[tuple[int, Answer]]:
        """The bases of a class as written: the reference's kind and what it denotes (classes or externals)."""
        found = []
        for part in self.evaluator.parts.of.get(number) or (number,):
            module = self.owners[part]
            for kind, expression in module.bases.get(part - module.base, ()):
                answer = self.base_in(module, expression)
                found.append((self.base_kind(module, kind, answer), answer))
        return found

    def base_kind(self, module: Module, kind: int, base: Answer) -> int:
        """Whether a base is extended or implemented, by what it denotes where its language writes both in one list."""
        interfaces = module.spec.members.interfaces
        if kind != IMPLEMENTS or not interfaces or not base.found:
            return kind
        tag, what = base.found[0][:2]
        if tag == DEFINITION:
            is_interface = self.kinds[what] in INTERFACES
        else:
            is_interface = re.fullmatch(interfaces, what.rpartition(SEPARATOR)[2]) is not None
        return IMPLEMENTS if is_interface else EXTENDS

    def base_in(self, module: Module, expression: int) -> Answer:
        """What a base expression in a module denotes; a variable stands for the class that it holds."""
        evaluator = self.evaluator
        kinds = self.kinds
        answer = evaluator.imports.type_named(module, expression)
        if len(answer.found) > 1:
            answer = evaluator.merged.types(answer)
        found: list[Entity] = [
            entity
            for entity in answer.found
            if entity[0] == EXTERNAL or (entity[0] == DEFINITION and kinds[entity[1]] in TYPE_KINDS)
        ]
        if not found:
            answer = evaluator.value(module, expression)
            found = [
                v if v[0] == EXTERNAL else (DEFINITION, v[1])
                for v in answer.found
                if v[0] in (CLASS, EXTERNAL)
                or (v[0] == FUNCTION and self.has_members(v[1]))
                or (v[0] == INSTANCE and kinds[v[1]] not in TYPE_KINDS)  # an object that others derive from
            ]
        return Answer(tuple(found), answer.confidence, answer.rule)

    def has_members(self, number: int) -> bool:
        """Whether a function is used as a class: it has members of its own, or of its instances."""
        module = self.owners[number]
        return number - module.base in module.member_scopes

    def order(self, number: int) -> Order:
        """The method resolution order: C3 linearisation, as Python has it; depth first where C3 has no answer."""
        known = self._orders.get(number)
        if known is not None:
            return known
        self._orders[number] = Order((number,), (), False)  # a class that derives from itself ends here
        linear = self.owners[number].spec.members.promotion == "linear"
        self._depth += 1
        if linear and self._depth > DEEP:
            self._order_above(number)
        self.ordering += 1
        found = self._orders[number] = self._linear(number) if linear else self._by_depth(number)
        self.ordering -= 1
        self._depth -= 1
        return found

    def _order_above(self, number: int) -> None:
        """Find the orders of all that a class derives from, the uppermost first, as it would be too deep from below."""
        above: dict[int, None] = {}
        pending = [number]
        while pending:
            for _, answer in self.bases(pending.pop()):
                for entity in answer.found[:1]:
                    if entity[0] == DEFINITION and entity[1] not in above and entity[1] not in self._orders:
                        above[entity[1]] = None
                        pending.append(entity[1])
        around, self._depth = self._depth, 0
        for base in reversed(above):
            self.order(base)
        self._depth = around

    def _by_depth(self, number: int) -> Order:
        """What is embedded, the less deep the earlier: a member that is found earlier hides the others."""
        externals: dict[str, None] = {}
        found: dict[int, None] = {number: None}
        whole, only = True, -1
        level = [number]
        while level:
            below: list[int] = []
            for current in level:
                for _, answer in self.bases(current):
                    whole = whole and bool(answer.found)
                    for entity in answer.found[:1]:
                        if isinstance(entity[1], str):
                            externals.setdefault(entity[1])
                        else:
                            below.extend(self._embedded(entity[1]))
            if level == [number] and len(below) == 1 and not externals and whole:
                only = below[0]
            level = [current for current in dict.fromkeys(below) if current not in found]
            found.update(dict.fromkeys(level))
        only = -1 if only == number or len(found) > DEEP else only
        return Order(tuple(found)[:FURTHEST], tuple(externals), whole, only)

    def _embedded(self, number: int) -> list[int]:
        """What is embedded by the name of a type: of another name for a type that type."""
        if self.kinds[number] != TYPE_ALIAS or self.scopes[number] >= 0:
            return [number]
        return [value[1] for value in self.evaluator.types.of_definition(number) if value[0] == INSTANCE]

    def _linear(self, number: int) -> Order:
        lines: list[list[int]] = []
        externals: dict[str, None] = {}
        whole = True
        direct = []
        overloads = self.owners[number].spec.members.overloads
        bases, before, extended = self._sorted_bases(number)
        for kind, answer in bases:
            whole = whole and bool(answer.found)
            for entity in answer.found[:1]:
                if isinstance(entity[1], str):
                    if (
                        kind != IMPLEMENTS or overloads
                    ):  # an interface says what a class has, it gives it nothing
                        externals.setdefault(entity[1])
                elif entity[1] != number:
                    direct.append(entity[1])
                    above = self.order(entity[1])
                    lines.append(list(above.classes))
                    whole = whole and above.whole
                    for external in above.externals:
                        externals.setdefault(external)
        only = direct[0] if len(bases) == 1 and len(direct) == 1 and len(lines[0]) < DEEP else -1
        if len(direct) > 1:
            lines.append(direct)
        above_all = linearise(lines) if len(lines) > 1 else lines[0] if lines else []
        found = Order((number, *above_all[:FURTHEST]), tuple(externals), whole, only)
        if before or extended:
            first = linearise([[*self.order(base).classes] for base in before])
            classes = tuple(dict.fromkeys((*first, *found.classes)))
            found = Order(classes, found.externals, whole, -1, tuple(extended))
        return found

    def _sorted_bases(self, number: int) -> tuple[list[tuple[int, Answer]], list[int], list[int]]:
        """The bases of a class as they are searched, what goes before it, and what extends the class itself.

        What is mixed in comes before what a class derives from, the last first.
        """
        bases = self.bases(number)
        if all(kind < MIXES for kind, _ in bases):
            return bases, [], []
        mixed = [base for base in bases if base[0] == MIXES]
        others = [base for base in bases if base[0] < MIXES]
        before, extended = (
            [
                entity[1]
                for kind, answer in reversed(bases)
                for entity in answer.found[:1]
                if kind == wanted and entity[0] == DEFINITION and (entity[1] != number or kind == EXTENDED)
            ]
            for wanted in (PREPENDS, EXTENDED)
        )
        return [*reversed(mixed), *others], before, extended

    def fields(self, number: int) -> list[int]:
        """The fields of a class whose instances are tuples, in order; none of any other class."""
        records = self.owners[number].spec.members.records
        if not records or records.isdisjoint(self.order(number).externals):
            return []
        known = self._fields.get(number)
        if known is None:
            definitions, base = self.evaluator.definitions, self.owners[number].base
            parents, at = definitions.parent, number + 1
            known = self._fields[number] = []
            while at < len(parents) and self.owners[at].base == base:
                if parents[at] == number and definitions.kind[at] == FIELD:
                    known.append(at)
                at += 1
        return known

    def member(self, number: int, name: str, after: int = -1) -> Answer:
        """What a member of a class denotes.

        Args:
            number: the class.
            name: the member's name.
            after: search only behind this class in the order, as ``super`` does.
        """
        key = (number, name, after)
        known = self._members.get(key)
        if known is None:
            self._members[key] = NOTHING  # a class that derives from itself ends here
            known = self._members[key] = self._member(number, name, after)
        return known

    def _member(self, number: int, name: str, after: int) -> Answer:
        order = self.order(number)
        spec = self.owners[number].spec
        if spec.members.overloads:
            return self._overloads(number, name, order, after)
        if order.only >= 0 and after in (-1, number):
            own = self.own(number, name) if after < 0 else NOTHING
            return own if own.found else self.member(order.only, name)
        classes = order.classes
        classes = classes[classes.index(after) + 1 :] if after >= 0 else classes
        for current in self.evaluator.holders.having(classes, name):
            own = self.own(current, name)
            if own.found:
                return own
        content = self._content_member(number, name) if after < 0 else NOTHING
        return content if content.found else self._beyond(number, name, order)

    def _beyond(self, number: int, name: str, order: Order) -> Answer:
        """A member that no class of the project has: of a base outside, or of the root of all classes."""
        if order.externals:
            known = self._of_library(order.externals, name)
            if known is not None:
                return known
            sure = CERTAIN if len(order.externals) == 1 and order.whole else INFERRED
            shown = name.removeprefix(self.owners[number].spec.members.class_mark)
            return Answer(((EXTERNAL, f"{order.externals[0]}::{shown}"),), sure, "external")
        spec = self.owners[number].spec
        outside = self.outside(order, name)
        if outside.found:
            return outside
        for added in self.evaluator.holders.having(self.evaluator.parts.of_all.get(spec.builtins, ()), name):
            own = self.own(added, name)
            if own.found:
                return own
        root = spec.root_class
        if root and spec.root_members and re.fullmatch(spec.root_members, name):
            return Answer(((EXTERNAL, f"{root}::{name}"),), CERTAIN, "external")
        return MISSING if order.whole else NOTHING

    def _is_call(self, entity: Entity) -> bool:
        return entity[0] == DEFINITION and self.kinds[entity[1]] in CALLABLE_KINDS

    def _overloads(self, number: int, name: str, order: Order, after: int) -> Answer:
        """All members of a name, those of the class itself first; what they are is told apart where they are used.

        Of what is no callable only the first counts, as it hides the others. Last comes what a base outside may have.
        """
        classes = order.classes[order.classes.index(after) + 1 :] if after >= 0 else order.classes
        members = self.owners[number].spec.members
        constructors = name in members.constructors
        if members.separate_interfaces and after < 0 and self.kinds[number] != INTERFACE:
            classes = tuple(current for current in classes if self.kinds[current] != INTERFACE)
        found: dict[Entity, None] = {}
        hidden = False
        confidence, rule = CERTAIN, ""
        for current in classes[:1] if constructors else classes:
            own = self.own(current, name)
            if not own.found:
                continue
            rule = rule or own.rule
            confidence = max(confidence, own.confidence)
            calls = [entity for entity in own.found if self._is_call(entity)]
            if not hidden:
                found.update(dict.fromkeys(entity for entity in own.found if entity not in calls))
                hidden = len(calls) < len(own.found)
            found.update(dict.fromkeys(calls))
        if constructors:
            return Answer(tuple(found), confidence, rule) if found else NOTHING
        if hidden:
            return Answer(tuple(found), confidence, rule)
        beyond = self._beyond(number, name, order) if order.externals or not found else NOTHING
        if not found:
            return beyond
        return Answer((*found, *beyond.found), confidence, rule)

    def _content_member(self, number: int, name: str) -> Answer:
        """A field, or a method of an interface, that a type of its own has from the type that it was declared with."""
        types = self.evaluator.types
        if not types.is_distinct(number):
            return NOTHING
        for value in types.content((INSTANCE, number, ())).found:
            if value[0] == INSTANCE:
                found = self.member(value[1], name)
                kinds = {self.kinds[entity[1]] for entity in found.found if entity[0] == DEFINITION}
                if found.found and (kinds <= {FIELD} or self.kinds[value[1]] == INTERFACE):
                    return found
            elif value[0] == EXTERNAL_INSTANCE and self.evaluator.project.is_opaque(value[1]):
                return Answer(((EXTERNAL, f"{value[1]}::{name}"),), INFERRED, "external")
        return NOTHING

    def _of_library(self, externals: tuple[str, ...], name: str) -> Answer | None:
        """A method of a type of the library, None if it is not known to have one of this name."""
        for fqn in externals:
            if name in self.library_methods.get(fqn, ()):
                return Answer(((EXTERNAL, f"{fqn}::{name}"),), CERTAIN, "external")
        return None

    def outside(self, order: Order, name: str) -> Answer:
        """A member that a class of the language itself has, which the project adds to."""
        outside = self.evaluator.parts.outside
        for current in order.classes if outside else ():
            if current in outside:
                shown = name.removeprefix(self.owners[current].spec.members.class_mark)
                return Answer(((EXTERNAL, f"{outside[current]}::{shown}"),), INFERRED, "external")
        return NOTHING

    def own(self, number: int, name: str) -> Answer:
        """What a member denotes that stands in the class itself, or in a part of it."""
        if number not in self.evaluator.parts.of:
            return self._own_of(number, name)
        parts = self.evaluator.holders.parts(number, name)
        found = [(part, answer) for part in parts if (answer := self._own_of(part, name)).found]
        if len(found) > 1 and self.owners[number].spec.members.overloads:
            return self._together(found)
        if len(found) > 1:
            return self._chosen(found)
        return found[0][1] if found else NOTHING

    def _chosen(self, found: list[tuple[int, Answer]]) -> Answer:
        """Of members in several parts of a class those of the usual configuration.

        What is added to a type by itself comes before what is added to it as an implementation of something; which of
        several implementations is meant hangs on more than the name.
        """
        evaluator = self.evaluator
        kept = set(evaluator.conditions.usual([part for part, _ in found]))
        nodes = evaluator.definitions.node
        added = [part for part in kept if nodes[part] != part]
        plain = [part for part in kept if part not in added or not self._has_bases(part)]
        chosen = [answer for part, answer in found if part in (plain or kept)]
        answer = chosen[0] if len(chosen) == 1 else self._merged(chosen)
        callables = [e for e in answer.found if e[0] == DEFINITION and self.kinds[e[1]] in CALLABLE_KINDS]
        if not added:
            return answer
        if len(callables) > 1:
            return answer.at_best(POSSIBLE)
        return Answer(answer.found, max(found.confidence for found in chosen), answer.rule)

    def _together(self, found: list[tuple[int, Answer]]) -> Answer:
        """The overloads in several parts of a class; what is meant is told apart where they are used."""
        whole = self.evaluator.parts.entity
        entities = dict.fromkeys(whole(entity) for _, answer in found for entity in answer.found)
        return Answer(tuple(entities), max(answer.confidence for _, answer in found), found[0][1].rule)

    def _has_bases(self, number: int) -> bool:
        module = self.owners[number]
        return number - module.base in module.bases

    def _merged(self, found: list[Answer]) -> Answer:
        """What several parts of a class have: the parts of one inner class are one."""
        whole = self.evaluator.parts.entity
        entities = dict.fromkeys(whole(entity) for answer in found for entity in answer.found)
        return Answer(tuple(entities), CERTAIN, found[0].rule) if len(entities) == 1 else merge(found)

    def _own_of(self, number: int, name: str) -> Answer:
        scope = self.scopes[number]
        if scope >= 0:
            module = self.owners[number]
            if self.kinds[number] in CALLABLE_KINDS:
                scope = module.member_scopes.get(number - module.base, scope)
            variable = module.names[scope].get(name)
            if variable is not None:
                return self.evaluator.variables.denote(module, variable)
            if module.spec.members.generated or module.spec.members.properties:
                found = self.evaluator.accessors.find(module, number, name)
                if found.found:
                    return found
            if module.spec.members.companion:
                return self._in_companion(module, scope, name)
        return NOTHING

    def _in_companion(self, module: Module, scope: int, name: str) -> Answer:
        """A member of the class in a class whose members are as good as its own."""
        names = module.spec.members.companion
        for companion in names:
            variable = module.names[scope].get(companion)
            if variable is None:
                continue
            found = self.evaluator.variables.denote(module, variable)
            for entity in found.found if name not in names else ():
                if entity[0] == DEFINITION and self.kinds[entity[1]] in CLASS_KINDS:
                    return self.member(entity[1], name)
            return found if name in names else NOTHING
        return NOTHING


def linearise(lines: list[list[int]]) -> list[int]:
    """Merge linear orders into one that keeps them all (Barrett et al. 1996, C3).

    Where none keeps them all, the first order wins.
    """
    pending = [line[:] for line in lines if line]
    result: list[int] = []
    while pending:
        for line in pending:
            head = line[0]
            if not any(head in other[1:] for other in pending):
                break
        else:
            head = pending[0][0]
        result.append(head)
        pending = [[item for item in line if item != head] for line in pending]
        pending = [line for line in pending if line]
    return result
