"""Handlers for what gives names their values, once scopes are known: assignments, loops, imports, exports."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from codegraph.languages.facts import Bind, Export, Import, ImportFlag, Op, ScopeKind
from codegraph.parse.blocks import push
from codegraph.parse.contexts import note_value
from codegraph.parse.doctypes import type_at
from codegraph.parse.parts import VALUE_PARTS, add_parts
from codegraph.parse.scopes import Binding, ScopeState, bound_to
from codegraph.parse.sweep import Captures, Sweep, bare_name
from codegraph.parse.targets import assign, bind_field
from codegraph.parse.trees import import_child, import_root, import_tree

if TYPE_CHECKING:
    from tree_sitter import Node

CLASS, FUNCTION, BLOCK = int(ScopeKind.CLASS), int(ScopeKind.FUNCTION), int(ScopeKind.BLOCK)
VALUE, TYPE, CATCH, IMPORT, STAR, TYPE_PARAMETER = (
    int(kind) for kind in (Bind.VALUE, Bind.TYPE, Bind.CATCH, Bind.IMPORT, Bind.STAR, Bind.TYPE_PARAMETER)
)
MODULE = int(ScopeKind.MODULE)
PLACED = frozenset({"after", "inner"})
WORD = re.compile(rb"[^\W\dA-Z]\w*")
WRAPS: dict[str, tuple[tuple[int, int], ...]] = {
    "iterate": ((int(Op.ITERATE), -1),),
    "item": ((int(Op.INDEX), -1),),
    "enter": ((int(Op.ENTER), -1),),
}
TREES: dict[str, Callable[[Sweep, Captures, Node], None]] = {
    "tree": lambda sweep, _, node: import_tree(sweep, node),
    "child": lambda sweep, captures, _: import_child(sweep, captures),
    "crate": lambda sweep, captures, _: import_root(sweep, captures),
}
NAMED, DEFAULT, DYNAMIC = int(Import.NAMED), int(Import.DEFAULT), int(Import.DYNAMIC)
TYPE_ONLY, DYNAMIC_FLAG, LOCAL, COMMENT, GLOBAL = (
    int(flag)
    for flag in (
        ImportFlag.TYPE_ONLY,
        ImportFlag.DYNAMIC,
        ImportFlag.LOCAL,
        ImportFlag.COMMENT,
        ImportFlag.GLOBAL,
    )
)
IMPORTS = {
    "module": int(Import.MODULE),
    "named": NAMED,
    "member": NAMED,
    "star": int(Import.STAR),
    "default": DEFAULT,
    "namespace": int(Import.NAMESPACE),
    "bare": int(Import.BARE),
    "dynamic": DYNAMIC,
}


GOES_ON = re.compile(rb"[ \t]*(?:\.|as\b)")


def binding(sweep: Sweep, kind: str, captures: Captures, target: Node) -> None:
    """A name, field or pattern that gets a value or a type."""
    start = target.start_byte
    if start in sweep.definition_names:
        return  # the name of the definition that this very declaration makes
    scope = sweep.scope_at(captures["into"][0].start_byte if "into" in captures else start)
    if kind in DECLARATIONS:
        DECLARATIONS[kind](sweep, captures, target, scope)
        return
    line = target.start_point[0] + 1
    own_values = sweep.spec.scopes.own_values
    around = scope if own_values else _before(sweep, "value", captures, target, scope)
    if sweep.notes:
        _add_type(sweep, kind, captures, target)
    if kind == "value" and scope.kind == FUNCTION and sweep.reading.import_value is None:
        # The commonest case by far: a local name that gets a value.
        given = captures.get("value")
        if "type" not in captures and target.type in sweep.name_types:
            name = sweep.source[start : target.end_byte].decode("utf-8", "replace")
            sweep.bind(
                scope,
                sweep.spec.naming.sigil + name,
                (VALUE, -1, line, given[0] if given else None, around, (), False),
            )
            return
    if "declaration" in captures:
        add_parts(sweep.spec.parts, VALUE_PARTS, captures, captures["declaration"][0], [])
    value = captures["value"][0] if "value" in captures else None
    if kind in PLACED:
        _placed(sweep, kind, captures, target, value)
        return
    if value is not None and sweep.expressions.imports(value):
        kind = "import"  # no variable of its own, another name for what it imports
    if (
        kind == "value"
        and scope.kind == FUNCTION
        and "type" not in captures
        and target.type in sweep.name_types
    ):
        sweep.bind(
            scope, sweep.spec.naming.sigil + sweep.text(target), (VALUE, -1, line, value, around, (), False)
        )
        return
    bindings: list[Binding] = []
    typed = captures["type"][0] if "type" in captures else None
    if value is not None and sweep.reading.notes_values:
        note_value(sweep, value, typed, target, scope)
    if typed is not None:
        around_type = scope if own_values else _before(sweep, "type", captures, target, scope)
        bindings.append((TYPE, -1, line, typed, around_type, (), True))
    if value is not None or typed is None:
        bindings.append(
            (CATCH if kind == "catch" else VALUE, -1, line, value, around, WRAPS.get(kind, ()), False)
        )
    if kind == "type_parameter":
        bindings = [bound_to(TYPE_PARAMETER, -1, line)]
    assign(sweep, kind, target, _into(sweep, kind, scope), bindings, value or typed or target)


def _into(sweep: Sweep, kind: str, scope: ScopeState) -> ScopeState:
    """The scope that a name is bound in whose declaration stands in another one."""
    if kind == "type_parameter":
        return _around_types(scope)
    hoisted = kind == "hoisted" or (sweep.spec.scopes.hoist and kind != "iterate")
    return _hoisted(scope) if hoisted else scope


def _nonlocal(*_: object) -> None:
    """Says only which name is meant."""


def _global(sweep: Sweep, captures: Captures, target: Node, scope: ScopeState) -> None:
    scope.globals = (scope.globals or set()) | {sweep.text(target)}


def _bound_of(sweep: Sweep, captures: Captures, target: Node, scope: ScopeState) -> None:
    """One more bound of a type parameter, which stands apart from it: ``where T : A``, ``TypeVar("T", bound=A)``."""
    variable = scope.lookup(sweep.text(target))
    if variable is not None:
        line = target.start_point[0] + 1
        for typed in captures["type"]:
            # not added as a kind of its own: a variable that holds a type parameter remains one
            variable.bindings.append((TYPE_PARAMETER, -1, line, typed, scope, (), True))


def _asked(sweep: Sweep, captures: Captures, target: Node, scope: ScopeState) -> None:
    """A name that a call gives a value to, of the type that its callee says: ``f(out var x)``."""
    call, element = captures["value"][0], captures["element"][0]
    holder = element.parent
    arguments = [child for child in holder.named_children if not child.is_extra] if holder is not None else []
    if element in arguments:
        wrap = ((int(Op.ASKED), arguments.index(element)),)
        sweep.bind(
            scope, sweep.text(target), (VALUE, -1, target.start_point[0] + 1, call, scope, wrap, False)
        )


DECLARATIONS: dict[str, Callable[[Sweep, Captures, Node, ScopeState], None]] = {
    "nonlocal": _nonlocal,
    "global": _global,
    "bound": _bound_of,
    "asked": _asked,
    "push": push,
    "member": bind_field,
}
"""Ways of binding that need neither a pattern nor a definition."""


def _placed(sweep: Sweep, kind: str, captures: Captures, target: Node, value: Node | None) -> None:
    """A binding whose value may name what the binding hides: ``let x = x.next()``, ``if let Some(x) = x``."""
    start = target.start_byte
    around = into = sweep.scope_at(start)
    line = target.start_point[0] + 1
    if kind == "after":
        into = sweep.scope_at(captures["declaration"][0].end_byte)
    elif value is not None and into.parent is not None:
        text = sweep.source[value.start_byte : value.end_byte]
        if any(word in text for word in WORD.findall(sweep.source, start, target.end_byte)):
            around = into.parent
    bindings: list[Binding] = []
    typed = captures["type"][0] if "type" in captures else None
    if typed is not None:
        bindings.append((TYPE, -1, line, typed, around, (), True))
    if value is not None or typed is None:
        bindings.append((VALUE, -1, line, value, around, WRAPS.get(kind, ()), False))
    assign(sweep, "local", target, into, bindings, value or typed or target)


def _before(sweep: Sweep, part: str, captures: Captures, target: Node, scope: ScopeState) -> ScopeState:
    """The scope in which the value or type of a name is read, which may speak of what the name was before."""
    if part not in captures:
        return scope
    source = sweep.source
    names = source[target.start_byte : target.end_byte].replace(b",", b" ").split()
    start, end = captures[part][0].byte_range
    text = source[start:end]
    if not any(name in text and re.search(rb"\b%s\b" % re.escape(name), text) for name in names):
        return scope
    view = scope.so_far()
    sweep.earlier.append((start, end, scope, view))
    return view


def _add_type(sweep: Sweep, kind: str, captures: Captures, target: Node) -> None:
    """Take the type from the comment before a declaration, or before a member that gets a value."""
    noted = type_at(sweep, target.start_byte, target)
    plain = kind == "assign" and target.type in sweep.name_types
    if noted is not None and not plain and "type" not in captures:
        captures["type"] = [noted]


def _around_types(scope: ScopeState) -> ScopeState:
    """The scope of a type parameter that stands inside a type: what is around object types, but not the module."""
    around = scope
    while around.kind == CLASS and around.parent is not None:
        around = around.parent
    return scope if around.kind == MODULE else around


def _hoisted(scope: ScopeState) -> ScopeState:
    while scope.kind == BLOCK and scope.parent is not None:
        scope = scope.parent
    return scope


def import_(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """An import and the name that it binds."""
    if kind in TREES:
        TREES[kind](sweep, captures, node)
        return
    bound = captures.get("alias") or captures.get("name")
    at = (bound or captures["module"])[0]
    form = IMPORTS[kind]
    if kind == "member":
        _import_member(sweep, captures)
        return
    if form == NAMED and "name" in captures and sweep.text(captures["name"][0]) == "default":
        form = DEFAULT
    number = add_import(sweep, form, captures, at)
    if kind in ("bare", "dynamic"):
        return
    row = sweep.imports[number]
    scope, line = sweep.scopes[row[7]], row[5]
    if kind == "star":
        sweep.bind(scope, "*", bound_to(STAR, number, line))
        return
    if bound:
        text = bare_name(sweep.text(bound[0]))
    elif sweep.spec.units.kind == "folder":
        return  # bound by the name that the package gives itself
    else:
        text = sweep.text(captures["module"][0]).partition(sweep.spec.separator)[0]
    sweep.bind(scope, text, bound_to(IMPORT, number, line))


def _import_member(sweep: Sweep, captures: Captures) -> None:
    """An import of a name that is written as the last part of the whole: ``import a.b.C``."""
    node = captures["module"][0]
    if "alias" not in captures and GOES_ON.match(sweep.source, node.end_byte):
        return  # with another name, or all names: a comment may stand behind an import, so that queries can't tell
    at = (captures.get("alias") or captures.get("name") or captures["module"])[0]
    path, _, name = "".join(sweep.text(node).split()).rpartition(sweep.spec.separator)
    scope = sweep.scope_at(at.start_byte)
    alias = sweep.text(captures["alias"][0]) if "alias" in captures else ""
    shown = sweep.string(alias) if alias else -1
    row, column = at.start_point
    sweep.imports.append(
        (NAMED, sweep.string(path), sweep.string(name), shown, 0, row + 1, column, scope.index)
    )
    sweep.bind(scope, alias or name, bound_to(IMPORT, len(sweep.imports) - 1, row + 1))


def add_import(sweep: Sweep, kind: int, captures: Captures, at: Node) -> int:
    """Append an import's row; gives its number."""
    scope = sweep.scope_at(at.start_byte)
    flags = TYPE_ONLY * ("type_only" in captures) | GLOBAL * ("global" in captures)
    if kind == DYNAMIC:
        flags |= DYNAMIC_FLAG
    if scope.owner >= 0:
        flags |= LOCAL
    module = captures["module"][0] if "module" in captures else None
    start = module.start_byte if module is not None else -1
    if start >= sweep.size or "quiet" in captures:
        flags |= COMMENT
    if sweep.latest_module[0] != start or start < 0:  # the names of one statement come one after the other
        parts = ["".join(sweep.text(part).split()) for part in captures.get("module", ())]
        text = bare_name(sweep.spec.units.separator.join(parts))
        if "relative" in captures and not text.startswith("."):
            text = f"./{text}"
        if "base" in captures:
            text = sweep.text(captures["base"][0]) + sweep.spec.separator + text
        sweep.latest_module = (start, sweep.string(text))
    name = alias = -1
    if "name" in captures:
        name = sweep.string(bare_name(sweep.text(captures["name"][0])))
    if "alias" in captures:
        alias = sweep.string(bare_name(sweep.text(captures["alias"][0])))
    row, column = at.start_point
    sweep.imports.append((kind, sweep.latest_module[1], name, alias, flags, row + 1, column, scope.index))
    return len(sweep.imports) - 1


def import_call(sweep: Sweep, arguments: Node, callee: Node, *, type_only: bool) -> bool:
    """Make a call such as ``require("m")`` an import; False if its argument is no string literal."""
    start = callee.start_byte
    known = sweep.expressions.import_at.get(start)
    if known is not None:
        if type_only:
            row = sweep.imports[known]
            sweep.imports[known] = (*row[:4], row[4] | int(ImportFlag.TYPE_ONLY), *row[5:])
        return True
    first = arguments.named_children[0] if arguments.named_child_count else None
    if first is None or not _is_text(sweep, first):
        return False
    sweep.expressions.import_at[start] = add_import(sweep, DYNAMIC, {"module": [first]}, callee)
    return True


def _is_text(sweep: Sweep, node: Node) -> bool:
    return node.type.startswith("string") or (node.type == "template_string" and "${" not in sweep.text(node))


def export(sweep: Sweep, kind: str, captures: Captures, node: Node) -> None:
    """An export statement of any form, or an assignment that exports."""
    line = node.start_point[0] + 1
    name, alias, value = captures.get("name"), captures.get("alias"), captures.get("value")
    if kind == "listed":
        for item in name or ():
            sweep.exports.append(
                (int(Export.LISTED), sweep.string(bare_name(sweep.text(item))), -1, -1, line)
            )
        return
    if kind == "unit":
        text = "".join(sweep.text((name or [node])[0]).split())
        sweep.exports.append((int(Export.UNIT), sweep.string(text), -1, -1, line))
        return
    if "module" in captures:
        _export_from(sweep, kind, captures, line)
        return
    scope = sweep.scope_at(node.start_byte)
    if _in_namespace(scope):
        return  # exported from the namespace: its modifier says so
    what = (value or name or [node])[0]
    expression = sweep.expressions.of(what, scope)
    if kind in ("whole", "spread"):
        form = Export.WHOLE if kind == "whole" else Export.SPREAD
        sweep.exports.append((int(form), -1, expression, -1, line))
        return
    shown = (
        "default"
        if kind == "default" or "default" in captures
        else bare_name(sweep.text((alias or name or [node])[0]))
    )
    sweep.exports.append((int(Export.NAME), sweep.string(shown), expression, -1, line))


def _in_namespace(scope: ScopeState) -> bool:
    around: ScopeState | None = scope
    while around is not None and around.kind != MODULE:
        around = around.parent
    return around is not None and around.parent is not None


def _export_from(sweep: Sweep, kind: str, captures: Captures, line: int) -> None:
    name, alias = captures.get("name"), captures.get("alias")
    at = (alias or name or captures["module"])[0]
    if kind == "star":
        number = add_import(sweep, int(Import.STAR), captures, at)
        sweep.exports.append((int(Export.STAR), -1, -1, number, line))
        return
    shown = sweep.string(bare_name(sweep.text(at)))
    if kind == "namespace":
        number = add_import(sweep, int(Import.NAMESPACE), captures, at)
        sweep.exports.append((int(Export.NAMESPACE), shown, -1, number, line))
    else:
        original = sweep.text((name or [at])[0])
        form = DEFAULT if original == "default" else NAMED
        sweep.exports.append((int(Export.FROM), shown, -1, add_import(sweep, form, captures, at), line))
