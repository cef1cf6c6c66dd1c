"""The expressions of one file: each text in a scope is read once, each node by what the adapter says it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Op, ScopeKind
from codegraph.parse.names import LITERAL, Names
from codegraph.parse.nodes import part_of
from codegraph.parse.scopes import view_at

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

    from codegraph.languages.spec.syntax import ExpressionRule
    from codegraph.parse.doctypes import Note
    from codegraph.parse.reading import Reading
    from codegraph.parse.scopes import ScopeState, Wrap

MAX_MEMO = 300  # longer texts are not remembered: they hardly repeat and would only hold memory
MAX_DEPTH = 40  # deeper chains are cut: generated code has them, people don't
CHAINED = frozenset({"call", "member"})
MAX_LINKS = 2000  # of a chain of calls
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
APPLY, AWAIT, BUILT_IN, CAST = int(Op.APPLY), int(Op.AWAIT), int(Op.BUILT_IN), int(Op.CAST)
DISPLAY, ENTRY, SLICE = int(Op.DISPLAY), int(Op.ENTRY), int(Op.SLICE)
MODULE, CLASS = int(ScopeKind.MODULE), int(ScopeKind.CLASS)
BOUND = int(Bind.DEFINITION)
ASSIGNED = frozenset({int(Bind.VALUE), int(Bind.PARAMETER), int(Bind.ITEM)})
MERE_DATA = frozenset((LITERAL, UNKNOWN))
RECEIVER = "receiver"
INFIX = 3
Walker = Callable[["Walking", "ExpressionRule", "Node", "ScopeState", bool, int], int]


class Walking(Names):
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
        """The expression of a long text, remembered by its place, as chains of calls hold one another.

        Chains are read from the inside out, so that none is too deep.
        """
        if in_type:
            return self._walk(node, scope, in_type, depth)
        known = self.long.get(node.byte_range)
        if known is not None:
            return known
        links, inner = [node], self._held(node)
        while inner is not None and inner.byte_range not in self.long and len(links) < MAX_LINKS:
            links.append(inner)
            inner = self._held(inner)
        for link in reversed(links):
            known = self._walk(link, scope, in_type, depth)
            if depth <= MAX_DEPTH:
                self.long[link.byte_range] = known
        return self.unknown if known is None else known

    def _held(self, node: Node) -> Node | None:
        """What a long expression of a chain is called on or a member of, if that is long itself."""
        rule = self.spec.expressions.get(node.type)
        inner = self._operand(rule, node) if rule is not None and rule.op in CHAINED else None
        if inner is None:
            return None
        start, end = inner.byte_range
        return inner if end - start > MAX_MEMO else None

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
        child = node.named_child(0) if node.named_child_count else None
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

    def _arguments(self, holder: Node | None, scope: ScopeState, in_type: bool, depth: int) -> int:
        """The PAIR of a call's arguments; those with a keyword are left out."""
        pair = -1
        children = elements(holder)[:MAX_ARGUMENTS] if holder is not None else []
        for child in reversed(children):
            if child.type not in self.spec.keyword_arguments:
                pair = self.add(PAIR, self._part(child, scope, in_type, depth), pair)
        return pair

    def key_of(self, node: Node) -> int:
        """The string of a literal key or position without its quotes, -1 for any other subscript."""
        rule = self.spec.expressions.get(node.type)
        start, end = node.byte_range
        if rule is None or rule.op != "literal" or end - start > MAX_KEY:
            return -1
        text = self._text(node).strip("\"'`")
        return self.string(text.removeprefix(":") if rule.type == "Symbol" else text)

    def _text(self, node: Node) -> str:
        start, end = node.byte_range
        return self.source[start:end].decode("utf-8", "replace")


def elements(node: Node) -> list[Node]:
    """The elements of a container that is written out, none if there are too many to be anything but data."""
    if node.named_child_count > MAX_ELEMENTS:
        return []
    return [child for child in node.named_children if not child.is_extra]
