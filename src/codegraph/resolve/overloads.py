"""Overloads: which of several definitions of one name a call means, by the number and the types of its arguments.

The rules are those of Java (JLS 15.12.2), which other languages share in the main: what fits without boxing goes before
what fits with it, that before what takes the remaining arguments; of those left the most specific one is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Flag, Op, ParameterFlag
from codegraph.resolve.fitting import (
    BOXED,
    EXACT,
    FITS,
    MAY_FIT,
    NEVER,
    NO_FIT,
    NULL,
    Conversions,
    Fit,
    Fitting,
    promoted,
)
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CLASS_KINDS,
    DEFINITION,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    NOTHING,
    POSSIBLE,
    Answer,
    Entity,
    Held,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.generics import Environment
    from codegraph.resolve.project import Module

MANY = 3  # the phase in which what takes the remaining arguments is looked at
REST = int(ParameterFlag.REST)
ANONYMOUS, ASYNC, EXTENSION = int(Flag.ANONYMOUS), int(Flag.ASYNC), int(Flag.EXTENSION)
OP_APPLY, OP_CALL, OP_DEFINITION, OP_FREE, OP_LITERAL, OP_MEMBER, OP_NEW, OP_SELF, OP_SUPER, OP_UNION = (
    int(op)
    for op in (
        Op.APPLY,
        Op.CALL,
        Op.DEFINITION,
        Op.FREE,
        Op.LITERAL,
        Op.MEMBER,
        Op.NEW,
        Op.SELF,
        Op.SUPER,
        Op.UNION,
    )
)
MAX_GUESSES = 4
NAMES = frozenset((OP_MEMBER, int(Op.FREE), int(Op.NAME)))


class Argument(NamedTuple):
    """What a call is given: values, or a function without a name, of which only the number of parameters is known.

    Args:
        found: the values; none if nothing is known.
        function: how many parameters the function has, -1 for any number; None for any other argument.
        is_null: whether it is the literal that every reference may be.
        gives: whether the function gives something back, None if that is not known.
    """

    found: Held
    function: int | None = None
    is_null: bool = False
    gives: bool | None = None


class Candidate(NamedTuple):
    """One definition that a call may mean, the phase in which it fits, and for each argument whether that is known."""

    entity: Entity
    phase: int
    asked: tuple[Held, ...]
    sure: tuple[bool, ...]


Meant = tuple[tuple[Entity, ...], bool | None]
"""The definitions that a call means, and whether that is sure; None where it may be each of them."""

Asked = tuple[str, tuple[Entity, ...], tuple[Argument, ...], tuple[tuple[tuple[int, int], Held], ...]]
"""What a choice among definitions hangs on: language, definitions, arguments, what type parameters stand for."""


class Overloads:
    """Questions about calls of what may have several definitions."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.fitting = Fitting(evaluator)
        self.kinds = evaluator.project.definitions.kind
        self._meant: dict[Asked, Meant] = {}

    def forget_missed(self) -> None:
        """Forget what was chosen, as more is known now of what definitions ask for."""
        self._meant.clear()

    def called(self, module: Module, call: int) -> Answer:
        """What a call means as written in a module; an instantiation means its class."""
        callee = module.a[call]
        types = self.evaluator.given_types(module, callee)
        if module.op[callee] == OP_APPLY:
            callee = module.a[callee]
        answer = self.evaluator.of_arity(self.evaluator.denote(module, callee), types)
        if module.op[call] == OP_NEW or not answer.found:
            return answer
        if module.spec.members.applied:
            answer = self._applied(module, callee, answer)
        given = module.listed(module.b[call])
        if module.op[callee] == OP_MEMBER and not self._takes_so_many(answer, given):
            receiver = self.evaluator.value(module, module.a[callee])
            extension = self.evaluator.extensions.of(module, receiver, module.strings[module.b[callee]])
            if self._takes_so_many(extension, given):
                answer = extension
        if len(answer.found) < 2:
            return answer
        answer = self._by_type_arguments(answer, types)
        around: Environment = {}
        if module.op[callee] == OP_MEMBER:
            around = self.evaluator.generics.around(self.evaluator.value(module, module.a[callee]).found)
        return self.choose(answer, module, given, around)

    def _by_type_arguments(self, answer: Answer, count: int) -> Answer:
        """Those that a call with so many explicit type arguments can mean, where arguments tell all others."""
        fits = [
            entity[0] != DEFINITION
            or not self.evaluator.owners[entity[1]].spec.members.arities
            or self.kinds[entity[1]] not in CALLABLE_KINDS
            or self._takes_types(entity[1], count)
            for entity in answer.found
        ]
        if all(fits) or not any(
            fit and entity[0] == DEFINITION for entity, fit in zip(answer.found, fits, strict=True)
        ):
            return answer
        kept = tuple(entity for entity, fit in zip(answer.found, fits, strict=True) if fit)
        return Answer(kept, answer.confidence, answer.rule)

    def _takes_types(self, number: int, count: int) -> bool:
        """Whether a callable has so many type parameters, or for none only such as its parameters name."""
        generics = self.evaluator.generics
        own = [key for key, _ in generics.parameters(number)]
        if count:
            return len(own) == count
        return not own or set(own) <= generics.named_in_parameters(number)

    def _applied(self, module: Module, callee: int, answer: Answer) -> Answer:
        """What is called where a class or object, or something that holds an instance, is called like a function."""
        number: int = answer.found[0][1]
        if answer.found[0][0] != DEFINITION or self.kinds[number] in CALLABLE_KINDS:
            return answer
        if self.kinds[number] not in CLASS_KINDS:
            held = self.evaluator.value(module, callee).found[:1]
            if not held or held[0][0] != INSTANCE:
                return answer
            number = held[0][1]
        whole = self.evaluator.whole.get(number, number)
        found = self.evaluator.classes.member(whole, module.spec.members.applied)
        if not found.found or found.found[0][0] != DEFINITION:
            return answer
        return Answer(found.found, max(answer.confidence, found.confidence), "call-operator")

    def _takes_so_many(self, answer: Answer, given: list[int]) -> bool:
        """Whether something that is called, if it is in the project, takes so many arguments."""
        fits, flags = self.evaluator.generics.fits, self.evaluator.definitions.flags
        return any(
            entity[0] != DEFINITION
            or self.kinds[entity[1]] not in CALLABLE_KINDS
            or fits(entity[1], len(given) - (flags[entity[1]] & EXTENSION > 0 and answer.rule != "extension"))
            for entity in answer.found
        )

    def name_of(self, module: Module, call: int) -> str:
        """The name that a call calls, "" if it is none."""
        callee = module.a[call]
        if module.op[callee] == OP_APPLY:
            callee = module.a[callee]
        if module.op[callee] == OP_MEMBER:
            return module.strings[module.b[callee]]
        return module.strings[module.a[callee]] if module.op[callee] == OP_FREE else ""

    def constructor(self, module: Module, call: int, number: int, after: int = -1) -> Answer:
        """The constructor of a class that a call means, nothing if it declares none.

        Args:
            after: the class whose base's constructor is called.
        """
        for name in self.evaluator.owners[number].spec.members.constructors:
            found = self.evaluator.classes.member(number, name, after)
            if found.found:
                own = self._own_parameters(number, after)
                if len(found.found) == 1 and own < 0:
                    return found
                around = self.evaluator.generics.environment(number, ())
                if own >= 0:
                    found = Answer(((DEFINITION, own), *found.found), found.confidence, found.rule)
                chosen = self.choose(found, module, module.listed(module.b[call]), around)
                kept = tuple(entity for entity in chosen.found if entity[1] != own)
                return Answer(kept, chosen.confidence, chosen.rule) if kept else NOTHING
        return NOTHING

    def _own_parameters(self, number: int, after: int) -> int:
        """The class itself if it has parameters of its own, as one more constructor; -1 if it has none."""
        if after >= 0:
            return -1
        owner = self.evaluator.owners[number]
        return number if number - owner.base in owner.parameters else -1

    def of_chain(self, module: Module, call: int) -> Held:
        """The constructor that ``this(...)`` or ``super(...)`` means, nothing for any other call."""
        callee = module.a[call]
        if module.op[call] != OP_CALL or module.op[callee] not in (OP_SELF, OP_SUPER):
            return ()
        number = module.base + module.a[callee]
        number = self.evaluator.whole.get(number, number)
        return self.constructor(module, call, number, number if module.op[callee] == OP_SUPER else -1).found

    def choose(self, answer: Answer, module: Module, given: list[int], around: Environment) -> Answer:
        """Those of several definitions that a call with these arguments means; most often one.

        Args:
            around: what type parameters stand for in what the call is made on.
        """
        calls = [
            entity for entity in answer.found if entity[0] == DEFINITION and self._can_be_called(entity[1])
        ]
        if not calls:
            return answer
        if self.evaluator.definitions.flags[calls[0][1]] & EXTENSION and answer.rule != "extension":
            given = given[1:]  # called as what it is: what it extends comes first
        fits = self.evaluator.generics.fits
        fitting = [entity for entity in calls if fits(entity[1], len(given))]
        if not fitting:
            outside = [entity for entity in answer.found if entity[0] == EXTERNAL]
            guessed = outside or calls[:MAX_GUESSES]
            return Answer(tuple(guessed), INFERRED if outside or len(calls) == 1 else POSSIBLE, answer.rule)
        if len(fitting) == 1:
            return Answer(tuple(fitting), answer.confidence, answer.rule)
        return self._by_types(fitting, answer, module, given, around)

    def _can_be_called(self, number: int) -> bool:
        """Whether a definition has parameters: a callable, or a class with parameters of its own."""
        if self.kinds[number] in CALLABLE_KINDS:
            return True
        owner = self.evaluator.owners[number]
        return self.kinds[number] in CLASS_KINDS and number - owner.base in owner.parameters

    def _by_types(
        self, fitting: list[Entity], answer: Answer, module: Module, given: list[int], around: Environment
    ) -> Answer:
        table = self.fitting.conversions(module.spec)
        arguments = tuple(self.argument(module, expression, table) for expression in given)
        asked = (module.language, tuple(fitting), arguments, tuple(around.items()))
        meant = self._meant.get(asked)
        if meant is None:
            meant = self._meaning(fitting, arguments, around, table)
            if not self.evaluator.circular.back:
                self._meant[asked] = meant
        found, sure = meant
        confidence = POSSIBLE if sure is None else answer.confidence if sure else INFERRED
        return Answer(found, max(answer.confidence, confidence), answer.rule)

    def _meaning(
        self, fitting: list[Entity], arguments: Sequence[Argument], around: Environment, table: Conversions
    ) -> Meant:
        """Which of several definitions arguments mean."""
        candidates = [
            candidate
            for entity in fitting
            if (candidate := self._candidate(entity, arguments, around, table)) is not None
        ]
        if not candidates:
            return tuple(fitting[:MAX_GUESSES]), None
        phase = min(candidate.phase for candidate in candidates)
        left = [candidate for candidate in candidates if candidate.phase == phase]
        best = self._most_specific(left, arguments, table)
        if best is None:
            return tuple(one.entity for one in left[:MAX_GUESSES]), None
        return (best.entity,), all(best.sure) or len(candidates) == 1

    # --- arguments ---

    def argument(self, module: Module, expression: int, table: Conversions) -> Argument:
        """What is known of an argument."""
        op = module.op[expression]
        if op == OP_DEFINITION:
            number = module.base + module.a[expression]
            definitions = self.evaluator.definitions
            if definitions.flags[number] & ANONYMOUS and self.kinds[number] in CALLABLE_KINDS:
                count = int(definitions.columns["parameters"][number])
                return Argument((), count, gives=self._gives(module, number))
        if op == OP_LITERAL and module.strings[module.a[expression]] == NULL:
            return Argument((), is_null=True)
        found = self.evaluator.value(module, expression).found
        if op == OP_UNION:
            found = promoted(found, table)
        if op in NAMES and found and all(value[0] == FUNCTION for value in found):
            return Argument(found, -1)
        return Argument(found)

    def _gives(self, module: Module, number: int) -> bool | None:
        """Whether a function without a name gives something back."""
        given = module.yields.get(number - module.base, ())
        if not given:
            return (
                True
                if self.evaluator.definitions.flags[number] & ASYNC
                else False
                if module.spec.members.void
                else None
            )
        for expression in given:
            if module.op[expression] == OP_CALL:
                for entity in self.evaluator.denote(module, expression).found:
                    if entity[0] == DEFINITION and self.gives_nothing(entity[1]):
                        return False
        return True

    def gives_nothing(self, number: int) -> bool:
        """Whether a callable says that it gives nothing back."""
        owner, returns = self.evaluator.owners[number], self.evaluator.definitions.returns[number]
        return returns >= 0 and owner.op[returns] == OP_LITERAL and owner.strings[owner.a[returns]] == NULL

    def _candidate(
        self, entity: Entity, arguments: Sequence[Argument], around: Environment, table: Conversions
    ) -> Candidate | None:
        """How a definition fits, None if it does not."""
        declared = self.asked(entity[1], around)
        rest = next((position for position, (_, flags) in declared.items() if flags & REST), -1)
        plain = self._in_phase(entity, arguments, declared, -1, table)
        if rest < 0 or (plain is not None and len(arguments) == rest + 1):
            return plain
        return self._in_phase(entity, arguments, declared, rest, table)

    def asked(self, number: int, around: Environment) -> dict[int, tuple[Held, int]]:
        """The types and flags of the parameters of a callable by their positions."""
        owner = self.evaluator.owners[number]
        generics, instances = self.evaluator.generics, self.evaluator.types.instances
        return {
            position: (generics.substitute(instances(owner, expression).found, around), flags)
            for position, expression, flags in owner.parameters.get(number - owner.base, ())
            if position >= 0
        }

    def _in_phase(
        self,
        entity: Entity,
        arguments: Sequence[Argument],
        declared: dict[int, tuple[Held, int]],
        rest: int,
        table: Conversions,
    ) -> Candidate | None:
        """How a definition fits; from position ``rest`` each argument is an element of what is declared there."""
        if rest < 0 and len(arguments) > len(declared):
            return None
        phase = MANY if rest >= 0 else EXACT
        asked: list[Held] = []
        sure = []
        for position, argument in enumerate(arguments):
            held, _ = declared.get(min(position, rest) if rest >= 0 else position, ((), 0))
            if 0 <= rest <= position:
                held = tuple(value for array in held if len(array) > 2 and array[2] for value in array[2][0])
            fit = self._fit(argument, held, table)
            if fit.how == NEVER:
                return None
            if fit.how == BOXED:
                phase = max(phase, BOXED)
            asked.append(held)
            sure.append(fit.sure)
        return Candidate(entity, phase, tuple(asked), tuple(sure))

    def _fit(self, argument: Argument, asked: Held, table: Conversions) -> Fit:
        if argument.function is not None:
            return self.fitting.takes_function(asked, argument.function, table, argument.gives)
        if argument.is_null:
            if not asked:
                return MAY_FIT
            primitive = all(value[0] == EXTERNAL_INSTANCE and value[1] in table.boxes for value in asked)
            return NO_FIT if primitive else FITS
        return self.fitting.fit(argument.found, asked, table)

    def same_parameters(self, number: int, other: int, around: Environment) -> bool:
        """Whether two methods take the same, so that one overrides the other."""
        counts = self.evaluator.definitions.columns["parameters"]
        if counts[number] != counts[other]:
            return False
        own, theirs = self.asked(number, {}), self.asked(other, around)
        return all(_same(held, theirs[place][0]) for place, (held, _) in own.items() if place in theirs)

    # --- the most specific one ---

    def _most_specific(
        self, left: list[Candidate], arguments: Sequence[Argument], table: Conversions
    ) -> Candidate | None:
        """The candidate that all others could stand in for; of equal ones the first, as a subclass comes first."""
        if len(left) == 1:
            return left[0]
        best = [one for one in left if all(self._specific(one, other, arguments, table) for other in left)]
        if not best:
            return None
        first = best[0]
        if not all(self._told_apart(first, other) for other in left if other is not first):
            return None
        return first

    def _specific(
        self, one: Candidate, other: Candidate, arguments: Sequence[Argument], table: Conversions
    ) -> bool:
        return one is other or all(
            own == theirs or self._narrower(own, theirs, argument, table)
            for own, theirs, argument in zip(one.asked, other.asked, arguments, strict=True)
        )

    def _narrower(self, own: Held, theirs: Held, argument: Argument, table: Conversions) -> bool:
        if argument.function is not None:
            return False
        fit = self.fitting.fit(own, theirs, table)
        return fit.how == EXACT and fit.sure

    @staticmethod
    def _told_apart(one: Candidate, other: Candidate) -> bool:
        """Whether what is known of the arguments tells two candidates apart, where they ask for different types."""
        return all(
            own == theirs or (sure and known)
            for own, theirs, sure, known in zip(one.asked, other.asked, one.sure, other.sure, strict=True)
        )


def _same(own: Held, theirs: Held) -> bool:
    """Whether types are the same without their type arguments; what is not known, or up to users, may be."""
    if not own or not theirs or own[0][0] == GENERIC or theirs[0][0] == GENERIC:
        return True
    return {value[:2] for value in own} == {value[:2] for value in theirs}
