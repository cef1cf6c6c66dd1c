"""What blocks and files are run on that belong to no class, as far as libraries tell: ``draw do ... end``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Op
from codegraph.resolve.values import EXTERNAL, INFERRED, MODULE, NOTHING, Answer, Held

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

GIVEN_TO = -1
OP_FREE, OP_MEMBER = int(Op.FREE), int(Op.MEMBER)


class Selves:
    """Questions about the receiver outside of classes; each block and file is asked once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._held: dict[tuple[int, int], Held] = {}
        self._files: dict[int, Held] | None = None

    def named(self, module: Module, name: str, scope: int) -> Answer:
        """What a plain name denotes that is sent to the receiver of a scope; nothing where libraries know of none.

        Of what a table lists the names of, only these are sent to it: whole files belong to it, with all that is in
        them.
        """
        listed = self.evaluator.project.known.names
        held = tuple(
            value for value in self.of(module, scope) if value[1] not in listed or name in listed[value[1]]
        )
        found = self.evaluator.members.of(Answer(held, INFERRED, ""), name)
        return found.at_best(INFERRED, "implicit-receiver") if found.found else NOTHING

    def of(self, module: Module, scope: int) -> Held:
        """The receiver in a scope."""
        key = (module.index, max(scope, 0))
        known = self._held.get(key)
        if known is None:
            self._held[key] = ()
            known = self._held[key] = self._of_block(module, scope) if scope > 0 else self._of_file(module)
        return known

    def _of_block(self, module: Module, scope: int) -> Held:
        """That of the block with a scope, else of what is around it, unless nobody knows who runs the block."""
        evaluator = self.evaluator
        local = evaluator.imports.function_of(module, scope)
        for place, call in module.blocks.get(local, ()):
            if place != GIVEN_TO:
                continue
            named = evaluator.denote(module, call)
            held = evaluator.library.runs_on(named)
            if held or self._is_foreign(module, call, named):
                return held
        return self.of(module, module.scope_parent[scope])

    @staticmethod
    def _is_foreign(module: Module, call: int, named: Answer) -> bool:
        """Whether a block is given to something of which it is not known what it runs it on."""
        if module.op[call] == OP_FREE:
            return not named.found
        return (
            module.op[call] == OP_MEMBER
            and bool(named.found)
            and named.found[0][0] == EXTERNAL
            and not named.found[0][1].startswith(module.spec.builtins)
        )

    def _of_file(self, module: Module) -> Held:
        held = self.evaluator.library.runs_file(module)
        if held:
            return held
        if self._files is None:
            self._files = {}
            self._files = self._by_loading()
        return self._files.get(module.index, ())

    def _by_loading(self) -> dict[int, Held]:
        """The receivers of files that load a library with one, or a file that does, or are loaded by such files."""
        evaluator = self.evaluator
        found: dict[int, Held] = {}
        beside: dict[int, list[int]] = {}
        for module in evaluator.project.modules:
            if not module.spec.scopes.implicit_receiver:
                continue
            for number in range(len(module.import_kind)):
                loaded = evaluator.imports.denote(module, number)
                held = evaluator.library.runs_on(loaded)
                if held:
                    found.setdefault(module.index, held)
                for entity in loaded.found:
                    if entity[0] == MODULE:
                        beside.setdefault(module.index, []).append(entity[1])
                        beside.setdefault(entity[1], []).append(module.index)
        pending = list(found)
        for index in pending:
            for other in beside.get(index, ()):
                if other not in found:
                    found[other] = found[index]
                    pending.append(other)
        return found
