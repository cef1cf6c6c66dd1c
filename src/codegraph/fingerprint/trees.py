"""The syntax trees of those files that rules look into, and what the graph knows of places in them.

A file is parsed when a rule first asks for it; the trees used last are kept. Positions in the graph (line from 1,
column in bytes from 0) are positions in the tree.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from codegraph.fingerprint.kinds import Kinds, child_at, steps_to
from codegraph.languages.query import load_language
from codegraph.model import EdgeKind
from codegraph.text import read_or_nothing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Parser

    from codegraph.fingerprint.view import Use, View
    from codegraph.languages.registry import Registry
    from codegraph.languages.spec import AdapterSpec
    from codegraph.languages.spec.notation import Shape
    from codegraph.languages.spec.sources import Embedded
    from codegraph.text import SourceOf

CodeOf = Callable[[bytes, "Embedded"], bytes]
MAX_TREES = 400
MAX_CLIMB = 60  # steps up from a name to what it is part of; source nests no deeper
CALLS = frozenset({"call", "new"})


class File:
    """One file: its tree, its language's notation, its module's row."""

    __slots__ = (
        "_functions",
        "_shapes",
        "_sites",
        "kinds",
        "module",
        "path",
        "root",
        "shapes",
        "source",
        "text_method",
        "texts",
        "view",
    )

    def __init__(
        self, path: str, source: bytes, root: Node, spec: AdapterSpec, kinds: Kinds, module: int, view: View
    ) -> None:
        self.path = path
        self.source = source
        self.root = root
        self.shapes = spec.notation
        self.kinds = kinds
        self._shapes = kinds.shapes
        self.texts = spec.texts
        self.text_method = spec.text_method
        self.module = module
        self.view = view
        self._sites: dict[tuple[int, int], list[tuple[str, Use]]] | None = None
        self._functions: dict[tuple[int, int], list[Node]] = {}

    def text(self, node: Node) -> str:
        """The source of a node."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def shape(self, node: Node) -> Shape | None:
        """The notation of a node, None if that says nothing of it."""
        return self._shapes.get(node.kind_id)

    def op(self, node: Node) -> str:
        """What a node is by the notation, "" if that says nothing of it."""
        shape = self._shapes.get(node.kind_id)
        return shape.op if shape is not None else ""

    def part(self, node: Node, where: str) -> Node | None:
        """A part of a node, see ``Shape``."""
        for step in steps_to(where):
            found = node.child_by_field_name(step.field) if step.field is not None else child_at(node, step)
            if found is None:
                return None
            node = found
        return node

    def children(self, node: Node) -> list[Node]:
        """The named children that are no comments."""
        return [child for child in node.named_children if not child.is_extra]

    def inner(self, node: Node) -> Node:
        """What a node stands for: ``(await x)`` is ``x``."""
        for _ in range(MAX_CLIMB):
            shape = self.shape(node)
            if shape is None or shape.op != "inner":
                break
            found = self.part(node, shape.value) or self.part(node, "#0")
            if found is None:
                break
            node = found
        return node

    def last_name(self, node: Node) -> Node:
        """The name by which the graph knows what an expression denotes: ``c`` of ``a.b.c``."""
        for _ in range(MAX_CLIMB):
            node = self.inner(node)
            shape = self.shape(node)
            if shape is None or shape.op not in ("member", "class"):
                break
            found = self.part(
                node, shape.object if shape.words and self._is_word(shape, node) else shape.name
            )
            if found is None:
                break
            node = found
        return node

    def _is_word(self, shape: Shape, node: Node) -> bool:
        name = self.part(node, shape.name)
        return name is not None and self.text(name) in shape.words

    def names_class(self, node: Node) -> Node | None:
        """The name of the class that an expression is as a value (``C::class``, ``typeof(C)``); None for others."""
        shape = self.shape(node)
        if shape is None or not (shape.op == "class" or (shape.words and self._is_word(shape, node))):
            return None
        word = self.part(node, shape.name) if shape.words else None
        if word is not None and self.at(word):  # C::class is known by its last word
            return word
        found = self.part(node, shape.object if shape.words else shape.name)
        return None if found is None else self.last_name(found)

    def callee(self, call: Node) -> tuple[Node | None, Node | None]:
        """What a call's callee is a member of, and its name."""
        shape = self.shapes[call.type]
        if not shape.callee:
            holder = self.part(call, shape.object) if shape.object else None
            return holder, self.part(call, shape.name)
        found = self.part(call, shape.callee)
        if found is None:
            return None, None
        found = self.inner(found)
        inner = self.shape(found)
        if inner is not None and inner.op == "member":
            return self.part(found, inner.object), self.part(found, inner.name)
        return None, found

    # --- places ---

    def call_at(self, line: int, column: int) -> Node | None:
        """The call, instantiation or decorator of which the callee, or its last name, begins at a position."""
        node = self.node_at(line, column)
        start = node.start_byte if node is not None else 0
        for _ in range(MAX_CLIMB):
            if node is None:
                return None
            if self.op(node) in CALLS:
                name = self.callee(node)[1]
                if name is not None and node.start_byte <= start < name.end_byte:
                    return self._of_module(node, name)
            node = node.parent
        return None

    def _of_module(self, call: Node, name: Node) -> Node:
        """A call, or the one of what it takes in where it takes in a module: ``require("./routes")(app)``."""
        outer = call.parent
        if outer is None or self.op(outer) not in CALLS or self.callee(outer)[1] != call:
            return call
        return outer if any(kind == EdgeKind.IMPORTS for kind, _ in self.at(name)) else call

    def node_at(self, line: int, column: int) -> Node | None:
        """The smallest node at a position."""
        point = (line - 1, column)
        return self.root.descendant_for_point_range(point, point)

    def at(self, node: Node) -> list[tuple[str, Use]]:
        """The edges that leave the graph's nodes where a name stands: kind, and the other end."""
        if self._sites is None:
            self._sites = self.view.sites(self.module)
        point = node.start_point
        return self._sites.get((point[0] + 1, point[1]), [])

    def within(self, node: Node) -> Iterator[tuple[int, int, str, Use]]:
        """The edges that stand in a node: line, column, kind, and the other end."""
        self.at(node)
        first, last = node.start_point, node.end_point
        for (line, column), found in sorted((self._sites or {}).items()):
            if (first[0], first[1]) <= (line - 1, column) < (last[0], last[1]):
                for kind, use in found:
                    yield line, column, kind, use

    def functions(self, node: Node) -> list[Node]:
        """The functions around a node, from the inside out."""
        key = node.start_byte, node.end_byte
        known = self._functions.get(key)
        if known is None:
            known = self._functions[key] = list(self.around(node, "function"))
        return known

    def around(self, node: Node, *ops: str) -> Iterator[Node]:
        """The nodes of some ops around a node, from the inside out."""
        wanted = self.kinds.of(*ops)
        found = node.parent
        while found is not None:
            if found.kind_id in wanted:
                yield found
            found = found.parent

    def inside(self, scope: Node, *ops: str, deep: bool = False) -> list[Node]:
        """The nodes of some ops in a function, in order; not those in functions and classes in it unless ``deep``."""
        wanted, borders = self.kinds.of(*ops), self.kinds.of() if deep else self.kinds.of("function", "type")
        found = []
        stack = scope.named_children[::-1]
        pop, extend = stack.pop, stack.extend
        while stack:  # over every node of many functions: nothing is called here that need not be
            node = pop()
            kind = node.kind_id
            if kind in wanted:
                found.append(node)
            if kind not in borders:
                extend(node.named_children[::-1])
        return found


class Expr(NamedTuple):
    """A node in its file."""

    file: File
    node: Node

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells it from all others."""
        return self.file.path, self.node.start_byte, self.node.end_byte


def chain(site: Expr) -> Iterator[Expr]:
    """The calls on what a call gives, from the inside out: ``site.only().named()``."""
    file, node = site
    for _ in range(MAX_CLIMB):
        parent = node.parent
        if parent is None:
            return
        shape = file.shape(parent)
        op = shape.op if shape is not None else ""
        if shape is not None and op in ("call", "new"):
            holder = file.part(parent, shape.callee or shape.object) if shape.callee or shape.object else None
            if holder is None or holder != node:
                return
            yield Expr(file, parent)
        elif op not in ("member", "inner"):
            return
        node = parent


class Trees:
    """The files of a graph.

    Args:
        view: the graph.
        registry: knows the grammar and the notation of each language.
        source_of: gives the source of a file.
        code_of: blanks what is no code in a page; pages are left out without it.
    """

    def __init__(
        self, view: View, registry: Registry, source_of: SourceOf, code_of: CodeOf | None = None
    ) -> None:
        self.view = view
        self._registry = registry
        self._source_of = source_of
        self._code_of = code_of
        self._files: OrderedDict[int, File | None] = OrderedDict()
        self._grammars: dict[tuple[str, str], tuple[Parser, Kinds]] = {}

    def is_structural(self, language: str) -> bool:
        """Whether a type fits an interface by its methods alone."""
        return self._registry.adapters[language].spec.members.structural

    def file(self, row: int) -> File | None:
        """The file that a node lies in; None where it can't be read or its language has no notation."""
        module = self.view.module(row)
        if module < 0:
            return None
        known = self._files.get(module)
        if known is None and module not in self._files:
            known = self._files[module] = self._read(module)
            if len(self._files) > MAX_TREES:
                self._files.popitem(last=False)
        else:
            self._files.move_to_end(module)
        return known

    def calls(self, row: int, sites: Iterable[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], Expr]]:
        """The calls, instantiations and decorators at some places of a node's file, each with its place.

        Places that can't be read any more are left out.
        """
        file = self.file(row)
        for line, column in sites if file is not None else ():
            call = file.call_at(line, column) if file is not None else None
            if file is not None and call is not None:
                yield (line, column), Expr(file, call)

    def _read(self, module: int) -> File | None:
        nodes = self.view.nodes
        language, path = nodes["language"][module], nodes["path"][module]
        if language not in self._registry.adapters:
            return None
        spec = self._registry.adapters[language].spec
        source = read_or_nothing(self._source_of, path) if spec.notation else b""
        if not source:
            return None
        if path.endswith(".ipynb"):
            return None  # positions are not those of the file's text
        if spec.embedded.tags:
            if self._code_of is None:
                return None
            source = self._code_of(source, spec.embedded)
        parser, kinds = self._grammar(self._registry.grammar_for(language, path), language)
        return File(path, source, parser.parse(source).root_node, spec, kinds, module, self.view)

    def _grammar(self, grammar: str, language: str) -> tuple[Parser, Kinds]:
        """The parser of a grammar, and what its node types are to a language."""
        found = self._grammars.get((grammar, language))
        if found is None:
            from tree_sitter import Parser

            adapter = self._registry.adapters[language]
            known = load_language(adapter, grammar)
            kinds = Kinds(known, adapter.spec.notation)
            found = self._grammars[grammar, language] = Parser(known), kinds
        return found


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def as_json(attributes: dict[str, object]) -> str:
    """Attributes as a node's column holds them: one line, keys sorted."""
    return _ENCODER.encode(attributes)
