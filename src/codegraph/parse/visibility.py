"""Visibility that is told by statements: by a word for what follows it, or by a call that names methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, ScopeKind
from codegraph.parse.rows import VISIBILITY
from codegraph.parse.sweep import VISIBILITY_NUMBERS, Captures, Sweep, bare_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.parse.holders import Home
    from codegraph.parse.scopes import Binding, ScopeState

DEFINITION, CLASS = int(Bind.DEFINITION), int(ScopeKind.CLASS)


def visibility(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """A statement about the visibility of the methods that follow it (``following``), or that it names.

    A word that is no visibility makes what it is about known to the class itself as well.
    """
    scope = sweep.stack[-1].scope
    if kind == "following":
        scope.section = sweep.text(node)
        return
    holder: ScopeState | None = scope
    while holder is not None and holder.kind != CLASS:
        holder = holder.parent
    if holder is None:
        return
    word, mark = sweep.text(captures["word"][0]), sweep.spec.members.class_mark
    of_class = word.startswith("private_class") or scope.index in sweep.class_level
    level = VISIBILITY_NUMBERS.get(word.partition("_")[0])
    for item in captures["name"]:
        name = bare_name(sweep.text(item).removeprefix(":"))
        variable = holder.names.get(mark + name if of_class else name)
        for bound, number, *_ in variable.bindings if variable is not None else ():
            if bound == DEFINITION and level is not None:
                sweep.definitions[number][VISIBILITY] = level
        if level is None and variable is not None:
            for binding in variable.bindings:
                sweep.bind(holder, mark + name, binding)


def bind_to_class(sweep: Sweep, around: ScopeState, home: Home, name: str, binding: Binding) -> None:
    """Bind a method to the class itself as well, if a word before it says so that is no visibility."""
    if home.scope is not None and not home.static and around.section not in VISIBILITY_NUMBERS:
        sweep.bind(home.scope, sweep.spec.members.class_mark + name, binding)
