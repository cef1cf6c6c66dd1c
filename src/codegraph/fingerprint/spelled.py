"""What names denote on which something outside of the project is called: of ``A.b()`` the graph has only that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.fingerprint.trees import Expr
from codegraph.model import SEPARATOR, EdgeKind

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph.fingerprint.origins import Sources
    from codegraph.fingerprint.trees import File

RECEIVERS = frozenset({"this", "self", "$this"})


class Spelled:
    """Answers by what files define and take in, where no edge tells what a name is.

    Args:
        sources: where values come from.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources, self._view = sources, sources.view
        self._imports: dict[str, dict[str, list[int]]] = {}

    def targets(self, expr: Expr) -> list[int]:
        """The nodes that a name or member is; none where that is not known."""
        file, node = expr.file, expr.file.inner(expr.node)
        shape = file.shape(node)
        if shape is None or shape.op not in ("name", "member"):
            return []
        if shape.op == "name":
            return self._of_file(Expr(file, node))
        holder, name = file.part(node, shape.object), file.part(node, shape.name)
        if holder is None or name is None or file.op(name) != "name":
            return []
        text = file.text(name)
        if file.text(holder) in RECEIVERS:
            return self._of_class(expr, text)
        found = []
        for row in self.targets(Expr(file, holder)):
            types = [row] if self._view.is_type(row) else self._made(row)
            member = next((at for at in (self._view.member(type_, text) for type_ in types) if at >= 0), -1)
            below = self._view.row(f"{self._view.fqns[row]}{SEPARATOR}{text}")
            found += [at for at in (member, below) if at >= 0][:1]
        return found

    def _made(self, row: int) -> list[int]:
        """The classes of the project of which a variable holds an instance."""
        if self._view.nodes["kind"][row] not in ("variable", "constant"):
            return []
        values = [
            value for value in self._sources.values(row) if value.file.op(value.node) in ("call", "new")
        ]
        called = [made for value in values for made in self._sources.called(value)]
        return [made for made in called if self._view.is_type(made) and not self._sources.is_external(made)]

    def _of_file(self, name: Expr) -> list[int]:
        """What a name is in its file as a whole: a definition of the file, or something that it takes in."""
        file, text = name.file, name.file.text(name.node)
        own = self._view.row(f"{self._view.fqns[file.module]}{SEPARATOR}{text}")
        found = [own] if own >= 0 else list(self._imported(file).get(text, ()))
        # Most names are of no use here, and asking for variables around them costs more.
        if found and (self._sources.parameter(name) is not None or self._sources.local(name)):
            return []
        return found

    def _imported(self, file: File) -> dict[str, list[int]]:
        """What the names are that a file takes in, of the project."""
        known = self._imports.get(file.path)
        if known is not None:
            return known
        known = self._imports[file.path] = {}
        for use in self._view.out(file.module, EdgeKind.IMPORTS):
            for line, column in use.sites if not self._sources.is_external(use.row) else ():
                node = file.node_at(line, column)
                if node is None:
                    continue
                for bound, key in _bound(file, node):
                    member = self._view.row(f"{self._view.fqns[use.row]}{SEPARATOR}{key}") if key else -1
                    known.setdefault(bound, []).append(member if member >= 0 else use.row)
        return known

    def _of_class(self, expr: Expr, name: str) -> list[int]:
        """The member of the class around that ``this.name`` is."""
        file = expr.file
        for around in file.around(expr.node, "type"):
            named = file.part(around, file.shapes[around.type].name)
            place = named.start_point if named is not None else (-1, -1)
            owner = self._view.defined(file.module).get((place[0] + 1, place[1]), -1)
            row = self._view.member(owner, name) if owner >= 0 else -1
            return [row] if row >= 0 else []
        return []


def _bound(file: File, node: Node) -> list[tuple[str, str]]:
    """The names that an import binds, each with the member of the module that it is, "" for the module itself."""
    text = file.text(node)
    assigned = next(file.around(node, "assign", "function", "type"), None)
    shape = file.shapes[assigned.type] if assigned is not None else None
    if assigned is None or shape is None or shape.op != "assign":
        alias = node.parent.child_by_field_name("alias") if node.parent is not None else None
        return [(file.text(alias) if alias is not None else text, text)]
    target = file.part(assigned, shape.name)
    if target is None:
        return []
    if file.op(target) == "name":  # const all = require("./all")
        return [(file.text(target), "")]
    found = []
    for child in file.children(target):  # const { one, two: other } = require("./all")
        key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
        own = file.text(child)
        found.append((own, own) if key is None or value is None else (file.text(value), file.text(key)))
    return found
