"""Languages in which all is sent to an object: names without a value are calls of the receiver's methods.

A class has members of its own, which its language may keep apart from those of its instances by a mark before their
names. Reading a method is calling it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Op, ScopeKind
from codegraph.languages.spec import AdapterSpec
from codegraph.model import EXTERNAL_ROOT, SEPARATOR, NodeKind
from codegraph.resolve.values import (
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
    Answer,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

CLASS_SCOPE = int(ScopeKind.CLASS)
OP_MEMBER = int(Op.MEMBER)
GIVEN_TO = -1
TRAIT = KINDS.index(NodeKind.TRAIT)


class Wanted(NamedTuple):
    """A name that is sent to a class itself.

    Args:
        name: the name.
        marked: the name by which a class has it for itself.
        own: the classes that have it for themselves; None while that is not known.
        held: whether any class has it for its instances, which what extends or is mixed in brings along.
        spec: the language.
    """

    name: str
    marked: str
    own: Collection[int] | None
    held: bool
    spec: AdapterSpec

    @property
    def nowhere(self) -> bool:
        """Whether no class has it at all."""
        return not self.held and self.own is not None and not self.own


class Sent:
    """Questions about what is sent to classes and to the receiver."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._members: dict[tuple[int, str], Answer] = {}
        self._behind: dict[tuple[int, str], Answer] = {}
        self._mixins: dict[int, tuple[int, ...]] = {}

    # --- what a class itself has ---

    def class_member(self, number: int, name: str) -> Answer:
        """What a member denotes that is sent to a class itself."""
        key = (number, name)
        known = self._members.get(key)
        if known is None:
            self._members[key] = NOTHING
            known = self._class_member(number, name)
            if not known.found:
                outside = self._of_library(number, name)
                known = outside if outside.found else known
            self._members[key] = known
        return known

    def _of_library(self, number: int, name: str) -> Answer:
        """What a class or module of a library has that the project only adds to (``module Rails`` in one file)."""
        evaluator, definitions = self.evaluator, self.evaluator.definitions
        path: list[str] = []
        at = number
        while at >= 0:
            path.append(evaluator.calls.name_of(at))
            at = int(definitions.parent[at])
        root = SEPARATOR.join([EXTERNAL_ROOT, evaluator.owners[number].spec.ecosystem])
        *inner, first = path
        if f"{root}{SEPARATOR}{first}" not in evaluator.project.known.some:
            return NOTHING
        fqn = SEPARATOR.join([root, first, *reversed(inner), name])
        return Answer(((EXTERNAL, fqn),), INFERRED, "library")

    def _class_member(self, number: int, name: str) -> Answer:
        classes = self.evaluator.classes
        spec = self.evaluator.owners[number].spec
        members = spec.members
        order = classes.order(number)
        found = self._in_order(number, self.wanted(number, name))
        if found.found:
            return found
        if number in self.evaluator.parts.outside and not name[:1].isupper():
            return classes.outside(order, name)
        if name == members.instantiate:
            return Answer(((DEFINITION, number),), CERTAIN, "class-member")
        if name[:1].isupper() or (members.field_mark and name.startswith(members.field_mark)):
            return classes.member(number, name)
        if members.class_root and re.fullmatch(members.class_root, name):
            return Answer(((EXTERNAL, f"{spec.root_class}::{name}"),), CERTAIN, "external")
        if order.externals:
            return Answer(((EXTERNAL, f"{order.externals[0]}::{name}"),), INFERRED, "external")
        return MISSING if order.whole and not order.extended else NOTHING

    def wanted(self, number: int, name: str) -> Wanted:
        """A name that is sent to a class itself, with the classes of its language that may answer to it."""
        holders, owner = self.evaluator.holders, self.evaluator.owners[number]
        marked = owner.spec.members.class_mark + name
        held, own = holders.of(owner, name), holders.of(owner, marked)
        return Wanted(name, marked, own, held is None or bool(held), owner.spec)

    def _in_order(self, number: int, wanted: Wanted) -> Answer:
        """A member of a class itself, or of the classes behind it: what they share is looked into once."""
        if wanted.nowhere:
            return NOTHING
        kinds, order = self.evaluator.definitions.kind, self.evaluator.classes.order(number)
        while order.only >= 0 and kinds[order.only] != TRAIT:
            found = self._of_class(number, number, wanted)
            if found.found:
                return found
            number = order.only
            order = self.evaluator.classes.order(number)
        key = (number, wanted.name)
        known = self._behind.get(key)
        if known is None:
            each = (self._of_class(number, current, wanted) for current in order.classes)
            known = self._behind[key] = next((found for found in each if found.found), NOTHING)
        return known

    def _of_class(self, number: int, current: int, wanted: Wanted) -> Answer:
        """A member of one class of the order: its own, of what extends it, or of what its modules bring along."""
        classes, mixin = self.evaluator.classes, wanted.spec.members.class_mixin
        mixed = current != number and self.evaluator.definitions.kind[current] == TRAIT
        if not mixed:
            if wanted.own is None or current in wanted.own:
                own = classes.own(current, wanted.marked)
                if own.found:
                    return own
            for module in classes.order(current).extended if wanted.held else ():
                found = classes.member(module, wanted.name)
                if found.found and found.found[0][0] != EXTERNAL:
                    return found
        elif mixin and wanted.held:
            for module in self._brought(current, mixin):
                found = classes.member(module, wanted.name)
                if found.found and found.found[0][0] != EXTERNAL:
                    return found
        return NOTHING

    def _brought(self, number: int, mixin: str) -> tuple[int, ...]:
        """What a module has under the name of that which it brings along for classes that mix it in."""
        known = self._mixins.get(number)
        if known is None:
            whole = self.evaluator.whole
            own = self.evaluator.classes.own(number, mixin).found
            inner: list[int] = [entity[1] for entity in own if entity[0] == DEFINITION]
            known = tuple(whole.get(number, number) for number in inner)
            if self.evaluator.holders.known:
                self._mixins[number] = known
        return known

    # --- names that are sent to the receiver ---

    def free(self, module: Module, name: str, scope: int) -> Answer:
        """What a plain name denotes that is sent to the receiver: a method of the class around, or of everything."""
        spec, evaluator = module.spec, self.evaluator
        mark = spec.members.class_mark
        plain = name.removeprefix(mark).removeprefix(mark)
        number = self.around(module, scope)
        found = NOTHING
        if number >= 0:
            static = plain != name
            found = self.class_member(number, plain) if static else evaluator.classes.member(number, plain)
            if found.found and found.found[0][0] != EXTERNAL:
                return found.by("implicit-receiver")
            if name.startswith(mark * 2):
                instead = evaluator.classes.member(number, plain)
                if instead.found and (instead.found[0][0] != EXTERNAL or not found.found):
                    found = instead.at_best(INFERRED, "implicit-receiver")
                    if found.found[0][0] != EXTERNAL:
                        return found
            if not static:
                inherited = evaluator.heirs.member(number, plain)
                if inherited.found:
                    return inherited
        outermost = evaluator.units.name((spec.family or module.language, ""), plain, module)
        if outermost.found:
            return outermost.at_best(INFERRED)
        if plain in module.globals:
            return Answer(((EXTERNAL, f"{spec.builtins}::{plain}"),), CERTAIN, "builtin")
        if found.found:
            return found.at_best(INFERRED)
        if number < 0:
            instead = evaluator.selves.named(module, plain, scope)
            if instead.found:
                return instead
        mixed = number >= 0 and evaluator.definitions.kind[number] == TRAIT
        return NOTHING if mixed else found if number >= 0 else MISSING

    def around(self, module: Module, scope: int) -> int:
        """The class around a scope, -1 outside of one."""
        while scope > 0:
            if module.scope_kind[scope] == CLASS_SCOPE and module.scope_definition[scope] >= 0:
                number = module.base + module.scope_definition[scope]
                return self.evaluator.whole.get(number, number)
            scope = module.scope_parent[scope]
        return -1

    # --- values ---

    def value(self, module: Module, expression: int, receiver: int) -> Answer:
        """What sending a name to a receiver gives."""
        evaluator, members = self.evaluator, module.spec.members
        name = module.strings[module.b[expression]]
        named = evaluator.denote(module, expression)
        outside = not named.found or named.found[0][0] == EXTERNAL
        held = evaluator.value(module, receiver)
        if outside and name in members.passes:
            return held
        if outside and name == members.class_of:
            classes = tuple((CLASS, v[1], ()) for v in held.found if v[0] == INSTANCE)
            return Answer(classes, held.confidence, "class-member") if classes else NOTHING
        if name == members.instantiate and not evaluator.library.tells(named):
            made = self._made(named, held)
            if made.found:
                return made
        if named.found and evaluator.calls.give_receiver(self._functions(named)):
            same = tuple((INSTANCE, v[1], ()) for v in held.found if v[0] in (INSTANCE, CLASS))
            if same:
                return Answer(same, max(INFERRED, held.confidence), "return-receiver")
        if outside and named.found:
            given = evaluator.library.of_member(module, held, named)
            given = given if given.found else evaluator.library.of_call(module, expression, named)
            return given if given.found else evaluator.calls.call(named)
        return evaluator.values_of(named)

    def call_value(self, module: Module, expression: int, called: int) -> Answer:
        """What a call gives whose arguments are kept, as they say what it gives."""
        named = self.evaluator.denote(module, called)
        if named.found and named.found[0][0] == EXTERNAL:
            given = self.evaluator.library.sent(module, expression, called, named)
            if given.found:
                return given
        return self.evaluator.value(module, called)

    def block_parameter(self, module: Module, local: int, position: int) -> Answer:
        """What a parameter of a block is: what the method that the block is given to hands to it."""
        evaluator = self.evaluator
        answers: list[Answer] = []
        for place, call in module.blocks.get(local, ()):
            if place != GIVEN_TO or position < 0:
                continue
            for entity in evaluator.denote(module, call).found:
                if entity[0] == DEFINITION:
                    answers += self._handed(entity[1], position)
                elif evaluator.library.calls_back(entity[1]):
                    given = evaluator.library.gives_to(Answer((entity,), INFERRED, ""), position)
                    answers.append(Answer(given, INFERRED, "block"))
                elif self._gives_elements(module, call, position):
                    held = evaluator.value(module, module.a[call])
                    answers.append(evaluator.types.elements(held, "__iter__", ""))
        merged = merge([answer for answer in answers if answer.found])
        return merged.at_best(INFERRED, "block") if merged.found else NOTHING

    @staticmethod
    def _gives_elements(module: Module, call: int, position: int) -> bool:
        if module.op[call] != OP_MEMBER:
            return False
        return position in module.spec.callbacks.get(module.strings[module.b[call]], ())

    def _handed(self, number: int, position: int) -> list[Answer]:
        owner = self.evaluator.owners[number]
        rows = owner.blocks.get(number - owner.base, ())
        return [self.evaluator.value(owner, value) for place, value in rows if place == position]

    def free_value(self, module: Module, expression: int) -> Answer:
        """What a plain name gives that is sent to the receiver."""
        evaluator = self.evaluator
        named = evaluator.denote(module, expression)
        name = module.strings[module.a[expression]]
        number = self.around(module, module.b[expression])
        if named.found and number >= 0:
            if name.strip(module.spec.members.class_mark) == module.spec.members.instantiate:
                return self._made(named, Answer(((CLASS, number, ()),), CERTAIN, "self"))
            if evaluator.calls.give_receiver(self._functions(named)):
                return Answer(((INSTANCE, number, ()),), INFERRED, "return-receiver")
        if named.found and named.found[0][0] == EXTERNAL:
            given = evaluator.library.of_call(module, expression, named)
            if given.found:
                return given
        return evaluator.values_of(named)

    def _functions(self, named: Answer) -> Answer:
        found = tuple((FUNCTION, e[1]) for e in named.found if e[0] == DEFINITION)
        return Answer(found if len(found) == len(named.found) else (), named.confidence, named.rule)

    def _made(self, named: Answer, held: Answer) -> Answer:
        """New instances, where no class has a member of its own that makes them."""
        kinds = self.evaluator.definitions.kind
        if named.found and all(e[0] == DEFINITION and kinds[e[1]] in CLASS_KINDS for e in named.found):
            return self.evaluator.calls.instances(held)
        classes = [v for v in held.found if v[0] == EXTERNAL]
        if named.found and named.found[0][0] == EXTERNAL and classes:
            made = tuple((EXTERNAL_INSTANCE, v[1], ()) for v in classes)
            return merge([Answer(made, max(INFERRED, held.confidence), "construction")])
        return NOTHING
