"""Turns every reference of every file into an edge, or into a record of why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Flag, Import, ImportFlag, Op, Ref
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
    POSSIBLE,
    PROPERTY,
    SUPER,
    Answer,
    Entity,
)

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

MAX_TEXT = 200
SITE_BITS = 24  # for the column, more than any file that is indexed has in a line
MAX_CANDIDATES = 5
METHOD_KINDS = frozenset(KINDS.index(kind) for kind in (NodeKind.METHOD, NodeKind.CONSTRUCTOR))
REFERENCE_EDGES = {
    int(Ref.VALUE): EdgeKind.REFERENCES,
    int(Ref.TYPE): EdgeKind.REFERENCES,
    int(Ref.DECORATE): EdgeKind.DECORATES,
    int(Ref.EXTENDS): EdgeKind.EXTENDS,
    int(Ref.IMPLEMENTS): EdgeKind.IMPLEMENTS,
}
CALLS, INSTANTIATES = EdgeKind.CALLS, EdgeKind.INSTANTIATES
CALL, NEW, TYPE, EXTENDS = int(Ref.CALL), int(Ref.NEW), int(Ref.TYPE), int(Ref.EXTENDS)

# A node before it has a row: the number of a definition, ~number of a module, or the FQN of an external.
Node = int | str
Reached = tuple[Node, str, int, str]  # target, kind of edge, confidence, rule

# Plain numbers: comparing with members of an IntEnum costs several times as much.
FLAG_ANONYMOUS = int(Flag.ANONYMOUS)
IMPORT_NAMED = int(Import.NAMED)
IMPORT_STAR = int(Import.STAR)
IMPORTFLAG_DYNAMIC = int(ImportFlag.DYNAMIC)
IMPORTFLAG_TYPE_ONLY = int(ImportFlag.TYPE_ONLY)
OP_AWAIT = int(Op.AWAIT)
OP_CALL = int(Op.CALL)
OP_FREE = int(Op.FREE)
OP_INDEX = int(Op.INDEX)
OP_LITERAL = int(Op.LITERAL)
OP_MEMBER = int(Op.MEMBER)
OP_NAME = int(Op.NAME)
OP_NEW = int(Op.NEW)
OP_SELF = int(Op.SELF)
OP_SUPER = int(Op.SUPER)
OP_UNION = int(Op.UNION)


class EdgeData:
    """What is known of one edge while its sites are collected, each as one number: the line above the column."""

    __slots__ = ("confidence", "dynamic", "rule", "sites", "type_only")

    def __init__(self, confidence: int, rule: str, type_only: bool, dynamic: bool) -> None:
        self.confidence = confidence
        self.rule = rule
        self.type_only = type_only
        self.dynamic = dynamic
        self.sites: list[int] = []


class Unresolved(NamedTuple):
    """A reference without a target."""

    source: Node
    kind: str
    text: str
    path: str
    line: int
    column: int
    reason: str
    candidates: tuple[int, ...]


class EdgeBuilder:
    """Collects edges and unresolved references, module by module."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.edges: dict[tuple[Node, Node, str], EdgeData] = {}
        self.unresolved: list[Unresolved] = []
        self.counts = {"total": 0, "resolved": 0, "external": 0, "unresolved": 0}
        self._methods: dict[str, dict[str, list[int]]] = {}
        for module in evaluator.project.modules:
            by_name = self._methods.setdefault(module.spec.family or module.language, {})
            for local, kind in enumerate(module.def_kind):
                if kind in METHOD_KINDS and module.named(local) == local:
                    by_name.setdefault(module.strings[module.def_name[local]], []).append(module.base + local)

    # --- collecting ---

    def add(
        self,
        source: Node,
        target: Node,
        kind: str,
        confidence: int,
        rule: str,
        site: tuple[int, int] | None,
        *,
        type_only: bool = False,
        dynamic: bool = False,
    ) -> None:
        """Add a site to an edge; the edge keeps the strongest confidence and its rule."""
        key = (source, target, kind)
        edge = self.edges.get(key)
        if edge is None:
            edge = self.edges[key] = EdgeData(confidence, rule, type_only, dynamic)
        else:
            if confidence < edge.confidence:
                edge.confidence, edge.rule = confidence, rule
            edge.type_only = edge.type_only and type_only
            edge.dynamic = edge.dynamic and dynamic
        if site is not None:
            edge.sites.append(site[0] << SITE_BITS | site[1])

    def module(self, module: Module) -> None:
        """Resolve all references and imports of a module."""
        self._imports(module)
        targets: dict[int, tuple[list[Reached], Answer]] = {}
        sources = [self._source(module, definition) for definition in range(len(module.def_kind))]
        sources.append(~module.index)  # definition -1 is the module
        edges = self.edges
        external = missed = 0
        for kind, expression, definition, line, column in zip(*module.references, strict=True):
            source = sources[definition]
            key = expression << 4 | kind
            found = targets.get(key)
            if found is None:
                found = targets[key] = self._targets(module, kind, expression)
            reached, answer = found
            if not reached:
                missed += 1
                self._miss(module, source, kind, expression, line, column, answer)
                continue
            external += isinstance(reached[0][0], str)
            type_only = kind == TYPE
            for target, edge_kind, confidence, rule in reached:
                if target == source and edge_kind != CALLS:
                    continue
                # As ``add``, without the call: this is the resolver's hottest loop.
                edge = edges.get((source, target, edge_kind))
                if edge is None:
                    edge = edges[source, target, edge_kind] = EdgeData(confidence, rule, type_only, False)
                elif confidence < edge.confidence:
                    edge.confidence, edge.rule = confidence, rule
                if not type_only:
                    edge.type_only = False
                edge.dynamic = False
                edge.sites.append(line << SITE_BITS | column)
        total = len(module.references[0])
        self._count(total, external, missed)

    def _count(self, total: int, external: int, missed: int) -> None:
        counts = self.counts
        counts["total"] += total
        counts["external"] += external
        counts["unresolved"] += missed
        counts["resolved"] += total - external - missed

    def _source(self, module: Module, definition: int) -> Node:
        named = module.named(definition) if definition >= 0 else -1
        return module.base + named if named >= 0 else ~module.index

    # --- imports ---

    def _imports(self, module: Module) -> None:
        source = ~module.index
        for kind, specifier, name, _, flags, line, column, _ in zip(*module.imports, strict=True):
            text = module.strings[specifier]
            found = self.evaluator.module_answer(module, text)
            targets = list(found.found)
            if kind in (IMPORT_NAMED, IMPORT_STAR) and name >= 0:
                below = self.evaluator.imported_name(found, module.strings[name], text, module)
                if below.found and below.found[0][0] == MODULE and below.found != found.found:
                    own = targets and targets[0][0] == MODULE
                    if not own or self._is_package(targets[0][1]):
                        targets = [below.found[0]]
            self.counts["total"] += 1
            if not targets:
                self.counts["unresolved"] += 1
                self.unresolved.append(
                    Unresolved(
                        source,
                        EdgeKind.IMPORTS,
                        text[:MAX_TEXT],
                        module.path,
                        line,
                        column,
                        Reason.MISSING,
                        (),
                    )
                )
                continue
            target = self._node(targets[0])
            self.counts["external" if isinstance(target, str) else "resolved"] += 1
            if target != source:
                self.add(
                    source,
                    target,
                    EdgeKind.IMPORTS,
                    CERTAIN,
                    "import",
                    (line, column),
                    type_only=bool(flags & IMPORTFLAG_TYPE_ONLY),
                    dynamic=bool(flags & IMPORTFLAG_DYNAMIC),
                )

    def _is_package(self, index: int) -> bool:
        module = self.evaluator.project.modules[index]
        return module.path.rpartition("/")[2].partition(".")[0] in module.spec.package_modules

    def _node(self, entity: Entity) -> Node:
        if entity[0] == DEFINITION or entity[0] in (CLASS, FUNCTION, INSTANCE):
            owner = self.evaluator.project.owners[entity[1]]
            named = owner.named(entity[1] - owner.base)
            return owner.base + named if named >= 0 else ~owner.index
        if entity[0] == MODULE:
            return ~int(entity[1])
        return str(entity[1])

    # --- targets ---

    def _targets(self, module: Module, kind: int, expression: int) -> tuple[list[Reached], Answer]:
        if kind in (CALL, NEW):
            return self._call_targets(module, kind, expression)
        evaluator = self.evaluator
        if kind >= EXTENDS:
            answer = self._bases(module, expression)
        else:
            answer = evaluator.denote(module, expression)
            if not answer.found and module.op[expression] in (OP_CALL, OP_NEW):
                answer = evaluator.denote(module, module.a[expression])
        edge_kind = REFERENCE_EDGES[kind]
        edges: list[Reached] = [
            (self._node(entity), edge_kind, answer.confidence, answer.rule)
            for entity in answer.found
            if entity[0] in (DEFINITION, MODULE, EXTERNAL, CLASS, FUNCTION)
        ]
        return edges, answer

    def decorator_target(self, module: Module, expression: int) -> Node | None:
        """What a decorator denotes, None if that is not known."""
        edges, _ = self._targets(module, int(Ref.DECORATE), expression)
        return edges[0][0] if edges else None

    def _bases(self, module: Module, expression: int) -> Answer:
        """As ``Classes.base``, for a reference: any class of the module asks for it in the same way."""
        return self.evaluator.classes.base_in(module, expression)

    def _call_targets(self, module: Module, kind: int, expression: int) -> tuple[list[Reached], Answer]:
        evaluator = self.evaluator
        answer = evaluator.denote(module, expression)
        direct = [entity for entity in answer.found if self._callable(entity)]
        if not direct:
            value = evaluator.value(module, expression)
            if value.found:
                answer = (
                    value if not answer.found else value._replace(confidence=max(value.confidence, INFERRED))
                )
                direct = list(value.found)
        edges: list[Reached] = []
        for entity in direct:
            self._call_edges(entity, answer, edges, kind)
        if not edges:
            self._fall_back(module, expression, edges)
        return edges, answer

    def _fall_back(self, module: Module, expression: int, edges: list[Reached]) -> None:
        """A call of something whose value is not known: of a variable it is a use, of a member perhaps a guess."""
        named = self.evaluator.denote(module, expression)
        if named.found:
            edges.extend(
                (self._node(entity), EdgeKind.REFERENCES, max(named.confidence, INFERRED), "called-variable")
                for entity in named.found
                if entity[0] == DEFINITION
            )
        elif named.rule == "dynamic" and module.op[expression] == OP_MEMBER:
            self._guess(module, expression, edges)

    def _callable(self, entity: Entity) -> bool:
        if entity[0] == EXTERNAL:
            return True
        if entity[0] != DEFINITION:
            return False
        owner = self.evaluator.project.owners[entity[1]]
        kind = owner.def_kind[entity[1] - owner.base]
        return kind in CALLABLE_KINDS or kind in CLASS_KINDS or kind == PROPERTY

    def _call_edges(self, entity: Entity, answer: Answer, edges: list[Reached], kind: int) -> None:
        confidence, rule = answer.confidence, answer.rule
        tag = entity[0]
        if tag == EXTERNAL:
            edges.append((entity[1], INSTANTIATES if kind == NEW else CALLS, confidence, rule))
        elif tag == EXTERNAL_INSTANCE:
            return
        elif tag == SUPER:
            self._base_constructor(entity[1], edges)
        elif tag == INSTANCE:
            called = self.evaluator.classes.member(entity[1], "__call__")
            for target in called.found:
                self._call_edges(
                    target, Answer((), max(confidence, called.confidence), "call-operator"), edges, kind
                )
        elif tag in (DEFINITION, CLASS, FUNCTION):
            number = entity[1]
            owner = self.evaluator.project.owners[number]
            if tag == FUNCTION and owner.def_flags[number - owner.base] & FLAG_ANONYMOUS:
                return  # a lambda, or the type of a function: no node of its own
            if owner.def_kind[number - owner.base] in CLASS_KINDS:
                edges.append((self._node(entity), INSTANTIATES, confidence, rule))
                self._constructor(number, confidence, rule, edges)
            else:
                edges.append((self._node(entity), INSTANTIATES if kind == NEW else CALLS, confidence, rule))

    def _base_constructor(self, number: int, edges: list[Reached]) -> None:
        """``super(...)``: the constructor of the nearest base that declares one, else the base itself."""
        classes = self.evaluator.classes
        owner = self.evaluator.project.owners[number]
        for name in owner.spec.members.constructors:
            found = classes.member(number, name, number)
            if found.found:
                edges.extend((self._node(entity), CALLS, found.confidence, "super") for entity in found.found)
                return
        order = classes.order(number)
        if len(order.classes) > 1:
            edges.append((self._node((DEFINITION, order.classes[1])), CALLS, CERTAIN, "super"))

    def _constructor(self, number: int, confidence: int, rule: str, edges: list[Reached]) -> None:
        owner = self.evaluator.project.owners[number]
        for name in owner.spec.members.constructors:
            found = self.evaluator.classes.member(number, name)
            for entity in found.found:
                if entity[0] == DEFINITION:
                    edges.append((self._node(entity), CALLS, max(confidence, found.confidence), rule))
                    return

    def _guess(self, module: Module, expression: int, edges: list[Reached]) -> None:
        """A method whose name only one class has, when nothing is known of the receiver: possible, no more."""
        name = module.strings[module.b[expression]]
        candidates = self._methods[module.spec.family or module.language].get(name, ())
        if len(candidates) == 1:
            edges.append((candidates[0], CALLS, POSSIBLE, "unique-name"))

    # --- what has no target ---

    def _miss(
        self, module: Module, source: Node, kind: int, expression: int, line: int, column: int, answer: Answer
    ) -> None:
        text = describe(module, expression)
        candidates: tuple[int, ...] = ()
        reason = Reason.MISSING if answer.rule == "missing" else Reason.DYNAMIC
        if kind in (CALL, NEW) and module.op[expression] == OP_MEMBER:
            name = module.strings[module.b[expression]]
            same = self._methods[module.spec.family or module.language].get(name, ())
            if 1 < len(same) <= MAX_CANDIDATES and reason == Reason.DYNAMIC:
                candidates, reason = tuple(same), Reason.AMBIGUOUS
        edge_kind = (
            (CALLS if kind == CALL else INSTANTIATES) if kind in (CALL, NEW) else REFERENCE_EDGES[kind]
        )
        self.unresolved.append(
            Unresolved(source, edge_kind, text[:MAX_TEXT], module.path, line, column, reason, candidates)
        )

    # --- what follows from classes ---

    def overrides(self, module: Module) -> None:
        """An edge from each method to the one that it overrides: the first with its name behind its class."""
        classes = self.evaluator.classes
        for local, kind in enumerate(module.def_kind):
            if kind not in CLASS_KINDS or module.def_scope[local] < 0:
                continue
            number = module.base + local
            if not module.bases.get(local):
                continue
            for name, variable in module.names.get(module.def_scope[local], {}).items():
                own = self.evaluator.denote_variable(module, variable).found
                if not own or own[0][0] != DEFINITION or not self._is_method(own[0][1]):
                    continue
                if name in module.spec.members.constructors:
                    continue
                above = classes.member(number, name, number)
                for entity in above.found:
                    if entity[0] == DEFINITION and entity[1] != own[0][1] and self._is_method(entity[1]):
                        self.add(own[0][1], entity[1], EdgeKind.OVERRIDES, above.confidence, "override", None)

    def _is_method(self, number: int) -> bool:
        owner = self.evaluator.project.owners[number]
        local = number - owner.base
        return (owner.def_kind[local] in METHOD_KINDS or owner.def_kind[local] == PROPERTY) and not (
            owner.def_flags[local] & FLAG_ANONYMOUS
        )


def describe(module: Module, expression: int, depth: int = 0) -> str:  # noqa: PLR0911 (one for each operator)
    """Source-like text of an expression, for reports."""
    op, a, b = module.op[expression], module.a[expression], module.b[expression]
    if depth > 12:
        return "…"
    if op == OP_NAME:
        return module.strings[module.var_name[a]]
    if op in (OP_FREE, OP_LITERAL):
        return module.strings[a]
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
    if op == OP_AWAIT:
        return f"(await {describe(module, a, depth + 1)})"
    if op == OP_UNION:
        return f"({describe(module, a, depth + 1)} | {describe(module, b, depth + 1)})"
    return "…"
