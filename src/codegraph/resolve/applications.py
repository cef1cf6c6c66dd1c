"""Decorators and calls with what they denote and the variable they are reached through, for fingerprints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Op, Ref
from codegraph.model import SEPARATOR
from codegraph.resolve.values import DEFINITION, EXTERNAL

if TYPE_CHECKING:
    from codegraph.resolve.assemble import Assembler
    from codegraph.resolve.edges import EdgeBuilder
    from codegraph.resolve.project import Module

DECORATE, CALL, NEW = int(Ref.DECORATE), int(Ref.CALL), int(Ref.NEW)


class Decoration(NamedTuple):
    """A decorator as applied.

    Args:
        node: row of the decorated node.
        text: as written, without the mark, white space collapsed.
        target: FQN of what it denotes, "" where that is not known.
        receiver: FQN of the variable that it is a member of (``app`` of ``@app.get("/")``), "" for none. A
            variable of a function has no node; it is called ``<fqn of the function>::<name>`` all the same.
        line: where the reference stands, from 1.
        column: in bytes, from 0.
    """

    node: int
    text: str
    target: str
    receiver: str
    line: int
    column: int


class Call(NamedTuple):
    """A call of something outside of the project; ``node`` makes it, the rest is as for ``Decoration``."""

    node: int
    target: str
    receiver: str
    line: int
    column: int


class Applications:
    """Answers for the modules of a resolved project.

    Args:
        builder: has resolved all references.
        assembler: knows the FQNs.
        row_of: row of each node by FQN.
    """

    def __init__(self, builder: EdgeBuilder, assembler: Assembler, row_of: dict[str, int]) -> None:
        self.builder = builder
        self.assembler = assembler
        self.row_of = row_of
        self.modules = builder.evaluator.project.modules

    def decorations(self) -> Iterator[Decoration]:
        """Every decorator of a definition that has a node, in order of files and positions."""
        for module in self.modules:
            if not module.decorators[0]:
                continue
            positions: dict[tuple[int, int], list[tuple[int, int]]] = {}
            for kind, expression, definition, line, column in zip(*module.references, strict=True):
                if kind == DECORATE:
                    positions.setdefault((definition, expression), []).append((line, column))
            for owner, expression, text in zip(*module.decorators, strict=True):
                line, column = positions[owner, expression].pop(0)
                row = self.row_of.get(self.assembler.definition_fqns[module.base + owner])
                if row is None:
                    continue
                found = self.builder.decorator_target(module, expression)
                target = "" if found is None else self.assembler.fqn(found)
                receiver = self._receiver(module, expression)
                yield Decoration(row, module.strings[text], target, receiver, line, column)

    def calls(self, names: Iterable[str]) -> Iterator[Call]:
        """The calls of members with one of these names that denote something outside of the project."""
        names = frozenset(names)
        for module in self.modules:
            if names.isdisjoint(module.strings):
                continue
            wanted = {number for number, string in enumerate(module.strings) if string in names}
            for kind, expression, definition, line, column in zip(*module.references, strict=True):
                if (
                    kind not in (CALL, NEW)
                    or module.op[expression] != Op.MEMBER
                    or module.b[expression] not in wanted
                ):
                    continue
                for entity in self.builder.evaluator.denote(module, expression).found[:1]:
                    if entity[0] == EXTERNAL:
                        row = self.row_of[self._owner(module, definition)]
                        yield Call(row, entity[1], self._receiver(module, expression), line, column)

    def _owner(self, module: Module, definition: int) -> str:
        named = module.named(definition) if definition >= 0 else -1
        return self.assembler.fqn(module.base + named if named >= 0 else ~module.index)

    def _receiver(self, module: Module, expression: int) -> str:
        while module.op[expression] in (Op.CALL, Op.NEW):
            expression = module.a[expression]
        if module.op[expression] != Op.MEMBER:
            return ""
        holder = module.a[expression]
        for entity in self.builder.evaluator.denote(module, holder).found[:1]:
            if entity[0] == DEFINITION:
                owner = self.builder.evaluator.project.owners[entity[1]]
                return self._owner(owner, entity[1] - owner.base)
        if module.op[holder] != Op.NAME:
            return ""
        variable = module.a[holder]
        scope = module.scope_definition[module.var_scope[variable]]
        return f"{self._owner(module, scope)}{SEPARATOR}{module.strings[module.var_name[variable]]}"
