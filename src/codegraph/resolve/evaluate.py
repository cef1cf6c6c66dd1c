"""Evaluates expression trees on demand: what a name or member denotes, and what kind of value it has.

An *entity* is something with a place in the graph: a definition, a module, something external. A *value* is what
an expression has when the program runs: a class, a function, an instance of a class, a module. Both are tuples that
begin with one of the tags below. Every answer is remembered; a question that comes back to itself on the way has no
answer there, and the depth is bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag, Op
from codegraph.model import NodeKind
from codegraph.resolve.accessors import Accessors
from codegraph.resolve.arguments import Arguments
from codegraph.resolve.blankets import Blankets
from codegraph.resolve.calls import Calls
from codegraph.resolve.circles import Circles
from codegraph.resolve.classes import Classes
from codegraph.resolve.conditions import Conditions
from codegraph.resolve.containers import Containers
from codegraph.resolve.contexts import Contexts
from codegraph.resolve.exports import Exports
from codegraph.resolve.extensions import Extensions
from codegraph.resolve.fixtures import Fixtures
from codegraph.resolve.generics import Generics
from codegraph.resolve.heirs import Heirs
from codegraph.resolve.holders import Holders
from codegraph.resolve.imports import Imports
from codegraph.resolve.includes import Includes
from codegraph.resolve.library import Library
from codegraph.resolve.linkage import Linkage
from codegraph.resolve.members import Members
from codegraph.resolve.merged import Merged
from codegraph.resolve.narrowing import Narrowing
from codegraph.resolve.overloads import Overloads
from codegraph.resolve.parts import Parts
from codegraph.resolve.paths import Paths
from codegraph.resolve.selves import Selves
from codegraph.resolve.sent import Sent
from codegraph.resolve.stars import Stars
from codegraph.resolve.steppers import Steppers
from codegraph.resolve.types import Types
from codegraph.resolve.units import Units
from codegraph.resolve.values import (
    CALLABLE_KINDS,
    CERTAIN,
    CHAIN_DEPTH,
    CLASS,
    CLASS_KINDS,
    DEFINITION,
    DISPLAY,
    EXTERNAL,
    EXTERNAL_INSTANCE,
    FUNCTION,
    INFERRED,
    INSTANCE,
    KINDS,
    MAX_DEPTH,
    MODULE,
    NOTHING,
    OPAQUE_CALL,
    PROPERTY,
    SUPER,
    TYPE_ALIAS,
    Answer,
    Entity,
    as_class,
    merge,
)
from codegraph.resolve.variables import Variables
from codegraph.resolve.visibility import Visibility

if TYPE_CHECKING:
    from codegraph.resolve.project import Module, Project

# Plain numbers: comparing with members of an IntEnum costs several times as much.
FLAG_VARIANT = int(Flag.VARIANT)
CONSTANT, ENUM = KINDS.index(NodeKind.CONSTANT), KINDS.index(NodeKind.ENUM)
NAMED_TYPES = CLASS_KINDS | {TYPE_ALIAS}
OP_APPLY = int(Op.APPLY)
OP_ASKED = int(Op.ASKED)
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
OP_VARIANT = int(Op.VARIANT)


class Evaluator:
    """Answers questions about expressions of a project.

    Args:
        project: the project, of which no answers are remembered yet.
        arguments: what is known of the arguments of calls.
    """

    __deletable__ = (
        "classes", "exports", "types", "calls", "containers", "arguments", "generics", "contexts",
        "narrowing", "library", "fixtures", "extensions", "imports", "members", "variables", "units",
        "parts", "stars", "paths", "blankets", "overloads", "accessors", "steppers", "visibility",
        "linkage", "sent", "selves", "includes", "heirs", "holders",
    )  # fmt: skip

    def __init__(self, project: Project, arguments: Arguments | None = None) -> None:
        self.project = project
        self.owners = project.owners
        self.definitions = project.definitions
        self.classes = Classes(self)
        self.exports = Exports(self)
        self.types = Types(self)
        self.depth = 0
        self.circular = Circles()
        self.imports = Imports(self)
        self.members = Members(self)
        self.variables = Variables(self)
        self.calls = Calls(self)
        self.containers = Containers(self)
        self.arguments = Arguments(self, arguments)
        self.generics = Generics(self)
        self.merged = Merged(self.definitions)
        self.contexts = Contexts(self)
        self.fixtures = Fixtures(self)
        self.narrowing = Narrowing(self)
        self.library = Library(self)
        self.links: dict[int, tuple[int, ...]] = {}
        self.sent = Sent(self)
        self.selves = Selves(self)
        self.includes = Includes(self)
        self.heirs = Heirs(self)
        self.units = Units(self)
        self.extensions = Extensions(self)
        self.paths = Paths(self)
        self.blankets = Blankets(self)
        self.steppers = Steppers(self)
        self.conditions = Conditions(project)
        self.parts = Parts(self)
        self.holders = Holders(self)
        self.overloads = Overloads(self)
        self.stars = Stars(self)
        self.accessors = Accessors(self)
        self.whole = self.parts.whole
        self.parts.collect()
        self.holders.collect()
        self.visibility = Visibility(self)
        self.linkage = Linkage(self)
        self.links = self.linkage.links
        self.linkage.collect()
        self.units.limit()

    def release(self) -> None:
        """Let go of the parts, which know the evaluator: builds run without what finds such cycles."""
        del self.classes, self.exports, self.types, self.calls, self.containers, self.arguments
        del self.generics, self.contexts, self.narrowing, self.library, self.fixtures
        del self.extensions, self.imports, self.members, self.variables, self.units, self.parts, self.stars
        del self.paths, self.blankets, self.overloads, self.accessors, self.steppers
        del self.visibility, self.linkage
        del self.sent, self.selves, self.includes, self.heirs, self.holders

    def forget_missed(self) -> None:
        """Forget the answers that found nothing, as more is known now."""
        for module in self.project.modules:
            if module.facts is not None:
                continue
            for memo in (
                module.values,
                module.denotes,
                module.types,
                module.variable_values,
                module.variable_denotes,
            ):
                if any(memo):
                    memo[:] = [None if answer is NOTHING else answer for answer in memo]
        self.calls.forget_missed()
        self.classes.forget_missed()
        self.overloads.forget_missed()

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

    def _denote(self, module: Module, expression: int) -> Answer:  # noqa: PLR0911 (one for each operator)
        op, a = module.op[expression], module.a[expression]
        if op == OP_MEMBER:
            receiver = module.values[a] or self.value(module, a)
            name = module.strings[module.b[expression]]
            found = self.members.of(receiver, name)
            if not found.found or found.found[0][0] == EXTERNAL:
                extension = self.extensions.of(module, receiver, name)
                if extension.found or name not in module.spec.everywhere:
                    return extension if extension.found else found
                if module.spec.everywhere[name].member:
                    fqn = f"{module.spec.builtins}::{name}"
                    return Answer(((EXTERNAL, fqn),), CERTAIN, "external")
            return found
        if op == OP_NAME:
            return module.variable_denotes[a] or self.variables.denote(module, a)
        if op == OP_FREE:
            return self.imports.free(module, module.strings[a], module.b[expression])
        if op == OP_INDEX:
            named = self.containers.computed(module, expression)
            return named if named.found else self.denote(module, a)
        if op in (OP_APPLY, OP_NARROW, OP_EXCLUDE):
            return self.denote(module, a)
        if op == OP_DEFINITION:
            return Answer(((DEFINITION, module.base + a),), CERTAIN, "scope")
        if op == OP_IMPORT:
            return self.imports.denote(module, a)
        if op == OP_UNION:
            return merge([self.denote(module, a), self.denote(module, module.b[expression])])
        if op in (OP_CALL, OP_NEW) and module.spec.members.overloads:
            return self.overloads.called(module, expression)
        return NOTHING

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
            answer = self.variables.value(module, module.a[expression])
        else:
            memo[expression] = NOTHING
            answer = self._value(module, expression)
        self.depth -= 1
        memo[expression] = answer
        if self.circular.back:
            self.circular.trail.append((memo, expression))
        return answer

    def _value(self, module: Module, expression: int) -> Answer:  # noqa: C901, PLR0911, PLR0912 (one for each operator)
        op, a = module.op[expression], module.a[expression]
        if op == OP_MEMBER:
            return self._member_value(module, expression, a)
        if op == OP_FREE and module.spec.scopes.implicit_receiver:
            return self.sent.free_value(module, expression)
        if op == OP_FREE and module.spec.scopes.included:
            return self.includes.value(module, expression)
        if op in (OP_FREE, OP_DEFINITION, OP_IMPORT):
            return self.values_of(self.denote(module, expression))
        if op == OP_SELF:
            tag = CLASS if module.b[expression] == 1 else INSTANCE
            number = module.base + a
            other = self.parts.others.get(number)
            if other is not None:
                return Answer((as_class(other) if tag == CLASS else other,), CERTAIN, "self")
            return Answer(((tag, self.whole.get(number, number), ()),), CERTAIN, "self")
        if op == OP_SUPER:
            number = module.base + a
            return Answer(((SUPER, self.whole.get(number, number)),), CERTAIN, "super")
        if op == OP_CALL:
            return self._call_value(module, expression, a)
        if op == OP_NEW:
            return self.calls.instances(self.value(module, a), (module, module.b[expression]))
        if op == OP_APPLY:
            return self.generics.applied(module, self._generic(module, expression, a), module.b[expression])
        if op == OP_PARAMETER and module.spec.members.reads == "call":
            return self.sent.block_parameter(module, a, module.b[expression])
        if op == OP_PARAMETER:
            return self.contexts.parameter(module, a, module.b[expression])
        if op == OP_ASKED:
            return self.contexts.asked(module, a, module.b[expression])
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
        if op == OP_VARIANT:
            return self.types.variant(module, a, module.b[expression])
        return self.types.element(module, expression, op, a)

    def _from_inside(self, module: Module, called: int) -> None:
        """Answer first what a long chain of calls begins with, as it would be too deep from its end on."""
        op, a, links = module.op, module.a, []
        while op[called] == OP_MEMBER and op[a[called]] == OP_CALL and module.values[a[called]] is None:
            links.append(a[called])
            called = a[a[called]]
        for link in reversed(links):
            self.value(module, link)

    def _call_value(self, module: Module, expression: int, called: int) -> Answer:
        if self.depth > CHAIN_DEPTH:
            self._from_inside(module, called)
        if module.spec.opaque:
            function = self.value(module, called)
            outside = self.members.outside(function, OPAQUE_CALL, EXTERNAL_INSTANCE)
            if outside is not None and not self.library.gives(module, function.found[0][1]):
                return outside
        if module.spec.members.reads == "call":
            return self.sent.call_value(module, expression, called)
        callee = self._callee(module, expression, called)
        if module.spec.members.overloads and self._is_accessor(module, expression):
            return callee
        if module.op[called] == OP_MEMBER and callee.found:
            again = self.calls.receiver_again(module, called, callee)
            if again.found:
                return again
        if callee.found and callee.found[0][0] == EXTERNAL:
            given = self.library.result(module, expression, callee)
            if given.found:
                return given
        found = self.calls.call(callee, (module, module.b[expression]))
        if not found.found and callee.found and module.spec.members.makers:
            return self.library.conventional(module, called, callee)
        return found

    def _is_property(self, module: Module, expression: int, named: Answer) -> bool:
        """Whether a member that is read means a method, which other languages of the family call by its own name."""
        name = module.strings[module.b[expression]]
        return all(
            entity[0] == DEFINITION and self.accessors.is_read(entity[1], name) for entity in named.found
        )

    def _is_accessor(self, module: Module, call: int) -> bool:
        """Whether a call means a field, by an accessor that stands nowhere."""
        meant = self.denote(module, call).found
        return bool(meant) and all(
            entity[0] == DEFINITION and self.accessors.is_one(entity[1], self.overloads.name_of(module, call))
            for entity in meant
        )

    def _callee(self, module: Module, expression: int, called: int) -> Answer:
        """The value of what is called; of overloads that of the one that is meant."""
        if module.spec.members.overloads:
            meant = self.denote(module, expression)
            if meant.found:
                plain = module.a[called] if module.op[called] == OP_APPLY else called
                if meant.rule == "extension" and module.op[plain] == OP_MEMBER:
                    answer = self.extensions.bound(meant, self.value(module, module.a[plain]))
                else:
                    answer = self.values_of(meant)
                if module.op[plain] == OP_MEMBER:
                    answer = self.generics.seen_from(self.value(module, module.a[plain]), answer)
                if module.op[called] == OP_APPLY:
                    answer = self.generics.applied(module, answer, module.b[called])
                return answer
        return self.value(module, called)

    def _member_value(self, module: Module, expression: int, receiver: int) -> Answer:
        """The value of a member; one of an object literal may be no definition: ``{ key: value }``, ``{ value }``."""
        if module.spec.opaque:
            name = f"::{module.strings[module.b[expression]]}"
            outside = self.members.outside(self.value(module, receiver), name, EXTERNAL)
            if outside is not None:
                known = self.library.value(module, outside.found[0][1])
                return known if known.found else outside
        if module.spec.class_words:
            word = module.spec.class_words.get(module.strings[module.b[expression]])
            if word is not None:
                return self._behind_class(module, receiver, word)
        if module.strings[module.b[expression]].isdigit():
            held = self.types.positional(self.value(module, receiver), module.strings[module.b[expression]])
            if held.found:
                return held
        if module.spec.members.reads == "call":
            return self.sent.value(module, expression, receiver)
        named = self.denote(module, expression)
        if named.rule == "extension":
            return self.extensions.bound(named, self.value(module, receiver))
        if named.found:
            known = self._known_member(module, expression, receiver, named)
            if known.found:
                return known
            if module.spec.members.overloads and self._is_property(module, expression, named):
                return self.calls.call(self.values_of(named))
            answer = self.values_of(named)
            return self.generics.seen_from(self.value(module, receiver), answer) if answer.found else answer
        return self._other_member(module, expression, receiver, named)

    def _known_member(self, module: Module, expression: int, receiver: int, named: Answer) -> Answer:
        """What a member of something of the library is, by its table."""
        if named.found[0][0] != EXTERNAL:
            return NOTHING
        known = self.library_member(module, expression, receiver)
        return known if known.found else self.library.value(module, named.found[0][1])

    def _other_member(self, module: Module, expression: int, receiver: int, named: Answer) -> Answer:
        """The value of a member that is no definition: of an object that is written out, or the object itself."""
        name = module.strings[module.b[expression]]
        if name in module.spec.members.unwraps:  # x.Value of a nullable x
            return self.value(module, receiver)
        for value in self.value(module, receiver).found:
            if value[0] == INSTANCE and self.definitions.kind[value[1]] not in CLASS_KINDS:
                owner, scope = self.owners[value[1]], self.definitions.scope[value[1]]
                variable = owner.names[scope].get(name) if scope >= 0 else None
                if variable is not None:
                    return self.variables.value(owner, variable)
        return named

    def _behind_class(self, module: Module, receiver: int, kind: str) -> Answer:
        """The value of a word behind a class: the instance around, or something of a built-in type."""
        if kind:
            return Answer(((EXTERNAL_INSTANCE, f"{module.spec.builtins}::{kind}", ()),), CERTAIN, "literal")
        found = tuple(
            (INSTANCE, *value[1:]) for value in self.value(module, receiver).found if value[0] == CLASS
        )
        return Answer(found, CERTAIN, "self") if found else NOTHING

    def library_member(self, module: Module, expression: int, receiver: int) -> Answer:
        """What a member of a library container is, by the table of the language's library."""
        name = module.strings[module.b[expression]]
        held: dict[Entity, None] = {}
        for value in self.value(module, receiver).found:
            if value[0] in (EXTERNAL_INSTANCE, DISPLAY):
                held.update(dict.fromkeys(self.library.member(value, name)))
        return Answer(tuple(held), INFERRED, "library") if held else NOTHING

    def given_types(self, module: Module, expression: int) -> int:
        """How many type arguments an expression gives to what it names."""
        return (
            len(module.listed(module.b[expression])) if module.op[expression] in (OP_INDEX, OP_APPLY) else 0
        )

    def of_arity(self, answer: Answer, count: int) -> Answer:
        """Of types of one name those with so many type parameters, in languages where these are different types."""
        if len(answer.found) < 2:
            return answer
        types = [self._arity(entity) for entity in answer.found]
        if count not in types:
            return answer
        found = tuple(e for e, arity in zip(answer.found, types, strict=True) if arity in (count, -1))
        return Answer(found, CERTAIN if len(found) == 1 else answer.confidence, answer.rule)

    def _arity(self, entity: Entity) -> int:
        """How many type parameters a type has, -1 for what is none or where that tells nothing apart."""
        if entity[0] != DEFINITION or self.definitions.kind[entity[1]] not in NAMED_TYPES:
            return -1
        owner = self.owners[entity[1]]
        return len(self.generics.parameters(entity[1])) if owner.spec.members.arities else -1

    def _generic(self, module: Module, expression: int, named: int) -> Answer:
        """The value of what is given type arguments."""
        answer = self.denote(module, named)
        if len(answer.found) > 1:
            chosen = self.of_arity(answer, self.given_types(module, expression))
            if len(chosen.found) < len(answer.found):
                return self.values_of(chosen)
        return self.value(module, named)

    def values_of(self, answer: Answer) -> Answer:
        """The values of entities."""
        if len(answer.found) == 1:
            entity = answer.found[0]
            if entity[0] == MODULE:
                whole = self.exports.whole(self.project.modules[entity[1]])
                if whole.found and self.exports.has_names(self.project.modules[entity[1]]):
                    return Answer((*whole.found, entity), whole.confidence, whole.rule)
                return whole if whole.found else answer
            if entity[0] == EXTERNAL:
                return self.library.constant(entity[1]) or answer
            if entity[0] != DEFINITION:
                return answer
            value = self.definition_value(entity[1])
            confidence = max(answer.confidence, value.confidence)
            return Answer(value.found, confidence, value.rule if value.rule != "scope" else answer.rule)
        if not answer.found:
            return answer
        answer = self.of_arity(self.merged.values(answer), 0)
        if self._has_overloads(answer):
            answer = self.merged.variables(answer)
        return merge([self.values_of(Answer((e,), answer.confidence, answer.rule)) for e in answer.found])

    def _has_overloads(self, answer: Answer) -> bool:
        first = answer.found[0]
        return first[0] == DEFINITION and bool(self.owners[first[1]].spec.members.overloads)

    def definition_value(self, number: int) -> Answer:
        """The value of a definition: the class or function itself, what a property gives, what a variable has."""
        kind = self.definitions.kind[number]
        if kind in CLASS_KINDS:
            return Answer(((CLASS, self.whole.get(number, number), ()),), CERTAIN, "scope")
        if kind in CALLABLE_KINDS:
            if self.owners[number].spec.members.reads == "call":
                return self.calls.result(number)
            return Answer(((FUNCTION, number),), CERTAIN, "scope")
        if kind == PROPERTY:
            return self.calls.result(number)
        module = self.owners[number]
        if self.definitions.flags[number] & FLAG_VARIANT:
            return self.calls.variant(number)
        if kind == TYPE_ALIAS and module.spec.alias_values and self.definitions.returns[number] >= 0:
            held = self.types.instances(module, self.definitions.returns[number])
            return Answer(tuple(as_class(value) for value in held.found), held.confidence, "alias")
        if kind == TYPE_ALIAS and module.spec.members.conversions:
            named = self.types.of_definition(number)
            return Answer(tuple((CLASS, *v[1:]) for v in named if v[0] == INSTANCE), CERTAIN, "scope")
        variable = module.variable_of.get(number - module.base)
        if self.definitions.scope[number] >= 0:  # an object literal with members
            typed = self.variables.declared(module, variable) if variable is not None else NOTHING
            return typed if typed.found else Answer(((INSTANCE, number, ()),), CERTAIN, "scope")
        found = NOTHING if variable is None else self.variables.value(module, variable)
        return found if found.found or kind != CONSTANT else self._constant(number)

    def _constant(self, number: int) -> Answer:
        """The value of a constant of an enum, in languages where it is an instance of that."""
        owner = int(self.definitions.parent[number])
        if (
            owner < 0
            or self.definitions.kind[owner] != ENUM
            or not self.owners[number].spec.members.overloads
        ):
            return NOTHING
        return Answer(((INSTANCE, self.whole.get(owner, owner), ()),), CERTAIN, "enum")
