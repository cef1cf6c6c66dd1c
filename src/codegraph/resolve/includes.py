"""Files that are included where others run: they see the variables of the scope that includes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Import
from codegraph.resolve.values import INFERRED, MODULE, NOTHING, Answer, merge

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

BARE = int(Import.BARE)
MAX_PLACES = 8
"""A file that is included in more places than this is part of no one of them."""


class Includes:
    """Questions about variables that a file takes from where it is included."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._places: dict[int, dict[tuple[int, int], None]] | None = None

    def value(self, module: Module, expression: int) -> Answer:
        """The values of a name that no scope of its file binds."""
        evaluator = self.evaluator
        found = evaluator.values_of(evaluator.denote(module, expression))
        name = module.strings[module.a[expression]]
        if found.found or not name.startswith("$"):
            return found
        places = self._of(module)
        if len(places) > MAX_PLACES:
            return found
        answers = [self._in_scope(evaluator.project.modules[index], scope, name) for index, scope in places]
        merged = merge([answer for answer in answers if answer.found])
        return merged.at_best(INFERRED, "include") if merged.found else found

    def _in_scope(self, module: Module, scope: int, name: str) -> Answer:
        """The values of a variable as a scope sees it, which may itself be that of an included file."""
        variable = module.names[scope].get(name)
        return self.evaluator.variables.value(module, variable) if variable is not None else NOTHING

    def _of(self, module: Module) -> dict[tuple[int, int], None]:
        """The files that include a file, each with the scope that does."""
        if self._places is None:
            self._places = {}
            for other in self.evaluator.project.modules:
                if other.spec.scopes.included:
                    self._note(other, self._places)
        return self._places.get(module.index, {})

    def _note(self, module: Module, places: dict[int, dict[tuple[int, int], None]]) -> None:
        for number, (kind, scope) in enumerate(zip(module.import_kind, module.imports[7], strict=True)):
            if kind != BARE:
                continue
            for entity in self.evaluator.imports.denote(module, number).found:
                if entity[0] == MODULE:
                    places.setdefault(entity[1], {})[module.index, scope] = None
