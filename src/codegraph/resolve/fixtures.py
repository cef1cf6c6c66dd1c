"""What parameters are given by their names: by functions with a decorator that makes them known to tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Flag, Op
from codegraph.resolve.values import EXTERNAL, EXTERNAL_INSTANCE, INFERRED, NOTHING, Answer, Entity

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

GENERATOR = int(Flag.GENERATOR)
OP_CALL = int(Op.CALL)


class Fixtures:
    """Questions about parameters that nothing else is known of.

    Args:
        evaluator: knows what decorators denote and what functions give.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.decorators = evaluator.project.known.given
        self._by_name: dict[str, list[tuple[int, list[str]]]] | None = None

    def value(self, module: Module, variable: int) -> Answer:
        """What the nearest function of the parameter's name gives; nothing outside of tests."""
        if not self.decorators:
            return NOTHING
        found = self._known.get(module.strings[module.var_name[variable]])
        if found is None:
            return NOTHING
        scope = module.var_scope[variable]
        local = module.scope_definition[scope]
        if local < 0 or self.evaluator.definitions.scope[module.base + local] != scope:
            return NOTHING
        number = self._nearest(module, [item for item in found if item[0] != module.base + local])
        return self._given_by(number) if number >= 0 else NOTHING

    def _nearest(self, module: Module, found: list[tuple[int, list[str]]]) -> int:
        """Of functions of one name that which a file sees: its own, else that of the nearest shared file above it."""
        best, depth = -1, -1
        for number, shared in found:
            owner = self.evaluator.owners[number]
            if owner is module:
                best, depth = number, len(module.path)
                continue
            folder, _, name = owner.path.rpartition("/")
            seen = name in shared and (not folder or module.path.startswith(f"{folder}/"))
            if seen and len(folder) > depth:
                best, depth = number, len(folder)
        return best

    def _given_by(self, number: int) -> Answer:
        """What a function gives; of one that yields, what it yields."""
        answer = self.evaluator.calls.result(number)
        if not self.evaluator.definitions.flags[number] & GENERATOR:
            return answer.at_best(INFERRED, "fixture")
        held: dict[Entity, None] = {}
        for value in answer.found:
            if value[0] == EXTERNAL_INSTANCE and value[2]:
                held.update(dict.fromkeys(value[2][0]))
        return Answer(tuple(held), INFERRED, "fixture") if held else NOTHING

    @property
    def _known(self) -> dict[str, list[tuple[int, list[str]]]]:
        """The functions by name, with the names of the files that share such functions."""
        if self._by_name is None:
            self._by_name = {}
            names = {fqn.rpartition("::")[2] for fqn in self.decorators}
            for module in self.evaluator.project.modules:
                written = [text.partition("(")[0].rpartition(".")[2] for text in module.decorator_texts]
                if names.isdisjoint(written):
                    continue
                for owner, decorator, name in zip(*module.decorators[:2], written, strict=True):
                    shared = self._shared(module, decorator) if name in names else None
                    if shared is not None:
                        number = module.base + owner
                        own = self.evaluator.calls.name_of(number)
                        self._by_name.setdefault(own, []).append((number, shared))
        return self._by_name

    def _shared(self, module: Module, decorator: int) -> list[str] | None:
        while module.op[decorator] == OP_CALL:
            decorator = module.a[decorator]
        for value in self.evaluator.denote(module, decorator).found:
            if value[0] == EXTERNAL and value[1] in self.decorators:
                return self.decorators[value[1]]
        return None
