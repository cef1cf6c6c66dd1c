"""Handlers for uses of names, once every name of the file is bound: calls, values, types, bases, decorators."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag, Op, Ref, ScopeKind
from codegraph.parse.bindings import import_call
from codegraph.parse.blocks import note_call
from codegraph.parse.holders import definition_of
from codegraph.parse.names import DOTTED, LONG, READS_NOTHING
from codegraph.parse.parameters import EACH
from codegraph.parse.sweep import COGNITIVE, CYCLOMATIC, FLAGS, NESTING, RETURNS, Captures, Frame, Sweep
from codegraph.parse.walking import MAX_MEMO

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.macros import Use
    from codegraph.parse.scopes import ScopeState

CALL, NEW, VALUE, TYPE = int(Ref.CALL), int(Ref.NEW), int(Ref.VALUE), int(Ref.TYPE)
SELF, MIXES = int(Op.SELF), int(Ref.MIXES)
APPLICATIONS = frozenset((int(Op.CALL), int(Op.NEW)))
ARRAY, DEFINITION, MEMBER = int(Op.ARRAY), int(Op.DEFINITION), int(Op.MEMBER)
CLASS, ANONYMOUS = int(ScopeKind.CLASS), int(Flag.ANONYMOUS)
PARENT = 2  # column of the definition around
MAX_BEFORE = 1000  # bytes of arguments before one that is of interest
MAX_TAIL = 100  # bytes at the end of a long text in which its last name stands
QUOTED = re.compile(rb"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.DOTALL)
QUOTES = b"\"'"
KEYWORD = re.compile(rb"([^\W\d]\w*)\s*=\s*$")
NESTED = re.compile(rb"[()\[\]{}\"'`]")
BRACKETS = re.compile(rb"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")


def refer(  # noqa: C901, PLR0912 (calls would cost more than they tell)
    sweep: Sweep, kind: int, nodes: list[Node], kept: list[tuple[Node, int]] | None = None
) -> None:
    """Add a reference of one kind for each node. This is the hottest loop of the extraction, so it saves calls.

    Args:
        kept: gets the nodes that are references, with their expressions.
    """
    source, bounds, scopes = sweep.source, sweep.bounds, sweep.bound_scopes
    expressions, add = sweep.expressions, sweep.references.append
    known, split, chains, generic = (
        expressions.parts,
        expressions.split,
        expressions.chains,
        expressions.generic,
    )
    values, types, calls = kind == VALUE, kind == TYPE, kind == CALL
    op = expressions.op
    base_names = sweep.base_names if types else ()
    no_types = sweep.reading.no_types
    heads: list[Node] = []  # in the heads of classes, among the bases
    begin = stop = 0  # where the scope at hand holds: most references follow one another in it
    scope = sweep.module
    roots, definition, body = scope.roots, -1, 0
    for node in nodes:
        start, end = node.byte_range
        if start >= stop or start < begin:
            at = bisect_right(bounds, start)
            begin, stop = bounds[at - 1], bounds[at] if at < len(bounds) else len(source)
            scope = scopes[at - 1]
            roots, definition = scope.roots, scope.definition
            chains = expressions.chains if scope.chains is None else scope.chains
            body = scope.body if scope.kind == CLASS else 0
        if end - start <= MAX_MEMO:
            text = source[start:end]
            first, rest, length = known.get(text) or split(text)
        else:
            text, (first, rest, length) = b"", LONG
            length = expressions.tail_length(source[end - MAX_TAIL : end])
        if values:
            if start < body:
                heads.append(node)
                continue
            if first:
                reads = scope.reads.get(first)
                if reads is None:
                    reads = expressions.reads(first, scope)
                if reads and (reads == READS_NOTHING or rest == b""):
                    continue
        elif types and (start in base_names or text in no_types):
            continue  # a base class is more than a type that is mentioned; words and the class around are less
        if rest is None or types:
            expression = expressions.of(node, scope, in_type=types)
            if calls and op[expression] == DEFINITION and _is_nameless(sweep, expression):
                continue  # a function that is called where it is written: part of what is around
        else:
            found = roots.get(first)
            expression = expressions.root(first, scope) if found is None else found
            if rest:
                expression = chains.get((expression, rest)) or expressions.chain(
                    expression, rest, scope.chains
                )
        if (values or types) and op[expression] == SELF:
            continue  # self::class, or a method that gives self: no more than the class around
        if generic and expression in generic:
            continue  # a type parameter stands for whatever its users choose
        if kept is not None:
            kept.append((node, expression))
        if length:
            row, column = node.end_point
            add((row + 1, column - length if column > length else 0, kind, expression, definition))
        else:
            row, column = node.start_point
            add((row + 1, column, kind, expression, definition))

    _refer_in_heads(sweep, heads)


def _is_nameless(sweep: Sweep, expression: int) -> bool:
    return bool(sweep.definitions[sweep.expressions.a[expression]][FLAGS] & ANONYMOUS)


def _refer_in_heads(sweep: Sweep, nodes: list[Node]) -> None:
    """Add the values in the heads of classes that are no bases (``metaclass=Meta``), read around their class."""
    expressions = sweep.expressions
    for node in nodes:
        start, end = node.byte_range
        scope = sweep.scope_at(start)
        if start in sweep.base_names or scope.parent is None:
            continue
        text = sweep.source[start:end]
        first, rest, _ = expressions.split(text)
        reads = expressions.reads(first, scope.parent) if first else 0
        if reads and (reads == READS_NOTHING or rest == b""):
            continue
        line, column = sweep.site(node, text)
        expression = expressions.of(node, scope.parent)
        sweep.references.append((line, column, VALUE, expression, scope.definition))


def arguments(sweep: Sweep, nodes: list[Node], calls: list[Node]) -> None:
    """Add the values among the arguments of calls, and what they are given to.

    Args:
        nodes: the arguments that are names or members.
        calls: what is called, anywhere in the file.
    """
    kept: list[tuple[Node, int]] = []
    refer(sweep, VALUE, nodes, kept)
    if not kept:
        return
    expressions, source, known = sweep.expressions, sweep.source, sweep.reading.globals
    callees = {node.end_byte: node for node in calls}
    whole = sweep.whole_calls
    for node, value in kept:
        at = node.start_byte
        opening, before = _opening(source, at)
        callee = callees.get(opening) or whole.get(opening)
        if callee is None or source[callee.start_byte : opening] in known:
            continue
        target = expressions.of(callee, sweep.scope_at(at))
        if opening in whole and expressions.op[target] in APPLICATIONS:  # in broken code it may be none
            target = expressions.a[target]
        if target != expressions.unknown:
            name = KEYWORD.search(before) if b"=" in before else None
            keyword = sweep.string(name[1].decode()) if name is not None else -1
            sweep.arguments.append((target, before.count(b",") if keyword < 0 else -1, keyword, value))


def _opening(source: bytes, at: int) -> tuple[int, bytes]:
    """Where the bracket opens that a place stands in, and what is between the two outside of brackets and quotes.

    -1 if it is no round one, or further than ``MAX_BEFORE`` away.
    """
    low = max(at - MAX_BEFORE, 0)
    opening = source.rfind(b"(", low, at)
    while opening >= 0:
        before = source[opening + 1 : at]
        if NESTED.search(before):
            before = _flat(before)
        if not NESTED.search(before):
            return opening, before
        opening = source.rfind(b"(", low, opening)
    return -1, b""


def _flat(text: bytes) -> bytes:
    """A text without what stands in closed brackets and in quotes."""
    text = QUOTED.sub(b"", text)
    while (shorter := BRACKETS.sub(b"", text)) != text:
        text = shorter
    return text


def calls(sweep: Sweep, kind: int, found: list[Captures], capture: str) -> list[Node]:
    """Add calls or instantiations; a call that imports (``require``) becomes an import instead.

    Returns:
        What is called.
    """
    importing = sweep.expressions.reading.import_calls
    if found and "name" in found[0]:
        return held_calls(sweep, kind, found, capture)
    nodes = [captures[capture][0] for captures in found]
    awaits = sweep.reading.awaits
    if awaits and kind == CALL:  # await f<T>(x) is f's call
        nodes = [node.named_children[0] if node.type in awaits else node for node in nodes]
    if importing:
        nodes = [
            node
            for node, captures in zip(nodes, found, strict=True)
            if not (
                kind == CALL
                and "arguments" in captures
                and _is_import(sweep, node, captures["arguments"][0], captures)
            )
        ]
    refer(sweep, kind, nodes)
    return nodes


def awaited(sweep: Sweep, nodes: list[Node], calls: list[Node]) -> list[Node]:
    """Values without those that only seem to be awaited: ``f`` of ``await f<T>(x)``, which is called.

    Args:
        nodes: the values.
        calls: what is called, anywhere in the file.
    """
    if not sweep.reading.awaits or b"await" not in sweep.source:
        return nodes
    places = {node.start_byte for node in calls if sweep.source[node.end_byte : node.end_byte + 1] == b"<"}
    return [node for node in nodes if node.start_byte not in places] if places else nodes


def held_calls(sweep: Sweep, kind: int, found: list[Captures], capture: str) -> list[Node]:
    """Add calls that are captured as a whole, with the name that is called.

    The reference is to the whole call where arguments decide what is called, else to what is called.

    Returns:
        The calls.
    """
    expressions, add = sweep.expressions, sweep.references.append
    of, op, a = expressions.of, expressions.op, expressions.a
    whole = sweep.spec.members.overloads
    # The inner ones first, so that each finds what it is a member of already there.
    sends = sweep.spec.members.reads == "call"
    parts = whole and kind == CALL and "arguments" in found[0]
    calls = [(captures[capture][0], captures) for captures in found]
    calls.sort(key=_end)
    bounds, scopes, scope = sweep.bounds, sweep.bound_scopes, sweep.module
    begin = stop = 0  # as in ``refer``
    set_names, whole_calls, sent_names = sweep.set_names, sweep.whole_calls, sweep.sent_names
    for node, captures in calls:
        name = captures["name"][0]
        name_start, name_end = name.byte_range
        if name_start in set_names:
            continue
        start, end = node.byte_range
        if start >= stop or start < begin:
            at = bisect_right(bounds, start)
            begin, stop = bounds[at - 1], bounds[at] if at < len(bounds) else len(sweep.source)
            scope = scopes[at - 1]
        of_context = "context" in captures
        if of_context:
            expression = expressions.made(node, name, scope)
        elif parts:
            expression = expressions.held_call(node, captures, scope)
        elif kind == NEW and node.type not in sweep.spec.expressions:
            expression = expressions.made_of(
                name, captures["arguments"][0] if "arguments" in captures else None, scope
            )
        elif end > name_end:
            expression = of(node, scope)
        else:
            expression = expressions.walk(node, scope)
        if not whole and op[expression] in APPLICATIONS:
            expression = a[expression]
        whole_calls[name_end] = node
        sent_names.add(name_start)
        row, column = (node if of_context else name).start_point
        add((row + 1, column, kind, expression, scope.definition))
        if sends:
            note_call(sweep, captures, scope, expression)
    return [node for node, *_ in calls]


def sent(sweep: Sweep, kind: str, found: list[Captures], capture: str) -> None:
    """Add calls that need no arguments and look like something else.

    Args:
        kind: ``name`` of a plain name that is no variable and no name of another call, ``setter`` of a member that is
            assigned to, ``update`` of one that is read as well.
    """
    expressions = sweep.expressions
    taken = sweep.definition_names | sweep.sent_names
    free, name = int(Op.FREE), int(Op.NAME)
    bounds, scopes, scope = sweep.bounds, sweep.bound_scopes, sweep.module
    begin = stop = 0  # as in ``refer``
    for captures in found:
        node = captures[capture][0]
        start = node.start_byte
        if kind == "name" and start in taken:
            continue
        if start >= stop or start < begin:
            place = bisect_right(bounds, start)
            begin, stop = bounds[place - 1], bounds[place] if place < len(bounds) else len(sweep.source)
            scope = scopes[place - 1]
        at = node
        if kind != "name":
            at = captures["name"][0]
            if kind == "setter":
                sweep.set_names.add(at.start_byte)
            target = expressions.of(node, scope)
            expression = expressions.setter(target, sweep.text(at))
        else:
            text = sweep.text(node)
            known = scope.roots.get(text)
            expression = expressions.root(text, scope) if known is None else known
            if expressions.op[expression] != free:
                variable = scope.local(text) if expressions.op[expression] == name else None
                if variable is None or not variable.lasting:
                    continue
        row, column = at.start_point
        sweep.references.append((row + 1, column, CALL, expression, scope.definition))


def _end(call: tuple[Node, Captures]) -> int:
    return call[0].end_byte


def macros(sweep: Sweep, uses: list[Use]) -> None:
    """Add the uses of macros whose names are not in the tree."""
    for use in uses:
        text = sweep.source[use.start : use.name_end].decode("utf-8", "replace")
        scope = sweep.scope_at(use.start)
        line = sweep.source.count(b"\n", 0, use.start) + 1
        column = use.start - (sweep.source.rfind(b"\n", 0, use.start) + 1)
        path = text.split("::")
        expressions = sweep.expressions
        expression = expressions.dotted(path[0] if len(path) == 1 else f"::{path[0]}", b"", scope)
        for name in path[1:]:
            expression = expressions.add(MEMBER, expression, sweep.string(name))
        sweep.references.append((line, column, CALL, expression, scope.definition))


def _is_import(sweep: Sweep, node: Node, arguments: Node, captures: Captures) -> bool:
    start, end = node.byte_range
    if sweep.source[start:end] not in sweep.reading.import_calls:
        return False
    return import_call(sweep, arguments, node, type_only="type_only" in captures)


def types(sweep: Sweep, nodes: list[Node]) -> list[Node]:
    """The nodes that name types: strings among the arguments of ``Literal`` do not."""
    source, value_types = sweep.source, sweep.reading.value_types
    if not value_types:
        return nodes
    return [
        node
        for node in nodes
        if source[node.start_byte] not in QUOTES or not _is_value(source, node.start_byte, value_types)
    ]


def _is_value(source: bytes, at: int, value_types: tuple[bytes, ...]) -> bool:
    opening = source.rfind(b"[", max(at - MAX_BEFORE, 0), at)
    return opening >= 0 and b"]" not in source[opening:at] and source.endswith(value_types, 0, opening)


def bases(sweep: Sweep, kind: int, found: list[Captures], capture: str) -> None:
    """Add base classes or implemented interfaces, read in the scope around their class, with type arguments."""
    for captures in found:
        node = captures[capture][0]
        sweep.base_names.add(node.start_byte)
        scope = sweep.scope_at(captures["body" if "body" in captures else capture][0].start_byte)
        if "holder" in captures:
            _base_of(sweep, kind, captures["holder"][0], node, scope)
            continue
        if scope.kind != CLASS or scope.parent is None:
            continue
        expression = sweep.expressions.of(node, scope if kind >= MIXES else scope.parent, in_type=True)
        if "arguments" in captures:
            arguments = captures["arguments"][0].named_children
            arguments = arguments[1:] if arguments[0] == node else arguments
            expression = sweep.expressions.indexed(expression, arguments, scope.parent)
        elif sweep.typed_bases and scope.definition in sweep.typed_bases:
            typed = sweep.typed_bases[scope.definition].child_by_field_name("type_arguments")
            if typed is not None:
                expression = sweep.expressions.indexed(expression, typed.named_children, scope.parent)
        start, end = node.byte_range
        line, column = sweep.site(node, sweep.source[start:end])
        sweep.references.append((line, column, kind, expression, scope.definition))


def _base_of(sweep: Sweep, kind: int, holder: Node, node: Node, scope: ScopeState) -> None:
    """A base that a function or class gets after it was made: ``inherits(C, B)``."""
    prototype = f".{sweep.spec.members.prototype}"
    variable = scope.lookup(sweep.text(holder).removesuffix(prototype))
    number = definition_of(variable)
    if number < 0:
        return
    text = sweep.text(node).removesuffix(prototype)
    first, _, rest = text.partition(".")
    if DOTTED.fullmatch(text.encode()):
        row, column = node.start_point
        expression = sweep.expressions.dotted(first, rest.encode(), scope)
        sweep.references.append((row + 1, column, kind, expression, number))


def finish_definitions(
    sweep: Sweep,
) -> tuple[list[tuple[int, int, int]], list[tuple[int, int]], list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Turn annotations of results and parameters, decorators, returned values and bounds into expressions.

    Returns:
        The rows of the tables of decorators, yields, type parameters and parameters.
    """
    of = sweep.expressions.of
    for number, node, scope in sweep.returns:
        sweep.definitions[number][RETURNS] = of(node, scope, in_type=True)
    decorators = []
    marked = sweep.reading.marked
    for number, item in sweep.decorators:
        read = sweep.expressions.walk if item.node.type in marked else of
        expression = read(item.node, item.scope)
        start, end = item.node.byte_range
        line, column = sweep.site(item.node, sweep.source[start:end])
        decorators.append((number, expression, sweep.string(item.text)))
        sweep.references.append((line, column, int(Ref.DECORATE), expression, number))
    for number, item in sweep.parameter_decorators:
        start, end = item.node.byte_range
        site = sweep.site(item.node, sweep.source[start:end])
        sweep.references.append((*site, int(Ref.DECORATE), of(item.node, item.scope), number))
    yields = []
    for owner, node, scope in sweep.yields:
        expression = of(node, scope)
        if expression != sweep.expressions.unknown:
            yields.append((owner, expression))
    generics: list[tuple[int, ...]] = []
    for number, name, bound, default, scope in sweep.type_parameters:
        limits = (-1 if node is None else of(node, scope, in_type=True) for node in (bound, default))
        variable = sweep.expressions.variable(scope.names[name])
        generics.append((number, sweep.string(name), *limits, variable))
    parameters: list[tuple[int, ...]] = []
    for number, position, node, scope, flags in sweep.parameters:
        typed = of(node, scope, in_type=True)
        typed = sweep.expressions.add(ARRAY, typed) if flags & EACH else typed
        parameters.append((number, position, typed, flags & ~EACH))
    return decorators, yields, generics, parameters


def yield_(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """What a call of the function around gives back."""
    # What is given back may open a scope of its own (return lambda: x); the word before it stands in ours.
    scope = sweep.scope_at(max(node.start_byte - 1, 0))
    if scope.owner >= 0:
        if kind == "generator":
            sweep.definitions[scope.owner][FLAGS] |= Flag.GENERATOR
        sweep.yields.append((scope.owner, node, scope))


def branch(sweep: Sweep, kind: str, node: Node) -> None:
    """Count a branch for the complexity of the callable around it.

    Cyclomatic complexity is McCabe's count of decisions plus one; cognitive complexity adds one for each break of
    the linear flow and one more for each level that it is nested in (Campbell, SonarSource 2018).
    """
    frame = sweep.stack[-1]
    if kind == "flat":
        sweep.else_if = node.start_byte
    elif kind == "nest" and node.start_byte == sweep.else_if:
        return  # an if that hangs on an else was counted as such
    row = _measured(sweep, frame.scope.owner)
    nests = kind in ("nest", "switch")
    if row is not None:
        if kind in ("nest", "flat", "case", "operator"):
            row[CYCLOMATIC] += 1
        if nests:
            row[COGNITIVE] += 1 + frame.nesting
            row[NESTING] = max(row[NESTING], frame.nesting + 1)
        elif kind in ("flat", "else") or (kind == "operator" and _begins_sequence(sweep, node)):
            row[COGNITIVE] += 1
    if nests:
        sweep.push(Frame(*node.byte_range, frame.scope, frame.nesting + 1))


def _begins_sequence(sweep: Sweep, node: Node) -> bool:
    """Whether an operator is the first of its sequence: ``a and b and c`` breaks the flow once, as it reads."""
    operator = node.child_by_field_name("operator")
    sequence = (node.start_byte, operator.type if operator is not None else "")
    if sequence == sweep.operators:
        return False  # in ((a and b) and c) the inner one begins where the outer one does
    sweep.operators = sequence
    return True


def _measured(sweep: Sweep, owner: int) -> list[int] | None:
    """The row of the callable that a branch counts for: a callback without a name counts for the one around it."""
    around = owner
    while around >= 0 and sweep.definitions[around][FLAGS] & ANONYMOUS:
        around = sweep.definitions[around][PARENT]
    if around >= 0 and sweep.definitions[around][CYCLOMATIC]:
        return sweep.definitions[around]
    return sweep.definitions[owner] if owner >= 0 else None
