"""Lexical scopes of one file and the variables that they bind."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, ScopeKind

if TYPE_CHECKING:
    from tree_sitter import Node

LASTING = frozenset({int(Bind.IMPORT), int(Bind.DEFINITION), int(Bind.STAR)})
TYPE_PARAMETER = int(Bind.TYPE_PARAMETER)
MODULE, CLASS, FUNCTION = int(ScopeKind.MODULE), int(ScopeKind.CLASS), int(ScopeKind.FUNCTION)


Wrap = tuple[int, "int | tuple[Node, ScopeState]"]
Binding = tuple[int, int, int, "Node | None", "ScopeState | None", tuple[Wrap, ...], bool]
"""One way in which a variable gets what it stands for: a plain tuple, as there are very many.

- kind: a ``Bind``.
- target: as ``Bind`` says, where it is known already; otherwise -1 and ``node`` is to become an expression.
- line: where, from 1.
- node: a syntax node that is read in a scope once all names of the file are known.
- scope: that scope.
- wrap: operators put around the expression, innermost first: (operator, string or position, or a node and the
  scope that it is read in).
- typed: whether the node is a type.
"""


def bound_to(kind: int, target: int, line: int) -> Binding:
    """A binding whose target needs no expression."""
    return (kind, target, line, None, None, (), False)


class Variable:
    """A name in a scope. It gets a row in the facts when something needs it.

    Attributes:
        row: its row, -1 while nothing needs it.
        lasting: whether it is an import or a definition, not just a value.
        generic: whether it is a type parameter.
    """

    __slots__ = ("bindings", "generic", "lasting", "name", "row", "scope")

    def __init__(self, scope: ScopeState, name: str, binding: Binding) -> None:
        self.scope = scope
        self.name = name
        self.bindings = [binding]
        self.row = -1
        kind = binding[0]
        self.lasting = kind in LASTING
        self.generic = kind == TYPE_PARAMETER

    def add(self, binding: Binding) -> None:
        """One more binding."""
        self.bindings.append(binding)
        self.lasting = self.lasting or binding[0] in LASTING
        self.generic = self.generic or binding[0] == TYPE_PARAMETER


class ScopeState:
    """One scope: its names, what it remembers of expressions, and the rules for looking outwards.

    Args:
        index: row in the scopes table.
        kind: what sort of scope it is.
        parent: the scope around it, None for the module's.
        definition: the innermost definition with a node of its own, -1 for the module.
        owner: the innermost callable, named or not, for yields and metrics; -1 for the module.
        class_visible: whether inner functions see the names of class bodies (a rule of the language).
        class_body: whether a class body itself does.
    """

    __slots__ = (
        "body",
        "chains",
        "class_body",
        "class_visible",
        "closed",
        "context",
        "definition",
        "globals",
        "hidden",
        "index",
        "kind",
        "memo",
        "method",
        "method_of",
        "nameless",
        "names",
        "narrowed",
        "owner",
        "parent",
        "reads",
        "receiver",
        "roots",
        "section",
        "static",
        "transparent",
        "type_roots",
        "views",
    )

    def __init__(
        self,
        index: int,
        kind: int,
        parent: ScopeState | None,
        definition: int,
        owner: int,
        visible: tuple[bool, bool],
    ) -> None:
        self.index = index
        self.kind = kind
        self.parent = parent
        self.definition = definition
        self.owner = owner
        self.class_visible, self.class_body = visible
        self.names: dict[str, Variable] = {}
        self.memo: dict[bytes, int] = {}  # source text of more than dotted names -> expression
        self.roots: dict[str, int] = {}  # name -> expression
        self.reads: dict[str, int] = {}  # name -> whether reading it is a reference
        self.globals: set[str] | None = None
        self.narrowed: dict[str, int] | None = None  # of a view: expressions of names that more is known of
        self.chains: dict[tuple[int, bytes], int] | None = (
            None  # as in ``Names``, where more is known of members
        )
        self.views: list[tuple[int, int, ScopeState]] | None = None  # start, end and view, in order
        self.hidden: set[str] | None = None  # of a class: fields that are set through the receiver alone
        self.body = 0  # of a class: where its body begins; what stands before are its bases
        self.closed = False  # in a namespace that does not see what the file around it declares
        self.context = -1  # the class or namespace in which names are looked for that no scope binds
        self.section = ""  # of a class: the modifier of all that follows
        self.type_roots: dict[str, int] | None = None  # as ``roots``, where types are apart from values
        self.receiver = ""
        self.method = ""  # of a method: the name that its class binds it to
        self.method_of = -1  # of a method: the definition of its class
        self.static = False
        self.transparent = False  # arrow functions, object literals: the receiver is that of the scope around
        self.nameless = False  # an object or object type in passing: its members have no nodes

    def view(self, start: int, end: int) -> ScopeState:
        """A copy with the same names for what is read in a part of the file. Parts are given in order."""
        view = self._copy()
        if self.views is None:
            self.views = []
        self.views.append((start, end, view))
        return view

    def so_far(self) -> ScopeState:
        """A copy that knows only the names which are bound by now."""
        view = self._copy()
        view.names = dict(self.names)
        view.type_roots = self.type_roots
        return view

    def _copy(self) -> ScopeState:
        """The same scope, with nothing remembered of what is read in it."""
        visible = (self.class_visible, self.class_body)
        view = ScopeState(self.index, self.kind, self.parent, self.definition, self.owner, visible)
        view.names, view.globals, view.hidden = self.names, self.globals, self.hidden
        view.narrowed, view.chains = self.narrowed, self.chains
        view.body, view.closed, view.context, view.section = (
            self.body,
            self.closed,
            self.context,
            self.section,
        )
        view.receiver, view.method, view.method_of = self.receiver, self.method, self.method_of
        view.static, view.transparent, view.nameless = self.static, self.transparent, self.nameless
        return view

    def narrowing(self, name: str) -> int:
        """The expression of a name of which more is known here, -1 if there is none."""
        scope: ScopeState | None = self
        while scope is not None:
            if scope.narrowed is not None and name in scope.narrowed:
                return scope.narrowed[name]
            if name in scope.names and (scope.kind != CLASS or scope is self):
                return -1
            scope = scope.parent
        return -1

    def lookup(self, name: str) -> Variable | None:
        """The variable that a name means here, None if no scope of the file binds it."""
        scope: ScopeState | None = self
        while scope is not None:
            if scope.globals is not None and name in scope.globals:
                while scope.parent is not None:
                    scope = scope.parent
            found = scope.names.get(name)
            if found is not None and (
                scope.kind != CLASS
                or scope.class_visible
                or found.generic
                or (scope is self and scope.class_body and (scope.hidden is None or name not in scope.hidden))
            ):
                return found
            if scope.closed and scope.kind == MODULE and name[-1:] != "!":
                return None
            scope = scope.parent
        return None

    def lookup_type(self, name: str) -> Variable | None:
        """The variable that a name of a type means here: values do not hide it."""
        scope: ScopeState | None = self
        while scope is not None:
            found = scope.names.get(name)
            if (
                found is not None
                and (found.lasting or found.generic)
                and (scope.kind != CLASS or scope.class_visible)
            ):
                return found
            scope = scope.parent
        return None

    def local(self, name: str) -> Variable | None:
        """The variable that a name means here in a language whose methods see only methods from outside of them."""
        outside = False
        scope: ScopeState | None = self
        while scope is not None:
            found = scope.names.get(name)
            if (
                found is not None
                and (not outside or found.lasting)
                and not (scope.kind == CLASS and found.lasting)
            ):
                return found
            if scope.kind == CLASS:
                return None
            outside = outside or (scope.kind == FUNCTION and not scope.transparent)
            scope = scope.parent
        return None

    def method_name(self) -> str:
        """The name that the class around binds the method around to, "" outside of methods."""
        scope = self._method_scope()
        return scope.method if scope is not None else ""

    def _method_scope(self) -> ScopeState | None:
        scope: ScopeState | None = self
        while scope is not None:
            if scope.method_of >= 0 or (scope.kind == CLASS and not scope.transparent):
                return scope
            if scope.kind == FUNCTION and not scope.transparent:
                return None
            scope = scope.parent
        return None

    def typed_receiver(self, name: str) -> Variable | None:
        """The receiver of the function around, if that says what it is called on."""
        scope: ScopeState | None = self
        while scope is not None and scope.kind != CLASS:
            if name in scope.names:
                return scope.names[name]
            if scope.kind == FUNCTION and not scope.transparent:
                return None
            scope = scope.parent
        return None

    def function_with_receiver(self, *, rebound: bool = False) -> int:
        """The function without a name whose receiver is meant here, -1 if there is none.

        Args:
            rebound: whether that may be one which takes its receiver from around it.
        """
        scope: ScopeState | None = self
        while scope is not None and scope.kind != CLASS:
            if scope.kind == FUNCTION and (rebound or not scope.transparent):
                return scope.owner if scope.owner != scope.definition else -1
            scope = scope.parent
        return -1

    def block_around(self) -> int:
        """The scope of the function without a name around, -1 outside of one."""
        scope: ScopeState | None = self
        while scope is not None and (scope.kind != FUNCTION or scope.owner == scope.definition):
            scope = scope.parent if scope.kind != FUNCTION else None
        return scope.index if scope is not None else -1

    def enclosing_class(self) -> int:
        """The class whose instance the receiver is here, -1 if there is none."""
        scope = self._method_scope()
        if scope is None:
            return -1
        return scope.definition if scope.kind == CLASS else scope.method_of

    def static_context(self) -> bool:
        """Whether the receiver is the class itself: in static methods."""
        scope = self._method_scope()
        return scope is not None and scope.static


def view_at(views: list[tuple[int, int, ScopeState]], start: int, scope: ScopeState) -> ScopeState:
    """The view of a scope at a position, the scope itself where there is none."""
    at = bisect_right(views, start, key=lambda view: view[0]) - 1
    return views[at][2] if at >= 0 and start < views[at][1] else scope
