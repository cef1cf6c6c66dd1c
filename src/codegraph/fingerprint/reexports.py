"""Names that files export which do not define them: ``export { GET, POST } from "./auth"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.fingerprint.globs import fits
from codegraph.model import SEPARATOR, EdgeKind, Level
from codegraph.text import read_or_nothing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from codegraph.fingerprint.conditions import Conditions
    from codegraph.fingerprint.schema import Framework
    from codegraph.fingerprint.trees import File, Trees
    from codegraph.fingerprint.when import When
    from codegraph.text import SourceOf

DEFAULT = "default"
_MARK = b"export"


class Exported(NamedTuple):
    """One such name.

    Args:
        module: row of the file.
        name: under which it is exported.
        row: of its definition, -1 where that is not found.
        line: where it stands, from 1; ``column`` in bytes, from 0.
        evidence: what lets a rule go by names in the file.
    """

    module: int
    name: str
    row: int
    line: int
    column: int
    evidence: str


class Reexports:
    """Answers for one graph.

    Args:
        trees: its files.
        conditions: about files.
        source_of: gives the source of a file.
    """

    def __init__(self, trees: Trees, conditions: Conditions, source_of: SourceOf) -> None:
        self._trees, self._view = trees, trees.view
        self._conditions = conditions
        self._source_of = source_of

    def of(self, framework: Framework, when: When) -> Iterator[Exported]:
        """The names that a rule looks for which goes by the names of what files export."""
        if not (when.file and when.exported and (when.name or DEFAULT in when.modifiers)):
            return
        for module, evidence in self._conditions.files(framework, when):
            path = self._view.nodes["path"][module]
            source = read_or_nothing(self._source_of, path)
            if b"{" not in source.partition(_MARK)[2]:
                continue
            file = self._trees.file(module)
            for specifier in _specifiers(file) if file is not None else ():
                shape = file.shapes[specifier.type] if file is not None else None
                name = file.part(specifier, shape.name) if file is not None and shape is not None else None
                alias = file.part(specifier, shape.value) if file is not None and shape is not None else None
                if file is None or name is None:
                    continue
                shown = file.text(alias or name)
                if fits(when.name, shown) if when.name else shown == DEFAULT:
                    line, column = name.start_point
                    row = self._defined(file, name, alias)
                    yield Exported(module, shown, row, line + 1, column, evidence)

    def _defined(self, file: File, name: Node, alias: Node | None) -> int:
        """The definition of a name that a file exports, perhaps under another one: in the module that it is from."""
        text = file.text(name)
        own = self._view.row(f"{self._view.fqns[file.module]}{SEPARATOR}{text}")
        if own >= 0:
            return own
        for kind, use in [*file.at(name), *(file.at(alias) if alias is not None else ())]:
            if kind == EdgeKind.IMPORTS and self._view.nodes["level"][use.row] == Level.MODULE:
                return self._view.row(f"{self._view.fqns[use.row]}{SEPARATOR}{text}")
            if kind == EdgeKind.IMPORTS:
                return int(use.row)
        for line, column, kind, use in file.within(file.root):
            node = file.node_at(line, column) if kind == EdgeKind.IMPORTS else None
            if node is not None and file.text(node) == text:
                found = self._view.row(f"{self._view.fqns[use.row]}{SEPARATOR}{text}")
                return found if found >= 0 else -1
        return -1


def _specifiers(file: File) -> Iterator[Node]:
    """The nodes of a file's exports that name something which is defined elsewhere."""
    for statement in file.root.named_children:
        if file.op(statement) == "export":
            for clause in statement.named_children:
                yield from (node for node in clause.named_children if file.op(node) == "exported")
