"""Types: what annotations mean, and what comes out of containers, iterators and context managers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, Op
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CERTAIN,
    CLASS,
    CLASS_KINDS,
    CLASS_WRAPPERS,
    DEFINITION,
    DISPLAY,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    MAX_DEPTH,
    MAX_UNION,
    MODULE,
    NOTHING,
    OPAQUE_ELEMENT,
    TYPE_ALIAS,
    TYPE_VARIABLES,
    WRAPPERS,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

# Plain numbers: comparing with members of an IntEnum costs several times as much.
FLAG_ANONYMOUS, FLAG_DISTINCT, FLAG_VARIANT = int(Flag.ANONYMOUS), int(Flag.DISTINCT), int(Flag.VARIANT)
BIND_VALUE = int(Bind.VALUE)
OP_ARRAY = int(Op.ARRAY)
OP_BUILT_IN = int(Op.BUILT_IN)
OP_DISPLAY = int(Op.DISPLAY)
OP_ENTER = int(Op.ENTER)
OP_INDEX = int(Op.INDEX)
OP_ITERATE = int(Op.ITERATE)
OP_LITERAL = int(Op.LITERAL)
OP_NAME = int(Op.NAME)
OP_MEMBER = int(Op.MEMBER)
OP_SELF = int(Op.SELF)
OP_SLICE = int(Op.SLICE)
OP_TYPEOF = int(Op.TYPEOF)
OP_UNION = int(Op.UNION)
OP_UNPACK = int(Op.UNPACK)


OUTSIDE = (EXTERNAL, EXTERNAL_INSTANCE)
ALIASES = frozenset((OP_INDEX, OP_UNION))
GENERATORS = ("::generator", "Generator", "Iterator")
"""How the names end of what context managers are made from that a generator is."""


class Types:
    """Questions about types, each answered once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.definitions = evaluator.project.definitions

    def instances(self, module: Module, expression: int) -> Answer:
        """The values that something annotated with a type can have."""
        memo = module.types
        known = memo[expression]
        if known is not None:
            return known
        if self.evaluator.depth > MAX_DEPTH:
            return NOTHING
        memo[expression] = NOTHING
        self.evaluator.depth += 1
        answer = self._type(module, expression)
        self.evaluator.depth -= 1
        memo[expression] = answer
        return answer

    def _type(self, module: Module, expression: int) -> Answer:
        op, a = module.op[expression], module.a[expression]
        if op == OP_UNION:
            return merge(
                [self.instances(module, a), self.instances(module, module.b[expression])],
                rule="annotation",
            )
        if op == OP_INDEX:
            return self._generic_type(module, expression, a)
        if op in (OP_ARRAY, OP_BUILT_IN):
            return self._built_in(module, expression, op)
        if op == OP_SELF:
            number = module.base + a
            other = self.evaluator.parts.others.get(number)
            if other is not None:
                return Answer((other,), CERTAIN, "annotation")
            return Answer(((INSTANCE, self.evaluator.whole.get(number, number), ()),), CERTAIN, "annotation")
        if op == OP_TYPEOF:
            return self.evaluator.value(module, a)
        if op == OP_LITERAL:
            quoted = module.b[expression]
            variable = module.names[0].get(module.strings[quoted], -1) if quoted >= 0 else -1
            if variable >= 0:
                return self._instances_of(self.evaluator.variables.denote(module, variable), ())
            return self.literal(module, a)
        if op == OP_DISPLAY:  # except (KeyError, ValueError)
            elements = self.evaluator.containers.elements(module, expression)
            return merge([self.instances(module, element) for element in elements], rule="annotation")
        named = self.evaluator.imports.type_named(module, expression)
        if not named.found and op == OP_NAME:
            found = self.evaluator.generics.parameter(module, a)
        else:
            found = self._instances_of(named, ())
        if not found.found:
            found = self._instances_of_values(module, expression)
        return found if found.found or op != OP_MEMBER else self._part(module, expression, a)

    def _part(self, module: Module, expression: int, whole: int) -> Answer:
        """A member of what has a type: ``({ app }: { app: App })``."""
        held = self.instances(module, whole)
        name = module.strings[module.b[expression]]
        return self.evaluator.values_of(self.evaluator.members.of(held, name)) if held.found else NOTHING

    def _built_in(self, module: Module, expression: int, op: int) -> Answer:
        """An instance of a generic type that is built in."""
        name, arguments = "Array", [module.a[expression]]
        if op == OP_BUILT_IN:
            name, arguments = module.strings[module.a[expression]], module.listed(module.b[expression])
        held = tuple(self.instances(module, item).found for item in arguments)
        given = held if op == OP_ARRAY or any(held) else ()
        return Answer(((EXTERNAL_INSTANCE, f"{module.spec.builtins}::{name}", given),), CERTAIN, "annotation")

    def _instances_of_values(self, module: Module, expression: int) -> Answer:
        """A type by the class that a variable holds: ``const { Cart } = require("./cart")``."""
        if module.op[expression] not in (OP_NAME, OP_MEMBER):
            return NOTHING
        held = self.evaluator.value(module, expression)
        found = tuple((INSTANCE, *value[1:]) for value in held.found if value[0] == CLASS)
        return Answer(found, max(held.confidence, INFERRED), "annotation") if found else NOTHING

    def _instances_of(self, answer: Answer, arguments: tuple[tuple[Entity, ...], ...]) -> Answer:
        found: list[Entity] = []
        if len(answer.found) > 1:
            answer = self.evaluator.merged.types(answer)
        for entity in answer.found:
            if entity[0] == EXTERNAL:
                found.append((EXTERNAL_INSTANCE, entity[1], arguments))
            elif entity[0] == DEFINITION:
                found.extend(self._instances_of_definition(entity[1], arguments))
            elif entity[0] == MODULE:  # const Cart = require("./cart"), where that is a class
                whole = self.evaluator.exports.whole(self.evaluator.project.modules[entity[1]])
                found.extend((INSTANCE, value[1], arguments) for value in whole.found if value[0] == CLASS)
        if not found:
            return NOTHING
        return Answer(tuple(found), answer.confidence, "annotation")

    def of_definition(self, number: int) -> tuple[Entity, ...]:
        """The values of a type that is named without type arguments."""
        return tuple(self._instances_of_definition(number, ()))

    def _instances_of_definition(
        self, number: int, arguments: tuple[tuple[Entity, ...], ...]
    ) -> Iterable[Entity]:
        definitions = self.definitions
        kind = definitions.kind[number]
        generics = self.evaluator.generics
        number = self.evaluator.whole.get(number, number)
        arguments = generics.filled(number, arguments)
        if kind in CLASS_KINDS:
            return [(INSTANCE, number, arguments)]
        if kind == TYPE_ALIAS:
            if definitions.flags[number] & FLAG_DISTINCT:
                return [(INSTANCE, number, arguments)]
            target = definitions.returns[number]
            if target >= 0:
                held = self.instances(self.evaluator.project.owners[number], target)
                return generics.substituted(held, generics.chosen(number, arguments)).found
            return [(INSTANCE, number, arguments)] if definitions.scope[number] >= 0 else ()
        if kind in CALLABLE_KINDS and definitions.flags[number] & FLAG_ANONYMOUS:
            return [(FUNCTION, number)]  # a function type: what it gives is known, what it is is not
        value = self.evaluator.definition_value(number)
        if value.found and value.found[0][0] == EXTERNAL_INSTANCE and value.found[0][1] in TYPE_VARIABLES:
            return generics.variable(number)
        return [(INSTANCE, v[1], arguments) for v in value.found if v[0] == CLASS] or self._alias(number)

    def is_distinct(self, number: int) -> bool:
        """Whether a definition is a type of its own with the content of another one."""
        return self.definitions.flags[number] & FLAG_DISTINCT > 0

    def content(self, value: Entity) -> Answer:
        """What a value of a type of its own is made of: a value of the type that it was declared with."""
        number: int = value[1]
        held = self.instances(self.evaluator.owners[number], self.definitions.returns[number])
        generics = self.evaluator.generics
        return generics.substituted(held, generics.chosen(number, value[2]))

    def _alias(self, number: int) -> Iterable[Entity]:
        """The values of a type that a variable is an alias of: ``Path = Union[str, Parts]``."""
        module = self.evaluator.owners[number]
        variable = module.variable_of.get(number - module.base)
        for binding in module.bindings(variable) if variable is not None else ():
            target = module.bind_target[binding]
            if module.bind_kind[binding] == BIND_VALUE and target >= 0 and module.op[target] in ALIASES:
                return self.instances(module, target).found
        return ()

    def _generic_type(self, module: Module, expression: int, base: int) -> Answer:
        arguments = module.listed(module.b[expression])
        named = self.evaluator.imports.type_named(module, base, len(arguments))
        name = named.found[0][1].rpartition("::")[2] if named.found and named.found[0][0] == EXTERNAL else ""
        if name in WRAPPERS and not self.evaluator.library.knows(named.found[0][1]):
            chosen = (
                arguments
                if name in ("Optional", "Union")
                else arguments[-1:]
                if name == "Coroutine"
                else arguments[:1]
            )
            return merge([self.instances(module, argument) for argument in chosen], rule="annotation")
        if name in module.spec.transparent_types and arguments:
            return self.instances(module, arguments[0])
        if name in CLASS_WRAPPERS and arguments:
            held = self.instances(module, arguments[0])
            return Answer(
                tuple(
                    (CLASS, v[1], ()) if v[0] == INSTANCE else (EXTERNAL_INSTANCE, named.found[0][1], ((v,),))
                    for v in held.found
                    if v[0] in (INSTANCE, GENERIC)
                ),
                held.confidence,
                held.rule,
            )
        if name == "Exclude" and len(arguments) > 1:
            without = self.instances(module, arguments[1]).found
            held = self.instances(module, arguments[0])
            return Answer(tuple(v for v in held.found if v not in without), held.confidence, held.rule)
        if name in ("InstanceType", "ReturnType") and arguments:
            held = self.instances(module, arguments[0])
            calls = self.evaluator.calls
            if name == "InstanceType":
                return calls.instances(held)
            given = calls.call(held)
            return given if given.found else self.evaluator.library.of_call(module, expression, held)
        return self._instances_of(named, tuple(self.instances(module, item).found for item in arguments))

    def unwrapped(self, answer: Answer) -> Answer:
        found: list[Entity] = []
        for value in answer.found:
            if value[0] == EXTERNAL_INSTANCE and value[2]:
                awaited = self.evaluator.library.awaited(value)
                if awaited is None:
                    awaited = value[2][0] if value[1].rpartition("::")[2] in WRAPPERS else (value,)
                found.extend(awaited)
            else:
                found.append(value)
        return Answer(tuple(found), answer.confidence, answer.rule) if found else NOTHING

    def elements(self, answer: Answer, method: str, key: str) -> Answer:
        """The elements of containers: by their type arguments, or by what the class's own method gives.

        Args:
            key: literal key or position of the element; "" for any.
        """
        answers = []
        for value in answer.found:
            if value[0] == DISPLAY:
                answers.append(self.evaluator.containers.element(value, key))
            elif value[0] == EXTERNAL_INSTANCE and value[2]:
                answers.append(Answer(self._held(value, method, key), INFERRED, "element"))
            elif value[0] in OUTSIDE and self._is_opaque(value):
                answers.append(
                    Answer(((EXTERNAL_INSTANCE, value[1] + OPAQUE_ELEMENT, ()),), INFERRED, "element")
                )
            elif value[0] == INSTANCE and self.is_distinct(value[1]):
                answers.append(self.elements(self.content(value), method, key))
            elif value[0] == GENERIC:
                answers.append(self.elements(self.evaluator.generics.bound(value), method, key))
            elif value[0] == INSTANCE and self.evaluator.owners[value[1]].spec.members.step:
                if method == "__iter__":
                    answers.append(self.evaluator.steppers.elements(value))
            elif value[0] == INSTANCE:
                fields = self.evaluator.classes.fields(value[1]) if method == "__iter__" else []
                if fields:
                    answers.append(self._fields(fields, key))
                    continue
                found = self.evaluator.generics.member(value, method)
                if method == "__iter__" and (not found.found or found.found[0][0] == EXTERNAL):
                    found = self.evaluator.generics.member(value, "__aiter__")
                result = self.evaluator.calls.call(found) if found.found else NOTHING
                if (
                    not result.found
                    and method == "__getitem__"
                    and self.evaluator.owners[value[1]].spec.pointers
                ):
                    result = Answer((value,), INFERRED, "element")
                answers.append(result if method != "__iter__" else self._elements_of_iterator(result))
        return merge([a for a in answers if a.found])

    def instances_of(self, number: int) -> Answer:
        """The values that something annotated with a type's definition can have."""
        return self._instances_of(Answer(((DEFINITION, number),), CERTAIN, "annotation"), ())

    def positional(self, answer: Answer, position: str) -> Answer:
        """A part of a value that has a position for its name: of a tuple, or of a type whose fields have no names."""
        answers = []
        for value in answer.found:
            if value[0] == DISPLAY or (value[0] == EXTERNAL_INSTANCE and value[2]):
                answers.append(self.elements(Answer((value,), CERTAIN, ""), "__iter__", position))
            elif value[0] == INSTANCE:
                answers.append(self._positional_field(value, position))
        found = [answer for answer in answers if answer.found]
        return merge(found).at_best(answer.confidence) if found else NOTHING

    def _positional_field(self, value: Entity, position: str) -> Answer:
        evaluator = self.evaluator
        for number in evaluator.parts.numbers(value[1]):
            scope = self.definitions.scope[number]
            module = evaluator.owners[number]
            variable = module.names[scope].get(position) if scope >= 0 else None
            if variable is not None:
                found = evaluator.variables.value(module, variable)
                return evaluator.generics.seen_from(Answer((value,), CERTAIN, ""), found)
        return NOTHING

    def variant(self, module: Module, expression: int, maker: int) -> Answer:
        """A value that a pattern takes for what a constructor has made: its parts are members of that."""
        evaluator = self.evaluator
        given = evaluator.value(module, expression)
        answers = []
        for entity in evaluator.denote(module, maker).found:
            if entity[0] == EXTERNAL:
                answers.append(self._external_variant(module, given, entity[1].rpartition("::")[2]))
            elif entity[0] == DEFINITION:
                answers.append(self._own_variant(given, entity[1]))
        found = [answer for answer in answers if answer.found]
        return merge(found) if found else NOTHING

    def _external_variant(self, module: Module, given: Answer, name: str) -> Answer:
        at = module.spec.variants.get(name)
        tuple_type = f"{module.spec.builtins}::tuple"
        held = [
            (EXTERNAL_INSTANCE, tuple_type, (value[2][at],))
            for value in given.found
            if at is not None and value[0] == EXTERNAL_INSTANCE and len(value[2]) > at
        ]
        return Answer(tuple(held), max(given.confidence, INFERRED), "pattern") if held else NOTHING

    def _own_variant(self, given: Answer, number: int) -> Answer:
        evaluator = self.evaluator
        if not self.definitions.flags[number] & FLAG_VARIANT:
            named = evaluator.definition_value(number)
            whole = [value[1] for value in named.found if value[0] == CLASS]
            same = [value for value in given.found if value[0] == INSTANCE and value[1] in whole]
            found = same or [(INSTANCE, value, ()) for value in whole]
            return Answer(tuple(found), INFERRED, "pattern")
        enumeration = int(self.definitions.parent[number])
        arguments = [value[2] for value in given.found if value[0] == INSTANCE and value[1] == enumeration]
        return Answer(((INSTANCE, number, arguments[0] if arguments else ()),), INFERRED, "pattern")

    def _is_opaque(self, value: Entity) -> bool:
        """Whether something external is not known from inside, but what it holds is external too."""
        return self.evaluator.project.is_opaque(value[1])

    def _fields(self, fields: list[int], key: str) -> Answer:
        """The elements of a tuple with named fields."""
        chosen = fields
        if key.removeprefix("-").isdigit():
            position = int(key)
            chosen = [fields[position]] if -len(fields) <= position < len(fields) else []
        return merge([self.evaluator.definition_value(number) for number in chosen])

    def _held(self, value: Entity, method: str, key: str) -> tuple[Entity, ...]:
        """The elements of a container by its type arguments."""
        held: tuple[tuple[Entity, ...], ...] = value[2]
        if value[1].endswith(("::tuple", "::Tuple")):
            if len(held) == 2 and not held[1]:  # tuple[A, ...]
                return held[0]
            if key.removeprefix("-").isdigit():
                return held[int(key)] if -len(held) <= int(key) < len(held) else ()
            return tuple(dict.fromkeys(entity for part in held for entity in part))[:MAX_UNION]
        known = self.evaluator.library.elements(value, method)
        if known is not None:
            return known
        return held[-1 if method == "__getitem__" else 0]  # what a mapping holds, or its keys

    def _elements_of_iterator(self, answer: Answer) -> Answer:
        found: list[Entity] = []
        for value in answer.found:
            if value[0] == EXTERNAL_INSTANCE and value[2]:
                found.extend(value[2][0])
            elif value[0] == INSTANCE:
                following = self.evaluator.classes.member(value[1], "__next__")
                if not following.found or following.found[0][0] == EXTERNAL:
                    following = self.evaluator.classes.member(value[1], "__anext__")
                found.extend(self.evaluator.calls.call(self.evaluator.values_of(following)).found)
        return Answer(tuple(found)[:MAX_UNION], INFERRED, "element") if found else NOTHING

    def _entered(self, answer: Answer) -> Answer:
        answers = []
        for value in answer.found:
            if value[0] == INSTANCE:
                enter = self.evaluator.classes.member(value[1], "__enter__")
                if not enter.found:
                    enter = self.evaluator.classes.member(value[1], "__aenter__")
                functions = self.evaluator.values_of(enter)
                if self.evaluator.calls.give_receiver(functions):
                    answers.append(Answer((value,), INFERRED, "return-receiver"))
                else:
                    answers.append(self.evaluator.calls.call(functions))
            elif value[0] == EXTERNAL_INSTANCE and value[2] and value[1].endswith(GENERATORS):
                answers.append(Answer(value[2][0], INFERRED, "element"))
            elif value[0] == EXTERNAL_INSTANCE:
                answers.append(self.evaluator.library.entered(value[1]))
        return merge([a for a in answers if a.found])

    def element(self, module: Module, expression: int, op: int, a: int) -> Answer:
        """Values that come out of other values: iteration, subscripts, unpacking, context managers."""
        if op == OP_ITERATE:
            return self.elements(self.evaluator.value(module, a), "__iter__", "")
        if op == OP_ENTER:
            return self._entered(self.evaluator.value(module, a))
        if op == OP_UNPACK:
            position = str(module.b[expression])
            whole = self.evaluator.value(module, a)
            if (
                len(whole.found) == 1
                and whole.found[0][0] == EXTERNAL_INSTANCE
                and self._is_opaque(whole.found[0])
            ):
                return whole  # one of several results
            return self.elements(whole, "__iter__", position)
        if op == OP_INDEX:
            named = self.evaluator.containers.computed(module, expression)
            if named.found:
                return self.evaluator.values_of(named)
            held = self.evaluator.value(module, a)
            if held.found and held.found[0][0] == CLASS:
                return held  # a generic class with its arguments
            if held.found and held.found[0][0] == FUNCTION:
                return self.evaluator.generics.applied(module, held, module.b[expression])
            subscript = module.b[expression]
            key = self.evaluator.containers.key(module, subscript) if subscript >= 0 else ""
            return self.elements(held, "__getitem__", key)
        if op == OP_SLICE:
            return self._sliced(self.evaluator.value(module, a), module.b[expression])
        return NOTHING

    def _sliced(self, answer: Answer, start: int) -> Answer:
        """Parts of containers, which are containers of the same kind."""
        answers = []
        for value in answer.found:
            if value[0] == DISPLAY:
                part = self.evaluator.containers.sliced(value, start)
                answers.append(Answer((part,), INFERRED, "element"))
            elif value[0] == EXTERNAL_INSTANCE:
                answers.append(Answer((value,), INFERRED, "element"))
            else:
                answers.append(self.elements(Answer((value,), CERTAIN, ""), "__getitem__", ""))
        return merge([a for a in answers if a.found])

    def literal(self, module: Module, string: int) -> Answer:
        name = module.strings[string]
        if name in ("None", "null", "undefined"):
            return Answer((), CERTAIN, "none")
        return Answer(((EXTERNAL_INSTANCE, module.spec.home(name), ()),), CERTAIN, "literal")
