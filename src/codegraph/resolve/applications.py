"""Decorators and calls with what they denote and the variable they are reached through, for fingerprints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.languages.facts import Op, Ref
from codegraph.model import SEPARATOR
from codegraph.resolve.values import DEFINITION, EXTERNAL

if TYPE_CHECKING:
    from codegraph.resolve.assemble import Assembler
    from codegraph.resolve.project import Module
    from codegraph.resolve.targets import Node, Targets

DECORATE, CALL, NEW = int(Ref.DECORATE), int(Ref.CALL), int(Ref.NEW)
OP_CALL, OP_MEMBER, OP_NAME, OP_NEW = int(Op.CALL), int(Op.MEMBER), int(Op.NAME), int(Op.NEW)


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
        targets: has resolved all references.
        assembler: knows the FQNs.
    """

    def __init__(self, targets: Targets, assembler: Assembler) -> None:
        self.targets = targets
        self.evaluator = targets.evaluator
        self.project = targets.evaluator.project
        self.module_fqns, self.definition_fqns = assembler.module_fqns, assembler.definition_fqns

    def decorations(self) -> Iterator[Decoration]:
        """Every decorator of a definition that has a node, in order of files and positions; ``node`` has no row yet."""
        positions = self.project.references.positions(DECORATE)
        for module in self.project.modules:
            for owner, expression, text in zip(*module.decorators, strict=True):
                line, column = positions[module.index, owner, expression].pop(0)
                node = module.base + owner
                if self.project.definitions.node[node] != node:
                    continue
                target = self._target(module, expression)
                receiver = self._receiver(module, expression)
                yield Decoration(node, module.strings[text], target, receiver, line, column)

    def _target(self, module: Module, expression: int) -> str:
        """The FQN of what a decorator denotes, "" if that is not known."""
        reached, answer = self.targets.reached(module, expression, DECORATE)
        if not reached:
            return ""
        return answer.found[0][1] if answer.found[0][0] == EXTERNAL else self._fqn(reached[0][0])

    def calls(self, names: Iterable[str]) -> Iterator[Call]:
        """The calls of members with one of these names that denote something outside; ``node`` has no row yet."""
        names = frozenset(names)
        references = self.project.references
        lines, columns = references.columns["line"], references.columns["column"]
        for module in self.project.modules:
            if names.isdisjoint(module.strings):
                continue
            wanted = {number for number, string in enumerate(module.strings) if string in names}
            for number, (expression, kind) in enumerate(
                references.uses(module.index), references.bases[module.index]
            ):
                if (
                    kind not in (CALL, NEW)
                    or module.op[expression] != OP_MEMBER
                    or module.b[expression] not in wanted
                ):
                    continue
                for entity in self.evaluator.denote(module, expression).found[:1]:
                    if entity[0] == EXTERNAL:
                        receiver = self._receiver(module, expression)
                        node, line, column = (int(n[number]) for n in (references.source, lines, columns))
                        yield Call(node, entity[1], receiver, line, column)

    def _fqn(self, node: Node) -> str:
        return self.module_fqns[~node] if node < 0 else self.definition_fqns[node]

    def _receiver(self, module: Module, expression: int) -> str:
        while module.op[expression] in (OP_CALL, OP_NEW):
            expression = module.a[expression]
        if module.op[expression] != OP_MEMBER:
            return ""
        nodes = self.project.definitions.node
        holder = module.a[expression]
        for entity in self.evaluator.denote(module, holder).found[:1]:
            if entity[0] == DEFINITION:
                return self._fqn(nodes[entity[1]])
        if module.op[holder] != OP_NAME:
            return ""
        variable = module.a[holder]
        scope = module.scope_definition[module.var_scope[variable]]
        node = nodes[module.base + scope] if scope >= 0 else ~module.index
        return f"{self._fqn(node)}{SEPARATOR}{module.strings[module.var_name[variable]]}"
