"""What each use of a name or member leads to: nodes with the kind of edge, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Flag, Op, Ref
from codegraph.model import EdgeKind, NodeKind, Reason
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
    MODULE,
    NOTHING,
    POSSIBLE,
    PROPERTY,
    SUPER,
    TYPE_ALIAS,
    Answer,
    Entity,
)

if TYPE_CHECKING:
    from codegraph.resolve.edges import Found
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

MAX_TEXT = 200
MAX_CANDIDATES = 5
FIELD = KINDS.index(NodeKind.FIELD)
MACRO = KINDS.index(NodeKind.MACRO)
ENUM = KINDS.index(NodeKind.ENUM)
FLAG_INSTANCE_FIELD = int(Flag.INSTANCE_FIELD)
METHOD_KINDS = frozenset(KINDS.index(kind) for kind in (NodeKind.METHOD, NodeKind.CONSTRUCTOR))
TYPES = CLASS_KINDS | {TYPE_ALIAS}
MADE_KINDS = frozenset(KINDS.index(kind) for kind in (NodeKind.CLASS, NodeKind.STRUCT, NodeKind.RECORD))
CALLED_KINDS = CALLABLE_KINDS | CLASS_KINDS | {PROPERTY}

EDGE_KINDS = tuple(sorted(EdgeKind))
"""In the order of their names, by which edges are sorted; until then a kind is its place here."""
CALLS = EDGE_KINDS.index(EdgeKind.CALLS)
INSTANTIATES = EDGE_KINDS.index(EdgeKind.INSTANTIATES)
REFERENCES = EDGE_KINDS.index(EdgeKind.REFERENCES)
REFERENCE_EDGES = {
    int(Ref.CALL): CALLS,
    int(Ref.NEW): INSTANTIATES,
    int(Ref.VALUE): REFERENCES,
    int(Ref.TYPE): REFERENCES,
    int(Ref.DECORATE): EDGE_KINDS.index(EdgeKind.DECORATES),
    int(Ref.EXTENDS): EDGE_KINDS.index(EdgeKind.EXTENDS),
    int(Ref.IMPLEMENTS): EDGE_KINDS.index(EdgeKind.IMPLEMENTS),
    int(Ref.MIXES): EDGE_KINDS.index(EdgeKind.EXTENDS),
    int(Ref.PREPENDS): EDGE_KINDS.index(EdgeKind.EXTENDS),
    int(Ref.EXTENDED): EDGE_KINDS.index(EdgeKind.EXTENDS),
}
CALL, NEW, TYPE, DECORATE, EXTENDS = (
    int(kind) for kind in (Ref.CALL, Ref.NEW, Ref.TYPE, Ref.DECORATE, Ref.EXTENDS)
)

Node = int
"""A node before it has a row: the number of a definition, of an external behind them, ``~number`` of a module."""
Reached = tuple[Node, int, int, str]  # target, kind of edge, confidence, rule

# Plain numbers: comparing with members of an IntEnum costs several times as much.
OP_APPLY = int(Op.APPLY)
OP_AWAIT = int(Op.AWAIT)
OP_CALL = int(Op.CALL)
OP_FREE = int(Op.FREE)
OP_INDEX = int(Op.INDEX)
OP_LITERAL = int(Op.LITERAL)
OP_MEMBER = int(Op.MEMBER)
OP_EXCLUDE = int(Op.EXCLUDE)
OP_NAME = int(Op.NAME)
OP_NARROW = int(Op.NARROW)
OP_NEW = int(Op.NEW)
OP_SELF = int(Op.SELF)
OP_SUPER = int(Op.SUPER)
OP_UNION = int(Op.UNION)


class Miss(NamedTuple):
    """Why a use leads nowhere: the kind of edge that is missing, the expression, methods that it may mean."""

    kind: int
    text: str
    reason: str
    candidates: tuple[int, ...]


class Targets:
    """Finds the targets of uses, and numbers the externals among them.

    Attributes:
        externals: number of each external that was reached, by FQN.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        project = evaluator.project
        self.evaluator = evaluator
        self.kinds, self.nodes = project.definitions.kind, project.definitions.node
        self.externals: dict[str, Node] = {}
        self._expansions: dict[int, list[Reached]] = {}

    @cached_property
    def _methods(self) -> dict[str, dict[str, list[int]]]:
        """The methods by name, of each family of languages."""
        project = self.evaluator.project
        names = project.definitions.columns["name"].tolist()
        found: dict[str, dict[str, list[int]]] = {}
        for number, kind in enumerate(self.kinds):
            if kind in METHOD_KINDS and self.nodes[number] == number:
                module = project.owners[number]
                by_name = found.setdefault(module.spec.family or module.language, {})
                by_name.setdefault(module.strings[names[number]], []).append(number)
        return found

    def node(self, entity: Entity) -> Node:
        """The node of an entity or of a class, function or instance."""
        tag, what = entity[0], entity[1]
        if tag == EXTERNAL:
            known = self.externals.get(what)
            if known is None:
                known = self.externals[what] = len(self.nodes) + len(self.externals)
            return known
        return ~what if tag == MODULE else self.nodes[what]

    def reached(self, module: Module, expression: int, kind: int) -> tuple[list[Reached], Answer]:
        """Where a reference of some kind (a ``Ref``) to an expression leads, and what the expression denotes."""
        if kind in (CALL, NEW):
            called, answer = self._called(module, expression, kind)
            for target, _, confidence, _ in called[:1]:
                if self._is_macro(target):
                    called = [*called, *self._expanded(target, confidence)]
            return called, answer
        evaluator = self.evaluator
        if kind >= EXTENDS:
            answer = evaluator.classes.base_in(module, expression)
            kind = evaluator.classes.base_kind(module, kind, answer)
        else:
            answer = self._named(module, expression, kind)
            answer = evaluator.of_arity(answer, evaluator.given_types(module, expression))
            if len(answer.found) > 1:
                merged = evaluator.merged
                plain = merged.variables if module.spec.members.overloads else merged.callables
                answer = (merged.types if kind == TYPE else plain)(answer)
            if not answer.found and module.op[expression] in (OP_CALL, OP_NEW):
                answer = evaluator.denote(module, module.a[expression])
        edge_kind = REFERENCE_EDGES[kind]
        edges: list[Reached] = [
            (self.node(entity), edge_kind, answer.confidence, answer.rule)
            for entity in answer.found
            if entity[0] in (DEFINITION, MODULE, EXTERNAL, CLASS, FUNCTION)
            and not (kind >= EXTENDS and entity[0] == DEFINITION and self.nodes[entity[1]] != entity[1])
        ]
        return edges, answer

    def outside(self, found: Found, module: Module, member: int, kind: int) -> bool:
        """Take in a member of something external, to which the project can add nothing; False for anything else.

        Most of what large projects name is outside of them, so this spares the way through all that a member may be.
        """
        if module.op[member] != OP_MEMBER or kind > TYPE:
            return False
        a = module.a[member]
        receiver = module.values[a] or self.evaluator.value(module, a)
        if len(receiver.found) != 1:
            return False
        value = receiver.found[0]
        if value[0] != EXTERNAL and value[0] != EXTERNAL_INSTANCE:
            return False
        fqn = f"{value[1]}::{module.strings[module.b[member]]}"
        known = self.externals.get(fqn)
        if known is None:
            known = self.externals[fqn] = len(self.nodes) + len(self.externals)
        found.targets.append(known)
        found.target_manners.append(found.manner(REFERENCE_EDGES[kind], receiver.confidence, "external"))
        found.first.append(len(found.targets))
        return True

    def _expanded(self, number: int, confidence: int) -> list[Reached]:
        """What a macro calls where it is used, in its own text or through other macros."""
        known = self._expansions.get(number)
        if known is None:
            self._expansions[number] = []
            known = self._expansions[number] = self._expand(number)
        return [(target, kind, max(sure, confidence), rule) for target, kind, sure, rule in known]

    def _expand(self, number: int) -> list[Reached]:
        module = self.evaluator.owners[number]
        found: dict[Node, Reached] = {}
        for (expression,) in module.expansions.get(number - module.base, ()):
            for target, kind, confidence, _ in self.reached(module, expression, CALL)[0]:
                if kind == CALLS and not self._is_macro(target):
                    found.setdefault(target, (target, kind, max(confidence, INFERRED), "macro"))
        return list(found.values())

    def _is_macro(self, target: Node) -> bool:
        return 0 <= target < len(self.kinds) and self.kinds[target] == MACRO

    def _named(self, module: Module, expression: int, kind: int) -> Answer:
        """What a type, a decorator or a value names."""
        imports = self.evaluator.imports
        if kind == TYPE:
            return imports.type_named(module, expression)
        if kind == DECORATE and module.spec.members.decorator_suffix:
            return imports.with_suffix(module, expression, module.spec.members.decorator_suffix)
        return self.evaluator.denote(module, expression)

    # --- calls ---

    def _called(self, module: Module, expression: int, kind: int) -> tuple[list[Reached], Answer]:
        evaluator = self.evaluator
        overloads = module.spec.members.overloads
        if overloads and module.op[expression] in (OP_CALL, OP_NEW):
            return self._overloaded(module, expression, kind)
        answer = evaluator.denote(module, expression)
        if len(answer.found) > 1:
            answer = evaluator.merged.callables(answer)
            if overloads:  # C::m of several
                answer = answer.at_best(POSSIBLE)
        if len(answer.found) == 1:
            (entity,) = answer.found
            if entity[0] == DEFINITION and self.kinds[entity[1]] in CALLABLE_KINDS:
                number = entity[1]  # most calls are of one function
                if self.nodes[number] == number:
                    reached = (number, INSTANTIATES if kind == NEW else CALLS, answer.confidence, answer.rule)
                    return [reached], answer
        direct: Iterable[Entity] = [entity for entity in answer.found if self._callable(entity)]
        if not direct:
            value = evaluator.value(module, expression)
            if value.found:
                if kind == CALL and self._is_default(value, answer):
                    answer = value.at_best(POSSIBLE, "class-value")
                else:
                    answer = value if not answer.found else value.at_best(INFERRED)
                direct = value.found
        edges: list[Reached] = []
        for entity in direct:
            self._call(entity, answer, edges, kind)
        if not edges:
            self._fall_back(module, expression, edges)
        return edges, answer

    def _overloaded(self, module: Module, call: int, kind: int) -> tuple[list[Reached], Answer]:
        """A call or instantiation in a language where the arguments decide what is meant."""
        callee = module.a[call]
        if module.op[callee] == OP_APPLY:
            callee = module.a[callee]
        if kind == CALL and module.op[callee] in (OP_SELF, OP_SUPER):
            return self._chained(module, call, callee)
        answer = self.evaluator.denote(module, call)
        edges: list[Reached] = []
        for entity in answer.found:
            if entity[0] == EXTERNAL:
                edges.append(
                    (
                        self.node(entity),
                        INSTANTIATES if kind == NEW else CALLS,
                        answer.confidence,
                        answer.rule,
                    )
                )
            elif entity[0] == DEFINITION and kind == NEW and self.kinds[entity[1]] == FIELD:
                self._made_field(module, call, entity[1], edges)
            elif entity[0] == DEFINITION and self.nodes[entity[1]] == entity[1]:
                self._meant(module, call, entity[1], answer, edges)
        return (edges, answer) if edges else self._called(module, callee, kind)

    def _made_field(self, module: Module, call: int, number: int, edges: list[Reached]) -> None:
        """A field that a constructor gives its value: an object that it holds itself is made of the arguments."""
        owner = self.evaluator.owners[number]
        edges.append((self.nodes[number], REFERENCES, CERTAIN, "scope"))
        text = owner.text(int(self.evaluator.definitions.columns["signature"][number]))
        if "*" in text or "&" in text:
            return
        for value in self.evaluator.definition_value(number).found:
            if value[0] == INSTANCE and self.kinds[value[1]] in MADE_KINDS:
                made = self.evaluator.overloads.constructor(module, call, value[1])
                edges.extend(
                    (self.node(entity), CALLS, max(made.confidence, INFERRED), "annotation")
                    for entity in made.found
                )

    def _meant(self, module: Module, call: int, number: int, answer: Answer, edges: list[Reached]) -> None:
        confidence, rule = answer.confidence, answer.rule
        if self.kinds[number] == ENUM:
            edges.append((number, REFERENCES, confidence, rule))  # a variable of that type
        elif self.kinds[number] in CLASS_KINDS:
            edges.append((number, INSTANTIATES, confidence, rule))
            made = self.evaluator.overloads.constructor(module, call, number)
            edges.extend((self.node(e), CALLS, max(confidence, made.confidence), rule) for e in made.found)
        elif self.kinds[number] in CALLED_KINDS:
            edges.append((number, CALLS, confidence, rule))
        elif self.evaluator.accessors.is_one(number, self.evaluator.overloads.name_of(module, call)):
            edges.append((number, CALLS, confidence, "generated-accessor"))

    def _chained(self, module: Module, call: int, callee: int) -> tuple[list[Reached], Answer]:
        """A call of another constructor of the class, or of one of its base: ``this(...)``, ``super(...)``."""
        evaluator = self.evaluator
        number = module.base + module.a[callee]
        number = evaluator.whole.get(number, number)
        after = number if module.op[callee] == OP_SUPER else -1
        found = evaluator.overloads.constructor(module, call, number, after)
        rule = "super" if after >= 0 else "self"
        if not found.found:
            found = self._without_constructor(number, after)
        return [(self.node(entity), CALLS, found.confidence, rule) for entity in found.found], found

    def _without_constructor(self, number: int, after: int) -> Answer:
        """The class itself, or its base, where that declares no constructor."""
        order = self.evaluator.classes.order(number)
        if after < 0:
            return Answer(((DEFINITION, number),), CERTAIN, "self")
        base = next((c for c in order.classes[1:2] if KINDS[self.kinds[c]] != NodeKind.INTERFACE), -1)
        if base >= 0:
            return Answer(((DEFINITION, base),), CERTAIN, "super")
        return Answer(((EXTERNAL, order.externals[0]),), INFERRED, "super") if order.externals else NOTHING

    def _is_default(self, value: Answer, named: Answer) -> bool:
        """Whether the class that is called is just one of many that it may be.

        A class in a class attribute (``response_class = Response``) is there for subclasses to set anew, and what is
        annotated as ``type[Base]`` is most often a subclass.
        """
        if value.found[0][0] != CLASS:
            return False
        if value.rule in ("annotation", "return-annotation"):
            return True
        flags = self.evaluator.project.definitions.flags
        return any(
            entity[0] == DEFINITION
            and self.kinds[entity[1]] == FIELD
            and not flags[entity[1]] & FLAG_INSTANCE_FIELD
            for entity in named.found
        )

    def _callable(self, entity: Entity) -> bool:
        tag = entity[0]
        return tag == EXTERNAL or (tag == DEFINITION and self.kinds[entity[1]] in CALLED_KINDS)

    def _call(self, entity: Entity, answer: Answer, edges: list[Reached], kind: int) -> None:
        confidence, rule = answer.confidence, answer.rule
        tag = entity[0]
        if tag == EXTERNAL:
            edges.append((self.node(entity), INSTANTIATES if kind == NEW else CALLS, confidence, rule))
        elif tag == EXTERNAL_INSTANCE:
            return
        elif tag == SUPER:
            self._base_constructor(entity[1], edges)
        elif tag == INSTANCE and kind == NEW and self.kinds[entity[1]] in MADE_KINDS:
            self._call((CLASS, entity[1], ()), answer.at_best(INFERRED), edges, kind)  # T x; x = new()
        elif tag == INSTANCE:
            called = self.evaluator.classes.member(entity[1], "__call__")
            for target in called.found:
                self._call(
                    target, Answer((), max(confidence, called.confidence), "call-operator"), edges, kind
                )
        elif tag in (DEFINITION, CLASS, FUNCTION):
            number = entity[1]
            own = self.nodes[number] == number  # else a lambda, or what a type has: no node of its own
            if self.evaluator.owners[number].spec.members.conversions and self.kinds[number] in TYPES:
                if own:
                    edges.append((number, INSTANTIATES if kind == NEW else REFERENCES, confidence, rule))
            elif self.kinds[number] in CLASS_KINDS:
                if own:
                    edges.append((number, INSTANTIATES, confidence, rule))
                self._constructor(number, confidence, rule, edges)
            elif own:
                edges.append((number, INSTANTIATES if kind == NEW else CALLS, confidence, rule))

    def _base_constructor(self, number: int, edges: list[Reached]) -> None:
        """``super(...)``: the constructor of the nearest base that declares one, else the base itself."""
        classes = self.evaluator.classes
        owner = self.evaluator.project.owners[number]
        order = classes.order(number)
        for name in owner.spec.members.constructors:
            found = classes.member(number, name, number)
            if found.found:
                edges.extend((self.node(entity), CALLS, found.confidence, "super") for entity in found.found)
                if found.found[0][0] != EXTERNAL:
                    return
        if len(order.classes) > 1:
            edges.append((self.nodes[order.classes[1]], CALLS, CERTAIN, "super"))

    def _constructor(self, number: int, confidence: int, rule: str, edges: list[Reached]) -> None:
        owner = self.evaluator.project.owners[number]
        for name in owner.spec.members.constructors:
            found = self.evaluator.classes.member(number, name)
            for entity in found.found:
                if entity[0] == DEFINITION:
                    edges.append((self.node(entity), CALLS, max(confidence, found.confidence), rule))
                    return

    def _fall_back(self, module: Module, expression: int, edges: list[Reached]) -> None:
        """A call of something whose value is not known: of a variable it is a use, of a member perhaps a guess."""
        named = self.evaluator.denote(module, expression)
        if named.found:
            edges.extend(
                (self.node(entity), REFERENCES, max(named.confidence, INFERRED), "called-variable")
                for entity in named.found
                if entity[0] == DEFINITION and self.nodes[entity[1]] == entity[1]
            )
        elif named.rule == "dynamic" and module.op[expression] == OP_MEMBER:
            candidates = self._same_name(module, expression)
            if len(candidates) == 1:  # only one class has such a method, but nothing is known of the receiver
                edges.append((candidates[0], CALLS, POSSIBLE, "unique-name"))

    def _same_name(self, module: Module, member: int) -> list[int]:
        """The methods of the language that are called as a member is."""
        name = module.strings[module.b[member]]
        return self._methods.get(module.spec.family or module.language, {}).get(name, [])

    # --- what has no target ---

    def miss(self, module: Module, expression: int, kind: int, answer: Answer) -> Miss:
        """The record of a use that leads nowhere."""
        candidates: tuple[int, ...] = ()
        if (
            kind in (CALL, NEW)
            and module.op[expression] in (OP_CALL, OP_NEW)
            and module.spec.members.overloads
        ):
            expression = module.a[expression]
        reason = Reason.MISSING if answer.rule == "missing" else Reason.DYNAMIC
        if kind in (CALL, NEW) and module.op[expression] == OP_MEMBER:
            same = self._same_name(module, expression)
            if 1 < len(same) <= MAX_CANDIDATES and reason == Reason.DYNAMIC:
                candidates, reason = tuple(same), Reason.AMBIGUOUS
        return Miss(REFERENCE_EDGES[kind], describe(module, expression)[:MAX_TEXT], reason, candidates)


def describe(module: Module, expression: int, depth: int = 0) -> str:  # noqa: PLR0911 (one for each operator)
    """Source-like text of an expression, for reports."""
    op, a, b = module.op[expression], module.a[expression], module.b[expression]
    if depth > 12:
        return "…"
    if op == OP_NAME:
        return module.strings[module.var_name[a]]
    if op in (OP_FREE, OP_LITERAL):
        return module.strings[a].lstrip(module.spec.members.class_mark)
    if op == OP_MEMBER:
        return f"{describe(module, a, depth + 1)}.{module.strings[b]}"
    if op in (OP_CALL, OP_NEW):
        return f"{'new ' if op == OP_NEW else ''}{describe(module, a, depth + 1)}()"
    if op == OP_SELF:
        return module.spec.receivers[0] if module.spec.receivers else "self"
    if op == OP_SUPER:
        return "super()" if module.spec.super_calls else "super"
    if op == OP_INDEX:
        return f"{describe(module, a, depth + 1)}[]"
    if op in (OP_APPLY, OP_NARROW, OP_EXCLUDE):
        return describe(module, a, depth + 1)
    if op == OP_AWAIT:
        return f"(await {describe(module, a, depth + 1)})"
    if op == OP_UNION:
        return f"({describe(module, a, depth + 1)} | {describe(module, b, depth + 1)})"
    return "…"
