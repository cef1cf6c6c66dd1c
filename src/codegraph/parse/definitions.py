"""Handlers for definitions, their decorators and documentation, and for scopes without a definition."""

from __future__ import annotations

import hashlib
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, ScopeKind
from codegraph.parse.docs import clean_doc, documents
from codegraph.parse.parameters import read_parameters
from codegraph.parse.scopes import Binding, ScopeState
from codegraph.parse.sweep import (
    DOC,
    FLAGS,
    KIND_NUMBERS,
    MAX_SIGNATURE,
    VISIBILITY_NUMBERS,
    Captures,
    Decorator,
    Frame,
    Sweep,
    signature_text,
)

if TYPE_CHECKING:
    from tree_sitter import Node

CLASS_LIKE = frozenset({"class", "interface", "trait", "struct", "enum", "record", "object", "namespace"})
CALLABLE = frozenset(
    {"function", "method", "constructor", "destructor", "operator", "property", "lambda", "macro"}
)
METHODS = frozenset({"method", "constructor", "property", "operator"})
MODIFIER_FLAGS = {
    "static": Flag.STATIC,
    "abstract": Flag.ABSTRACT,
    "async": Flag.ASYNC,
    "export": Flag.EXPORTED,
    "*": Flag.GENERATOR,
}
DEFINITION = int(Bind.DEFINITION)
STATIC, CLASS_METHOD, ANONYMOUS = int(Flag.STATIC), int(Flag.CLASS_METHOD), int(Flag.ANONYMOUS)
CLASS, FUNCTION, BLOCK = int(ScopeKind.CLASS), int(ScopeKind.FUNCTION), int(ScopeKind.BLOCK)
CLASS_RECEIVER_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


def definition(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A function, class, type or other thing with a name; a lambda or object without one."""
    frame = sweep.stack[-1]
    span = node.byte_range
    if frame.value == span:
        return  # the value of a definition that is already open
    outer = frame.scope
    if "name" not in captures:
        _anonymous(sweep, kind, captures, node, outer)
        return
    name_node = captures["name"][0]
    name = bare_name(sweep.text(name_node))
    decorators: list[Decorator] = []
    if sweep.pending_decorators:
        decorators, sweep.pending_decorators = sweep.pending_decorators, []
    final, flags = _classify(sweep, kind, name, outer, decorators)
    modifiers = [sweep.text(m) for m in captures["modifier"]] if "modifier" in captures else []
    for modifier in modifiers:
        flags |= MODIFIER_FLAGS.get(modifier, 0)
    number = len(sweep.definitions)
    row = _row(sweep, final, name, name_node, node, captures, decorators, outer)
    row[FLAGS] = int(flags)
    row[13] = sweep.string(" ".join(modifiers)) if modifiers else -1
    row[14] = _visibility(sweep, name, modifiers)
    if sweep.pending_doc[0] >= 0:
        row[DOC] = _pending_doc(sweep, row[8])
    sweep.definitions.append(row)
    sweep.expressions.definition_at.setdefault(span[0], number)
    sweep.definition_names.add(name_node.start_byte)
    for item in decorators:
        sweep.decorators.append((number, item))
    if kind not in sweep.spec.members.unbound:
        sweep.bind(outer, name, Binding(DEFINITION, number, row[4]))
    if "returns" in captures:
        sweep.returns.append((number, captures["returns"][0], outer))
    opened = open_definition(sweep, kind, number, captures, span, outer, flags)
    if opened is None:
        return
    opened.name_start = name_node.start_byte
    if final in METHODS and outer.kind == CLASS:
        _method(sweep, name, outer, opened.scope, flags)
    if "parameters" in captures:
        read_parameters(sweep, captures["parameters"][0], opened.scope)


def bare_name(text: str) -> str:
    """A name without the quotes that it may be written in."""
    return text[1:-1] if len(text) > 1 and text[0] in "\"'`" and text[-1] == text[0] else text


def _method(sweep: Sweep, name: str, outer: ScopeState, scope: ScopeState, flags: int) -> None:
    scope.method_of = outer.definition
    scope.static = bool(flags & (STATIC | CLASS_METHOD))
    if name in CLASS_RECEIVER_METHODS and sweep.spec.members.receiver == "first-parameter":
        scope.static = True


def _classify(
    sweep: Sweep, kind: str, name: str, outer: ScopeState, decorators: list[Decorator]
) -> tuple[str, int]:
    members = sweep.spec.members
    flags = 0
    if kind == "object":
        kind = "constant"
    if decorators and any(item.text in members.overload_decorators for item in decorators):
        flags |= Flag.OVERLOAD
    if outer.kind != CLASS:
        return kind, flags
    final = members.kinds.get(kind, kind)
    if final == "method" and name in members.constructors:
        final = "constructor"
    for item in decorators:
        text = item.text.split("(")[0]
        if text in members.static_decorators:
            flags |= Flag.STATIC
        elif text in members.class_decorators:
            flags |= Flag.CLASS_METHOD
        elif any(fnmatchcase(text, pattern) for pattern in members.property_decorators):
            final = "property"
    return final, flags


def _row(
    sweep: Sweep,
    kind: str,
    name: str,
    name_node: Node,
    node: Node,
    captures: Captures,
    decorators: list[Decorator],
    outer: ScopeState,
) -> list[int]:
    start, end = node.byte_range
    line, column = name_node.start_point
    first, first_line = start, node.start_point[0] + 1
    if decorators and decorators[0].start < start:
        first, first_line = decorators[0].start, decorators[0].start_line
    head = captures["body"][0].start_byte if "body" in captures else min(end, start + 2 * MAX_SIGNATURE)
    return [
        KIND_NUMBERS[kind],
        sweep.string(name),
        outer.definition,
        -1,
        line + 1,
        column,
        first_line,
        node.end_point[0] + 1,
        first,
        end,
        sweep.string(signature_text(sweep.source[start:head])),
        -1,
        0,
        -1,
        0,
        0,
        1 if kind in CALLABLE else 0,
        0,
        0,
        -1,
        sweep.string(hashlib.blake2b(sweep.source[first:end], digest_size=8).hexdigest()),
    ]


def _visibility(sweep: Sweep, name: str, modifiers: list[str]) -> int:
    if sweep.spec.naming.private == "underscore":
        private = name[:1] == "_" and not (name.startswith("__") and name.endswith("__"))
        return VISIBILITY_NUMBERS["private" if private else "public"]
    for modifier in modifiers:
        if modifier in VISIBILITY_NUMBERS:
            return VISIBILITY_NUMBERS[modifier]
    return VISIBILITY_NUMBERS["private" if name.startswith("#") else "public"]


def _anonymous(sweep: Sweep, kind: str, captures: Captures, node: Node, outer: ScopeState) -> None:
    number = len(sweep.definitions)
    row = _row(sweep, "function" if kind in CALLABLE else "class", "", node, node, captures, [], outer)
    row[FLAGS] = ANONYMOUS
    sweep.definitions.append(row)
    sweep.expressions.definition_at.setdefault(node.start_byte, number)
    frame = open_definition(sweep, kind, number, captures, node.byte_range, outer, ANONYMOUS)
    if frame is None:
        return
    if "parameters" in captures:
        read_parameters(sweep, captures["parameters"][0], frame.scope)
    if kind in CALLABLE and "result" in captures:
        sweep.yields.append((number, captures["result"][0], frame.scope))


def open_definition(
    sweep: Sweep, kind: str, number: int, captures: Captures, span: tuple[int, int], outer: ScopeState, flags: int
) -> Frame | None:
    """Open the scope of a definition, if its kind has one, and push its frame."""
    callable_ = kind in CALLABLE
    if not callable_ and kind not in CLASS_LIKE:
        return None
    named = outer.definition if flags & ANONYMOUS and callable_ else number
    scope = sweep.open_scope(FUNCTION if callable_ else CLASS, outer, named, number if callable_ else outer.owner)
    scope.transparent = kind == "lambda" or sweep.spec.members.receiver == "first-parameter"
    sweep.definitions[number][3] = scope.index
    if not callable_:
        sweep.class_scopes[number] = scope
        if "body" in captures:
            scope.body = captures["body"][0].start_byte
    frame = Frame(span[0], span[1], scope, 0)
    frame.definition = number
    if "value" in captures:
        value = captures["value"][0]
        frame.value = value.byte_range
        sweep.expressions.definition_at.setdefault(frame.value[0], number)
        if value.type in sweep.spec.transparent_functions:
            scope.transparent = True
        if "result" in captures:
            sweep.yields.append((number, captures["result"][0], scope))
    sweep.push(frame)
    return frame


def scope(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A scope that no definition opens: a comprehension, a block."""
    frame = sweep.stack[-1]
    outer = frame.scope
    inner = sweep.open_scope(BLOCK, outer, outer.definition, outer.owner)
    sweep.push(Frame(*node.byte_range, inner, frame.nesting))


def decorator(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A decorator: of the definition that is open and has not come to its name yet, else of the next one."""
    frame = sweep.stack[-1]
    start = node.start_byte - 1  # with the mark before it
    inside = frame.definition >= 0 and start < frame.name_start
    outer = frame.scope.parent if inside and frame.scope.parent is not None else frame.scope
    item = Decorator(start, node.start_point[0] + 1, node, " ".join(sweep.text(node).split()), outer)
    if inside:
        sweep.decorators.append((frame.definition, item))
    else:
        sweep.pending_decorators.append(item)


def doc(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """Documentation: inside (a string that opens a body) or before (a comment above)."""
    start, end = node.byte_range
    text = sweep.source[start:end].decode("utf-8", "replace")
    style = sweep.spec.docs
    if kind == "inside":
        cleaned = clean_doc(text, style.style)
        frame = sweep.stack[-1]
        if frame.definition >= 0:
            if sweep.definitions[frame.definition][DOC] < 0:
                sweep.definitions[frame.definition][DOC] = sweep.string(cleaned)
        elif len(sweep.stack) == 1 and not sweep.doc:
            sweep.doc = cleaned
    elif text.startswith(style.prefix):
        sweep.pending_doc = (end, clean_doc(text, style.style))
        if not sweep.doc and not sweep.source[:start].strip():
            sweep.doc = sweep.pending_doc[1]


def _pending_doc(sweep: Sweep, start: int) -> int:
    end, text = sweep.pending_doc
    if end > start or not documents(sweep.source[end:start], sweep.spec.docs.between):
        return -1
    sweep.pending_doc = (-1, "")
    if sweep.doc == text:
        sweep.doc = ""  # it opens the file, but speaks of its first definition
    return sweep.string(text)
