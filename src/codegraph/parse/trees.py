"""Takes a statement apart that imports many names: ``use a::{b, c::D as E, f::*, self};``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from codegraph.languages.facts import Bind, Import
from codegraph.parse.scopes import ScopeState, bound_to

if TYPE_CHECKING:
    from codegraph.parse.sweep import Captures, Sweep

IMPORT, STAR = int(Bind.IMPORT), int(Bind.STAR)
NAMED, ALL, CHILD = int(Import.NAMED), int(Import.STAR), int(Import.CHILD)
MODULE = 0
MAX_DEPTH = 20


class Leaf(NamedTuple):
    """One name that a statement imports: the path to what it is in, the name ("*": all names), what it is called."""

    path: list[str]
    name: str
    alias: str
    node: Node


def import_tree(sweep: Sweep, node: Node) -> None:
    """The imports of one statement, and the names that they bind."""
    separator = sweep.spec.separator
    for leaf in _leaves(sweep, node, [], 0):
        scope = sweep.scope_at(node.start_byte)
        number = _add(
            sweep, ALL if leaf.name == "*" else NAMED, separator.join(leaf.path), leaf.name, leaf.alias,
            leaf.node, scope,
        )  # fmt: skip
        line = sweep.imports[number][5]
        if leaf.name == "*":
            sweep.bind(_module_scope(scope), "*", bound_to(STAR, number, line))
        elif leaf.alias != "_":
            sweep.bind(scope, leaf.alias or leaf.name, bound_to(IMPORT, number, line))


def import_child(sweep: Sweep, captures: Captures) -> None:
    """The declaration of a module below this one, in a file of its own."""
    name = captures["name"][0]
    if name.start_byte in sweep.expressions.import_at:
        return  # a pattern that knows its path was there before
    sweep.expressions.import_at[name.start_byte] = len(sweep.imports)
    text = sweep.text(name)
    scope = sweep.scope_at(name.start_byte)
    around = _namespaces(sweep, scope)
    if "module" in captures:
        below = "/".join([*around, sweep.text(captures["module"][0])])
        specifier = f"./{below}"
    else:
        specifier = "::".join(["self", *around, text])
    number = _add(sweep, CHILD, specifier, text, "", name, scope)
    sweep.bind(scope, text, bound_to(IMPORT, number, sweep.imports[number][5]))


def import_root(sweep: Sweep, captures: Captures) -> None:
    """The import of a whole package by its name."""
    name = captures["name"][0]
    alias = sweep.text(captures["alias"][0]) if "alias" in captures else ""
    scope = sweep.scope_at(name.start_byte)
    number = _add(sweep, NAMED, "", sweep.text(name), alias, name, scope)
    if alias != "_":
        sweep.bind(scope, alias or sweep.text(name), bound_to(IMPORT, number, sweep.imports[number][5]))


def _add(sweep: Sweep, kind: int, module: str, name: str, alias: str, node: Node, scope: ScopeState) -> int:
    row, column = node.start_point
    sweep.imports.append(
        (
            kind,
            sweep.string(module),
            sweep.string(name) if name != "*" else -1,
            sweep.string(alias) if alias else -1,
            0,
            row + 1,
            column,
            scope.index,
        )
    )
    return len(sweep.imports) - 1


def _module_scope(scope: ScopeState) -> ScopeState:
    while scope.kind != MODULE and scope.parent is not None:
        scope = scope.parent
    return scope


def _namespaces(sweep: Sweep, scope: ScopeState) -> list[str]:
    """The names of the namespaces of the file around a scope, the outer first."""
    found: list[str] = []
    around: ScopeState | None = _module_scope(scope)
    names = list(sweep.strings)
    while around is not None and around.definition >= 0:
        if around.kind == MODULE:
            found.insert(0, names[sweep.definitions[around.definition][1]])
        around = around.parent
    return found


def _leaves(sweep: Sweep, node: Node, path: list[str], depth: int) -> Iterator[Leaf]:
    form = sweep.spec.paths.trees.get(node.type)
    if form is None or depth > MAX_DEPTH:
        return
    if form == "list":
        for child in node.named_children:
            yield from _leaves(sweep, child, path, depth + 1)
    elif form == "scoped":
        prefix, inner = node.child_by_field_name("path"), node.child_by_field_name("list")
        below = path if prefix is None else [*path, *_segments(sweep, prefix)]
        if inner is not None:
            yield from _leaves(sweep, inner, below, depth + 1)
    elif form == "star":
        prefix = node.named_children[0] if node.named_child_count else None
        yield Leaf(path if prefix is None else [*path, *_segments(sweep, prefix)], "*", "", node)
    else:
        alias = ""
        target: Node | None = node
        if form == "alias":
            named = node.child_by_field_name("alias")
            alias = sweep.text(named) if named is not None else ""
            target = node.child_by_field_name("path")
        if target is None:
            return
        whole = [*path, *_segments(sweep, target)]
        if path and whole[-1] in sweep.spec.paths.roots:
            whole.pop()  # {self}: what the list is in
        if whole:
            last = target.child_by_field_name("name") or target
            yield Leaf(whole[:-1], whole[-1], alias, last)


def _segments(sweep: Sweep, node: Node) -> list[str]:
    return "".join(sweep.text(node).split()).strip(":").split(sweep.spec.separator)
