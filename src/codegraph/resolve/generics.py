"""Type parameters: which ones there are, what they stand for in a place, and what arguments tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, Op, ParameterFlag
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CERTAIN,
    CLASS,
    CLASS_KINDS,
    CLASS_WRAPPERS,
    DEFINITION,
    DISPLAY,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    MAX_UNION,
    NOTHING,
    SUPER,
    Answer,
    Entity,
    Held,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

Key = tuple[int, int]
"""A type parameter: the number of its module and its variable."""
Environment = Mapping[Key, Held]
Site = tuple["Module", int]
"""Where a call stands and the PAIR of its arguments."""

MAX_NESTING = 6  # types that hold types; deeper ones are cut
BIND_DEFINITION, BIND_TYPE_PARAMETER = int(Bind.DEFINITION), int(Bind.TYPE_PARAMETER)
FLAG_OVERLOAD = int(Flag.OVERLOAD)
FLAG_VARIANT = int(Flag.VARIANT)
OP_DEFINITION = int(Op.DEFINITION)
OP_INDEX = int(Op.INDEX)
REST, OPTIONAL = int(ParameterFlag.REST), int(ParameterFlag.OPTIONAL)
EMPTY: dict[Key, Held] = {}


class Generics:
    """Questions about type parameters; what a class or function declares is found out once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.owners, self.definitions = evaluator.project.owners, evaluator.project.definitions
        self._parameters: dict[int, tuple[tuple[Key, int], ...]] = {}
        self._environments: dict[tuple[int, tuple[Held, ...]], Environment] = {}
        self._signatures: dict[int, tuple[int, ...]] = {}
        self._counts: dict[int, tuple[int, float]] = {}
        self._renamed: dict[int, dict[int, Key]] = {}

    # --- type parameters ---

    def parameter(self, module: Module, variable: int) -> Answer:
        """The value of something whose type is a type parameter."""
        for binding in module.bindings(variable):
            if module.bind_kind[binding] == BIND_TYPE_PARAMETER:
                key = (module.index, variable)
                if module.holders[0]:
                    key = self._of_holders(module).get(variable, key)
                return Answer(((GENERIC, *key),), CERTAIN, "annotation")
        return NOTHING

    def _of_holders(self, module: Module) -> dict[int, Key]:
        """The type parameters that methods name anew of the type that they are added to, by their variable."""
        known = self._renamed.get(module.index)
        if known is None:
            known = self._renamed[module.index] = {}
            parents, whole = self.definitions.columns["parent"], self.evaluator.whole
            for local, rows in module.type_parameters.items():
                holder = module.base + int(parents[module.base + local])
                if holder in whole and self.definitions.node[holder] != holder:
                    own = self.parameters(whole[holder])
                    known.update({row[2]: key for row, (key, _) in zip(rows, own, strict=False)})
        return known

    def variable(self, number: int) -> Held:
        """The same for a type parameter that is a variable of a module (Python's ``TypeVar``)."""
        module = self.owners[number]
        variable = module.variable_of.get(number - module.base)
        return () if variable is None else ((GENERIC, module.index, variable),)

    def bound(self, value: Entity) -> Answer:
        """What a value of a type parameter is at least: by the parameter's bound."""
        seen = set()
        pending = [value]
        found: list[Entity] = []
        while pending:
            current = pending.pop()
            if current[0] != GENERIC:
                found.append(current)
            elif current not in seen:
                seen.add(current)
                pending.extend(self._bound(self.evaluator.project.modules[current[1]], current[2]))
        return Answer(tuple(found), INFERRED, "bound") if found else NOTHING

    def _bound(self, module: Module, variable: int) -> Held:
        for binding in module.bindings(variable):
            target = module.bind_target[binding]
            if module.bind_kind[binding] == BIND_TYPE_PARAMETER and target >= 0:
                return self.evaluator.types.instances(module, target).found
        return ()

    def parameters(self, number: int) -> tuple[tuple[Key, int], ...]:
        """The type parameters of a class, function or alias in order, each with its default (-1: none)."""
        known = self._parameters.get(number)
        if known is None:
            self._parameters[number] = ()
            module = self.owners[number]
            local = number - module.base
            if self.definitions.flags[number] & FLAG_VARIANT:  # it has those of its enumeration
                local = int(self.definitions.parent[number]) - module.base
            rows = module.type_parameters.get(local)
            if rows is not None:
                known = tuple(((module.index, variable), default) for _, default, variable in rows)
            else:
                known = tuple(self._of_bases(module, local))
            self._parameters[number] = known
        return known

    def _of_bases(self, module: Module, local: int) -> Iterator[tuple[Key, int]]:
        """The type variables that the bases of a class name (``class Box(Generic[T])``)."""
        seen = set()
        for _, expression in module.bases.get(local, ()):
            pair = module.b[expression] if module.op[expression] == OP_INDEX else -1
            for argument in module.listed(pair):
                for value in _flat(self.evaluator.types.instances(module, argument).found):
                    if value[0] == GENERIC and value not in seen and not self._is_lexical(value):
                        seen.add(value)
                        yield (value[1], value[2]), -1

    def _is_lexical(self, value: Entity) -> bool:
        """Whether a type parameter belongs to what declares it, and is no variable that many classes use."""
        module, variable = self.evaluator.project.modules[value[1]], value[2]
        return module.bind_kind[module.var_first[variable]] == BIND_TYPE_PARAMETER

    def chosen(self, number: int, arguments: tuple[Held, ...]) -> dict[Key, Held]:
        """What the type parameters of a definition stand for when it is given these arguments."""
        if not arguments:
            return EMPTY
        return {key: held for (key, _), held in zip(self.parameters(number), arguments, strict=False)}

    def filled(self, number: int, arguments: tuple[Held, ...]) -> tuple[Held, ...]:
        """Type arguments with the defaults of those that are left out."""
        parameters = self.parameters(number)
        if len(arguments) >= len(parameters):
            return arguments
        module = self.owners[number]
        known = dict(self.chosen(number, arguments))
        for (key, default), _ in zip(parameters[len(arguments) :], range(MAX_UNION), strict=False):
            if default < 0:
                break
            held = self.evaluator.types.instances(module, default).found
            known[key] = self.substitute(held, known)
        return tuple(known.values())

    # --- substitution ---

    def environment(self, number: int, arguments: tuple[Held, ...]) -> Environment:
        """What the type parameters of a class and of all its bases stand for."""
        place = (number, arguments)
        known = self._environments.get(place)
        if known is not None:
            return known
        self._environments[place] = EMPTY
        found = dict(self.chosen(number, arguments))
        for part in self.evaluator.parts.numbers(number):
            if part != number:
                found.update(self._of_part(part, arguments))
            module = self.owners[part]
            for _, expression in module.bases.get(part - module.base, ()):
                for base in self.evaluator.types.instances(module, expression).found:
                    if base[0] == INSTANCE and base[1] != number:
                        above = self.environment(base[1], self._each(base[2], found, 0))
                        for key, held in above.items():
                            found.setdefault(key, held)
        result = found or EMPTY
        self._environments[place] = result
        return result

    def _of_part(self, part: int, arguments: tuple[Held, ...]) -> Environment:
        """What the type parameters stand for of what adds members to a type that is given these arguments."""
        other = self.evaluator.parts.others.get(part)
        if other is None:
            return self.chosen(part, arguments)  # it declares type parameters of its own, in the same order
        if other[0] != INSTANCE:
            return EMPTY
        return {
            (value[1], value[2]): held
            for own, held in zip(other[2], arguments, strict=False)
            for value in own
            if value[0] == GENERIC and value not in held
        }

    def substitute(self, found: Held, environment: Environment, depth: int = 0) -> Held:
        """Values with what their type parameters stand for; what is not known stays a type parameter."""
        if not environment or not found:
            return found
        result: dict[Entity, None] = {}
        for value in found:
            tag = value[0]
            if tag == GENERIC:
                for held in environment.get((value[1], value[2]), (value,)):
                    result.setdefault(held)
            elif tag in (INSTANCE, CLASS, EXTERNAL_INSTANCE) and value[2]:
                held = (tag, value[1], self._each(value[2], environment, depth))
                result.setdefault(_class_of(held) if tag == EXTERNAL_INSTANCE else held)
            elif tag == FUNCTION:
                result.setdefault(self._closed(value, environment, depth))
            else:
                result.setdefault(value)
        return tuple(result)[:MAX_UNION]

    def _each(self, arguments: tuple[Held, ...], environment: Environment, depth: int) -> tuple[Held, ...]:
        if depth > MAX_NESTING:
            return ()
        return tuple(self.substitute(held, environment, depth + 1) for held in arguments)

    def _closed(self, value: Entity, environment: Environment, depth: int) -> Entity:
        """A function that remembers what the type parameters around it stand for."""
        if depth > MAX_NESTING:
            return value
        own = {key: self.substitute(held, environment, depth + 1) for key, held in _known(value).items()}
        for key, held in environment.items():
            own.setdefault(key, held)
        return (FUNCTION, value[1], tuple(sorted(own.items())))

    def substituted(self, answer: Answer, environment: Environment) -> Answer:
        """An answer with what its type parameters stand for."""
        if not environment or not is_open(answer.found):
            return answer
        found = self.substitute(answer.found, environment)
        return Answer(found, answer.confidence, answer.rule) if found else NOTHING

    def seen_from(self, receiver: Answer, answer: Answer) -> Answer:
        """The values of a member as the type arguments of what it is a member of make them."""
        around: Environment | None = None
        if len(receiver.found) == 1 and receiver.found[0][0] == INSTANCE:
            around = self._environments.get(receiver.found[0][1:])
        if around is None:
            around = self.around(receiver.found)
        return self.substituted(answer, around) if around else answer

    def around(self, receivers: Held) -> Environment:
        """What type parameters stand for in the members of values."""
        found: dict[Key, Held] = {}
        for value in receivers:
            if value[0] == GENERIC:
                around = self.around(self.bound(value).found)
            elif value[0] == INSTANCE:
                around = self.environment(value[1], value[2])
            elif value[0] == SUPER:
                around = self.environment(value[1], ())
            else:
                continue
            for key, held in around.items():
                found[key] = (*found.get(key, ()), *(item for item in held if item not in found.get(key, ())))
        return found

    def member(self, value: Entity, name: str) -> Answer:
        """The values of a member of an instance."""
        named = self.evaluator.classes.member(value[1], name)
        if not named.found:
            return NOTHING
        return self.seen_from(Answer((value,), CERTAIN, ""), self.evaluator.values_of(named))

    def type_arguments(self, value: Entity) -> tuple[Held, ...]:
        """The type arguments of an external class, where it has any."""
        return value[2] if len(value) > 2 else ()

    def applied(self, module: Module, generic: Answer, pair: int) -> Answer:
        """A class or function that is given type arguments explicitly."""
        arguments = [self.evaluator.types.instances(module, item).found for item in module.listed(pair)]
        held = tuple(arguments)
        found: list[Entity] = []
        for value in generic.found:
            if value[0] == FUNCTION:
                found.append((FUNCTION, value[1], self._given(value, held)))
            elif value[0] == CLASS:
                found.append((CLASS, value[1], held))
            elif value[0] == INSTANCE:
                found.extend(self._applied_instance(value, held))
            else:
                found.append((value[0], value[1], held) if len(value) == 2 else value)
        return Answer(tuple(found), generic.confidence, generic.rule)

    def _given(self, value: Entity, arguments: tuple[Held, ...]) -> tuple[tuple[Key, Held], ...]:
        known = _known(value)
        for signature in self.signatures(value[1]):
            for key, held in self.chosen(signature, arguments).items():
                known.setdefault(key, held)
        return tuple(sorted(known.items()))

    def _applied_instance(self, value: Entity, arguments: tuple[Held, ...]) -> Iterator[Entity]:
        for name in ("__call__", "__new__"):
            for called in self.member(value, name).found:
                if called[0] == FUNCTION:
                    yield (FUNCTION, called[1], self._given(called, arguments))

    # --- calls ---

    def signatures(self, number: int) -> tuple[int, ...]:
        """The declarations of a callable that callers see: its overloads, without what implements them."""
        known = self._signatures.get(number)
        if known is None:
            module = self.owners[number]
            variable = module.variable_of.get(number - module.base)
            known = (number,)
            if variable is not None and module.var_count[variable] > 1:
                first = module.var_first[variable]
                named = [
                    module.base + module.bind_target[binding]
                    for binding in range(first, first + module.var_count[variable])
                    if module.bind_kind[binding] == BIND_DEFINITION
                ]
                overloads = [d for d in named if self.definitions.flags[d] & FLAG_OVERLOAD]
                if overloads and number in named:
                    known = (number, *overloads) if number < overloads[0] else tuple(overloads)
            self._signatures[number] = known
        return known

    def fits(self, signature: int, count: int) -> bool:
        """Whether a signature takes so many arguments."""
        known = self._counts.get(signature)
        if known is None:
            known = self._counts[signature] = self._count(signature)
        return known[0] <= count <= known[1]

    def _count(self, signature: int) -> tuple[int, float]:
        """How many arguments a signature takes at least and at most."""
        module = self.owners[signature]
        total, needed = 0, 0
        for position, _, flags in module.parameters.get(signature - module.base, ()):
            if flags & REST:
                return needed, inf
            if position >= 0:
                total = max(total, position + 1)
                needed = total if not flags & OPTIONAL else needed
        return needed, total

    def given_back(self, value: Entity, site: Site | None) -> Answer:
        """What calling a function gives: its result, with what its arguments tell of its type parameters."""
        number = value[1]
        calls = self.evaluator.calls
        if site is None:
            return self.substituted(calls.result(number), _known(value))
        signatures = self.signatures(number)
        if len(signatures) == 1:
            return self._given_back(number, value, site)
        count = len(site[0].listed(site[1]))
        for signature in signatures:
            if self.fits(signature, count):
                found = self._given_back(signature, value, site)
                if found.found:
                    return found
        return self._given_back(number, value, site)

    def _given_back(self, signature: int, value: Entity, site: Site) -> Answer:
        answer = self.evaluator.calls.result(signature)
        if not is_open(answer.found):
            return answer
        known = _known(value)
        own = [key for key, _ in self.parameters(signature)] or self._free_keys(signature)
        known.update(self.inferred(signature, own, known, site, callbacks=True))
        return self.substituted(answer, known)

    def named_in_parameters(self, number: int) -> set[Key]:
        """The type parameters that the types of a callable's parameters name."""
        module = self.owners[number]
        return {
            (value[1], value[2])
            for _, expression, _ in module.parameters.get(number - module.base, ())
            for value in _flat(self.evaluator.types.instances(module, expression).found)
            if value[0] == GENERIC
        }

    def _free_keys(self, number: int) -> list[Key]:
        """The type variables of a function that no list declares: Python's, in its parameters."""
        module = self.owners[number]
        found: dict[Key, None] = {}
        for _, expression, _ in module.parameters.get(number - module.base, ()):
            for value in _flat(self.evaluator.types.instances(module, expression).found):
                if value[0] == GENERIC and not self._is_lexical(value):
                    found.setdefault((value[1], value[2]))
        return list(found)

    def made(self, value: Entity, site: Site | None) -> Entity:
        """The instance that a class makes, with type arguments by the class or by what its constructor is given."""
        number, arguments = value[1], value[2]
        parameters = self.parameters(number)
        if not parameters:
            return (INSTANCE, number, arguments)
        if not arguments and site is not None:
            found = self._by_constructor(number, [key for key, _ in parameters], site)
            if found:
                arguments = tuple(found.get(key, ((GENERIC, *key),)) for key, _ in parameters)
        return (INSTANCE, number, self.filled(number, arguments))

    def constructor(self, number: int) -> int:
        """The constructor of a class as declared by it or by a base, -1 for none in the project."""
        for name in self.owners[number].spec.members.constructors:
            for entity in self.evaluator.classes.member(number, name).found:
                if entity[0] == DEFINITION and self.definitions.kind[entity[1]] in CALLABLE_KINDS:
                    return int(entity[1])
        return -1

    def _by_constructor(self, number: int, own: list[Key], site: Site) -> Environment:
        constructor = self.constructor(number)
        if constructor < 0:
            return EMPTY
        around = self.environment(number, ())
        count = len(site[0].listed(site[1]))
        for signature in self.signatures(constructor):
            if len(self.signatures(constructor)) == 1 or self.fits(signature, count):
                return self.inferred(signature, own, EMPTY, site, callbacks=True, around=around)
        return EMPTY

    # --- inference ---

    def inferred(
        self,
        signature: int,
        own: Iterable[Key],
        known: Environment,
        site: Site,
        *,
        callbacks: bool,
        around: Environment = EMPTY,
    ) -> Environment:
        """What the arguments of a call tell of type parameters.

        Args:
            signature: the callable that is called.
            own: its type parameters.
            known: those that are known already.
            site: the call.
            callbacks: whether to look at the results of functions among the arguments; not while their own
                parameters are in question.
            around: what type parameters of bases stand for in terms of ``own``.
        """
        wanted = {key for key in own if key not in known}
        if not wanted:
            return EMPTY
        module, pair = site
        arguments = module.listed(pair)
        owner = self.owners[signature]
        found: dict[Key, Held] = {}
        for position, expression, flags in owner.parameters.get(signature - owner.base, ()):
            if not 0 <= position < len(arguments):
                continue
            declared = self.evaluator.types.instances(owner, expression).found
            declared = self.substitute(declared, around) if around else declared
            if not is_open(declared):
                continue
            for argument in arguments[position:] if flags & REST else arguments[position : position + 1]:
                if not callbacks and module.op[argument] == OP_DEFINITION:
                    continue
                given = self.evaluator.value(module, argument).found
                if flags & REST:
                    given = ((EXTERNAL_INSTANCE, f"{owner.spec.builtins}::Array", (given,)),)
                self._match(declared, given, wanted, found, 0)
        return found

    def matched(self, declared: Held, given: Held, wanted: set[Key]) -> dict[Key, Held]:
        """What values that are given for a declared type tell of the wanted type parameters in it."""
        found: dict[Key, Held] = {}
        self._match(declared, given, wanted, found, 0)
        return found

    def _match(
        self, declared: Held, given: Held, wanted: set[Key], found: dict[Key, Held], depth: int
    ) -> None:
        if depth > MAX_NESTING or not given:
            return
        before = sum(map(len, found.values()))
        plain = []
        for value in declared:
            if value[0] == GENERIC:
                plain.append(value)
            else:
                for argument in given:
                    self._match_one(value, argument, wanted, found, depth + 1)
        if sum(map(len, found.values())) > before:
            return  # T | Promise<T>: what is held says more
        for value in plain:
            key = (value[1], value[2])
            if key in wanted:
                held = found.get(key, ())
                found[key] = (*held, *(item for item in given if item not in held))[:MAX_UNION]

    def _match_one(
        self, declared: Entity, given: Entity, wanted: set[Key], found: dict[Key, Held], depth: int
    ) -> None:
        tag = declared[0]
        if given[0] == GENERIC and tag != GENERIC:
            for value in self.bound(given).found:
                self._match_one(declared, value, wanted, found, depth + 1)
        elif tag == INSTANCE and given[0] == INSTANCE:
            environment = self.environment(given[1], given[2])
            for (key, _), held in zip(self.parameters(declared[1]), declared[2], strict=False):
                self._match(held, environment.get(key, ()), wanted, found, depth)
        elif tag == EXTERNAL_INSTANCE and given[0] == CLASS:
            if declared[2] and declared[1].rpartition("::")[2] in CLASS_WRAPPERS:
                self._match(declared[2][0], (self.made(given, None),), wanted, found, depth)
        elif tag == EXTERNAL_INSTANCE and given[0] == EXTERNAL_INSTANCE:
            for held, inner in zip(declared[2], given[2], strict=False):
                self._match(held, inner, wanted, found, depth)
        elif tag == EXTERNAL_INSTANCE and given[0] == DISPLAY and declared[2]:
            inner = self.evaluator.containers.element(given, "").found
            self._match(declared[2][-1], inner, wanted, found, depth)
        else:
            self._match_results(declared, given, wanted, found, depth)

    def _match_results(
        self, declared: Entity, given: Entity, wanted: set[Key], found: dict[Key, Held], depth: int
    ) -> None:
        """Functions by what they give, and classes by what they make."""
        known = self.evaluator.library.function(declared)
        if known is not None:
            result = known[1]
        elif declared[0] == EXTERNAL_INSTANCE:
            result = self.evaluator.overloads.fitting.result_of_function(declared)
        else:
            function = self._as_function(declared)
            if function is None:
                return
            result = self.given_back(function, None).found
        if not is_open(result):
            return
        if given[0] == CLASS:
            inner: Held = (self.made(given, None),)
        else:
            called = self._as_function(given)
            inner = self.given_back(called, None).found if called is not None else ()
        self._match(result, inner, wanted, found, depth)

    def _as_function(self, value: Entity) -> Entity | None:
        if value[0] == FUNCTION:
            return value
        if value[0] == INSTANCE and self.definitions.kind[value[1]] in CLASS_KINDS:
            for name in ("__call__", "__new__"):
                for member in self.member(value, name).found:
                    if member[0] == FUNCTION:
                        return member
            return next(iter(self.of_interface(value)), None)
        return None

    def of_interface(self, value: Entity) -> Held:
        """The one method of an interface that functions without a name stand for, as the type arguments make it."""
        if not self.owners[value[1]].spec.members.overloads:
            return ()
        method = self.evaluator.overloads.fitting.method_of_interface(value[1])
        if method < 0:
            return ()
        return (self._closed((FUNCTION, method), self.environment(value[1], value[2]), 0),)


def _known(value: Entity) -> dict[Key, Held]:
    """What a function knows of type parameters."""
    return dict(value[2]) if len(value) > 2 else {}


def is_open(found: Held, depth: int = 0) -> bool:
    """Whether values may hold type parameters."""
    for value in found:
        tag = value[0]
        if tag in (GENERIC, FUNCTION):
            return True
        holds = tag in (INSTANCE, CLASS, EXTERNAL_INSTANCE) and value[2]
        if holds and (depth > MAX_NESTING or any(is_open(held, depth + 1) for held in value[2])):
            return True
    return False


def _flat(found: Held, depth: int = 0) -> Iterator[Entity]:
    for value in found:
        yield value
        if value[0] in (INSTANCE, EXTERNAL_INSTANCE) and depth < MAX_NESTING:
            for held in value[2]:
                yield from _flat(held, depth + 1)


def _class_of(value: Entity) -> Entity:
    """``type[T]`` once it is known what T is."""
    if value[1].rpartition("::")[2] in CLASS_WRAPPERS and value[2] and len(value[2][0]) == 1:
        held = value[2][0][0]
        if held[0] == INSTANCE:
            return (CLASS, held[1], held[2])
    return value
