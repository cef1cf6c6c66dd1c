"""Handlers for definitions, their decorators and documentation, and for scopes without a definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, ScopeKind
from codegraph.parse.contexts import note, note_value
from codegraph.parse.docs import MAX_DOC, clean_doc
from codegraph.parse.doctypes import add_types, note_of, type_parameters
from codegraph.parse.holders import Home, class_level_home, held_scope, holds, home_of
from codegraph.parse.linedocs import add_line, end_of_lines, take_lines
from codegraph.parse.parameters import (
    bind_receiver,
    class_parameters,
    extended,
    implied,
    read_further,
    read_parameters,
)
from codegraph.parse.parts import (
    CALLABLE_PARTS,
    CLASS_PARTS,
    VALUE_PARTS,
    add_parts,
    bind_literal,
    bind_positions,
    bind_type_parameters,
    bind_value,
    declared_type,
    modifiers_of,
    repeat_value,
    type_scope,
)
from codegraph.parse.rows import ANONYMOUS, CALLABLE, OBJECTS, OVERLOAD, add_row, new_row, take_decorators
from codegraph.parse.scopes import Binding, ScopeState, bound_to
from codegraph.parse.sweep import (
    DOC,
    FLAGS,
    KIND_NUMBERS,
    Captures,
    Decorator,
    Frame,
    Sweep,
    bare_name,
)
from codegraph.parse.visibility import bind_to_class

if TYPE_CHECKING:
    from tree_sitter import Node

CLASS_LIKE = OBJECTS | {
    "class", "enum", "extension", "interface", "namespace", "object_type", "record", "struct", "trait",
    "variant",
}  # fmt: skip
GIVEN = OBJECTS | {"function", "method"}
PLAIN = frozenset({"constant", "variable"})
VALUED = PLAIN | {"field"}
SHORT = 2  # letters of names that no type has
OWN = ("value", "distinct")  # parts of a type that has members of its own
METHODS = frozenset({"method", "constructor", "property", "operator"})
DEFINITION, TYPE = int(Bind.DEFINITION), int(Bind.TYPE)
KIND, LINE, NAME, SCOPE = 0, 4, 1, 3  # columns of a definition
ENUM = KIND_NUMBERS["enum"]
STATIC, CLASS_METHOD = int(Flag.STATIC), int(Flag.CLASS_METHOD)
WORD = re.compile(rb"[^\W\dA-Z]\w*")
MODULE, CLASS, FUNCTION, BLOCK = (
    int(kind) for kind in (ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.FUNCTION, ScopeKind.BLOCK)
)
MARK = b"@"
PLAIN_HOME = Home(None)  # what most definitions have: a member of what is around
SCRIPT_HEAD = re.compile(rb"(?:#![^\n]*\n)?\s*")
NEXT_LINE = re.compile(rb"\r?\n?[ \t]*")
CLASS_RECEIVER_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


def definition(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A function, class, type or other thing with a name; a lambda or object without one."""
    frame = sweep.stack[-1]
    span = node.byte_range
    start, end = span
    if frame.value == span or (
        frame.start == start
        and frame.end == end
        and frame.definition >= 0
        and not ("name" in captures and frame.name_start < captures["name"][0].start_byte and _is_list(frame))
    ):
        _own_name(sweep, frame, captures, node)
        return  # the value of a definition that is already open, or that definition itself
    if "name" in captures and frame.definition >= 0 and frame.name_start == captures["name"][0].start_byte:
        return  # a part of the definition that is open
    if frame.start > start:
        return  # the variable that holds the nameless value that was opened just now
    outer = frame.scope
    shape = sweep.spec.kinds.get(kind, kind)
    if (shape in PLAIN or "declared" in captures) and outer.kind not in (MODULE, CLASS):
        return  # a local variable, or a name of something outside of the function
    if sweep.notes or sweep.pending_types is not None:
        _take_notes(sweep, shape, captures, node)
    if sweep.has_parts:
        names = (
            CALLABLE_PARTS
            if shape in sweep.spec.members.signatures or shape in CALLABLE
            else VALUE_PARTS
            if shape in VALUED
            else CLASS_PARTS
        )
        add_parts(sweep.spec.parts, names, captures, node, sweep.spec.transparent_functions)
        if "value" in captures and sweep.spec.contextual:
            _note_context(sweep, shape, captures, node, outer)
    members = sweep.spec.members
    if kind in members.signatures and "holder" not in captures:
        _signature(sweep, members.signatures[kind], captures, node, outer)
        return
    if "holder" in captures and members.holders == "types" and shape != "extension":
        outer = held_scope(sweep, captures["holder"], outer)
    home = _home(sweep, kind, shape, captures, outer)
    scope = outer if home is PLAIN_HOME else home.scope
    name = _name_of(sweep, kind, captures)
    if members.class_named and outer.kind == CLASS:
        shape = _shape_of(sweep, shape, outer, name)
    if not name or scope is None or (kind == "object" and outer.kind in (FUNCTION, BLOCK)):
        _anonymous(sweep, kind, captures, node, outer)
    elif not (shape in PLAIN and "value" in captures and sweep.expressions.imports(captures["value"][0])):
        _named(sweep, shape, name, captures, node, outer, scope, home)


def _home(sweep: Sweep, kind: str, shape: str, captures: Captures, outer: ScopeState) -> Home:
    """Where a definition is a member that may belong elsewhere than to what is around it."""
    members = sweep.spec.members
    if "holder" in captures:
        if members.holders == "types":
            return PLAIN_HOME
        home = home_of(sweep, captures["holder"][0], bare_name(sweep.text(captures["name"][0])), outer)
        # A method says itself that it is called on instances.
        return home._replace(static=False) if kind == "method" else home
    if kind == "parameter_field":
        return Home(sweep.class_scopes.get(outer.method_of))
    if shape == "macro":
        return Home(sweep.module)  # it knows of no scope around
    if kind in members.unbound:
        return Home(outer, bound=False)
    if members.class_mark and (shape in METHODS or shape == "function"):
        return class_level_home(sweep, outer, static=kind == "static_method")
    return PLAIN_HOME


def _note_context(sweep: Sweep, shape: str, captures: Captures, node: Node, outer: ScopeState) -> None:
    if shape in GIVEN:
        note(sweep, captures, node, outer)
    elif "type" in captures and "name" in captures:
        note_value(sweep, captures["value"][0], captures["type"][0], captures["name"][0], outer)


def _is_list(frame: Frame) -> bool:
    """Whether a declaration may define more than one name: it opens no scope (``int a, b;``)."""
    return frame.scope.definition != frame.definition


def _name_of(sweep: Sweep, kind: str, captures: Captures) -> str:
    if "name" not in captures:
        return ""
    name = bare_name(sweep.text(captures["name"][0]).removeprefix(":"))
    if kind == "writer":  # what sets a property by that name has a sign behind it
        return f"{name}="
    return name.strip(sweep.spec.naming.trim) if kind == "section" else name


def _shape_of(sweep: Sweep, shape: str, scope: ScopeState, name: str) -> str:
    """What a member is: a function that has the name of the class around it is a constructor."""
    if shape != "function" or scope.definition < 0:
        return shape
    return "constructor" if sweep.string(name) == sweep.definitions[scope.definition][NAME] else shape


def _own_name(sweep: Sweep, frame: Frame, captures: Captures, node: Node) -> None:
    """A function expression's own name, which only it sees itself."""
    if "name" in captures and node.type in sweep.reading.own_names:
        name_node = captures["name"][0]
        line = name_node.start_point[0] + 1
        sweep.bind(frame.scope, sweep.text(name_node), bound_to(DEFINITION, frame.definition, line))


def _named(
    sweep: Sweep,
    shape: str,
    name: str,
    captures: Captures,
    node: Node,
    outer: ScopeState,
    scope: ScopeState,
    home: Home,
) -> None:
    name_node = captures["name"][0]
    number, final, flags = add_row(sweep, shape, name, captures, node, scope, home.static)
    line = sweep.definitions[number][LINE]
    own_names = sweep.reading.own_names
    own = bool(own_names) and node.type in own_names
    if not home.bound and "value" in captures:
        sweep.definition_names.discard(name_node.start_byte)  # its name stands for the value that it is given
    mark = sweep.spec.members.class_mark
    known = mark + name if home.static and scope.kind == CLASS else name
    if home.bound and not own:
        called = name + sweep.spec.macros.mark if shape == "macro" else known
        _bind_name(sweep, shape, called, scope, bound_to(DEFINITION, number, line))
        if mark and outer.section:
            bind_to_class(sweep, outer, home, name, bound_to(DEFINITION, number, line))
    if shape == "constant" and sweep.spec.parts.repeat:
        repeat_value(sweep, captures, node)
    if sweep.has_parts and (shape in VALUED or shape in OBJECTS):
        typed = captures if shape in VALUED else declared_type(sweep, node)
        bind_value(sweep, name, typed, scope, outer)
    lexical = _scope_around(sweep, shape, number, captures, outer)
    opened = open_definition(sweep, shape, number, captures, node, lexical, flags)
    if opened is None:
        opened = _open_plain(sweep, shape, number, node, name_node.start_byte, lexical)
        lexical = opened.scope if opened is not None else lexical
    if "returns" in captures:
        sweep.returns.append((number, captures["returns"][0], lexical))
    if opened is None:
        return
    opened.name_start = name_node.start_byte
    if own:
        sweep.bind(opened.scope, name, bound_to(DEFINITION, number, line))
    if final in METHODS and scope.kind == CLASS and not (scope.transparent and opened.scope.transparent):
        _method(sweep, name, scope, opened.scope, flags)
        opened.scope.method = known
    if sweep.notes:
        _note_inside(sweep, number, captures, node, opened.scope)
    _receive(sweep, shape, number, captures, opened.scope, line)
    if not sweep.spec.scopes.own_values and "parameters" in captures and shape in CALLABLE:
        _see_around(sweep, captures, node, opened.scope)
    if shape == "property" and "returns" in captures:
        given: Binding = (TYPE, -1, line, captures["returns"][0], lexical, (), True)
        sweep.bind(opened.scope, sweep.spec.members.setter_value, given)


def _receive(sweep: Sweep, shape: str, number: int, captures: Captures, scope: ScopeState, line: int) -> None:
    """Bind what a callable is called on and its parameters."""
    if "receiver" in captures and scope.method_of >= 0:
        bind_receiver(sweep, sweep.text(captures["receiver"][0]), scope, line)
    if "receiver_type" in captures:
        extended(sweep, number, captures["receiver_type"][0], scope)
    if "parameters" in captures and shape in CALLABLE:
        first, *further = captures["parameters"]
        read_parameters(sweep, first, scope)
        read_further(sweep, further, scope)


def _note_text(sweep: Sweep, number: int, captures: Captures) -> None:
    """Note the text of a macro, in which calls stand."""
    listed = captures["parameters"][0].byte_range if "parameters" in captures else None
    sweep.macro_texts.append((number, captures["text"][0].byte_range, listed))


def _bind_name(sweep: Sweep, shape: str, name: str, scope: ScopeState, binding: Binding) -> None:
    """Bind the name of a definition; constructors may be called as their class is, and are bound by another."""
    members = sweep.spec.members
    constructors = members.constructors
    if shape == "constructor" and constructors:
        name = constructors[0]
    elif members.names:
        name = members.names.get(name, name)
    sweep.bind(scope, name, binding)
    if members.shared and scope.kind == CLASS and scope.parent is not None and scope.definition >= 0:
        around = sweep.definitions[scope.definition][KIND]
        if shape in members.shared or (around == ENUM and "enumerator" in members.shared):
            sweep.bind(scope.parent, name, binding)


def _scope_around(sweep: Sweep, shape: str, number: int, captures: Captures, outer: ScopeState) -> ScopeState:
    """The scope between a definition and what is around it, with its type parameters or a class's own parameters."""
    if "text" in captures:
        _note_text(sweep, number, captures)
    if "type_parameters" in captures:
        outer = type_scope(sweep, number, captures["type_parameters"][0], outer)
    if "parameters" in captures and shape in CLASS_LIKE:
        outer = class_parameters(sweep, number, captures["parameters"][0], outer)
    return outer


def _see_around(sweep: Sweep, captures: Captures, node: Node, scope: ScopeState) -> None:
    """Let the head of a function see what is around it, where a parameter has a name that the head speaks of."""
    if "body" not in captures:
        return
    start, body = node.start_byte, captures["body"][0].start_byte
    head = sweep.source[start:body]
    if any(head.count(name.encode()) > 1 for name in scope.names if len(name) > SHORT):
        view = scope.so_far()
        view.names = {}
        sweep.earlier.append((start, body, scope, view))


def _signature(sweep: Sweep, name: str, captures: Captures, node: Node, outer: ScopeState) -> None:
    """A member without a name: what calling or instantiating a value of the type around gives."""
    number = len(sweep.definitions)
    _anonymous(sweep, "lambda", captures, node, outer)
    sweep.definitions[number][FLAGS] |= OVERLOAD
    sweep.overloads.append((outer, name))
    sweep.bind(outer, name, bound_to(DEFINITION, number, node.start_point[0] + 1))


def _noted(sweep: Sweep, shape: str, captures: Captures, node: Node) -> None:
    """Take the types from the comment before a definition, if there is one with types."""
    note = note_of(sweep, captures, node)
    if note is not None and (shape in CALLABLE or shape in VALUED or shape == "class"):
        add_types(sweep, note, captures, node, callable_=shape in CALLABLE)


def _note_inside(sweep: Sweep, number: int, captures: Captures, node: Node, scope: ScopeState) -> None:
    """Give what a comment says of parameters, receiver and base to the scope of what it stands before."""
    note = note_of(sweep, captures, node)
    if note is None:
        return
    if "parameters" in captures:
        type_parameters(sweep, note, captures["parameters"][0], scope)
    if note.receiver is not None and sweep.spec.receivers:
        line = node.start_point[0] + 1
        sweep.bind(scope, sweep.spec.receivers[0], (TYPE, -1, line, note.receiver, scope.parent, (), True))
    if note.base is not None:
        sweep.typed_bases[number] = note.base


def _open_plain(
    sweep: Sweep, shape: str, number: int, node: Node, name_start: int, lexical: ScopeState
) -> Frame | None:
    """Push the frame of a definition that opens no scope of names, if something in it may ask for it."""
    around = sweep.stack[-1]
    scope = around.scope
    start, end = node.byte_range
    if shape == "type":  # what its type refers to belongs to it
        scope = sweep.open_scope(BLOCK, lexical, number, lexical.owner)
    elif name_start == start:
        return None  # no decorator stands before the name
    opened = Frame(start, end, scope, around.nesting)
    opened.definition = number
    sweep.push(opened)
    return opened


def _method(sweep: Sweep, name: str, outer: ScopeState, scope: ScopeState, flags: int) -> None:
    scope.method_of = outer.definition
    scope.static = bool(flags & (STATIC | CLASS_METHOD))
    if name in CLASS_RECEIVER_METHODS and sweep.reading.first_parameter:
        scope.static = True


def _anonymous(sweep: Sweep, kind: str, captures: Captures, node: Node, outer: ScopeState) -> None:
    if "value" in captures:  # the name before it is bound outside
        node = captures.pop("value")[0]
    number = len(sweep.definitions)
    row_kind = "function" if kind in CALLABLE else ROW_KINDS.get(kind, "class")
    row = new_row(sweep, row_kind, "", node, node, captures, [], outer.definition)
    row[FLAGS] = ANONYMOUS
    if sweep.spec.members.void and "async" in modifiers_of(sweep, node, node.end_byte):
        row[FLAGS] |= Flag.ASYNC
    sweep.definitions.append(row)
    sweep.expressions.definition_at.setdefault(node.start_byte, number)
    lexical = outer
    if "type_parameters" in captures:
        lexical = type_scope(sweep, number, captures["type_parameters"][0], outer)
    frame = open_definition(sweep, kind, number, captures, node, lexical, ANONYMOUS)
    if frame is None:
        return
    if kind == "extension" and sweep.pending_decorators:
        sweep.decorators.extend((number, item) for item in take_decorators(sweep, node.start_byte))
    if kind == "extension" and "holder" in captures:
        holds(sweep, number, captures["holder"][0], lexical)
    if kind in ANONYMOUS_KINDS:
        frame.scope.nameless = _is_nameless(sweep, kind, outer)
    if "returns" in captures:
        sweep.returns.append((number, captures["returns"][0], lexical))
    if sweep.notes:
        _note_inside(sweep, number, captures, node, frame.scope)
    if "receiver_type" in captures:
        extended(sweep, number, captures["receiver_type"][0], frame.scope)
    if "parameters" in captures:
        read_parameters(sweep, captures["parameters"][0], frame.scope)
    elif kind == "lambda" and sweep.spec.parts.implicit_parameter:
        implied(sweep, number, node, frame.scope)
    if kind in CALLABLE and "result" in captures:
        sweep.yields.append((number, captures["result"][0], frame.scope))


ANONYMOUS_KINDS = {"object": "constant", "literal": "constant", "object_type": "interface"}
ROW_KINDS = {**ANONYMOUS_KINDS, "namespace": "namespace"}


def _is_nameless(sweep: Sweep, kind: str, outer: ScopeState) -> bool:
    """Whether the members of an object without a name have no nodes either: in passing, or inside of a callback."""
    if kind == "object_type":
        return True
    if outer.kind == CLASS and outer.transparent:
        return outer.nameless
    if outer.definition < 0:
        return False
    callback = outer.owner >= 0 and sweep.definitions[outer.owner][FLAGS] & ANONYMOUS
    return kind == "literal" or bool(callback)


def open_definition(
    sweep: Sweep, kind: str, number: int, captures: Captures, node: Node, outer: ScopeState, flags: int
) -> Frame | None:
    """Open the scope of a definition, if its kind has one, and push its frame."""
    callable_ = kind in CALLABLE
    if (
        not callable_
        and kind not in CLASS_LIKE
        and not (kind == "type" and not captures.keys().isdisjoint(OWN))
    ):
        return None
    if kind == "variant" and "body" not in captures:
        return None
    named = outer.definition if flags & ANONYMOUS and callable_ else number
    sort = FUNCTION if callable_ else MODULE if kind == "namespace" else CLASS
    scope = sweep.open_scope(sort, outer, named, number if callable_ else outer.owner)
    if callable_:
        scope.transparent = (
            sweep.reading.first_parameter or kind == "lambda" or node.type in sweep.spec.transparent_functions
        )
    else:
        scope.transparent = kind in OBJECTS
    sweep.definitions[number][SCOPE] = scope.index
    if not callable_:
        sweep.class_scopes[number] = scope
        scope.class_body = scope.class_body or kind == "enum"
        scope.static = bool(sweep.spec.members.class_mark)
        if "body" in captures:
            scope.body = captures["body"][0].start_byte
            if captures["body"][0].type in sweep.spec.parts.positional:
                bind_positions(sweep, captures["body"][0], scope)
    # What a callback branches on is nested in the function around it.
    callback = callable_ and flags & ANONYMOUS and outer.owner >= 0
    frame = Frame(*node.byte_range, scope, sweep.stack[-1].nesting + 1 if callback else 0)
    frame.definition = number
    if "value" in captures:
        value = captures["value"][0]
        frame.value = value.byte_range
        sweep.expressions.definition_at.setdefault(frame.value[0], number)
        if value.type in sweep.spec.transparent_functions:
            scope.transparent = True
        if "result" in captures:
            sweep.yields.append((number, captures["result"][0], scope))
    if kind in OBJECTS and sweep.spec.literals:
        bind_literal(sweep, captures["value"][0] if "value" in captures else node, scope)
    sweep.push(frame)
    return frame


def _take_notes(sweep: Sweep, shape: str, captures: Captures, node: Node) -> None:
    """Give a definition what was noted before it: type parameters, types in a comment."""
    if sweep.pending_types is not None:
        _take_types(sweep, captures, *node.byte_range)
    if sweep.notes:
        _noted(sweep, shape, captures, node)


def _take_types(sweep: Sweep, captures: Captures, start: int, end: int) -> None:
    """Give a definition the type parameters that stand before it."""
    if sweep.pending_types is not None and start >= sweep.pending_types[0]:
        until, node = sweep.pending_types[1:]
        sweep.pending_types = None
        if end <= until:
            captures.setdefault("type_parameters", [node])


def section(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A word that is the modifier of all that follows in a class."""
    frame = sweep.stack[-1]
    if frame.scope.kind == CLASS and node.start_byte >= frame.scope.body:
        frame.scope.section = sweep.text(node).split()[0]


def scope(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A scope that no definition opens: a comprehension, a block."""
    frame = sweep.stack[-1]
    if kind == "generic":
        listed = captures["type_parameters"][0]
        sweep.pending_types = (listed.end_byte, node.end_byte, listed)
        return
    outer = frame.scope
    if kind == "after":
        _after(sweep, frame, node)
        return
    span = node.byte_range
    if outer.kind == BLOCK and frame.start == span[0] and frame.end == span[1]:
        return  # a block that two declarations ask a scope for
    inner = sweep.open_scope(BLOCK, outer, outer.definition, outer.owner)
    if kind == "class":
        sweep.class_level.add(inner.index)
    sweep.push(Frame(span[0], span[1], inner, frame.nesting))
    if "type_parameters" in captures:
        bind_type_parameters(sweep, -1, captures["type_parameters"][0], inner)


def _after(sweep: Sweep, frame: Frame, node: Node) -> None:
    """A scope from the end of a declaration to that of the block, where it declares a name anew.

    Its value, and what stands before it in the block, still mean the name as it was.
    """
    target = node.child_by_field_name("pattern")
    if target is None:
        return
    words = frame.words
    names = set(WORD.findall(sweep.source, *target.byte_range))
    anew = not names.isdisjoint(words)
    if not anew:
        value = sweep.source[target.end_byte : node.end_byte]
        anew = any(name in value and re.search(rb"\b%s\b" % name, value) for name in names)
        words |= names
    if anew:
        inner = sweep.open_scope(BLOCK, frame.scope, frame.scope.definition, frame.scope.owner)
        opened = Frame(node.end_byte, frame.end, inner, frame.nesting)
        opened.words = words | names
        sweep.push(opened)


def decorator(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A decorator: of the definition that is open and has not come to its name yet, else of the next one.

    One of a parameter that is no field as well is only a use of the decorator.
    """
    frame = sweep.stack[-1]
    marked = sweep.source[node.start_byte : node.start_byte + 1] == MARK
    start = node.start_byte - (not marked)  # with the mark before it
    inside = frame.definition >= 0 and start < frame.name_start
    outer = frame.scope.parent if inside and frame.scope.parent is not None else frame.scope
    text = " ".join(sweep.text(node).split())
    item = Decorator(start, node.start_point[0] + 1, node, text[marked:].lstrip(), outer)
    if inside:
        sweep.decorators.append((frame.definition, item))
    elif kind == "parameter":
        sweep.parameter_decorators.append((outer.definition, item))
    else:
        sweep.pending_decorators.append(item)


def doc(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """Documentation: inside (a string that opens a body), before (a comment above), of the unit that a file opens."""
    start, end = node.byte_range
    style = sweep.spec.docs
    if kind == "unit":
        sweep.doc = sweep.doc or take_lines(sweep, start)
        return
    if style.lines and kind != "inside":
        if sweep.source.startswith(sweep.reading.doc_prefix, start):
            add_line(sweep, start, end)
        return
    if style.lines:
        if start < sweep.inside_until:
            return  # one more line of what was read already
        end = sweep.inside_until = end_of_lines(sweep.source, start, end)
        _inside(sweep, sweep.source[start:end].decode("utf-8", "replace"))
        return
    text = (
        sweep.text(node) if kind == "inside" or sweep.source.startswith(style.prefix.encode(), start) else ""
    )
    if (
        not style.prefix
        and kind == "before"
        and sweep.source[sweep.source.rfind(b"\n", 0, start) + 1 : start].strip()
    ):
        return  # it speaks of what stands before it on its line
    if kind == "inside":
        _inside(sweep, text)
    elif text:
        before, so_far = sweep.pending_doc
        cleaned = clean_doc(text, style.style, style.markup)
        joins = before >= 0 and not text.startswith("/*") and NEXT_LINE.fullmatch(sweep.source, before, start)
        if joins:  # comments that end with their line: those of the lines above say the beginning
            opens = sweep.doc == so_far
            cleaned = "\n".join(text for text in (so_far, cleaned) if text)[:MAX_DOC]
            sweep.doc = cleaned if opens else sweep.doc
        sweep.pending_doc = (end, cleaned)
        if not sweep.doc and SCRIPT_HEAD.fullmatch(sweep.source, 0, start):
            sweep.doc = cleaned


def _inside(sweep: Sweep, text: str) -> None:
    """Documentation inside of what it speaks of."""
    cleaned = clean_doc(text, sweep.spec.docs.style, sweep.spec.docs.markup)
    frame = sweep.stack[-1]
    if frame.definition >= 0:
        if sweep.definitions[frame.definition][DOC] < 0:
            sweep.definitions[frame.definition][DOC] = sweep.string(cleaned)
    elif len(sweep.stack) == 1 and not sweep.doc:
        sweep.doc = cleaned
