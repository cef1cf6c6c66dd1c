"""Names of one file as expressions: plain ones, dotted ones, and whether reading one is a reference."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Op, ScopeKind

if TYPE_CHECKING:
    from codegraph.parse.reading import Reading
    from codegraph.parse.scopes import ScopeState, Variable

DOTTED = re.compile(rb"[A-Za-z_$]\w*(?:\.[A-Za-z_$]\w*)*")
PLAIN = re.compile(rb"[\w$]+")
LAST_PART = re.compile(rb"[\w$]*\Z")
PLAIN_NAME = re.compile(rb"[A-Za-z_$][\w$]*")
MODULE, CLASS, FUNCTION = int(ScopeKind.MODULE), int(ScopeKind.CLASS), int(ScopeKind.FUNCTION)
# Whether a name and its members are references, its members alone, or neither.
READS, READS_MEMBERS, READS_NOTHING = 0, 1, 2
NAME, FREE, MEMBER, SELF, SUPER, LITERAL, PARAMETER = (
    int(op) for op in (Op.NAME, Op.FREE, Op.MEMBER, Op.SELF, Op.SUPER, Op.LITERAL, Op.PARAMETER)
)
Parts = tuple[str, bytes | None, int]
"""What a source text begins and ends with, for names, members and whatever else may be referred to.

- its first plain name, "" if it begins with something else
- what comes after the first dot, None unless all of it is names and dots
- bytes from where its last plain name begins to its end, 0 if it does not end in one (with type arguments or without)
"""
MAX_PARTS = 20_000
"""So many texts are remembered from file to file: many files speak of the same things."""
LAST_NAME = re.compile(rb"[\w$]+\Z")
LONG: Parts = ("", None, 0)
"""The parts of a text that is too long to be looked at."""


class Names:
    """The expression table of one file, and the expressions of names.

    Equal expressions are one row. A text is split once, in whichever file it comes first, and a name that only the
    module binds is looked up once.
    """

    __slots__ = (
        "_inner_names",
        "_module",
        "_pending",
        "_rows",
        "a",
        "b",
        "bindings",
        "chains",
        "generic",
        "narrowed",
        "op",
        "parts",
        "reading",
        "spec",
        "strings",
        "typed_receivers",
        "unknown",
        "variables",
    )

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.spec = reading.spec
        self.strings: dict[str, int] = {}
        self.op: list[int] = []
        self.a: list[int] = []
        self.b: list[int] = []
        self.variables: list[Variable] = []
        self.bindings: list[list[tuple[int, int, int]]] = []
        self.chains: dict[tuple[int, bytes], int] = {}  # (first name, the rest) -> expression
        if len(reading.parts) > MAX_PARTS:
            reading.parts.clear()
        self.parts = reading.parts
        self.generic: set[int] = set()  # expressions that name a type parameter
        self.typed_receivers = False  # whether a function says what it is called on: f(this: T)
        self.narrowed: set[str] = set()  # names of which more is known somewhere
        self._pending: list[Variable] = []
        self._rows: dict[tuple[int, int, int], int] = {}
        self._inner_names: frozenset[str] | None = None
        self._module: ScopeState | None = None
        self.unknown = self.add(int(Op.UNKNOWN))

    def add(self, op: int, a: int = -1, b: int = -1) -> int:
        """The number of a row, appended if it is new."""
        key = (op, a, b)
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = len(self.op)
            self.op.append(op)
            self.a.append(a)
            self.b.append(b)
        return found

    def string(self, text: str) -> int:
        """The number of a string."""
        return self.strings.setdefault(text, len(self.strings))

    def split(self, text: bytes) -> Parts:
        """The parts of a text, remembered in ``parts``."""
        dotted = text
        marks = self.reading.separators
        if self.reading.only_dots:
            name = text[text.rfind(b".") + 1 :]
        else:
            for mark in self.reading.dots:
                dotted = dotted.replace(mark, b".")
            cut = 0
            for mark in marks:
                at = text.rfind(mark)
                cut = max(cut, at + len(mark)) if at >= 0 else cut
            name = text[cut:]
        first, _, rest = dotted.partition(b".")
        if text[-1:] == b">":
            name = _before_types(text)
        parts: Parts
        if (DOTTED if b"." in marks else PLAIN_NAME).fullmatch(dotted):
            parts = first.decode(), rest, len(name)
        else:
            plain = PLAIN.fullmatch(first) is not None
            name = name[name.rfind(b"::") + 2 :] if b"::" in name else name
            named = PLAIN.match(name) if text[-1:] == b">" else PLAIN.fullmatch(name)
            parts = first.decode() if plain else "", None, len(name) if named else 0
        self.parts[text] = parts
        return parts

    def tail_length(self, tail: bytes) -> int:
        """Length of the last plain name of a long text in bytes, 0 if it does not end in one.

        Args:
            tail: the last bytes of the text, more than a name has.
        """
        named = LAST_NAME.search(tail)
        joined = named is not None and tail[: named.start()].endswith(self.reading.joints)
        return len(named[0]) if named is not None and joined else 0

    def name_length(self, text: bytes) -> int:
        """Length of the last plain name of an expression's text in bytes, 0 if it does not end in one."""
        return (self.parts.get(text) or self.split(text))[2]

    def all_bound(self, scopes: list[ScopeState], views: Iterable[ScopeState]) -> None:
        """Told when all names are bound: a name that only the module binds means the same in every scope.

        Args:
            views: of scopes, in which some of their names are not bound.
        """
        self._module = scopes[0]
        hidden = (scopes[0].names.keys() - view.names.keys() for view in views if view.kind == MODULE)
        self._inner_names = frozenset().union(*(scope.names for scope in scopes[1:]), *hidden)

    def variable(self, variable: Variable) -> int:
        """The row of a variable; its bindings are turned into expressions before the file is finished."""
        if variable.row < 0:
            variable.row = len(self.variables)
            self.variables.append(variable)
            self.bindings.append([])
            self._pending.append(variable)
        return variable.row

    def dotted(self, first: str, rest: bytes, scope: ScopeState) -> int:
        """The expression of a name and the members after it (``b.c`` of ``a.b.c``)."""
        root = scope.roots.get(first)
        if root is None:
            root = self.root(first, scope)
        return self.chain(root, rest, scope.chains) if rest else root

    def dotted_type(self, first: str, rest: bytes, scope: ScopeState) -> int:
        """The same for a type, in a language where values do not hide types."""
        roots = scope.type_roots
        if roots is None:
            roots = scope.type_roots = {}
        root = roots.get(first)
        if root is None:
            if first in self.reading.words:
                root = self.root(first, scope)
            else:
                root = self._bound(first, scope.lookup_type(first), scope.context)
            roots[first] = root
        return self.chain(root, rest) if rest else root

    def chain(self, root: int, rest: bytes, own: dict[tuple[int, bytes], int] | None = None) -> int:
        """The expression of a member, or member of a member, of an expression.

        Args:
            own: the chains of a scope in which more is known of some members.
        """
        key = (root, rest)
        chains = self.chains if own is None else own
        found = chains.get(key)
        if found is None:
            found = root
            if own is None:
                for member in rest.decode("utf-8", "replace").split("."):
                    found = self.add(MEMBER, found, self.string(member))
            else:
                path = b""
                for part in rest.split(b"."):
                    path = path + b"." + part if path else part
                    known = own.get((root, path))
                    if known is None:
                        known = self.add(MEMBER, found, self.string(part.decode("utf-8", "replace")))
                    found = known
            chains[key] = found
        return found

    def root(self, name: str, scope: ScopeState) -> int:
        """The expression of a plain name: receiver, super, literal word, variable, or a name nobody binds here."""
        known = scope.narrowing(name) if name in self.narrowed else -1
        if known >= 0:
            found = known
        elif not name:
            found = self.unknown  # a broken source left the name out
        elif name in self.reading.words:
            found = self._word(name, scope)
        elif self.spec.scopes.implicit_receiver and not name[0].isupper():
            variable = scope.local(name)
            found = self.sent(name, scope) if variable is None else self._bound(name, variable, -1)
        else:
            module = self._module
            if module is None or self._inner_names is None or name in self._inner_names or scope.closed:
                found = self._bound(name, scope.lookup(name), scope.context)
            elif self.spec.scopes.receivers and scope.context >= 0:
                found = self._bound(name, None, scope.context)
            elif name in module.roots:
                found = module.roots[name]
            elif scope.context >= 0 and name not in module.names:
                found = self._bound(name, None, scope.context)
            else:
                found = module.roots[name] = self._bound(name, module.names.get(name), -1)
        scope.roots[name] = found
        return found

    def sent(self, name: str, scope: ScopeState) -> int:
        """A name that is sent to the receiver: with the mark of what a class itself has, if that is the receiver."""
        mark = self.spec.members.class_mark if scope.static_context() else ""
        if mark and scope.kind != CLASS and not scope.method_name():
            mark += mark  # in a block in the body of a class: nobody knows who runs it
        context = scope.context if scope.context >= 0 else scope.block_around()
        return self.add(FREE, self.string(mark + name), context)

    def _bound(self, name: str, variable: Variable | None, context: int) -> int:
        if context >= 0 and self.spec.scopes.receivers and variable is not None:
            # What a receiver around has goes before the names of the file.
            variable = None if variable.scope is self._module else variable
        if variable is None:
            return self.add(FREE, self.string(name), context)
        holder = variable.scope
        if holder.receiver == name:
            return self.add(SELF, holder.method_of, int(holder.static))
        found = self.add(NAME, self.variable(variable))
        if variable.generic:
            self.generic.add(found)
        return found

    def _word(self, text: str, scope: ScopeState) -> int:
        if text in self.reading.receivers:
            variable = scope.typed_receiver(text) if self.typed_receivers else None
            return self.receiver(scope, SELF) if variable is None else self.add(NAME, self.variable(variable))
        if text in self.reading.supers:
            found = self.receiver(scope, SUPER)
            same = self.spec.members.supers == "same" and found != self.unknown
            return self.add(MEMBER, found, self.string(scope.method_name())) if same else found
        if text in self.reading.class_receivers:
            owner = scope.enclosing_class()
            return self.unknown if owner < 0 else self.add(SELF, owner, 1)
        return self.add(LITERAL, self.string(self.spec.words[text]))

    def receiver(self, scope: ScopeState, op: int) -> int:
        """``this`` or ``super`` in a scope: the class around it, or unknown outside of one."""
        if (
            op == SELF
            and self._inner_names is not None
            and not self._inner_names.isdisjoint(self.reading.receivers)
        ):
            typed = self._typed_receiver(scope)
            if typed is not None:
                return self.add(NAME, self.variable(typed))
        owner = scope.enclosing_class()
        if owner < 0:
            asks = op == SELF and self.spec.contextual
            function = scope.function_with_receiver(rebound=self.spec.scopes.rebound) if asks else -1
            return self.unknown if function < 0 else self.add(PARAMETER, function, -1)
        return self.add(op, owner, int(scope.static_context()))

    def _typed_receiver(self, scope: ScopeState) -> Variable | None:
        """The receiver as the function around declares it: ``this: T`` among its parameters, or in its comment."""
        around: ScopeState | None = scope
        while around is not None:
            for word in self.reading.receivers:
                if word in around.names and around.kind == FUNCTION:
                    return around.names[word]
            if around.kind <= CLASS or (around.kind == FUNCTION and not around.transparent):
                return None
            around = around.parent
        return None

    def reads(self, name: str, scope: ScopeState) -> int:
        """Whether reading a name or a member of it is a reference, as ``READS`` and so on.

        A value that is local to a function is none, nor is what hangs on it. Imports and nested definitions are
        no mere values, and members of the receiver belong to its class.
        """
        variable = scope.lookup(name)
        if name in self.spec.words:
            found = READS_NOTHING
        elif variable is None:
            found = READS_MEMBERS if name in self.reading.receivers else READS
        elif variable.scope.receiver == name:
            found = READS_MEMBERS
        else:
            local = READS_MEMBERS if self.spec.scopes.local_members else READS_NOTHING
            found = READS if variable.lasting or variable.scope.kind <= CLASS else local
        scope.reads[name] = found
        return found


def _before_types(text: bytes) -> bytes:
    """The last name of a text that ends in type arguments, with these: ``f<A.B>`` of ``a.f<A.B>``."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        if text[at] == 62:  # >
            depth += 1
        elif text[at] == 60:  # <
            depth -= 1
            if not depth:
                found = LAST_PART.search(text, 0, at)
                return text[found.start() :] if found is not None else b""
    return b""
