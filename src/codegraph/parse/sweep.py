"""The state of one file's extraction: its scopes with their extent, and the rows found so far."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from codegraph.languages.facts import ScopeKind
from codegraph.model import NodeKind, Visibility
from codegraph.parse.expressions import Expressions
from codegraph.parse.scopes import Binding, ScopeState, Variable

if TYPE_CHECKING:
    from tree_sitter import Parser

    from codegraph.languages.spec import AdapterSpec
    from codegraph.parse.doctypes import Note, Notes
    from codegraph.parse.reading import Reading

Captures = dict[str, list["Node"]]

MODULE, CLASS = int(ScopeKind.MODULE), int(ScopeKind.CLASS)
FUNCTION_SCOPE = int(ScopeKind.FUNCTION)
# Columns of a definition that later events still change.
DOC, FLAGS, VISIBILITY, PARAMETERS, CYCLOMATIC, COGNITIVE, NESTING, RETURNS = 11, 12, 14, 15, 16, 17, 18, 19
KIND_NUMBERS = {kind.value: number for number, kind in enumerate(NodeKind)}
VISIBILITY_NUMBERS = {kind.value: number for number, kind in enumerate(Visibility)}
MAX_SIGNATURE = 500


def signature_text(source: bytes) -> str:
    """A declaration on one line: white space collapsed, what opens the body cut, at most 500 characters."""
    text = " ".join(source.decode("utf-8", "replace").split())
    return text.rstrip(" {").removesuffix("=>").removesuffix(":").rstrip(" =")[:MAX_SIGNATURE]


def bare_name(text: str) -> str:
    """A name without the quotes that it may be written in."""
    return text[1:-1] if len(text) > 1 and text[0] in "\"'`" and text[-1] == text[0] else text


class Decorator(NamedTuple):
    """A decorator and the scope that it is read in."""

    start: int
    start_line: int
    node: Node
    text: str
    scope: ScopeState


class Frame:
    """A part of the file that is open during the sweep: a scope, or a branch that nests."""

    __slots__ = ("definition", "end", "name_start", "nesting", "scope", "start", "value", "words")

    def __init__(self, start: int, end: int, scope: ScopeState, nesting: int) -> None:
        self.start = start
        self.end = end
        self.scope = scope
        self.nesting = nesting
        self.definition = -1
        self.name_start = -1
        self.value = (-1, -1)
        self.words: set[bytes] = set()  # names that are declared in it, where each may be declared anew


class Sweep:
    """All that is known of a file so far. Rows are in the order of ``facts.TABLES``."""

    __slots__ = (
        "arguments",
        "base_names",
        "blocks",
        "bound_scopes",
        "bounds",
        "class_level",
        "class_scopes",
        "contexts",
        "decorators",
        "definition_names",
        "definitions",
        "doc",
        "doc_lines",
        "earlier",
        "else_if",
        "expansions",
        "exports",
        "expressions",
        "given",
        "has_parts",
        "held",
        "holders",
        "imports",
        "inside_until",
        "items",
        "latest_constant",
        "latest_module",
        "macro_texts",
        "module",
        "name_types",
        "notes",
        "operators",
        "others",
        "overloads",
        "parameter_decorators",
        "parameters",
        "pending_decorators",
        "pending_doc",
        "pending_types",
        "pushed",
        "reading",
        "references",
        "returns",
        "scopes",
        "sent_names",
        "set_names",
        "size",
        "source",
        "spec",
        "stack",
        "strings",
        "type_parameters",
        "typed_bases",
        "unnamed",
        "visible",
        "whole_calls",
        "yields",
    )

    def __init__(self, source: bytes, reading: Reading, parser: Parser, notes: Notes | None = None) -> None:
        self.source = source
        self.size = len(source) if notes is None else notes.size  # what follows was made of comments
        self.notes: dict[int, Note] = notes.by_place if notes is not None else {}  # types in comments
        self.reading = reading
        self.spec: AdapterSpec = reading.spec
        self.expressions = Expressions(source, reading, parser)
        if notes is not None:
            self.expressions.casts, self.expressions.cast_places = self.notes, notes.casts
        self.strings = self.expressions.strings
        self.name_types = reading.name_types
        self.visible = (self.spec.scopes.class_visible, self.spec.scopes.class_body)
        self.has_parts = bool(self.spec.parts.body)
        self.scopes: list[ScopeState] = []
        self.definitions: list[list[int]] = []
        self.definition_names: set[int] = set()  # where the names of definitions begin
        self.base_names: set[int] = set()  # where the names of base classes begin
        self.typed_bases: dict[int, Node] = {}  # of each class the type of its base in a comment
        self.others: list[tuple[int, int]] = []  # where what stands is only an alternative
        self.overloads: list[tuple[ScopeState, str]] = []
        self.class_scopes: dict[int, ScopeState] = {}
        self.references: list[tuple[int, int, int, int, int]] = []  # line and column first
        self.arguments: list[tuple[int, int, int, int]] = []
        self.class_level: set[int] = set()  # scopes with what a class itself has: class << self
        self.sent_names: set[int] = set()  # where the names of calls begin whose node is the whole call
        self.set_names: set[int] = set()  # where the names of members begin that are only assigned to
        self.blocks: list[tuple[int, int, int]] = []
        self.pushed: list[tuple[Node, Node]] = []  # what things are put into, and these things
        self.whole_calls: dict[int, Node] = {}  # where the name of a call ends whose node is the whole call
        self.macro_texts: list[
            tuple[int, tuple[int, int], tuple[int, int] | None]
        ] = []  # of each macro where its text and its parameters are
        self.expansions: list[tuple[int, int]] = []
        self.items: list[tuple[Node, ScopeState, list[Binding]]] = []  # subscripts that get a value
        self.imports: list[tuple[int, ...]] = []
        self.exports: list[tuple[int, ...]] = []
        self.decorators: list[tuple[int, Decorator]] = []
        self.parameter_decorators: list[tuple[int, Decorator]] = []
        self.returns: list[tuple[int, Node, ScopeState]] = []
        self.yields: list[tuple[int, Node, ScopeState]] = []
        self.type_parameters: list[tuple[int, str, Node | None, Node | None, ScopeState]] = []
        self.parameters: list[tuple[int, int, Node, ScopeState, int]] = []  # with a type
        self.contexts: list[tuple[int, int, int]] = []
        self.given: list[
            tuple[int, Node, ScopeState, bool]
        ] = []  # where a value is, its type or what it is put into
        self.holders: list[tuple[int, Node, ScopeState]] = []  # what adds members to a type, and that type
        self.held: dict[
            tuple[int, str], ScopeState
        ] = {}  # by scope and the type's text: the scope of its members
        self.latest_constant: tuple[int, Captures] = (-1, {})  # where it ends, its type and value
        self.latest_module = (-1, -1)  # where the latest name of an imported module stands, and its string
        self.unnamed: list[
            tuple[ScopeState, ScopeState, str]
        ] = []  # a scope, what it is without a name, that name
        self.earlier: list[
            tuple[int, int, ScopeState, ScopeState]
        ] = []  # where a scope is seen as it was before
        self.else_if = -1  # where the latest condition begins that hangs on the one before it
        self.operators = (-1, "")  # where the latest sequence of one operator begins, and the operator
        self.doc = ""
        self.inside_until = 0  # where the latest documentation ends that stands inside of what it speaks of
        self.pending_decorators: list[Decorator] = []
        self.pending_doc: tuple[int, str] = (-1, "")
        self.doc_lines = (-1, -1)  # where the latest comments of one line each begin and end
        self.pending_types: tuple[int, int, Node] | None = (
            None  # type parameters of the next definition up to a place
        )
        self.module = self.open_scope(0, None, -1, -1)
        self.bounds = [0]  # where the innermost scope changes, and to which
        self.bound_scopes = [self.module]
        self.stack = [Frame(0, len(source) + 2, self.module, 0)]

    # --- scopes ---

    def open_scope(self, kind: int, parent: ScopeState | None, definition: int, owner: int) -> ScopeState:
        """A new scope; ``definition`` and ``owner`` as in ``ScopeState``."""
        scope = ScopeState(len(self.scopes), int(kind), parent, definition, owner, self.visible)
        if self.spec.scopes.closed and parent is not None:
            scope.closed = kind == MODULE or parent.closed
            scope.context = scope.index if kind == MODULE else parent.context
        elif self.reading.contexts and parent is not None:
            own = kind <= CLASS or (kind == FUNCTION_SCOPE and self.spec.scopes.receivers)
            scope.context = scope.index if own else parent.context
        self.scopes.append(scope)
        return scope

    def push(self, frame: Frame) -> None:
        """Open a part of the file."""
        if frame.scope is not self.stack[-1].scope:
            self.bounds.append(frame.start)
            self.bound_scopes.append(frame.scope)
        self.stack.append(frame)

    def close_before(self, start: int) -> None:
        """Close what ends before a position."""
        stack = self.stack
        while len(stack) > 1 and start >= stack[-1].end:
            frame = stack.pop()
            if self.pending_decorators:  # what stands inside decorates nothing outside
                self.pending_decorators = [
                    item for item in self.pending_decorators if item.start < frame.start
                ]
            if frame.scope is not stack[-1].scope:
                self.bounds.append(frame.end)
                self.bound_scopes.append(stack[-1].scope)

    def scope_at(self, start: int) -> ScopeState:
        """The innermost scope at a position, once the sweep is over."""
        return self.bound_scopes[bisect_right(self.bounds, start) - 1]

    def place_earlier(self) -> None:
        """Let what stands in the values of ``earlier`` see their scopes as these were, once the sweep is over."""
        bounds, scopes = self.bounds, self.bound_scopes
        for scope, view, name in self.unnamed:
            view.names = {other: variable for other, variable in scope.names.items() if other != name}
        for start, end, scope, view in sorted(self.earlier, key=itemgetter(0)):
            at = bisect_right(bounds, start) - 1
            while at < len(bounds) and bounds[at] < end:
                stop = bounds[at + 1] if at + 1 < len(bounds) else len(self.source) + 2
                if scopes[at] is scope:
                    first, last = max(bounds[at], start), min(stop, end)
                    pieces = [(bounds[at], scope), (first, view), (last, scope)]
                    pieces = pieces[bounds[at] == first : 2 if last == stop else 3]
                    bounds[at : at + 1] = [piece[0] for piece in pieces]
                    scopes[at : at + 1] = [piece[1] for piece in pieces]
                    at += len(pieces) - 1
                at += 1

    def release(self) -> None:
        """Break the cycles between scopes, variables and expressions, so that the tree's memory is freed at once."""
        for scope in self.scopes:
            scope.names.clear()
        self.expressions.scope_at = None

    # --- rows ---

    def string(self, text: str) -> int:
        """The number of a string in the file's table."""
        return self.strings.setdefault(text, len(self.strings))

    def text(self, node: Node) -> str:
        """The source of a node."""
        start, end = node.byte_range
        return self.source[start:end].decode("utf-8", "replace")

    def bind(self, scope: ScopeState, name: str, binding: Binding) -> None:
        """Add a binding of a name in a scope; what a broken source leaves without a name binds nothing."""
        if not name:
            return
        if scope.globals is not None and name in scope.globals:
            scope = self.module
        variable = scope.names.get(name)
        if variable is None:
            scope.names[name] = Variable(scope, name, binding)
        else:
            variable.add(binding)
        if scope.receiver == name:
            scope.receiver = ""  # bound anew: no longer the receiver

    def site(self, node: Node, text: bytes) -> tuple[int, int]:
        """Line and column where the last name of an expression begins, else where the node begins."""
        length = self.expressions.name_length(text)
        if length:
            row, column = node.end_point
            return row + 1, max(column - length, 0)
        row, column = node.start_point
        return row + 1, column
