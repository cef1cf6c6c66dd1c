"""Which files a file sees: those that it imports, and those that these import, as with ``#include``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.languages.facts import Import

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module

IMPORT_BARE = int(Import.BARE)
IMPORTS = "imports"


class Visibility:
    """Questions about what files see of one another; a set of modules is a number with a bit for each."""

    def __init__(self, evaluator: Evaluator) -> None:
        project = evaluator.project
        self.limited = [module.spec.units.visibility == IMPORTS for module in project.modules]
        self._included: list[list[int]] = [[] for _ in project.modules]
        for module in project.modules:
            if self.limited[module.index]:
                self._included[module.index] = list(self._of(evaluator, module))
        self._seen = self._close() if any(self.limited) else []
        self._around: dict[int, int] = {}
        self._libraries: dict[int, str] = {}
        self.project = project

    @staticmethod
    def _of(evaluator: Evaluator, module: Module) -> dict[int, None]:
        found: dict[int, None] = {}
        for kind, specifier in zip(module.import_kind, module.import_module, strict=True):
            if kind == IMPORT_BARE:
                target = evaluator.project.find(module.strings[specifier], module)
                if target is not None:
                    found.setdefault(target.index)
        return found

    def _close(self) -> list[int]:
        """What each module sees, itself included. Circles are gone through until nothing is added any more."""
        seen = [1 << index for index in range(len(self._included))]
        order = self._inner_first()
        changed = True
        while changed:
            changed = False
            for index in order:
                before = found = seen[index]
                for target in self._included[index]:
                    found |= seen[target]
                if found != before:
                    seen[index] = found
                    changed = True
        return seen

    def _inner_first(self) -> list[int]:
        """The modules in an order in which, circles aside, what is included comes before what includes it."""
        order: list[int] = []
        done = [False] * len(self._included)
        for start in range(len(self._included)):
            pending = [] if done[start] else [(start, iter(self._included[start]))]
            done[start] = True
            while pending:
                index, following = pending[-1]
                target = next((target for target in following if not done[target]), -1)
                if target < 0:
                    order.append(index)
                    pending.pop()
                else:
                    done[target] = True
                    pending.append((target, iter(self._included[target])))
        return order

    def library(self, module: Module) -> str:
        """The FQN of the library whose headers a module includes, "" if there are none or of several.

        What comes with the language has its names in a table, and does not count.
        """
        known = self._libraries.get(module.index)
        if known is None:
            found = set()
            rules = self.project.rules(module.language)
            standard = module.spec.standard_library
            for kind, specifier in zip(module.import_kind, module.import_module, strict=True):
                text = module.strings[specifier]
                if (
                    kind != IMPORT_BARE
                    or text.strip("<>") in standard
                    or self.project.find(text, module) is not None
                ):
                    continue
                found.add("::".join(rules.external(text).split("::")[:3]))
            known = found.pop() if len(found) == 1 else ""
            self._libraries[module.index] = known
        return known

    def sees(self, module: int, other: int) -> bool:
        """Whether a module includes another one, itself or through others."""
        return bool(self._seen[module] >> other & 1)

    def meets(self, module: int, other: int) -> bool:
        """Whether another module comes before or after this one in some file that includes both."""
        known = self._around.get(module)
        if known is None:
            known = 0
            for seen in self._seen:
                if seen >> module & 1:
                    known |= seen
            self._around[module] = known
        return bool(known >> other & 1)
