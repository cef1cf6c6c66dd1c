"""Reads the arguments of calls and decorators from the syntax tree, in the notation of each language.

Nothing is run. Strings, numbers, words, lists and objects of such values are literals; a name that denotes a constant
of the project has the value that the constant is given; everything else is ``UNKNOWN``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codegraph.fingerprint.texts import built, percent
from codegraph.fingerprint.trees import MAX_CLIMB, Expr

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from codegraph.fingerprint.applied import Applied
    from codegraph.fingerprint.places import Argument
    from codegraph.fingerprint.settings import Settings
    from codegraph.fingerprint.trees import File
    from codegraph.languages.spec.notation import Shape

MAX_DEPTH = 24
MAX_ENTRIES = 500
_DELIMITERS = re.compile(r"^[@$a-zA-Z]{0,3}#*(\"\"\"|'''|\"|'|`|/)|(\"\"\"|'''|\"|'|`|/)#*[a-z]*$")
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "\n": "", "\r\n": ""}
_ESCAPED |= {char: char for char in "\\'\"`${}/#"}
_RAW = re.compile(r"^(?:[rR]|[bB][rR]|@|\$@|@\$)")
_MARKS = re.compile(r"_(?:start|end|quote|brace)$|_prefix$")


class Unknown:
    """What an expression that is no literal has for a value."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


class Arguments(NamedTuple):
    """The arguments of one call.

    Args:
        positional: in order, a block as the last one.
        keywords: by name.
        whole: False if there may be more arguments than these (``*rest``, ``...rest``).
    """

    positional: list[Expr]
    keywords: dict[str, Expr]
    whole: bool


class Reader:
    """Reads literals.

    Args:
        constant: the expressions that a name's target is given, for names of constants.
        called: the FQNs of what a call denotes.
    """

    def __init__(
        self,
        constant: Callable[[Expr], list[Expr]],
        called: Callable[[Expr], list[str]] = lambda _: [],
    ) -> None:
        self._constant = constant
        self._called = called
        self.carried: dict[tuple[str, int, int], Expr] = {}  # what a decorator of the project stands for
        self.applied: Applied | None = None  # reads what functions of the project give, with this reader
        self.settings: Settings | None = None  # reads what settings give, likewise

    # --- arguments ---

    def arguments(self, call: Expr) -> Arguments:
        """The arguments of a call, instantiation or decorator; none where it has no list of them.

        A decorator of the project has those of the one that it carries, too, but for what it says itself.
        """
        found = self._written(call)
        inner = self.carried.get(call.key)
        if inner is None:
            return found
        own, other = found.positional, self._written(inner)
        return Arguments(
            own or other.positional, other.keywords | found.keywords, found.whole and other.whole
        )

    def _written(self, call: Expr) -> Arguments:
        file, node = call
        shape = file.shape(node)
        found = Arguments([], {}, True)
        if shape is None or shape.op not in ("call", "new"):
            return found
        holder = file.part(node, shape.arguments) if shape.arguments else None
        if holder is not None:
            found = self._collect(file, holder, found)
        block = file.part(node, shape.block) if shape.block else None
        if block is not None:
            found.positional.append(Expr(file, block))
        return found

    def _collect(self, file: File, holder: Node, found: Arguments) -> Arguments:
        if file.op(holder) == "tokens":
            return _tokens(file, holder, found)
        for child in file.children(holder):
            shape = file.shape(child)
            op = shape.op if shape is not None else ""
            if op == "spread":
                found = found._replace(whole=False)
            elif op == "group":
                found = self._collect(file, child, found)
            elif shape is not None and op in ("argument", "keyword", "pair"):
                self._named(file, child, shape, found)
            elif found.whole:
                found.positional.append(Expr(file, child))
        return found

    def _named(self, file: File, child: Node, shape: Shape, found: Arguments) -> None:
        """An argument that has a name, or may have one."""
        parts = file.children(child)
        if shape.op == "argument":
            named = len(parts) > 1 and (
                shape.name.startswith("#") or file.part(child, shape.name) is not None
            )
            name = file.part(child, shape.name) if named else None
            value = parts[-1] if parts else None
        elif shape.op == "keyword":
            name, value = file.part(child, shape.name), file.part(child, shape.value)
        else:
            name, value = file.part(child, shape.key), file.part(child, shape.value)
            if (
                name is not None and value is not None and file.op(name) != "symbol"
            ):  # get "/x" => "users#show"
                found.positional.append(Expr(file, name))
                found.keywords["=>"] = Expr(file, value)
                return
        if value is None:
            return
        if name is None:
            if found.whole:
                found.positional.append(Expr(file, value))
        else:
            found.keywords[_key_of(file, name)] = Expr(file, value)

    def find(self, arguments: Arguments, wanted: Argument) -> Expr | Unknown | None:
        """The argument itself: ``UNKNOWN`` where it can't be told, None where there is none.

        A keyword is looked for among the call's keywords, then among the keys of object literals; then the position
        counts, unless an object literal stands there.
        """
        for name in wanted.names:
            if name in arguments.keywords:
                return self._given(arguments.keywords[name])
        found = self._positional(arguments, wanted)
        if found is None:
            return None if arguments.whole else UNKNOWN
        return self._given(found) if isinstance(found, Expr) else found

    def _given(self, found: Expr) -> Expr | None:
        return None if self.is_nothing(found) else found

    def is_nothing(self, expr: Expr) -> bool:
        """Whether an expression is the word for no value."""
        shape = expr.file.shape(expr.node)
        return shape is not None and shape.op == "word" and shape.value == "null"

    def _positional(self, arguments: Arguments, wanted: Argument) -> Expr | Unknown | None:
        given = arguments.positional
        for value in given if wanted.names else ():
            entries = self.entries(value)
            if entries is None:
                continue
            for name in wanted.names:
                if name in entries[0]:
                    return entries[0][name]
            if not entries[1]:
                return UNKNOWN
        if wanted.position is None or not -len(given) <= wanted.position < len(given):
            return None
        if wanted.position < 0 and not arguments.whole:
            return UNKNOWN
        found = given[wanted.position]
        return None if wanted.names and self.entries(found) is not None else found

    # --- values ---

    def entries(self, expr: Expr) -> tuple[dict[str, Expr], bool] | None:
        """The entries of an object literal by key, and whether these are all; None for anything else."""
        file, node = expr.file, expr.file.inner(expr.node)
        if file.op(node) != "object":
            return None
        found: dict[str, Expr] = {}
        whole = True
        for child in file.children(node)[:MAX_ENTRIES]:
            shape = file.shape(child)
            op = shape.op if shape is not None else ""
            if shape is None or op == "spread":
                whole = False
            elif op == "name":  # { handler }
                found[file.text(child)] = Expr(file, child)
            elif op in ("pair", "assign", "function"):
                key = file.part(child, shape.key or shape.name)
                value = child if op == "function" else file.part(child, shape.value)
                if key is None or value is None:
                    whole = whole and op == "pair" and len(file.children(child)) == 1
                else:
                    found[_key_of(file, key)] = Expr(file, value)
        return (found, whole) if found or not file.children(node) else None

    def spreads(self, expr: Expr) -> list[Expr]:
        """The objects whose entries an object literal takes in, the last one first."""
        file, node = expr.file, expr.file.inner(expr.node)
        if file.op(node) != "object":
            return []
        spread = [child for child in file.children(node)[:MAX_ENTRIES] if file.op(child) == "spread"]
        return [Expr(file, file.children(child)[0]) for child in reversed(spread) if file.children(child)]

    def elements(self, expr: Expr) -> list[Expr] | None:
        """The elements of a list literal, None for anything else or where there may be more."""
        file, node = expr.file, expr.file.inner(expr.node)
        op = file.op(node)
        if op not in ("list", "object", "group"):
            return None
        found = []
        for child in file.children(node)[:MAX_ENTRIES]:
            inner = child
            if op == "object":
                parts = file.children(child)
                if file.op(child) == "spread" or (file.op(child) in ("pair", "assign") and len(parts) > 1):
                    return None
                inner = parts[0] if file.op(child) == "pair" else child
            elif file.op(child) == "spread":
                return None
            found.append(Expr(file, inner))
        return found

    def listed(self, expr: Expr) -> list[Expr]:
        """The elements of a list literal that are written in it, beside which there may be more."""
        file, node = expr.file, expr.file.inner(expr.node)
        if file.op(node) != "list":
            return []
        return [
            Expr(file, child) for child in file.children(node)[:MAX_ENTRIES] if file.op(child) != "spread"
        ]

    def value(self, expr: Expr, depth: int = 0) -> Any:
        """A literal as Python has it (string, number, bool, None, list, dict); ``UNKNOWN`` for anything else."""
        if depth > MAX_DEPTH:
            return UNKNOWN
        file, node = expr.file, expr.file.inner(expr.node)
        expr = Expr(file, node)
        shape = file.shape(node)
        op = shape.op if shape is not None else ""
        if shape is None:
            return UNKNOWN
        if op == "word":
            text = shape.value or file.text(node).lower()
            return {"true": True, "false": False}.get(text)
        if op == "number":
            return _number(file.text(node))
        if op in ("list", "object"):
            listed = self.elements(expr)
            if listed is not None:
                return [self.value(item, depth + 1) for item in listed]
            entries = self.entries(expr)
            return (
                UNKNOWN if entries is None else {k: self.value(v, depth + 1) for k, v in entries[0].items()}
            )
        parts = self.parts(expr, depth)
        return UNKNOWN if parts is None or None in parts else "".join(part for part in parts if part)

    def strings(self, expr: Expr) -> list[str] | None:
        """A literal as strings: one, or each of a list; None for anything else."""
        listed = self.elements(expr)
        values = [self.value(item) for item in listed] if listed is not None else [self.value(expr)]
        return values if values and all(isinstance(item, str) for item in values) else None

    def parts(self, expr: Expr, depth: int = 0) -> list[str | None] | None:
        """The parts of a string, None for each that is not known; None if it is no string at all."""
        expr = Expr(expr.file, expr.file.inner(expr.node))
        found = self.pieces(expr, depth)
        if found is None:
            return self._applied(expr, depth) if depth <= MAX_DEPTH else None
        parts: list[str | None] = []
        for item in found:
            known: list[str | None] | None = [item] if isinstance(item, str) else None
            if not isinstance(item, str) and item.key != expr.key:
                known = self.parts(item, depth + 1)
                if known is None and self.applied is not None:
                    known = self.applied.shown(item, depth + 1)
            parts += known or [None]
        return parts

    def _applied(self, expr: Expr, depth: int) -> list[str | None] | None:
        """The text that a function of the project gives, or that a parameter of one is given while that is read."""
        op = expr.file.op(expr.node)
        if self.applied is None or op not in ("call", "index", "name"):
            return None
        return self.applied.call(expr, depth) if op == "call" else self.applied.bound(expr, depth)

    def pieces(self, expr: Expr, depth: int = 0, *, loose: bool = False) -> list[str | Expr] | None:
        """The parts of a string, the expression itself for each that is not known; None if it is no string at all.

        Args:
            expr: the expression.
            depth: how many others it was found through.
            loose: whether what is put together of unknown parts alone counts as a string, too.
        """
        file, node = expr.file, expr.file.inner(expr.node)
        shape = file.shape(node)
        op = shape.op if shape is not None else ""
        if shape is None or depth > MAX_DEPTH:
            return None
        if op == "string":
            return self._string(file, node, depth)
        if op == "symbol":
            return [_symbol(file.text(node))]
        if op == "joined":
            return self._joined(file, file.children(node), depth, loose=loose)
        if op == "concat":
            return self._concat(file, node, shape, depth, loose=loose)
        if op in ("call", "new"):
            kind = self._text_kind(Expr(file, node))
            return built(self, Expr(file, node), kind, depth) if kind else self._set(Expr(file, node), depth)
        for given in self._held(Expr(file, node), depth) if op in ("name", "member") else ():
            found = self.pieces(given, depth + 1)
            if found is not None:
                return found
        return None

    def _held(self, expr: Expr, depth: int) -> list[Expr]:
        """What a name or member is given; of a member of an object that is written out, its entry."""
        given = self._constant(expr)
        shape = expr.file.shapes[expr.node.type]
        if given or shape.op != "member" or depth > MAX_DEPTH:
            return given
        holder, name = expr.file.part(expr.node, shape.object), expr.file.part(expr.node, shape.name)
        if holder is None or name is None or expr.file.op(holder) not in ("name", "member"):
            return []
        entries = [self.entries(value) for value in self._held(Expr(expr.file, holder), depth + 1)]
        text = expr.file.text(name)
        return [found[0][text] for found in entries if found is not None and text in found[0]]

    def _set(self, call: Expr, depth: int) -> list[str | Expr] | None:
        """The parts of the string that a setting is, which a call asks for."""
        for given in self.settings.of(call) if self.settings is not None else ():
            found = self.pieces(given, depth + 1)
            if found is not None:
                return found
        return None

    def _text_kind(self, call: Expr) -> str:
        """What a call does to make a string, "" for all others."""
        texts = call.file.texts
        if not texts:
            return ""
        for fqn in self._called(call):
            if fqn in texts:
                return texts[fqn]
        shape = call.file.shapes[call.node.type]
        holder = call.file.part(call.node, shape.arguments) if shape.arguments else None
        name = call.file.callee(call.node)[1]
        if holder is None or name is None or call.file.op(holder) != "tokens":
            return ""
        return texts.get(f"{call.file.text(name)}!", "")

    def _concat(
        self, file: File, node: Node, shape: Shape, depth: int, *, loose: bool
    ) -> list[str | Expr] | None:
        left, right = file.part(node, shape.left), file.part(node, shape.right)
        if left is None or right is None:
            return None
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type in shape.operators:
            return self._joined(file, [left, right], depth, loose=loose)
        if operator.type in shape.defaults:
            return self._chosen(file, [left, right], depth)
        if operator.type not in shape.templates:
            return None
        template = self.value(Expr(file, left), depth + 1)
        given = self.elements(Expr(file, right)) or [Expr(file, right)]
        return percent(template, Arguments(given, {}, True), Expr(file, right))

    def _chosen(self, file: File, nodes: list[Node], depth: int) -> list[str | Expr] | None:
        """The first of some alternatives of which every part is known: the default of a setting."""
        for node in nodes:
            pieces = self.pieces(Expr(file, node), depth + 1)
            if pieces and all(isinstance(item, str) for item in pieces):
                return pieces
        return None

    def _joined(self, file: File, nodes: list[Node], depth: int, *, loose: bool) -> list[str | Expr] | None:
        found: list[str | Expr] = []
        known = loose
        for node in nodes:
            pieces = self.pieces(Expr(file, node), depth + 1, loose=loose)
            known = known or pieces is not None
            found += [Expr(file, node)] if pieces is None else pieces
            if len(found) > MAX_ENTRIES:
                return None
        return found if known else None

    def _string(self, file: File, node: Node, depth: int) -> list[str | Expr]:
        text = file.text(node)
        children = [child for child in node.named_children if not _MARKS.search(child.type)]
        raw = bool(_RAW.match(text))
        if not children:
            return [_written(Expr(file, node), _DELIMITERS.sub("", text), raw=raw)]
        found: list[str | Expr] = []
        for child in children:
            here = Expr(file, child)
            if child.type.endswith(("content", "fragment", "sequence")):
                # What a language's grammar has inside of its text: escapes, and holes of old ones.
                holes = [inner for inner in child.named_children if inner.type.endswith("interpolation")]
                found.append(here if holes else _written(here, file.text(child), raw=raw))
                continue
            inner = [node for node in file.children(child) if not _MARKS.search(node.type)]
            target = inner[0] if inner and not file.op(child) else child
            pieces = self.pieces(Expr(file, target), depth + 1)
            found += [Expr(file, target)] if pieces is None else pieces
            if len(found) > MAX_ENTRIES:
                return [Expr(file, node)]
        return found


def _tokens(file: File, holder: Node, found: Arguments) -> Arguments:
    """Arguments of a macro, whose tokens are not parsed: ``("/x", data = "<y>")``, ``[list, users::show]``."""
    item: list[Node] = []
    for child in [*holder.children[1:-1], None]:
        if child is not None and child.type != ",":
            item.append(child)
            continue
        if len(item) > 2 and item[1].type == "=" and file.op(item[0]) == "name":
            found.keywords[file.text(item[0])] = Expr(file, item[2])
        elif item:
            # Of a path like ``users::list`` the last name says what it denotes.
            is_path = all(token.type == "::" or file.op(token) == "name" for token in item)
            found.positional.append(Expr(file, item[-1] if is_path else item[0]))
        item = []
    return found


def _key_of(file: File, node: Node) -> str:
    text = file.text(node)
    return _symbol(text) if file.op(node) == "symbol" else _DELIMITERS.sub("", text)


def _symbol(text: str) -> str:
    return text.strip(":").strip("\"'")


def _number(text: str) -> Any:
    digits = text.replace("_", "").rstrip("lLfFdDuUnN")
    try:
        return float(digits) if "." in digits else int(digits, 0)
    except ValueError:
        return UNKNOWN


def _written(expr: Expr, body: str, *, raw: bool) -> str | Expr:
    """What a literal's text stands for; itself where it has an escape that is not known."""
    text = _unescaped(body, raw=raw)
    return expr if text is None else text


def _unescaped(body: str, *, raw: bool) -> str | None:
    if raw or "\\" not in body:
        return body
    parts = _ESCAPE.split(body)
    for number in range(1, len(parts), 2):
        code = parts[number]
        if len(code) > 2 and code[0] in "ux":
            point = int(code[1:].strip("{}"), 16)
            char = chr(point) if point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF else None
        else:
            char = _ESCAPED.get(code)
        if char is None:
            return None
        parts[number] = char
    return "".join(parts)


def is_plain(value: Any) -> bool:
    """Whether a literal can be an attribute: no part of it is unknown, and JSON can say it."""
    if isinstance(value, list):
        return all(is_plain(item) for item in value)
    return isinstance(value, str | int | float | bool)


def dotted(file: File, node: Node) -> str:
    """A name with what it is a member of, as ``a.b.c``; "" if it is none."""
    names: list[str] = []
    for _ in range(MAX_CLIMB):
        node = file.inner(node)
        shape = file.shape(node)
        if shape is None or shape.op not in ("member", "name"):
            return ""
        if shape.op == "name":
            names.append(file.text(node))
            return ".".join(reversed(names))
        name, holder = file.part(node, shape.name), file.part(node, shape.object)
        if name is None or holder is None:
            return ""
        names.append(file.text(name))
        node = holder
    return ""
