"""Makes the rows of definitions: kind, place, signature, flags, visibility, documentation."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Flag, ScopeKind
from codegraph.parse.docs import documents
from codegraph.parse.linedocs import take_lines
from codegraph.parse.parts import modifier_words, modifiers_of
from codegraph.parse.sweep import (
    DOC,
    FLAGS,
    KIND_NUMBERS,
    MAX_SIGNATURE,
    VISIBILITY_NUMBERS,
    Captures,
    Decorator,
    Sweep,
    signature_text,
)
from codegraph.text import content_hash

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.scopes import ScopeState

OBJECTS = frozenset({"object", "literal"})  # an object literal with a name or given back; one in passing
CALLABLE = frozenset(
    {"function", "method", "constructor", "destructor", "operator", "property", "lambda", "macro"}
)
MODIFIER_FLAGS = {
    "static": Flag.STATIC,
    "abstract": Flag.ABSTRACT,
    "async": Flag.ASYNC,
    "export": Flag.EXPORTED,
    "*": Flag.GENERATOR,
}
PRIVATE, PUBLIC = VISIBILITY_NUMBERS["private"], VISIBILITY_NUMBERS["public"]
INTERNAL = VISIBILITY_NUMBERS["internal"]
DEFINITION, CLASS, MODULE = int(Bind.DEFINITION), int(ScopeKind.CLASS), int(ScopeKind.MODULE)
KINDS = tuple(KIND_NUMBERS)
KIND, START_BYTE, MODIFIERS, VISIBILITY = 0, 8, 13, 14  # columns of a definition
STATIC, ANONYMOUS, OVERLOAD, EXTENSION = (
    int(flag) for flag in (Flag.STATIC, Flag.ANONYMOUS, Flag.OVERLOAD, Flag.EXTENSION)
)
DISTINCT = int(Flag.DISTINCT)
DECLARED, ALTERNATIVE = int(Flag.DECLARED), int(Flag.ALTERNATIVE)


def add_row(
    sweep: Sweep, shape: str, name: str, captures: Captures, node: Node, scope: ScopeState, static: bool
) -> tuple[int, str, int]:
    """Append the row of a named definition with its decorators and documentation; gives number, kind and flags."""
    start, name_node = node.start_byte, captures["name"][0]
    decorators: Sequence[Decorator] = ()
    if sweep.pending_decorators:
        decorators = take_decorators(sweep, start)
    modifiers = _modifiers(sweep, captures, node, name_node.start_byte)
    final, flags = _classify(sweep, shape, name, scope, decorators, modifiers)
    for modifier in modifiers:
        flags |= MODIFIER_FLAGS.get(modifier, 0)
    if sweep.others and any(begin <= start < end for begin, end in sweep.others):
        flags |= ALTERNATIVE
    flags |= DECLARED * ("declared" in captures)
    flags |= OVERLOAD * ("overload" in captures) | EXTENSION * ("extension" in captures)
    flags |= STATIC * static | ANONYMOUS * scope.nameless | DISTINCT * ("distinct" in captures)
    if sweep.spec.members.overloads and final == "method" and "body" not in captures and not flags & DECLARED:
        flags |= Flag.ABSTRACT
    number = len(sweep.definitions)
    row = new_row(
        sweep, final, name, name_node, node, captures, decorators, scope.definition, nameless=scope.nameless
    )
    row[FLAGS] = int(flags)
    row[MODIFIERS] = sweep.string(" ".join(modifiers)) if modifiers else -1
    row[VISIBILITY] = _visibility(sweep, name, modifiers, scope)
    if sweep.pending_doc[0] >= 0:
        row[DOC] = _pending_doc(sweep, row[START_BYTE])
    elif sweep.doc_lines[1] >= 0:
        text = take_lines(sweep, row[START_BYTE])
        row[DOC] = sweep.string(text) if text else -1
    sweep.definitions.append(row)
    sweep.expressions.definition_at.setdefault(start, number)
    sweep.definition_names.add(name_node.start_byte)
    if flags & OVERLOAD:
        sweep.overloads.append((scope, name))
    for item in decorators:
        sweep.decorators.append((number, item))
    return number, final, int(flags)


def take_decorators(sweep: Sweep, start: int) -> list[Decorator]:
    """The decorators before a definition that begins at a place; left are those that it stands within, and before."""
    found, sweep.pending_decorators = sweep.pending_decorators, []
    around = [number for number, item in enumerate(found) if item.start < start < item.node.end_byte]
    if around:
        kept = around[-1] + 1
        sweep.pending_decorators, found = found[:kept], found[kept:]
    apart = sweep.spec.parts.apart.encode()
    if apart:
        for place in reversed(range(len(found))):
            if apart in sweep.source[found[place].node.end_byte : start]:
                return found[place + 1 :]
            start = found[place].start
    return found


def settle_overloads(sweep: Sweep) -> None:
    """Where no signature of a name has a body, as in interfaces and declaration files, the first one stands for it."""
    for scope, name in dict.fromkeys(sweep.overloads):
        variable = scope.names.get(name)
        found = (
            [target for kind, target, *_ in variable.bindings if kind == DEFINITION]
            if variable is not None
            else []
        )
        if found and all(sweep.definitions[number][FLAGS] & OVERLOAD for number in found):
            sweep.definitions[found[0]][FLAGS] &= ~OVERLOAD


def _modifiers(sweep: Sweep, captures: Captures, node: Node, name_start: int) -> Sequence[str]:
    parts = sweep.spec.parts
    if "modifier" in captures:
        return [sweep.text(found) for found in captures["modifier"]]
    if parts.modifier_nodes:
        holder = captures["declaration"][0] if "declaration" in captures else node
        return modifiers_of(sweep, holder, name_start)
    return modifier_words(sweep, captures, node.start_byte, name_start) if parts.modifiers else ()


def _classify(
    sweep: Sweep,
    kind: str,
    name: str,
    scope: ScopeState,
    decorators: Sequence[Decorator],
    modifiers: Sequence[str],
) -> tuple[str, int]:
    members = sweep.spec.members
    flags = 0
    if kind in OBJECTS:
        kind = "constant"
    elif kind == "variant":
        return "constant", int(Flag.VARIANT)
    if decorators and any(item.text in members.overload_decorators for item in decorators):
        flags |= Flag.OVERLOAD
    if scope.kind != CLASS:
        capital = kind == "variable" and sweep.spec.naming.constants == "upper" and name.isupper()
        return "constant" if capital else kind, flags
    final = members.kinds.get(kind, kind)
    if final == "method" and name in members.constructors and not scope.transparent:
        final = "constructor"
    elif final == "method" and modifiers and any(modifier in members.accessors for modifier in modifiers):
        final = "property"
    for modifier in modifiers if members.modifier_kinds else ():
        final = members.modifier_kinds.get(modifier, final)
    for item in decorators:
        text = item.text.split("(")[0]
        if text in members.static_decorators:
            flags |= Flag.STATIC
        elif text in members.class_decorators:
            flags |= Flag.CLASS_METHOD
        elif any(fnmatchcase(text, pattern) for pattern in members.property_decorators):
            final = "property"
    return final, flags


def new_row(
    sweep: Sweep,
    kind: str,
    name: str,
    name_node: Node,
    node: Node,
    captures: Captures,
    decorators: Sequence[Decorator],
    parent: int,
    *,
    nameless: bool = False,
) -> list[int]:
    """The row of a definition; one without a node has neither signature nor hash."""
    start, end = node.byte_range
    line, column = name_node.start_point
    first, first_line = start, node.start_point[0] + 1
    if decorators and decorators[0].start < start:
        first, first_line = decorators[0].start, decorators[0].start_line
    signature = digest = -1
    strings, source = sweep.strings, sweep.source
    if name and not nameless:
        head = captures["body"][0].start_byte if "body" in captures else min(end, start + 2 * MAX_SIGNATURE)
        signature = strings.setdefault(signature_text(source[start:head]), len(strings))
        digest = strings.setdefault(content_hash(source[first:end]), len(strings))
    return [
        KIND_NUMBERS[kind],
        strings.setdefault(name, len(strings)),
        parent,
        -1,
        line + 1,
        column,
        first_line,
        node.end_point[0] + 1,
        first,
        end,
        signature,
        -1,
        0,
        -1,
        0,
        0,
        1 if kind in CALLABLE else 0,
        0,
        0,
        -1,
        digest,
    ]


def _visibility(sweep: Sweep, name: str, modifiers: Sequence[str], scope: ScopeState) -> int:
    if sweep.spec.naming.private == "underscore":
        private = name[:1] == "_" and not (name.startswith("__") and name.endswith("__"))
        return PRIVATE if private else PUBLIC
    naming = sweep.spec.naming
    if naming.private == "capital":
        return PUBLIC if name[:1].isupper() else INTERNAL
    internal = (*naming.internal, *sweep.spec.units.private) if scope.kind == MODULE else ()
    for modifier in modifiers:
        if modifier in internal:
            return PRIVATE
        if modifier in naming.visibilities:
            return VISIBILITY_NUMBERS[naming.visibilities[modifier]]
        if modifier in VISIBILITY_NUMBERS:
            return VISIBILITY_NUMBERS[modifier]
        if modifier in internal:
            return PRIVATE
    section = sweep.stack[-1].scope.section
    if section in VISIBILITY_NUMBERS:
        return VISIBILITY_NUMBERS[section]
    default = sweep.spec.naming.default
    if default:
        holder = scope.definition
        kind = KINDS[sweep.definitions[holder][KIND]] if holder >= 0 else "module"
        return VISIBILITY_NUMBERS[default.get(kind) or default.get("", "public")]
    return VISIBILITY_NUMBERS["private" if name.startswith("#") else "public"]


def _pending_doc(sweep: Sweep, start: int) -> int:
    end, text = sweep.pending_doc
    if end > start or not documents(sweep.source[end:start], sweep.spec.docs.between):
        return -1
    sweep.pending_doc = (-1, "")
    if sweep.doc == text:
        sweep.doc = ""  # it opens the file, but speaks of its first definition
    return sweep.string(text)
