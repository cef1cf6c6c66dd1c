"""What the functions and containers of a language's library give, by the small table in its adapter.

What a call gives is written as a type: ``list[tuple[key, value]]``. In it

==============  =====================================================================
``on``          what the call's callee is a member of
``key`` ...     a type argument of the receiver, by the names that the container has for them
``self``        the receiver
``#0``          the first argument; ``@0`` where that is a type
``*0``, ``!0``  an element of it by a loop, by a subscript
``0()``         what calling it gives; ``*0()`` an element of that
``*self``       an element of an element of the receiver
``all``         a tuple of all arguments, awaited
``all0``        the first argument with all its elements awaited
``type0``       the first type argument that the call is given explicitly
``any``         nothing that is known
``class[x]``    the class itself, not an instance of it
``list[x]``     an instance of a built-in class, or of any by its FQN; ``x | y`` is either
==============  =====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.languages.terms import read_term
from codegraph.model import EXTERNAL_ROOT, SEPARATOR
from codegraph.resolve.values import (
    DISPLAY,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    INFERRED,
    MAX_UNION,
    NOTHING,
    WRAPPERS,
    Answer,
    Entity,
    Held,
    as_instance,
    merge,
)

if TYPE_CHECKING:
    from codegraph.languages.spec.types import ContainerRule
    from codegraph.languages.terms import Term
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

ANYWHERE = "*::"
OP_ENTRY = int(Op.ENTRY)
OP_FREE = int(Op.FREE)
OP_APPLY, OP_CALL, OP_MEMBER = int(Op.APPLY), int(Op.CALL), int(Op.MEMBER)
ARGUMENT = re.compile(r"[#*!@](\d)(?:\(\))?|(\d)\(\)")


class Call:
    """A call that something is asked of: its arguments are evaluated when they are needed."""

    __slots__ = ("arguments", "callee", "module", "names", "receiver")

    def __init__(
        self, module: Module, arguments: list[int], receiver: Entity | None, names: dict[str, Held]
    ) -> None:
        self.module = module
        self.arguments = arguments
        self.receiver = receiver
        self.names = names
        self.callee = -1


class Library:
    """Questions about what calls of library functions give, and about elements of library containers."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._terms: dict[str, Term] = {}
        self._containers: dict[str, ContainerRule] = {}
        self._held_results: set[str] = set()
        self._anywhere: dict[str, str] = {}
        beyond = evaluator.project.known
        self._results: dict[str, str] = dict(beyond.results)
        self._values = beyond.values
        self._decorators = beyond.decorated
        self._decorated: dict[int, Held] = {}
        self._callbacks = beyond.callbacks
        self._blocks = beyond.blocks
        self._roots: dict[str, frozenset[str]] = {}
        self._function_types: dict[str, str] = {}
        self._first = list(
            {id(module.spec): module for module in reversed(evaluator.project.modules)}.values()
        )[::-1]
        self._readers: dict[str, Module] = {}
        known = [module.spec for module in self._first]
        for spec in known:
            self._results.update(spec.results)
            self._anywhere.update((k[3:], text) for k, text in spec.results.items() if k.startswith(ANYWHERE))
            self._function_types.update(spec.function_types)
            for rule in spec.containers:
                for fqn in rule.classes:
                    self._containers[fqn] = rule
                    held = {f"{fqn}::{name}": text for name, text in rule.results.items()}
                    self._results.update(held)
                    self._held_results.update(name for name in held if name not in spec.results)

    def knows(self, fqn: str) -> bool:
        """Whether a class is one of the containers."""
        return fqn in self._containers

    def through(self, value: Entity, name: str) -> Held:
        """What a pointer of the library points to, if it has no member of a name itself."""
        rule = self._containers.get(value[1])
        if rule is None or not rule.through or name in rule.results or name in rule.members:
            return ()
        (module, *_) = self.evaluator.project.modules
        return self._held(self._term(rule.through), Call(module, [], value, self._names(rule, value)))

    def result(self, module: Module, expression: int, callee: Answer) -> Answer:
        """What a call gives; nothing if the table does not know what is called."""
        answers = []
        for value in callee.found:
            text = self._result_of(value[1]) if value[0] == EXTERNAL else None
            if text is not None:
                found = self._called(module, expression, value, text)
                answers.append(Answer(found, INFERRED, "library"))
        found_some = [answer for answer in answers if answer.found]
        return merge(found_some) if found_some else NOTHING

    def of_call(self, module: Module, expression: int, callee: Answer) -> Answer:
        """What functions give where naming one is calling it, as far as that does not hang on a container."""
        found: dict[Entity, None] = {}
        for value in callee.found:
            text = self._results.get(value[1]) if value[0] == EXTERNAL else None
            if text is not None and value[1] not in self._held_results:
                call = Call(module, [], None, {})
                call.callee = expression
                found.update(dict.fromkeys(self._held(self._term(text), call)))
        return Answer(tuple(found)[:MAX_UNION], INFERRED, "library") if found else NOTHING

    def lists(self, fqn: str) -> bool:
        """Whether a table speaks of a function or field."""
        return fqn in self._results or fqn in self._values

    def tells(self, named: Answer) -> bool:
        """Whether a table says what calling something outside of the project gives."""
        return bool(named.found) and named.found[0][0] == EXTERNAL and named.found[0][1] in self._results

    def gives(self, module: Module, fqn: str) -> bool:
        """Whether more is known of what calling something gives than that it is external."""
        return fqn in self._results or fqn.startswith(module.spec.builtins)

    def _result_of(self, fqn: str) -> str | None:
        text = self._results.get(fqn)
        return text if text is not None or not self._anywhere else self._anywhere.get(fqn.rpartition("::")[2])

    def value(self, module: Module, fqn: str) -> Answer:
        """What a field or constant of the library is."""
        text = module.spec.values.get(fqn) or self._values.get(fqn)
        if text is None:
            return NOTHING
        held = self._held(self._term(text), Call(module, [], None, {}))
        return Answer(held, INFERRED, "library") if held else NOTHING

    def constant(self, fqn: str) -> Answer | None:
        """What something is that a table beyond those of the languages speaks of, None for all else."""
        text = self._values.get(fqn)
        if text is None:
            return None
        held = self._held(self._term(text), Call(self._reader(fqn), [], None, {}))
        return Answer(held, INFERRED, "library") if held else None

    def called(self, fqn: str) -> Answer:
        """What calling an instance of a class of a library gives."""
        text = self._results.get(f"{fqn}::__call__")
        if text is None:
            return NOTHING
        held = self._held(self._term(text), Call(self._reader(fqn), [], None, {}))
        return Answer(held, INFERRED, "library")

    def entered(self, fqn: str) -> Answer:
        """What a block that is entered with an instance of a library's class gives it, where a table says that."""
        for name in ("__enter__", "__aenter__"):
            text = self._results.get(f"{fqn}{SEPARATOR}{name}")
            if text is not None:
                held = self._held(self._term(text), Call(self._reader(fqn), [], None, {}))
                return Answer(held, INFERRED, "library") if held else NOTHING
        return NOTHING

    def decorated(self, function: int) -> Held:
        """What a function of the project is by one of its decorators; nothing if it remains what it is."""
        if not self._decorators:
            return ()
        known = self._decorated.get(function)
        if known is None:
            self._decorated[function] = ()  # two functions that decorate each other
            known = self._decorated[function] = self._by_decorator(function)
        return known

    def _by_decorator(self, function: int) -> Held:
        evaluator = self.evaluator
        module = evaluator.owners[function]
        for owner, decorator, _ in zip(*module.decorators, strict=True):
            if owner + module.base != function:
                continue
            while module.op[decorator] == OP_CALL:
                decorator = module.a[decorator]  # noqa: PLW2901
            for value in evaluator.denote(module, decorator).found:
                text = self._decorators.get(value[1]) if value[0] == EXTERNAL else None
                if text is not None:
                    return self._held(self._term(text), Call(module, [], None, {}))
        return ()

    def sent(self, module: Module, expression: int, member: int, callee: Answer) -> Answer:
        """What a call of a method gives where naming that is calling it as well."""
        arguments = [item for item in module.listed(module.b[expression]) if module.op[item] != OP_ENTRY]
        return self.of_member(module, self.evaluator.value(module, module.a[member]), callee, arguments)

    def of_member(
        self, module: Module, receiver: Answer, callee: Answer, arguments: Sequence[int] = ()
    ) -> Answer:
        """What a call gives of a method that a container of the library has."""
        found: dict[Entity, None] = {}
        for value in callee.found:
            text = self._results.get(value[1], "") if value[0] == EXTERNAL else ""
            holder = value[1].rpartition("::")[0] if text else ""
            for held in receiver.found if text else ():
                if (
                    held[0] in (EXTERNAL_INSTANCE, DISPLAY)
                    and held[1] == holder
                    and holder in self._containers
                ):
                    call = Call(module, list(arguments), held, self._names(self._containers[holder], held))
                    found.update(dict.fromkeys(self._held(self._term(text), call)))
        return Answer(tuple(found)[:MAX_UNION], INFERRED, "library") if found else NOTHING

    def _called(self, module: Module, expression: int, function: Entity, text: str) -> Held:
        fqn: str = function[1]
        types = {f"type{n}": held for n, held in enumerate(self.evaluator.generics.type_arguments(function))}
        given = module.listed(module.b[expression])
        arguments = [argument for argument in given if module.op[argument] != OP_ENTRY]
        term = self._term(text)
        holder = fqn.rpartition("::")[0]
        callee = module.a[expression]
        if module.op[callee] == OP_APPLY:
            callee = module.a[callee]
        if fqn not in self._held_results or module.op[callee] != OP_MEMBER:
            call = Call(module, arguments, None, types)
            call.callee = callee
            return self._held(term, call)
        found: dict[Entity, None] = {}
        steps = bool(module.spec.members.step)
        for value in self.evaluator.value(module, module.a[callee]).found:
            if steps:
                value = self.evaluator.steppers.as_container(module, value)  # noqa: PLW2901
            if value[0] in (EXTERNAL_INSTANCE, DISPLAY) and value[1] == holder:
                names = {**types, **self._names(self._containers[holder], value)}
                call = Call(module, arguments, value, names)
                found.update(dict.fromkeys(self._held(term, call)))
        return tuple(found)[:MAX_UNION]

    def _names(self, rule: ContainerRule, value: Entity) -> dict[str, Held]:
        """The type arguments of a container by the rule's names for them."""
        if value[0] == DISPLAY:
            return {rule.arguments[-1]: self.evaluator.containers.element(value, "").found}
        names: dict[str, Held] = dict.fromkeys(rule.arguments, ())
        names.update(zip(rule.arguments, value[2], strict=False))
        return names

    def elements(self, value: Entity, method: str) -> Held | None:
        """The elements of a container by a loop or by a subscript, None if the table does not know its class."""
        return self._part(value, "element" if method == "__iter__" else "item")

    def awaited(self, value: Entity) -> Held | None:
        """What awaiting a value gives, None if the table does not know its class."""
        return self._part(value, "awaited")

    def member(self, value: Entity, name: str) -> Held:
        """What a member of a library container is that is no method."""
        rule = self._containers.get(value[1])
        text = rule.members.get(name, "") if rule is not None else ""
        return self._of(value, text) if text else ()

    def put_out(self, value: Entity, name: str) -> Held:
        """What a method of a library container gives to its last argument."""
        rule = self._containers.get(value[1])
        text = rule.outs.get(name, "") if rule is not None else ""
        return self._of(value, text) if text else ()

    def _part(self, value: Entity, part: str) -> Held | None:
        rule = self._containers.get(value[1])
        text: str = getattr(rule, part) if rule is not None else ""
        return self._of(value, text) if text else None

    def _of(self, value: Entity, text: str) -> Held:
        rule = self._containers[value[1]]
        return self._held(self._term(text), Call(self._reader(value[1]), [], value, self._names(rule, value)))

    def _reader(self, fqn: str) -> Module:
        """A module of the language whose library something belongs to."""
        known = self._readers.get(fqn)
        if known is None:
            fits = [module for module in self._first if fqn.startswith(module.spec.builtins)]
            head = fqn.split("::", 2)[1]
            fits += [module for module in self._first if module.spec.ecosystem == head]
            known = self._readers[fqn] = (fits or self._first)[0]
        return known

    # --- functions ---

    def function(self, value: Entity) -> tuple[tuple[Held, ...], Held] | None:
        """What a value of a library's function type takes, position by position, and gives; None for any other."""
        if not self._function_types or value[0] != EXTERNAL_INSTANCE:
            return None
        result = self._function_types.get(value[1].rpartition("::")[2])
        if result is None:
            return None
        held = value[2]
        if result == "held":
            inner = [self.function(v) for v in held[0]] if held else []
            return inner[0] if inner else None
        if result == "last":
            return (held[:-1], held[-1]) if held else ((), ())
        return held, ((EXTERNAL_INSTANCE, result, ()),) if result else ()

    # --- terms ---

    def _term(self, text: str) -> Term:
        known = self._terms.get(text)
        if known is None:
            known = self._terms[text] = read_term(text)
        return known

    def _held(self, term: Term, call: Call) -> Held:
        """The values that a term stands for."""
        name, inner = term
        if name == "|":
            found: dict[Entity, None] = {}
            for alternative in inner:
                found.update(dict.fromkeys(self._held(alternative, call)))
            return tuple(found)
        if name in call.names:
            return call.names[name]
        if name == "self":
            return (call.receiver,) if call.receiver is not None else ()
        if name == "*self":
            return self._inner(call)
        if name == "any":
            return ()
        if name == "on":
            return self._on(call)
        if name in ("all", "all0"):
            return self._all(name, call)
        argument = ARGUMENT.fullmatch(name)
        if argument is not None:
            return self._argument(name, int(argument[1] or argument[2]), call)
        held = tuple(self._held(part, call) for part in inner)
        if name == "class":
            return tuple((EXTERNAL, value[1]) for values in held for value in values)
        if name in WRAPPERS:
            held = tuple(self._awaited(values) for values in held)
        fqn = name if "::" in name else call.module.spec.home(name)
        return ((EXTERNAL_INSTANCE, fqn, held if any(held) else ()),)

    def _on(self, call: Call) -> Held:
        module, callee = call.module, call.callee
        if callee >= 0 and module.op[callee] == OP_FREE:
            return self.evaluator.imports.receiver_around(module, module.b[callee]).found
        if callee < 0 or module.op[callee] != OP_MEMBER:
            return ()
        return self.evaluator.value(module, module.a[callee]).found

    def everywhere(self, module: Module, expression: int, position: int) -> Held:
        """What a function of the library gives to the function that it is called with: to a parameter, or to be called
        on (-1)."""
        name = self.evaluator.overloads.name_of(module, expression)
        rule = module.spec.everywhere.get(name)
        text = "" if rule is None else rule.it if position == 0 else rule.this if position < 0 else ""
        if not text:
            return ()
        meant = self.evaluator.denote(module, expression).found
        if not meant or meant[0] != (EXTERNAL, f"{module.spec.builtins}::{name}"):
            return ()
        call = Call(module, module.listed(module.b[expression]), None, {})
        call.callee = module.a[expression]
        return self._held(self._term(text), call)

    def gives_to(self, callee: Answer, position: int) -> Held:
        """What functions of libraries give to a parameter of a function that they are called with.

        Args:
            callee: the functions.
            position: of the parameter.
        """
        found: dict[Entity, None] = {}
        for value in callee.found if self._callbacks else ():
            terms = self._callbacks.get(value[1], ()) if value[0] == EXTERNAL else ()
            if 0 <= position < len(terms):
                call = Call(self._reader(value[1]), [], None, {})
                found.update(dict.fromkeys(self._held(self._term(terms[position]), call)))
        return tuple(found)

    def runs_on(self, callee: Answer) -> Held:
        """What the blocks are run on that functions of libraries are called with."""
        found: dict[Entity, None] = {}
        for value in callee.found if self._blocks else ():
            text = self._blocks.get(value[1]) if value[0] == EXTERNAL else None
            if text is not None:
                call = Call(self._reader(value[1]), [], None, {})
                found.update(dict.fromkeys(self._held(self._term(text), call)))
        return tuple(found)

    def runs_file(self, module: Module) -> Held:
        """What a file is run on by its path."""
        path = PurePosixPath(module.path)
        for pattern, text in self.evaluator.project.known.files.items():
            if path.match(pattern):
                return self._held(self._term(text), Call(module, [], None, {}))
        return ()

    def roots(self, ecosystem: str) -> frozenset[str]:
        """What the names of known libraries of an ecosystem begin with."""
        known = self._roots.get(ecosystem)
        if known is None:
            some, head = self.evaluator.project.known.some, f"{EXTERNAL_ROOT}{SEPARATOR}{ecosystem}"
            inner = head + SEPARATOR
            found = {fqn.removeprefix(inner).partition(SEPARATOR)[0] for fqn in some if fqn.startswith(inner)}
            known = self._roots[ecosystem] = frozenset(found.union(some.get(head, ())))
        return known

    def calls_back(self, fqn: str) -> bool:
        """Whether it is known what a function gives to the functions that it is called with."""
        return fqn in self._callbacks

    def _inner(self, call: Call) -> Held:
        """The elements of what the receiver holds."""
        elements = self.evaluator.types.elements
        receivers = (call.receiver,) if call.receiver is not None else ()
        return elements(elements(Answer(receivers, INFERRED, ""), "__iter__", ""), "__iter__", "").found

    def is_container(self, fqn: str) -> bool:
        """Whether the table knows a class of the library that holds things."""
        return fqn in self._containers

    def given(self, value: Entity, method: str, position: int) -> Held | None:
        """What a method of a container gives to a parameter of the function that it is called with; None if the table
        does not know."""
        rule = self._containers.get(value[1])
        terms = rule.callbacks.get(method) if rule is not None else None
        if rule is None or terms is None:
            return None
        if not 0 <= position < len(terms):
            return ()
        module = self.evaluator.project.modules[0]
        return self._held(self._term(terms[position]), Call(module, [], value, self._names(rule, value)))

    def conventional(self, module: Module, called: int, callee: Answer) -> Answer:
        """What external functions give by the conventions of their language: an instance of the class that they are
        functions of, or what they are called on."""
        members = module.spec.members
        found: list[Entity] = []
        for value in callee.found:
            if value[0] != EXTERNAL:
                continue
            holder, _, name = value[1].rpartition("::")
            if name in members.copies and module.op[called] == OP_MEMBER:
                receiver = self.evaluator.value(module, module.a[called])
                found.extend(as_instance(item) for item in receiver.found)
            elif name in members.makers and holder.rpartition("::")[2][:1].isupper():
                found.append((EXTERNAL_INSTANCE, holder, ()))
        return Answer(tuple(found), INFERRED, "convention") if found else NOTHING

    def _argument(self, name: str, position: int, call: Call) -> Held:
        if position >= len(call.arguments):
            return ()
        evaluator, expression = self.evaluator, call.arguments[position]
        if name[0] == "@":
            return evaluator.types.instances(call.module, expression).found
        value = evaluator.value(call.module, expression)
        if name.endswith("()"):
            value = evaluator.calls.call(value)
            if name[0] == "*":
                return evaluator.types.elements(value, "__iter__", "").found
            return value.found
        if name[0] == "#":
            return value.found
        return evaluator.types.elements(value, "__iter__" if name[0] == "*" else "__getitem__", "").found

    def _all(self, name: str, call: Call) -> Held:
        evaluator = self.evaluator
        parts: list[Held] = []
        if name == "all":
            parts = [evaluator.value(call.module, argument).found for argument in call.arguments]
        elif call.arguments:
            value = evaluator.value(call.module, call.arguments[0])
            for entity in value.found:
                if entity[0] == DISPLAY:
                    parts = evaluator.containers.each(entity)
            if not parts:
                parts = [evaluator.types.elements(value, "__iter__", "").found, ()]
        awaited = tuple(self._awaited(part) for part in parts)
        return ((EXTERNAL_INSTANCE, f"{call.module.spec.builtins}::tuple", awaited),) if any(awaited) else ()

    def _awaited(self, values: Held) -> Held:
        return self.evaluator.types.unwrapped(Answer(values, INFERRED, "")).found if values else ()
