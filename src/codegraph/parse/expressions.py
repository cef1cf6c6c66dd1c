"""Turns syntax nodes into the small expression trees of the facts, once all names of a file are bound."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Op, ScopeKind
from codegraph.parse.macros import use_pattern
from codegraph.parse.names import DOTTED, FREE, LITERAL, MEMBER, READS_NOTHING, SELF, SUPER, Names, Parts
from codegraph.parse.nodes import part_of
from codegraph.parse.scopes import view_at

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

    from codegraph.languages.spec import AdapterSpec
    from codegraph.languages.spec.syntax import ExpressionRule
    from codegraph.parse.doctypes import Note
    from codegraph.parse.scopes import ScopeState, Wrap

MAX_MEMO = 300  # longer texts are not remembered: they hardly repeat and would only hold memory
MAX_DEPTH = 40  # deeper chains are cut: generated code has them, people don't
MAX_ELEMENTS = 40  # longer lists are data
MAX_KEY = 80
MAX_PATH = 12
MAX_TYPES = 16  # type arguments, the number of which may tell what is meant
MAX_ARGUMENTS = 6  # further ones infer nothing
FIRST_NAME = re.compile(rb"\(\s*([A-Za-z_][\w.]*)\s*[,)]")
SLICE_START = re.compile(rb"\s*(\d{1,4})\s*:")
CALL, NEW, DEFINITION, UNKNOWN, PAIR, INDEX = (
    int(op) for op in (Op.CALL, Op.NEW, Op.DEFINITION, Op.UNKNOWN, Op.PAIR, Op.INDEX)
)
APPLY, BUILT_IN, CAST = int(Op.APPLY), int(Op.BUILT_IN), int(Op.CAST)
DISPLAY, ENTRY, SLICE = int(Op.DISPLAY), int(Op.ENTRY), int(Op.SLICE)
MODULE, CLASS = int(ScopeKind.MODULE), int(ScopeKind.CLASS)
BOUND = int(Bind.DEFINITION)
ASSIGNED = frozenset({int(Bind.VALUE), int(Bind.PARAMETER), int(Bind.ITEM)})
MERE_DATA = frozenset((LITERAL, UNKNOWN))
RECEIVER = "receiver"
INFIX = 3
Walker = Callable[["Expressions", "ExpressionRule", "Node", "ScopeState", bool, int], int]


class Reading:
    """What an adapter says of expressions, prepared once per grammar."""

    def __init__(self, spec: AdapterSpec) -> None:
        self.spec = spec
        self.receivers = frozenset(spec.receivers)
        self.supers = frozenset(spec.supers)
        self.class_receivers = frozenset(spec.class_receivers)
        self.separators = tuple(mark.encode() for mark in spec.separators or ["."])
        self.only_dots = self.separators == (b".",) and not spec.dots
        self.globals = frozenset(name.encode() for name in spec.globals)
        self.super_calls = frozenset(name.encode() for name in spec.super_calls)
        self.import_calls = frozenset(name.encode() for name in spec.import_calls)
        self.words = self.receivers | self.supers | self.class_receivers | frozenset(spec.words)
        self.type_words = {word.encode(): name for word, name in spec.type_words.items()}
        names = b"|".join(re.escape(name) for name in sorted(self.import_calls))
        self.import_value = (
            re.compile(rb"\(*(?:await\s+)?(?:%s)\([^()]*\)\)*(?:\.\w+)*" % names) if names else None
        )
        types = b"|".join(re.escape(name.encode()) for name in spec.callable_types)
        self.callable_type = re.compile(rb"\b(?:%s)\b" % types) if types else None
        self.value_types = tuple(name.encode() for name in spec.value_types)
        self.misread = [re.compile(pattern.encode()) for pattern in spec.misread]
        preprocessor = spec.preprocessor
        self.rare = re.compile(preprocessor.rare.encode()) if preprocessor and preprocessor.rare else None
        self.blanks = [
            (rule.word.encode(), re.compile(rule.pattern.encode(), re.MULTILINE), rule.fill.encode())
            for rule in spec.blanks
        ]
        self.argument_calls = spec.calls_with_arguments()
        self.dots = [mark.encode() for mark in spec.dots]
        self.types_apart = spec.scopes.types_apart
        self.guards = re.compile(spec.narrowing.guards.encode())
        self.first_parameter = spec.members.receiver == "first-parameter"
        self.macro_uses = use_pattern(spec.macros) if spec.macros.mark else None
        self.marked = frozenset(kind for kind, rule in spec.expressions.items() if rule.op == "marked")
        self.no_types = frozenset((*self.type_words, *(word.encode() for word in spec.class_receivers)))
        self.ignored = frozenset(spec.ignored)
        self.function_signs = [sign.encode() for sign in spec.function_signs]
        self.apart = self.function_signs if spec.members.overloads else []
        self.own_names = frozenset(spec.parts.own_names)
        self.modifiers = {word.encode(): word for word in spec.parts.modifiers}
        self.beside_modifiers = frozenset(word.encode() for word in spec.parts.words)
        self.notes_values = spec.contextual and spec.members.overloads
        self.doc_prefix = spec.docs.prefix.encode()
        self.contexts = spec.scopes.implicit_members or spec.units.kind != "none"
        self.parts: dict[bytes, Parts] = {}
        self.plain_parameters: dict[bytes, tuple[str, ...] | None] = {}  # the text of a list -> its names
        self.name_types = frozenset(kind for kind, rule in spec.expressions.items() if rule.op == "name")
        self.shared_types = any(rule.many for rule in spec.parameters.values())
        self.plain_lists = not spec.parameters or not self.name_types.isdisjoint(spec.parameters)
        self.walkers: dict[str, tuple[Walker, ExpressionRule]] = {
            kind: (getattr(Expressions, f"_{rule.op}"), rule)
            for kind, rule in spec.expressions.items()
            if rule.op != "unknown" and (rule.op != "slice" or rule.type)
        }


class Expressions(Names):
    """The expressions of one file.

    The same text in the same scope costs one dictionary look-up. Variables get their row, and their bindings become
    expressions, when the first expression names them.
    """

    __slots__ = (
        "_apart",
        "_super_calls",
        "_walkers",
        "cast_places",
        "casts",
        "definition_at",
        "given",
        "import_at",
        "long",
        "parser",
        "scope_at",
        "source",
    )

    def __init__(self, source: bytes, reading: Reading, parser: Parser) -> None:
        super().__init__(reading)
        self.source = source
        self.parser = parser
        self.import_at: dict[int, int] = {}
        self.definition_at: dict[int, int] = {}
        self.given: dict[
            tuple[int, int], int
        ] = {}  # calls by the function among their arguments, and its position
        self.long: dict[tuple[int, int], int] = {}  # of long calls, by their place
        self.casts: dict[int, Note] = {}  # what comments say of what begins at a place
        self.cast_places: list[int] = []  # where they give a type
        self.scope_at: Callable[[int], ScopeState] | None = None  # once all names are bound
        self._walkers = reading.walkers
        self._super_calls = reading.super_calls
        self._apart = reading.apart  # signs of what is never the same, though its text is

    def imports(self, node: Node) -> bool:
        """Whether a value is an imported module, or a member of one: ``require("m").n``."""
        pattern = self.reading.import_value
        if pattern is None:
            return False
        start, end = node.byte_range
        return end - start <= MAX_MEMO and pattern.fullmatch(self.source, start, end) is not None

    def settle(self) -> None:
        """Turn the bindings of all variables that have a row into expressions; this may need more variables."""
        pending, bindings, of = self._pending, self.bindings, self.of
        while pending:
            variable = pending.pop()
            rows = bindings[variable.row]
            for kind, known, line, node, scope, wrap, typed in variable.bindings:
                if node is None or scope is None:
                    if wrap and known >= 0:
                        known = self._wrapped(known, wrap)  # noqa: PLW2901
                    rows.append((kind, known, line))
                    continue
                target = of(node, scope, in_type=typed)
                if wrap:
                    target = self._wrapped(target, wrap)
                rows.append((kind, target, line))
            if len(rows) > 1:
                rows.sort(key=itemgetter(2))

    def _wrapped(self, expression: int, wrap: tuple[Wrap, ...]) -> int:
        for op, operand in wrap:
            by = operand if isinstance(operand, int) else self.of(*operand)
            expression = self.add(op, expression, by)
        return expression

    # --- expressions ---

    def of(self, node: Node, scope: ScopeState, *, in_type: bool = False) -> int:
        """The expression of a node as seen from a scope."""
        start, end = node.byte_range
        if scope.views is not None and not in_type:
            scope = view_at(scope.views, start, scope)
        if end - start > MAX_MEMO:
            return self._long(node, scope, in_type, 0)
        text = self.source[start:end]
        if in_type:
            if text in self.reading.type_words:
                return self._type_word(text)
            if b'"' in text or b"'" in text:
                return self._remembered(b":" + text, node, scope, True, 0)
        if b"(" in text:
            return self._remembered(text, node, scope, in_type, 0)
        first, rest, _ = self.parts.get(text) or self.split(text)
        if rest is not None:
            if in_type and self.reading.types_apart:
                return self.dotted_type(first, rest, scope)
            return self.dotted(first, rest, scope)
        return self._remembered(text, node, scope, in_type, 0)

    def _remembered(self, text: bytes, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The expression of a text that is more than a dotted name."""
        if self.cast_places and self._is_cast(node):
            return self._walk(node, scope, in_type, depth)
        for sign in self._apart:
            if sign in text:
                return self._long(node, scope, in_type, depth)  # each function has parameters of its own
        found = scope.memo.get(text)
        if found is None:
            found = self._walk(node, scope, in_type, depth)
            if self.op[found] != DEFINITION:  # two callbacks may read the same
                scope.memo[text] = found
        return found

    def _long(self, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The expression of a long text. Calls are remembered by their place, as chains of calls hold one another."""
        if not self.spec.members.overloads or in_type:
            return self._walk(node, scope, in_type, depth)
        span = node.byte_range
        known = self.long.get(span)
        if known is None:
            known = self._walk(node, scope, in_type, depth)
            if depth <= MAX_DEPTH:
                self.long[span] = known
        return known

    def _is_cast(self, node: Node) -> bool:
        """Whether a comment gives a type to something in a node, so that its text does not say all."""
        start, end = node.byte_range
        at = bisect_left(self.cast_places, start)
        return at < len(self.cast_places) and self.cast_places[at] < end

    def _type_word(self, text: bytes) -> int:
        name = self.reading.type_words[text]
        return self.add(LITERAL, self.string(name)) if name else self.unknown

    # --- nodes that are more than a dotted name ---

    def _walk(self, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        found = self._walkers.get(node.type)
        if found is None or depth > MAX_DEPTH:
            return self.unknown
        return found[0](self, found[1], node, scope, in_type, depth + 1)

    def walk(self, node: Node, scope: ScopeState) -> int:
        """The expression of a node that is more than the name which is all of its text: a constant that is made."""
        return self._walk(node, scope, False, 0)

    def _part(self, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        start, end = node.byte_range
        if scope.views is not None and not in_type:
            scope = view_at(scope.views, start, scope)
        if end - start > MAX_MEMO or depth > MAX_DEPTH:
            return self._long(node, scope, in_type, depth)
        text = self.source[start:end]
        if in_type:
            if text in self.reading.type_words:
                return self._type_word(text)
            if b'"' in text or b"'" in text:
                return self._walk(node, scope, in_type, depth)
        if b"(" in text:
            return self._remembered(text, node, scope, in_type, depth)
        first, rest, _ = self.parts.get(text) or self.split(text)
        if rest is not None:
            if in_type and self.reading.types_apart:
                return self.dotted_type(first, rest, scope)
            return self.dotted(first, rest, scope)
        return self._remembered(text, node, scope, in_type, depth)

    def _operand(self, rule: ExpressionRule, node: Node) -> Node | None:
        if rule.operand:
            return part_of(node, rule.operand)
        if rule.last:
            return next((child for child in reversed(node.named_children) if not child.is_extra), None)
        child = node.named_children[0] if node.named_child_count else None
        if child is not None and child.is_extra:
            return next((other for other in node.named_children if not other.is_extra), None)
        return child

    def _child(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        child = self._operand(rule, node)
        if child is None:
            return self.unknown
        if rule.scoped and self.scope_at is not None:
            scope = self.scope_at(child.start_byte)
        return self._part(child, scope, in_type, depth)

    def _text(self, node: Node) -> str:
        start, end = node.byte_range
        return self.source[start:end].decode("utf-8", "replace")

    def _name(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        start, end = node.byte_range
        first, _, rest = self.source[start:end].partition(b".")
        return self.dotted(first.decode("utf-8", "replace"), rest, scope)

    def _variable(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        operand = self._operand(rule, node)
        if operand is None:
            return self.unknown
        name = self.spec.naming.sigil + self._text(operand)
        found = self.root(name, scope)
        if self.reads(name, scope) == READS_NOTHING:
            self.generic.add(found)  # local: to read it is no reference
        return found

    def _member(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.outermost and node.child_by_field_name(rule.operand) is None:
            name = part_of(node, rule.member)
            text = self._text(name) if name is not None else ""
            return self.add(int(Op.FREE), self.string(self.spec.separator + text))
        inner = self._child(rule, node, scope, in_type, depth)
        return self._member_of(rule, node, inner, scope, in_type, depth)

    def _member_of(
        self, rule: ExpressionRule, node: Node, inner: int, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        member = part_of(node, rule.member)
        if member is None or (rule.names and member.type not in rule.names):
            return self.unknown
        if member == self._operand(rule, node):
            return inner  # C::new: the class itself
        if member.type not in self.reading.name_types:
            shape = self.spec.expressions.get(member.type)
            if shape is not None and shape.op in ("inner", "index", "apply"):
                return self._shaped_member(inner, member, shape, scope, in_type, depth)
        name = self._text(member)
        return inner if name in self.spec.members.itself else self.member(inner, rule.prefix + name)

    def _send(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        name = node.child_by_field_name(rule.member)
        text = self._text(name) if name is not None else "call"
        receiver = node.child_by_field_name(rule.operand)
        if receiver is not None:
            found = self.member(self._part(receiver, scope, in_type, depth), text)
            form = self.reading.argument_calls.get(text.encode()) if rule.arguments else None
            if form is None:
                return found
            return self.add(
                CALL, found, self._arguments(node.child_by_field_name(rule.arguments), scope, form, depth)
            )
        if text in self.reading.supers:
            return self.root(text, scope)
        variable = scope.local(text)
        if variable is not None and variable.lasting:
            return self._bound(text, variable, -1)
        return self.sent(text, scope)

    def setter(self, target: int, name: str) -> int:
        """What is called by an assignment to a member of that name."""
        return self.member(self.a[target], f"{name}=") if self.op[target] == MEMBER else self.unknown

    def _field(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.member(self.receiver(scope, SELF), self._text(node))

    def member(self, inner: int, name: str) -> int:
        """The expression of a member of an expression."""
        return self.add(MEMBER, inner, self.string(name))

    def _path(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        text, separator = self._text(node), self.spec.separator
        if text.startswith(separator):
            return self.add(int(Op.FREE), self.string(text))
        first, *rest = text.split(separator)
        if rest and first == self.spec.units.own:
            first, *rest = rest
        found = self.root(first, scope)
        for name in rest:
            found = self.member(found, name)
        return found

    def _shaped_member(
        self, inner: int, member: Node, shape: ExpressionRule, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A member whose name stands in a node of its own: ``a.f<T>``, ``a?.f``, ``a?[0]``."""
        if shape.op == "index":
            return self.indexed(inner, member.named_children, scope, in_type=in_type, depth=depth)
        if shape.op == "inner":
            name = self._operand(shape, member)
            rule = self.spec.expressions.get(name.type) if name is not None else None
            if name is None or rule is None:
                return self.unknown
            if rule.op != "apply":
                return self.add(MEMBER, inner, self.string(self._text(name)))
            member, shape = name, rule
        name = self._operand(shape, member)
        if name is None:
            return self.unknown
        found = self.add(MEMBER, inner, self.string(self._text(name)))
        return self._given_types(found, shape, member, scope, in_type, depth)

    def _apply(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self._given_types(
            self._child(rule, node, scope, in_type, depth), rule, node, scope, in_type, depth
        )

    def _given_types(
        self, inner: int, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A class or function that is given type arguments."""
        holder = node.child_by_field_name(rule.arguments) if rule.arguments else node.named_children[-1]
        arguments = _elements(holder) if holder is not None else []
        if in_type:
            return self.indexed(inner, arguments, scope, depth=depth)
        pair = -1
        for child in reversed(arguments[:MAX_TYPES]):
            pair = self.add(PAIR, self._part(child, scope, True, depth), pair)
        return self.add(APPLY, inner, pair)

    def _within(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """A name in what another name means: ``a::B``, ``Self::new``, ``crate::a``."""
        holder, name = node.child_by_field_name(rule.operand), node.child_by_field_name(rule.member)
        if name is None:
            return self.unknown
        text = self._text(name)
        if holder is None:
            return self.add(FREE, self.string(f"{self.spec.separator}{text}"))
        word = self.spec.paths.roots.get(holder.type)
        if word is not None:
            inner = self.path_root(word, self._text(holder), scope)
        elif holder.type in self.reading.name_types:
            first = self._text(holder)
            inner = self.dotted(first, b"", scope)
            if self.op[inner] == FREE:
                inner = self.add(FREE, self.string(f"{self.spec.separator}{first}"), self.b[inner])
        else:
            inner = self._part(holder, scope, in_type, depth)
        return self.add(MEMBER, inner, self.string(text))

    def path_root(self, word: str, text: str, scope: ScopeState) -> int:
        """The module that a path begins at: that of the file or a namespace in it, the one around it, or the root."""
        around: ScopeState | None = scope
        while (
            around is not None
            and (around.kind != MODULE or around.parent is None)
            and around.parent is not None
        ):
            if around.kind == MODULE:
                break
            around = around.parent
        if word == "root" or around is None or around.parent is None:
            return self.add(FREE, self.string(text))
        if word == "outer":
            around = around.parent
            while around.kind != MODULE and around.parent is not None:
                around = around.parent
            if around.parent is None:
                own = next(word for word, root in self.spec.paths.roots.items() if root == "own")
                return self.add(FREE, self.string(own))
        return self.add(DEFINITION, around.definition)

    def _through(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        inner = self._child(rule, node, scope, in_type, depth)
        return self.add(CALL, self.add(MEMBER, inner, self.string(rule.member)))

    def _tuple(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.indexed(
            self.add(FREE, self.string(rule.type)), _elements(node), scope, in_type=in_type, depth=depth
        )

    def _marked(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        child = self._operand(rule, node)
        if child is None:
            return self.unknown
        first, _, rest = self._text(child).rpartition(self.spec.separator)
        if first:
            return self.add(
                MEMBER, self.add(FREE, self.string(f"::{first}")), self.string(rest + rule.member)
            )
        return self.dotted(rest + rule.member, b"", scope)

    def _qualified(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A name in what is named before it: ``a::b<T>::c``, where ``b<T>::c`` is one node in another."""
        holder = node.child_by_field_name(rule.operand)
        if holder is None:
            while scope.parent is not None:
                scope = scope.parent
            found = -1
        else:
            found = self._part(holder, scope, True, depth)
        inner = node.child_by_field_name(rule.member)
        for _ in range(MAX_PATH):
            if inner is None:
                return self.unknown
            shape = self.spec.expressions.get(inner.type)
            if shape is None or shape.op != "qualified":
                break
            holder = inner.child_by_field_name(rule.operand)
            if holder is None:
                return self.unknown
            found = self._step(found, holder, scope, True, depth)
            inner = inner.child_by_field_name(rule.member)
        return self.unknown if inner is None else self._step(found, inner, scope, in_type, depth)

    def _step(self, found: int, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The next name of a path."""
        if found < 0:
            return self._part(node, scope, in_type, depth)
        shape = self.spec.expressions.get(node.type)
        if shape is not None and shape.op in ("inner", "index", "apply"):
            return self._shaped_member(found, node, shape, scope, in_type, depth)
        return self.add(MEMBER, found, self.string(self._text(node)))

    def _call(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if self.import_at and node.start_byte in self.import_at:
            return self.add(int(Op.IMPORT), self.import_at[node.start_byte])
        if rule.operand == RECEIVER:
            return self._applied(CALL, rule, node, self._chained(node, scope), scope, depth)
        callee = self._operand(rule, node)
        if rule.member:
            return self._applied(
                CALL, rule, node, self._held_callee(rule, node, callee, scope, depth), scope, depth
            )
        if callee is None:
            return self.unknown
        start, end = callee.byte_range
        text = self.source[start:end]
        if self.spec.cast_calls and text[-1:] == b">":
            typed = self._cast_type(callee)
            if typed is not None:
                return self.add(CAST, self._part(typed, scope, True, depth))
        if text in self._super_calls:
            return self.receiver(scope, SUPER)
        forms = self.reading.argument_calls
        form = forms.get(text.rpartition(b".")[2].rpartition(b"::")[2]) if forms else None
        found = self._part(callee, scope, in_type, depth)
        if form is not None and (form or not self.spec.members.overloads):
            pair = self._arguments(part_of(node, rule.arguments), scope, form, depth)
            return self.add(CALL, found, pair)
        return self._applied(CALL, rule, node, found, scope, depth)

    def _chained(self, node: Node, scope: ScopeState) -> int:
        """The receiver or its bases, by the word that a call of another constructor begins with."""
        first = node.child(0)
        word = self._text(first) if first is not None else ""
        return self.receiver(scope, SUPER if word in self.reading.supers else SELF)

    def _infix(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """A call of a method that stands between what it is called on and its argument: ``a to b``."""
        children = node.named_children
        if len(children) != INFIX:
            return self.unknown
        left, name, right = children
        callee = self.add(MEMBER, self._part(left, scope, in_type, depth), self.string(self._text(name)))
        return self._call_of(CALL, callee, [right], scope, depth)

    def held_call(self, node: Node, captures: dict[str, list[Node]], scope: ScopeState) -> int:
        """The expression of a call that itself holds the name, by the parts that its query captured."""
        start, end = span = node.byte_range
        if scope.views is not None:
            scope = view_at(scope.views, start, scope)
        text = self.source[start:end] if end - start <= MAX_MEMO else b""
        known = scope.memo.get(text) if text else self.long.get(span)
        if known is not None:
            return known
        rule, name = self._walkers[node.type][1], captures["name"][0]
        callee = self._callee(rule, captures["object"][0] if "object" in captures else None, name, scope, 0)
        if rule.types and b"<" in (text or self.source[start : name.start_byte]):
            types = part_of(node, rule.types)
            callee = self._with_types(callee, types, scope, 0) if types is not None else callee
        found = self._call_of(CALL, callee, _elements(captures["arguments"][0]), scope, 0)
        if text:
            scope.memo[text] = found
        else:
            self.long[span] = found
        return found

    def _cast_type(self, callee: Node) -> Node | None:
        """The type that a call of a function with type arguments makes its argument one of, None for other calls."""
        rule = self.spec.expressions.get(callee.type)
        name = self._operand(rule, callee) if rule is not None and rule.op == "apply" else None
        if rule is None or name is None or self._text(name) not in self.spec.cast_calls:
            return None
        holder = callee.child_by_field_name(rule.arguments)
        return holder.named_children[0] if holder is not None and holder.named_child_count else None

    def made_of(self, typed: Node, arguments: Node | None, scope: ScopeState) -> int:
        """An object of a type that is made of arguments: ``T x(a)``, where no node holds just that."""
        pair = -1
        for child in reversed(_elements(arguments)[:MAX_ARGUMENTS] if arguments is not None else []):
            pair = self.add(PAIR, self._part(child, scope, False, 0), pair)
        return self.add(NEW, self.of(typed, scope, in_type=True), pair)

    def _held_callee(
        self, rule: ExpressionRule, node: Node, holder: Node | None, scope: ScopeState, depth: int
    ) -> int:
        """What is called by a call that itself holds the name, and perhaps what that is a member of."""
        name = part_of(node, rule.member)
        return self.unknown if name is None else self._callee(rule, holder, name, scope, depth)

    def _callee(
        self, rule: ExpressionRule, holder: Node | None, name: Node, scope: ScopeState, depth: int
    ) -> int:
        if holder is None:
            if self.spec.naming.separate and name.type in self.reading.name_types:
                return self.add(FREE, self.string(self._text(name)), scope.context)
            return self._part(name, scope, False, depth)
        inner = self._part(holder, scope, False, depth)
        if rule.names and name.type not in rule.names:
            return self.unknown
        return self.member(inner, self._text(name))

    def _arguments(self, holder: Node | None, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The PAIR of a call's arguments; those with a keyword are left out."""
        pair = -1
        children = _elements(holder)[:MAX_ARGUMENTS] if holder is not None else []
        for child in reversed(children):
            if child.type not in self.spec.keyword_arguments:
                pair = self.add(PAIR, self._part(child, scope, in_type, depth), pair)
        return pair

    def _new(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.operand == RECEIVER:
            owner = scope.enclosing_class()
            made = self.unknown if owner < 0 else self.add(SELF, owner, 1)
            return self._applied(NEW, rule, node, made, scope, depth)
        operand = self._operand(rule, node)
        inner = self.spec.expressions.get(operand.type) if operand is not None else None
        if operand is None or inner is None or inner.op != "index" or inner.keys:
            made = self.unknown if operand is None else self._part(operand, scope, in_type, depth)
            return self._applied(NEW, rule, node, made, scope, depth)
        # A generic class with its type arguments: new Box<Lamp>()
        named, *arguments = operand.named_children
        holder = arguments[0] if arguments and arguments[0].type in self.spec.argument_lists else operand
        callee = self._part(named, scope, False, depth)
        return self._applied(NEW, rule, node, self._with_types(callee, holder, scope, depth), scope, depth)

    def made(self, node: Node, context: Node, scope: ScopeState) -> int:
        """An instantiation without a class, of the type that its place asks for: ``T x = new()``, ``x = new()``."""
        callee = self._part(context, scope, False, 0)
        rule = self.spec.expressions[node.type]
        return self._applied(NEW, rule, node, callee, scope, 1)

    def _with_types(self, callee: int, holder: Node, scope: ScopeState, depth: int) -> int:
        """What is called, with the type arguments that a node holds, if there are any."""
        given = -1
        for child in reversed(_elements(holder)[:MAX_ARGUMENTS]):
            given = self.add(PAIR, self._part(child, scope, True, depth), given)
        return self.add(APPLY, callee, given) if given >= 0 else callee

    def _applied(
        self, op: int, rule: ExpressionRule, node: Node, callee: int, scope: ScopeState, depth: int
    ) -> int:
        """A call or instantiation, with type arguments and with arguments where the language's types need them."""
        if rule.values == "none":
            return self.add(op, callee)
        if rule.values == "first":
            return self.add(op, callee, self._first_argument(rule, node, scope))
        types = part_of(node, rule.types) if rule.types else None
        if types is not None:
            callee = self._with_types(callee, types, scope, depth)
        holder = part_of(node, rule.arguments)
        pair = -1
        if holder is not None and holder.named_child_count:
            if self.spec.members.overloads:
                return self._call_of(op, callee, self._given_in(holder), scope, depth)
            for child in reversed(_elements(holder)[:MAX_ARGUMENTS]):
                pair = self.add(PAIR, self._part(child, scope, False, depth), pair)
        return self.add(op, callee, pair)

    def _given_in(self, holder: Node) -> list[Node]:
        """The arguments in a node; some may stand in a list of their own, with others behind it."""
        lists, found = self.spec.argument_lists, []
        for child in _elements(holder):
            found += _elements(child) if child.type in lists else [child]
        return found

    def _call_of(self, op: int, callee: int, given: list[Node], scope: ScopeState, depth: int) -> int:
        """A call with all its arguments; it is noted for functions without a name that are among them."""
        lists = self.spec.argument_lists
        if lists and given and any(child.type in lists for child in given):
            callee, given = self._flat_arguments(callee, given, scope, depth)
        if self.spec.keyword_arguments:
            parts = [self._argument(child, scope, depth) for child in given]
        else:
            parts = [self._part(child, scope, False, depth) for child in given]
        pair = -1
        for part in reversed(parts):
            pair = self.add(PAIR, part, pair)
        call = self.add(op, callee, pair)
        if self.definition_at:
            for position, part in enumerate(parts):
                if self.op[part] == DEFINITION:
                    self.given[self.a[part], position] = call
        return call

    def _flat_arguments(
        self, callee: int, given: list[Node], scope: ScopeState, depth: int
    ) -> tuple[int, list[Node]]:
        """What is called and its arguments where lists of them, and of types, stand side by side: ``f<T>(a) { b }``."""
        found: list[Node] = []
        for child in given:
            if child.type not in self.spec.argument_lists:
                found.append(child)
            elif child.type in self.spec.type_lists:
                callee = self._with_types(callee, child, scope, depth)
            else:
                found += _elements(child)
        return callee, found

    def _argument(self, node: Node, scope: ScopeState, depth: int) -> int:
        """An argument; of one that is given by name the place is not known."""
        if node.type in self.spec.keyword_arguments and node.named_child_count > 1:
            return self.unknown
        return self._part(node, scope, False, depth)

    def _first_argument(self, rule: ExpressionRule, node: Node, scope: ScopeState) -> int:
        """The first argument of a call if it is a name, read from the text alone: most calls need none."""
        operand = self._operand(rule, node)
        found = FIRST_NAME.match(self.source, operand.end_byte) if operand is not None else None
        if found is None:
            return -1
        first, rest, _ = self.parts.get(found[1]) or self.split(found[1])
        return -1 if rest is None else self.add(PAIR, self.dotted(first, rest, scope))

    def _index(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.member:
            return self._path_with_types(rule, node, scope, in_type, depth)
        inner = self._child(rule, node, scope, in_type, depth)
        holder = part_of(node, rule.arguments) if rule.arguments else node
        if holder is None:
            return self.add(INDEX, inner)
        children = holder.named_children[1:] if holder == node else holder.named_children
        if self.reading.ignored:
            children = [child for child in children if child.type not in self.reading.ignored]
        if len(children) == 1 and children[0].type in self.spec.argument_lists:
            children = children[0].named_children
        elif rule.strings and len(children) == 1:
            key = self._text(children[0])
            if len(key) > 2 and key[0] in "\"'`" and key[-1] == key[0]:
                return self.add(MEMBER, inner, self.string(key[1:-1]))
        if rule.keys and len(children) == 1 and not in_type:
            return self._item(inner, children[0], scope, depth)
        return self.indexed(inner, children, scope, in_type=in_type, depth=depth)

    def _path_with_types(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A name of several parts, each a child, with type arguments behind it."""
        parts = [child for child in node.named_children if child.type == rule.member]
        if not parts:
            return self.unknown
        first, *rest = (self._text(part) for part in parts)
        inner = self.dotted(first, ".".join(rest).encode(), scope)
        holder = next((c for c in node.named_children if c.type in self.spec.argument_lists), None)
        if holder is None:
            return inner
        return self.indexed(inner, holder.named_children, scope, in_type=in_type, depth=depth)

    def _item(self, inner: int, subscript: Node, scope: ScopeState, depth: int) -> int:
        rule = self.spec.expressions.get(subscript.type)
        if rule is not None and rule.op == "slice":
            found = SLICE_START.match(self.source, subscript.start_byte, subscript.end_byte)
            return self.add(SLICE, inner, int(found[1]) if found else 0)
        key = self.key_of(subscript)
        if key < 0 and rule is not None and rule.op in ("name", "member"):
            name = self.computed_name(self._text(subscript), scope)
            if name:
                return self.add(
                    INDEX, inner, self.add(PAIR, self.add(LITERAL, self.string("Symbol"), self.string(name)))
                )
        if rule is None or key < 0:
            return self.indexed(inner, [subscript], scope, in_type=False, depth=depth)
        return self.add(INDEX, inner, self.add(PAIR, self.add(LITERAL, self.string(rule.type), key)))

    def computed_name(self, text: str, scope: ScopeState) -> str:
        """The name in brackets of a member that is named by a constant (``this[kQueue]``), "" for any other subscript.

        Constants are what the module binds once, and members of built-in objects.
        """
        first = text.partition(".")[0]
        if not DOTTED.fullmatch(text.encode()):
            return ""
        variable = scope.lookup(first)
        if variable is None:
            constant = first != text and first.encode() in self.reading.globals
        else:
            values = [kind for kind, *_ in variable.bindings if kind in ASSIGNED]
            constant = variable.scope.kind == MODULE and len(values) <= 1
        return f"[{text}]" if constant else ""

    def _comprehension(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        """A container that is made by a loop: all its elements are one expression, read in the loop's scope."""
        body = self._operand(rule, node)
        value = part_of(body, rule.member) if body is not None else None
        value = value or body
        if value is None or self.scope_at is None:
            return self.unknown
        start = node.start_byte
        entry = self.add(ENTRY, self._part(value, self.scope_at(start), False, depth), -1)
        return self._display(rule, [entry], [self.a[entry]])

    def key_of(self, node: Node) -> int:
        """The string of a literal key or position without its quotes, -1 for any other subscript."""
        rule = self.spec.expressions.get(node.type)
        start, end = node.byte_range
        if rule is None or rule.op != "literal" or end - start > MAX_KEY:
            return -1
        text = self._text(node).strip("\"'`")
        return self.string(text.removeprefix(":") if rule.type == "Symbol" else text)

    def _sequence(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        if rule.member:
            return self._mixed(rule, node, scope, depth)
        parts = [self._part(child, scope, in_type, depth) for child in _elements(node)]
        return self._display(rule, parts, parts)

    def _mixed(self, rule: ExpressionRule, node: Node, scope: ScopeState, depth: int) -> int:
        """A container in which some elements may have keys."""
        parts, values = [], []
        for child in _elements(node):
            pair = child.named_children if child.type == rule.member and child.named_child_count == 2 else ()
            values.append(self._part(pair[1] if pair else child, scope, False, depth))
            parts.append(self.add(ENTRY, values[-1], self.key_of(pair[0])) if pair else values[-1])
        return self._display(rule, parts, values)

    def _mapping(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        entries, values = [], []
        for child in _elements(node):
            key, value = (part_of(child, field) for field in (rule.member, rule.operand))
            if key is not None and value is not None:
                values.append(self._part(value, scope, in_type, depth))
                entries.append(self.add(ENTRY, values[-1], self.key_of(key)))
        return self._display(rule, entries, values)

    def _display(self, rule: ExpressionRule, parts: list[int], values: list[int]) -> int:
        """A container as written; of one that holds mere data its type is enough."""
        pair = -1
        if any(self.op[value] not in MERE_DATA for value in values):
            for part in reversed(parts):
                pair = self.add(PAIR, part, pair)
        return self.add(DISPLAY, pair, self.string(rule.type))

    def indexed(
        self, inner: int, arguments: list[Node], scope: ScopeState, *, in_type: bool = True, depth: int = 0
    ) -> int:
        """An expression with subscripts or type arguments."""
        pair = -1
        for child in reversed(arguments[:4]):
            part = self._part(child, scope, in_type, depth)
            if self.op[part] == LITERAL and self.spec.annotation_strings and not in_type:
                part = self.add(LITERAL, self.a[part], self.key_of(child))  # in an alias the name of a type
            pair = self.add(PAIR, part, pair)
        return self.add(INDEX, inner, pair)

    def _await(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.add(int(Op.AWAIT), self._child(rule, node, scope, in_type, depth))

    def _iterate(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        inner = self._child(rule, node, scope, in_type, depth)
        if rule.operators:
            operator = node.child_by_field_name("operator")
            if operator is not None and operator.type not in rule.operators:
                return inner
        return self.add(int(Op.ITERATE), inner)

    def _built_in(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        parts = [self._part(child, scope, True, depth) for child in _elements(node)[:MAX_ARGUMENTS]]
        return self._built_in_type(rule, parts)

    def _built_in_type(self, rule: ExpressionRule, parts: list[int]) -> int:
        pair = -1
        for part in reversed(parts):
            pair = self.add(PAIR, part, pair)
        return self.add(BUILT_IN, self.string(rule.type), pair)

    def _results(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The results of a function that are written as parameters: the one type, or a tuple of them all."""
        parts: list[int] = []
        for child in _elements(node)[:MAX_ARGUMENTS]:
            how = self.spec.parameters.get(child.type)
            typed = child.child_by_field_name(how.type) if how is not None and how.type else None
            if how is not None and typed is not None:
                names = len(child.children_by_field_name(how.name)) if how.name else 1
                parts += [self._part(typed, scope, True, depth)] * max(names, 1)
        return parts[0] if len(parts) == 1 else self._built_in_type(rule, parts)

    def _array(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.add(int(Op.ARRAY), self._child(rule, node, scope, in_type, depth))

    def _typeof(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.add(int(Op.TYPEOF), self._child(rule, node, scope, False, depth))

    def _cast(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if rule.operand:
            typed = self._operand(rule, node)
            return self.unknown if typed is None else self.add(CAST, self._part(typed, scope, True, depth))
        children = node.named_children
        if len(children) != 2:
            return self._child(rule, node, scope, in_type, depth)  # x as const
        kind = children[1 - rule.skip]
        if kind.type in self.spec.argument_lists and kind.named_child_count == 1:
            kind = kind.named_children[0]
        named = self._part(kind, scope, True, depth)
        if kind.type in rule.calls:
            given = self._part(children[rule.skip], scope, False, depth)
            return self.add(CALL, named, self.add(PAIR, given, -1))
        return self.add(CAST, named)

    def _guard(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        while node.named_child_count == 1:
            node = node.named_children[0]
        kind = part_of(node, rule.operand)
        if kind is None:
            return self.add(LITERAL, self.string(rule.type))
        return self.add(int(Op.GUARD), self._part(kind, scope, True, depth))

    def _inner(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if self.cast_places and node.type in self.spec.docs.casts:
            note = self.casts.get(node.start_byte)
            if note is not None and note.type is not None:
                typed = self._part(note.type, scope, True, depth)
                if typed != self.unknown:
                    return self.add(CAST, typed)
        return self._child(rule, node, scope, in_type, depth)

    def _union(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        children = node.named_children
        if rule.operand:
            condition = node.child_by_field_name(rule.operand)
            children = [child for child in children if child != condition]
        if rule.operators:
            operator = node.child_by_field_name("operator")
            if operator is not None and operator.type not in rule.operators:
                given = rule.results.get(operator.type)
                return self.add(LITERAL, self.string(given)) if given else self.unknown
        if len(children) > 2 or self.reading.ignored:
            ignored = self.reading.ignored
            children = [child for child in children if not child.is_extra and child.type not in ignored]
        if rule.skip >= 0 and len(children) == 3:
            del children[rule.skip]
        if not children:
            return self.unknown
        current = self._part(children[-1], scope, in_type, depth)
        for child in reversed(children[:-1][:6]):
            current = self.add(int(Op.UNION), self._part(child, scope, in_type, depth), current)
        return current

    def _literal(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        if in_type and rule.strings and self.spec.annotation_strings:
            return self._quoted_type(node, scope, depth)
        if rule.suffixes:
            last = self.source[node.end_byte - 1 : node.end_byte].decode("utf-8", "replace")
            return self.add(LITERAL, self.string(rule.suffixes.get(last, rule.type)))
        return self.add(LITERAL, self.string(rule.type or self._text(node)))

    def _quoted_type(self, node: Node, scope: ScopeState, depth: int) -> int:
        text = self._text(node).strip("\"'").strip().encode()
        if DOTTED.fullmatch(text):
            first, _, rest = text.partition(b".")
            return self.dotted(first.decode(), rest, scope)
        if depth > 4 or len(text) > MAX_MEMO:
            return self.unknown
        outer, self.source = self.source, text
        try:
            root = self.parser.parse(text).root_node
            if root.has_error or root.named_child_count != 1:
                return self.unknown
            return self._walk(root.named_children[0], scope, True, depth)
        finally:
            self.source = outer

    def _slice(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        """A range that is no subscript."""
        return self.add(LITERAL, self.string(rule.type))

    def _receiver(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        if node.named_child_count and self.spec.scopes.receivers:
            return self._labelled(self._text(node.named_children[0]), scope)
        return self.receiver(scope, SELF)

    def _labelled(self, label: str, scope: ScopeState) -> int:
        """The receiver of the class around that has a name: ``this@Outer``."""
        around: ScopeState | None = scope
        while around is not None:
            named = (
                around.parent.names.get(label) if around.kind == CLASS and around.parent is not None else None
            )
            if named is not None and any(b[0] == BOUND and b[1] == around.definition for b in named.bindings):
                return self.add(SELF, around.definition, 0)
            around = around.parent
        return self.unknown

    def _super(self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int) -> int:
        return self.receiver(scope, SUPER)

    def _definition(
        self, rule: ExpressionRule, node: Node, scope: ScopeState, in_type: bool, depth: int
    ) -> int:
        number = self.definition_at.get(node.start_byte, -1)
        return self.unknown if number < 0 else self.add(int(Op.DEFINITION), number)


def _elements(node: Node) -> list[Node]:
    """The elements of a container that is written out, none if there are too many to be anything but data."""
    if node.named_child_count > MAX_ELEMENTS:
        return []
    return [child for child in node.named_children if not child.is_extra]
