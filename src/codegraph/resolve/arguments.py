"""What calls give to the parameters that have no annotation: the arguments at every call that is in the project."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import TABLES, Bind, Flag, Op
from codegraph.resolve.values import (
    CLASS,
    CLASS_KINDS,
    DEFINITION,
    EXTERNAL,
    FUNCTION,
    INFERRED,
    NOTHING,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

MAX_CALLS = 24
"""A parameter that more calls fill in different ways takes anything."""

BOUND_TO_CLASS = int(Flag.STATIC) | int(Flag.CLASS_METHOD)
ROUNDS = 2
"""What is given to calls decides whom other calls call, and so on: further rounds find next to nothing."""
Key = int | str  # position or keyword
VALUE = TABLES["arguments"].index("value")
# Plain numbers: comparing with members of an IntEnum costs several times as much.
OP_MEMBER, OP_NAME, OP_SELF = int(Op.MEMBER), int(Op.NAME), int(Op.SELF)
STEPS = frozenset(
    int(op)
    for op in (Op.MEMBER, Op.CALL, Op.NEW, Op.INDEX, Op.AWAIT, Op.ITERATE, Op.APPLY, Op.NARROW, Op.EXCLUDE)
)
NAMED = frozenset((int(Bind.DEFINITION), int(Bind.IMPORT), int(Bind.STAR)))


class Row(NamedTuple):
    """An argument of a call: its module, and its row among those of the module."""

    module: int
    row: int


class Arguments:
    """The arguments of all calls, by the callable and parameter that they fill.

    They are found in rounds. What calls give may itself tell whom other calls call, so calls that led nowhere are asked
    about again; all of a round know what the rounds before it found and nothing of each other, so that what is
    found does not depend on the order of files.
    """

    def __init__(self, evaluator: Evaluator, before: Arguments | None = None) -> None:
        self.evaluator = evaluator
        self.of_calls: dict[tuple[int, Key], dict[Row, None]] = before.of_calls if before else {}
        # by function what calls it back, outside of the project
        self.taken: dict[int, dict[Entity, None]] = before.taken if before else {}

    def collect(self, rows: Iterable[Row] | None = None) -> tuple[Arguments, list[Row]]:
        """One round: whom the calls call that have arguments of interest.

        Args:
            rows: the arguments to ask about, all if None.

        Returns:
            What is known after the round, for another evaluator, and the arguments that led nowhere but may once
            more is known.
        """
        after = Arguments(self.evaluator)
        after.of_calls = {key: dict(places) for key, places in self.of_calls.items()}
        after.taken = {number: dict(functions) for number, functions in self.taken.items()}
        modules = self.evaluator.project.modules
        if rows is None:
            rows = (Row(module.index, row) for module in modules for row in range(len(module.arguments[0])))
        missed = [row for row in rows if not after._add(modules[row.module], row.row)]
        return after, [row for row in missed if _hangs_on_value(modules[row.module], row.row)]

    def knows_more(self, before: Arguments) -> bool:
        """Whether anything is known that was not known before."""
        return bool(self.of_calls or self.taken) and (
            self.of_calls != before.of_calls or self.taken != before.taken
        )

    def _add(self, module: Module, row: int) -> bool:
        """Take in one argument; False if its call leads nowhere."""
        evaluator, library = self.evaluator, self.evaluator.library
        callee, position, keyword, value = (column[row] for column in module.arguments)
        sends = module.spec.members.reads == "call"
        answer = self._sent(module, callee) if sends else evaluator.value(module, callee)
        key = module.strings[keyword] if keyword >= 0 else position
        known = bool(answer.found)
        for entity in answer.found:
            if entity[0] == EXTERNAL and library.calls_back(entity[1]):
                given = evaluator.value(module, value)
                self._take(given, entity)
                known = known and bool(given.found)
                continue
            number = self._callable(entity, answer.rule)
            if number >= 0:
                self.of_calls.setdefault((number, key), {})[Row(module.index, row)] = None
        return known

    def _take(self, given: Answer, function: Entity) -> None:
        """Note the functions that one from outside of the project is called with, and calls back."""
        for value in given.found:
            if value[0] == FUNCTION:
                self.taken.setdefault(value[1], {})[function] = None

    def _sent(self, module: Module, callee: int) -> Answer:
        """The methods and classes that a call names where naming a method gives what it gives."""
        named = self.evaluator.denote(module, callee)
        kinds = self.evaluator.definitions.kind
        found = tuple(
            (CLASS if kinds[entity[1]] in CLASS_KINDS else FUNCTION, entity[1])
            for entity in named.found
            if entity[0] == DEFINITION
        )
        return Answer(found, named.confidence, "")

    def _callable(self, entity: Entity, rule: str) -> int:
        """The callable whose parameters a call fills; -1 if it is not in the project, or the receiver comes first."""
        definitions = self.evaluator.project.definitions
        if entity[0] == FUNCTION:
            unbound = rule == "class-member" and not definitions.flags[entity[1]] & BOUND_TO_CLASS
            return -1 if unbound else int(entity[1])
        if entity[0] == CLASS:
            owner = self.evaluator.project.owners[entity[1]]
            for name in owner.spec.members.constructors:
                for found in self.evaluator.classes.member(entity[1], name).found:
                    if found[0] == DEFINITION:
                        return int(found[1])
        return -1

    def given(self, module: Module, variable: int, position: int) -> Answer:
        """The values that calls give to a parameter."""
        if not self.of_calls and not self.taken:
            return NOTHING
        number = module.base + module.scope_definition[module.var_scope[variable]]
        name = module.strings[module.var_name[variable]]
        taken = tuple(self.taken.get(number, ()))
        if taken:
            held = self.evaluator.library.gives_to(Answer(taken, INFERRED, ""), position)
            if held:
                return Answer(held, INFERRED, "argument")
        modules, value = self.evaluator.project.modules, self.evaluator.value
        rows = (*self.of_calls.get((number, position), ()), *self.of_calls.get((number, name), ()))
        places = {(row.module, modules[row.module].arguments[VALUE][row.row]) for row in rows}
        if len(places) > MAX_CALLS:
            return NOTHING
        answers = [value(modules[index], expression) for index, expression in sorted(places)]
        merged = merge([answer for answer in answers if answer.found])
        return merged.at_best(INFERRED, "argument") if merged.found else NOTHING


def _hangs_on_value(module: Module, row: int) -> bool:
    """Whether the callee of an argument is reached from a variable or a field, whose value calls may give."""
    expression, members = module.arguments[0][row], 0
    while module.op[expression] in STEPS:
        members += module.op[expression] == OP_MEMBER
        expression = module.a[expression]
    if module.op[expression] == OP_NAME:
        return any(
            module.bind_kind[binding] not in NAMED for binding in module.bindings(module.a[expression])
        )
    return module.op[expression] == OP_SELF and members > 1
