"""Reads the parts of a definition that its query does not capture: parameters, bodies, modifiers, type parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, ScopeKind
from codegraph.parse.nodes import part_of
from codegraph.parse.targets import add_variable, bind_literal_member

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.languages.spec.syntax import Parts
    from codegraph.parse.reading import Reading
    from codegraph.parse.scopes import ScopeState
    from codegraph.parse.sweep import Captures, Sweep

TYPE, VALUE, TYPE_PARAMETER = int(Bind.TYPE), int(Bind.VALUE), int(Bind.TYPE_PARAMETER)
BLOCK = int(ScopeKind.BLOCK)
CALLABLE_PARTS = ("parameters", "returns", "body", "type_parameters")
CLASS_PARTS = ("body", "type_parameters")
VALUE_PARTS = ("type", "value")
TYPE_PARTS = ("type",)
COMMENTS = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
WORDS = re.compile(rb"\w+|\S")
MAX_WORDS = 64  # bytes before a name in which its modifiers stand
MAX_BEFORE = 24  # of these, what may stand before the definition's own node: export default


def add_parts(
    parts: Parts, names: tuple[str, ...], captures: Captures, node: Node, transparent: list[str]
) -> None:
    """Add what the query left out to the captures, by the fields that an adapter names.

    Args:
        names: which parts.
        node: the definition's node; the parts of a captured value are the value's.
        transparent: node types of functions whose body may be their result.
    """
    holder = captures["value"][0] if "value" in captures else node
    for name in names:
        if name in captures:
            continue
        for field in getattr(parts, name):
            found = part_of(holder, field)
            if found is None and holder is not node:
                found = part_of(node, field)
            if found is not None:
                captures[name] = [found]
                break
    if names is CALLABLE_PARTS and holder.type in transparent and "body" in captures:
        body = captures["body"][0]
        if body.type != parts.block:
            captures["result"] = [body]


def modifier_words(sweep: Sweep, captures: Captures, start: int, name_start: int) -> list[str]:
    """The modifiers before a name, and those before the parameters of the function that is its value."""
    reading, source = sweep.reading, sweep.source
    begin = max(start - MAX_BEFORE, name_start - MAX_WORDS, 0)
    found = _leading(reading, reversed(WORDS.findall(source, begin, name_start)))
    found.reverse()
    if "value" in captures and "body" in captures:
        begin = captures["value"][0].start_byte
        found += _leading(reading, WORDS.findall(source, begin, begin + MAX_BEFORE))
    return found


def modifiers_of(sweep: Sweep, node: Node, name_start: int) -> list[str]:
    """The words of the modifiers among the children of a definition's node that stand before its name."""
    parts = sweep.spec.parts
    found: list[str] = []
    for child in node.children:
        if child.start_byte >= name_start:
            break
        if child.type in parts.modifier_nodes:
            words = [part.type for part in child.children] if child.child_count > 1 else [sweep.text(child)]
            found += [word for word in words if not parts.modifiers or word in parts.modifiers]
    return found


def _leading(reading: Reading, words: Iterable[bytes]) -> list[str]:
    found = []
    for word in words:
        modifier = reading.modifiers.get(word)
        if modifier is not None:
            found.append(modifier)
        elif word not in reading.beside_modifiers:
            break
    return found


def type_scope(sweep: Sweep, number: int, node: Node, outer: ScopeState) -> ScopeState:
    """A scope between a generic definition and what is around it, with its type parameters."""
    scope = sweep.open_scope(BLOCK, outer, outer.definition, outer.owner)
    bind_type_parameters(sweep, number, node, scope)
    return scope


def bind_type_parameters(sweep: Sweep, number: int, node: Node, scope: ScopeState) -> None:
    """Bind type parameters in a scope.

    Args:
        number: the definition that they belong to, -1 for a type without a name.
        node: the node that lists them.
    """
    parts = sweep.spec.parts
    for child in node.named_children:
        if child.type in sweep.reading.ignored:
            continue
        names = [named for field in parts.name for named in child.children_by_field_name(field)]
        alone = _first_of(child, parts.name) if not names else None
        if alone is not None:
            names = [alone]
        elif not names and (sweep.reading.shared_types or child.type in sweep.name_types):
            names = [child]  # those of the type that a method is added to: func (b *Box[T])
        bound, default = _first_of(child, parts.bound), _first_of(child, parts.default)
        for name_node in names:
            name, line = sweep.text(name_node), name_node.start_point[0] + 1
            if not name:
                continue  # a broken source left it out
            sweep.bind(scope, name, (TYPE_PARAMETER, -1, line, bound, scope, (), True))
            if number >= 0:
                sweep.type_parameters.append((number, name, bound, default, scope))


def _first_of(node: Node, names: Iterable[str]) -> Node | None:
    return next((found for name in names if (found := part_of(node, name)) is not None), None)


def bind_value(sweep: Sweep, name: str, captures: Captures, home: ScopeState, scope: ScopeState) -> None:
    """Bind the annotation and the value of a definition that holds a value.

    Args:
        home: the scope of the name.
        scope: where the annotation and the value are read.
    """
    if "type" in captures:
        typed = captures["type"][0]
        sweep.bind(home, name, (TYPE, -1, typed.start_point[0] + 1, typed, scope, (), True))
    if "value" in captures:
        value = captures["value"][0]
        if home is scope and not sweep.spec.scopes.own_values:
            scope = _without(sweep, name, value, scope, 1 + ("type" in captures))
        sweep.bind(home, name, (VALUE, -1, value.start_point[0] + 1, value, scope, (), False))


def _without(sweep: Sweep, name: str, value: Node, scope: ScopeState, own: int) -> ScopeState:
    """The scope in which a value is read that names what it is the value of; without that, if nothing bound it before.

    Args:
        own: how often the declaration itself has bound the name so far.
    """
    start, end = value.byte_range
    if len(scope.names[name].bindings) != own or name.encode() not in sweep.source[start:end]:
        return scope
    view = scope.so_far()
    sweep.earlier.append((start, end, scope, view))
    sweep.unnamed.append((scope, view, name))
    return view


def bind_positions(sweep: Sweep, body: Node, scope: ScopeState) -> None:
    """Bind the fields of a body that gives them no names: each by its position."""
    for position, typed in enumerate(body.children_by_field_name(sweep.spec.parts.type[0])):
        line = typed.start_point[0] + 1
        add_variable(sweep, "field", str(position), typed, typed, scope, 0)
        sweep.bind(scope, str(position), (TYPE, -1, line, typed, scope.parent, (), True))


def repeat_value(sweep: Sweep, captures: Captures, node: Node) -> None:
    """Give a constant with neither type nor value those of the one before it, if nothing stands between the two."""
    start, end = node.byte_range
    if "type" not in captures and "value" not in captures:
        latest, given = sweep.latest_constant
        between = sweep.source[latest:start] if 0 <= latest <= start else b"-"
        if not COMMENTS.sub(b"", between).strip(b" \t\r\n;"):
            captures.update(given)
    sweep.latest_constant = (end, {name: captures[name] for name in VALUE_PARTS if name in captures})


def declared_type(sweep: Sweep, node: Node) -> Captures:
    """The declared type of an object that is written out, as a capture."""
    captures: Captures = {}
    add_parts(sweep.spec.parts, TYPE_PARTS, captures, node, [])
    return captures


def bind_literal(sweep: Sweep, node: Node, scope: ScopeState) -> None:
    """Bind the members of an object literal that are no definitions; what it spreads is bound as ``...``."""
    rules = sweep.spec.literals
    for child in node.named_children:
        rule = rules.get(child.type)
        if rule is not None:
            bind_literal_member(sweep, child, rule, scope)
