"""Evaluates expression trees on demand: what a name or member denotes, and what kind of value it has.

An *entity* is something with a place in the graph: a definition, a module, something external. A *value* is what
an expression has when the program runs: a class, a function, an instance of a class, a module. Both are tuples that
begin with one of the tags below. Every answer is remembered; a question that comes back to itself on the way has no
answer there, and the depth is bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, Import, Op
from codegraph.resolve.arguments import Arguments
from codegraph.resolve.calls import Calls
from codegraph.resolve.classes import Classes
from codegraph.resolve.containers import Containers
from codegraph.resolve.contexts import Contexts
from codegraph.resolve.exports import Exports
from codegraph.resolve.generics import Generics
from codegraph.resolve.library import Library
from codegraph.resolve.merged import Merged, apart
from codegraph.resolve.narrowing import Narrowing
from codegraph.resolve.types import Types
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CERTAIN,
    CLASS,
    CLASS_KINDS,
    DEFINITION,
    DISPLAY,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    GENERIC,
    INFERRED,
    INSTANCE,
    MAX_DEPTH,
    MISSING,
    MODULE,
    NAMESPACE,
    NOTHING,
    POSSIBLE,
    PROPERTY,
    SUPER,
    Answer,
    Entity,
    merge,
)

if TYPE_CHECKING:
    from codegraph.resolve.project import Module, Project

# Plain numbers: comparing with members of an IntEnum costs several times as much.
BIND_ARGUMENT = int(Bind.ARGUMENT)
BIND_CATCH = int(Bind.CATCH)
BIND_CLASS_RECEIVER = int(Bind.CLASS_RECEIVER)
BIND_DEFINITION = int(Bind.DEFINITION)
BIND_IMPORT = int(Bind.IMPORT)
BIND_ITEM = int(Bind.ITEM)
BIND_PARAMETER = int(Bind.PARAMETER)
BIND_RECEIVER = int(Bind.RECEIVER)
BIND_TYPE = int(Bind.TYPE)
BIND_VALUE = int(Bind.VALUE)
FLAG_OVERLOAD = int(Flag.OVERLOAD)
IMPORT_DEFAULT = int(Import.DEFAULT)
IMPORT_MODULE = int(Import.MODULE)
IMPORT_NAMED = int(Import.NAMED)
WITH_VALUE = CLASS_KINDS | CALLABLE_KINDS | {PROPERTY}
OP_APPLY = int(Op.APPLY)
OP_AWAIT = int(Op.AWAIT)
OP_CALL = int(Op.CALL)
OP_CAST = int(Op.CAST)
OP_DEFINITION = int(Op.DEFINITION)
OP_DISPLAY = int(Op.DISPLAY)
OP_FREE = int(Op.FREE)
OP_IMPORT = int(Op.IMPORT)
OP_INDEX = int(Op.INDEX)
OP_LITERAL = int(Op.LITERAL)
OP_MEMBER = int(Op.MEMBER)
OP_EXCLUDE = int(Op.EXCLUDE)
OP_NAME = int(Op.NAME)
OP_NARROW = int(Op.NARROW)
OP_NEW = int(Op.NEW)
OP_PARAMETER = int(Op.PARAMETER)
OP_SELF = int(Op.SELF)
OP_SUPER = int(Op.SUPER)
OP_UNION = int(Op.UNION)


OPEN = Answer((), CERTAIN, "dynamic")
"""Of a variable whose values are being found out."""


class Circles:
    """Variables that are made from themselves: ``box = box.plain() if box else box``.

    Where a question comes back to itself it has no answer. Once the other values of the variable are known, it is asked
    again, and so is what was answered after it came back.

    Attributes:
        back: the variables that questions came back to, by module and row.
        trail: the memos that were written since, and where.
        settled: those that have been asked again.
    """

    __slots__ = ("back", "settled", "trail")

    def __init__(self) -> None:
        self.back: set[tuple[int, int]] = set()
        self.trail: list[tuple[list[Answer | None], int]] = []
        self.settled: set[tuple[int, int]] = set()

    def ends(self, key: tuple[int, int], answer: Answer) -> bool:
        """Whether a variable, for which there is an answer now, is to be asked again."""
        if key not in self.back:
            return False
        self.back.discard(key)
        again = bool(answer.found) and key not in self.settled
        self.settled.add(key)
        if again:
            for memo, row in self.trail:
                memo[row] = None
        if not self.back:
            self.trail.clear()
        return again


class Evaluator:
    """Answers questions about expressions of a project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.owners = project.owners
        self.definitions = project.definitions
        self.classes = Classes(self)
        self.exports = Exports(self)
        self.types = Types(self)
        self.depth = 0
        self.circular = Circles()
        self.calls = Calls(self)
        self.containers = Containers(self)
        self.arguments = Arguments(self)
        self.generics = Generics(self)
        self.merged = Merged(self.definitions)
        self.contexts = Contexts(self)
        self.narrowing = Narrowing(self)
        self.library = Library(self)

    def release(self) -> None:
        """Let go of the parts, which know the evaluator: builds run without what finds such cycles."""
        del self.classes, self.exports, self.types, self.calls, self.containers, self.arguments
        del self.generics, self.contexts
        del self.narrowing, self.library

    def forget_missed(self) -> None:
        """Forget the answers that found nothing, as more is known now."""
        for module in self.project.modules:
            for memo in (
                module.values,
                module.denotes,
                module.types,
                module.variable_values,
                module.variable_denotes,
            ):
                memo[:] = [None if answer is NOTHING else answer for answer in memo]
        self.calls.forget_missed()
        self.classes.forget_missed()

    # --- what an expression denotes ---

    def denote(self, module: Module, expression: int) -> Answer:
        """The entities that an expression names."""
        memo = module.denotes
        known = memo[expression]
        if known is not None:
            return known
        if self.depth > MAX_DEPTH:
            return NOTHING
        memo[expression] = NOTHING  # a cycle finds nothing here
        self.depth += 1
        answer = self._denote(module, expression)
        self.depth -= 1
        memo[expression] = answer
        if self.circular.back:
            self.circular.trail.append((memo, expression))
        return answer

    def _denote(self, module: Module, expression: int) -> Answer:
        op, a = module.op[expression], module.a[expression]
        if op == OP_MEMBER:
            receiver = module.values[a] or self.value(module, a)
            return self.member(receiver, module.strings[module.b[expression]])
        if op == OP_NAME:
            return module.variable_denotes[a] or self.denote_variable(module, a)
        if op == OP_FREE:
            return self.free(module, module.strings[a])
        if op == OP_INDEX:
            named = self.containers.computed(module, expression)
            return named if named.found else self.denote(module, a)
        if op in (OP_APPLY, OP_NARROW, OP_EXCLUDE):
            return self.denote(module, a)
        if op == OP_DEFINITION:
            return Answer(((DEFINITION, module.base + a),), CERTAIN, "scope")
        if op == OP_IMPORT:
            return self.denote_import(module, a)
        if op == OP_UNION:
            return merge([self.denote(module, a), self.denote(module, module.b[expression])])
        return NOTHING

    def denote_variable(self, module: Module, variable: int) -> Answer:
        """The definitions and imports that a variable stands for."""
        known = module.variable_denotes[variable]
        if known is None:
            known = module.variable_denotes[variable] = self._denote_variable(module, variable)
        return known

    def _denote_variable(self, module: Module, variable: int) -> Answer:
        first, count = module.var_first[variable], module.var_count[variable]
        kinds, targets = module.bind_kind, module.bind_target
        if count == 1 and kinds[first] == BIND_DEFINITION:  # most are
            return Answer(((DEFINITION, module.base + targets[first]),), CERTAIN, "scope")
        definitions: list[int] = []
        answers = []
        for binding in range(first, first + count):
            kind, target = kinds[binding], targets[binding]
            if kind == BIND_DEFINITION:
                definitions.append(target)
            elif kind == BIND_IMPORT:
                answers.append(self.denote_import(module, target))
        if definitions:
            groups = [definitions]
            if len(definitions) > 1 and module.spec.members.receiver == "keyword":
                groups = apart(self.definitions, module.base, definitions)
            chosen = tuple(
                (DEFINITION, module.base + self._implementation(module, group)) for group in groups
            )
            answers.append(Answer(chosen, CERTAIN, "scope"))
        if len(answers) == 1:
            return answers[0]
        return merge(answers) if answers else NOTHING

    def _implementation(self, module: Module, definitions: list[int]) -> int:
        """Of several definitions of one name the one that counts: no overload signature, no setter."""
        if len(definitions) == 1:
            return definitions[0]
        flags, base = self.definitions.flags, module.base
        real = [d for d in definitions if not flags[base + d] & FLAG_OVERLOAD] or definitions
        return real[0] if self.definitions.kind[base + real[0]] == PROPERTY else real[-1]

    def denote_import(self, module: Module, number: int) -> Answer:
        """What an import binds."""
        known = module.import_answers[number]
        if known is not None:
            return known
        kind = module.import_kind[number]
        specifier = module.strings[module.import_module[number]]
        if kind == IMPORT_MODULE and module.import_alias[number] < 0:
            return self._root_module(module, specifier)
        found = self.module_answer(module, specifier)
        if kind in (IMPORT_NAMED, IMPORT_DEFAULT):
            name = "default" if kind == IMPORT_DEFAULT else module.strings[module.import_name[number]]
            return self.imported_name(found, name, specifier, module)
        if found.found:
            return found
        return MISSING

    def _root_module(self, module: Module, specifier: str) -> Answer:
        first = specifier.partition(module.spec.separator)[0]
        found = self.project.find(first, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "import")
        if self.project.find(specifier, module) is not None:
            return Answer(((NAMESPACE, first, module.index),), CERTAIN, "import")
        return self._external(module, first)

    def module_answer(self, module: Module, specifier: str) -> Answer:
        """The module that a specifier means, or its external name."""
        found = self.project.find(specifier, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "import")
        return self._external(module, specifier)

    def _external(self, module: Module, specifier: str) -> Answer:
        external = self.project.rules(module.language).external(specifier)
        return Answer(((EXTERNAL, external),), CERTAIN, "import") if external else MISSING

    def imported_name(self, source: Answer, name: str, specifier: str, module: Module) -> Answer:
        """A name that is imported from a module: what it exports, or a module below it."""
        if source.found and source.found[0][0] == MODULE:
            answer = self.exports.name(self.project.modules[source.found[0][1]], name)
            if answer.found:
                return answer.by("import") if answer.rule == "scope" else answer
        below = self._submodule(specifier, name, module)
        if below is not None:
            return Answer(((MODULE, below.index),), CERTAIN, "import")
        if source.found and source.found[0][0] == EXTERNAL:
            base = source.found[0][1]
            return Answer(((EXTERNAL, base if name == "default" else f"{base}::{name}"),), CERTAIN, "import")
        return MISSING

    def _submodule(self, specifier: str, name: str, module: Module) -> Module | None:
        if not module.spec.submodules:
            return None
        joined = specifier + name if specifier.endswith(".") else f"{specifier}.{name}"
        return self.project.find(joined, module)

    def free(self, module: Module, name: str) -> Answer:
        """A name that no scope of the file binds: from a star import, or built in."""
        star = module.names[0].get("*")
        if star is not None:
            answer = self.exports.from_stars(module, star, name)
            if answer.found:
                return answer
        if name in module.globals:
            return Answer(((EXTERNAL, f"{module.spec.builtins}::{name}"),), CERTAIN, "builtin")
        return MISSING

    # --- members ---

    def member(self, receiver: Answer, name: str) -> Answer:
        """What a member of a value denotes."""
        if not receiver.found:
            return NOTHING
        if len(receiver.found) == 1:
            return self._member_of(receiver.found[0], name, receiver)
        return merge([self._member_of(value, name, receiver) for value in receiver.found])

    def _member_of(self, value: Entity, name: str, receiver: Answer) -> Answer:
        tag = value[0]
        if tag == INSTANCE:
            found = self.classes.member(value[1], name)
            if len(found.found) > 1:
                found = self.merged.members(found, static=False)
            return self._graded(found, receiver, receiver.rule)
        if tag == FUNCTION:
            if not self.classes.has_members(value[1]):
                return NOTHING
            own = self.classes.member(value[1], name)
            return self._graded(own, receiver, "class-member") if own.found else NOTHING
        if tag == CLASS:
            found = self.classes.member(value[1], name)
            if len(found.found) > 1:
                found = self.merged.members(found, static=True)
            return self._graded(found, receiver, "class-member")
        if tag in (EXTERNAL, EXTERNAL_INSTANCE, DISPLAY):
            return Answer(((EXTERNAL, f"{value[1]}::{name}"),), receiver.confidence, "external")
        if tag == GENERIC:
            return self.member(self.generics.bound(value), name).at_best(receiver.confidence)
        if tag == MODULE:
            return self._graded(
                self._module_member(self.project.modules[value[1]], name), receiver, "module-member"
            )
        if tag == SUPER:
            return self._graded(self.classes.member(value[1], name, after=value[1]), receiver, "super")
        if tag == NAMESPACE:
            return self._namespace_member(value, name)
        return NOTHING

    @staticmethod
    def _graded(answer: Answer, receiver: Answer, rule: str) -> Answer:
        if not answer.found:
            return answer
        if answer.rule == "external":
            rule = "external"
        return Answer(answer.found, max(answer.confidence, receiver.confidence), rule)

    def _module_member(self, module: Module, name: str) -> Answer:
        answer = self.exports.name(module, name)
        if answer.found or not module.spec.submodules:
            return answer
        if module.path.rpartition("/")[2].partition(".")[0] in module.spec.package_modules:
            below = self.project.find(f".{name}", module)
            if below is not None:
                return Answer(((MODULE, below.index),), CERTAIN, "module-member")
        return answer

    def _namespace_member(self, value: Entity, name: str) -> Answer:
        path = f"{value[1]}.{name}"
        module = self.project.modules[value[2]]
        found = self.project.find(path, module)
        if found is not None:
            return Answer(((MODULE, found.index),), CERTAIN, "module-member")
        return Answer(((NAMESPACE, path, value[2]),), CERTAIN, "module-member")

    # --- values ---

    def value(self, module: Module, expression: int) -> Answer:
        """The values that an expression can have."""
        memo = module.values
        known = memo[expression]
        if known is not None:
            return known
        if self.depth > MAX_DEPTH:
            return NOTHING
        self.depth += 1
        if module.op[expression] == OP_NAME:  # variables find out themselves that a question came back
            answer = self.variable_value(module, module.a[expression])
        else:
            memo[expression] = NOTHING
            answer = self._value(module, expression)
        self.depth -= 1
        memo[expression] = answer
        if self.circular.back:
            self.circular.trail.append((memo, expression))
        return answer

    def _value(self, module: Module, expression: int) -> Answer:  # noqa: C901, PLR0911 (one for each operator)
        op, a = module.op[expression], module.a[expression]
        if op == OP_MEMBER:
            return self._member_value(module, expression, a)
        if op in (OP_FREE, OP_DEFINITION, OP_IMPORT):
            return self.values_of(self.denote(module, expression))
        if op == OP_SELF:
            tag = CLASS if module.b[expression] == 1 else INSTANCE
            return Answer(((tag, module.base + a, ()),), CERTAIN, "self")
        if op == OP_SUPER:
            return Answer(((SUPER, module.base + a),), CERTAIN, "super")
        if op == OP_CALL:
            return self._call_value(module, expression, a)
        if op == OP_NEW:
            return self.calls.instances(self.value(module, a), (module, module.b[expression]))
        if op == OP_APPLY:
            return self.generics.applied(module, self.value(module, a), module.b[expression])
        if op == OP_PARAMETER:
            return self.contexts.parameter(module, a, module.b[expression])
        if op == OP_UNION:
            return merge([self.value(module, a), self.value(module, module.b[expression])])
        if op == OP_LITERAL:
            return self.types.literal(module, a)
        if op == OP_DISPLAY:
            return self.containers.display(module, expression)
        if op == OP_AWAIT:
            return self.types.unwrapped(self.value(module, a))
        if op in (OP_NARROW, OP_EXCLUDE):
            return self.narrowing.value(module, expression)
        if op == OP_CAST:
            return self.types.instances(module, a)
        return self.types.element(module, expression, op, a)

    def _call_value(self, module: Module, expression: int, called: int) -> Answer:
        callee = self.value(module, called)
        if module.op[called] == OP_MEMBER and callee.found:
            again = self.calls.receiver_again(module, called, callee)
            if again.found:
                return again
        if callee.found and callee.found[0][0] == EXTERNAL:
            given = self.library.result(module, expression, callee)
            if given.found:
                return given
        return self.calls.call(callee, (module, module.b[expression]))

    def _member_value(self, module: Module, expression: int, receiver: int) -> Answer:
        """The value of a member; one of an object literal may be no definition: ``{ key: value }``, ``{ value }``."""
        named = self.denote(module, expression)
        if named.found:
            answer = self.values_of(named)
            return self.generics.seen_from(self.value(module, receiver), answer) if answer.found else answer
        name = module.strings[module.b[expression]]
        for value in self.value(module, receiver).found:
            if value[0] == INSTANCE and self.definitions.kind[value[1]] not in CLASS_KINDS:
                owner, scope = self.owners[value[1]], self.definitions.scope[value[1]]
                variable = owner.names[scope].get(name) if scope >= 0 else None
                if variable is not None:
                    return self.variable_value(owner, variable)
        return named

    def values_of(self, answer: Answer) -> Answer:
        """The values of entities."""
        if len(answer.found) == 1:
            entity = answer.found[0]
            if entity[0] == MODULE:
                whole = self.exports.whole(self.project.modules[entity[1]])
                if whole.found and self.exports.has_names(self.project.modules[entity[1]]):
                    return Answer((*whole.found, entity), whole.confidence, whole.rule)
                return whole if whole.found else answer
            if entity[0] != DEFINITION:
                return answer
            value = self.definition_value(entity[1])
            confidence = max(answer.confidence, value.confidence)
            return Answer(value.found, confidence, value.rule if value.rule != "scope" else answer.rule)
        if not answer.found:
            return answer
        answer = self.merged.values(answer)
        return merge([self.values_of(Answer((e,), answer.confidence, answer.rule)) for e in answer.found])

    def definition_value(self, number: int) -> Answer:
        """The value of a definition: the class or function itself, what a property gives, what a variable has."""
        kind = self.definitions.kind[number]
        if kind in CLASS_KINDS:
            return Answer(((CLASS, number, ()),), CERTAIN, "scope")
        if kind in CALLABLE_KINDS:
            return Answer(((FUNCTION, number),), CERTAIN, "scope")
        if kind == PROPERTY:
            return self.calls.result(number)
        module = self.owners[number]
        variable = module.variable_of.get(number - module.base)
        if self.definitions.scope[number] >= 0:  # an object literal with members
            typed = self._declared(module, variable) if variable is not None else NOTHING
            return typed if typed.found else Answer(((INSTANCE, number, ()),), CERTAIN, "scope")
        return NOTHING if variable is None else self.variable_value(module, variable)

    def variable_value(self, module: Module, variable: int) -> Answer:
        """The values of a variable: by its annotation, else by all that is assigned to it."""
        memo = module.variable_values
        known = memo[variable]
        circular = self.circular
        if known is not None:
            if known is OPEN:
                circular.back.add((module.index, variable))
                return NOTHING
            return known
        memo[variable] = OPEN
        answer = self._variable_value(module, variable)
        if circular.back:
            if circular.ends((module.index, variable), answer):
                memo[variable] = answer
                answer = self._variable_value(module, variable)
            circular.trail.append((memo, variable))
        memo[variable] = answer
        return answer

    def _variable_value(self, module: Module, variable: int) -> Answer:
        first = module.var_first[variable]
        answers: list[Answer] = []
        declared = NOTHING
        items = False
        decided = module.spec.first_value
        for binding in range(first, first + module.var_count[variable]):
            kind, target = module.bind_kind[binding], module.bind_target[binding]
            if declared.found and kind != BIND_ARGUMENT:
                continue
            if kind == BIND_TYPE:
                declared = self.types.instances(module, target)
                # Of a type that is not known the values say more.
                if declared.found and not self._is_any_callable(module, declared):
                    return declared
            elif kind == BIND_ITEM:
                items = True
            elif kind == BIND_ARGUMENT:
                given = self._given(module, variable, target)
                # What is declared as a mere callable is there to be called by anyone with anything.
                answers.append(given.at_best(POSSIBLE) if declared.found else given)
            else:
                answers.append(self._bound(module, variable, kind, target))
                if decided and kind == BIND_VALUE and answers[-1].found:
                    rest = range(binding + 1, first + module.var_count[variable])
                    return self._annotated(module, rest) or answers[-1]
                decided = decided and kind != BIND_VALUE  # declared without a value: any later one counts
        answers = [answer for answer in answers if answer.found]
        answer = answers[0] if len(answers) == 1 else merge(answers) if answers else declared
        return self.containers.with_items(module, variable, answer) if items else answer

    def _bound(self, module: Module, variable: int, kind: int, target: int) -> Answer:
        """What one binding of a variable gives it."""
        if kind == BIND_VALUE:
            return self._assigned(self.value(module, target)) if target >= 0 else NOTHING
        if kind == BIND_DEFINITION:
            overload = self.definitions.flags[module.base + target] & FLAG_OVERLOAD
            return NOTHING if overload else self._defined(module, target, variable)
        if kind == BIND_IMPORT:
            return self.values_of(self.denote_import(module, target))
        if kind == BIND_RECEIVER:
            return Answer(((INSTANCE, module.base + target, ()),), CERTAIN, "self")
        if kind == BIND_CLASS_RECEIVER:
            return Answer(((CLASS, module.base + target, ()),), CERTAIN, "self")
        if kind == BIND_CATCH and target >= 0:
            return self.types.instances(module, target)
        if kind == BIND_PARAMETER and target >= 0:
            return self.value(module, target).at_best(INFERRED, "default")
        return NOTHING

    def _given(self, module: Module, variable: int, position: int) -> Answer:
        """What a parameter gets: by the type of what its function is given to, else by the calls of its function."""
        found = self.contexts.of_variable(module, variable, position)
        return found if found.found else self.arguments.given(module, variable, position)

    @staticmethod
    def _is_any_callable(module: Module, declared: Answer) -> bool:
        """Whether a declared type says no more than that the value can be called."""
        names = module.spec.callable_types
        return (
            bool(names)
            and bool(declared.found)
            and all(
                value[0] == EXTERNAL_INSTANCE and value[1].rpartition("::")[2] in names
                for value in declared.found
            )
        )

    def _declared(self, module: Module, variable: int) -> Answer:
        """What the declared type of a variable says of its members, nothing if that is no type of the project."""
        first = module.var_first[variable]
        for binding in range(first, first + module.var_count[variable]):
            if module.bind_kind[binding] == BIND_TYPE:
                typed = self.types.instances(module, module.bind_target[binding])
                return typed if typed.found and typed.found[0][0] == INSTANCE else NOTHING
        return NOTHING

    def _annotated(self, module: Module, bindings: range) -> Answer | None:
        """What the annotation among some bindings says, None without one."""
        for binding in bindings:
            if module.bind_kind[binding] == BIND_TYPE:
                return self.types.instances(module, module.bind_target[binding])
        return None

    def _defined(self, module: Module, local: int, variable: int) -> Answer:
        number = module.base + local
        if (
            self.definitions.kind[number] not in WITH_VALUE
            and self.definitions.scope[number] < 0
            and module.variable_of.get(local) == variable
        ):
            return NOTHING  # the variable's own node
        return self.definition_value(number)

    @staticmethod
    def _assigned(answer: Answer) -> Answer:
        """What an assignment passes on: a name may have been bound anew since, so an instance is inferred."""
        if (
            answer.found
            and answer.confidence == CERTAIN
            and answer.found[0][0] in (INSTANCE, EXTERNAL_INSTANCE, DISPLAY)
        ):
            return answer.at_best(INFERRED)
        return answer
