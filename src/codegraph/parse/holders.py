"""Finds where a function belongs that stands elsewhere: ``C.prototype.m = ...``, ``void T::m()``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Bind, Flag, ScopeKind
from codegraph.parse.rows import new_row
from codegraph.parse.scopes import ScopeState
from codegraph.parse.sweep import FLAGS

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.scopes import Variable
    from codegraph.parse.sweep import Sweep

DEFINITION = int(Bind.DEFINITION)
MODULE, CLASS, FUNCTION = (int(kind) for kind in (ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.FUNCTION))
ANONYMOUS = int(Flag.ANONYMOUS)
NAME, SCOPE = 1, 3  # columns of a definition
ARGUMENTS = re.compile(r"\s*[<\[].*", re.DOTALL)  # of a type


class Home(NamedTuple):
    """Where a definition is a member.

    Args:
        scope: the scope of its parent; None if it is a member of a local value, so that it has no node.
        bound: whether that scope binds its name.
        static: whether it is a member of a class or function itself, not of its instances.
    """

    scope: ScopeState | None
    bound: bool = True
    static: bool = False


def home_of(sweep: Sweep, holder: Node, name: str, outer: ScopeState) -> Home:
    """The home of what is assigned to a member of ``holder`` in a scope.

    What is assigned to a declared field of the receiver is one of its values, no definition.

    What is assigned to a member of anything unknown (``exports``, ``window``) outside of named functions is a
    definition of the module, but no name of it.
    """
    text = sweep.text(holder)
    base = text
    if text in sweep.spec.receivers:
        scope = sweep.class_scopes.get(outer.enclosing_class())
        if scope is not None:
            return Home(None if name in scope.names else scope, static=outer.static_context())
    elif sweep.spec.members.prototype:
        base = text.removesuffix(f".{sweep.spec.members.prototype}")
    number = _named(sweep, base, outer)
    if number >= 0:
        scope = sweep.class_scopes.get(number)
        if scope is None and sweep.definitions[number][SCOPE] >= 0:
            scope = _member_scope(sweep, number)
        if scope is not None:
            return Home(scope, static=base == text and not scope.transparent)
    return Home(outer if outer.definition < 0 else None, bound=False)


def _named(sweep: Sweep, path: str, outer: ScopeState) -> int:
    """The definition that a name, or a member of what a name means (``M.parts``), stands for, -1 if there is none."""
    first, *members = path.split(".")
    number = definition_of(outer.lookup(first))
    for member in members:
        scope = sweep.class_scopes.get(number)
        number = definition_of(scope.names.get(member)) if scope is not None else -1
    return number


def definition_of(variable: Variable | None) -> int:
    """The definition that a variable is bound to, -1 if there is none."""
    bindings = variable.bindings if variable is not None else ()
    return next((target for kind, target, *_ in bindings if kind == DEFINITION), -1)


def _member_scope(sweep: Sweep, number: int) -> ScopeState:
    """A class scope beside the scope of a function that is used as a class; its receiver is an instance then."""
    own = sweep.scopes[sweep.definitions[number][SCOPE]]
    scope = sweep.open_scope(CLASS, own.parent, number, -1)
    sweep.class_scopes[number] = scope
    if own.method_of < 0 and not own.transparent:
        own.method_of = number
    return scope


def held_scope(sweep: Sweep, holders: list[Node], outer: ScopeState) -> ScopeState:
    """The scope of what a file adds to a type by single definitions, one for each type.

    It belongs to a definition without a node, which stands for that type.

    Args:
        holders: the type; before it what it is a member of, as far as that is written.
    """
    for holder in holders:
        outer = _held_scope(sweep, holder, outer)
    return outer


def _held_scope(sweep: Sweep, holder: Node, outer: ScopeState) -> ScopeState:
    key = (outer.index, sweep.text(holder))
    known = sweep.held.get(key)
    if known is not None:
        return known
    number = len(sweep.definitions)
    row = new_row(sweep, "class", "", holder, holder, {}, [], outer.definition)
    row[FLAGS] = ANONYMOUS
    sweep.definitions.append(row)
    scope = sweep.held[key] = sweep.open_scope(CLASS, outer, number, outer.owner)
    row[SCOPE] = scope.index
    sweep.class_scopes[number] = scope
    holds(sweep, number, holder, outer)
    return scope


def holds(sweep: Sweep, number: int, holder: Node, outer: ScopeState) -> None:
    """Note the type that a definition adds members to; in names of members it stands as it is written."""
    sweep.definitions[number][NAME] = sweep.string(ARGUMENTS.sub("", sweep.text(holder)).strip())
    sweep.holders.append((number, holder, outer))


def class_level_home(sweep: Sweep, outer: ScopeState, *, static: bool) -> Home:
    """Where a method belongs that stands in a class, in a block of it, or in a part with what the class itself has."""
    scope: ScopeState | None = outer
    while scope is not None and scope.kind not in (MODULE, CLASS):
        static = static or scope.index in sweep.class_level
        if scope.kind == FUNCTION and scope.parent is not None and scope.parent.kind == MODULE:
            break  # in a block of the file: what the block sees
        scope = scope.parent
    if scope is not None and scope.kind == CLASS:
        return Home(scope, static=static)
    return Home(outer)
